use super::*;
use proptest::prelude::*;

const CONSEQUENCES: [Consequence; 5] =
    [Consequence::Read, Consequence::ReadSensitive, Consequence::ReversibleWrite, Consequence::Irreversible, Consequence::Unknown];

fn enforcing() -> ProposalPolicy {
    ProposalPolicy {
        mode: ByConsequence::all(ProposalMode::Enforce),
        outage: ByConsequence {
            read: Some(OutagePolicy::FailOpen),
            read_sensitive: Some(OutagePolicy::Fallback),
            reversible_write: Some(OutagePolicy::Queue),
            irreversible: Some(OutagePolicy::FailClosed),
            unknown: Some(OutagePolicy::FailClosed),
        },
        thresholds_version: "dev-1".to_owned(),
        thresholds: [("risk.blast".to_owned(), Band { act_at: 0.8, clear_at: 0.2 })].into(),
        ..ProposalPolicy::default()
    }
}

fn error(policy: &ProposalPolicy) -> String {
    policy.validate().expect_err("it is wrong").to_string()
}

#[test]
fn the_default_asks_nothing_and_is_valid() {
    assert_eq!(ProposalPolicy::default().validate(), Ok(()));
    assert_eq!(ProposalPolicy::default().mode, ByConsequence::all(ProposalMode::Off));
    assert_eq!(enforcing().validate(), Ok(()));
}

#[test]
fn what_cannot_be_undone_never_fails_open() {
    for set in [
        |policy: &mut ProposalPolicy| policy.outage.irreversible = Some(OutagePolicy::FailOpen),
        |policy: &mut ProposalPolicy| policy.outage.unknown = Some(OutagePolicy::FailOpen),
    ] {
        for mut policy in [ProposalPolicy::default(), enforcing()] {
            set(&mut policy);
            assert!(error(&policy).contains("what cannot be undone may not go on"), "{}", error(&policy));
        }
    }
}

#[test]
fn what_is_enforced_needs_a_chosen_outage_policy_and_tuned_thresholds() {
    let mut policy = enforcing();
    policy.outage.reversible_write = None;
    assert_eq!(error(&policy).split(':').next(), Some("`outage.reversible_write`"));
    let mut policy = enforcing();
    policy.thresholds_version = "untuned".to_owned();
    assert_eq!(error(&policy).split(':').next(), Some("`mode.read`"));
    let mut policy = enforcing();
    policy.thresholds.clear();
    assert_eq!(error(&policy).split(':').next(), Some("`mode.read`"));
    let policy = ProposalPolicy { mode: ByConsequence::all(ProposalMode::Shadow), ..ProposalPolicy::default() };
    assert_eq!(policy.validate(), Ok(()), "a shadow holds nothing back");
}

#[test]
fn the_outage_table_is_total() {
    for policy in [ProposalPolicy::default(), enforcing()] {
        for consequence in CONSEQUENCES {
            for status in EvaluationStatus::ALL {
                let applied = policy.outage(consequence, status);
                assert_eq!(applied.is_some(), status.is_outage(), "{consequence:?} {status:?}");
                let undoable = !matches!(consequence, Consequence::Irreversible | Consequence::Unknown);
                assert!(undoable || applied != Some(OutagePolicy::FailOpen), "{consequence:?} {status:?}");
            }
        }
    }
    assert_eq!(ProposalPolicy::default().outage(Consequence::ReversibleWrite, EvaluationStatus::Timeout), Some(OutagePolicy::FailClosed));
}

#[test]
fn a_policy_is_read_from_a_file_and_unknown_keys_are_refused() {
    let text = serde_json::to_string(&enforcing()).expect("JSON");
    assert_eq!(serde_json::from_str::<ProposalPolicy>(&text).expect("the same"), enforcing());
    assert!(serde_json::from_str::<ProposalPolicy>(r#"{"mode": {"reed": "enforce"}}"#).is_err());
    let mut policy = enforcing();
    policy.thresholds.insert("claim_supported_by_result".to_owned(), Band { act_at: 0.8, clear_at: 0.2 });
    assert!(error(&policy).contains("of one of these criteria: fit.tool"), "{}", error(&policy));
}

proptest! {
    #[test]
    fn a_band_that_is_accepted_can_be_passed_on_both_sides(act_at: f64, clear_at: f64) {
        let mut policy = enforcing();
        policy.thresholds.insert("fit.args".to_owned(), Band { act_at, clear_at });
        if policy.validate().is_ok() {
            prop_assert!(clear_at > 0.0 && clear_at <= 0.5 && (0.5..1.0).contains(&act_at));
        }
    }

    #[test]
    fn bands_within_the_range_are_accepted(act_at in 0.5..1.0f64, clear_at in 0.001..0.5f64) {
        let mut policy = enforcing();
        policy.thresholds.insert("fit.args".to_owned(), Band { act_at, clear_at });
        prop_assert_eq!(policy.validate(), Ok(()));
    }
}
