use super::*;
use crate::record::{Answer, Answers, Body, Code, Probability, Record};
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
    let Derived { verdict, effective_action } = derive(decision, &thresholds()).unwrap();
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
        let of = |futile| strictness(derived(&decision(scope, futile, 0.1)).0);
        prop_assert!(of(stronger) >= of(futile));
    }
}
