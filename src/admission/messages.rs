//! One rejection for every gate: what stood against the call, and what to do.
//!
//! The texts are written for the model. They hold names of tools from the catalog and numbers, never a value of the arguments, and say that nothing was executed.

use super::{
    Authorization, SchemaFault, ToolDescriptor,
    fault::{quoted, quoted_name},
};
use crate::{
    Rejection, RejectionKind,
    advice::times,
    classify::Class,
    ledger::{Gate, HoldPlace},
    proposal::{CriterionAction, Withheld},
};
use std::{fmt::Write as _, time::Duration};

/// No tool of this name is offered. The name is repeated only where it looks like one; a model may have written anything in its place.
#[must_use]
pub fn unknown_tool(requested: &str, suggestions: Vec<Box<str>>) -> Rejection {
    let subject = if looks_like_name(requested) { format!("No tool named {}", quoted(requested)) } else { "No tool of this name".into() };
    let mut text = format!("{subject} is offered, and nothing was executed. ");
    if suggestions.is_empty() {
        text.push_str("Call one of the offered tools by its exact name, or say that none fits; calling this name again cannot succeed.");
    } else {
        let names: Vec<String> = suggestions.iter().take(Rejection::MAX_SUGGESTIONS).map(|name| quoted_name(name)).collect();
        let _ = write!(
            text,
            "Similar names, as suggestions only: {}. Check that one does what you intend before you call it; the unknown name cannot succeed.",
            names.join(", ")
        );
    }
    Rejection::new(RejectionKind::UnknownTool, &text).with_suggestions(suggestions)
}

fn looks_like_name(text: &str) -> bool {
    !text.is_empty() && text.len() <= 60 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.:/".contains(&byte))
}

/// The arguments do not fit the tool's schema.
#[must_use]
pub fn schema(tool: &str, faults: &[SchemaFault]) -> Rejection {
    let mut text = format!("The arguments do not fit the schema of {}; nothing was executed. Correct them and call again.", quoted_name(tool));
    for fault in faults.iter().take(SchemaFault::MAX) {
        let place = if fault.pointer().is_empty() { "the arguments as a whole" } else { fault.pointer() };
        let _ = write!(text, " At {place}: expected {}.", fault.expected());
    }
    let rejection = Rejection::new(RejectionKind::Schema, &text);
    match faults.first() {
        Some(fault) => rejection.with_pointer(fault.pointer()),
        None => rejection,
    }
}

/// There are no parsed arguments after the normalize stage: the request type lost them.
#[must_use]
pub fn unreadable(tool: &str) -> Rejection {
    let text = format!("The arguments for {} are not there as one object; nothing was executed. Send them as one JSON object.", quoted_name(tool));
    Rejection::new(RejectionKind::Malformed, &text)
}

/// Policy refuses the tool in this scope.
#[must_use]
pub fn denied(tool: &str) -> Rejection {
    said(
        RejectionKind::Denied,
        tool,
        "is not allowed in this scope. Signing in again, other wording or another tool for the same effect does not change that: go on without it, or ask the user for the permission.",
    )
}

/// The call needs an approval that nobody gave.
#[must_use]
pub fn approval_absent(tool: &str) -> Rejection {
    said(RejectionKind::ApprovalAbsent, tool, "needs an approval that nobody has given. Ask the user for it, and call again when it is given.")
}

/// The approval is still awaited.
#[must_use]
pub fn approval_pending(tool: &str) -> Rejection {
    said(
        RejectionKind::ApprovalPending,
        tool,
        "waits for an approval that was already asked for. Do not ask or call again before it is given; do something else meanwhile.",
    )
}

/// The approval was denied.
#[must_use]
pub fn approval_denied(tool: &str) -> Rejection {
    said(
        RejectionKind::ApprovalDenied,
        tool,
        "was denied by a reviewer. The denial stands for this tool in this scope, whatever the arguments: do not rephrase or repeat it, go on without it or report that it was denied.",
    )
}

/// The approval expired before the call could run.
#[must_use]
pub fn approval_expired(tool: &str) -> Rejection {
    said(RejectionKind::ApprovalExpired, tool, "had an approval that has expired. Ask for a new one, and call again when it is given.")
}

/// The producer's wait is not over.
#[must_use]
pub fn paced(tool: &str, remaining: Duration) -> Rejection {
    let seconds = remaining.as_secs().saturating_add(u64::from(remaining.subsec_nanos() > 0));
    let text = format!("{} asked to be left alone for a while: call it again in {seconds} s, not earlier. Nothing was executed.", quoted_name(tool));
    Rejection::new(RejectionKind::Paced, &text).with_retry_after(remaining)
}

/// An earlier write has an unknown outcome. Where the tool's declaration made the hold as wide as it is, the text names the declaration that would narrow or lift it.
#[must_use]
pub fn held(tool: &ToolDescriptor, place: HoldPlace) -> Rejection {
    let which = match place {
        HoldPlace::Operation => "An earlier call of this operation",
        HoldPlace::EffectKey(_) => "An earlier call on the same target",
        HoldPlace::Identical => "The identical call",
    };
    let lift = match (tool.effect, place) {
        (None, _) => {
            " If the tool changes nothing, its host can declare `effect = \"read_only\"` for it; if it writes, `effect_key` narrows the hold to one target."
        }
        (Some(_), HoldPlace::Operation) if tool.effect_key.is_empty() => {
            " Its host can declare `effect_key` for the tool, which narrows the hold to one target."
        }
        (Some(_), _) => "",
    };
    let text = format!(
        "{which} of {} may have taken effect, which nobody knows yet; this call was not executed. Find out by a reading tool whether it did and report it: the hold ends when the host reconciles it.{lift}",
        quoted_name(&tool.name)
    );
    Rejection::new(RejectionKind::Held, &text)
}

/// The bound on unreconciled writes is reached.
#[must_use]
pub fn holds_full(tool: &str) -> Rejection {
    said(
        RejectionKind::HoldsFull,
        tool,
        "would write, but too many earlier writes have an unknown outcome. Reading still works: find out what they did and report it; writing goes on when the host has reconciled them.",
    )
}

/// The operation is closed after `failures` failures of `class`.
#[must_use]
pub fn halted(tool: &str, class: Class, failures: u32) -> Rejection {
    // A success that was under way when the operation was closed has ended what was counted, and not the halt.
    let counted = times(failures).map_or_else(|| format!("is closed after failures ({class})"), |times| format!("failed {times} ({class}) and is closed"));
    let text = format!(
        "This operation of {} {counted}; nothing was executed. {} Other tools still work; report what stands in the way if nothing else helps.",
        quoted_name(tool),
        progress(class)
    );
    Rejection::new(RejectionKind::Halted, &text)
}

/// What would make progress possible. Every answer is someone else's to give, since the model's own means are spent.
fn progress(class: Class) -> &'static str {
    match class {
        Class::Authentication => "It needs valid credentials, which the user or the host has to provide.",
        Class::Permission => "It needs a permission that someone has to grant; signing in again does not give it.",
        Class::RateLimited => "It needs a pause or a larger allowance from its provider.",
        Class::Unavailable => "It needs its service or program to be installed or started.",
        Class::Unsupported => "It needs a feature that is not there: take another way.",
        Class::WrongTool => "It needs another tool that fits the intent.",
        Class::WrongArguments => "It needs information that the calls did not have: ask for it.",
        Class::Transient => "It needs its service to recover.",
        Class::Unknown => "It needs a look at the original errors.",
    }
}

/// The identical call failed, and nothing has changed since.
#[must_use]
pub fn repeat(tool: &str, class: Class, failures: u32) -> Rejection {
    let times = times(failures).map_or_else(String::new, |times| format!(" {times}"));
    let text = format!(
        "The identical call of {} failed{times} ({class}), and nothing has changed since; it was not executed again. Change what was wrong, or take another way.",
        quoted_name(tool)
    );
    Rejection::new(RejectionKind::Repeat, &text)
}

/// The proposal check holds the call back. Each criterion has one sentence: what a person or the model can do about it.
#[must_use]
pub fn withheld(tool: &str, withheld: &Withheld) -> Rejection {
    match withheld {
        Withheld::Queued(place) => {
            let text = format!(
                "waits for a person to look at it (place {} of the review queue). Go on with what does not depend on it, and do not call it again in other words.",
                place.ahead + 1
            );
            said(RejectionKind::ProposalReview, tool, &text)
        }
        Withheld::Unchecked => {
            said(RejectionKind::ProposalBlocked, tool, "could not be checked before it runs, which it has to be. Try again later, or tell the user.")
        }
        Withheld::Blocked(criteria) => {
            let mut hints: Vec<&str> = criteria.iter().map(|criterion| hint(criterion.action)).collect();
            hints.dedup();
            said(RejectionKind::ProposalBlocked, tool, &format!("was given back. {}", hints.join(" ")))
        }
    }
}

const fn hint(action: CriterionAction) -> &'static str {
    match action {
        CriterionAction::HintOtherTool => "Another tool, or none, seems to serve the request better: compare what the tools do with what was asked.",
        CriterionAction::AskForValue => "A value in its arguments seems to come from nowhere: ask the user for it.",
        CriterionAction::RefuseRepeat => "It repeats a call that failed, and nothing has changed since: look at that failure first.",
        CriterionAction::NamePrerequisite => "A step that has to come first does not seem to be done: look at the policy and at what the tool says it needs.",
        CriterionAction::Review | CriterionAction::Record => "A person has to look at it, and nobody can at the moment: tell the user.",
    }
}

/// The run has no time left.
#[must_use]
pub fn deadline() -> Rejection {
    Rejection::new(RejectionKind::Deadline, "The run has no time left, and nothing was executed. Finish with what is known, and say what is missing.")
}

/// The rejection for what policy said; `None` where it allows the call.
#[must_use]
pub fn authorization(tool: &str, authorization: Authorization) -> Option<Rejection> {
    match authorization {
        Authorization::Allowed { .. } => None,
        Authorization::Denied => Some(denied(tool)),
        Authorization::ApprovalAbsent => Some(approval_absent(tool)),
        Authorization::ApprovalPending => Some(approval_pending(tool)),
        Authorization::ApprovalDenied => Some(approval_denied(tool)),
        Authorization::ApprovalExpired => Some(approval_expired(tool)),
    }
}

/// The rejection for what the ledger's gates said; `None` where they are open.
#[must_use]
pub fn gate(tool: &ToolDescriptor, gate: &Gate) -> Option<Rejection> {
    match *gate {
        Gate::Open => None,
        Gate::Denied => Some(approval_denied(&tool.name)),
        Gate::Paced { remaining } => Some(paced(&tool.name, remaining)),
        Gate::Held { place, id } => Some(held(tool, place).with_hold(id)),
        Gate::HoldsFull => Some(holds_full(&tool.name)),
        Gate::Halted { class, failures } => Some(halted(&tool.name, class, failures)),
        Gate::Repeat { class, failures } => Some(repeat(&tool.name, class, failures)),
    }
}

fn said(kind: RejectionKind, tool: &str, text: &str) -> Rejection {
    Rejection::new(kind, &format!("{} {text} Nothing was executed.", quoted_name(tool)))
}

#[cfg(test)]
#[path = "messages_tests.rs"]
mod tests;
