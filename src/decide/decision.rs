//! What came of a decision: what the model answered, and what is followed of it.

use super::{Abstained, RecoveryRequest, wording};
use crate::{
    classify::Class,
    systemone::{Distribution, EvaluationError, Noul, Usage},
};
use std::{fmt, sync::Arc, time::Duration};

/// What a model answered about one failure, after validation. It is evidence for a record and for policy: no command, and no authorization. `Debug` does not print the name of the model: it is the reply's own text.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct RecoveryDecision {
    /// The version of the questions.
    pub version: &'static str,
    /// The probability of each class, in the order of [`Class::ALL`].
    pub class: Distribution,
    /// The probability that the next attempt needs something from outside.
    pub blocked: Noul,
    /// The probability of each level of [`Correction`], where that was asked.
    pub correction: Option<Distribution>,
    /// The model that answered, by its own word.
    pub model: Box<str>,
    /// Tokens used, where the reply says so.
    pub usage: Option<Usage>,
    /// How many requests were sent.
    pub attempts: u32,
    /// From the first request to the answer.
    pub latency: Duration,
}

impl fmt::Debug for RecoveryDecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecoveryDecision")
            .field("version", &self.version)
            .field("class", &self.class)
            .field("blocked", &self.blocked)
            .field("correction", &self.correction)
            .field("usage", &self.usage)
            .field("attempts", &self.attempts)
            .field("latency", &self.latency)
            .finish_non_exhaustive()
    }
}

impl RecoveryDecision {
    /// The most probable class, and its probability.
    #[must_use]
    pub fn top(&self) -> (Class, f64) {
        let (index, probability) = self.class.top();
        (Class::ALL.get(index).copied().unwrap_or(Class::Unknown), probability)
    }
}

/// What a model answered about other tools.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AlternateDecision {
    /// What the model answered, where it answered validly.
    pub answered: Option<AlternateAnswer>,
    /// The candidate that is followed, or why none is.
    pub chosen: Result<Box<str>, Abstained>,
}

/// A valid answer about other tools. `Debug` does not print the name of the model: it is the reply's own text.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct AlternateAnswer {
    /// The probability of each candidate in the order of the question's labels, and of none of them at the end.
    pub distribution: Distribution,
    /// The model that answered, by its own word.
    pub model: Box<str>,
    /// Tokens used, where the reply says so.
    pub usage: Option<Usage>,
    /// From the first request to the answer.
    pub latency: Duration,
}

impl fmt::Debug for AlternateAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AlternateAnswer")
            .field("distribution", &self.distribution)
            .field("usage", &self.usage)
            .field("latency", &self.latency)
            .finish_non_exhaustive()
    }
}

/// Whether a concrete correction of the call is in the evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Correction {
    /// Nothing shows what to change.
    None,
    /// What is at fault is shown, but not what would be right.
    Speculative,
    /// The evidence names what would be right.
    Evidenced,
}

impl Correction {
    /// Every level, from the least to the most.
    pub const ALL: [Self; 3] = [Self::None, Self::Speculative, Self::Evidenced];
}

/// Another tool that is advised. It is a name: it holds no call and grants nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AlternateTool {
    /// What the model calls it by.
    pub key: Box<str>,
    /// The call that finds it, where the model has not been shown its declaration.
    pub found_by: Option<Box<str>>,
}

/// What is followed of a decision: a class that the text rules did not find, and what follows from it. It may lower an allowance, never raise one.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RecoveryAdvice {
    /// The class; `None` where facts or text rules had settled it, and another tool alone was sought.
    pub class: Option<Class>,
    /// Whether the next attempt can recover without anything from outside; `None` where the answer leaves it open.
    pub recoverable: Option<bool>,
    /// Whether a correction is evidenced; `None` where it was not asked or the answer leaves it open.
    pub correction: Option<Correction>,
    /// A JSON Pointer to the argument that the error names, where it names one that the tool declares.
    pub pointer: Option<Box<str>>,
    /// Another tool that can do it.
    pub alternate: Option<AlternateTool>,
}

impl RecoveryAdvice {
    /// Advice of `class` and nothing else.
    #[must_use]
    pub const fn new(class: Class) -> Self {
        Self { class: Some(class), recoverable: None, correction: None, pointer: None, alternate: None }
    }

    /// Advice that leaves the class as it is known.
    #[must_use]
    pub const fn same() -> Self {
        Self { class: None, recoverable: None, correction: None, pointer: None, alternate: None }
    }
}

/// What came of asking.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Decision {
    /// What is followed, or why nothing is.
    pub advice: Result<RecoveryAdvice, Abstained>,
    /// What the model answered, where it answered validly.
    pub answered: Option<Box<RecoveryDecision>>,
    /// What it answered about other tools, where that was asked.
    pub alternate: Option<AlternateDecision>,
    /// How many requests were sent.
    pub attempts: u32,
    /// The version of the thresholds it was held against.
    pub thresholds: Option<Arc<str>>,
    /// What was asked, in turn: the class, then another tool.
    pub asked: Vec<RecoveryRequest>,
    /// How the evaluator failed, where it did; the last time, where it failed twice.
    pub failure: Option<EvaluationError>,
}

impl Decision {
    /// `advice`, from one request that left nothing else behind.
    #[must_use]
    pub fn advised(advice: RecoveryAdvice) -> Self {
        Self { advice: Ok(advice), ..Self::abstained(Abstained::NotAsked) }
    }

    /// Nothing, because the evaluator failed.
    #[must_use]
    pub fn failed(error: EvaluationError) -> Self {
        let none = Self::abstained(error.kind.into());
        Self { attempts: error.attempts, failure: Some(error), ..none }
    }

    /// Nothing, from one request.
    #[must_use]
    pub const fn abstained(reason: Abstained) -> Self {
        Self { advice: Err(reason), answered: None, alternate: None, attempts: 1, thresholds: None, asked: Vec::new(), failure: None }
    }
}

/// What a report tells of a decision: whether one was asked for, how it went, and what was answered. The only text in it is that of the requests, scrubbed as it left; `Debug`
/// does not print it.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct DecisionTrace {
    /// How many requests were sent.
    pub attempts: u32,
    /// How long the decision took.
    pub latency: Option<Duration>,
    /// Why the text rules' classification stands, although a decision was worth asking for.
    pub fallback: Option<Abstained>,
    /// What the model answered, where it answered validly, followed or not.
    pub answered: Option<Box<RecoveryDecision>>,
    /// What it answered about other tools, where that was asked.
    pub alternate: Option<AlternateDecision>,
    /// The version of the thresholds that the answer was held against.
    pub thresholds: Option<Arc<str>>,
    /// What was asked, in turn: the class, then another tool. It is there for a record: the questions with their labels, and the state for a digest of it. Empty where nothing
    /// was asked, and where the call was cancelled, or the evaluator panicked, before there was an answer.
    pub asked: Vec<RecoveryRequest>,
    /// How the evaluator failed, where it did: with the status and the pause that it asked for.
    pub failure: Option<EvaluationError>,
}

impl DecisionTrace {
    /// What is followed of a decision, and the trace that it leaves.
    pub(crate) fn split(decision: Decision, latency: Option<Duration>) -> (Result<RecoveryAdvice, Abstained>, Self) {
        let Decision { advice, answered, alternate, attempts, thresholds, asked, failure } = decision;
        let fallback = advice.as_ref().err().copied();
        (advice, Self { attempts, latency, fallback, answered, alternate, thresholds, asked, failure })
    }

    /// The version of the questions, where any were put.
    #[must_use]
    pub fn question_version(&self) -> Option<&'static str> {
        (self.attempts > 0).then_some(wording::VERSION)
    }

    /// The answer in short: the most probable class, and how probable it is that something from outside is needed, each cut to one decimal, such as
    /// `permission:0.9,blocked:0.8`.
    #[must_use]
    pub fn distribution(&self) -> Option<String> {
        let tenths = |p: f64| (p * 10.0 + 1e-9).floor() / 10.0;
        let answered = self.answered.as_deref()?;
        let (class, p) = answered.top();
        Some(format!("{class}:{:.1},blocked:{:.1}", tenths(p), tenths(answered.blocked.yes())))
    }
}
