//! Plays scripted calls through a stack, prints a row for each, and checks every row against the script and against the tools' own counters.

use super::{
    BoxError, cells,
    table::{Style, Table, say},
};
use std::{collections::BTreeMap, process::ExitCode};
use tool_recovery::{
    Attempt, Outcome, RejectionKind, ToolCall,
    advice::Action,
    facts::{Effect, Reach},
    ledger::LedgerCounters,
};
use tower::{Service, ServiceExt};

/// What the script expects of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    Ok,
    /// The tool ran and failed so: `HTTP 401`, `exit code 2`.
    Fails(&'static str),
    /// The call was made, but cannot have reached the tool.
    Unreached(&'static str),
    TimesOut,
    /// The call was refused before it was made.
    Refused(RejectionKind),
}

impl Want {
    fn outcome(self) -> String {
        match self {
            Self::Ok => "ok".into(),
            Self::Fails(code) | Self::Unreached(code) => code.into(),
            Self::TimesOut => "timed out".into(),
            Self::Refused(kind) => format!("refused: {kind}"),
        }
    }

    /// How many marks the tools have to leave.
    const fn marks(self) -> usize {
        match self {
            Self::Refused(_) | Self::Unreached(_) => 0,
            Self::Ok | Self::Fails(_) | Self::TimesOut => 1,
        }
    }
}

/// What the printed rows add up to.
#[derive(Clone, Debug, Default)]
struct Tally {
    calls: usize,
    executed: usize,
    unreached: usize,
    successes: usize,
    failures: u64,
    faults: BTreeMap<&'static str, u64>,
    refusals: BTreeMap<&'static str, u64>,
    advice: BTreeMap<String, u64>,
}

/// Plays calls through `tools`. `marks` reads the tools' own counters.
pub struct Player<S, M> {
    tools: S,
    marks: M,
    table: Table,
    healthy: bool,
    tally: Tally,
    checks: usize,
    problems: Vec<String>,
}

impl<S, M: Fn() -> usize> Player<S, M> {
    /// Prints the head of the table. In a healthy world every call has to succeed.
    pub fn new(tools: S, marks: M, healthy: bool) -> Self {
        let table = Table::for_stdout();
        table.head();
        Self { tools, marks, table, healthy, tally: Tally::default(), checks: 0, problems: Vec::new() }
    }

    pub fn table(&self) -> Table {
        self.table
    }

    pub fn section(&self, text: &str) {
        self.table.section(text);
    }

    /// Notes a contradiction, which makes the example exit with 1.
    pub fn check(&mut self, holds: bool, otherwise: impl FnOnce() -> String) {
        self.checks += 1;
        if !holds {
            self.problems.push(otherwise());
        }
    }

    /// A check that only makes sense where things go wrong.
    pub fn check_fault(&mut self, holds: bool, otherwise: impl FnOnce() -> String) {
        if !self.healthy {
            self.check(holds, otherwise);
        }
    }

    /// Goes on with another service.
    pub fn turn_to(&mut self, tools: S) {
        self.tools = tools;
    }

    /// The call that the model makes: its own mistake, or in a healthy world the right one.
    pub fn choose(&self, wrong: ToolCall, right: ToolCall) -> ToolCall {
        if self.healthy { right } else { wrong }
    }

    /// Makes one call.
    pub async fn call<T, E>(&mut self, call: ToolCall, want: Want) -> Result<(), BoxError>
    where
        S: Service<ToolCall, Response = Attempt<T, E>, Error = E>,
        E: std::error::Error + Send + Sync + 'static,
    {
        self.attempt(call, want).await.map(drop)
    }

    /// Makes a call that fails, and checks what it did to the world.
    pub async fn effect<T, E>(&mut self, call: ToolCall, want: Want, effect: Effect) -> Result<(), BoxError>
    where
        S: Service<ToolCall, Response = Attempt<T, E>, Error = E>,
        E: std::error::Error + Send + Sync + 'static,
    {
        let found = self.attempt(call, want).await?.report.map(|report| report.effect);
        let number = self.tally.calls;
        self.check(found == Some(effect), || format!("row {number}: the effect `{}` was expected, not `{:?}`", effect.as_str(), found.map(Effect::as_str)));
        Ok(())
    }

    /// Makes one call, prints its row, and gives back what came of it.
    pub async fn attempt<T, E>(&mut self, call: ToolCall, want: Want) -> Result<Attempt<T, E>, BoxError>
    where
        S: Service<ToolCall, Response = Attempt<T, E>, Error = E>,
        E: std::error::Error + Send + Sync + 'static,
    {
        let (shown, before) = (cells::call(&call), (self.marks)());
        let attempt = self.tools.ready().await?.call(call).await?;
        let left = (self.marks)() - before;
        self.tally.add(&attempt);
        let number = self.tally.calls;
        let row = cells::row(number, shown, &attempt);
        self.table.row(&row);

        let want = if self.healthy { Want::Ok } else { want };
        self.check(row.outcome.0 == want.outcome(), || format!("row {number}: `{}` was expected, not `{}`", want.outcome(), row.outcome.0));
        self.check(left == want.marks(), || format!("row {number}: the tools counted {left} executions, the table says {}", want.marks()));
        let reached = attempt.report.as_deref().is_none_or(|report| report.facts.reach != Reach::NotReached);
        let unreached = matches!(want, Want::Unreached(_));
        self.check(!unreached || !reached, || format!("row {number}: the facts do not say that the tool was not reached"));
        self.tally.unreached += usize::from(unreached);
        Ok(attempt)
    }

    /// Prints what the rows add up to, next to what the tools and the ledger counted, and says whether everything agrees.
    pub fn finish(mut self, by_tool: &str, ledger: LedgerCounters) -> ExitCode {
        let tally = self.tally.clone();
        let (marks, sum) = ((self.marks)(), |counts: &BTreeMap<&str, u64>| counts.values().sum::<u64>());
        let (faults, refusals) = (sum(&tally.faults), sum(&tally.refusals));
        let expected = tally.executed - tally.unreached;
        self.check(marks == expected, || format!("the tools counted {marks} executions in all, the table shows {expected}"));
        self.check(ledger.failures == tally.failures, || format!("the ledger counted {} failures, the table shows {}", ledger.failures, tally.failures));
        self.check(ledger.hard_rejections == faults, || format!("the ledger counted {} faulty calls, the table shows {faults}", ledger.hard_rejections));
        self.check(ledger.refusals == refusals, || format!("the ledger counted {} refusals, the table shows {refusals}", ledger.refusals));
        self.check(!self.healthy || tally.successes == tally.calls, || "a healthy world has only successes".into());

        let unreached = if tally.unreached == 0 { String::new() } else { format!("; {} more cannot have reached a tool", tally.unreached) };
        let advice: u64 = tally.advice.values().sum();
        self.table.rule();
        self.summary("calls", tally.calls as u64, &format!("{} succeeded", tally.successes));
        self.summary("executions", expected as u64, &format!("the tools' own counters say {marks}: {by_tool}{unreached}"));
        self.summary("failures counted", tally.failures, &format!("the ledger says {}, each once", ledger.failures));
        self.summary(
            "calls saved",
            faults + refusals,
            &format!(
                "refused before they ran: {faults} wrong in themselves{}, {refusals} stopped by what had happened before{}",
                listed(&tally.faults),
                listed(&tally.refusals)
            ),
        );
        self.summary("advice given", advice, listed(&tally.advice).trim_start_matches(" (").trim_end_matches(')'));
        self.verdict()
    }

    fn summary(&self, label: &str, number: u64, text: &str) {
        self.table.text(&format!("{label:<17}{number:>3} "), text);
    }

    fn verdict(self) -> ExitCode {
        if self.problems.is_empty() {
            let text = format!("All {} checks hold: every row, and every sum against the tools' and the ledger's own counters.", self.checks);
            say(&self.table.paint(&text, Style::Green));
            return ExitCode::SUCCESS;
        }
        for problem in &self.problems {
            say(&self.table.paint(&format!("MISMATCH: {problem}"), Style::Red));
        }
        ExitCode::FAILURE
    }
}

impl Tally {
    fn add<T, E>(&mut self, attempt: &Attempt<T, E>) {
        self.calls += 1;
        match &attempt.outcome {
            Outcome::Completed(_) => self.successes += 1,
            Outcome::Rejected(rejection) => {
                let counts = if rejection.kind().is_fault() { &mut self.faults } else { &mut self.refusals };
                *counts.entry(rejection.kind().as_str()).or_default() += 1;
            }
            _ => self.failures += 1,
        }
        self.executed += usize::from(!matches!(attempt.outcome, Outcome::Rejected(_)));
        if let Some(action) = attempt.advice().map(|advice| &advice.action).filter(|action| **action != Action::None) {
            *self.advice.entry(action.as_str().replace('_', " ")).or_default() += 1;
        }
    }
}

fn listed<K: std::fmt::Display>(counts: &BTreeMap<K, u64>) -> String {
    let parts: Vec<String> = counts.iter().map(|(name, count)| format!("{count} {name}")).collect();
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}
