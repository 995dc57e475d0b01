//! What a model is told about one failure.

use super::{
    Abstained, OpenCase,
    correctable::{self, Correctable},
    status,
};
use crate::{
    alternates::Candidate,
    facts::{Effect, EffectDeclaration, Phase, Reach, UntrustedText},
    ledger::Tally,
    scrub::{Scrubbed, Scrubber, shape_of},
};

/// The most bytes of what a tool is said to do.
const CAPABILITY: usize = 240;
/// The most bytes of a candidate's key.
const KEY: usize = 64;

/// How often the call or its operation has failed, this time included. A model does not count well, so that it is told in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Attempts {
    /// For the first time.
    First,
    /// The second or third time.
    Repeated,
    /// More often than that.
    Often,
}

impl Attempts {
    /// The bucket after `tally` earlier failures.
    #[must_use]
    pub fn after(tally: Tally) -> Self {
        match tally.identical.max(tally.streak) {
            0 => Self::First,
            1 | 2 => Self::Repeated,
            _ => Self::Often,
        }
    }
}

/// A tool that could be used instead, with what it is said to do.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CandidateSummary {
    /// What the model calls it by: letters, digits and `_.:/-`.
    pub key: Box<str>,
    /// What it is said to do.
    pub capability: Scrubbed,
    /// The call that finds it, where it has to be found first. A model is not told.
    pub found_by: Option<Box<str>>,
}

/// What a model is told about one failure: facts as words out of a closed list, and scrubbed text. It is bounded, and holds no argument, no identifier and no number of
/// the host.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RecoveryObservation {
    /// The decisive part of the error text.
    pub text: Scrubbed,
    /// Whether the error text was longer than what may be told of it.
    pub shortened: bool,
    /// When it failed.
    pub phase: Phase,
    /// How far the call got.
    pub reach: Reach,
    /// What it did to the world.
    pub effect: Effect,
    /// Whether the tool is declared to change something.
    pub declared: Option<EffectDeclaration>,
    /// The status in words.
    pub status: Option<&'static str>,
    /// Whom the status blames, where it blames anybody.
    pub blame: Option<status::Blame>,
    /// Whether the producer asked for a pause.
    pub wait_asked: bool,
    /// What the tool is said to do.
    pub tool: Option<Scrubbed>,
    /// The names and JSON types of the arguments.
    pub arguments: Option<Scrubbed>,
    /// How often it has failed.
    pub attempts: Attempts,
    /// Whether the tool is known to be the only one that is offered.
    pub only_tool: bool,
    /// What of the call the error points to, where a concrete correction is in the evidence.
    pub correctable: Option<Correctable>,
    /// Other tools, in a question about them.
    pub candidates: Vec<CandidateSummary>,
}

impl RecoveryObservation {
    /// The most candidates that are asked about at once.
    pub const MAX_CANDIDATES: usize = 8;

    /// What may be told of `case`.
    ///
    /// # Errors
    ///
    /// [`Abstained::TooLittle`] where scrubbing leaves too little of the error text.
    pub fn of(case: &OpenCase<'_>) -> Result<Self, Abstained> {
        let raw = case.facts.text.as_ref().ok_or(Abstained::TooLittle)?;
        let text = Scrubber::new().scrub(raw).ok_or(Abstained::TooLittle)?;
        let capability = case.tool.and_then(|tool| tool.capability.as_deref());
        Ok(Self {
            shortened: raw.pieces().len() > 1 || raw.expose().len() > Scrubber::MAX_BYTES,
            phase: case.facts.phase,
            reach: case.facts.reach,
            effect: case.effect,
            declared: case.tool.and_then(|tool| tool.effect),
            status: case.facts.code.as_ref().and_then(status::words),
            blame: case.facts.code.as_ref().and_then(status::blame),
            wait_asked: case.facts.retry_after.is_some(),
            tool: capability.and_then(|text| described(&UntrustedText::new(text))),
            arguments: case.arguments.map(shape_of),
            attempts: Attempts::after(case.tally),
            only_tool: case.only_tool,
            correctable: correctable::find(text.as_str(), case.tool),
            candidates: Vec::new(),
            text,
        })
    }

    /// Takes the candidates that a question can be about: with a plain key that is not the word for none, and with something left of their description.
    pub fn set_candidates(&mut self, found: &[Candidate]) {
        self.candidates.clear();
        for candidate in found.iter().take(Self::MAX_CANDIDATES) {
            let fits = is_plain(&candidate.key) && !self.candidates.iter().any(|other| *other.key == *candidate.key);
            if let Some(capability) = described(&UntrustedText::new(&candidate.capability)).filter(|_| fits) {
                let found_by = candidate.deferred.as_deref().map(Into::into);
                self.candidates.push(CandidateSummary { key: (&*candidate.key).into(), capability, found_by });
            }
        }
    }
}

/// What a tool is said to do, which may be the words of its server.
fn described(capability: &UntrustedText) -> Option<Scrubbed> {
    Scrubber::new().max_bytes(CAPABILITY).scrub(capability)
}

fn is_plain(key: &str) -> bool {
    let plain = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'.' | b':' | b'/' | b'-');
    !key.is_empty() && key.len() <= KEY && key.bytes().all(plain) && !key.eq_ignore_ascii_case(super::wording::NONE)
}

#[cfg(test)]
#[path = "observation_tests.rs"]
mod tests;
