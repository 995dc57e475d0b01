use super::*;
use serde_json::json;

fn tally(records: &[Value]) -> Live {
    let mut tally = LiveTally::default();
    for record in records {
        tally.line(record.to_string().as_bytes()).expect("a record");
    }
    tally.finish(&Requirements::default())
}

fn recovery(id: &str, class: &str, verdict: &str, reason: &str, alternate: bool) -> Value {
    json!({"schema": "tool-decision/1", "kind": "recovery", "id": id, "call_id": format!("c-{id}"), "session": format!("s-{id}"), "ts": "2026-11-01T00:00:00Z", "seq": 1, "prev": null,
        "source": "keywords", "class": class, "action": "none", "verdict": verdict, "reason": reason, "alternate_present": alternate, "decision_attempts": 0, "latency_ms": 2.5, "fallback": "no_provider"})
}

fn recovered(id: &str, calls: u64) -> Value {
    json!({"kind": "recovered", "id": format!("r-{id}"), "call_id": "x", "recovery_id": id, "after_calls": calls, "after_ms": 1000 * calls, "how": "same_call"})
}

#[test]
fn failures_are_followed_to_their_end() {
    let live = tally(&[
        recovery("1", "wrong_arguments", "continue", "none", true),
        recovery("2", "wrong_arguments", "nudge", "exact_repeat", false),
        recovery("3", "transient", "halt", "spent_excuses", false),
        recovered("1", 2),
        recovered("1", 9),
        recovered("3", 4),
        recovered("unheard-of", 1),
        json!({"kind": "gap", "dropped": 7}),
    ]);
    assert!(live.observational);
    assert_eq!((live.recovered.k, live.recovered.n, live.sessions), (2, 3, 3), "a failure is made good once");
    assert_eq!((live.futile.k, live.halts.k, live.halts_recovered.k), (2, 1, 1));
    assert_eq!((live.with_alternate.k, live.with_alternate.n, live.without_alternate.k, live.without_alternate.n), (1, 1, 1, 2));
    assert_eq!((live.dropped, live.how.get("same_call"), live.latency_ms.p50), (7, Some(&2), Some(2.5)));
    let class = live.classes.iter().find(|class| class.class == "transient").expect("a class");
    assert_eq!((class.recovered.k, class.after_calls.p50), (1, Some(4.0)));
}

#[test]
fn a_refused_call_is_no_failure() {
    let live = tally(&[
        recovery("1", "transient", "halt", "exact_repeat", false),
        recovery("2", "unknown", "continue", "refusals", false),
        recovery("3", "unknown", "halt", "refusals", false),
    ]);
    assert_eq!((live.recovered.n, live.refusals, live.halts.k), (1, 2, 1));
}

#[test]
fn a_success_makes_all_good_that_failed_of_its_tool_since_the_first() {
    let of = |id: &str, tool: &str, session: &str, verdict: &str| {
        let mut record = recovery(id, "wrong_arguments", verdict, "varied_failures", false);
        (record["tool"], record["session"]) = (json!(tool), json!(session));
        record
    };
    let live = tally(&[
        of("1", "read", "a", "continue"),
        of("2", "read", "a", "nudge"),
        of("3", "list", "a", "continue"),
        of("4", "read", "b", "continue"),
        of("5", "read", "a", "halt"),
        recovered("1", 4),
        of("6", "read", "a", "continue"),
    ]);
    assert_eq!((live.recovered.k, live.recovered.n), (3, 6), "1, 2 and 5: another tool, another session and a later failure are not");
    assert_eq!((live.halts.k, live.halts_recovered.k, live.how.get("same_call")), (1, 1, Some(&1)));
}

#[test]
fn the_same_name_of_calls_in_two_sessions_is_two_calls() {
    let record = |kind: &str, session: &str, decision: &str| json!({"kind": kind, "id": "x", "call_id": "call-1", "session": session, "decision": decision, "status": "ok", "effect": "applied"});
    let live =
        tally(&[record("authorization", "a", "deny"), record("authorization", "b", "permit"), record("execution", "b", ""), record("execution", "c", "")]);
    assert!(live.violations.is_empty(), "{:?}", live.violations);
}

#[test]
fn broken_promises_are_counted() {
    let execution = |call: &str, status: &str, effect: &str| json!({"kind": "execution", "id": "e", "call_id": call, "status": status, "effect": effect});
    let live = tally(&[
        json!({"kind": "authorization", "id": "a", "call_id": "1", "decision": "deny"}),
        execution("1", "ok", "applied"),
        json!({"kind": "authorization", "id": "a", "call_id": "2", "decision": "deny"}),
        execution("2", "not_run", "none"),
        json!({"kind": "authorization", "id": "a", "call_id": "3", "decision": "permit"}),
        execution("3", "ok", "applied"),
        execution("3", "ok", "applied"),
    ]);
    assert_eq!(live.violations, BTreeMap::from([("ran_although_refused".to_owned(), 1), ("took_effect_twice".to_owned(), 1)]));
}

/// Decisions on ten days with labels, of which the first `wrong` are wrong.
fn decisions(n: usize, wrong: usize, model: impl Fn(usize) -> &'static str) -> Vec<Value> {
    let decision = |at: usize| {
        json!({"kind": "decision", "id": format!("d{at}"), "call_id": format!("c{at}"), "session": format!("s{at}"), "ts": format!("2026-11-{:02}T00:00:00Z", at % 10 + 1),
            "criteria": [{"id": "fit.scope", "version": "1", "type": "noul", "wording": "sha256:aa", "action": "review"}], "answers": {"fit.scope": {"type": "noul", "p": 0.9}},
            "evaluation_status": "ok", "evaluator": {"model_resolved": model(at)}, "projection": {"id": "p", "version": "1"}, "policy": {"thresholds_digest": "sha256:bb"}})
    };
    let label = |at: usize| json!({"kind": "label", "id": "l", "decision_id": format!("d{at}"), "criterion": "fit.scope", "value": at >= wrong});
    (0..n).map(decision).chain((0..n).map(label)).collect()
}

fn unmet(live: &Live) -> Vec<&str> {
    live.criteria[0].promotion.iter().filter(|one| one.met == Some(false)).map(|one| one.rule.as_str()).collect()
}

#[test]
fn a_criterion_is_promoted_by_bounds_and_demoted_by_changes() {
    let live = tally(&decisions(300, 10, |_| "m-1"));
    assert_eq!((live.criteria[0].right.k, live.criteria[0].right.n, unmet(&live)), (290, 300, vec![]));
    assert!(live.criteria[0].demotion.is_empty() && live.criteria[0].promotion.iter().any(|one| one.met.is_none()), "what records cannot say is not said");
    assert_eq!(unmet(&tally(&decisions(300, 25, |_| "m-1"))), ["the lower bound meets the target"], "the point is 91.7%, and the bound is lower");
    assert_eq!(unmet(&tally(&decisions(199, 0, |_| "m-1"))), ["enough labelled rows and groups"]);
    let changed = tally(&decisions(300, 0, |at| if at < 290 { "m-1" } else { "m-2" }));
    assert_eq!(changed.criteria[0].demotion, ["model_resolved changed: 2 of them"]);
    let mut outages = decisions(300, 0, |_| "m-1");
    for decision in outages.iter_mut().take(4) {
        decision["evaluation_status"] = json!("late");
    }
    assert_eq!(unmet(&tally(&outages)), ["outages and late answers keep the budget"]);
}

#[test]
fn other_thresholds_begin_another_window_and_demote_nothing() {
    let mut records = decisions(300, 0, |_| "m-1");
    records[299]["policy"]["thresholds_digest"] = json!("sha256:cc");
    let live = tally(&records);
    assert_eq!((unmet(&live), live.criteria[0].demotion.len()), (vec!["the thresholds are older than the window"], 0));
}

#[test]
fn answers_that_drift_demote() {
    let drifting = |yes: usize| {
        let mut records = decisions(300, 0, |_| "m-1");
        // Of the second half of the answers so many are no.
        records.iter_mut().take(300).skip(300 - yes).for_each(|record| record["answers"]["fit.scope"]["p"] = json!(0.1));
        tally(&records)
    };
    assert!(drifting(30).criteria[0].demotion.is_empty(), "a fifth is borne");
    let live = drifting(31);
    assert!(live.criteria[0].demotion[0].starts_with("answers drifted: total variation 0.207"), "{:?}", live.criteria[0].demotion);
    assert!(unmet(&live).contains(&"the answers do not drift"));
    let few = tally(&decisions(199, 0, |_| "m-1"));
    assert!(few.criteria[0].promotion.iter().any(|one| one.rule == "the answers do not drift" && one.met.is_none()));
}

#[test]
fn what_is_no_record_is_refused() {
    let mut tally = LiveTally::default();
    assert!(tally.line(b"{}").is_err() && tally.line(b"[]").is_err() && tally.line(b"{\"kind\":").is_err());
    assert!(tally.line(b"{\"kind\":\"something new\"}").is_ok());
}

/// A decision beside a failure: `answer` is the class, where there was one.
fn beside(call: &str, answer: Option<&str>, verdict: &str) -> Value {
    let answers = answer.map_or_else(|| json!({}), |class| json!({"class": {"type": "choice", "probabilities": {class: 0.9, "unknown": 0.1}}}));
    json!({"kind": "decision", "id": format!("d-{call}"), "call_id": format!("c-{call}"), "session": format!("s-{call}"), "policy": {"id": "recovery"}, "mode": "shadow",
        "verdict": verdict, "evaluation_status": "ok", "criteria": [{"id": "class"}], "answers": answers, "reasons": []})
}

#[test]
fn a_decision_is_put_beside_its_failure_wherever_it_stands() {
    let mut other = beside("2", None, "proceed");
    other["criteria"] = json!([{"id": "alternate"}]);
    let mut served = beside("1", Some("permission"), "proceed");
    served["mode"] = json!("advise");
    let live = tally(&[
        beside("1", Some("permission"), "proceed"),
        recovery("1", "transient", "continue", "none", false),
        recovery("2", "transient", "continue", "none", false),
        beside("2", Some("transient"), "proceed"),
        other,
        recovered("2", 1),
        // Nobody knows this call; and of this one there are two.
        beside("3", Some("transient"), "proceed"),
        recovery("4", "transient", "continue", "none", false),
        beside("4", Some("transient"), "proceed"),
        beside("4", Some("transient"), "proceed"),
        served,
    ]);
    let shadow = live.shadow.expect("decisions beside");
    assert_eq!((shadow.decisions, shadow.unlinked, shadow.statuses.get("ok")), (5, 3, Some(&5)));
    assert_eq!((shadow.agrees.k, shadow.agrees.n, shadow.agreed_recovered.k, shadow.otherwise_recovered.k), (1, 2, 1, 0));
    assert_eq!((shadow.alternates_recovered.k, shadow.alternates_recovered.n), (1, 1));
    let pairs: Vec<(&str, &str, u64)> = shadow.otherwise.iter().map(|one| (&*one.served, &*one.shadow, one.recovered.n)).collect();
    assert_eq!(pairs, [("transient", "permission", 1)]);
    assert_eq!(shadow.otherwise.first().and_then(|one| one.next.get("nothing")), Some(&1));
    assert!(tally(&[recovery("1", "transient", "continue", "none", false)]).shadow.is_none());
}
