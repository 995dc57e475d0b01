//! Repeats and halts in recorded sessions: no model is needed to count them.

use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// One call of a session, as far as counting needs it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallOutcome {
    /// The tool.
    pub tool: String,
    /// The arguments, or their digest: what makes two calls identical.
    pub args: String,
    /// The error template, where it is coarser than the arguments.
    #[serde(default)]
    pub template: Option<String>,
    /// Whether it failed.
    pub failed: bool,
    /// The class of the failure.
    #[serde(default)]
    pub class: Option<String>,
    /// Whether it only reads.
    pub reads: bool,
}

/// The calls of a session, in their order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionCalls {
    /// The task, which other sessions may share.
    pub task: String,
    /// The calls.
    pub calls: Vec<CallOutcome>,
    /// Whether the task could have been done after the session's last call, where an observer said so.
    #[serde(default)]
    pub achievable: Option<bool>,
}

/// What was counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SessionCounters {
    /// Failed calls.
    pub errors: u64,
    /// Failed calls after which the same tool succeeded in the same session.
    pub recovered_later: u64,
    /// Calls that were identical to one whose failure was open.
    pub repeats: u64,
    /// Repeats that succeeded.
    pub repeats_succeeded: u64,
    /// Repeats of a transient failure, or after a successful call that was no read.
    pub justified_repeats: u64,
    /// Repeats without such a reason that failed.
    pub futile_repeats: u64,
    /// Repeats without such a reason that succeeded: who refused them would have been wrong.
    pub unjustified_succeeded: u64,
    /// Sessions whose last call failed.
    pub halts_after_error: u64,
    /// Those of them in which another session of the task went on after the same failure and recovered with the same tool: an estimate.
    pub premature_halts_sibling: u64,
    /// Those of them of which an observer said that the task was achievable.
    pub premature_halts_oracle: u64,
}

/// Tool, class, and template or arguments: what makes two failures of a task alike.
type Alike<'a> = (&'a str, &'a str, Option<&'a str>, &'a str);

fn alike<'a>(session: &'a SessionCalls, call: &'a CallOutcome) -> Alike<'a> {
    (&session.task, &call.tool, call.class.as_deref(), call.template.as_deref().unwrap_or(&call.args))
}

/// Counts over sessions.
#[must_use]
pub fn count_sessions(sessions: &[SessionCalls]) -> SessionCounters {
    let mut counters = SessionCounters::default();
    // By failure: the sessions that recovered from it.
    let mut recoveries: HashMap<Alike<'_>, Vec<usize>> = HashMap::new();
    for (number, session) in sessions.iter().enumerate() {
        count_repeats(session, &mut counters);
        for (at, call) in session.calls.iter().enumerate().filter(|(_, call)| call.failed) {
            counters.errors += 1;
            if session.calls.iter().skip(at + 1).any(|later| later.tool == call.tool && !later.failed) {
                counters.recovered_later += 1;
                recoveries.entry(alike(session, call)).or_default().push(number);
            }
        }
    }
    for (number, session) in sessions.iter().enumerate() {
        let Some(last) = session.calls.last().filter(|call| call.failed) else { continue };
        counters.halts_after_error += 1;
        let sibling = recoveries.get(&alike(session, last)).is_some_and(|others| others.iter().any(|other| *other != number));
        counters.premature_halts_sibling += u64::from(sibling);
        counters.premature_halts_oracle += u64::from(session.achievable == Some(true));
    }
    counters
}

/// An open failure: whether it was transient, and whether anything changed since.
struct Open {
    transient: bool,
    changed: bool,
}

fn count_repeats(session: &SessionCalls, counters: &mut SessionCounters) {
    let mut open: HashMap<(&str, &str), Open> = HashMap::new();
    for call in &session.calls {
        let key = (call.tool.as_str(), call.args.as_str());
        if let Some(failure) = open.get(&key) {
            let justified = failure.transient || failure.changed;
            counters.repeats += 1;
            counters.repeats_succeeded += u64::from(!call.failed);
            counters.justified_repeats += u64::from(justified);
            counters.futile_repeats += u64::from(!justified && call.failed);
            counters.unjustified_succeeded += u64::from(!justified && !call.failed);
        }
        if call.failed {
            open.insert(key, Open { transient: call.class.as_deref() == Some("transient"), changed: false });
        } else {
            open.remove(&key);
            if !call.reads {
                open.values_mut().for_each(|failure| failure.changed = true);
            }
        }
    }
}
