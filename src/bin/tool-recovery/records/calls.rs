//! Which records belong to one call.

use super::{input, inspect::what};
use crate::Failure;
use std::{collections::VecDeque, path::PathBuf};
use tool_recovery::record::{Body, Digest, Record};

/// The most lines of one call that are shown.
const MAX_LINES: usize = 1000;

/// The most calls that are listed.
const MAX_CALLS: usize = 50;

/// One call of a list.
pub(super) struct Call {
    pub(super) id: String,
    pub(super) tool: String,
    /// The time of its first record.
    pub(super) ts: String,
    /// What its last record says.
    pub(super) said: String,
}

/// The calls that began last, in the order of their first records.
#[derive(Default)]
pub(super) struct Latest {
    pub(super) calls: VecDeque<Call>,
    /// Calls before those that are kept.
    pub(super) earlier: u64,
}

/// Reads the latest calls. A call that is not finished when fifty others have begun is listed again when it goes on.
pub(super) fn latest(files: &[PathBuf]) -> Result<Latest, Failure> {
    let mut latest = Latest::default();
    for path in files {
        input::each(path, &mut |record| {
            if record.head.call_id.as_str() != "-" {
                latest.take(record);
            }
            Ok(())
        })?;
    }
    if latest.calls.is_empty() {
        return Err(Failure::Wrong("there is no record of a call in it: is it a file of records?".to_owned()));
    }
    Ok(latest)
}

impl Latest {
    fn take(&mut self, record: &Record<'_>) {
        let id = record.head.call_id.as_str();
        let said = format!("{}: {}", record.body.kind(), what(&record.body));
        if let Some(call) = self.calls.iter_mut().rev().find(|call| call.id == id) {
            call.said = said;
            if let Some(tool) = tool_of(&record.body).filter(|_| call.tool.is_empty()) {
                tool.clone_into(&mut call.tool);
            }
            return;
        }
        let tool = tool_of(&record.body).unwrap_or_default().to_owned();
        self.calls.push_back(Call { id: id.to_owned(), tool, ts: record.head.ts.to_string(), said });
        if self.calls.len() > MAX_CALLS {
            self.calls.pop_front();
            self.earlier += 1;
        }
    }
}

/// The tool that a record is about.
pub(super) fn tool_of<'r>(body: &'r Body<'_>) -> Option<&'r str> {
    let tool = match body {
        Body::Decision(decision) => Some(&decision.proposal.tool),
        Body::Authorization(authorization) => authorization.tool.as_ref(),
        Body::Execution(execution) => execution.tool.as_ref(),
        Body::Recovery(recovery) => recovery.tool.as_ref(),
        _ => None,
    };
    tool.map(|tool| tool.as_str())
}

/// The keyed digest of the arguments of the call that a record is about.
pub(super) fn arguments_of<'r, 'a>(body: &'r Body<'a>) -> Option<&'r Digest<'a>> {
    match body {
        Body::Decision(decision) => Some(&decision.proposal.args_digest),
        Body::Execution(execution) => execution.args_digest.as_ref(),
        _ => None,
    }
}

/// The lines that belong to an id, in their order.
#[derive(Default)]
pub(super) struct Found {
    pub(super) lines: Vec<Vec<u8>>,
    /// Lines beyond those that are kept.
    pub(super) more: u64,
}

/// Finds the call that an id belongs to, and everything recorded of it. The files are read twice: a record's id tells its call only when it has been found.
pub(super) fn find(files: &[PathBuf], id: &str) -> Result<Found, Failure> {
    let mut call = None;
    for path in files {
        input::each(path, &mut |record| {
            if call.is_none() && (record.head.call_id.as_str() == id || record.head.id.as_str() == id) {
                call = Some((record.head.call_id.to_string(), record.head.id.to_string()));
            }
            Ok(())
        })?;
    }
    let Some((call, own)) = call else {
        return Err(Failure::Wrong("nothing is recorded of this id: give the id of a call or of a record".to_owned()));
    };
    let mut found = Found::default();
    for path in files {
        input::each(path, &mut |record| {
            // A record about no call stands for itself.
            let belongs = if call == "-" { record.head.id.as_str() == own } else { record.head.call_id.as_str() == call || refers_to(record, &found.lines) };
            if belongs && found.lines.len() < MAX_LINES {
                found.lines.push(record.to_line());
            } else if belongs {
                found.more += 1;
            }
            Ok(())
        })?;
    }
    Ok(found)
}

/// Whether a record of another call closes or overrides something of this one.
fn refers_to(record: &Record<'_>, lines: &[Vec<u8>]) -> bool {
    let reference = match &record.body {
        Body::Recovered(recovered) => &recovered.recovery_id,
        Body::Override(overridden) => &overridden.decision_id,
        Body::Label(label) => &label.decision_id,
        _ => return false,
    };
    lines.iter().filter_map(|line| Record::parse(line).ok()).any(|known| known.head.id == *reference)
}
