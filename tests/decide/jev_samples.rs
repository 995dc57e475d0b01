//! Recorded and invented replies over real HTTP, each judged by the client and the validation together as its sample says: this project's own, and others when they are at
//! hand (`systemone/samples` in `$SHARED_DATA` or `../shared`, by our server and by the replaying one beside them).
#![allow(clippy::disallowed_methods, reason = "a test may")]

use crate::systemone_server::{Reply, Server};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader},
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::Arc,
    time::Duration,
};
use tokio::sync::Semaphore;
use tool_recovery::{
    decide::RecoveryEvaluator,
    jev::{Credential, Envelope, Jev, ModelCheck, Preset, Provider},
    systemone::{self, Batch, ChoiceOption, EvaluationError, EvaluationErrorKind as Kind, Form, Question},
};

/// Long enough for the pause of every sample that is retried.
const LIMIT: Duration = Duration::from_secs(6);

#[derive(Clone, Debug)]
struct Sample {
    id: String,
    request: Value,
    response: Value,
    expect: Value,
    /// How often the body is repeated, or what it is built of.
    repeat: Value,
    /// Whether the client is told that replies come in an envelope.
    wrapped: bool,
}

impl Sample {
    fn new(mut row: Value, requests: &Value) -> Self {
        let request = row["request"].as_str().map_or_else(|| row["request"].clone(), |name| requests[name].clone());
        let repeat = [row["repeat"].take(), row["body_repeat"].take()].into_iter().find(|value| !value.is_null()).unwrap_or_default();
        Self {
            id: row["id"].as_str().unwrap().to_owned(),
            request,
            response: row["response"].take(),
            expect: row["expect"].take(),
            repeat,
            wrapped: row["wrapped"] == true,
        }
    }

    fn body(&self) -> Vec<u8> {
        let body = self.response["body"].as_str().unwrap();
        match &self.repeat {
            Value::Number(times) => body.repeat(usize::try_from(times.as_u64().unwrap()).unwrap()).into_bytes(),
            Value::Object(parts) => {
                let part = |name: &str| parts[name].as_str().unwrap();
                let unit = part("unit").repeat(usize::try_from(parts["count"].as_u64().unwrap()).unwrap());
                [part("prefix"), &unit, part("suffix")].concat().into_bytes()
            }
            _ => body.as_bytes().to_vec(),
        }
    }

    fn reply(&self) -> Reply {
        let mut head = format!("HTTP/1.1 {} Status\r\nconnection: close\r\n", self.response["status"]);
        let (body, headers) = (self.body(), self.response["headers"].as_object().unwrap());
        for (name, value) in headers {
            head.push_str(&format!("{name}: {}\r\n", value.as_str().unwrap()));
        }
        if !headers.contains_key("content-length") {
            head.push_str(&format!("content-length: {}\r\n", body.len()));
        }
        Reply::Raw([head.as_bytes(), b"\r\n", &body].concat())
    }

    fn questions(&self) -> Vec<Question> {
        let questions = self.request["questions"].as_object().unwrap();
        questions.iter().map(|(id, question)| Question::new(id.clone(), text(&question["instructions"]), form(question))).collect()
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn form(question: &Value) -> Form {
    let criteria = &question["criteria"];
    match question["type"].as_str().unwrap() {
        "choice" => Form::Choice(criteria.as_object().unwrap().iter().map(|(label, means)| ChoiceOption::new(label.clone(), text(means))).collect()),
        "score" => Form::Score(criteria.as_array().unwrap().iter().map(|level| text(level).into()).collect()),
        _ => Form::Noul { yes: text(&criteria["true"]).into(), no: text(&criteria["false"]).into() },
    }
}

/// What came of a sample, in the words of the samples.
async fn judge(sample: &Sample, base: String) -> Value {
    let envelope = if sample.wrapped { Envelope::Result } else { Envelope::None };
    let preset = Preset::SELF_HOSTED.model(text(&sample.request["model"])).model_check(ModelCheck::Release).envelope(envelope);
    let provider = Provider::custom_at(preset, base.parse().unwrap(), Credential::new("sk-sample").unwrap()).unwrap();
    let jev = Jev::builder().provider(provider).build().unwrap();
    let batch = Batch::new(sample.request["state"].clone(), sample.questions());
    let result = jev.evaluate(batch, tokio::time::Instant::now() + LIMIT).await;
    if let Some(secret) = sample.expect["must_not_leak"].as_str() {
        assert!(!format!("{result:?}").contains(secret), "{}", sample.id);
    }
    match result {
        Ok(answers) => match systemone::validate(&sample.questions(), answers) {
            Ok(_) => serde_json::json!({ "outcome": "accept" }),
            Err(fault) => rejected(fault.as_str()),
        },
        Err(error) if error.status.is_some_and(|status| (200..300).contains(&status)) => rejected(error.code.unwrap()),
        Err(error) => refused(&error),
    }
}

fn rejected(reason: &str) -> Value {
    serde_json::json!({ "outcome": "reject", "reason": reason })
}

fn refused(error: &EvaluationError) -> Value {
    let class = match (error.kind, error.code, error.status) {
        (Kind::BadRequest, Some("unknown_model"), _) => "unknown_model",
        (Kind::BadRequest, ..) => "invalid_request",
        (Kind::TooLarge, ..) => "too_large",
        (Kind::Unauthorized, ..) => "auth",
        (Kind::Funds, ..) => "quota",
        (Kind::NotFound, ..) => "misconfigured",
        (Kind::RateLimited, ..) => "rate_limited",
        (Kind::Unavailable, _, Some(529)) => "overloaded",
        (Kind::Unavailable, ..) => "unavailable",
        (Kind::Redirected, ..) => "redirect",
        other => panic!("{other:?}"),
    };
    let wait = error.retry_after.map(|wait| u64::try_from(wait.as_millis()).unwrap());
    serde_json::json!({ "outcome": "http_error", "class": class, "retry_after_ms": wait, "attempts": error.attempts, "status": error.status })
}

/// Where what came differs from what the sample expects.
fn difference(sample: &Sample, got: &Value) -> Option<String> {
    let expect = &sample.expect;
    let policy = expect["policy"].as_str().unwrap_or_default();
    let same = match expect["outcome"].as_str().unwrap() {
        "accept" => got["outcome"] == "accept",
        "reject" => {
            // A page is refused for its type before anybody tries to parse it.
            let reason = if got["reason"] == "content_type" && expect["reason"] == "invalid_json" { &expect["reason"] } else { &got["reason"] };
            // Some samples allow two policies: ours is to pass over `confidence` and `usage`.
            (got["outcome"] == "reject" && *reason == expect["reason"]) || (policy.starts_with("or ") && got["outcome"] == "accept")
        }
        _ => {
            let wait = expect.get("retry_after_ms").is_none_or(|wait| *wait == got["retry_after_ms"]);
            // Of what may pass with time only these three are worth a second request here and now.
            let again = expect["retryable"] == true && matches!(got["status"].as_u64(), Some(429 | 503 | 529));
            got["outcome"] == "http_error" && got["class"] == expect["class"] && wait && got["attempts"] == if again { 2 } else { 1 }
        }
    };
    (!same).then(|| format!("{}: expected {expect}, got {got}", sample.id))
}

async fn judge_all(samples: &[Sample], base: impl Fn(&str) -> String) -> BTreeMap<String, usize> {
    let asked: Vec<_> = samples.iter().cloned().map(|sample| (base(&sample.id), sample)).collect();
    // The server of the samples lets five connections wait, and leaves the others to the patience of their clients.
    let few = Arc::new(Semaphore::new(4));
    let one = |(base, sample): (String, Sample)| {
        let few = few.clone();
        tokio::spawn(async move {
            let _permit = few.acquire().await.unwrap();
            (judge(&sample, base).await, sample)
        })
    };
    let running: Vec<_> = asked.into_iter().map(one).collect();
    let (mut wrong, mut outcomes) = (Vec::new(), BTreeMap::new());
    for judged in running {
        let (got, sample) = judged.await.unwrap();
        *outcomes.entry(text(&got["outcome"])).or_default() += 1;
        wrong.extend(difference(&sample, &got));
    }
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), samples.len(), wrong.join("\n"));
    println!("{} samples judged as they say: {outcomes:?}", samples.len());
    outcomes
}

async fn served(samples: Vec<Sample>) -> (Server, Vec<Sample>) {
    let by_path: BTreeMap<String, Reply> = samples.iter().map(|sample| (format!("/s/{}/v1/systemone", sample.id), sample.reply())).collect();
    let server = Server::start(move |request, _| by_path.get(&request.path).cloned().unwrap_or_else(|| Reply::json(404, "{}"))).await;
    (server, samples)
}

fn own() -> Vec<Sample> {
    let rows: Vec<Value> = include_str!("../fixtures/systemone.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    rows[1..].iter().map(|row| Sample::new(row.clone(), &rows[0]["requests"])).collect()
}

fn shared() -> Option<(PathBuf, Vec<Sample>)> {
    let shared = std::env::var_os("SHARED_DATA").map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared"), PathBuf::from);
    let folder = shared.join("systemone");
    let Ok(entries) = std::fs::read_dir(folder.join("samples")) else {
        println!("skipped: no samples in {}", folder.display());
        return None;
    };
    let read = |path: PathBuf| Sample::new(serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap(), &Value::Null);
    Some((folder, entries.map(|entry| read(entry.unwrap().path())).collect()))
}

#[tokio::test]
async fn our_samples_are_judged_as_they_say() {
    let (server, samples) = served(own()).await;
    let outcomes = judge_all(&samples, |id| format!("{}/s/{id}", server.base())).await;
    assert!(outcomes["accept"] >= 25 && outcomes["reject"] >= 50 && outcomes["http_error"] >= 20, "{outcomes:?}");
}

#[tokio::test]
async fn the_samples_cover_every_rule() {
    let reasons: Vec<String> = own().iter().map(|sample| text(&sample.expect["reason"])).collect();
    let rules = [
        "missing_answer",
        "unexpected_answer",
        "type_mismatch",
        "wrong_json_type",
        "unknown_option",
        "missing_option",
        "unknown_choice",
        "choice_not_argmax",
        "distribution_sum",
        "probability_range",
        "score_range",
        "score_mismatch",
        "invalid_json",
        "duplicate_key",
        "content_type",
        "body_too_large",
        "missing_model",
        "model_mismatch",
        "error_in_success",
    ];
    for rule in rules {
        assert!(reasons.iter().any(|reason| reason == rule), "{rule}");
    }
}

#[tokio::test]
async fn others_samples_are_judged_as_they_say() {
    let Some((_, samples)) = shared() else { return };
    let (server, samples) = served(samples).await;
    judge_all(&samples, |id| format!("{}/s/{id}", server.base())).await;
}

struct Replaying(Child);

impl Drop for Replaying {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test]
async fn others_samples_are_judged_as_they_say_by_the_server_beside_them() {
    let Some((folder, samples)) = shared() else { return };
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut command = Command::new("python3");
    command.arg(folder.join("replay_server.py")).arg(port.to_string()).stdout(Stdio::piped());
    let Ok(child) = command.spawn() else {
        println!("skipped: no python3");
        return;
    };
    let mut server = Replaying(child);
    let mut ready = String::new();
    BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut ready).unwrap();
    assert!(ready.contains("replaying"), "{ready}");
    tokio::time::sleep(Duration::from_millis(300)).await;
    judge_all(&samples, |id| format!("http://127.0.0.1:{port}/s/{id}")).await;
}
