//! Keys of the ledger. They are hashes: nothing of a name or an argument can be read back from them.

/// A run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RunKey(pub u128);

/// A scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScopeKey(pub u64);

/// An operation in a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OperationKey(pub u128);

/// Arguments without their superficial parts, independent of the order of object members.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint(pub u128);

/// The bits of an effect key below its mark.
const MARKED: u32 = 96;

impl Fingerprint {
    /// This fingerprint of values as an effect key: it bears a mark of the JSON Pointers at which the values stood, in place of its upper 32 bits. Keys by other pointers cannot be
    /// compared with it.
    #[must_use]
    pub fn by_pointers<'p>(self, pointers: impl IntoIterator<Item = &'p str>) -> Self {
        // FNV-1a, the same in every version and on every platform: a mark that changed would widen the holds of a snapshot.
        let mark = pointers
            .into_iter()
            .fold(0x811c_9dc5_u32, |mark, pointer| pointer.bytes().chain([0xff]).fold(mark, |mark, b| (mark ^ u32::from(b)).wrapping_mul(0x0100_0193)));
        Self((u128::from(mark) << MARKED) | (self.0 & ((1 << MARKED) - 1)))
    }

    /// Whether both are effect keys by the same pointers.
    pub(crate) const fn is_comparable(self, other: Self) -> bool {
        self.0 >> MARKED == other.0 >> MARKED
    }
}

/// What a failure was like: class, subkind, status, and the decisive line without its volatile parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FailureDigest(pub u64);
