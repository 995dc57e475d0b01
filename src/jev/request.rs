//! The body of a request: exactly `model`, `state` and `questions`.

use crate::systemone::{Batch, ChoiceOption, Form, Question};
use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::Value;
use std::borrow::Cow;

/// The longest body that is sent, in bytes. A scrubbed failure with its questions is a few kilobytes.
pub(super) const MAX_BODY: usize = 128 * 1024;

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    state: &'a Value,
    questions: Questions<'a>,
}

/// The questions in their own order: some servers are not indifferent to it.
struct Questions<'a>(&'a [Question]);
struct Options<'a>(&'a [ChoiceOption]);

#[derive(Serialize)]
struct Asked<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    instructions: &'a str,
    criteria: Criteria<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Criteria<'a> {
    Choice(Options<'a>),
    Noul { r#true: &'a str, r#false: &'a str },
    Score(&'a [Cow<'static, str>]),
}

/// The body for `batch`, or `None` where it would be longer than [`MAX_BODY`].
pub(super) fn body(model: &str, batch: &Batch) -> Option<Vec<u8>> {
    let body = Body { model, state: &batch.state, questions: Questions(&batch.questions) };
    serde_json::to_vec(&body).ok().filter(|body| body.len() <= MAX_BODY)
}

impl Serialize for Questions<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for question in self.0 {
            map.serialize_entry(&question.id, &asked(question))?;
        }
        map.end()
    }
}

fn asked(question: &Question) -> Asked<'_> {
    let (kind, criteria) = match &question.form {
        Form::Choice(options) => ("choice", Criteria::Choice(Options(options))),
        Form::Noul { yes, no } => ("noul", Criteria::Noul { r#true: yes, r#false: no }),
        Form::Score(levels) => ("score", Criteria::Score(levels)),
    };
    Asked { kind, instructions: &question.instructions, criteria }
}

impl Serialize for Options<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for option in self.0 {
            map.serialize_entry(&option.label, &option.description)?;
        }
        map.end()
    }
}

#[cfg(test)]
#[path = "request_tests.rs"]
mod tests;
