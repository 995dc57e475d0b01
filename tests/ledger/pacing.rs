//! Failures that time may cure: pauses, and how much headroom they have. `.` continue, `n` nudge, `H` halt, `B` refused before the call ran.

use crate::{
    support,
    support::{Agent, Step, Tool, fault, letters},
};
use serde_json::{Value, json};
use std::time::Duration;
use tool_recovery::{
    Verdict,
    classify::{Class, Source},
    ledger::{Gate, Reason},
};

const MISSING: Class = Class::WrongArguments;

fn args(n: u64) -> Value {
    json!({"path": format!("/data/{n}"), "limit": n})
}

#[tokio::test(start_paused = true)]
async fn six_rate_limited_tools_are_paced_and_never_halted() {
    let agent = Agent::new();
    let tools = ["a", "b", "c", "d", "e", "f"].map(Tool::reading);
    let limited = fault(Class::RateLimited).after(30);
    let first = letters(tools.iter().map(|tool| agent.fails(tool, &args(1), limited)));
    assert_eq!(first, "......");
    assert_eq!(letters(tools.iter().map(|tool| agent.fails(tool, &args(2), limited))), "BBBBBB");
    for tool in &tools {
        assert_eq!(agent.gate(tool, &args(1)), Gate::Paced { remaining: Duration::from_secs(30) });
    }
    tokio::time::advance(Duration::from_secs(30)).await;
    assert_eq!(letters(tools.iter().map(|tool| agent.fails(tool, &args(1), limited))), "......");
}

#[tokio::test(start_paused = true)]
async fn a_rate_limited_operation_halts_at_twelve_and_not_at_six() {
    let agent = Agent::new();
    let tool = Tool::reading("a");
    let mut seen = String::new();
    for _ in 0..13 {
        agent.wait_out(&tool, &args(1)).await;
        seen.push(agent.fails(&tool, &args(1), fault(Class::RateLimited)).letter());
    }
    assert_eq!(seen, "........nnnHB");
}

#[tokio::test(start_paused = true)]
async fn trusted_transient_failures_have_headroom_and_predicted_ones_less() {
    for (source, expected) in [(Source::Trusted, ".....nnHB"), (Source::Keywords, "...nnHBBB"), (Source::Jev, ".nHBBBBBB")] {
        let agent = Agent::new();
        let tool = Tool::reading("a");
        let mut seen = String::new();
        for _ in 0..9 {
            agent.wait_out(&tool, &args(1)).await;
            seen.push(agent.fails(&tool, &args(1), fault(Class::Transient).by(source)).letter());
        }
        assert_eq!(seen, expected, "{source:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn varied_transient_failures_halt_at_twelve() {
    let agent = Agent::new();
    let tool = Tool::reading("a");
    let mut seen = String::new();
    for n in 0..13 {
        agent.wait_out(&tool, &args(n)).await;
        seen.push(agent.fails(&tool, &args(n), fault(Class::Transient)).letter());
    }
    assert_eq!(seen, "........nnnHB");
}

#[tokio::test(start_paused = true)]
async fn the_attempts_of_an_adapter_use_up_headroom() {
    let agent = Agent::new();
    let tool = Tool::reading("a");
    let mut seen = String::new();
    for _ in 0..3 {
        agent.wait_out(&tool, &args(1)).await;
        let failure = support::Fault { attempts: 3, ..fault(Class::Transient) };
        seen.push(agent.fails(&tool, &args(1), failure).letter());
    }
    assert_eq!(seen, ".nH", "3, 6 and 9 attempts");
    assert_eq!(agent.ledger.counters().failures, 3, "one observation each");
}

#[tokio::test(start_paused = true)]
async fn a_streak_uses_the_strictest_class_seen() {
    let agent = Agent::new();
    let tool = Tool::reading("a");
    for n in 0..7 {
        agent.wait_out(&tool, &args(n)).await;
        assert_eq!(agent.fails(&tool, &args(n), fault(Class::Transient)).letter(), '.');
    }
    agent.wait_out(&tool, &args(8)).await;
    assert_eq!(agent.fails(&tool, &args(8), fault(MISSING)).letter(), 'H', "eight in a row, one of them not transient");
}

#[tokio::test(start_paused = true)]
async fn polling_excuses_what_may_pass_and_nothing_else() {
    for (class, expected) in [(Class::Transient, ".........."), (Class::Unavailable, ".........."), (MISSING, ".nHBBBBBBB")] {
        let agent = Agent::new();
        let tool = Tool::reading("status").pollable();
        let mut seen = String::new();
        for _ in 0..10 {
            agent.wait_out(&tool, &args(1)).await;
            seen.push(agent.fails(&tool, &args(1), fault(class)).letter());
        }
        assert_eq!(seen, expected, "{class}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_wait_of_ten_years_is_reported_as_blocked() {
    let agent = Agent::new();
    let tool = Tool::reading("a");
    let step = agent.fails(&tool, &args(1), fault(Class::RateLimited).after(10 * 365 * 86_400));
    assert!(matches!(step, Step::Failed(s) if s.verdict == Verdict::Halt && s.reason == Reason::Blocked && s.paced.is_none()));
    assert!(matches!(agent.gate(&tool, &args(2)), Gate::Halted { class: Class::RateLimited, .. }));
}

#[tokio::test(start_paused = true)]
async fn a_wait_beyond_the_runs_remaining_time_is_blocked() {
    let agent = Agent::new();
    let tool = Tool::reading("a");
    let mut o = agent.observation(&tool, &args(1), agent.stamp(), fault(Class::RateLimited).after(60));
    o.run_remaining = Some(Duration::from_secs(30));
    let standing = support::now(tool_recovery::ledger::Ledger::observe(&agent.ledger, o));
    assert_eq!((standing.verdict, standing.reason), (Verdict::Halt, Reason::Blocked));
}
