//! Which records belong to one call.

use super::input;
use crate::Failure;
use std::path::PathBuf;
use tool_recovery::record::{Body, Record};

/// The most lines of one call that are shown.
const MAX_LINES: usize = 1000;

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
