//! The versioned texts of advice. They hold our own words and numbers only: nothing of a tool's text or of the arguments.

use super::{Action, Advice, action_for::Basis, printable};
use crate::{
    RejectionKind, Verdict,
    classify::{Class, Subkind},
    facts::{Effect, FailureKind},
    ledger::Reason,
};
use std::{fmt::Write as _, time::Duration};

/// The version of the templates below.
pub(crate) const VERSION: &str = "advice/1";

/// Works out the advice; `tool` is the name that the catalog has for the tool.
pub(crate) fn advise(basis: &Basis<'_>, tool: Option<&str>, limit: usize) -> Advice {
    let action = basis.action();
    let owner = basis.owner();
    let for_model = if speaks(basis, &action) { printable(&nudge(basis, &action, tool), limit).into() } else { Box::default() };
    let for_user = (basis.standing.verdict == Verdict::Halt).then(|| printable(&for_user(basis, &action, tool), limit).into());
    Advice { action, owner, for_model, for_user, template: VERSION }
}

/// A first failure with nothing concrete to say is left to the model, which has the original error; a rejection has a message of its own.
fn speaks(basis: &Basis<'_>, action: &Action) -> bool {
    let concrete = !matches!(action, Action::None | Action::StopRepeating | Action::CorrectArguments(_));
    basis.standing.verdict != Verdict::Continue || concrete && !matches!(basis.facts.kind, FailureKind::Rejected(_))
}

fn nudge(basis: &Basis<'_>, action: &Action, tool: Option<&str>) -> String {
    let mut text = String::with_capacity(256);
    let tool = tool.filter(|name| !name.is_empty()).unwrap_or("this tool");
    counted(&mut text, basis, tool);
    remedy(&mut text, basis, action, tool);
    if basis.standing.verdict == Verdict::Halt {
        let rejected = matches!(basis.facts.kind, FailureKind::Rejected(_));
        text.push_str(if rejected { " Nothing was executed." } else { "" });
        text.push_str(CLOSES);
    }
    text
}

const CLOSES: &str = " This closes the operation, not the task: other tools and other ways to the goal stay open.";

/// What a rejection says in place of `message` where it closed the operation; `None` where it did not. An invitation to correct the call would be followed in vain.
pub(crate) fn closing(basis: &Basis<'_>, tool: Option<&str>, message: &str) -> Option<String> {
    let closed = basis.standing.verdict == Verdict::Halt && basis.standing.reason != Reason::Refusals;
    match basis.facts.kind {
        FailureKind::Rejected(RejectionKind::Denied | RejectionKind::ApprovalDenied) if closed => Some(format!("{message}{CLOSES}")),
        FailureKind::Rejected(_) if closed => Some(nudge(basis, &basis.action(), tool)),
        _ => None,
    }
}

/// What the ledger counted, as plain numbers.
fn counted(text: &mut String, basis: &Basis<'_>, tool: &str) {
    let standing = &basis.standing;
    // Writing to a `String` cannot fail.
    let _ = match standing.reason {
        // The first of a kind needs no count: it may meet a halt that others of its operation made.
        Reason::ExactRepeat | Reason::KeyTotal | Reason::SpentExcuses if standing.identical < 2 => Ok(()),
        Reason::ExactRepeat | Reason::KeyTotal => {
            write!(text, "This identical call of {tool} has failed {} times and nothing has changed in between. ", standing.identical)
        }
        Reason::SpentExcuses => {
            write!(text, "This call of {tool} has failed {} times in the same way, although other things changed in between. ", standing.identical)
        }
        Reason::VariedFailures | Reason::Transient | Reason::RateLimited | Reason::ServiceDown if standing.streak < 2 => Ok(()),
        Reason::VariedFailures | Reason::Transient | Reason::RateLimited => write!(text, "{tool} has failed {} times in a row. ", standing.streak),
        Reason::ServiceDown => write!(text, "The service behind {tool} has not answered {} calls in a row. ", standing.streak),
        Reason::HardRejection if standing.streak.max(standing.identical) < 2 => Ok(()),
        Reason::HardRejection => write!(text, "Calls of {tool} were rejected {} times before they ran. ", standing.streak.max(standing.identical)),
        Reason::Refusals if standing.verdict == Verdict::Halt => write!(text, "Calls of {tool} keep being refused by the same state. "),
        _ => Ok(()),
    };
}

fn remedy(text: &mut String, basis: &Basis<'_>, action: &Action, tool: &str) {
    let _ = match action {
        Action::Reconcile if basis.answer_lost => write!(
            text,
            "The answer seems to have been lost on the way, so that this write may have taken effect all the same. First check whether it did, with a call that only reads; call {tool} again only where you find that it did not."
        ),
        Action::Reconcile => write!(
            text,
            "The outcome of this write is unknown: it may have taken effect. Do not send it again. First check whether it did, with a call that only reads, and report what you find."
        ),
        Action::RetryAfter(wait) if wait.is_zero() => write!(text, "The obstacle may pass by itself: the same call can be tried once more."),
        Action::RetryAfter(wait) => {
            let (amount, unit) = human(*wait);
            write!(text, "Wait {amount} {unit} before calling {tool} again; do something else meanwhile.")
        }
        Action::CorrectArguments(pointer) => {
            if let Some(pointer) = pointer {
                let _ = write!(text, "The error is about the argument {pointer}. ");
            }
            write!(text, "The arguments do not fit: read the error, change what it names, and do not send the same arguments again.")
        }
        Action::UseAlternate(key) => match basis.advised.and_then(|advised| advised.alternate.as_ref()?.found_by.as_deref()) {
            Some(discovery) => write!(text, "The tool {key} can do this instead. Find it with {discovery} first."),
            None => write!(text, "Use the tool {key} for this instead."),
        },
        Action::Authenticate => {
            write!(text, "Credentials are missing, invalid or expired: they have to be renewed before this can work. Calling again does not help.")
        }
        Action::AskPermission => {
            write!(text, "This needs a permission that the caller does not have. Ask for it, or go another way; do not rephrase the call to get around it.")
        }
        Action::InstallOrStart => match basis.classification.subkind {
            Some(Subkind::Module) => write!(text, "What the call needs is not installed or not found. Install it if you may, or go another way."),
            _ => write!(text, "The service cannot be reached. Start it if you may, or go another way."),
        },
        Action::StopRepeating => write!(text, "{}", stop(basis)),
        Action::ReportBlocked => write!(text, "{}", blocked(basis)),
        Action::None => write!(text, "Read the error before the next call."),
    };
}

fn stop(basis: &Basis<'_>) -> &'static str {
    match (basis.facts.kind, basis.effect, basis.classification.class) {
        (FailureKind::Rejected(RejectionKind::UnknownTool), ..) => "No tool of this name is offered: choose one from the list of tools you were given.",
        (_, Effect::Applied, _) => "The change was made although the call reported a failure: do not send it again.",
        (_, _, Class::Unsupported) => "What was asked for is not implemented: another way to the goal is needed.",
        (_, _, Class::WrongArguments) if basis.standing.reason == Reason::VariedFailures => {
            "Other arguments did not help: something else may be missing, such as a state, a file or a step before. Find out what it is, or go another way."
        }
        (_, _, Class::WrongTool) => "Another tool that you were given fits this better.",
        _ => "Repeating it does not help: change the approach, or find out first what stands in the way.",
    }
}

fn blocked(basis: &Basis<'_>) -> &'static str {
    match (basis.facts.kind, basis.classification.subkind) {
        (FailureKind::Rejected(RejectionKind::ApprovalDenied), _) => {
            "A reviewer denied this. Do not ask again in other words; tell the user, or go another way."
        }
        (FailureKind::Rejected(RejectionKind::Deadline), _) => "No time is left for this call.",
        (_, Some(Subkind::Quota)) => "The allowance is spent, and waiting a little does not restore it: tell the user.",
        _ => "This cannot go on for now: tell the user what stands in the way, and continue with what does not depend on it.",
    }
}

/// The user learns what would make progress possible; the original errors stay with the outcome.
fn for_user(basis: &Basis<'_>, action: &Action, tool: Option<&str>) -> String {
    let tool = tool.filter(|name| !name.is_empty()).unwrap_or("A tool");
    let needs = match action {
        Action::Reconcile => "someone has to find out whether its last change took effect",
        Action::Authenticate => "it needs valid credentials",
        Action::AskPermission => "it needs a permission",
        Action::InstallOrStart => "something it depends on has to be installed or started",
        Action::ReportBlocked | Action::RetryAfter(_) => "its provider has to become available again",
        _ => "it needs a different approach",
    };
    let after = match (basis.standing.reason, basis.standing.streak.max(basis.standing.identical)) {
        (Reason::Refusals, _) => "calls that were refused one after the other".into(),
        (_, 0) => "failures".into(),
        (_, 1) => "a failure".into(),
        (_, count) => format!("{count} failures"),
    };
    // That the class is not known tells a user nothing.
    let class = match basis.classification.class {
        Class::Unknown => String::new(),
        class => format!(" ({class})"),
    };
    format!("{tool} was stopped after {after}{class}: {needs}. The original errors are kept.")
}

/// A wait for people, rounded up: `250 ms`, `3 s`, `2 min`, `4 h`.
const fn human(wait: Duration) -> (u64, &'static str) {
    if wait.as_secs() == 0 {
        return (wait.subsec_nanos().div_ceil(1_000_000) as u64, "ms");
    }
    match wait.as_secs().saturating_add((wait.subsec_nanos() > 0) as u64) {
        seconds @ ..120 => (seconds, "s"),
        seconds @ ..7200 => (seconds.div_ceil(60), "min"),
        seconds => (seconds.div_ceil(3600), "h"),
    }
}

#[cfg(test)]
#[path = "template_tests.rs"]
mod tests;
