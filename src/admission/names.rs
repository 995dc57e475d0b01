//! Hashing of names, for maps that the host fills and a model only asks.

use foldhash::fast::{FoldHasher, RandomState};
use std::hash::{BuildHasher, Hasher};

/// Hashes names and nothing else: the byte that `str` adds to keep compound keys apart costs a third of a short name's hash and tells nothing here.
#[derive(Clone, Debug, Default)]
pub(super) struct NameState(RandomState);

pub(super) struct NameHasher(FoldHasher<'static>);

impl BuildHasher for NameState {
    type Hasher = NameHasher;

    #[inline]
    fn build_hasher(&self) -> Self::Hasher {
        NameHasher(self.0.build_hasher())
    }
}

impl Hasher for NameHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
    }

    #[inline]
    fn write_u8(&mut self, _: u8) {}

    #[inline]
    fn finish(&self) -> u64 {
        self.0.finish()
    }
}
