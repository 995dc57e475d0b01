//! The secret that keys are made with.

use foldhash::{SharedSeed, quality::FoldHasher};
use std::{
    fmt,
    hash::{BuildHasher, Hasher, RandomState},
};

/// A random seed of 128 bits, one per ledger. Whoever does not know it cannot make two calls share a key. Never printed.
#[derive(Clone)]
pub(crate) struct HashSeed {
    words: [u64; 2],
    shared: [SharedSeed; 2],
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
}

impl HashSeed {
    /// A seed from the operating system's randomness, through the standard library's `RandomState`.
    pub(crate) fn random() -> Self {
        Self::from_words([word(), word()])
    }

    pub(crate) fn from_words(words: [u64; 2]) -> Self {
        Self { words, shared: words.map(SharedSeed::from_u64) }
    }

    pub(crate) const fn words(&self) -> [u64; 2] {
        self.words
    }

    pub(crate) fn lanes(&self, domain: Domain) -> Lanes<'_> {
        let [first, second] = &self.shared;
        let domain = domain as u64;
        Lanes { a: FoldHasher::with_seed(domain ^ self.words[1], first), b: FoldHasher::with_seed(domain ^ self.words[0], second) }
    }
}

fn word() -> u64 {
    RandomState::new().hash_one(0x746f_6f6c_u64)
}

impl fmt::Debug for HashSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HashSeed(..)")
    }
}

/// Two independent 64-bit hashes of one stream.
///
/// Everything is framed: a number carries its tag, and a text its tag and its length. Numbers go in as 128 bits, because the hasher buffers shorter ones apart
/// from texts, which would lose their order.
#[derive(Clone)]
pub(crate) struct Lanes<'a> {
    a: FoldHasher<'a>,
    b: FoldHasher<'a>,
}

impl Lanes<'_> {
    #[inline]
    pub(crate) fn number(&mut self, tag: u64, value: u64) {
        let word = u128::from(tag) << 64 | u128::from(value);
        self.a.write_u128(word);
        self.b.write_u128(word);
    }

    #[inline]
    pub(crate) fn text(&mut self, tag: u64, text: &[u8]) {
        self.number(tag, text.len() as u64);
        self.a.write(text);
        self.b.write(text);
    }

    #[inline]
    pub(crate) fn halves(&self) -> [u64; 2] {
        [self.a.finish(), self.b.finish()]
    }

    #[inline]
    pub(crate) fn finish(&self) -> u128 {
        let [a, b] = self.halves();
        u128::from(a) << 64 | u128::from(b)
    }
}
