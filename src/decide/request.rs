//! The questions about one failure, and what a valid reply to them says.

use super::{Abstained, AlternateAnswer, Attempts, Correction, RecoveryDecision, RecoveryObservation, wording};
use crate::{
    classify::Class,
    facts::Effect,
    scrub::Role,
    systemone::{AnswerFault, Answers, Batch, ChoiceOption, Form, Question, Valid, Validated, validate},
};
use serde_json::Value;

/// A batch of questions about one failure, in one wording. `Debug` does not print the state.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RecoveryRequest {
    /// The version of the wording.
    pub version: &'static str,
    /// The questions and their state, as it leaves: scrubbed, and without an identifier.
    pub batch: Batch,
    /// Whose words stand in the state between delimiters. All of them are untrusted; what stands outside is ours.
    pub roles: Vec<Role>,
    /// Whether the error text was longer than what may be told of it.
    pub shortened: bool,
}

impl RecoveryRequest {
    /// Asks for the class and for recoverability, and for a correction where the evidence holds a concrete one.
    #[must_use]
    pub fn about(observation: &RecoveryObservation) -> Self {
        let mut questions = vec![class(), recoverability()];
        questions.extend(observation.correctable.as_ref().map(|_| correction()));
        Self::new(observation, questions)
    }

    /// Asks which of the observation's candidates could do it.
    #[must_use]
    pub fn alternate(observation: &RecoveryObservation) -> Self {
        let candidates = observation.candidates.iter();
        let described = candidates.map(|one| ChoiceOption::new(one.key.to_string(), format!("{}: {}", one.key, one.capability.as_str())));
        let options = described.chain([ChoiceOption::new(wording::NONE, wording::NONE_IS)]).collect();
        let question = Question::new(wording::ALTERNATE, wording::ALTERNATE_ASKS, Form::Choice(options));
        Self::new(observation, vec![question])
    }

    fn new(observation: &RecoveryObservation, questions: Vec<Question>) -> Self {
        let described = observation.tool.as_ref().map(|_| Role::Description);
        let called = observation.arguments.as_ref().map(|_| Role::Arguments);
        let roles = [Some(Role::Error), described, called].into_iter().flatten().collect();
        Self { version: wording::VERSION, batch: Batch::new(state(observation), questions), roles, shortened: observation.shortened }
    }

    /// What a reply to [`about`](Self::about) says.
    ///
    /// # Errors
    ///
    /// [`Abstained::Invalid`] where it does not fit the questions, [`Abstained::NoInformation`] where no model has read them.
    pub fn decision(&self, answers: Answers) -> Result<RecoveryDecision, Abstained> {
        let Validated { answers, model, usage, attempts, latency } = self.read(answers)?;
        let mut answers = answers.into_iter();
        let (Some(Valid::Choice(class)), Some(Valid::Noul(blocked))) = (answers.next(), answers.next()) else {
            return Err(AnswerFault::TypeMismatch.into());
        };
        let correction = match answers.next() {
            Some(Valid::Score(levels)) => Some(levels),
            _ => None,
        };
        Ok(RecoveryDecision { version: self.version, class, blocked, correction, model, usage, attempts, latency })
    }

    /// What a reply to [`alternate`](Self::alternate) says: the probability of each candidate in their order, and of none of them at the end.
    ///
    /// # Errors
    ///
    /// As [`decision`](Self::decision).
    pub fn alternates(&self, answers: Answers) -> Result<AlternateAnswer, Abstained> {
        let Validated { answers, model, usage, latency, .. } = self.read(answers)?;
        match answers.into_iter().next() {
            Some(Valid::Choice(distribution)) => Ok(AlternateAnswer { distribution, model, usage, latency }),
            _ => Err(AnswerFault::TypeMismatch.into()),
        }
    }

    fn read(&self, answers: Answers) -> Result<Validated, Abstained> {
        let validated = validate(&self.batch.questions, answers)?;
        if validated.is_unread() { Err(Abstained::NoInformation) } else { Ok(validated) }
    }
}

/// The question for the class, with its options in the order of [`Class::ALL`].
fn class() -> Question {
    let options = Class::ALL.map(|class| ChoiceOption::new(class.as_str(), wording::class_is(class))).into();
    Question::new(wording::CLASS, wording::CLASS_ASKS, Form::Choice(options))
}

/// The question whether the next attempt needs something from outside.
fn recoverability() -> Question {
    let form = Form::Noul { yes: wording::RECOVERABILITY_YES.into(), no: wording::RECOVERABILITY_NO.into() };
    Question::new(wording::RECOVERABILITY, wording::RECOVERABILITY_ASKS, form)
}

/// The question for a correction, with its levels in the order of [`Correction::ALL`].
fn correction() -> Question {
    let levels = Correction::ALL.map(|level| wording::correction_is(level).into()).into();
    Question::new(wording::CORRECTION, wording::CORRECTION_ASKS, Form::Score(levels))
}

/// One string: models that compare texts are distracted by every key of an object. What comes from outside stands between delimiters that no scrubbed text contains, so that
/// none can speak in another role.
fn state(observation: &RecoveryObservation) -> Value {
    let mut state = observation.text.delimited(Role::Error);
    let mut add = |part: &str| {
        state.push('\n');
        state.push_str(part);
    };
    if let Some(tool) = &observation.tool {
        add(&tool.delimited(Role::Description));
    }
    if let Some(arguments) = &observation.arguments {
        add(&arguments.delimited(Role::Arguments));
    }
    if let Some(status) = observation.status {
        add(&format!("Status: {status}."));
    }
    if observation.wait_asked {
        add("The service asked for a pause.");
    }
    if observation.effect == Effect::NotApplied {
        add("Nothing was changed.");
    }
    match observation.attempts {
        Attempts::First => {}
        Attempts::Repeated => add("It has failed before."),
        Attempts::Often => add("It has failed many times in a row."),
    }
    Value::String(state)
}

#[cfg(test)]
#[path = "request_tests.rs"]
mod tests;
