//! Sequences of calls through the whole stack: `.` go on, `n` nudge, `H` halt, `B` refused before the call ran.

use crate::{
    support,
    support::{
        Answer, Counted, End, Raised, RigBuilder, Script, args, builder, call, counted, letter, now_instant, open, refusing, rejection, report, settled,
        throttled,
    },
};
use serde_json::{Value, json};
use std::time::Duration;
use tool_recovery::{
    Outcome, RejectionKind, ToolCall, Verdict,
    admission::{ApprovalStore, ApprovalSubject, Catalog, ScopePolicy, ToolDescriptor},
    advice::Action,
    classify::Class,
    facts::{Facts, UntrustedText, process::program_and_subcommand},
    ledger::{MemoryLedger, Reason},
};
use tower::{Layer, Service};

const MISSING: Class = Class::WrongArguments;

fn catalog() -> Catalog {
    support::tools()
        .tool(ToolDescriptor::new("search").read_only().superficial("/request_id"))
        .tool(ToolDescriptor::new("bash").operation(program_and_subcommand))
        .tool(ToolDescriptor::new("test").report())
        .tools((0..6).map(|n| ToolDescriptor::new(format!("api{n}")).read_only()))
        .build()
        .unwrap()
}

fn stack(ledger: &MemoryLedger) -> RigBuilder {
    builder(ledger).catalog(catalog())
}

/// One agent with one script.
struct Agent<S> {
    script: Script,
    service: S,
    letters: String,
}

fn agent(ledger: &MemoryLedger) -> Agent<impl Service<ToolCall, Response = Answer, Error = Raised> + use<>> {
    let script = Script::always(End::Done);
    Agent { service: stack(ledger).build().unwrap().layer(script.tool()), script, letters: String::new() }
}

impl<S: Service<ToolCall, Response = Answer, Error = Raised>> Agent<S> {
    /// A call that would fail.
    async fn fails(&mut self, tool: &str, arguments: Value, facts: Facts) -> Answer {
        self.script.then(End::Failed(facts));
        let answer = call(&mut self.service, ToolCall::new(tool, arguments)).await;
        // A call that was refused has not used its plan.
        self.script.forget();
        self.letters.push(letter(&answer));
        answer
    }

    /// A call that would succeed; it leaves no letter.
    async fn succeeds(&mut self, tool: &str, arguments: Value) -> Answer {
        call(&mut self.service, ToolCall::new(tool, arguments)).await
    }

    fn letters(&mut self) -> String {
        std::mem::take(&mut self.letters)
    }
}

#[tokio::test(start_paused = true)]
async fn the_identical_failing_call_is_nudged_at_two_and_halted_at_three() {
    let mut agent = agent(&MemoryLedger::default());
    for _ in 0..6 {
        let _ = agent.fails("read", args(1), settled(MISSING)).await;
    }
    assert_eq!((agent.letters().as_str(), agent.script.calls()), (".nHBBB", 3));
}

#[tokio::test(start_paused = true)]
async fn with_refuse_the_identical_failing_call_is_refused_from_the_second_on() {
    let mut agent = agent(&refusing());
    for n in 0..6 {
        let answer = agent.fails("read", args(1), settled(MISSING)).await;
        assert_eq!(rejection(&answer), (n > 0).then_some(RejectionKind::Repeat));
    }
    assert_eq!((agent.letters().as_str(), agent.script.calls()), (".BBBBB", 1));
}

#[tokio::test(start_paused = true)]
async fn a_changing_id_that_is_declared_superficial_makes_no_difference() {
    let mut agent = agent(&MemoryLedger::default());
    for n in 0..6 {
        let _ = agent.fails("search", json!({"q": "x", "request_id": format!("req-{n}")}), settled(MISSING)).await;
    }
    assert_eq!(agent.letters(), ".nHBBB");
}

#[tokio::test(start_paused = true)]
async fn a_changing_id_that_is_not_declared_is_another_call() {
    let mut agent = agent(&MemoryLedger::default());
    for n in 0..7 {
        let _ = agent.fails("read", json!({"q": "x", "request_id": format!("req-{n}")}), settled(MISSING)).await;
    }
    assert_eq!(agent.letters(), "...nnHB");
}

#[tokio::test(start_paused = true)]
async fn an_unrelated_successful_read_between_excuses_nothing() {
    let mut agent = agent(&MemoryLedger::default());
    for n in 0..5 {
        let _ = agent.fails("read", args(1), settled(MISSING)).await;
        assert!(agent.succeeds("list", args(n)).await.outcome.is_completed());
    }
    assert_eq!(agent.letters(), ".nHBB");
}

#[tokio::test(start_paused = true)]
async fn a_successful_declared_write_between_excuses_one_repeat() {
    let mut agent = agent(&MemoryLedger::default());
    let _ = agent.fails("read", args(1), settled(MISSING)).await;
    let _ = agent.succeeds("edit", args(1)).await;
    let excused = agent.fails("read", args(1), settled(MISSING)).await;
    assert_eq!((report(&excused).standing.reason, report(&excused).standing.identical), (Reason::Excused, 2));
    for _ in 0..2 {
        let _ = agent.fails("read", args(1), settled(MISSING)).await;
    }
    assert_eq!(agent.letters(), "..nH");
}

#[tokio::test(start_paused = true)]
async fn a_write_that_does_not_help_is_nudged_and_halted_in_the_end() {
    let mut agent = agent(&MemoryLedger::default());
    for n in 0..10 {
        let _ = agent.fails("read", args(1), settled(MISSING)).await;
        let _ = agent.succeeds("edit", args(n)).await;
    }
    assert_eq!(agent.letters(), "...nnnnnHB");
}

#[tokio::test(start_paused = true)]
async fn an_undeclared_success_between_excuses_once() {
    let mut agent = agent(&MemoryLedger::default());
    for n in 0..8 {
        let _ = agent.fails("plain", args(1), settled(MISSING)).await;
        let _ = agent.succeeds("other", args(n)).await;
    }
    let letters = agent.letters();
    assert!(letters.find('n').is_some_and(|at| at < 3), "nudged by the third: {letters}");
    assert!(letters.find('H').is_some_and(|at| at < 8), "halted by the eighth: {letters}");
}

#[tokio::test(start_paused = true)]
async fn ten_rounds_of_edit_and_test_with_changing_errors_are_never_halted() {
    let mut agent = agent(&MemoryLedger::default());
    for n in 0..10 {
        let _ = agent.fails("plain", json!({}), open("").text(UntrustedText::new(&format!("assertion failed: case {n} of parser")))).await;
        assert!(agent.succeeds("edit", args(n)).await.outcome.is_completed());
    }
    assert_eq!(agent.letters(), "..........");
}

#[tokio::test(start_paused = true)]
async fn a_declared_report_never_climbs() {
    let mut agent = agent(&MemoryLedger::default());
    for _ in 0..10 {
        let _ = agent.fails("test", json!({}), settled(Class::Unknown)).await;
    }
    assert_eq!(agent.letters(), "..........");
}

#[tokio::test(start_paused = true)]
async fn two_failing_calls_in_turn_are_counted_each() {
    let mut agent = agent(&MemoryLedger::default());
    for n in 0..8 {
        let _ = agent.fails(if n % 2 == 0 { "read" } else { "list" }, args(1), settled(MISSING)).await;
    }
    assert_eq!(agent.letters(), "..nnHHBB");
}

#[tokio::test(start_paused = true)]
async fn varied_arguments_are_nudged_at_four_and_halted_at_six() {
    let mut agent = agent(&MemoryLedger::default());
    for n in 0..9 {
        let _ = agent.fails("read", args(n), settled(MISSING)).await;
    }
    assert_eq!(agent.letters(), "...nnHBBB");
}

#[tokio::test(start_paused = true)]
async fn other_arguments_that_did_not_help_are_not_advised_again() {
    let mut agent = agent(&MemoryLedger::default());
    let mut advised = Vec::new();
    for n in 0..6 {
        let answer = agent.fails("read", args(n), settled(MISSING)).await;
        let advice = &report(&answer).advice;
        assert_eq!(advice.for_model.contains("Other arguments did not help"), n >= 3, "{}", advice.for_model);
        advised.push(advice.action.as_str());
    }
    let (change, stop) = ("correct_arguments", "stop_repeating");
    assert_eq!(advised, [change, change, change, stop, stop, stop]);
    // The identical call says nothing about other arguments.
    let _ = agent.fails("list", args(1), settled(MISSING)).await;
    let again = agent.fails("list", args(1), settled(MISSING)).await;
    assert_eq!((report(&again).advice.action.as_str(), report(&again).standing.reason), (change, Reason::ExactRepeat));
}

#[tokio::test(start_paused = true)]
async fn different_programs_of_one_shell_are_different_operations() {
    let mut agent = agent(&MemoryLedger::default());
    for command in ["git push", "git fetch", "cargo test", "ls /none", "make all", "curl -s host", "python3 x.py", "npm install"] {
        let _ = agent.fails("bash", json!({"command": command}), settled(Class::Unknown)).await;
    }
    assert_eq!(agent.letters(), "........");
    for n in 0..6 {
        let _ = agent.fails("bash", json!({"command": format!("git push origin branch-{n}")}), settled(Class::Unknown)).await;
    }
    assert_eq!(agent.letters(), "..nnHB", "one of them alone was not spared");
    assert_eq!(rejection(&agent.succeeds("bash", json!({"command": "git push --force"})).await), Some(RejectionKind::Halted));
    assert!(agent.succeeds("bash", json!({"command": "git status"})).await.outcome.is_completed(), "a halt closes the operation and not the tool");
}

#[tokio::test(start_paused = true)]
async fn six_throttled_tools_are_paced_and_never_halted() {
    let mut agent = agent(&MemoryLedger::default());
    // More failures of each than any other class is allowed.
    for round in 0..8 {
        for tool in 0..6 {
            let tool = format!("api{tool}");
            let answer = agent.fails(&tool, args(round), throttled(Some(Duration::from_secs(2)))).await;
            assert_eq!(report(&answer).advice.action, Action::RetryAfter(Duration::from_secs(2)));
            let early = agent.succeeds(&tool, args(round)).await;
            assert_eq!(rejection(&early), Some(RejectionKind::Paced), "paced meanwhile");
        }
        tokio::time::advance(Duration::from_secs(2)).await;
    }
    assert_eq!(agent.letters(), ".".repeat(48));
    assert_eq!(agent.script.calls(), 48);
}

#[tokio::test(start_paused = true)]
async fn polling_with_changing_results_is_never_stopped() {
    let mut agent = agent(&refusing());
    for _ in 0..50 {
        assert!(agent.succeeds("poll", json!({"job": 7})).await.outcome.is_completed());
        assert!(agent.succeeds("read", args(1)).await.outcome.is_completed(), "the same call with the same result is no failure");
    }
    for _ in 0..20 {
        let _ = agent.fails("poll", json!({"job": 8}), settled(Class::Transient)).await;
        tokio::time::advance(Duration::from_secs(60)).await;
    }
    assert_eq!(agent.letters(), ".".repeat(20), "a pollable tool that is not ready yet");
    for _ in 0..4 {
        let _ = agent.fails("poll", json!({"job": 9}), settled(Class::Permission)).await;
    }
    assert_eq!(agent.letters(), ".BBB", "other failures climb as usual");
}

#[tokio::test(start_paused = true)]
async fn a_wait_of_ten_years_is_reported_as_blocked() {
    let mut agent = agent(&MemoryLedger::default());
    let answer = agent.fails("read", args(1), throttled(Some(Duration::from_secs(10 * 365 * 86_400)))).await;
    assert_eq!((report(&answer).standing.reason, &report(&answer).advice.action), (Reason::Blocked, &Action::ReportBlocked));
    assert_eq!(rejection(&agent.succeeds("read", args(2)).await), Some(RejectionKind::Halted));
    assert_eq!(agent.letters(), "H");
}

#[tokio::test(start_paused = true)]
async fn a_wait_beyond_the_run_is_reported_as_blocked() {
    let mut agent = agent(&MemoryLedger::default());
    agent.script.then(End::Failed(throttled(Some(Duration::from_secs(60)))));
    let request = ToolCall::new("read", args(1)).with_deadline(now_instant() + Duration::from_secs(30));
    let answer = call(&mut agent.service, request).await;
    assert_eq!(report(&answer).advice.action, Action::ReportBlocked);
}

#[tokio::test(start_paused = true)]
async fn a_login_reopens_what_authentication_closed() {
    let ledger = MemoryLedger::default();
    let mut agent = agent(&ledger);
    for _ in 0..4 {
        let _ = agent.fails("read", args(1), settled(Class::Authentication)).await;
    }
    for n in 0..4 {
        let _ = agent.fails("list", args(n % 2), settled(MISSING)).await;
        let _ = agent.fails("list", args(n % 2), settled(MISSING)).await;
    }
    agent.letters();
    ledger.note_world_change("", "other scope");
    assert_eq!(rejection(&agent.succeeds("read", args(1)).await), Some(RejectionKind::Halted), "another scope's login");
    ledger.note_world_change("", "");
    assert!(agent.succeeds("read", args(1)).await.outcome.is_completed());
    assert_eq!(rejection(&agent.succeeds("list", args(1)).await), Some(RejectionKind::Halted), "a login does not cure wrong arguments");
}

/// Waiting for an approval is a state that the host ends: asking too often closes nothing, and the very call passes once it is given.
#[tokio::test(start_paused = true)]
async fn an_approval_opens_the_call_however_often_it_was_asked_for() {
    for kind in [RejectionKind::ApprovalAbsent, RejectionKind::ApprovalPending, RejectionKind::ApprovalExpired] {
        let (ledger, script, approvals) = (MemoryLedger::default(), Script::always(End::Done), ApprovalStore::default());
        let policy = ScopePolicy::deny_by_default().require_approval("*", "write").approvals(approvals.clone()).build().unwrap();
        let mut service = stack(&ledger).policy(policy).build().unwrap().layer(script.tool());
        match kind {
            RejectionKind::ApprovalPending => approvals.request(ApprovalSubject::new("", "write")),
            RejectionKind::ApprovalExpired => approvals.grant(ApprovalSubject::new("", "write"), Some(now_instant())),
            _ => {}
        }
        for n in 1..8 {
            let answer = call(&mut service, ToolCall::new("write", args(1))).await;
            assert_eq!(rejection(&answer), Some(kind), "{n}");
            assert_eq!(answer.verdict, if n < 5 { Verdict::Continue } else { Verdict::Halt }, "{n} times {kind}");
        }
        assert_eq!(counted(&ledger), Counted { refusals: 7, ..Counted::default() });
        approvals.grant(ApprovalSubject::new("", "write"), None);
        assert!(call(&mut service, ToolCall::new("write", args(1))).await.outcome.is_completed());
    }
}

/// Nobody waits for the end of a pause to learn that the operation is closed.
#[tokio::test(start_paused = true)]
async fn a_closed_operation_says_so_at_once_also_in_its_pause() {
    let (ledger, script) = (MemoryLedger::default(), Script::always(End::Failed(settled(Class::Transient))));
    let layer = stack(&ledger).build().unwrap();
    let mut direct = layer.layer(script.tool());
    let mut last = Verdict::Continue;
    while last != Verdict::Halt {
        tokio::time::advance(Duration::from_secs(120)).await;
        last = call(&mut direct, ToolCall::new("read", args(1))).await.verdict;
    }
    let (mut deferred, began, ran) = (layer.deferred().layer(script.tool()), now_instant(), script.calls());
    assert_eq!(rejection(&call(&mut direct, ToolCall::new("read", args(1))).await), Some(RejectionKind::Halted));
    assert_eq!(rejection(&call(&mut deferred, ToolCall::new("read", args(1))).await), Some(RejectionKind::Halted));
    assert_eq!((now_instant() - began, script.calls()), (Duration::ZERO, ran));
}

#[tokio::test(start_paused = true)]
async fn a_missing_tool_is_suggested_and_refused_but_never_run() {
    let mut agent = agent(&MemoryLedger::default());
    for n in 0..754 {
        let answer = agent.succeeds("raed", args(n)).await;
        let Outcome::Rejected(rejection) = &answer.outcome else { panic!("{n}") };
        assert_eq!(rejection.kind(), if n < 2 { RejectionKind::UnknownTool } else { RejectionKind::Halted });
        if n == 0 {
            assert_eq!(&*rejection.suggestions()[0], "read");
        }
    }
    assert_eq!(agent.script.calls(), 0);
}

#[tokio::test(start_paused = true)]
async fn five_refusals_in_a_row_are_a_halt_for_whoever_drives_the_loop() {
    let mut agent = agent(&MemoryLedger::default());
    let _ = agent.fails("read", args(1), throttled(Some(Duration::from_secs(300)))).await;
    let mut verdicts = Vec::new();
    for _ in 0..6 {
        let answer = agent.succeeds("read", args(1)).await;
        verdicts.push((answer.verdict, report(&answer).standing.streak));
    }
    let (go_on, halt) = (tool_recovery::Verdict::Continue, tool_recovery::Verdict::Halt);
    assert_eq!(verdicts.iter().map(|(verdict, _)| *verdict).collect::<Vec<_>>(), [go_on, go_on, go_on, go_on, halt, halt]);
    assert!(verdicts.iter().all(|(_, streak)| *streak == 1), "refusals are no step of the ladder");
    tokio::time::advance(Duration::from_secs(300)).await;
    assert!(agent.succeeds("read", args(1)).await.outcome.is_completed());
}

#[tokio::test(start_paused = true)]
async fn the_model_is_told_about_the_operation_and_the_user_about_the_halt() {
    let mut agent = agent(&MemoryLedger::default());
    let mut halted = agent.fails("read", args(1), settled(Class::Permission)).await;
    while halted.verdict != tool_recovery::Verdict::Halt {
        assert!(report(&halted).advice.for_user.is_none());
        halted = agent.fails("read", args(1), settled(Class::Permission)).await;
    }
    let advice = &report(&halted).advice;
    assert!(advice.for_model.contains("closes the operation, not the task"), "{}", advice.for_model);
    assert!(advice.for_user.as_deref().is_some_and(|text| text.contains("it needs a permission")), "{:?}", advice.for_user);
    assert!(matches!(halted.outcome, Outcome::Failed(_)), "the original error stays");
}
