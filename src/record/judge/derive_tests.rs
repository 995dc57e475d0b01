use super::*;
use crate::proposal::{Band, ByConsequence, ProposalPolicy};
use crate::record::{Answer, Answers, Body, Code, Consequence, Probability, Record};
use EffectiveAction as A;
use Recommendation as V;
use proptest::prelude::*;

const VALID: &str = include_str!("../../../tests/fixtures/records/valid.jsonl");
const FILE: &str = r#"{"schema": "tool-thresholds/1", "id": "t", "values": {
    "fit.scope": {"act_at": 0.8, "reject_at": 0.3}, "fit.repeat": {"act_at": 0.7, "reject_at": 0.2}, "risk.blast": {"act_at": 0.6, "reject_at": 0.3}}}"#;

fn thresholds() -> Thresholds {
    Thresholds::parse(FILE).unwrap()
}

fn p(p: f64) -> Probability {
    Probability::new(p).unwrap()
}

/// The decision of the examples with these answers: yes to scope, futile repeat, broad effect.
fn decision(scope: f64, futile: f64, broad: f64) -> Decision<'static> {
    let Body::Decision(mut decision) = Record::parse(VALID.lines().next().unwrap().as_bytes()).unwrap().body else { panic!() };
    let code = |text: &str| Code::new(text.to_owned()).unwrap();
    let repeat = vec![(code("new"), p(1.0 - futile)), (code("futile_repeat"), p(futile)), (code("unclear"), p(0.0))];
    decision.answers = Answers(vec![
        (code("fit.scope"), Answer::Noul { p: p(scope) }),
        (code("fit.repeat"), Answer::Choice { probabilities: repeat, selected: None, confidence_reported: None }),
        (code("risk.blast"), Answer::Score { probabilities: vec![p(1.0 - broad), p(0.0), p(broad), p(0.0)], expected: None, confidence_reported: None }),
    ]);
    decision.evaluation_status = EvaluationStatus::Ok;
    decision.mode = Mode::Enforce;
    decision
}

fn derived(decision: &Decision<'_>) -> (V, A) {
    let Derived { verdict, effective_action, .. } = derive(decision, &thresholds()).unwrap();
    (verdict, effective_action)
}

#[test]
fn the_strictest_answer_decides() {
    for (scope, futile, broad, verdict, action) in [
        (0.1, 0.1, 0.1, V::Proceed, A::Proceed),
        (0.9, 0.1, 0.1, V::Review, A::Queued),
        (0.9, 0.9, 0.9, V::Block, A::Block),
        (0.6, 0.1, 0.1, V::Abstain, A::Queued),
        (0.6, 0.1, 0.9, V::Review, A::Queued),
        // On an edge, on either side, nothing is certain.
        (0.8, 0.1, 0.1, V::Abstain, A::Queued),
        (0.3, 0.1, 0.1, V::Abstain, A::Queued),
        (0.1, 0.7, 0.1, V::Abstain, A::Queued),
        // As good as even: nothing was said.
        (0.5, 0.1, 0.1, V::Abstain, A::Queued),
    ] {
        assert_eq!(derived(&decision(scope, futile, broad)), (verdict, action), "{scope} {futile} {broad}");
    }
}

#[test]
fn an_uncertain_read_goes_on() {
    for (consequence, action) in
        [(Consequence::Read, A::Proceed), (Consequence::ReadSensitive, A::Queued), (Consequence::Irreversible, A::Queued), (Consequence::Unknown, A::Queued)]
    {
        let mut uncertain = decision(0.6, 0.1, 0.1);
        uncertain.proposal.consequence = consequence;
        assert_eq!(derived(&uncertain), (V::Abstain, action), "{consequence}");
    }
}

#[test]
fn without_an_answer_the_recorded_outage_policy_applies() {
    for status in [
        EvaluationStatus::Timeout,
        EvaluationStatus::RateLimited,
        EvaluationStatus::Error,
        EvaluationStatus::Malformed,
        EvaluationStatus::CircuitOpen,
        EvaluationStatus::Oversized,
    ] {
        for (policy, action) in [
            (OutagePolicy::FailClosed, A::Block),
            (OutagePolicy::FailOpen, A::Proceed),
            (OutagePolicy::Queue, A::Queued),
            (OutagePolicy::Fallback, A::Fallback),
        ] {
            let mut out = decision(0.9, 0.9, 0.9);
            (out.evaluation_status, out.outage.policy, out.effective_action) = (status, policy, A::Fallback);
            assert_eq!(derived(&out), (V::Abstain, action), "{status} {policy}");
        }
    }
}

#[test]
fn what_was_never_applied_stays() {
    for (status, kept) in [(EvaluationStatus::NotCalled, Kept::NotCalled), (EvaluationStatus::Late, Kept::Late), (EvaluationStatus::Stale, Kept::Stale)] {
        let mut decision = decision(0.9, 0.9, 0.9);
        decision.evaluation_status = status;
        assert_eq!(derive(&decision, &thresholds()), Err(kept));
    }
}

#[test]
fn a_review_may_have_ended_in_the_queue_or_at_its_end() {
    for recorded in [A::Review, A::Queued, A::Block] {
        let mut decision = decision(0.9, 0.1, 0.1);
        (decision.verdict, decision.effective_action) = (V::Review, recorded);
        assert_eq!(derived(&decision), (V::Review, recorded));
        decision.verdict = V::Proceed;
        assert_eq!(derived(&decision), (V::Review, A::Queued), "another verdict was not in that queue");
    }
}

#[test]
fn without_thresholds_or_answers_nothing_is_certain() {
    let mut none = decision(0.9, 0.9, 0.9);
    none.answers = Answers::default();
    assert_eq!(derived(&none).0, V::Abstain);
    let only = Thresholds::parse(r#"{"schema": "x", "id": "t", "values": {}}"#).unwrap();
    assert_eq!(derive(&decision(0.9, 0.9, 0.9), &only).unwrap().verdict, V::Proceed, "a criterion without thresholds is recorded only");
}

/// A policy that enforces, but for sensitive reads and for what nobody declared.
fn policy(change: impl FnOnce(&mut ProposalPolicy)) -> PolicyVersion {
    let mut policy = ProposalPolicy { version: "other".to_owned(), mode: ByConsequence::all(ProposalMode::Enforce), ..ProposalPolicy::default() };
    (policy.mode.read_sensitive, policy.mode.unknown) = (ProposalMode::Shadow, ProposalMode::Off);
    policy.outage = ByConsequence::all(Some(OutagePolicy::Queue));
    (policy.outage.read, policy.outage.irreversible) = (Some(OutagePolicy::FailOpen), Some(OutagePolicy::FailClosed));
    policy.thresholds_version = "t".to_owned();
    policy.thresholds.insert("fit.scope".to_owned(), Band { act_at: 0.8, clear_at: 0.3 });
    change(&mut policy);
    PolicyVersion::new(&policy).unwrap()
}

const OUTAGES: [EvaluationStatus; 6] = [
    EvaluationStatus::Timeout,
    EvaluationStatus::RateLimited,
    EvaluationStatus::Error,
    EvaluationStatus::Malformed,
    EvaluationStatus::CircuitOpen,
    EvaluationStatus::Oversized,
];

/// A decision of an outage, as it was recorded under `outage`.
fn out(status: EvaluationStatus, consequence: Consequence, outage: OutagePolicy, action: A) -> Decision<'static> {
    let mut out = decision(0.9, 0.9, 0.9);
    (out.evaluation_status, out.proposal.consequence, out.verdict) = (status, consequence, V::Abstain);
    (out.outage.policy, out.outage.triggered, out.effective_action) = (outage, true, action);
    out
}

fn under(decision: &Decision<'_>, policy: &PolicyVersion) -> Result<(V, A), Kept> {
    judge(decision, None, Some(policy)).map(|derived| (derived.verdict, derived.effective_action))
}

#[test]
fn an_outage_is_judged_by_the_table_of_the_other_policy() {
    let policy = policy(|_| {});
    for status in OUTAGES {
        for (consequence, recorded, action, expected) in [
            (Consequence::Read, OutagePolicy::FailClosed, A::Block, A::Proceed),
            (Consequence::ReversibleWrite, OutagePolicy::FailClosed, A::Block, A::Queued),
            (Consequence::ReversibleWrite, OutagePolicy::FailOpen, A::Proceed, A::Queued),
            (Consequence::Irreversible, OutagePolicy::Queue, A::Queued, A::Block),
            // Under the same policy a full queue stays full.
            (Consequence::ReversibleWrite, OutagePolicy::Queue, A::Block, A::Block),
            (Consequence::Irreversible, OutagePolicy::Fallback, A::Proceed, A::Block),
        ] {
            let out = out(status, consequence, recorded, action);
            assert_eq!(under(&out, &policy), Ok((V::Abstain, expected)), "{status} {consequence} {recorded}");
        }
    }
}

#[test]
fn the_mode_of_the_other_policy_says_whether_anything_is_applied() {
    let policy = policy(|_| {});
    let mut decision = decision(0.9, 0.1, 0.1);
    (decision.verdict, decision.effective_action) = (V::Review, A::Queued);
    decision.proposal.consequence = Consequence::ReadSensitive;
    let derived = judge(&decision, None, Some(&policy)).unwrap();
    assert_eq!((derived.verdict, derived.effective_action, derived.mode), (V::Review, A::Proceed, Mode::Shadow), "what is watched goes on");
    decision.proposal.consequence = Consequence::Unknown;
    assert_eq!(under(&decision, &policy), Err(Kept::Off));
    (decision.mode, decision.effective_action, decision.proposal.consequence) = (Mode::Shadow, A::Proceed, Consequence::Irreversible);
    assert_eq!(under(&decision, &policy), Ok((V::Review, A::Queued)), "what was watched is held back");
    decision.verdict = V::Abstain;
    decision.proposal.consequence = Consequence::Read;
    assert_eq!(under(&decision, &policy), Ok((V::Abstain, A::Proceed)), "without thresholds the verdict stays");
}

#[test]
fn thresholds_and_a_policy_go_together() {
    let policy = policy(|_| {});
    let mut decision = decision(0.9, 0.9, 0.1);
    (decision.mode, decision.effective_action, decision.verdict) = (Mode::Shadow, A::Proceed, V::Abstain);
    decision.proposal.consequence = Consequence::Irreversible;
    let derived = judge(&decision, Some(&thresholds()), Some(&policy)).unwrap();
    assert_eq!((derived.verdict, derived.effective_action), (V::Block, A::Block));
    let own = judge(&decision, policy.thresholds(), Some(&policy)).unwrap();
    assert_eq!((own.verdict, own.effective_action), (V::Review, A::Queued), "its own thresholds know of the scope alone");
}

#[test]
fn what_is_in_no_record_is_never_guessed() {
    let fallback = policy(|policy| policy.outage.reversible_write = Some(OutagePolicy::Fallback));
    let before = |outage, action| under(&out(EvaluationStatus::Timeout, Consequence::ReversibleWrite, outage, action), &fallback);
    assert_eq!(before(OutagePolicy::Queue, A::Queued), Err(Kept::HostRules));
    assert_eq!(before(OutagePolicy::Fallback, A::Block), Ok((V::Abstain, A::Block)), "the same rules, the same word");
    let mut watched = out(EvaluationStatus::Timeout, Consequence::ReversibleWrite, OutagePolicy::Fallback, A::Proceed);
    watched.mode = Mode::Shadow;
    assert_eq!(under(&watched, &fallback), Err(Kept::HostRules));
    for (status, kept) in [(EvaluationStatus::NotCalled, Kept::NotCalled), (EvaluationStatus::Late, Kept::Late), (EvaluationStatus::Stale, Kept::Stale)] {
        assert_eq!(under(&out(status, Consequence::Read, OutagePolicy::FailClosed, A::Block), &fallback), Err(kept));
    }
}

#[test]
fn what_no_model_read_is_uncertain() {
    let mut unread = decision(0.9, 0.9, 0.9);
    let mut usage = crate::record::Usage::new(Code::known("none"));
    usage.input_tokens = Some(0);
    unread.usage = Some(usage);
    assert_eq!(derived(&unread).0, V::Abstain);
}

proptest! {
    /// Watching applies nothing, whatever is answered.
    #[test]
    fn shadow_and_advice_change_no_action(scope in 0f64..=1.0, futile in 0f64..=1.0, broad in 0f64..=1.0, recorded in 0usize..5, advise: bool) {
        let mut decision = decision(scope, futile, broad);
        decision.mode = if advise { Mode::Advise } else { Mode::Shadow };
        decision.effective_action = A::ALL[recorded];
        prop_assert_eq!(derived(&decision).1, A::ALL[recorded]);
    }

    /// What was derived derives to itself: an unchanged policy changes nothing.
    #[test]
    fn deriving_twice_is_deriving_once(scope in 0f64..=1.0, futile in 0f64..=1.0, broad in 0f64..=1.0) {
        let mut decision = decision(scope, futile, broad);
        let first = derived(&decision);
        (decision.verdict, decision.effective_action) = first;
        prop_assert_eq!(derived(&decision), first);
    }

    /// More of what calls for an action never makes the verdict milder.
    #[test]
    fn a_stronger_answer_is_no_milder(scope in 0f64..=1.0, futile in 0f64..=1.0, more in 0f64..=1.0) {
        // As good as even says nothing, and is no less strict than a clear no.
        prop_assume!(!(0.44..0.56).contains(&scope));
        let stronger = futile + (1.0 - futile) * more;
        prop_assume!([futile, stronger].iter().all(|p| (p - (1.0 - p)).abs() > 0.05));
        let of = |futile| derived(&decision(scope, futile, 0.1)).0;
        prop_assert!(of(stronger) >= of(futile));
    }
}
