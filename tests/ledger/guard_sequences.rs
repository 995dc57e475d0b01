//! Sequences of calls, and what the ledger says at each: `.` continue, `n` nudge, `H` halt, `B` refused before the call ran.

use crate::{
    support,
    support::{Agent, Step, Tool, fault, letters},
};
use serde_json::{Value, json};
use std::time::Duration;
use tool_recovery::{
    Verdict,
    classify::{Class, Subkind},
    ledger::{EventKind, Gate, Reason},
};

const MISSING: Class = Class::WrongArguments;

fn args(n: u64) -> Value {
    json!({"path": format!("/data/{n}"), "limit": n})
}

fn verdicts(agent: &Agent, tool: &Tool, count: u64, arguments: impl Fn(u64) -> Value) -> String {
    letters((0..count).map(|n| agent.fails(tool, &arguments(n), fault(MISSING))))
}

#[test]
fn the_identical_call_is_nudged_on_the_second_failure_and_halted_on_the_third() {
    let agent = Agent::new();
    assert_eq!(verdicts(&agent, &Tool::reading("search"), 6, |_| args(1)), ".nHBBB");
}

#[test]
fn with_refuse_the_second_identical_call_does_not_run() {
    let agent = Agent::refusing();
    let tool = Tool::reading("search");
    assert_eq!(verdicts(&agent, &tool, 6, |_| args(1)), ".BBBBB");
    assert!(matches!(agent.gate(&tool, &args(1)), Gate::Repeat { class: MISSING, failures: 1 }));
}

#[test]
fn refuse_spares_undeclared_and_writing_tools_unless_the_failure_is_deterministic() {
    for deterministic in [false, true] {
        let agent = Agent::refusing();
        let tool = Tool::undeclared("run");
        let failure = support::Fault { deterministic, ..fault(MISSING) };
        let second = letters((0..2).map(|_| agent.fails(&tool, &args(1), failure)));
        assert_eq!(second, if deterministic { ".B" } else { ".n" });
    }
}

#[test]
fn a_changing_field_that_is_declared_superficial_changes_nothing() {
    let agent = Agent::new();
    let tool = Tool::reading("search").superficial("/request_id");
    let arguments = |n: u64| json!({"q": "x", "request_id": format!("req-{n}")});
    assert_eq!(verdicts(&agent, &tool, 6, arguments), ".nHBBB");
}

#[test]
fn an_unrelated_successful_read_between_excuses_nothing() {
    let agent = Agent::new();
    let (failing, other) = (Tool::reading("search"), Tool::reading("list"));
    let steps = (0..4).map(|n| {
        let step = agent.fails(&failing, &args(1), fault(MISSING));
        assert_eq!(agent.succeeds(&other, &args(n)), Step::Done);
        step
    });
    assert_eq!(letters(steps), ".nHB");
}

#[test]
fn a_successful_declared_write_between_excuses_one_repeat() {
    let agent = Agent::new();
    let (failing, write) = (Tool::reading("test"), Tool::writing("edit"));
    assert_eq!(agent.fails(&failing, &args(1), fault(MISSING)).letter(), '.');
    agent.succeeds(&write, &args(7));
    let excused = agent.fails(&failing, &args(1), fault(MISSING));
    assert!(matches!(excused, Step::Failed(s) if s.reason == Reason::Excused && s.verdict == Verdict::Continue && s.identical == 2));
    assert_eq!(letters([agent.fails(&failing, &args(1), fault(MISSING)), agent.fails(&failing, &args(1), fault(MISSING))]), "nH");
}

#[test]
fn with_refuse_a_declared_write_lets_one_repeat_run() {
    let agent = Agent::refusing();
    let (failing, write) = (Tool::reading("test"), Tool::writing("edit"));
    let mut seen = String::new();
    for _ in 0..3 {
        seen.push(agent.fails(&failing, &args(1), fault(MISSING)).letter());
        seen.push(agent.fails(&failing, &args(1), fault(MISSING)).letter());
        agent.succeeds(&write, &args(7));
    }
    assert_eq!(seen, ".B.B.B");
}

#[test]
fn success_of_an_undeclared_tool_excuses_one_repeat_per_call_and_run() {
    let agent = Agent::new();
    let (failing, other) = (Tool::undeclared("a"), Tool::undeclared("b"));
    let steps: Vec<Step> = (0..8)
        .map(|n| {
            let step = agent.fails(&failing, &args(1), fault(MISSING));
            agent.succeeds(&other, &args(n));
            step
        })
        .collect();
    let seen = letters(steps);
    assert!(seen.find('n').is_some_and(|at| at < 3), "nudged by the third: {seen}");
    assert!(seen.find('H').is_some_and(|at| at < 8), "halted by the eighth: {seen}");
    assert_eq!(seen, "..nHBBBB");
}

#[test]
fn excuses_that_change_nothing_are_spent() {
    let agent = Agent::new();
    let (failing, write) = (Tool::reading("test"), Tool::writing("edit"));
    let steps = (0..10).map(|n| {
        let step = agent.fails(&failing, &args(1), fault(MISSING));
        agent.succeeds(&write, &args(n));
        step
    });
    assert_eq!(letters(steps), "...nnnnnHB");
}

#[test]
fn ten_rounds_of_edit_and_test_with_changing_errors_are_never_halted() {
    let agent = Agent::new();
    let (test, edit) = (Tool::undeclared("test"), Tool::writing("edit"));
    let steps = (0..10).map(|n| {
        let step = agent.fails(&test, &json!({}), fault(Class::Unknown).text(n));
        agent.succeeds(&edit, &args(n));
        step
    });
    assert_eq!(letters(steps), "..........");
}

#[test]
fn twenty_five_failures_of_one_call_halt_whatever_they_say() {
    let agent = Agent::new();
    let (test, edit) = (Tool::undeclared("test"), Tool::writing("edit"));
    let steps: Vec<Step> = (0..25)
        .map(|n| {
            let step = agent.fails(&test, &json!({}), fault(Class::Unknown).text(n));
            agent.succeeds(&edit, &args(n));
            step
        })
        .collect();
    assert_eq!(letters(steps.iter().copied()), format!("{}H", ".".repeat(24)));
    assert!(matches!(steps.last(), Some(Step::Failed(s)) if s.reason == Reason::KeyTotal));
}

#[test]
fn two_failing_calls_in_turn_are_each_counted() {
    let agent = Agent::new();
    let tools = [Tool::reading("a"), Tool::reading("b")];
    let steps = (0..8).map(|n| agent.fails(&tools[n % 2], &args(1), fault(MISSING)));
    assert_eq!(letters(steps), "..nnHHBB");
}

#[test]
fn two_failing_calls_of_one_tool_in_turn_are_each_counted() {
    let agent = Agent::new();
    let tool = Tool::reading("a");
    let steps = (0..6).map(|n| agent.fails(&tool, &args(n % 2), fault(MISSING)));
    assert_eq!(letters(steps), "..nnHB");
}

#[test]
fn varied_arguments_are_nudged_at_four_and_halted_at_six() {
    let agent = Agent::new();
    assert_eq!(verdicts(&agent, &Tool::reading("search"), 9, args), "...nnHBBB");
}

#[test]
fn programs_of_one_shell_are_different_operations() {
    let agent = Agent::new();
    let programs = ["cargo build", "git commit", "python", "ls", "make", "npm test", "go vet", "terraform plan"];
    let steps = programs.map(|program| agent.fails(&Tool::undeclared("bash").doing(program), &json!({"command": program}), fault(Class::Unknown)));
    assert_eq!(letters(steps), "........");
}

#[test]
fn a_halt_closes_the_failing_operation_only() {
    let agent = Agent::new();
    verdicts(&agent, &Tool::reading("bash").doing("git"), 3, |_| args(1));
    assert!(matches!(agent.gate(&Tool::reading("bash").doing("git"), &args(2)), Gate::Halted { class: MISSING, failures: 3 }));
    assert_eq!(agent.gate(&Tool::reading("bash").doing("ls"), &args(1)), Gate::Open);
    assert_eq!(agent.in_run("other").gate(&Tool::reading("bash").doing("git"), &args(1)), Gate::Open);
}

#[test]
fn a_success_of_another_operation_never_clears_a_streak() {
    let agent = Agent::new();
    let (failing, other) = (Tool::reading("search"), Tool::writing("note"));
    let steps = (0..6).map(|n| {
        let step = agent.fails(&failing, &args(n), fault(MISSING));
        agent.succeeds(&other, &args(n));
        step
    });
    assert_eq!(letters(steps), "...nnH");
}

#[test]
fn a_success_of_the_same_operation_clears_its_streak() {
    let agent = Agent::new();
    let tool = Tool::reading("search");
    assert_eq!(verdicts(&agent, &tool, 5, args), "...nn");
    assert_eq!(agent.succeeds(&tool, &args(99)), Step::Done);
    assert_eq!(letters((10..16).map(|n| agent.fails(&tool, &args(n), fault(MISSING)))), "...nnH");
}

#[test]
fn a_success_of_the_same_call_clears_its_repeats() {
    let agent = Agent::new();
    let tool = Tool::reading("search");
    assert_eq!(verdicts(&agent, &tool, 2, |_| args(1)), ".n");
    agent.succeeds(&tool, &args(1));
    assert_eq!(verdicts(&agent, &tool, 3, |_| args(1)), ".nH");
}

#[test]
fn polling_with_changing_results_is_never_stopped() {
    let agent = Agent::refusing();
    let tool = Tool::reading("status").pollable();
    assert_eq!(letters((0..40).map(|_| agent.succeeds(&tool, &args(1)))), ".".repeat(40));
}

#[test]
fn the_same_successful_call_is_never_stopped() {
    let agent = Agent::refusing();
    assert_eq!(letters((0..20).map(|_| agent.succeeds(&Tool::undeclared("run"), &args(1)))), ".".repeat(20));
}

#[test]
fn report_tools_never_climb() {
    let agent = Agent::refusing();
    let tool = Tool::reading("lint").report();
    assert_eq!(verdicts(&agent, &tool, 40, |_| args(1)), ".".repeat(40));
    assert_eq!(agent.ledger.counters().failures, 40);
}

#[test]
fn an_absent_optional_service_is_nudged_once_per_run() {
    let agent = Agent::new();
    let tools = ["a", "b"].map(|name| Tool::reading(name).of_service("cache").optional());
    let steps: Vec<Step> = (0..10).map(|n| agent.fails(&tools[n % 2], &args(n as u64), fault(Class::Unavailable))).collect();
    assert_eq!(letters(steps.iter().copied()), "n.........");
    assert!(matches!(steps[1], Step::Failed(s) if s.reason == Reason::KnownAbsent));
    assert_eq!(agent.fails(&tools[0], &args(1), fault(MISSING)).letter(), '.', "other failures of it climb as usual");
    assert_eq!(agent.in_run("other").fails(&tools[0], &args(1), fault(Class::Unavailable)).letter(), 'n');
}

#[test]
fn sibling_tools_share_the_streak_of_a_service_that_is_not_there() {
    let agent = Agent::new();
    let tools = ["a", "b", "c", "d", "e", "f"].map(|name| Tool::reading(name).of_service("db"));
    let down = support::Fault { subkind: Some(Subkind::Service), ..fault(Class::Unavailable) };
    assert_eq!(letters(tools.iter().map(|tool| agent.fails(tool, &args(1), down))), "...nnH");
    assert!(matches!(agent.gate(&tools[5], &args(2)), Gate::Halted { .. }));
    assert_eq!(agent.gate(&tools[0], &args(2)), Gate::Open, "a halt closes the failing operation only");
    agent.succeeds(&tools[1], &args(3));
    assert_eq!(agent.fails(&tools[2], &args(4), down).letter(), '.', "a success of any of its tools shows that it is there");
}

#[test]
fn other_failures_of_siblings_are_not_shared() {
    let agent = Agent::new();
    let tools = ["a", "b", "c", "d", "e", "f"].map(|name| Tool::reading(name).of_service("db"));
    assert_eq!(letters(tools.iter().map(|tool| agent.fails(tool, &args(1), fault(MISSING)))), "......");
}

#[test]
fn an_unknown_tool_called_again_is_closed() {
    let agent = Agent::new();
    let tool = Tool::undeclared("serach");
    let unknown = fault(Class::WrongTool).kind(EventKind::HardRejection);
    let steps = letters((0..754).map(|n| agent.fails(&tool, &args(n), unknown)));
    assert_eq!(steps, format!(".H{}", "B".repeat(752)));
}

#[test]
fn the_identical_rejected_call_halts_at_two_and_varied_ones_climb() {
    let rejected = fault(MISSING).kind(EventKind::HardRejection);
    let agent = Agent::new();
    let tool = Tool::reading("search");
    assert_eq!(letters((0..2).map(|_| agent.fails(&tool, &args(1), rejected))), ".H");
    let agent = Agent::new();
    assert_eq!(letters((0..6).map(|n| agent.fails(&tool, &args(n), rejected))), "...nnH");
}

#[test]
fn refusals_are_counted_apart_and_five_in_a_row_are_a_halt() {
    let agent = Agent::refusing();
    let tool = Tool::reading("search");
    agent.fails(&tool, &args(1), fault(MISSING));
    let refusal = |agent: &Agent| {
        let o = agent.observation(&tool, &args(1), agent.stamp(), fault(MISSING).kind(EventKind::Refusal));
        support::now(tool_recovery::ledger::Ledger::observe(&agent.ledger, o))
    };
    let verdicts: Vec<Verdict> = (0..6).map(|_| refusal(&agent).verdict).collect();
    assert_eq!(verdicts, [Verdict::Continue, Verdict::Continue, Verdict::Continue, Verdict::Continue, Verdict::Halt, Verdict::Halt]);
    let standing = refusal(&agent);
    assert_eq!((standing.identical, standing.streak), (1, 1), "no ladder step");
    assert_eq!(agent.gate(&tool, &args(2)), Gate::Open, "and nothing is closed by it");
    assert_eq!(agent.ledger.counters().refusals, 7);
}

#[test]
fn a_denial_closes_the_operation_in_its_run_and_scope_also_when_rephrased() {
    let agent = Agent::new();
    let tool = Tool::writing("pay");
    let step = agent.fails(&tool, &args(1), fault(Class::Permission).kind(EventKind::ApprovalDenied));
    assert!(matches!(step, Step::Failed(s) if s.verdict == Verdict::Halt && s.reason == Reason::Denied));
    assert_eq!(agent.gate(&tool, &args(2)), Gate::Denied);
    assert_eq!(Agent { scope: "other", ..agent.clone() }.gate(&tool, &args(2)), Gate::Open);
    assert_eq!(agent.in_run("other").gate(&tool, &args(1)), Gate::Open);
    agent.ledger.note_world_change("run", "scope");
    assert_eq!(agent.gate(&tool, &args(2)), Gate::Denied, "a user's turn is no approval");
    assert!(agent.ledger.reset("run", "pay", None, "scope"));
    assert_eq!(agent.gate(&tool, &args(2)), Gate::Open);
}

#[test]
fn a_terminal_fault_halts_at_once_until_the_host_resets() {
    let agent = Agent::new();
    let tool = Tool::reading("gpu");
    let step = agent.fails(&tool, &args(1), fault(Class::Unavailable).kind(EventKind::Terminal));
    assert!(matches!(step, Step::Failed(s) if s.verdict == Verdict::Halt && s.reason == Reason::Terminal));
    agent.ledger.note_world_change("run", "scope");
    assert!(matches!(agent.gate(&tool, &args(2)), Gate::Halted { class: Class::Unavailable, .. }));
    agent.ledger.reset("run", "gpu", None, "scope");
    assert_eq!(agent.gate(&tool, &args(2)), Gate::Open);
}

#[test]
fn cancelled_and_undispatched_calls_are_counted_without_a_step() {
    let agent = Agent::new();
    let tool = Tool::reading("slow");
    for kind in [EventKind::Cancelled, EventKind::NotDispatched] {
        assert_eq!(letters((0..30).map(|_| agent.fails(&tool, &args(1), fault(Class::Unknown).kind(kind)))), ".".repeat(30));
    }
    let counters = agent.ledger.counters();
    assert_eq!((counters.cancelled, counters.not_dispatched, counters.observations()), (30, 30, 60));
    assert_eq!(agent.ledger.open_runs(), 0);
}

#[test]
fn a_login_reopens_what_authentication_closed() {
    let agent = Agent::new();
    let tool = Tool::reading("mail");
    let expired = fault(Class::Authentication);
    assert_eq!(letters((0..4).map(|_| agent.fails(&tool, &args(1), expired))), ".nHB");
    agent.ledger.note_world_change("run", "another scope");
    assert!(matches!(agent.gate(&tool, &args(1)), Gate::Halted { .. }));
    agent.ledger.note_world_change("run", "scope");
    assert_eq!(agent.gate(&tool, &args(1)), Gate::Open);
    assert!(matches!(agent.fails(&tool, &args(1), expired), Step::Failed(s) if s.reason == Reason::Excused));
    assert_eq!(agent.succeeds(&tool, &args(1)), Step::Done);
}

#[test]
fn a_login_does_not_reopen_what_wrong_arguments_closed() {
    let agent = Agent::new();
    let tool = Tool::reading("mail");
    verdicts(&agent, &tool, 3, |_| args(1));
    agent.ledger.note_world_change("run", "scope");
    assert!(matches!(agent.gate(&tool, &args(1)), Gate::Halted { .. }));
}

#[tokio::test(start_paused = true)]
async fn an_old_failure_excuses_one_repeat() {
    let agent = Agent::refusing();
    let tool = Tool::reading("a");
    assert_eq!(agent.fails(&tool, &args(1), fault(MISSING)).letter(), '.');
    tokio::time::advance(Duration::from_secs(600)).await;
    assert_eq!(agent.fails(&tool, &args(1), fault(MISSING)).letter(), 'B', "not older than ten minutes");
    tokio::time::advance(Duration::from_millis(1)).await;
    assert!(matches!(agent.fails(&tool, &args(1), fault(MISSING)), Step::Failed(s) if s.reason == Reason::Excused));
    assert_eq!(agent.fails(&tool, &args(1), fault(MISSING)).letter(), 'B');
}
