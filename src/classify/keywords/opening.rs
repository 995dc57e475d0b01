//! Where in a text a word of the rules may begin: what is told by a byte, and by the first few.

/// What a byte is, as far as it tells where words begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Lower,
    Digit,
    Upper,
    /// Something else with which a word of the rules begins, such as a sign or the first byte of a character that is not ASCII.
    Opening,
    /// Something else.
    Other,
}

/// The kinds of all bytes.
#[derive(Debug)]
pub(super) struct Kinds([Kind; 256]);

impl Kinds {
    pub(super) fn new() -> Self {
        Self(std::array::from_fn(|byte| match u8::try_from(byte).unwrap_or_default() {
            b'a'..=b'z' => Kind::Lower,
            b'A'..=b'Z' => Kind::Upper,
            b'0'..=b'9' => Kind::Digit,
            0xc0.. => Kind::Opening,
            _ => Kind::Other,
        }))
    }

    /// Takes note of how `word` begins.
    pub(super) fn add(&mut self, word: &[u8]) {
        if let Some(kind) = word.first().and_then(|first| self.0.get_mut(usize::from(*first))).filter(|kind| **kind == Kind::Other) {
            *kind = Kind::Opening;
        }
    }

    #[inline]
    pub(super) fn of(&self, byte: u8) -> Kind {
        self.0.get(usize::from(byte)).copied().unwrap_or(Kind::Other)
    }
}

/// How all words begin, as a filter: most places of a text are passed over by one look, and most of the others by a second one.
#[derive(Debug)]
pub(super) struct Openings {
    /// The first four bytes of every word. A word of three stands for all of four that begin so.
    near: Filter,
    /// The first eight bytes of every word that has them, and of the others what `near` has.
    far: Filter,
}

impl Openings {
    pub(super) fn new() -> Self {
        Self { near: Filter::new(), far: Filter::new() }
    }

    /// Takes note of how `word` begins.
    pub(super) fn add(&mut self, word: &[u8]) {
        let (near, far) = words(word);
        if word.len() == 3 {
            for last in 0..=u8::MAX {
                let near = near & 0x00ff_ffff | u32::from(last | CASE) << 24;
                self.near.set(near.into());
                self.far.set(near.into());
            }
            return;
        }
        self.near.set(near.into());
        self.far.set(far.unwrap_or_else(|| near.into()));
    }

    /// Whether a word may begin with `rest`. It never denies one that does.
    #[inline]
    pub(super) fn may_open(&self, rest: &[u8]) -> bool {
        let (near, far) = words(rest);
        self.near.has(near.into()) && (self.far.has(near.into()) || far.is_some_and(|far| self.far.has(far)))
    }
}

/// The bit in which the two cases of a letter differ. Set in every byte, it mixes up more than letters, which a filter may.
const CASE: u8 = 0x20;

/// The first four bytes, with blanks for those that are not there, and the first eight.
#[inline]
fn words(text: &[u8]) -> (u32, Option<u64>) {
    let case = u64::from_le_bytes([CASE; 8]);
    if let Some(first) = text.first_chunk() {
        let far = u64::from_le_bytes(*first) | case;
        return ((far & u64::from(u32::MAX)) as u32, Some(far));
    }
    let mut padded = [0; 4];
    padded.iter_mut().zip(text).for_each(|(place, byte)| *place = *byte);
    (u32::from_le_bytes(padded) | u32::from_le_bytes([CASE; 4]), None)
}

/// A set of hashes, one bit each.
#[derive(Debug)]
struct Filter(Box<[u64]>);

const BITS: usize = 1 << 17;

impl Filter {
    fn new() -> Self {
        Self(vec![0; BITS / 64].into())
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "any bits of the hash will do")]
    const fn place(key: u64) -> (usize, u32) {
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((hash >> 47) as usize / 64, (hash >> 47) as u32 % 64)
    }

    fn set(&mut self, key: u64) {
        let (word, bit) = Self::place(key);
        if let Some(word) = self.0.get_mut(word) {
            *word |= 1 << bit;
        }
    }

    #[inline]
    fn has(&self, key: u64) -> bool {
        let (word, bit) = Self::place(key);
        self.0.get(word).is_some_and(|word| word >> bit & 1 == 1)
    }
}

#[cfg(test)]
#[path = "opening_tests.rs"]
mod tests;
