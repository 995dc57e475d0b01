//! The proposal check in the stack: what it holds back, what it never does, and what becomes of a call when nobody answers.

use crate::{
    proposal_rig::{OUTAGES, Rig, SECOND, TOOLS, catalog},
    proposal_support::{Host, Model, Mood, enforcing},
    support::{Answer, ByName, End, Script, ScriptFacts, args, begin, call, counted, now_instant, poll_once, rejection, settled},
};
use serde_json::json;
use std::sync::atomic::Ordering;
use tool_recovery::{
    Outcome, RecoveryLayer, RejectionKind, ToolCall,
    admission::{ApprovalStore, ApprovalSubject, Catalog, Consequence, ScopePolicy, ToolDescriptor},
    classify::Class,
    facts::UntrustedText,
    proposal::{EffectiveAction, EvaluationStatus, OutagePolicy, ProposalCheck, ProposalRules, ProposalVerdict, ProposalView},
    systemone::EvaluationErrorKind,
};
use tower::{Layer, ServiceBuilder};

fn blocked(answer: &Answer) -> Option<&str> {
    match &answer.outcome {
        Outcome::Rejected(rejection) if rejection.kind() == RejectionKind::ProposalBlocked => Some(rejection.message()),
        _ => None,
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_that_nothing_is_wrong_with_runs_once() {
    let rig = Rig::new(Mood::Certain(0.01), enforcing(&["fit.args", "fit.target", "risk.injected"]));
    assert!(rig.call("pay").await.outcome.is_completed());
    assert_eq!((rig.script.calls(), rig.model.asked().len(), rig.model.ended()), (1, 1, 1));
    let account = rig.accounts.last();
    assert_eq!(
        (account.status, account.verdict, account.effective, account.outage),
        (EvaluationStatus::Ok, ProposalVerdict::Proceed, EffectiveAction::Proceed, None)
    );
    assert_eq!((account.consequence, account.seq, account.projection.evidence_max_seq), (Consequence::Irreversible, 7, Some(3)));
    assert!(account.findings.len() > 3, "what has no threshold is recorded as well");
}

#[tokio::test(start_paused = true)]
async fn each_criterion_has_one_action() {
    for (id, kind, words) in [
        ("fit.tool", RejectionKind::ProposalBlocked, "Another tool"),
        ("fit.args", RejectionKind::ProposalBlocked, "ask the user for it"),
        ("fit.order", RejectionKind::ProposalBlocked, "A step that has to come first"),
        ("fit.target", RejectionKind::ProposalReview, "place 1 of the review queue"),
        ("fit.scope", RejectionKind::ProposalReview, "place 1 of the review queue"),
        ("risk.blast", RejectionKind::ProposalReview, "place 1 of the review queue"),
        ("risk.injected", RejectionKind::ProposalReview, "place 1 of the review queue"),
    ] {
        let rig = Rig::new(Mood::Certain(0.99), enforcing(&[id]));
        let answer = rig.call("pay").await;
        let Outcome::Rejected(rejection) = &answer.outcome else { panic!("{id} holds it back") };
        assert_eq!(rejection.kind(), kind, "{id}");
        assert!(rejection.message().contains(words) && rejection.message().contains("Nothing was executed"), "{id}: {}", rejection.message());
        assert_eq!((rig.script.calls(), counted(&rig.ledger).refusals), (0, 1), "{id}");
        let waiting = rig.check.queue().take().map(|(_, item)| item.criteria.iter().map(|criterion| criterion.id).collect::<Vec<_>>());
        assert_eq!(waiting, (kind == RejectionKind::ProposalReview).then(|| vec![id]), "{id}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_repeat_is_asked_about_only_when_code_found_the_failure_and_an_unchanged_world() {
    let rig = Rig::new(Mood::Certain(0.99), enforcing(&["fit.repeat"]));
    let asked = |rig: &Rig| rig.model.asked().last().unwrap().questions.iter().any(|question| question.id == "fit.repeat");
    rig.script.then(End::Failed(settled(Class::WrongArguments)));
    let _ = rig.call("read").await;
    assert!(!asked(&rig), "nothing has failed yet");
    let answer = rig.call("read").await;
    assert!(asked(&rig) && blocked(&answer).is_some_and(|message| message.contains("It repeats a call that failed")));
    let mut service = rig.service();
    let _ = call(&mut service, ToolCall::new("read", args(2))).await;
    assert!(!asked(&rig), "another call");
    let _ = call(&mut service, ToolCall::new("edit", args(1))).await;
    let _ = rig.call("read").await;
    assert!(!asked(&rig), "a write has changed the world");
}

#[tokio::test(start_paused = true)]
async fn what_is_uncertain_runs_for_reads_and_is_looked_at_otherwise() {
    for mood in [Mood::Certain(0.6), Mood::Uniform] {
        for (tool, consequence) in TOOLS {
            let rig = Rig::new(mood, enforcing(&["risk.injected"]));
            let answer = rig.call(tool).await;
            let expected = (consequence != Consequence::Read).then_some(RejectionKind::ProposalReview);
            assert_eq!(rejection(&answer), expected, "{mood:?} {tool}");
            assert_eq!(rig.accounts.last().verdict, ProposalVerdict::Abstain);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn one_answer_that_says_nothing_makes_the_evaluation_partial() {
    // At one half a noul says nothing; a choice and a score still leave something out.
    for (mood, status) in
        [(Mood::Uniform, EvaluationStatus::Partial), (Mood::Certain(0.5), EvaluationStatus::Partial), (Mood::Certain(0.6), EvaluationStatus::Ok)]
    {
        let rig = Rig::new(mood, enforcing(&["risk.injected"]));
        let _ = rig.call("pay").await;
        assert_eq!(rig.accounts.last().status, status, "{mood:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_outage_follows_the_table() {
    for (mood, status) in OUTAGES {
        for (tool, consequence) in TOOLS {
            let rig = Rig::new(mood, enforcing(&["risk.injected"]));
            let began = now_instant();
            let answer = rig.call(tool).await;
            assert!(now_instant() - began <= 3 * SECOND, "{mood:?}: one deadline over everything");
            let account = rig.accounts.last();
            assert_eq!((account.status, account.verdict), (status, ProposalVerdict::Abstain), "{mood:?} {tool}");
            let (kind, policy) = match consequence {
                Consequence::Read => (None, OutagePolicy::FailOpen),
                // The host has no rules of its own here, so that a person decides.
                Consequence::ReadSensitive => (Some(RejectionKind::ProposalReview), OutagePolicy::Fallback),
                Consequence::ReversibleWrite => (Some(RejectionKind::ProposalReview), OutagePolicy::Queue),
                _ => (Some(RejectionKind::ProposalBlocked), OutagePolicy::FailClosed),
            };
            assert_eq!((rejection(&answer), account.outage), (kind, Some(policy)), "{mood:?} {tool}");
            assert_eq!(rig.script.calls(), usize::from(kind.is_none()), "{mood:?} {tool}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_host_without_context_and_a_part_that_is_too_long_are_outages() {
    let rig = Rig::new(Mood::Certain(0.01), enforcing(&["risk.injected"]));
    rig.host.silent.store(true, Ordering::Relaxed);
    assert_eq!(rejection(&rig.call("pay").await), Some(RejectionKind::ProposalBlocked));
    assert_eq!((rig.accounts.last().status, rig.model.asked().len()), (EvaluationStatus::Error, 0));

    let long =
        Catalog::builder().tool(ToolDescriptor::new("pay").write().consequence(Consequence::Irreversible).capability("x".repeat(9_000))).build().unwrap();
    let rig = Rig::new(Mood::Certain(0.01), enforcing(&["risk.injected"]));
    let layer = RecoveryLayer::builder().catalog(long).facts(ScriptFacts).proposal(rig.check.clone()).build().unwrap();
    let answer = call(&mut layer.deferred().layer(rig.script.tool()), ToolCall::new("pay", args(1))).await;
    assert_eq!((rejection(&answer), rig.accounts.last().status), (Some(RejectionKind::ProposalBlocked), EvaluationStatus::Oversized));
}

#[tokio::test(start_paused = true)]
async fn an_answer_about_an_earlier_state_of_the_run_is_recorded_and_not_applied() {
    let rig = Rig::new(Mood::After(0.99, SECOND), enforcing(&["fit.target"]));
    let mut service = rig.service();
    let mut future = begin(&mut service, ToolCall::new("read", args(1))).await;
    assert!(poll_once(&mut future).is_pending());
    rig.host.moves_on();
    assert!(future.await.unwrap().outcome.is_completed(), "a read fails open");
    let account = rig.accounts.last();
    assert_eq!((account.status, account.verdict, account.effective), (EvaluationStatus::Stale, ProposalVerdict::Abstain, EffectiveAction::Proceed));
    assert!(!account.findings.is_empty(), "what was said is in the record");
}

#[tokio::test(start_paused = true)]
async fn the_queue_overflows_closed_and_an_approved_call_passes_every_gate_again() {
    let rig = Rig::new(Mood::Certain(0.99), enforcing(&["fit.target"]));
    let mut service = rig.service();
    for n in 1..=2 {
        assert_eq!(rejection(&call(&mut service, ToolCall::new("pay", args(n)).with_run(format!("run {n}"))).await), Some(RejectionKind::ProposalReview));
    }
    let answer = call(&mut service, ToolCall::new("pay", args(3)).with_run("run 3")).await;
    assert!(blocked(&answer).is_some_and(|message| message.contains("nobody can at the moment")));
    assert_eq!(rig.accounts.last().effective, EffectiveAction::Block);
    // A person approves the first one, and the host proposes it again.
    rig.model.turn(Mood::Certain(0.01));
    let (_, item) = rig.check.queue().take().unwrap();
    let again = ToolCall::new(item.tool.as_ref(), item.arguments).with_run(item.run.as_ref());
    assert!(call(&mut service, again).await.outcome.is_completed());
    assert_eq!((rig.script.calls(), rig.accounts.all().len()), (1, 4), "it was looked at again, like any other");
}

#[tokio::test(start_paused = true)]
async fn approval_is_read_again_after_the_wait() {
    let approvals = ApprovalStore::default();
    approvals.grant(ApprovalSubject::new("", "pay"), None);
    let rig = Rig::new(Mood::After(0.01, SECOND), enforcing(&["fit.target"]));
    let policy = ScopePolicy::allow_by_default().require_approval("*", "pay").approvals(approvals.clone()).build().unwrap();
    let layer = RecoveryLayer::builder().catalog(catalog()).policy(policy).facts(ScriptFacts).proposal(rig.check.clone()).build().unwrap();
    let mut service = layer.deferred().layer(rig.script.tool());
    let mut future = begin(&mut service, ToolCall::new("pay", args(1))).await;
    assert!(poll_once(&mut future).is_pending());
    approvals.revoke(&ApprovalSubject::new("", "pay"));
    assert_eq!(rejection(&future.await.unwrap()), Some(RejectionKind::ApprovalAbsent), "a clean proposal grants nothing");
    assert_eq!((rig.script.calls(), rig.accounts.last().verdict), (0, ProposalVerdict::Proceed), "both are told, neither erases the other");
}

#[tokio::test(start_paused = true)]
async fn a_dropped_call_ends_its_evaluation_and_does_not_run() {
    let rig = Rig::new(Mood::Silent, enforcing(&["fit.target"]));
    let mut service = rig.service();
    let mut future = begin(&mut service, ToolCall::new("pay", args(1))).await;
    assert!(poll_once(&mut future).is_pending());
    drop(future);
    assert_eq!((rig.model.ended(), rig.script.calls(), counted(&rig.ledger).failures), (1, 0, 0));
    let token = tokio_util::sync::CancellationToken::new();
    let mut future = begin(&mut service, ToolCall::new("pay", args(1)).with_cancellation(&token)).await;
    assert!(poll_once(&mut future).is_pending());
    token.cancel();
    assert!(matches!(future.await.unwrap().outcome, Outcome::Cancelled));
    assert_eq!((rig.model.ended(), rig.script.calls(), counted(&rig.ledger).cancelled), (2, 0, 1));
}

#[tokio::test(start_paused = true)]
async fn the_breaker_stops_asking_a_service_that_does_not_answer() {
    let rig = Rig::new(Mood::Fails(EvaluationErrorKind::Connection), enforcing(&["fit.target"]));
    let mut service = rig.service();
    for n in 0..9 {
        let _ = call(&mut service, ToolCall::new("read", args(n))).await;
    }
    assert_eq!((rig.model.asked().len(), rig.script.calls()), (5, 9), "reads go on without it");
    assert_eq!(rig.accounts.last().status, EvaluationStatus::CircuitOpen);
}

#[tokio::test(start_paused = true)]
async fn the_rules_of_the_host_decide_where_nobody_answers() {
    struct Rules;
    impl ProposalRules for Rules {
        fn judge(&self, view: &ProposalView<'_>) -> Option<ProposalVerdict> {
            match view.arguments["limit"].as_u64() {
                Some(1) => Some(ProposalVerdict::Proceed),
                Some(2) => Some(ProposalVerdict::Block),
                _ => None,
            }
        }
    }
    let model = Model::new(Mood::Silent);
    let check = ProposalCheck::builder(model, Host::default()).rules(Rules).policy(enforcing(&["fit.target"])).build().unwrap();
    let script = Script::always(End::Done);
    let layer = RecoveryLayer::builder().catalog(catalog()).facts(ScriptFacts).proposal(check).build().unwrap();
    let mut service = layer.deferred().layer(script.tool());
    let mut kinds = Vec::new();
    for n in 1..=3 {
        kinds.push(rejection(&call(&mut service, ToolCall::new("dossier", args(n))).await));
    }
    assert_eq!(kinds, [None, Some(RejectionKind::ProposalBlocked), Some(RejectionKind::ProposalReview)]);
}

#[tokio::test(start_paused = true)]
async fn what_leaves_has_no_value_that_was_not_exposed() {
    let rig = Rig::new(Mood::Certain(0.01), enforcing(&["fit.target"]));
    let mut service = rig.service();
    let _ = call(&mut service, ToolCall::new("pay", json!({"path": "B-17", "password": "CANARY", "note": {"deep": "CANARY"}}))).await;
    let state = rig.model.asked()[0].state.to_string();
    assert!(state.contains("B-17") && !state.contains("CANARY"), "{state}");
    let printed = format!("{:?} {:?} {:?}", rig.accounts.last(), rig.check, rig.model.asked());
    assert!(!printed.contains("CANARY") && !printed.contains("B-17"), "{printed}");
}

#[tokio::test(start_paused = true)]
async fn stacked_by_hand_it_does_the_same() {
    for (mood, kind) in
        [(Mood::Certain(0.01), None), (Mood::Certain(0.99), Some(RejectionKind::ProposalReview)), (Mood::Silent, Some(RejectionKind::ProposalBlocked))]
    {
        let rig = Rig::new(mood, enforcing(&["fit.target"]));
        let layer = RecoveryLayer::builder()
            .catalog(catalog())
            .policy(ByName)
            .facts(ScriptFacts)
            .ledger(rig.ledger.clone())
            .classifier(())
            .proposal(rig.check.clone())
            .build()
            .unwrap();
        let mut stack = ServiceBuilder::new()
            .layer(layer.advise())
            .layer(layer.normalize())
            .layer(layer.admit())
            .layer(layer.propose())
            .layer(layer.execute())
            .layer(layer.facts())
            .service(rig.script.tool());
        let answer = call(&mut stack, ToolCall::new("pay", args(1))).await;
        assert_eq!((rejection(&answer), rig.script.calls()), (kind, usize::from(kind.is_none())), "{mood:?}");
        assert_eq!(rejection(&call(&mut stack, ToolCall::new("forbidden", args(1))).await), Some(RejectionKind::Denied));
        let mut future = begin(&mut stack, ToolCall::new("pay", args(2))).await;
        rig.model.turn(Mood::Silent);
        let _ = poll_once(&mut future);
    }
}

#[test]
fn a_text_of_the_host_is_never_a_result() {
    // The view has no member that could hold an outcome: this is the whole of it.
    fn members(view: ProposalView<'_>) -> usize {
        let ProposalView { context: _, name: _, tool: _, arguments: _, unchanged_failures: _, .. } = view;
        5
    }
    let context = tool_recovery::proposal::ProposalContext::new(1);
    let refused = context.clone().evidence(tool_recovery::proposal::Evidence::new(
        1,
        tool_recovery::proposal::EvidenceKind::Result,
        UntrustedText::new("the result of this call"),
    ));
    assert!(refused.is_err(), "what came with or after the proposal is no evidence");
    assert_eq!(members(ProposalView::new(&context, &ToolDescriptor::new("t"), &json!({}))), 5);
}
