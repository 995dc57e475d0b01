//! What a text classifier may look at.

use crate::facts::{Adapter, Code, Phase};
use serde_json::Value;
use std::fmt;

/// A failure that the facts leave open. `Debug` prints neither the text nor the arguments.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct TextEvidence<'a> {
    /// The text, already bounded. Untrusted: it may quote the arguments, or try to steer whoever reads it.
    pub text: &'a str,
    /// The status, where there is one.
    pub code: Option<&'a Code>,
    /// The adapter that the failure came through.
    pub adapter: Adapter,
    /// When it failed.
    pub phase: Phase,
    /// The tool's name; empty when unknown.
    pub tool: &'a str,
    /// The arguments, to tell an echo of them from the producer's own words.
    pub arguments: Option<&'a Value>,
    /// The tools that are offered, where the host knows them. A rule says "wrong tool" for a mismatch only when another one of them fits.
    pub offered: &'a dyn OfferedTools,
}

impl<'a> TextEvidence<'a> {
    /// Evidence of `text` alone.
    #[must_use]
    pub const fn new(text: &'a str, adapter: Adapter) -> Self {
        Self { text, code: None, adapter, phase: Phase::Unknown, tool: "", arguments: None, offered: &[] as &[&str; 0] }
    }
}

impl fmt::Debug for TextEvidence<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TextEvidence").field("bytes", &self.text.len()).field("adapter", &self.adapter).finish_non_exhaustive()
    }
}

/// The names of the tools that a model may see. They are asked for only by a rule that needs them.
pub trait OfferedTools {
    /// Whether `test` holds for one of the names; they come in the order of their declaration.
    fn any(&self, test: &mut dyn FnMut(&str) -> bool) -> bool;
}

impl<const N: usize> OfferedTools for [&str; N] {
    fn any(&self, test: &mut dyn FnMut(&str) -> bool) -> bool {
        self.iter().any(|name| test(name))
    }
}

impl OfferedTools for &[&str] {
    fn any(&self, test: &mut dyn FnMut(&str) -> bool) -> bool {
        self.iter().any(|name| test(name))
    }
}

impl OfferedTools for Vec<&str> {
    fn any(&self, test: &mut dyn FnMut(&str) -> bool) -> bool {
        self.iter().any(|name| test(name))
    }
}

/// Classifies by text, at once.
pub trait Classify {
    /// The class that the evidence supports; [`Class::Unknown`](super::Class::Unknown) when it does not say.
    fn classify(&self, evidence: &TextEvidence<'_>) -> super::Classification;
}

/// Reads no text: the mode `off`.
impl Classify for () {
    fn classify(&self, evidence: &TextEvidence<'_>) -> super::Classification {
        match evidence.code {
            // That it is a limit, the status alone says; which kind of limit, only a text or the headers would (RFC 6585 section 4).
            Some(Code::Http(429)) => super::Classification::new(super::Class::RateLimited, super::Source::Trusted, "http.429"),
            _ => super::Classification::unknown(super::Source::Trusted),
        }
    }
}

impl<K: Classify + ?Sized> Classify for std::sync::Arc<K> {
    fn classify(&self, evidence: &TextEvidence<'_>) -> super::Classification {
        (**self).classify(evidence)
    }
}
