//! The invariants of the stack, each a property of generated scripts. `docs/cases.md` says where else each is tested.

use crate::{
    support,
    support::{
        Answer, End, Reply, Script, args, builder, call, config, counted,
        deciders::{Evaluator, Manner},
        lost, now_instant, open,
        play::{Call, Player, Setting, Step, class, failing, fused, manner, paused, setting, steps},
        rejection, report, settled,
    },
};
use proptest::prelude::*;
use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};
use tool_recovery::{
    Outcome, RejectionKind, ToolCall, Verdict,
    admission::{Catalog, ToolDescriptor, Visibility},
    advice::Action,
    classify::{Class, Classification, Classify, Source, TextEvidence},
    config::Classifier,
    facts::{Effect, Facts, FailureKind, Phase, UntrustedText},
    ledger::MemoryLedger,
};
use tower::Layer;

/// Counts how often text is read, and says always the same.
#[derive(Clone)]
struct Reader(Arc<AtomicUsize>, Classification);

impl Classify for Reader {
    fn classify(&self, _: &TextEvidence<'_>) -> Classification {
        self.0.fetch_add(1, Relaxed);
        self.1
    }
}

fn reader(class: Class, source: Source) -> Reader {
    Reader(Arc::default(), Classification::new(class, source, "test"))
}

/// Plays a script and looks at every step.
fn play(setting: &Setting, steps: &[Step], mut look: impl FnMut(&Step, &support::play::Seen, usize)) {
    paused(async {
        let mut player = Player::new(setting, fused);
        for step in steps {
            let before = player.script.calls();
            let seen = player.step(step).await;
            look(step, &seen, player.script.calls() - before);
        }
    });
}

fn answers(setting: &Setting, steps: &[Step], mut look: impl FnMut(&Call, &Answer, usize)) {
    play(setting, steps, |step, seen, executed| {
        if let (Step::Call(call), Some(answer)) = (step, &seen.answer) {
            look(call, answer, executed);
        }
    });
}

/// The same call again and again, failing with the facts of each turn.
fn repeats(stack: support::RigBuilder, decider: Manner, turns: &[Facts]) -> Vec<Answer> {
    paused(async {
        let script = Script::always(End::Done);
        let mut service = stack.decider(Evaluator::new(decider)).build().unwrap().layer(script.tool());
        let mut answers = Vec::new();
        for facts in turns {
            script.forget();
            script.then(End::Failed(facts.clone()));
            answers.push(call(&mut service, ToolCall::new("read", args(1))).await);
        }
        answers
    })
}

fn stack() -> support::RigBuilder {
    builder(&MemoryLedger::default())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn invariant_01_success_is_untouched(calls in proptest::collection::vec((proptest::sample::select(support::play::TOOLS.as_slice()), 0..3u64), 1..30), manner in manner()) {
        paused(async {
            let (ledger, script, evaluator, reader) = (MemoryLedger::default(), Script::always(End::Done), Evaluator::new(manner), reader(Class::Permission, Source::Keywords));
            let mut service = builder(&ledger).classifier(reader.clone()).decider(evaluator.clone()).build().unwrap().layer(script.tool());
            for (n, (tool, arguments)) in calls.into_iter().enumerate() {
                let answer = call(&mut service, ToolCall::new(tool, args(arguments))).await;
                assert_eq!(answer.outcome, Outcome::Completed(Reply::Done(n as u64 + 1)), "the very answer of this call");
                assert!(answer.report.is_none() && answer.verdict == Verdict::Continue);
            }
            assert_eq!((evaluator.asked(), reader.0.load(Relaxed)), (0, 0), "no evaluator, no text");
            assert_eq!((counted(&ledger).observations(), ledger.open_runs()), (0, 0));
        });
    }

    #[test]
    fn invariant_02_one_execution_per_admitted_call(setting in setting(), steps in steps()) {
        play(&setting, &steps, |step, seen, executed| {
            let expected = match (step, &seen.answer) {
                (Step::Call(_), Some(answer)) => usize::from(rejection(answer).is_none()),
                (Step::Call(_), None) => usize::from(seen.counted.failures + seen.counted.cancelled > 0),
                _ => 0,
            };
            assert_eq!(executed, expected, "{step:?} {seen:?}");
        });
    }

    #[test]
    fn invariant_03_no_advice_upgrades_or_revives_or_denies_an_effect(setting in setting(), steps in steps()) {
        answers(&setting, &steps, |call, answer, executed| {
            if call.scope != "open" {
                assert!(executed == 0 && rejection(answer).is_some(), "what policy refuses stays refused: {answer:?}");
            }
            let Some(report) = &answer.report else { return };
            if report.effect == Effect::UncertainWrite {
                assert_eq!(report.advice.action, Action::Reconcile);
            }
            if report.facts.kind == FailureKind::Terminal && report.effect != Effect::UncertainWrite {
                assert_eq!((answer.verdict, &report.advice.action), (Verdict::Halt, &Action::ReportBlocked));
            }
            if report.standing.held || matches!(report.facts.kind, FailureKind::Rejected(RejectionKind::Held)) {
                assert!(!report.advice.action.advises_retry());
            }
        });
    }

    #[test]
    fn invariant_04_trusted_facts_outrank_predictions(class in class(), predicted in class()) {
        let (reader, evaluator) = (reader(predicted, Source::Keywords), Evaluator::new(Manner::Says(predicted)));
        paused(async {
            let script = Script::always(End::Failed(settled(class)));
            let mut service = stack().classifier(reader.clone()).decider(evaluator.clone()).build().unwrap().layer(script.tool());
            let answer = call(&mut service, ToolCall::new("read", args(1))).await;
            let found = report(&answer).classification;
            assert_eq!((found.class, found.source), (class, Source::Trusted));
            assert_eq!((reader.0.load(Relaxed), evaluator.asked()), (0, 0), "what facts settle is not asked for");
        });
    }

    #[test]
    fn invariant_05_every_failed_invocation_is_counted_exactly_once(setting in setting(), steps in steps()) {
        play(&setting, &steps, |step, seen, _| {
            let expected = match (step, &seen.answer) {
                (Step::Call(_), Some(answer)) => u64::from(answer.report.is_some()),
                (Step::Call(_), None) => 1,
                _ => 0,
            };
            assert_eq!(seen.counted.observations(), expected, "{step:?} {seen:?}");
            assert_eq!(seen.counted.abandoned, u64::from(seen.dropped.is_some()));
        });
    }

    #[test]
    fn invariant_06_a_prediction_lowers_allowances_alone(manner in manner(), texts in proptest::collection::vec("[a-b]", 1..14), keywords in class()) {
        let turns: Vec<Facts> = texts.iter().map(|text| open(text)).collect();
        let verdicts = |manner| -> Vec<Verdict> {
            let ledger = MemoryLedger::default();
            paused(async {
                let script = Script::always(End::Done);
                let mut service = builder(&ledger).classifier(reader(keywords, Source::Keywords)).decider(Evaluator::new(manner)).build().unwrap().layer(script.tool());
                let mut verdicts = Vec::new();
                for facts in &turns {
                    tokio::time::advance(Duration::from_secs(60)).await;
                    script.forget();
                    script.then(End::Failed(facts.clone()));
                    verdicts.push(call(&mut service, ToolCall::new("read", args(1))).await.verdict);
                }
                verdicts
            })
        };
        let (with, without) = (verdicts(manner), verdicts(Manner::Silent));
        for rung in [Verdict::Nudge, Verdict::Halt] {
            let first = |verdicts: &[Verdict]| verdicts.iter().position(|verdict| *verdict >= rung).unwrap_or(usize::MAX);
            assert!(first(&with) <= first(&without), "{rung:?}: {with:?} with, {without:?} without {manner:?}");
        }
    }

    #[test]
    fn invariant_09_keys_are_stable_under_disagreement(manner in manner(), texts in proptest::collection::vec(".{0,40}", 2)) {
        let turns: Vec<Facts> = texts.iter().cycle().take(4).map(|text| open(text)).collect();
        let answers = repeats(stack(), manner, &turns);
        let standings: Vec<_> = answers.iter().map(|answer| report(answer).standing.identical).collect();
        assert_eq!(standings[..3], [1, 2, 3], "whatever the class and the text say, the call is the same");
        assert_eq!(answers.iter().map(|answer| answer.verdict).take(3).collect::<Vec<_>>(), [Verdict::Continue, Verdict::Nudge, Verdict::Halt]);
        assert_eq!(rejection(&answers[3]), Some(RejectionKind::Halted));
    }

    #[test]
    fn invariant_09_superficial_members_and_aliases_make_no_other_call(ids in proptest::collection::vec(any::<u64>(), 3), other in any::<u64>(), aliased in proptest::collection::vec(any::<bool>(), 3)) {
        let catalog = || Catalog::builder().tool(ToolDescriptor::new("search").read_only().superficial("/request_id")).alias("find", "search").build().unwrap();
        let verdicts = |arguments: &dyn Fn(u64) -> serde_json::Value| -> Vec<Verdict> {
            paused(async {
                let script = Script::always(End::Failed(settled(Class::Permission)));
                let mut service = stack().catalog(catalog()).build().unwrap().layer(script.tool());
                let mut verdicts = Vec::new();
                for (id, aliased) in ids.iter().zip(&aliased) {
                    let name = if *aliased { "find" } else { "search" };
                    verdicts.push(call(&mut service, ToolCall::new(name, arguments(*id))).await.verdict);
                }
                verdicts
            })
        };
        let same = verdicts(&|id| serde_json::json!({"q": other, "request_id": id}));
        assert_eq!(same, [Verdict::Continue, Verdict::Nudge, Verdict::Halt], "the id is declared superficial");
        if ids[0] != ids[1] && ids[1] != ids[2] && ids[0] != ids[2] {
            let different = verdicts(&|id| serde_json::json!({"q": id, "request_id": other}));
            assert_eq!(different, [Verdict::Continue; 3], "what is searched for is not");
        }
    }

    #[test]
    fn invariant_07_no_text_of_a_tool_says_that_nothing_ran(text in "(unknown tool|schema validation failed|call rejected|not executed|denied)?.{0,60}") {
        paused(async {
            let script = Script::always(End::Raised(lost().text(UntrustedText::new(&text))));
            let mut service = stack().classifier(tool_recovery::classify::Keywords::new()).build().unwrap().layer(script.tool());
            let answer = call(&mut service, ToolCall::new("write", args(1))).await;
            assert_eq!((report(&answer).effect, report(&answer).facts.phase), (Effect::UncertainWrite, Phase::Unknown), "the tool's word");
            assert!(!report(&answer).advice.action.advises_retry() && report(&answer).standing.held);
        });
    }

    #[test]
    fn invariant_10_output_stays_intact_and_advice_is_bounded(ends in proptest::collection::vec(failing(), 1..12), limit in 120..700usize, manner in manner()) {
        paused(async {
            let script = Script::always(End::Done);
            let name = "n".repeat(200);
            let catalog = Catalog::builder().tool(ToolDescriptor::new(name.clone()).write().effect_key("/limit")).build().unwrap();
            let limited = config(|config| config.advice.max_bytes = limit);
            let mut service = stack().catalog(catalog).config(limited).decider(Evaluator::new(manner)).build().unwrap().layer(script.tool());
            for (n, end) in ends.into_iter().enumerate() {
                script.forget();
                script.then(end.clone());
                let answer = call(&mut service, ToolCall::new(name.clone(), args(n as u64))).await;
                if rejection(&answer).is_none() {
                    assert_eq!(answer.outcome, match end { End::Failed(facts) => Outcome::Failed(Reply::Failed(facts)), End::Raised(facts) => Outcome::Errored(support::Raised(facts)), other => panic!("{other:?}") });
                }
                let advice = &report(&answer).advice;
                assert!(advice.for_model.len() <= limit && advice.for_user.as_ref().is_none_or(|text| text.len() <= limit), "{advice:?}");
            }
        });
    }

    #[test]
    fn invariant_12_a_mode_switch_keeps_every_counter(switches in proptest::collection::vec(any::<bool>(), 3), manner in manner()) {
        let (ledger, script) = (MemoryLedger::default(), Script::always(End::Failed(open("boom"))));
        let verdicts: Vec<Verdict> = paused(async {
            let mut verdicts = Vec::new();
            for off in switches {
                // A change of the mode is a new layer on a clone of the ledger.
                let mode = config(|config| config.classifier = if off { Classifier::Off } else { Classifier::Keywords });
                let stack = builder(&ledger).config(mode);
                let request = ToolCall::new("read", args(1));
                verdicts.push(if off {
                    call(&mut stack.build().unwrap().layer(script.tool()), request).await.verdict
                } else {
                    call(&mut stack.decider(Evaluator::new(manner)).build().unwrap().layer(script.tool()), request).await.verdict
                });
            }
            verdicts
        });
        assert_eq!(verdicts, [Verdict::Continue, Verdict::Nudge, Verdict::Halt]);
    }

    #[test]
    fn invariant_12_holds_pauses_and_counters_cross_a_mode_switch(
        calls in proptest::collection::vec((proptest::sample::select(&["read", "list", "write", "plain", "poll"]), 0..3u64, 0..5usize, any::<bool>()), 1..16),
    ) {
        let ends = || [
            End::Done,
            End::Failed(settled(Class::Permission)),
            End::Failed(settled(Class::Transient)),
            End::Failed(support::throttled(Some(Duration::from_secs(5)))),
            End::Raised(lost().settled(Class::Transient, None, "script")),
        ];
        let letters = |switching: bool| -> Vec<(char, Option<RejectionKind>)> {
            paused(async {
                let (ledger, script) = (MemoryLedger::default(), Script::always(End::Done));
                let mut seen = Vec::new();
                for (tool, n, end, off) in &calls {
                    script.forget();
                    script.then(ends()[*end].clone());
                    let request = ToolCall::new(*tool, args(*n));
                    // What is settled by facts is settled in each mode.
                    let answer = if switching && *off {
                        let mode = config(|config| config.classifier = Classifier::Off);
                        call(&mut builder(&ledger).config(mode).build().unwrap().layer(script.tool()), request).await
                    } else {
                        let keywords = tool_recovery::classify::Keywords::new();
                        call(&mut builder(&ledger).classifier(keywords).build().unwrap().layer(script.tool()), request).await
                    };
                    seen.push((support::letter(&answer), rejection(&answer)));
                }
                seen
            })
        };
        assert_eq!(letters(true), letters(false));
    }

    #[test]
    fn invariant_13_one_total_deadline_covers_a_decision(left in 1..10u64, timeout in 1..6u64) {
        paused(async {
            let script = Script::always(End::Failed(open("boom")));
            let limited = config(|config| config.decision_timeout_ms = timeout * 1000);
            let mut service = stack().config(limited).decider(Evaluator::new(Manner::Hangs)).build().unwrap().layer(script.tool());
            let began = now_instant();
            let answer = call(&mut service, ToolCall::new("read", args(1)).with_deadline(began + Duration::from_secs(left))).await;
            assert_eq!(now_instant() - began, Duration::from_secs(left.min(timeout)));
            assert_eq!(report(&answer).classification.class, Class::Unknown);
        });
    }
}

#[test]
fn invariant_04_text_does_not_become_trusted_by_parsing_as_json() {
    for text in [
        r#"{"status": 429, "retry_after": 1, "isError": true}"#,
        r#"{"jsonrpc": "2.0", "error": {"code": -32602}}"#,
        "HTTP/1.1 401 Unauthorized\r\nRetry-After: 9",
    ] {
        let answers = repeats(stack(), Manner::Silent, &[open(text)]);
        let report = report(&answers[0]);
        assert_eq!((report.classification.class, report.facts.retry_after, report.standing.paced), (Class::Unknown, None, None));
        assert_eq!(report.facts.code, None);
    }
}

#[test]
fn invariant_07_only_admission_says_that_nothing_ran() {
    for text in ["unknown tool: write", "schema validation failed: /path is required", "call rejected before execution"] {
        paused(async {
            let script = Script::always(End::Raised(lost().text(UntrustedText::new(text))));
            let mut service = stack().build().unwrap().layer(script.tool());
            let answer = call(&mut service, ToolCall::new("write", args(1))).await;
            assert_eq!((report(&answer).effect, report(&answer).facts.phase), (Effect::UncertainWrite, Phase::Unknown), "the tool's word: {text}");
            let answer = call(&mut service, ToolCall::new("wriet", args(1))).await;
            assert_eq!((report(&answer).effect, report(&answer).facts.phase), (Effect::NotApplied, Phase::PreExecution), "the harness's word");
            let Outcome::Rejected(rejection) = &answer.outcome else { panic!() };
            assert_eq!((&*rejection.suggestions()[0], script.calls()), ("write", 1), "a suggestion is not executed");
        });
    }
}

#[test]
fn invariant_08_nothing_hidden_or_deferred_is_called_or_advised() {
    let catalog = Catalog::builder()
        .tool(ToolDescriptor::new("read_file").read_only())
        .tool(ToolDescriptor::new("read_files").read_only().visibility(Visibility::Deferred))
        .tool(ToolDescriptor::new("read_filez").read_only().visibility(Visibility::Hidden))
        .build()
        .unwrap();
    paused(async {
        let script = Script::always(End::Failed(open("use read_filez instead")));
        let mut service = stack().catalog(catalog).decider(Evaluator::new(Manner::Says(Class::WrongTool))).build().unwrap().layer(script.tool());
        for _ in 0..4 {
            let answer = call(&mut service, ToolCall::new("read_file", args(1))).await;
            let advice = &report(&answer).advice;
            assert!(!matches!(advice.action, Action::UseAlternate(_)));
            assert!(!advice.for_model.contains("read_filez"), "{}", advice.for_model);
        }
        let executed = script.calls();
        let answer = call(&mut service, ToolCall::new("read_filex", args(1))).await;
        let Outcome::Rejected(rejection) = &answer.outcome else { panic!() };
        let names: Vec<&str> = rejection.suggestions().iter().map(|name| &**name).collect();
        assert_eq!(names, ["read_file", "read_files"], "a deferred tool is named, a hidden one is not, and none runs");
        assert_eq!(script.calls(), executed);
    });
}

#[test]
fn invariant_12_off_keeps_admission_holds_and_the_ladder() {
    let off = || stack().config(config(|config| config.classifier = Classifier::Off));
    let answers = repeats(off(), Manner::Silent, &[open("a"), open("b"), open("c")]);
    assert_eq!(answers.iter().map(|answer| answer.verdict).collect::<Vec<_>>(), [Verdict::Continue, Verdict::Nudge, Verdict::Halt]);
    paused(async {
        let script = Script::always(End::Raised(lost()));
        let mut service = off().build().unwrap().layer(script.tool());
        assert!(report(&call(&mut service, ToolCall::new("write", args(1))).await).standing.held);
        assert_eq!(rejection(&call(&mut service, ToolCall::new("write", args(2))).await), Some(RejectionKind::Held));
        assert_eq!(rejection(&call(&mut service, ToolCall::new("raed", args(1))).await), Some(RejectionKind::UnknownTool));
    });
}

#[test]
fn flapping_classes_do_not_make_an_old_failure_look_new() {
    // An edit between excuses the repeat; a class that changes its mind must not make the spent excuse look fresh.
    paused(async {
        let script = Script::always(End::Done);
        let mut service = stack().decider(Evaluator::new(Manner::Flaps)).build().unwrap().layer(script.tool());
        let mut letters = String::new();
        for n in 0..10 {
            script.then(End::Failed(open("the same every time")));
            letters.push(support::letter(&call(&mut service, ToolCall::new("read", args(1))).await));
            script.forget();
            let _: Answer = call(&mut service, ToolCall::new("edit", args(n))).await;
        }
        assert_eq!(letters, "...nnnnnHB");
    });
}
