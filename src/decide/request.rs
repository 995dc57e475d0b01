//! The questions about one failure, and what a valid reply to them says.

use super::{Abstained, Attempts, Correction, RecoveryDecision, RecoveryObservation, wording};
use crate::{
    classify::Class,
    facts::Effect,
    systemone::{Answers, Batch, ChoiceOption, Distribution, Form, Question, Valid, Validated, validate},
};
use serde_json::Value;

/// A batch of questions about one failure, in one wording. `Debug` does not print the state.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RecoveryRequest {
    /// The version of the wording.
    pub version: &'static str,
    /// The questions and their state.
    pub batch: Batch,
}

impl RecoveryRequest {
    /// Asks for the class and for recoverability, and for a correction where the evidence holds a concrete one.
    #[must_use]
    pub fn about(observation: &RecoveryObservation) -> Self {
        let mut questions = vec![class(), recoverability()];
        questions.extend(observation.correctable.as_ref().map(|_| correction()));
        Self { version: wording::VERSION, batch: Batch::new(state(observation), questions) }
    }

    /// Asks which of the observation's candidates could do it.
    #[must_use]
    pub fn alternate(observation: &RecoveryObservation) -> Self {
        let candidates = observation.candidates.iter();
        let described = candidates.map(|one| ChoiceOption::new(one.key.to_string(), format!("{}: {}", one.key, one.capability.as_str())));
        let options = described.chain([ChoiceOption::new(wording::NONE, wording::NONE_IS)]).collect();
        let question = Question::new(wording::ALTERNATE, wording::ALTERNATE_ASKS, Form::Choice(options));
        Self { version: wording::VERSION, batch: Batch::new(state(observation), vec![question]) }
    }

    /// What a reply to [`about`](Self::about) says.
    ///
    /// # Errors
    ///
    /// [`Abstained::Invalid`] where it does not fit the questions, [`Abstained::NoInformation`] where no model has read them.
    pub fn decision(&self, answers: Answers) -> Result<RecoveryDecision, Abstained> {
        let Validated { answers, model, usage, attempts, latency } = self.read(answers)?;
        let mut answers = answers.into_iter();
        let (Some(Valid::Choice(class)), Some(Valid::Noul(blocked))) = (answers.next(), answers.next()) else { return Err(Abstained::NotAsked) };
        let correction = match answers.next() {
            Some(Valid::Score(levels)) => Some(levels),
            _ => None,
        };
        Ok(RecoveryDecision { version: self.version, class, blocked, correction, alternate: None, model, usage, attempts, latency })
    }

    /// What a reply to [`alternate`](Self::alternate) says: the probability of each candidate, and of none of them at the end.
    ///
    /// # Errors
    ///
    /// As [`decision`](Self::decision).
    pub fn alternates(&self, answers: Answers) -> Result<Distribution, Abstained> {
        match self.read(answers)?.answers.into_iter().next() {
            Some(Valid::Choice(distribution)) => Ok(distribution),
            _ => Err(Abstained::NotAsked),
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

/// One string: models that compare texts are distracted by every key of an object. Each line from outside is quoted with `> `, and no line of ours begins so, so that no
/// text can speak in another role.
fn state(observation: &RecoveryObservation) -> Value {
    let mut state = String::with_capacity(observation.text.as_str().len() + 512);
    quote(&mut state, observation.text.as_str());
    if let Some(tool) = &observation.tool {
        state.push_str("The tool is described so:\n");
        quote(&mut state, tool.as_str());
    }
    if let Some(arguments) = &observation.arguments {
        state.push_str("Its arguments had these names and types:\n");
        quote(&mut state, arguments.as_str());
    }
    if let Some(status) = observation.status {
        state.push_str("Status: ");
        state.push_str(status);
        state.push_str(".\n");
    }
    if observation.wait_asked {
        state.push_str("The service asked for a pause.\n");
    }
    if observation.effect == Effect::NotApplied {
        state.push_str("Nothing was changed.\n");
    }
    match observation.attempts {
        Attempts::First => {}
        Attempts::Repeated => state.push_str("It has failed before.\n"),
        Attempts::Often => state.push_str("It has failed many times in a row.\n"),
    }
    Value::String(state)
}

fn quote(state: &mut String, text: &str) {
    // Whatever a reader could take for the end of a line ends a quoted line.
    let is_break = |c: char| matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}');
    for line in text.split(is_break).filter(|line| !line.trim().is_empty()) {
        state.push_str("> ");
        state.push_str(line);
        state.push('\n');
    }
}

#[cfg(test)]
#[path = "request_tests.rs"]
mod tests;
