//! What is followed of a valid answer.

use super::{Abstained, AlternateTool, Attempts, Correction, OpenCase, RecoveryAdvice, RecoveryDecision, RecoveryObservation, status::Blame};
use crate::{
    classify::{Class, Classification},
    config::Thresholds,
    facts::{Effect, Facts, FailureKind, Reach},
    systemone::Distribution,
};

/// How near a threshold an answer is uncertain: hosted models answer the same question with probabilities that differ by as much. An answer without any doubt is stable.
pub const DEAD_BAND: f64 = 0.05;

/// Rounding of sums.
const EPSILON: f64 = 1e-9;

/// Whether a model is asked about a case at all: facts first, then the text rules where they are certain, then the model.
///
/// A write whose outcome is open is never sent to a model: it has to be reconciled, whatever a text says. Neither is one that was made: nothing could change the advice.
#[must_use]
pub fn is_open(case: &OpenCase<'_>) -> bool {
    leaves_open(case.facts, case.effect, case.known)
}

pub(crate) fn leaves_open(facts: &Facts, effect: Effect, known: Classification) -> bool {
    let own = facts.kind == FailureKind::Tool && facts.settled.is_none();
    let undoubted = matches!(effect, Effect::UncertainWrite | Effect::Applied);
    own && !undoubted && (known.class == Class::Unknown || !known.certain)
}

/// Whether what stands in the way is known and such that another tool is sought without asking for the class. A write whose effect is open or was made is left alone.
#[must_use]
pub fn is_blocked(case: &OpenCase<'_>) -> bool {
    let known = case.facts.kind == FailureKind::Tool && (case.facts.settled.is_some() || case.known.certain);
    let undoubted = matches!(case.effect, Effect::UncertainWrite | Effect::Applied);
    known && !undoubted && seeks_alternate(case.known.class, Attempts::after(case.tally))
}

/// What a probability is beside its threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Above,
    Uncertain,
    Below,
}

/// Within the dead band an answer is uncertain; a threshold near 1 is only met without any doubt.
fn side(probability: f64, threshold: f64) -> Side {
    if probability + EPSILON >= (threshold + DEAD_BAND).min(1.0) {
        Side::Above
    } else if probability + EPSILON >= threshold - DEAD_BAND {
        Side::Uncertain
    } else {
        Side::Below
    }
}

/// What is followed of `decision`.
///
/// # Errors
///
/// Why nothing is.
pub fn judge(decision: &RecoveryDecision, observation: &RecoveryObservation, thresholds: &Thresholds) -> Result<RecoveryAdvice, Abstained> {
    if decision.class.says_nothing() || decision.blocked.says_nothing() {
        return Err(Abstained::NoInformation);
    }
    if decision.class.is_tied() {
        return Err(Abstained::Tie);
    }
    let (class, probability) = decision.top();
    if class == Class::Unknown {
        return Err(Abstained::Evidence);
    }
    reached(probability, thresholds.class)?;
    let (recover, stuck) = outlook(decision.blocked.yes(), thresholds);
    if is_contradiction(class, recover, stuck) {
        return Err(Abstained::Contradiction);
    }
    if contradicts(class, observation) {
        return Err(Abstained::ContradictsFacts);
    }
    let recoverable = match (recover, stuck) {
        (Side::Above, _) => Some(true),
        (_, Side::Above) => Some(false),
        _ => None,
    };
    let correction = decision.correction.as_ref().and_then(|levels| correction(levels, thresholds));
    let pointer = observation.correctable.as_ref().and_then(|found| found.pointer.clone());
    let pointer = pointer.filter(|_| class == Class::WrongArguments && correction == Some(Correction::Evidenced));
    Ok(RecoveryAdvice { recoverable, correction, pointer, ..RecoveryAdvice::new(class) })
}

/// Whether the caller can go on alone, and whether somebody else has to act, by the probability of the latter.
fn outlook(blocked: f64, thresholds: &Thresholds) -> (Side, Side) {
    (side(1.0 - blocked, thresholds.recoverability), side(blocked, thresholds.recoverability))
}

/// Whether a class and what is said of the next attempt contradict each other.
fn is_contradiction(class: Class, recover: Side, stuck: Side) -> bool {
    (needs_others(class) && recover != Side::Below) || (class == Class::Transient && stuck != Side::Below)
}

/// Whether the answers about a class contradict each other under `thresholds`.
#[cfg(feature = "record")]
pub(crate) fn contradicts_itself(class: Class, blocked: f64, thresholds: &Thresholds) -> bool {
    let (recover, stuck) = outlook(blocked, thresholds);
    is_contradiction(class, recover, stuck)
}

/// Whether a probability reaches its threshold.
///
/// # Errors
///
/// Why it does not.
pub(crate) fn reached(probability: f64, threshold: f64) -> Result<(), Abstained> {
    match side(probability, threshold) {
        Side::Above => Ok(()),
        Side::Uncertain => Err(Abstained::DeadBand),
        Side::Below => Err(Abstained::BelowThreshold),
    }
}

/// Classes that only somebody else can mend: an answer that the caller can go on alone contradicts them.
const fn needs_others(class: Class) -> bool {
    matches!(class, Class::Authentication | Class::Permission | Class::Unavailable | Class::Unsupported)
}

/// Whether trusted facts speak against a class.
fn contradicts(class: Class, observation: &RecoveryObservation) -> bool {
    match class {
        // A producer that was never reached has not limited anything.
        Class::RateLimited => observation.reach == Reach::NotReached || observation.blame == Some(Blame::Call),
        Class::Transient => observation.blame == Some(Blame::Call),
        // Whoever asks for a pause expects the same call again.
        Class::WrongTool => observation.wait_asked || observation.only_tool,
        Class::Authentication | Class::Permission | Class::WrongArguments | Class::Unsupported => observation.wait_asked,
        Class::Unavailable => observation.blame == Some(Blame::Call) && observation.reach == Reach::Refused,
        Class::Unknown => false,
    }
}

fn correction(levels: &Distribution, thresholds: &Thresholds) -> Option<Correction> {
    let (index, probability) = levels.top();
    let told = !levels.is_tied() && !levels.says_nothing() && side(probability, thresholds.correction) == Side::Above;
    Correction::ALL.get(index).copied().filter(|_| told)
}

/// Whether another tool is sought: the class says that another one is for it, or the operation keeps failing at an obstacle that another tool may not have. Credentials and
/// permissions are no such obstacles: whoever may not do something does not do it with another tool.
#[must_use]
pub const fn seeks_alternate(class: Class, attempts: Attempts) -> bool {
    match class {
        Class::WrongTool => true,
        Class::Unavailable | Class::Unsupported | Class::Transient | Class::RateLimited => !matches!(attempts, Attempts::First),
        _ => false,
    }
}

/// Which candidate is followed.
///
/// # Errors
///
/// Why none is.
pub fn choose(answer: &Distribution, observation: &RecoveryObservation, thresholds: &Thresholds) -> Result<AlternateTool, Abstained> {
    if answer.says_nothing() {
        return Err(Abstained::NoInformation);
    }
    if answer.is_tied() {
        return Err(Abstained::Tie);
    }
    let (index, probability) = answer.top();
    let candidate = observation.candidates.get(index).ok_or(Abstained::Evidence)?;
    reached(probability, thresholds.alternate)?;
    Ok(AlternateTool { key: candidate.key.clone(), found_by: candidate.found_by.clone() })
}

#[cfg(test)]
#[path = "policy_tests.rs"]
mod tests;
