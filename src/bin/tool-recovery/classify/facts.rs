//! From a recorded result to facts, by the adapter of its transport.

use super::heads;
use std::time::SystemTime;
use tool_recovery::{
    admission::ToolDescriptor,
    corpus::{Recorded, Row, Transport},
    facts::{
        Adapter, Code, Effect, Facts, Judgement, Phase, Provenance, Reach, UntrustedText,
        exception::exception_facts,
        grpc,
        http::{self, RetryAfter},
        jsonrpc,
        process::{Ending, program_and_subcommand},
    },
};

/// How a host would declare the tool of this row: its effect so that the effect of the row comes out, and for programs their operation and the exit codes that are answers.
pub(super) fn descriptor(row: &Row) -> ToolDescriptor {
    let tool = ToolDescriptor::new(row.tool.as_str());
    let tool = match row.effect {
        Effect::ReadOnly => tool.read_only(),
        // A success that changed nothing is no change of the world.
        Effect::NotApplied if !failed(row) => tool.read_only(),
        Effect::NotApplied | Effect::Applied | Effect::UncertainWrite => tool.write(),
        Effect::Unknown => tool,
    };
    match row.result.transport {
        Transport::Process => tool.operation(program_and_subcommand).answers(answers(row).iter().copied()),
        _ => tool,
    }
}

/// Whether the exit code is an answer.
fn answered(row: &Row) -> bool {
    row.result.signal.is_none() && row.result.exit_code.is_some_and(|code| answers(row).contains(&code))
}

fn answers(row: &Row) -> &'static [i32] {
    super::answers::answers(&row.arguments, &row.result.text)
}

/// Judges the row, as the extractor of the stack.
pub(super) fn judge(row: &Row) -> Judgement {
    if failed(row) { facts(row).into() } else { Judgement::Success }
}

fn failed(row: &Row) -> bool {
    let result = &row.result;
    match result.transport {
        // Without a status there was no response.
        Transport::Http => result.is_error || !result.http_status.is_some_and(http::is_success),
        Transport::Mcp | Transport::JsonRpc => result.is_error,
        // The recorder's own flag outranks what a host would declare.
        Transport::Process if !result.is_error && answered(row) => false,
        Transport::Process | Transport::Python | Transport::Node | Transport::Sql | Transport::Grpc => {
            result.is_error || result.signal.is_some() || result.exit_code.is_some_and(|code| code != 0)
        }
    }
}

fn facts(row: &Row) -> Facts {
    let result = &row.result;
    let text = || UntrustedText::new(&result.text);
    let facts = match result.transport {
        // What comes with an answer is data: the lines of a file, not words about a failure.
        Transport::Process if answered(row) => ending(result).facts(UntrustedText::default()),
        Transport::Process => ending(result).facts(text()),
        Transport::Http => http_facts(result),
        Transport::Mcp => heads::rpc_code(&result.text).map_or_else(|| jsonrpc::tool_error_facts(text()), |code| jsonrpc::error_facts(Some(code), text())),
        Transport::JsonRpc => jsonrpc::error_facts(heads::rpc_code(&result.text).or_else(|| code_of_object(&result.text)), text()),
        Transport::Python => raised(result, heads::python_exception(&result.text)),
        Transport::Node => raised(result, heads::node_error(&result.text)),
        Transport::Sql => sql_facts(result),
        Transport::Grpc => match heads::grpc_status(&result.text) {
            Some(number) => grpc::status_facts(number, text()),
            None => raised(result, heads::python_exception(&result.text)),
        },
    };
    with_effect(facts, row.effect, row.phase)
}

const fn ending(result: &Recorded) -> Ending {
    Ending { code: result.exit_code, signal: result.signal }
}

fn http_facts(result: &Recorded) -> Facts {
    let text = UntrustedText::new(&result.text);
    match result.http_status {
        Some(status) => http::status_facts(status, retry_after(result), Some(text)),
        None => Facts::new(Provenance::new(Adapter::Http, "error")).text_from(text, "error"),
    }
}

/// The wait that the headers ask for. A date without the response's own `Date` says nothing here: when the row was recorded is not known.
fn retry_after(result: &Recorded) -> Option<RetryAfter> {
    let dated = result.header("date").is_some();
    let is_number = |value: &str| value.trim_start().starts_with(|c: char| c.is_ascii_digit());
    RetryAfter::read(|name| result.header(name).filter(|value| dated || name != "retry-after" || is_number(value)), || SystemTime::UNIX_EPOCH)
}

/// An interpreter that ended with an exception: its name where it printed one, else how the process ended.
fn raised(result: &Recorded, name: Option<&str>) -> Facts {
    let text = UntrustedText::new(&result.text);
    let ended = result.exit_code.is_some() || result.signal.is_some();
    match name {
        Some(name) => answered_if(ended, exception_facts(name, text)),
        None if ended => ending(result).facts(text),
        None => Facts::new(Provenance::new(Adapter::Exception, "message")).text_from(text, "message"),
    }
}

/// The vendor's code, or the exception of the driver, or how the client ended.
fn sql_facts(result: &Recorded) -> Facts {
    let vendor = heads::sql_code(&result.text).and_then(Code::name);
    if vendor.is_none() {
        return raised(result, heads::python_exception(&result.text));
    }
    let facts = Facts::new(Provenance::new(Adapter::Exception, "code")).code(vendor).text_from(UntrustedText::new(&result.text), "message");
    answered_if(result.exit_code.is_some(), facts)
}

/// A program that ended by itself has answered.
fn answered_if(ended: bool, facts: Facts) -> Facts {
    if ended { facts.reached(Phase::Execution, Reach::Answered) } else { facts }
}

/// The code where the text is the error object itself, or a response with it.
fn code_of_object(text: &str) -> Option<i64> {
    let object: serde_json::Value = serde_json::from_str(text).ok()?;
    object.pointer("/error/code").or_else(|| object.get("code"))?.as_i64()
}

/// The effect and the phase of the row are given: where the transport alone would suggest another effect, the row's stands.
fn with_effect(mut facts: Facts, effect: Effect, phase: Phase) -> Facts {
    facts.phase = phase;
    match effect {
        Effect::ReadOnly => {}
        Effect::NotApplied => facts.applied = Some(false),
        Effect::Applied => facts.applied = Some(true),
        Effect::UncertainWrite => facts.reach = Reach::MayHaveReached,
        Effect::Unknown if matches!(facts.reach, Reach::NotReached | Reach::Refused) => facts.reach = Reach::Answered,
        Effect::Unknown => {}
    }
    facts
}
