//! The ledger over recorded calls of real agents, when they are at hand: `trajectories/dev.jsonl.gz` in `$SHARED_DATA` or `../shared`.
//!
//! Each recorded session is replayed as a run with `RepeatPolicy::Refuse`. A call that the gates refuse counts as saved when the record says that it failed, and as
//! a false refusal when the record says that it succeeded.

use crate::support::now;
use flate2::read::GzDecoder;
use serde::Deserialize;
use serde_json::json;
use std::{
    collections::HashMap,
    fs::File,
    io::{BufRead, BufReader},
    path::PathBuf,
};
use tool_recovery::{
    classify::{Class, Classification, Source},
    ledger::{
        CallKey, EventKind, Gate, GateQuery, HoldPlace, LadderConfig, Ledger, LedgerConfig, MemoryLedger, Observation, RepeatPolicy, Rungs, Success,
        WorldChange,
    },
};

#[derive(Deserialize)]
struct Call {
    session: String,
    tool: String,
    args_hash: String,
    is_error: bool,
    #[serde(default)]
    text: String,
    #[serde(default)]
    cat: Option<String>,
}

fn recorded() -> Option<Vec<Call>> {
    let shared = std::env::var_os("SHARED_DATA").map_or_else(|| PathBuf::from("../shared"), PathBuf::from);
    let file = File::open(shared.join("trajectories/dev.jsonl.gz")).ok()?;
    let lines = BufReader::new(GzDecoder::new(file)).lines();
    Some(lines.map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect())
}

/// For this measurement only: a host declares effects, and never guesses them by name.
fn reads_by_name(tool: &str) -> bool {
    let name = tool.rsplit('/').next().unwrap_or(tool);
    ["get", "search", "list", "read", "check", "find", "view", "fetch", "query", "calculate", "think", "lookup", "show", "route", "describe"]
        .iter()
        .any(|verb| name.starts_with(verb))
}

fn change(declared: bool, tool: &str) -> WorldChange {
    match (declared, reads_by_name(tool)) {
        (false, _) => WorldChange::Weak,
        (true, true) => WorldChange::None,
        (true, false) => WorldChange::Strong,
    }
}

fn class(cat: Option<&str>) -> Class {
    match cat {
        Some("validation" | "not_found" | "conflict_state") => Class::WrongArguments,
        Some("timeout" | "network" | "server_5xx") => Class::Transient,
        Some("auth") => Class::Authentication,
        Some("rate_limit") => Class::RateLimited,
        Some("tool_unknown") => Class::WrongTool,
        _ => Class::Unknown,
    }
}

#[derive(Default, Debug)]
struct Tally {
    /// Calls that repeat an open failure.
    repeats: u32,
    refused: u32,
    refused_but_succeeded: u32,
    halted: u32,
    halted_but_succeeded: u32,
    /// Repeats that ran because something had changed, and how many of them succeeded.
    excused: u32,
    excused_and_succeeded: u32,
    /// Repeats that ran although nothing had changed, because the tool may write and its failure is not settled as deterministic.
    not_refusable: u32,
    not_refusable_and_succeeded: u32,
}

fn replay(calls: &[Call], declared: bool, ladder: &LadderConfig) -> Tally {
    let config = LedgerConfig { repeat_policy: RepeatPolicy::Refuse, ladder: ladder.clone(), ..LedgerConfig::default() };
    let ledger = MemoryLedger::new(config).unwrap();
    let mut tally = Tally::default();
    let mut open = HashMap::<(&str, &str, &str), ()>::new();
    for call in calls {
        let (change, id) = (change(declared, &call.tool), (call.session.as_str(), call.tool.as_str(), call.args_hash.as_str()));
        let hold = (change != WorldChange::None).then_some(HoldPlace::Operation);
        let key = CallKey {
            run: ledger.run_key(&call.session),
            scope: ledger.scope_key(""),
            operation: ledger.operation_key(&call.tool, None, ledger.scope_key("")),
            fingerprint: ledger.fingerprint(&json!(call.args_hash), &[]),
            service: None,
        };
        let repeat = open.contains_key(&id);
        tally.repeats += u32::from(repeat);
        let stamp = ledger.probe(key.run).stamp;
        match now(ledger.gate(&GateQuery { call: key, hold, idempotency: None, pollable: false })) {
            Gate::Repeat { .. } => {
                tally.refused += 1;
                tally.refused_but_succeeded += u32::from(!call.is_error);
                let _ = now(ledger.observe(Observation::new(key, stamp, EventKind::Refusal)));
                continue;
            }
            Gate::Halted { .. } => {
                tally.halted += 1;
                tally.halted_but_succeeded += u32::from(!call.is_error);
                let _ = now(ledger.observe(Observation::new(key, stamp, EventKind::Refusal)));
                continue;
            }
            _ if repeat => {
                let as_read = now(ledger.gate(&GateQuery { call: key, hold: None, idempotency: None, pollable: false }));
                let (count, succeeded) = if matches!(as_read, Gate::Repeat { .. }) {
                    (&mut tally.not_refusable, &mut tally.not_refusable_and_succeeded)
                } else {
                    (&mut tally.excused, &mut tally.excused_and_succeeded)
                };
                *count += 1;
                *succeeded += u32::from(!call.is_error);
            }
            _ => {}
        }
        if call.is_error {
            open.insert(id, ());
            let mut o = Observation::new(key, stamp, EventKind::Failure);
            o.class = class(call.cat.as_deref());
            o.source = Source::Keywords;
            // A validation of arguments is settled as deterministic by its protocol's code.
            o.deterministic = matches!(call.cat.as_deref(), Some("validation" | "tool_unknown"));
            o.digest = ledger.failure_digest(&Classification::new(o.class, o.source, "recorded"), None, call.text.lines().last().unwrap_or_default());
            let _ = now(ledger.observe(o));
        } else {
            open.remove(&id);
            ledger.succeeded(&Success { run: key.run, call: Some(key), change });
        }
    }
    tally
}

/// The plain ladder: the third identical call and those after it are stopped, whatever happened between, until the call succeeds.
fn plain_identical_three(calls: &[Call]) -> (u32, u32) {
    let mut failures = HashMap::<(&str, &str, &str), u32>::new();
    let (mut stopped, mut but_succeeded) = (0, 0);
    for call in calls {
        let count = failures.entry((&call.session, &call.tool, &call.args_hash)).or_default();
        if *count >= 2 {
            stopped += 1;
            but_succeeded += u32::from(!call.is_error);
        }
        *count = if call.is_error { *count + 1 } else { 0 };
    }
    (stopped, but_succeeded)
}

#[test]
fn repeats_that_the_guard_would_refuse() {
    let Some(calls) = recorded() else {
        println!("skipped: no recorded trajectories at hand");
        return;
    };
    let (plain, plain_wrong) = plain_identical_three(&calls);
    println!("{} calls, {} failed", calls.len(), calls.iter().filter(|call| call.is_error).count());
    println!("plain ladder, third identical call: {plain} stopped, of which {plain_wrong} had succeeded");
    let never = Rungs::new(10_000, 10_000);
    let repeats_only = LadderConfig { identical: never, varied: never, keywords: never, spent_excuses: never, key_total: 10_000, ..LadderConfig::default() };
    for (declared, name) in [(true, "reads declared"), (false, "nothing declared")] {
        for (ladder, which) in [(&repeats_only, "repeats alone"), (&LadderConfig::default(), "repeats and halts")] {
            let t = replay(&calls, declared, ladder);
            println!("{name}, {which}: {} repeats of an open failure", t.repeats);
            println!("    refused as a repeat {}, of which {} had succeeded", t.refused, t.refused_but_succeeded);
            println!("    met a halt {} (also other calls of the operation), of which {} had succeeded", t.halted, t.halted_but_succeeded);
            println!("    ran, excused {}, of which {} succeeded", t.excused, t.excused_and_succeeded);
            println!("    ran, may write {}, of which {} succeeded", t.not_refusable, t.not_refusable_and_succeeded);
            assert!(t.refused <= t.repeats, "only a repeat is refused");
            assert!(t.refused > 0, "the recorded calls hold futile repeats");
            assert!(t.refused_but_succeeded * 20 <= t.refused, "at most one refusal in twenty is wrong: {t:?}");
            if declared && ladder.identical != never {
                let futile = t.refused + t.halted - t.refused_but_succeeded - t.halted_but_succeeded;
                assert!(futile > plain - plain_wrong, "where reads are declared, more futile calls are spared than by the plain ladder: {t:?}");
            }
        }
    }
}
