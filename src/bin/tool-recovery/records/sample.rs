//! `sample-records`: a chain of made-up records, to try the other commands on, or to measure them.

use crate::{Failure, why::why};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::{
    fs,
    io::{self, BufWriter, Write},
    path::PathBuf,
};
use tool_recovery::record::{LineDigest, Record, Thresholds, derive};

#[derive(Args)]
pub(crate) struct Sample {
    /// How many records
    #[arg(long, default_value_t = 1000)]
    count: u64,
    /// Which kinds
    #[arg(long, value_enum, default_value_t = What::Mix)]
    kinds: What,
    /// Write the thresholds that the decisions were made by
    #[arg(long, value_name = "FILE")]
    thresholds: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    /// Decisions, authorizations, executions, recoveries, outcomes and labels
    Mix,
    /// Decisions alone
    Decisions,
}

/// The digest that stands for every wording and schema.
const OURS: &str = "sha256:abababababababababababababababab";
/// The digest that stands for everything keyed.
const KEYED: &str = "hmac-sha256:k3:cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd";

impl Sample {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let file = thresholds();
        let thresholds = Thresholds::parse(&file).map_err(|error| Failure::Wrong(error.to_string()))?;
        if let Some(path) = &self.thresholds {
            fs::write(path, &file).map_err(|error| Failure::Io(format!("{} cannot be written: {}", path.display(), why(error.kind()))))?;
        }
        let mut out = BufWriter::with_capacity(1024 * 1024, io::stdout().lock());
        match self.write(&thresholds, &mut out).and_then(|()| out.flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::Io(format!("standard output cannot be written: {}", why(error.kind())))),
            _ => Ok(()),
        }
    }

    fn write(&self, thresholds: &Thresholds, out: &mut impl Write) -> io::Result<()> {
        let mut last: Option<LineDigest> = None;
        for n in 0..self.count {
            // Of ten records of a mix, two are decisions.
            let kind = if self.kinds == What::Decisions { 0 } else { n % 10 };
            let text = line(kind, n, thresholds);
            let mut record = Record::parse(text.as_bytes()).map_err(|error| io::Error::other(error.to_string()))?;
            (record.head.seq, record.head.prev) = (n + 1, last.map(LineDigest::to_digest));
            if let tool_recovery::record::Body::Decision(decision) = &mut record.body
                && let Ok(derived) = derive(decision, thresholds)
            {
                (decision.verdict, decision.effective_action) = (derived.verdict, derived.effective_action);
            }
            let line = record.to_line();
            last = Some(LineDigest::of(&line));
            out.write_all(&line)?;
            out.write_all(b"\n")?;
        }
        Ok(())
    }
}

/// Numbers that look like chance and are the same in every run.
fn dice(n: u64, salt: u64) -> u64 {
    let mut x = n.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ salt.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^= x >> 31;
    x = x.wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 29)
}

fn percent(n: u64, salt: u64) -> u64 {
    dice(n, salt) % 101
}

#[allow(clippy::cast_precision_loss, reason = "0 to 100")]
fn p(hundredths: u64) -> f64 {
    hundredths as f64 / 100.0
}

fn line(kind: u64, n: u64, thresholds: &Thresholds) -> String {
    let call = n / 10;
    let head = |kind: &str, id: String| {
        let ts = format!("2026-11-30T{:02}:{:02}:{:02}.{:03}Z", n / 3_600_000 % 24, n / 60_000 % 60, n / 1000 % 60, n % 1000);
        json!({"schema": "tool-decision/1", "kind": kind, "id": id, "call_id": format!("call_{call}"), "session": KEYED, "ts": ts, "seq": 0, "prev": null})
    };
    let decision_id = |call: u64, which: u64| format!("dec_{call}_{which}");
    let (mut record, body) = match kind {
        0 | 5 => (head("decision", if n % 10 == kind { decision_id(call, kind) } else { format!("dec_{n}") }), decision(n, thresholds)),
        1 | 6 => (
            head("authorization", format!("aut_{n}")),
            json!({"owner": "iam", "decision": "permit", "tool": "orders.cancel", "policy_ref": "p1", "bound_args_digest": KEYED}),
        ),
        2 | 7 => (
            head("execution", format!("exe_{n}")),
            json!({"attempt": 1, "status": if percent(n, 1) < 20 { "tool_error" } else { "ok" }, "ms": p(percent(n, 2)), "effect": "unknown",
                "decision_id": decision_id(call, 0), "tool": "orders.cancel", "args_digest": KEYED, "owner": "agent"}),
        ),
        3 => (
            head("recovery", format!("rec_{n}")),
            json!({"source": "keywords", "class": "wrong_arguments", "action": "correct_arguments", "verdict": "nudge", "decision_attempts": 0, "alternate_present": false,
                "tool": "orders.cancel", "rule": "http.404", "reason": "exact_repeat", "owner": "agent", "codes": ["P4", "S2"]}),
        ),
        4 => (
            head("recovered", format!("red_{n}")),
            json!({"recovery_id": format!("rec_{}", n.saturating_sub(1)), "after_calls": 2, "after_ms": 2999, "how": "changed_arguments", "tool": "orders.cancel"}),
        ),
        8 => (
            head("outcome", format!("out_{n}")),
            json!({"observer": "verify.orders", "result": "achieved", "decision_id": decision_id(call, 0), "observer_kind": "state_check", "delay_ms": 240_000, "owner": "product"}),
        ),
        _ => (
            head("label", format!("lab_{n}")),
            json!({"decision_id": decision_id(call, 0), "criterion": "fit.repeat", "value": if percent(n, 3) < 30 { "futile_repeat" } else { "new" }, "annotator": KEYED, "guideline": "g2",
                "evidence": "pre_call", "adjudicated": true}),
        ),
    };
    if let (Some(record), serde_json::Value::Object(body)) = (record.as_object_mut(), body) {
        record.extend(body);
    }
    record.to_string()
}

fn decision(n: u64, thresholds: &Thresholds) -> serde_json::Value {
    let (futile, scope, broad) = (percent(n, 4), percent(n, 5) / 2, percent(n, 6) / 2);
    let consequence =
        ["read", "read_sensitive", "reversible_write", "irreversible", "unknown"].get(usize::try_from(n % 5).unwrap_or_default()).copied().unwrap_or("unknown");
    let status = match n % 100 {
        10 => "timeout",
        25 => "late",
        _ => "ok",
    };
    json!({
        "proposal": {"tool": "orders.cancel", "tool_schema": OURS, "args_digest": KEYED, "consequence": consequence, "consequence_source": "operator", "proposal_no": 2, "world_epoch": 7,
            "args_bytes": 61, "same_key_failures": 1},
        "projection": {"id": "proposal-fit", "version": "3", "digest": KEYED, "bytes": 812, "evidence_max_seq": 41, "truncated": false,
            "roles": ["operator_goal", "tool_contract", "proposal_args", "prior_failures"], "untrusted_roles": ["proposal_args", "prior_failures"]},
        "criteria": [
            {"id": "fit.scope", "version": "2", "type": "noul", "wording": OURS, "action": "review"},
            {"id": "fit.repeat", "version": "1", "type": "choice", "wording": OURS, "action": "refuse_repeat"},
            {"id": "risk.blast", "version": "1", "type": "score", "wording": OURS, "action": "review"}],
        "evaluator": {"provider": "typesafe", "model_requested": "jev-1.13.0", "model_resolved": "jev-1.13.0", "decimals": 2, "client": "x/0.1"},
        "answers": {
            "fit.scope": {"type": "noul", "p": p(scope)},
            "fit.repeat": {"type": "choice", "probabilities": {"new": p(100 - futile), "futile_repeat": p(futile), "unclear": 0.0}, "selected": "new", "confidence_reported": 0.7},
            "risk.blast": {"type": "score", "probabilities": [p(100 - broad), 0.0, p(broad), 0.0], "expected": p(broad * 2), "confidence_reported": null}},
        "evaluation_status": status,
        "attempts": [{"n": 1, "status": "timeout", "ms": 800.5}, {"n": 2, "status": "ok", "ms": 402.25, "http_status": 200}],
        "policy": {"id": "gate", "version": "7", "digest": OURS, "thresholds": thresholds.id(), "thresholds_digest": thresholds.digest()},
        "verdict": "abstain", "mode": if n.is_multiple_of(4) { "shadow" } else { "enforce" }, "outage": {"policy": "fail_closed", "triggered": status == "timeout"},
        "effective_action": if n.is_multiple_of(4) { "proceed" } else { "block" },
        "redaction": {"profile": "2", "hmac_key": "k3"},
        "group": {"session": KEYED, "incident": KEYED, "template": KEYED, "tool_family": "orders"},
        "usage": {"price_table": "2026-11", "input_tokens": 512, "output_tokens": 9, "cost_micro_usd": 22},
    })
}

fn thresholds() -> String {
    let criterion = |id: &str, version: &str| json!({"id": id, "version": version, "wording_digest": OURS});
    let values = json!({"fit.scope": {"act_at": 0.8, "reject_at": 0.3}, "fit.repeat": {"act_at": 0.8, "reject_at": 0.2}, "risk.blast": {"act_at": 0.6, "reject_at": 0.3}});
    let file = json!({"schema": "tool-thresholds/1", "id": "sample-1", "projection": {"id": "proposal-fit", "version": "3"}, "values": values,
        "criteria": [criterion("fit.scope", "2"), criterion("fit.repeat", "1"), criterion("risk.blast", "1")]});
    format!("{file:#}\n")
}
