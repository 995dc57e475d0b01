//! `inspect`: one call, layer by layer.

use super::{
    calls::{self, Latest},
    input,
};
use crate::{Failure, print::print, table::table};
use clap::Args;
use std::{
    io,
    path::{Path, PathBuf},
};
use tool_recovery::record::{Answer, Authorization, Body, Code, Decision, Execution, Outcome, Record, Recovery};

#[derive(Args)]
pub(crate) struct Inspect {
    /// A file with records, or a folder of a file sink
    file: PathBuf,
    /// The id of a call, or of any record of it; without one the latest calls are listed
    id: Option<String>,
}

impl Inspect {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let files = input::files(std::slice::from_ref(&self.file))?;
        let Some(id) = &self.id else { return print(&mut io::stdout().lock(), &list(&calls::latest(&files)?)) };
        if self.file == Path::new("-") {
            return Err(Failure::Wrong("standard input cannot be read twice: give a file".to_owned()));
        }
        let found = calls::find(&files, id)?;
        let records: Vec<Record<'_>> = found.lines.iter().filter_map(|line| Record::parse(line).ok()).collect();
        let mut text = page(&records);
        if found.more > 0 {
            text.push_str(&format!("\n{} more records are not shown\n", found.more));
        }
        print(&mut io::stdout().lock(), &text)
    }
}

/// The latest calls, one a line, the last one last.
fn list(latest: &Latest) -> String {
    let head = ["FIRST RECORD", "CALL", "TOOL", "LAST RECORD SAYS"].map(str::to_owned).to_vec();
    let rows = latest.calls.iter().map(|call| vec![call.ts.clone(), call.id.clone(), call.tool.clone(), call.said.clone()]);
    let mut text = table(&std::iter::once(head).chain(rows).collect::<Vec<_>>(), &[]);
    if latest.earlier > 0 {
        text.push_str(&format!("\n{} earlier calls are not shown\n", latest.earlier));
    }
    text
}

fn page(records: &[Record<'_>]) -> String {
    let mut page = String::new();
    if let Some(first) = records.first() {
        page.push_str(&format!("call {}", first.head.call_id));
        let tool = records.iter().find_map(|record| calls::tool_of(&record.body));
        for (name, value) in
            [("tool", tool), ("agent", first.head.agent_version.as_ref().map(Code::as_str)), ("span", first.head.span.as_ref().map(Code::as_str))]
        {
            if let Some(value) = value {
                page.push_str(&format!(", {name} {value}"));
            }
        }
        page.push('\n');
        let arguments = records.iter().find_map(|record| calls::arguments_of(&record.body));
        for (name, digest) in [("session", first.head.session.as_ref()), ("arguments", arguments)] {
            if let Some(digest) = digest {
                page.push_str(&format!("{name} {digest}\n"));
            }
        }
    }
    let of = |pick: fn(&Record<'_>) -> Option<String>| records.iter().filter_map(pick).collect::<String>();
    for (layer, owner_question, text) in [
        ("PROPOSAL", "was it the right call?", of(|record| as_decision(record).filter(|decision| !decision.is_about_failure()).map(decision))),
        ("AUTHORIZATION", "was it allowed?", of(|record| as_authorization(record).map(authorization))),
        ("EXECUTION", "did it run?", of(|record| as_execution(record).map(execution))),
        ("OUTCOME", "did the intended effect occur?", of(|record| as_outcome(record).map(outcome))),
    ] {
        page.push_str(&format!("\n{layer}: {owner_question}\n"));
        page.push_str(if text.is_empty() { "  nothing is recorded\n" } else { &text });
    }
    let asked = of(|record| as_decision(record).filter(|decision| decision.is_about_failure()).map(evaluation));
    let advice = asked + &of(|record| as_recovery(record).map(recovery));
    if !advice.is_empty() {
        page.push_str(&format!("\nRECOVERY: what to do?\n{advice}"));
    }
    page.push_str(&format!("\nTIMELINE\n{}", timeline(records)));
    page
}

macro_rules! as_kind {
    ($($name:ident $kind:ident),+) => {$(
        fn $name<'r, 'a>(record: &'r Record<'a>) -> Option<&'r $kind<'a>> {
            match &record.body {
                Body::$kind(body) => Some(body),
                _ => None,
            }
        }
    )+};
}
as_kind!(as_decision Decision, as_authorization Authorization, as_execution Execution, as_outcome Outcome, as_recovery Recovery);

fn decision(decision: &Decision<'_>) -> String {
    let proposal = &decision.proposal;
    let mut text =
        format!("  {} ({}, says the {}), proposal {} of the session", proposal.tool, proposal.consequence, proposal.consequence_source, proposal.proposal_no);
    if let Some(failures) = proposal.same_key_failures.filter(|failures| *failures > 0) {
        text.push_str(&format!(", after {failures} failures of the identical call"));
    }
    text.push('\n');
    let structure = decision.validation.as_ref().map_or("nothing is recorded".to_owned(), |validation| format!("{} ({})", validation.result, validation.rule));
    text.push_str(&format!("  structure: {structure}\n"));
    text + &evaluation(decision)
}

/// What was asked and answered, and what followed.
fn evaluation(decision: &Decision<'_>) -> String {
    let about = if decision.is_about_failure() { "asked" } else { "fit" };
    let mut text = format!("  {about}: {} by {}, evaluation {}\n", decision.verdict, decision.evaluator.model_requested, decision.evaluation_status);
    for criterion in &decision.criteria {
        text.push_str(&format!("    {}@{}, which stands for {}\n", criterion.id, criterion.version, criterion.action));
        text.push_str(&decision.answers.get(criterion.id.as_str()).map_or_else(|| "      no answer\n".to_owned(), distribution));
    }
    let rule = decision.rule.as_ref().map_or(String::new(), |rule| format!(" by {rule}"));
    text.push_str(&format!("  verdict {}{rule}; mode {}, so that the action was {}\n", decision.verdict, decision.mode, decision.effective_action));
    if decision.outage.triggered {
        text.push_str(&format!("  without an answer {} applied\n", decision.outage.policy));
    }
    text
}

fn distribution(answer: &Answer<'_>) -> String {
    let rows: Vec<(String, f64)> = match answer {
        Answer::Noul { p } => vec![("yes".to_owned(), p.get()), ("no".to_owned(), 1.0 - p.get())],
        Answer::Choice { probabilities, .. } => probabilities.iter().map(|(option, p)| (option.to_string(), p.get())).collect(),
        Answer::Score { probabilities, .. } => probabilities.iter().enumerate().map(|(level, p)| (format!("level {level}"), p.get())).collect(),
        _ => return "      no answer\n".to_owned(),
    };
    let rows: Vec<Vec<String>> = rows.into_iter().map(|(name, p)| vec![String::new(), String::new(), name, format!("{p:.2}"), bar(p)]).collect();
    table(&rows, &[3])
}

/// A bar of at most 30 signs.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a probability of 0 to 1")]
fn bar(p: f64) -> String {
    "#".repeat((p.clamp(0.0, 1.0) * 30.0).round() as usize)
}

fn authorization(authorization: &Authorization<'_>) -> String {
    let reason = authorization.reason.as_ref().map_or(String::new(), |reason| format!(" ({reason})"));
    let bound = if authorization.bound_args_digest.is_some() { ", for these arguments alone" } else { "" };
    format!("  {}{reason}, says {}{bound}\n", authorization.decision, authorization.owner)
}

fn execution(execution: &Execution<'_>) -> String {
    let mut text = format!("  attempt {}: {} after {} ms, effect {}", execution.attempt, execution.status, execution.ms, execution.effect);
    if let Some(class) = &execution.class {
        text.push_str(&format!(", class {class}"));
    }
    if let Some(error) = &execution.error_type {
        text.push_str(&format!(", error {error}"));
    }
    if execution.flag_contradicted == Some(true) {
        text.push_str(", and another flag contradicts");
    }
    text + &owner(execution.owner.as_ref().map(|owner| owner.as_str()))
}

fn outcome(outcome: &Outcome<'_>) -> String {
    let kind = outcome.observer_kind.map_or(String::new(), |kind| format!(" ({kind})"));
    format!("  {}, says {}{kind}{}", outcome.result, outcome.observer, owner(outcome.owner.as_ref().map(|owner| owner.as_str())))
}

fn recovery(recovery: &Recovery<'_>) -> String {
    let subkind = recovery.subkind.as_ref().map_or(String::new(), |subkind| format!("/{subkind}"));
    let codes: Vec<&str> = recovery.codes.iter().map(|code| code.as_str()).collect();
    let codes = if codes.is_empty() { String::new() } else { format!(", codes {}", codes.join(" ")) };
    let text = format!("  {}{subkind} by {}: {}, the ladder says {}{codes}", recovery.class, recovery.source, recovery.action, recovery.verdict);
    text + &owner(recovery.owner.as_ref().map(|owner| owner.as_str()))
}

fn owner(owner: Option<&str>) -> String {
    owner.map_or("\n".to_owned(), |owner| format!("; owner: {owner}\n"))
}

/// Every record with its distance from the first.
fn timeline(records: &[Record<'_>]) -> String {
    let begun = records.first().map(|record| record.head.ts.moment());
    let rows: Vec<Vec<String>> = records
        .iter()
        .map(|record| {
            let after = begun.and_then(|begun| record.head.ts.moment().duration_since(begun).ok()).unwrap_or_default();
            vec![
                record.head.ts.to_string(),
                format!("+{:.3} s", after.as_secs_f64()),
                record.body.kind().to_string(),
                what(&record.body),
                format!("{}", record.head.id),
            ]
        })
        .collect();
    table(&rows, &[1])
}

pub(super) fn what(body: &Body<'_>) -> String {
    match body {
        Body::Decision(decision) => format!("{}, {}", decision.verdict, decision.effective_action),
        Body::Authorization(authorization) => authorization.decision.to_string(),
        Body::Execution(execution) => execution.status.to_string(),
        Body::Outcome(outcome) => outcome.result.to_string(),
        Body::Recovery(recovery) => recovery.action.to_string(),
        Body::Recovered(recovered) => format!("{} after {} calls", recovered.how, recovered.after_calls),
        Body::Override(overridden) => overridden.effective_action.to_string(),
        Body::Label(label) => format!("{} = {}", label.criterion, label.value),
        Body::Gap(gap) => format!("{} records missing ({})", gap.dropped, gap.reason),
        _ => String::new(),
    }
}
