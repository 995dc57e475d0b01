//! The five stages stacked by hand behave as the fused service, on generated scripts that reach every combination that can be reached.

use crate::support::{
    End, Script,
    play::{Boxed, Call, Leave, MISSING, Parts, Player, Seen, Setting, Step, by_hand, deferred, fused, paused, setting, steps},
    rejection, report,
};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use std::{cell::RefCell, collections::BTreeMap, fmt::Debug};
use tool_recovery::{
    Outcome, RecoveryLayer,
    facts::{Effect, EffectDeclaration, Reach},
};

const CASES: u32 = 800;

/// Every way in which a call can end: awaited, with its outcome or rejection, or dropped at a point, with what it was counted as.
const ENDS: [(&str, &str); 34] = [
    ("awaited", "completed"),
    ("awaited", "incomplete"),
    ("awaited", "failed"),
    ("awaited", "errored"),
    ("awaited", "cancelled"),
    ("awaited", "timed out"),
    ("awaited", "too_large"),
    ("awaited", "too_deep"),
    ("awaited", "duplicate_key"),
    ("awaited", "truncated"),
    ("awaited", "malformed"),
    ("awaited", "unknown_tool"),
    ("awaited", "schema"),
    ("awaited", "denied"),
    ("awaited", "approval_absent"),
    ("awaited", "approval_pending"),
    ("awaited", "approval_denied"),
    ("awaited", "approval_expired"),
    ("awaited", "paced"),
    ("awaited", "held"),
    ("awaited", "holds_full"),
    ("awaited", "halted"),
    ("awaited", "repeat"),
    ("awaited", "deadline"),
    ("unpolled", "failure"),
    ("unpolled", "cancelled"),
    ("unpolled", "hard rejection"),
    ("unpolled", "denial"),
    ("unpolled", "refusal"),
    ("in flight", "failure"),
    ("in flight", "cancelled"),
    ("in grace", "failure"),
    ("in grace", "cancelled"),
    ("in decision", "failure"),
];
const EFFECTS: [&str; 6] = ["none", "read_only", "not_applied", "applied", "uncertain_write", "unknown"];

/// Why a combination cannot occur; `None` where it can.
fn unreachable(point: &str, end: &str, effect: &str) -> Option<&'static str> {
    let ran = ["failed", "errored", "cancelled", "timed out", "failure"].contains(&end);
    match (point, end, effect) {
        (_, "completed" | "incomplete", "none") => None,
        (_, "completed" | "incomplete", _) => Some("no failure, no effect of one"),
        (_, _, "none") => Some("a failure has an effect, if only an unknown one"),
        ("in grace", _, "uncertain_write") => None,
        ("in grace", ..) => Some("only writes are given a grace, and nobody knows yet what they did"),
        ("in decision", _, "uncertain_write") => Some("an uncertain write is not put to an evaluator"),
        ("in decision", ..) | (_, "failed" | "errored", _) => None,
        (_, _, "read_only" | "uncertain_write" | "unknown") if ran => None,
        (_, _, _) if ran => Some("a call that was cut off gave no answer that says whether anything was done"),
        (_, "held" | "holds_full", "read_only") => Some("reads are not held"),
        (_, _, "read_only" | "not_applied") => None,
        _ => Some("a rejected call did not run"),
    }
}

type Coverage = BTreeMap<(&'static str, &'static str, &'static str), u32>;

/// Which cell of the table a call belongs to.
fn cell(call: &Call, setting: &Setting, seen: &Seen) -> (&'static str, &'static str, &'static str) {
    let Some(answer) = &seen.answer else {
        let counted = seen.counted;
        let end = match () {
            () if counted.cancelled > 0 => "cancelled",
            () if counted.hard > 0 => "hard rejection",
            () if counted.denials > 0 => "denial",
            () if counted.refusals > 0 => "refusal",
            () => "failure",
        };
        let point = seen.dropped.expect("without an answer a call was dropped");
        return (point, end, effect_of_drop(call, setting, point, end).as_str());
    };
    let end = match &answer.outcome {
        Outcome::Completed(_) => "completed",
        Outcome::Incomplete(_) => "incomplete",
        Outcome::Failed(_) => "failed",
        Outcome::Errored(_) => "errored",
        Outcome::Cancelled => "cancelled",
        Outcome::TimedOut => "timed out",
        _ => rejection(answer).expect("a rejection").as_str(),
    };
    ("awaited", end, answer.report.as_ref().map_or("none", |report| report.effect.as_str()))
}

/// What is known of the effect of a call that nobody awaits: by its declaration, and by its answer where it had given one.
fn effect_of_drop(call: &Call, setting: &Setting, point: &str, end: &str) -> Effect {
    let declared = match call.tool {
        "write" | "edit" | "slow_write" => Some(EffectDeclaration::Write),
        "plain" | MISSING => None,
        _ => Some(EffectDeclaration::ReadOnly),
    };
    let derived = |reach| Effect::derive(declared, setting.undeclared, reach);
    let end_of_plan = call.plan.stopped.as_ref().map_or(&call.plan.end, |(_, end)| end);
    match (point, end, end_of_plan) {
        ("in decision", _, End::Failed(facts) | End::Raised(facts)) => match (derived(facts.reach), facts.applied) {
            (Effect::ReadOnly, _) => Effect::ReadOnly,
            (_, Some(true)) => Effect::Applied,
            (_, Some(false)) => Effect::NotApplied,
            (derived, None) => derived,
        },
        (_, "failure" | "cancelled", _) => derived(Reach::MayHaveReached),
        _ => derived(Reach::NotReached),
    }
}

/// All that can be seen of one stack. Each has a clock of its own, so that one does not wait for the other.
fn played(setting: &Setting, steps: &[Step], wrap: fn(&RecoveryLayer<Parts>, Script) -> Boxed) -> (Vec<Seen>, impl PartialEq + Debug + use<>) {
    paused(async {
        let mut player = Player::new(setting, wrap);
        let mut seen = Vec::new();
        for step in steps {
            seen.push(player.step(step).await);
        }
        (seen, (player.ledger.counters(), player.script.seen(), player.evaluator.asked(), player.evaluator.dropped(), player.ledger.holds().len()))
    })
}

fn compare(setting: &Setting, steps: &[Step], coverage: &RefCell<Coverage>) -> Result<(), TestCaseError> {
    let ((one, one_in_all), (other, other_in_all)) = (played(setting, steps, fused), played(setting, steps, by_hand));
    for ((step, one), other) in steps.iter().zip(&one).zip(&other) {
        if one != other {
            return Err(TestCaseError::fail(format!("{step:?}\nfused: {one:?}\nstacked: {other:?}")));
        }
        if let Step::Call(call) = step {
            *coverage.borrow_mut().entry(cell(call, setting, one)).or_default() += 1;
        }
    }
    if one_in_all == other_in_all { Ok(()) } else { Err(TestCaseError::fail(format!("fused: {one_in_all:?}\nstacked: {other_in_all:?}"))) }
}

fn print(coverage: &Coverage) {
    print!("{:34}", "drop point, outcome or rejection");
    EFFECTS.iter().for_each(|effect| print!("{effect:>16}"));
    println!();
    for (point, end) in ENDS {
        print!("{:34}", format!("{point}, {end}"));
        for effect in EFFECTS {
            let count = coverage.get(&(point, end, effect)).copied().unwrap_or(0);
            let shown = if unreachable(point, end, effect).is_some() { "-".to_owned() } else { count.to_string() };
            print!("{shown:>16}");
        }
        println!();
    }
    let mut reasons: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (point, end) in ENDS {
        for effect in EFFECTS {
            if let Some(reason) = unreachable(point, end, effect) {
                reasons.entry(reason).or_default().push(format!("{point}/{end}/{effect}"));
            }
        }
    }
    for (reason, cells) in reasons {
        println!("- cannot be, because {reason}: {}", cells.join(", "));
    }
}

#[test]
fn the_stages_stacked_by_hand_behave_as_the_fused_service() {
    let coverage = RefCell::new(Coverage::new());
    // The same scripts every time, so that the table does not depend on luck.
    let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let outcome = runner.run(&(setting(), steps()), |(setting, steps)| compare(&setting, &steps, &coverage));
    let coverage = coverage.into_inner();
    print(&coverage);
    outcome.unwrap();
    let mut wrong = Vec::new();
    for (point, end) in ENDS {
        for effect in EFFECTS {
            let reached = coverage.contains_key(&(point, end, effect));
            if reached == unreachable(point, end, effect).is_some() {
                wrong.push((point, end, effect));
            }
        }
    }
    assert!(wrong.is_empty(), "cells that are empty, or reached against their reason: {wrong:?}");
    let listed = |key: &(&str, &str, &str)| ENDS.contains(&(key.0, key.1)) && EFFECTS.contains(&key.2);
    let unlisted: Vec<_> = coverage.keys().filter(|key| !listed(key)).collect();
    assert!(unlisted.is_empty(), "ends that the table does not list: {unlisted:?}");
}

/// Deferred dispatch that may not wait for a pause. An unpolled drop is another matter there: the call was not dispatched.
#[test]
fn deferred_dispatch_behaves_as_direct_dispatch_where_nothing_waits() {
    let config = Config { cases: 200, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let outcome = runner.run(&(setting(), steps()), |(setting, mut steps)| {
        steps.retain(|step| !matches!(step, Step::Call(Call { leave: Leave::Unpolled | Leave::UnpolledCancelled, .. })));
        let ((direct, direct_in_all), (other, other_in_all)) = (played(&setting, &steps, fused), played(&setting, &steps, deferred));
        for ((step, direct), other) in steps.iter().zip(&direct).zip(&other) {
            if direct != other {
                return Err(TestCaseError::fail(format!("{step:?}\ndirect: {direct:?}\ndeferred: {other:?}")));
            }
        }
        if direct_in_all == other_in_all { Ok(()) } else { Err(TestCaseError::fail("counters, inner calls, decisions or holds differ")) }
    });
    outcome.unwrap();
}

#[test]
fn a_report_is_there_exactly_when_a_call_failed() {
    let config = Config { cases: 100, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let checked = runner.run(&(setting(), steps()), |(setting, steps)| {
        paused(async {
            let mut player = Player::new(&setting, by_hand);
            for step in &steps {
                if let Some(answer) = player.step(step).await.answer {
                    let fine = matches!(answer.outcome, Outcome::Completed(_) | Outcome::Incomplete(_));
                    assert_eq!(answer.report.is_none(), fine);
                    assert!(fine || report(&answer).standing.verdict == answer.verdict);
                }
            }
            Ok(())
        })
    });
    checked.unwrap();
}
