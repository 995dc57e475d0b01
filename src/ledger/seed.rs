//! The secret that keys are made with.

use crate::ends::ends;
use foldhash::{SharedSeed, fast::FoldHasher};
use std::{
    fmt,
    hash::{BuildHasher, Hasher, RandomState},
};

/// A random seed of 128 bits, one per ledger. Whoever does not know it cannot make two calls share a key. Never printed.
#[derive(Clone)]
pub(crate) struct HashSeed {
    words: [u64; 2],
    shared: [SharedSeed; 2],
    /// What numbers are mixed with, one for each lane. Never zero.
    mixers: [u64; 2],
    /// Whether `serde_json` keeps numbers as text in this build (`arbitrary_precision`).
    pub(super) numbers_are_text: bool,
}

/// What a key is made of. Keys of different kinds never meet.
#[derive(Clone, Copy)]
#[repr(u64)]
pub(crate) enum Domain {
    Run = 1,
    Scope,
    Operation,
    Arguments,
    Text,
    Member,
}

impl HashSeed {
    /// A seed from the operating system's randomness, through the standard library's `RandomState`.
    pub(crate) fn random() -> Self {
        Self::from_words([word(), word()])
    }

    pub(crate) fn from_words(words: [u64; 2]) -> Self {
        let mixers = words.map(|word| fold(word ^ 0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03) | 1 << 63 | 1);
        Self { words, shared: words.map(SharedSeed::from_u64), mixers, numbers_are_text: numbers_are_text() }
    }

    pub(crate) const fn words(&self) -> [u64; 2] {
        self.words
    }

    #[inline]
    pub(crate) const fn lanes(&self, domain: Domain) -> Lanes {
        let [first, second] = self.words;
        Lanes { a: domain as u64 ^ second, b: domain as u64 ^ first }
    }
}

fn word() -> u64 {
    RandomState::new().hash_one(0x746f_6f6c_u64)
}

fn numbers_are_text() -> bool {
    serde_json::from_str::<serde_json::Number>("1.00").is_ok_and(|number| number.to_string() == "1.00")
}

impl fmt::Debug for HashSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HashSeed(..)")
    }
}

/// The product of two words, folded to one: foldhash's way of mixing.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "the halves of the product")]
const fn fold(x: u64, y: u64) -> u64 {
    let product = (x as u128) * (y as u128);
    product as u64 ^ (product >> 64) as u64
}

/// Two independent 64-bit hashes of one stream.
#[derive(Clone, Copy)]
pub(crate) struct Lanes {
    pub(super) a: u64,
    pub(super) b: u64,
}

/// Everything is framed: a number carries its tag, and a text its tag and its length. Numbers and short texts are mixed here, for both lanes at once; long texts
/// are left to foldhash, whose own hasher buffers numbers apart from texts, which would lose their order.
impl HashSeed {
    #[inline]
    pub(crate) const fn number(&self, lanes: Lanes, tag: u64, value: u64) -> Lanes {
        let [first, second] = self.mixers;
        Lanes { a: fold(lanes.a ^ value, first ^ tag), b: fold(lanes.b ^ value, second ^ tag) }
    }

    #[inline]
    pub(crate) fn text(&self, lanes: Lanes, tag: u64, text: &[u8]) -> Lanes {
        if text.len() > 16 {
            return self.long(self.number(lanes, tag, text.len() as u64), text);
        }
        // Short texts are framed by turning the state, which nobody knows, by their length.
        let (head, tail) = ends(text);
        let ([first, second], len) = (self.mixers, text.len() as u32);
        Lanes { a: fold(lanes.a.rotate_left(len) ^ head, first ^ tag ^ tail), b: fold(lanes.b.rotate_left(len) ^ head, second ^ tag ^ tail) }
    }

    #[inline(never)]
    fn long(&self, lanes: Lanes, text: &[u8]) -> Lanes {
        let [first, second] = &self.shared;
        Lanes { a: hash(lanes.a, first, text), b: hash(lanes.b, second, text) }
    }

    /// The members of an object: how many they are, and the sum of their hashes.
    #[inline]
    pub(crate) const fn members(&self, lanes: Lanes, tag: u64, count: u64, sum: Lanes) -> Lanes {
        let [first, second] = self.mixers;
        let lanes = self.number(lanes, tag, count);
        Lanes { a: fold(lanes.a ^ sum.a, first), b: fold(lanes.b ^ sum.b, second) }
    }

    #[inline]
    pub(crate) const fn halves(&self, lanes: Lanes) -> [u64; 2] {
        let [first, second] = self.mixers;
        [fold(lanes.a, second), fold(lanes.b, first)]
    }

    #[inline]
    pub(crate) fn finish(&self, lanes: Lanes) -> u128 {
        let [a, b] = self.halves(lanes);
        u128::from(a) << 64 | u128::from(b)
    }
}

#[inline]
fn hash(state: u64, seed: &SharedSeed, text: &[u8]) -> u64 {
    let mut hasher = FoldHasher::with_seed(state, seed);
    hasher.write(text);
    hasher.finish()
}
