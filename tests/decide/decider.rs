//! A decision model in the stack: what it may change, what it never changes, and what it is never told.

use crate::support::{
    Answer, Counted, End, Script, args, begin, builder, call,
    capture::Capture,
    counted,
    evaluators::{Does, Service, deciding, thresholds},
    lost, open,
    play::paused,
    poll_once, rejection, report, settled,
};
use proptest::prelude::*;
use serde_json::json;
use std::time::Duration;
use tool_recovery::{
    ToolCall, Verdict,
    advice::Action,
    classify::{Class, Classification, Classify, Source, Subkind, TextEvidence},
    decide::{Abstained, Decider},
    facts::{Effect, Facts, Phase, Reach, UndeclaredEffect},
    ledger::MemoryLedger,
    systemone::EvaluationErrorKind,
};
use tower::Layer;

/// Text rules that find what the text says, and are never certain of it.
#[derive(Clone, Copy)]
struct Doubtful;

impl Classify for Doubtful {
    fn classify(&self, evidence: &TextEvidence<'_>) -> Classification {
        let named = Class::ALL.into_iter().find(|class| evidence.text.starts_with(class.as_str())).unwrap_or(Class::Unknown);
        let class = Classification::new(named, Source::Keywords, "test");
        if evidence.text.contains("quota") { class.with_subkind(Subkind::Quota) } else { class }
    }
}

fn decider(service: &Service) -> Decider<Service> {
    Decider::new(service.clone(), &deciding()).unwrap()
}

fn says(class: Class) -> Service {
    let blocked = if matches!(class, Class::Authentication | Class::Permission | Class::Unavailable | Class::Unsupported) { 1.0 } else { 0.0 };
    Service::new([Does::Says(class, blocked)])
}

/// One failing call of `tool`, with a decision.
fn once(tool: &str, facts: Facts, service: &Service) -> Answer {
    once_by(decider(service), tool, facts)
}

fn once_by(decider: Decider<Service>, tool: &str, facts: Facts) -> Answer {
    paused(async {
        let (ledger, script) = (MemoryLedger::default(), Script::always(End::Failed(facts)));
        let mut stack = builder(&ledger).classifier(Doubtful).decider(decider).build().unwrap().layer(script.tool());
        let answer = call(&mut stack, ToolCall::new(tool, args(1))).await;
        assert_eq!((script.calls(), counted(&ledger).failures), (1, 1), "one execution, one observation");
        answer
    })
}

#[test]
fn a_decision_finds_the_class_that_the_text_rules_leave_open() {
    let service = says(Class::Permission);
    let answer = once("read", open("the widget could not be opened"), &service);
    let report = report(&answer);
    assert_eq!((report.classification.class, report.classification.source), (Class::Permission, Source::Jev));
    assert_eq!((report.advice.action.clone(), answer.verdict), (Action::AskPermission, Verdict::Continue));
    let decision = report.decision.as_ref().unwrap();
    assert_eq!((decision.attempts, decision.fallback, decision.thresholds.as_deref()), (1, None, Some("untuned")));
    assert_eq!(decision.distribution().as_deref(), Some("permission:1.0,blocked:1.0"));
}

#[test]
fn the_text_rules_stand_whatever_the_service_does_and_the_reason_is_told() {
    let cases = [
        (Does::Fails(EvaluationErrorKind::Connection), "connection"),
        (Does::Fails(EvaluationErrorKind::Deadline), "deadline"),
        (Does::Babbles, "invalid"),
        (Does::Hangs, "deadline"),
        (Does::PanicsAtOnce, "panicked"),
        (Does::PanicsInPoll, "panicked"),
        (Does::Says(Class::Unknown, 0.0), "evidence"),
        (Does::Says(Class::Permission, 0.0), "contradiction"),
        (Does::Says(Class::WrongArguments, 0.5), "no_information"),
        (Does::Weighs([1; 9], 0.0), "no_information"),
        (Does::Weighs([1, 1, 0, 0, 0, 0, 0, 0, 0], 0.0), "tie"),
        (Does::Weighs([4, 6, 0, 0, 0, 0, 0, 0, 0], 0.0), "dead_band_or_not"),
    ];
    for (does, reason) in cases {
        let answer = once("read", open("transient, says the text"), &Service::new([does.clone()]));
        let report = report(&answer);
        if reason == "dead_band_or_not" {
            assert_eq!(report.classification.class, Class::RateLimited, "0.6 is above a threshold of 0.5 and its band");
            continue;
        }
        assert_eq!((report.classification.class, report.classification.source), (Class::Transient, Source::Keywords), "{does:?}");
        assert_eq!(report.decision.as_ref().unwrap().fallback.unwrap().as_str(), reason, "{does:?}");
    }
}

#[test]
fn a_failing_service_is_no_failure_of_a_tool() {
    paused(async {
        let (ledger, script) = (MemoryLedger::default(), Script::always(End::Failed(open("the widget is broken"))));
        let service = Service::new([Does::Fails(EvaluationErrorKind::Unavailable)]);
        let mut stack = builder(&ledger).decider(decider(&service)).build().unwrap().layer(script.tool());
        for n in 0..5 {
            let _ = call(&mut stack, ToolCall::new("read", args(n)).with_run(n.to_string())).await;
        }
        assert_eq!((service.asked(), counted(&ledger)), (5, Counted { failures: 5, ..Counted::default() }));
    });
}

#[test]
fn only_a_read_may_be_advised_to_be_tried_again_by_a_model() {
    let refused = |text: &str| open(text).reached(Phase::Execution, Reach::Refused);
    for (tool, facts, action) in [
        ("read", open("the widget is broken"), Action::RetryAfter(Duration::ZERO)),
        ("write", refused("the widget is broken"), Action::None),
        ("write", open("the widget is broken"), Action::None),
        ("plain", refused("the widget is broken"), Action::None),
    ] {
        let answer = once(tool, facts, &Service::new([Does::Says(Class::Transient, 0.0)]));
        assert_eq!(report(&answer).classification.class, Class::Transient, "{tool}: the class is a diagnosis");
        assert_eq!(report(&answer).advice.action, action, "{tool}");
    }
    let mut config = deciding();
    config.thresholds = thresholds(0.7);
    let decider = Decider::new(Service::new([Does::Says(Class::Transient, 0.3)]), &config).unwrap();
    let doubtful = once_by(decider, "read", open("the widget is broken"));
    assert_eq!(report(&doubtful).classification.class, Class::Transient);
    assert_eq!(report(&doubtful).advice.action, Action::None, "whether anything else is needed is open");
}

#[test]
fn a_write_whose_outcome_is_open_or_known_is_never_put_to_a_model() {
    for facts in [lost(), lost().applied(true), open("done, though").applied(true)] {
        let service = says(Class::Transient);
        let answer = once("write", facts, &service);
        assert_eq!(service.asked(), 0, "{answer:?}");
        assert!(report(&answer).decision.is_none());
    }
    for facts in [
        lost().applied(false),
        open("the widget is broken").reached(Phase::PreExecution, Reach::NotReached),
        open("the widget is broken").reached(Phase::Execution, Reach::Refused),
    ] {
        let service = says(Class::WrongArguments);
        let answer = once("write", facts, &service);
        assert_eq!((service.asked(), report(&answer).effect, report(&answer).classification.class), (1, Effect::NotApplied, Class::WrongArguments));
    }
}

#[test]
fn an_interrupted_call_is_not_put_to_a_model() {
    paused(async {
        let (ledger, script, service) = (MemoryLedger::default(), Script::always(End::Never), says(Class::Transient));
        let mut stack = builder(&ledger).decider(decider(&service)).build().unwrap().layer(script.tool());
        let answer = call(&mut stack, ToolCall::new("slow_read", args(1))).await;
        assert!(report(&answer).decision.is_none());
        assert_eq!(service.asked(), 0);
    });
}

#[test]
fn a_decision_is_told_in_the_event_of_its_failure() {
    paused(async {
        let (capture, _guard) = Capture::begin();
        let (ledger, script) = (MemoryLedger::default(), Script::always(End::Failed(open("the widget is broken"))));
        let service = Service::new([Does::Weighs([0, 0, 0, 7, 3, 0, 0, 0, 0], 0.97), Does::Fails(EvaluationErrorKind::NoCredential)]);
        let mut stack = builder(&ledger).decider(decider(&service)).build().unwrap().layer(script.tool());
        let _ = call(&mut stack, ToolCall::new("read", args(1))).await;
        let fields = capture.events()[0].fields.clone();
        assert_eq!((&*fields["distribution"], &*fields["question_version"], &*fields["source"]), ("permission:0.7,blocked:0.9", "tool-recovery/1", "jev"));
        let _ = call(&mut stack, ToolCall::new("read", args(1))).await;
        let fields = capture.events()[0].fields.clone();
        assert_eq!((&*fields["fallback"], &*fields["decision_attempts"]), ("no_credential", "0"));
        assert!(!fields.contains_key("question_version") && !fields.contains_key("distribution"), "nothing was put to anybody");
    });
}

#[test]
fn a_run_asks_for_as_many_decisions_as_it_may() {
    paused(async {
        let (ledger, script, service) = (MemoryLedger::default(), Script::always(End::Failed(open("the widget is broken"))), says(Class::WrongArguments));
        let mut config = deciding();
        config.decisions_per_run = 2;
        let decider = Decider::new(service.clone(), &config).unwrap();
        let mut stack = builder(&ledger).decider(decider).build().unwrap().layer(script.tool());
        let mut reasons = Vec::new();
        for n in 0..4 {
            let answer = call(&mut stack, ToolCall::new("read", args(n)).with_run("one")).await;
            reasons.push(report(&answer).decision.as_ref().unwrap().fallback);
        }
        assert_eq!((reasons, service.asked()), (vec![None, None, Some(Abstained::RunLimit), Some(Abstained::RunLimit)], 2));
        let _ = call(&mut stack, ToolCall::new("read", args(1)).with_run("two")).await;
        assert_eq!(service.asked(), 3);
    });
}

#[test]
fn calls_beyond_the_concurrency_fall_back_at_once() {
    paused(async {
        let (ledger, script) = (MemoryLedger::default(), Script::always(End::Failed(open("the widget is broken"))));
        let service = says(Class::WrongArguments).after(Duration::from_secs(1));
        let mut config = deciding();
        (config.decision_concurrency.per_run, config.decision_concurrency.total) = (1, 2);
        let decider = Decider::new(service.clone(), &config).unwrap();
        let mut stack = builder(&ledger).decider(decider).build().unwrap().layer(script.tool());
        let mut waiting = Vec::new();
        for run in ["a", "a", "b", "c"] {
            let mut future = begin(&mut stack, ToolCall::new("read", args(1)).with_run(run)).await;
            if let std::task::Poll::Ready(answer) = poll_once(&mut future) {
                let answer = answer.unwrap();
                assert_eq!(report(&answer).decision.as_ref().unwrap().fallback, Some(Abstained::Busy));
            } else {
                waiting.push((run, future));
            }
        }
        assert_eq!(waiting.iter().map(|(run, _)| *run).collect::<Vec<_>>(), ["a", "b"]);
        for (_, future) in waiting {
            assert_eq!(report(&future.await.unwrap()).classification.source, Source::Jev);
        }
        let again = call(&mut stack, ToolCall::new("read", args(1)).with_run("c")).await;
        assert_eq!(report(&again).classification.source, Source::Jev, "the places are free again");
    });
}

#[test]
fn what_a_model_is_told_has_no_argument_and_no_identifier() {
    paused(async {
        let (ledger, script, service) = (MemoryLedger::default(), Script::always(End::Failed(open("boom, said the tool"))), says(Class::WrongArguments));
        let mut stack = builder(&ledger).decider(decider(&service)).build().unwrap().layer(script.tool());
        let request = ToolCall::new("read", json!({"path": "/very/private", "limit": 4711}))
            .with_run("run-canary")
            .with_scope("scope-canary")
            .with_call_id("call-canary");
        let _ = call(&mut stack, request).await;
        let states = service.states();
        assert!(states[0].contains("boom, said the tool"));
        for canary in ["private", "4711", "run-canary", "scope-canary", "call-canary"] {
            assert!(!states[0].contains(canary), "{canary} in {}", states[0]);
        }
    });
}

#[derive(Clone, Debug)]
struct Turn {
    tool: &'static str,
    arguments: u64,
    end: End,
    does: Does,
    wait: u64,
}

fn does() -> impl Strategy<Value = Does> {
    let class = || prop::sample::select(Class::ALL.as_slice());
    prop_oneof![
        6 => (class(), prop::sample::select(vec![0.0, 0.2, 0.8, 1.0])).prop_map(|(class, blocked)| Does::Says(class, blocked)),
        3 => (prop::array::uniform9(any::<u8>()), 0.0f64..1.0).prop_map(|(weights, blocked)| Does::Weighs(weights, blocked)),
        1 => Just(Does::Fails(EvaluationErrorKind::Connection)),
        1 => Just(Does::Hangs),
        1 => Just(Does::Babbles),
        1 => Just(Does::PanicsAtOnce),
        1 => Just(Does::PanicsInPoll),
    ]
}

fn end() -> impl Strategy<Value = End> {
    let class = || prop::sample::select(Class::ALL.as_slice());
    let text = (class(), any::<bool>()).prop_map(|(class, quota)| format!("{class} {}", if quota { "quota" } else { "it is" }));
    let reach = prop::sample::select(vec![Reach::Answered, Reach::Refused, Reach::NotReached, Reach::MayHaveReached]);
    prop_oneof![
        10 => (text, reach, 1u32..4).prop_map(|(text, reach, attempts)| End::Failed(open(&text).reached(Phase::Execution, reach).attempts(attempts))),
        2 => class().prop_map(|class| End::Failed(settled(class))),
        1 => Just(End::Failed(open("the widget is broken").applied(true))),
        2 => Just(End::Done),
    ]
}

fn turn() -> impl Strategy<Value = Turn> {
    let tool = prop::sample::select(vec!["read", "read", "list", "write", "plain", "poll"]);
    let wait = prop::sample::select(vec![0, 0, 0, 2, 70, 700]);
    (tool, 0..2u64, end(), does(), wait).prop_map(|(tool, arguments, end, does, wait)| Turn { tool, arguments, end, does, wait })
}

/// Plays one turn on a stack.
async fn play<S>(stack: &mut S, script: &Script, turn: &Turn) -> Answer
where
    S: tower::Service<ToolCall, Response = Answer>,
    S::Error: std::fmt::Debug,
{
    script.forget();
    script.then(turn.end.clone());
    call(stack, ToolCall::new(turn.tool, args(turn.arguments)).with_run("run")).await
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever a model answers, and whatever becomes of asking it: nothing is milder than with the text rules alone. Counts, keys and executions are theirs, and so is every verdict
    /// and every refusal, or it is stricter. From the first stricter one on, the two runs are different stories.
    #[test]
    fn a_decision_never_raises_an_allowance(turns in prop::collection::vec(turn(), 1..40), undeclared in prop::sample::select(vec![UndeclaredEffect::Write, UndeclaredEffect::ReadOnly])) {
        paused(async {
            let (plain_ledger, plain_script) = (MemoryLedger::default(), Script::always(End::Done));
            let (asked_ledger, asked_script) = (MemoryLedger::default(), Script::always(End::Done));
            let service = Service::new(turns.iter().map(|turn| turn.does.clone()));
            let stack = |ledger| builder(ledger).classifier(Doubtful).undeclared_effect(undeclared);
            let mut plain = stack(&plain_ledger).build().unwrap().layer(plain_script.tool());
            let mut asked = stack(&asked_ledger).decider(decider(&service)).build().unwrap().layer(asked_script.tool());
            for turn in &turns {
                let (before, batches) = (asked_script.calls(), service.asked());
                let without = play(&mut plain, &plain_script, turn).await;
                let with = play(&mut asked, &asked_script, turn).await;
                // Waiting for an answer takes time, so that a pause may be over in one story and not in the other.
                if rejection(&with).is_some() && rejection(&without).is_none() {
                    return;
                }
                assert!(with.verdict >= without.verdict, "{turn:?}: {with:?} after {without:?}");
                assert_eq!(counted(&asked_ledger), counted(&plain_ledger), "{turn:?}");
                assert!(rejection(&without).is_none() || rejection(&with).is_some(), "{turn:?}: refused without, and run with a decision");
                assert_eq!(asked_script.calls() - before, usize::from(rejection(&with).is_none()), "one execution, whatever the decision says");
                if let (Some(plain), Some(decided)) = (&without.report, &with.report) {
                    assert_eq!((plain.effect, plain.standing.identical, plain.standing.streak), (decided.effect, decided.standing.identical, decided.standing.streak));
                    assert!(plain.standing.paced <= decided.standing.paced, "{turn:?}: a pause was lost");
                    let open = matches!(decided.effect, Effect::UncertainWrite | Effect::Applied);
                    assert!(!open || service.asked() == batches, "an open write was put to the model");
                    assert!(decided.effect == Effect::ReadOnly || decided.classification.source != Source::Jev || decided.standing.paced.is_some() || !decided.advice.action.advises_retry());
                }
                if with.verdict > without.verdict || rejection(&with) != rejection(&without) {
                    return;
                }
                tokio::time::advance(Duration::from_secs(turn.wait)).await;
            }
        });
    }
}

#[test]
fn a_decision_that_comes_and_goes_does_not_make_an_old_failure_look_new() {
    paused(async {
        let turns = [Does::Says(Class::Permission, 1.0), Does::Fails(EvaluationErrorKind::Connection)].into_iter().cycle().take(8);
        let mut verdicts = Vec::new();
        for service in [None, Some(Service::new(turns))] {
            let (ledger, script) = (MemoryLedger::default(), Script::always(End::Failed(open("the widget is broken"))));
            let stack = builder(&ledger);
            let decider = service.as_ref().map_or_else(|| decider(&Service::new([Does::Fails(EvaluationErrorKind::Connection)])), decider);
            let mut stack = stack.decider(decider).build().unwrap().layer(script.tool());
            let mut told = Vec::new();
            for _ in 0..8 {
                told.push(call(&mut stack, ToolCall::new("read", args(1))).await.verdict);
                tokio::time::advance(Duration::from_secs(700)).await;
            }
            verdicts.push(told);
        }
        assert!(verdicts[0].contains(&Verdict::Nudge), "excuses are spent: {verdicts:?}");
        assert_eq!(verdicts[0], verdicts[1]);
    });
}

#[test]
fn thresholds_decide_what_is_followed() {
    for (threshold, followed) in [(0.5, true), (0.6, false), (0.7, false)] {
        paused(async {
            let (ledger, script) = (MemoryLedger::default(), Script::always(End::Failed(open("the widget is broken"))));
            let mut config = deciding();
            config.thresholds = thresholds(threshold);
            let decider = Decider::new(Service::new([Does::Weighs([0, 0, 0, 0, 6, 4, 0, 0, 0], 0.0)]), &config).unwrap();
            let mut stack = builder(&ledger).decider(decider).build().unwrap().layer(script.tool());
            let answer = call(&mut stack, ToolCall::new("read", args(1))).await;
            assert_eq!(report(&answer).classification.source == Source::Jev, followed, "{threshold}");
        });
    }
}
