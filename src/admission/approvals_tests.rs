use super::*;
use crate::admission::ToolDescriptor;
use Authorization::{ApprovalAbsent, ApprovalDenied, ApprovalExpired, ApprovalPending};
use serde_json::json;
use std::time::Duration;

fn subject() -> ApprovalSubject {
    ApprovalSubject::new("s", "pay")
}

fn ask(store: &ApprovalStore, run: &str, scope: &str, tool: &str, arguments: &Value) -> Authorization {
    store.authorize(&PolicyRequest::new(&ToolDescriptor::new(tool), arguments, run, scope, None))
}

fn pay(store: &ApprovalStore, arguments: &Value) -> Authorization {
    ask(store, "r", "s", "pay", arguments)
}

#[test]
fn a_grant_covers_its_subject_and_nothing_more() {
    let store = ApprovalStore::default();
    store.grant(subject().in_run("r").with_arguments(json!({"amount": 1})), None);
    let exact = json!({"amount": 1});
    assert_eq!(pay(&store, &exact), Authorization::ALLOWED);
    assert_eq!(pay(&store, &json!({"amount": 2})), ApprovalAbsent);
    assert_eq!(pay(&store, &json!({"amount": 1, "memo": ""})), ApprovalAbsent);
    assert_eq!(ask(&store, "other", "s", "pay", &exact), ApprovalAbsent);
    assert_eq!(ask(&store, "r", "other", "pay", &exact), ApprovalAbsent);
    assert_eq!(ask(&store, "r", "s", "Pay", &exact), ApprovalAbsent);
}

#[tokio::test(start_paused = true)]
async fn a_grant_expires_and_is_not_revived_by_asking() {
    let store = ApprovalStore::default();
    let until = clock::now() + Duration::from_secs(10);
    store.request(subject());
    assert_eq!(pay(&store, &json!({})), ApprovalPending);
    store.grant(subject(), Some(until));
    assert_eq!(pay(&store, &json!({})), Authorization::Allowed { valid_until: Some(until) });
    tokio::time::advance(Duration::from_secs(10)).await;
    assert_eq!(pay(&store, &json!({})), ApprovalExpired);
    store.request(subject());
    assert_eq!(pay(&store, &json!({})), ApprovalPending);
}

#[test]
fn a_denial_meets_rephrased_calls_and_asking_again() {
    let store = ApprovalStore::default();
    store.deny(subject().in_run("r").with_arguments(json!({"amount": 1})));
    for arguments in [json!({"amount": 1}), json!({"amount": 2}), json!({"sum": 1})] {
        assert_eq!(pay(&store, &arguments), ApprovalDenied);
        store.request(subject().in_run("r").with_arguments(arguments.clone()));
        assert_eq!(pay(&store, &arguments), ApprovalDenied);
    }
    store.request(subject());
    assert_eq!(pay(&store, &json!({})), ApprovalDenied);
    assert_eq!(ask(&store, "other", "s", "pay", &json!({})), ApprovalPending);
}

#[tokio::test(start_paused = true)]
async fn the_latest_decision_holds_and_an_expired_one_uncovers_the_denial() {
    let store = ApprovalStore::default();
    store.grant(subject().with_arguments(json!(1)), None);
    store.deny(subject());
    assert_eq!(pay(&store, &json!(1)), ApprovalDenied);
    store.grant(subject().with_arguments(json!(2)), Some(clock::now() + Duration::from_secs(1)));
    assert!(matches!(pay(&store, &json!(2)), Authorization::Allowed { .. }));
    assert_eq!(pay(&store, &json!(3)), ApprovalDenied);
    tokio::time::advance(Duration::from_secs(1)).await;
    assert_eq!(pay(&store, &json!(2)), ApprovalDenied);
}

#[test]
fn revoking_takes_back_a_grant_or_a_denial() {
    let store = ApprovalStore::default();
    assert!(!store.revoke(&subject()));
    store.grant(subject(), None);
    assert!(!store.revoke(&subject().in_run("r")), "another subject");
    assert!(store.revoke(&subject()));
    assert_eq!(pay(&store, &json!({})), ApprovalAbsent);
    store.deny(subject());
    assert!(store.revoke(&subject()));
    assert_eq!(pay(&store, &json!({})), ApprovalAbsent);
}

#[test]
fn a_request_does_not_disturb_a_valid_grant() {
    let store = ApprovalStore::default();
    store.grant(subject(), None);
    store.request(subject());
    store.request(subject().with_arguments(json!({"a": 1})));
    assert_eq!(pay(&store, &json!({"a": 1})), Authorization::ALLOWED);
}

#[test]
fn grants_are_bounded_and_denials_outlast_them() {
    let store = ApprovalStore::default();
    store.deny(subject().in_run("denied"));
    for amount in 0..=ApprovalStore::MAX_PER_TOOL {
        store.grant(subject().with_arguments(json!(amount)).in_run("r"), None);
    }
    assert_eq!(pay(&store, &json!(0)), ApprovalAbsent, "the oldest grant made room");
    assert_eq!(pay(&store, &json!(1)), Authorization::ALLOWED);
    assert_eq!(ask(&store, "denied", "s", "pay", &json!(0)), ApprovalDenied);
}

#[test]
fn a_finished_run_takes_its_decisions_along() {
    let store = ApprovalStore::default();
    store.grant(subject().in_run("r"), None);
    store.deny(subject().in_run("other"));
    store.finish_run("r");
    assert_eq!(pay(&store, &json!({})), ApprovalAbsent);
    assert_eq!(ask(&store, "other", "s", "pay", &json!({})), ApprovalDenied);
    store.finish_run("other");
    assert!(store.lock().is_empty());
}

#[test]
fn debug_prints_no_argument() {
    assert!(!format!("{:?}", subject().with_arguments(json!("canary"))).contains("canary"));
}
