//! What the client gets: the server's own response, with advice beside it where there is some, or a result of ours where the server has none.

use super::{
    facts::{Lost, Reply},
    message::{Id, Members, line, raw},
};
use serde_json::{Value, json, value::RawValue};
use tool_recovery::{Attempt, Outcome, Report, Verdict};

/// How advice reaches the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Advice {
    /// Not at all; a call that did not run is still answered with its reason.
    Off,
    /// As data under `_meta`, for the client alone.
    Meta,
    /// As data under `_meta`, and as one more text for the model, which stays in the client's transcript.
    Content,
}

/// The member of `_meta` that is ours, as MCP names such members.
pub(super) const ADVICE: &str = "tool-recovery/advice";

/// The line for the client; `None` where the client has cancelled and awaits nothing.
pub(super) fn answer(attempt: Attempt<Reply, Lost>, id: &Id, mode: Advice) -> Option<Vec<u8>> {
    let text = advice_text(&attempt);
    let data = Data { report: attempt.report.as_deref(), verdict: attempt.verdict, text, mode };
    match attempt.outcome {
        Outcome::Completed(reply) | Outcome::Incomplete(reply) => Some(line(reply.0)),
        Outcome::Failed(reply) if data.speaks() => Some(line(advised(&reply.0, &data).unwrap_or(reply.0))),
        Outcome::Failed(reply) => Some(line(reply.0)),
        Outcome::Errored(lost) => data.result(id, &lost.words(), None),
        Outcome::Rejected(rejection) => data.result(id, rejection.message(), Some(rejection.kind().as_str())),
        Outcome::TimedOut => data.result(id, "The tool did not answer within its timeout. It was told to stop, and its answer is no longer awaited.", None),
        _ => None,
    }
}

/// The advice for the model, apart from the message of a rejection, which is an answer of its own.
fn advice_text(attempt: &Attempt<Reply, Lost>) -> Option<Box<str>> {
    attempt.advice().map(|advice| advice.for_model.clone()).filter(|text| !text.is_empty())
}

struct Data<'a> {
    report: Option<&'a Report>,
    verdict: Verdict,
    text: Option<Box<str>>,
    mode: Advice,
}

impl Data<'_> {
    /// Whether there is something to add to the server's own response.
    fn speaks(&self) -> bool {
        self.mode != Advice::Off && self.text.is_some()
    }

    /// What stands under `_meta`: our own words and numbers, nothing of the tool's text.
    fn meta(&self, rejection: Option<&str>) -> Value {
        let Some(report) = self.report else { return json!({ "verdict": self.verdict.as_str() }) };
        let mut meta = json!({
            "version": report.advice.template,
            "verdict": self.verdict.as_str(),
            "action": report.advice.action.as_str(),
            "owner": report.advice.owner.as_str(),
            "class": report.classification.class.as_str(),
            "effect": report.effect.as_str(),
            "reason": report.standing.reason.as_str(),
            "identical_failures": report.standing.identical,
            "failures_in_a_row": report.standing.streak,
        });
        let optional = [
            ("subkind", report.classification.subkind.map(|subkind| Value::from(subkind.as_str()))),
            ("rejection", rejection.map(Value::from)),
            ("hold", report.standing.hold.map(|hold| hold.get().into())),
            ("for_user", report.advice.for_user.as_deref().map(Value::from)),
            ("text", self.text.as_deref().map(Value::from)),
            ("paused_ms", report.standing.paced.map(|wait| u64::try_from(wait.as_millis()).unwrap_or(u64::MAX).into())),
        ];
        if let Value::Object(members) = &mut meta {
            members.extend(optional.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))));
        }
        meta
    }

    /// The block for the model: marked as ours in its text and in its `_meta`, so that a client can take it out again.
    fn block(&self) -> Option<Value> {
        let text = self.text.as_deref().filter(|_| self.mode == Advice::Content)?;
        let version = self.report.map_or("", |report| report.advice.template);
        Some(json!({
            "type": "text",
            "text": format!("[tool-recovery] {text}"),
            "annotations": { "audience": ["assistant"] },
            "_meta": { ADVICE: version },
        }))
    }

    /// A result of ours: the call has none of the server.
    fn result(&self, id: &Id, text: &str, rejection: Option<&str>) -> Option<Vec<u8>> {
        let mut result = json!({ "content": [{ "type": "text", "text": text }], "isError": true });
        if let (Some(block), Some(content)) = (self.block(), result.get_mut("content").and_then(Value::as_array_mut)) {
            content.push(block);
        }
        if let (true, Value::Object(members)) = (self.mode != Advice::Off, &mut result) {
            members.insert("_meta".into(), json!({ ADVICE: self.meta(rejection) }));
        }
        Some(response(id, &result))
    }
}

/// The server's response with advice beside it. Every member keeps its text and its place; `None` where the response has no place for advice.
fn advised(reply: &str, data: &Data<'_>) -> Option<String> {
    let mut message = Members::read(reply)?;
    if let Some(result) = message.get("result") {
        let mut result = Members::read(result.get())?;
        if let Some(block) = data.block() {
            let mut content: Vec<Box<RawValue>> = match result.get("content") {
                Some(content) => serde_json::from_str(content.get()).ok()?,
                None => Vec::new(),
            };
            content.push(raw(&block)?);
            result.set("content", raw(&content)?);
        }
        add(&mut result, "_meta", data)?;
        message.set("result", raw(&result)?);
    } else {
        // An error has no content. What its message says is the server's, so that only clients which look at its data find advice.
        let mut error = Members::read(message.get("error")?.get())?;
        add(&mut error, "data", data)?;
        message.set("error", raw(&error)?);
    }
    serde_json::to_string(&message).ok()
}

/// Adds our member to an object that may be absent. Anything but an object is left alone.
fn add(around: &mut Members, place: &str, data: &Data<'_>) -> Option<()> {
    let mut object = match around.get(place).map(RawValue::get) {
        Some("null") | None => Members::default(),
        Some(object) => Members::read(object)?,
    };
    object.set(ADVICE, raw(&data.meta(None))?);
    around.set(place, raw(&object)?);
    Some(())
}

/// The answer to a call that no stack can answer any more.
pub(super) fn unavailable(id: &Id, lost: &Lost) -> Vec<u8> {
    let result = json!({ "content": [{ "type": "text", "text": lost.words() }], "isError": true });
    response(id, &result)
}

/// A response of ours. The id is written as the client wrote it: as a `Value`, a number beyond 64 bits would be rounded.
fn response(id: &Id, result: &Value) -> Vec<u8> {
    line(format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, written(Some(id))))
}

/// An id as JSON.
fn written(id: Option<&Id>) -> String {
    serde_json::to_string(&id).unwrap_or_else(|_| "null".into())
}

/// The response to a request that is no call of a tool and that nobody can answer any more.
pub(super) fn error(id: Option<&Id>, code: i64, message: &str) -> Vec<u8> {
    line(format!(r#"{{"jsonrpc":"2.0","id":{},"error":{}}}"#, written(id), json!({ "code": code, "message": message })))
}

/// What the server is told when the time of a call is over.
pub(super) fn cancelled(id: &Id) -> Vec<u8> {
    line(format!(r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"reason":"timeout","requestId":{}}}}}"#, written(Some(id))))
}

#[cfg(test)]
#[path = "answer_tests.rs"]
mod tests;
