//! Reading the body of a reply. Nothing of it is believed: numbers, labels and ids are checked against the questions by whoever asked.

mod loose;

use super::{Envelope, ReplyFault};
use crate::systemone::{Answer, Answers, Usage};
use loose::{Loose, Members, record, skip_array, visit_scalars};
use serde::de::DeserializeOwned;

/// The longest name of a model, in bytes. It goes into records.
const MAX_MODEL: usize = 128;

record! {
    /// The envelope of a gateway.
    Wrapped {
        "result" => result: Reply,
        "success" => success: Loose,
    }
}

record! {
    /// The reply itself.
    Reply {
        "model" => model: Loose,
        "answers" => answers: Members<Item>,
        "usage" => usage: Tokens,
        "error" => error: Loose,
        "detail" => detail: Loose,
        "success" => success: Loose,
    }
}

record! {
    /// One answer. `confidence` and `legend` are passed over: every server computes its own.
    Item {
        "type" => kind: Loose,
        "choice" => choice: Loose,
        "noul" => noul: Loose,
        "score" => score: Loose,
        "probabilities" => probabilities: Members<Loose>,
    }
}

record! {
    /// What was used.
    Tokens {
        "input_tokens" => input: Loose,
        "output_tokens" => output: Loose,
    }
}

/// The answers in a body, which is the whole of it: no mark before it, nothing behind it, no deeper than serde_json's bound of 128.
pub(super) fn parse(body: &[u8], envelope: Envelope) -> Result<Answers, ReplyFault> {
    let reply = match envelope {
        Envelope::None => read(body)?,
        Envelope::Result => unwrapped(read(body)?)?,
    };
    if reply.is_ambiguous() {
        return Err(ReplyFault::DuplicateKey);
    }
    if body.trim_ascii_start().first() != Some(&b'{') {
        return Err(ReplyFault::WrongJsonType);
    }
    reply.answers()
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, ReplyFault> {
    serde_json::from_slice(body).map_err(|_| ReplyFault::InvalidJson)
}

fn unwrapped(wrapped: Wrapped) -> Result<Reply, ReplyFault> {
    match wrapped.success {
        _ if wrapped.repeated => Err(ReplyFault::DuplicateKey),
        Loose::Bool(true) => Ok(wrapped.result),
        Loose::Bool(false) => Err(ReplyFault::ErrorInSuccess),
        _ => Err(ReplyFault::WrongJsonType),
    }
}

impl Reply {
    /// Whether a name stood twice where it counts.
    fn is_ambiguous(&self) -> bool {
        let items = match &self.answers {
            Members::Object { members, .. } => members.as_slice(),
            Members::Absent | Members::Other => &[],
        };
        self.repeated || self.answers.is_repeated() || items.iter().any(|(_, item)| item.repeated || item.probabilities.is_repeated())
    }

    fn answers(self) -> Result<Answers, ReplyFault> {
        let failed = self.error != Loose::Absent || self.detail != Loose::Absent || self.success == Loose::Bool(false);
        if failed && matches!(self.answers, Members::Absent) {
            return Err(ReplyFault::ErrorInSuccess);
        }
        let model = self.model.text().filter(|model| is_name(model)).ok_or(ReplyFault::MissingModel)?;
        let Members::Object { members, .. } = self.answers else { return Err(ReplyFault::WrongJsonType) };
        let answers = members.into_iter().map(|(id, item)| item.answer().map(|answer| (id, answer))).collect::<Result<_, _>>()?;
        let mut answers = Answers::new(model, answers);
        answers.usage = self.usage.usage();
        Ok(answers)
    }
}

fn is_name(model: &str) -> bool {
    !model.is_empty() && model.len() <= MAX_MODEL && model.bytes().all(|c| c.is_ascii_graphic() || c == b' ')
}

impl Item {
    fn answer(self) -> Result<Answer, ReplyFault> {
        match self.kind.text() {
            Some("choice") => {
                let Loose::Text(choice) = self.choice else { return Err(ReplyFault::WrongJsonType) };
                Ok(Answer::Choice { choice, probabilities: distribution(self.probabilities)? })
            }
            Some("noul") => self.noul.number().map(Answer::Noul).ok_or(ReplyFault::WrongJsonType),
            Some("score") => {
                let score = self.score.number().ok_or(ReplyFault::WrongJsonType)?;
                Ok(Answer::Score { score, probabilities: distribution(self.probabilities)? })
            }
            _ => Err(ReplyFault::TypeMismatch),
        }
    }
}

fn distribution(members: Members<Loose>) -> Result<Vec<(Box<str>, f64)>, ReplyFault> {
    let Members::Object { members, .. } = members else { return Err(ReplyFault::WrongJsonType) };
    members.into_iter().map(|(label, value)| value.number().map(|value| (label, value)).ok_or(ReplyFault::WrongJsonType)).collect()
}

impl Tokens {
    /// The usage, where both counts are counts. It is telemetry: a reply does not fail over it.
    fn usage(&self) -> Option<Usage> {
        Some(Usage { input_tokens: self.input.count()?, output_tokens: self.output.count()? })
    }
}

#[cfg(test)]
#[path = "../reply_tests.rs"]
mod tests;
