//! From an attempt to the cells of a row: everything a host may show of a failure, none of the tool's text.

use super::table::{Cell, Row, Style};
use serde_json::Value;
use std::time::Duration;
use tool_recovery::{
    ArgumentsRef, Attempt, Outcome, Report, ToolCall, ToolRequest, Verdict,
    advice::Action,
    classify::Class,
    facts::{Code, Facts, FailureKind},
};

/// The row of one attempt.
pub fn row<T, E>(number: usize, call: String, attempt: &Attempt<T, E>) -> Row {
    let report = attempt.report.as_deref();
    let refused = matches!(attempt.outcome, Outcome::Rejected(_));
    Row {
        number,
        call,
        outcome: outcome(attempt),
        class: Cell::plain(report.map_or_else(String::new, |report| class(report, refused))),
        source: Cell(report.map_or("", |report| report.classification.source.as_str()).into(), Style::Dim),
        verdict: report.map_or_else(|| Cell::plain(""), |_| verdict(attempt.verdict)),
        advice: Cell::plain(report.map_or_else(String::new, |report| advice(&report.advice.action))),
    }
}

/// A call as the model wrote it: the tool and the values of its arguments, or their text where it is no JSON object yet. Only a script may show them: a host must not.
pub fn call(call: &ToolCall) -> String {
    let arguments = match call.arguments() {
        ArgumentsRef::Text(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        _ => call.value().map_or_else(String::new, values),
    };
    format!("{} {arguments}", call.tool())
}

fn values(value: &Value) -> String {
    let parts: Vec<String> = match value {
        Value::Object(members) => members.values().map(values).collect(),
        Value::Array(items) => items.iter().map(values).collect(),
        Value::String(text) => return text.clone(),
        other => return other.to_string(),
    };
    parts.join(" ")
}

fn outcome<T, E>(attempt: &Attempt<T, E>) -> Cell {
    let facts = attempt.report.as_deref().map(|report| &report.facts);
    match &attempt.outcome {
        Outcome::Completed(_) => Cell("ok".into(), Style::Green),
        Outcome::Rejected(rejection) => Cell(format!("refused: {}", rejection.kind()), Style::Yellow),
        Outcome::Incomplete(_) => Cell("incomplete".into(), Style::Plain),
        Outcome::Cancelled => Cell("cancelled".into(), Style::Red),
        Outcome::TimedOut => Cell("timed out".into(), Style::Red),
        Outcome::Failed(_) => Cell(facts.map_or_else(String::new, code), Style::Red),
        Outcome::Errored(_) => Cell(facts.map_or_else(String::new, code), Style::Red),
        _ => Cell("?".into(), Style::Red),
    }
}

/// The status in words: `HTTP 401`, `exit code 2`, `ConnectionReset`; where there is none, the field that said so.
pub fn code(facts: &Facts) -> String {
    match &facts.code {
        Some(Code::Errno(number)) => format!("{:?}", std::io::Error::from_raw_os_error(*number).kind()),
        Some(code) => code.to_string(),
        None if matches!(facts.kind, FailureKind::Timeout(_)) => "timed out (client)".into(),
        None => format!("failed: {}", facts.provenance.field),
    }
}

fn class(report: &Report, refused: bool) -> String {
    let classification = report.classification;
    match classification.subkind {
        // What a call ran into before it was executed has a name of its own, in the outcome.
        _ if refused && classification.class == Class::Unknown => "-".into(),
        Some(subkind) => format!("{}/{subkind}", classification.class),
        None => classification.class.to_string(),
    }
}

fn verdict(verdict: Verdict) -> Cell {
    let style = match verdict {
        Verdict::Continue => Style::Plain,
        Verdict::Nudge => Style::Yellow,
        Verdict::Halt => Style::Red,
    };
    Cell(verdict.as_str().into(), style)
}

fn advice(action: &Action) -> String {
    match action {
        Action::RetryAfter(wait) if wait.is_zero() => "try once more".into(),
        Action::RetryAfter(wait) => format!("wait {}", short(*wait)),
        Action::UseAlternate(tool) => format!("use {tool}"),
        Action::None => "-".into(),
        other => other.as_str().replace('_', " "),
    }
}

fn short(wait: Duration) -> String {
    if wait < Duration::from_millis(500) { format!("{} ms", wait.as_millis().max(1)) } else { format!("{:.0} s", wait.as_secs_f64().ceil()) }
}
