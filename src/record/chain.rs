//! The chain: every line names the digest of the line before it, so that cuts and edits show.

use super::{Digest, Head, hex};
use sha2::{Digest as _, Sha256};
use std::fmt;

/// The SHA-256 of a line's bytes, without its end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LineDigest([u8; 32]);

impl LineDigest {
    /// Of a line without its end.
    #[must_use]
    pub fn of(line: &[u8]) -> Self {
        Self(Sha256::digest(line).into())
    }

    /// As it stands in the next line.
    #[must_use]
    pub fn to_digest(self) -> Digest<'static> {
        Digest::new(format!("sha256:{}", hex::text(&self.0))).unwrap_or_else(|_| Digest::none())
    }

    /// Whether a digest is this one.
    #[must_use]
    pub fn is(&self, digest: &Digest<'_>) -> bool {
        digest.as_str().strip_prefix("sha256:").is_some_and(|text| hex::is_text_of(text, &self.0))
    }
}

impl fmt::Debug for LineDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::text(&self.0))
    }
}

/// Where a chain is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChainFault {
    /// `prev` is not the digest of the line before: a line was changed, removed or put in.
    Broken,
    /// `prev` is absent in mid-chain: another chain begins here.
    Restarted,
    /// The numbers of the lines do not follow each other.
    OutOfSequence,
}

impl fmt::Display for ChainFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Broken => "the chain is broken: a line before it was changed, removed or put in",
            Self::Restarted => "another chain begins here",
            Self::OutOfSequence => "its number does not follow the one before",
        })
    }
}

impl std::error::Error for ChainFault {}

/// Follows a chain line by line.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChainCheck {
    last: Option<(Option<u64>, LineDigest)>,
}

impl ChainCheck {
    /// Takes the next line. After a fault it goes on from this line, so that each fault shows once.
    ///
    /// # Errors
    ///
    /// [`ChainFault`] where the line does not follow the one before. The first line may follow one that is kept elsewhere, or no more.
    pub fn take(&mut self, head: &Head<'_>, digest: LineDigest) -> Result<(), ChainFault> {
        let before = self.last.replace((Some(head.seq), digest));
        match (before, &head.prev) {
            (None, _) => Ok(()),
            (Some(_), None) => Err(ChainFault::Restarted),
            (Some((_, last)), Some(prev)) if !last.is(prev) => Err(ChainFault::Broken),
            (Some((Some(seq), _)), _) if head.seq != seq.wrapping_add(1) => Err(ChainFault::OutOfSequence),
            _ => Ok(()),
        }
    }

    /// Takes a line that is no record. The next line may name its digest.
    pub fn take_unread(&mut self, digest: LineDigest) {
        self.last = Some((None, digest));
    }

    /// The last line that was taken.
    #[must_use]
    pub fn last(&self) -> Option<LineDigest> {
        self.last.map(|(_, digest)| digest)
    }
}

#[cfg(test)]
#[path = "chain_tests.rs"]
mod tests;
