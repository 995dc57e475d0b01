//! What becomes of a decision whose service fails: each failure against a real server on the loopback, within the deadline, under its own reason, without a leak.
#![allow(clippy::disallowed_methods, reason = "a test with real sockets may")]

use crate::{
    jev_asking::{KEY, LONG, REPLY, SHORT, STATE, ask, batch, error, jev, provider, trusting},
    systemone_server::{Received, Reply, Server, answer, tls},
};
use flate2::{Compression, write::GzEncoder};
use serde_json::json;
use std::{
    io::Write,
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::net::TcpListener;
use tool_recovery::{
    decide::RecoveryEvaluator,
    jev::{Credential, Jev, Preset, Provider},
    systemone::EvaluationErrorKind as Kind,
};

/// Kind, status, code and number of requests of what follows from a script.
type Seen = (Kind, Option<u16>, Option<&'static str>, u32);

async fn seen(limit: Duration, script: impl Fn(&Received, usize) -> Reply + Send + Sync + 'static) -> Seen {
    let server = Server::start(script).await;
    let error = error(&jev(&server.base()), limit).await;
    assert_eq!(server.requests(), error.attempts as usize, "what was counted is what was sent");
    // Nothing is kept open but, at most, one warm connection.
    server.settles_at(1).await;
    (error.kind, error.status, error.code, error.attempts)
}

fn head(headers: &str) -> Vec<u8> {
    format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n{headers}\r\n").into_bytes()
}

fn gzip_bomb() -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    for _ in 0..1024 {
        encoder.write_all(&[b' '; 64 * 1024]).unwrap();
    }
    encoder.finish().unwrap()
}

#[test]
fn a_decision_may_be_awaited_anywhere() {
    fn shared<T: Send + Sync>() {}
    fn sent<T: Send + Unpin>() {}
    shared::<Jev>();
    shared::<Provider>();
    sent::<tool_recovery::jev::Evaluation>();
}

#[tokio::test]
async fn a_right_answer_comes_with_its_cost() {
    let server = Server::start(|request, _| answer(request, "unknown")).await;
    let (answers, took) = ask(&jev(&server.base()), LONG).await;
    let answers = answers.unwrap();
    assert_eq!((answers.attempts, &*answers.model, answers.answers.len()), (1, "jev-latest", 2));
    assert_eq!(answers.usage.unwrap().input_tokens, 300);
    assert!(answers.latency > Duration::ZERO && answers.latency <= took);
    let request = &server.received()[0];
    assert_eq!((request.path.as_str(), request.header("authorization")), ("/v1/systemone", Some("Bearer sk-CANARY-key")));
    assert_eq!(request.body["state"], json!({ "error": STATE }));
    let names: Vec<&String> = request.body.as_object().unwrap().keys().collect();
    assert_eq!(names, ["model", "questions", "state"]);
}

#[tokio::test]
async fn slow_and_stalled_replies_end_at_the_deadline() {
    let late = (Kind::Deadline, None, None, 1);
    assert_eq!(seen(SHORT, |_, _| Reply::Stall(Vec::new())).await, late);
    assert_eq!(seen(SHORT, |_, _| Reply::Trickle(Vec::new(), head("content-length: 100\r\n"))).await, late);
    assert_eq!(seen(SHORT, |_, _| Reply::Trickle(head("content-length: 100\r\n"), vec![b' '; 100])).await, late);
    assert_eq!(seen(SHORT, |_, _| Reply::Stall([head("content-length: 100\r\n"), b"{\"model\":".to_vec()].concat())).await, late);
}

#[tokio::test]
async fn a_stalled_error_still_says_its_status() {
    let stalled = b"HTTP/1.1 401 No\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{".to_vec();
    assert_eq!(seen(LONG, move |_, _| Reply::Stall(stalled.clone())).await, (Kind::Unauthorized, Some(401), None, 1));
}

#[tokio::test]
async fn lost_connections_are_told_apart() {
    let lost = (Kind::Connection, None, Some("connection_lost"), 1);
    assert_eq!(seen(LONG, |_, _| Reply::Reset(Vec::new())).await, lost);
    assert_eq!(seen(LONG, |_, _| Reply::Raw(b"SSH-2.0-OpenSSH_9.2\r\n".to_vec())).await, lost);
    let cut = (Kind::Malformed, Some(200), Some("body_cut_short"), 1);
    assert_eq!(seen(LONG, |_, _| Reply::Reset([head("content-length: 100\r\n"), b"{".to_vec()].concat())).await, cut);
    assert_eq!(seen(LONG, |_, _| Reply::Raw([head("content-length: 100\r\n"), b"{".to_vec()].concat())).await, cut);
}

#[tokio::test]
async fn what_is_no_reply_of_the_contract_is_malformed() {
    let malformed = |code| (Kind::Malformed, Some(200), Some(code), 1);
    let page = format!("<html>{REPLY}</html>");
    assert_eq!(seen(LONG, move |_, _| Reply::typed(200, "text/html", page.clone())).await, malformed("content_type"));
    assert_eq!(seen(LONG, |_, _| Reply::json(200, format!("<html>{REPLY}</html>"))).await, malformed("invalid_json"));
    assert_eq!(seen(LONG, |_, _| Reply::json(200, format!("\"{REPLY}\""))).await, malformed("wrong_json_type"));
    let error = seen(LONG, |_, _| Reply::json(200, json!({ "error": REPLY }).to_string())).await;
    assert_eq!(error, (Kind::Other, Some(200), Some("error_in_success"), 1));
}

#[tokio::test]
async fn a_huge_body_is_given_up_at_the_bound() {
    let server = Server::start(|_, _| Reply::Flood(head("content-length: 52428800\r\n"), 50 << 20)).await;
    let announced = error(&jev(&server.base()), LONG).await;
    let server_of_chunks = Server::start(|_, _| Reply::Flood(head("connection: close\r\n"), 50 << 20)).await;
    let unannounced = error(&jev(&server_of_chunks.base()), LONG).await;
    for error in [announced, unannounced] {
        assert_eq!((error.kind, error.code), (Kind::Malformed, Some("body_too_large")));
    }
    server.settles_at(0).await;
    server_of_chunks.settles_at(0).await;
    // What the kernel buffers goes out; the rest of the 50 MiB does not.
    assert!(server.written() < 16 << 20 && server_of_chunks.written() < 16 << 20, "{} {}", server.written(), server_of_chunks.written());
}

#[tokio::test]
async fn a_huge_content_length_is_refused_before_the_body() {
    let (error, took) = {
        let server = Server::start(|_, _| Reply::Stall(head("content-length: 10000000000\r\n"))).await;
        let (result, took) = ask(&jev(&server.base()), LONG).await;
        (result.unwrap_err(), took)
    };
    assert_eq!((error.kind, error.code), (Kind::Malformed, Some("body_too_large")));
    assert!(took < Duration::from_secs(2), "{took:?}");
}

#[tokio::test]
async fn a_gzip_bomb_is_not_opened() {
    let bomb = gzip_bomb();
    let script = move |_: &Received, _| Reply::json(200, bomb.clone()).header("content-encoding", "gzip");
    let server = Server::start(script).await;
    let error = error(&jev(&server.base()), LONG).await;
    assert_eq!((error.kind, error.code), (Kind::Malformed, Some("body_encoded")));
    assert_eq!(server.received()[0].header("accept-encoding"), Some("identity"));
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let elsewhere = Server::start(|request, _| answer(request, "unknown")).await;
    for status in [301, 302, 303, 307, 308] {
        let to = format!("{}/v1/systemone", elsewhere.base());
        let seen = seen(LONG, move |_, _| Reply::json(status, "").header("location", &to)).await;
        assert_eq!(seen, (Kind::Redirected, Some(status), None, 1));
    }
    assert_eq!(elsewhere.connections(), 0, "neither the state nor the credential went there");
}

#[tokio::test]
async fn a_name_that_does_not_resolve_is_no_connection() {
    // Which of the two it is depends on the machine's resolver: one that answers does not know the reserved name, one that is not there is waited for. `client_tests.rs` has
    // both with resolvers of its own.
    let jev = Jev::builder().provider(provider("https://systemone.invalid")).connection(trusting(&tls("systemone.invalid").1)).build().unwrap();
    let error = error(&jev, Duration::from_secs(2)).await;
    assert!(matches!((error.kind, error.code), (Kind::Connection, Some("not_connected")) | (Kind::Deadline, None)), "{error:?}");
}

#[tokio::test]
async fn a_refused_connection_is_tried_once_more() {
    let dead = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let jev = jev(&format!("http://{dead}"));
    let refused = error(&jev, LONG).await;
    assert_eq!((refused.kind, refused.code, refused.attempts), (Kind::Connection, Some("not_connected"), 2));
    let hurried = error(&jev, Duration::from_millis(60)).await;
    assert_eq!((hurried.kind, hurried.attempts), (Kind::Connection, 1), "a second request would not fit");
}

#[tokio::test]
async fn two_hundred_failures_at_once_all_end() {
    let server = Server::start(|_, before| if before % 2 == 0 { Reply::Stall(Vec::new()) } else { Reply::json(500, REPLY) }).await;
    let jev = jev(&server.base());
    let limit = Duration::from_secs(2);
    let asking: Vec<_> = (0..200)
        .map(|_| {
            let jev = jev.clone();
            tokio::spawn(async move { error(&jev, limit).await.kind })
        })
        .collect();
    let mut kinds = Vec::new();
    for asked in asking {
        kinds.push(asked.await.unwrap());
    }
    assert!(kinds.iter().all(|kind| matches!(kind, Kind::Deadline | Kind::Unavailable)), "{kinds:?}");
    assert!(kinds.contains(&Kind::Deadline) && kinds.contains(&Kind::Unavailable));
    // Of the connections only the warm ones are left.
    server.settles_at(8).await;
}

#[tokio::test]
async fn a_pause_is_kept_where_it_fits() {
    let busy = |status, header: &'static str, wait: &'static str| {
        move |request: &Received, before| match before {
            0 => Reply::json(status, json!({ "detail": REPLY }).to_string()).header(header, wait),
            _ => answer(request, "unknown"),
        }
    };
    for (status, header, wait, least) in [(429, "retry-after-ms", "150", 150), (503, "retry-after", "0", 0), (529, "x-none", "", 100)] {
        let server = Server::start(busy(status, header, wait)).await;
        let (result, took) = ask(&jev(&server.base()), LONG).await;
        assert_eq!(result.unwrap().attempts, 2, "{status}");
        assert!(took >= Duration::from_millis(least), "{status} {took:?}");
    }
    let server = Server::start(busy(429, "retry-after", "86400")).await;
    let (result, took) = ask(&jev(&server.base()), LONG).await;
    let error = result.unwrap_err();
    assert_eq!((error.kind, error.attempts, error.retry_after), (Kind::RateLimited, 1, Some(Duration::from_secs(86400))));
    assert!(took < Duration::from_secs(2), "it does not wait for what cannot come: {took:?}");
    // What is left after the pause is no time for a second request.
    let server = Server::start(busy(429, "retry-after-ms", "3000")).await;
    let (result, took) = ask(&jev(&server.base()), Duration::from_millis(3045)).await;
    assert_eq!((result.unwrap_err().kind, server.requests()), (Kind::RateLimited, 1));
    assert!(took < Duration::from_secs(2), "it waits for nothing: {took:?}");
}

#[tokio::test]
async fn there_are_at_most_two_requests() {
    assert_eq!(seen(LONG, |_, _| Reply::json(503, "")).await, (Kind::Unavailable, Some(503), None, 2));
    for status in [400, 408, 413, 422, 500, 502] {
        assert_eq!(seen(LONG, move |_, _| Reply::json(status, "{}")).await.3, 1, "{status}");
    }
}

#[tokio::test]
async fn the_breaker_keeps_from_asking_what_only_the_host_can_mend() {
    for status in [401, 402, 403, 404] {
        let server = Server::start(move |request, before| if before == 0 { Reply::json(status, "{}") } else { answer(request, "unknown") }).await;
        let jev = Jev::builder().provider(provider(&server.base())).cool_down(Duration::from_millis(300)).build().unwrap();
        let first = error(&jev, LONG).await;
        let second = error(&jev, LONG).await;
        assert_eq!((second.kind, second.status, second.code, second.attempts), (Kind::BreakerOpen, Some(status), Some(first.kind.as_str()), 0));
        assert_eq!(server.requests(), 1);
        tokio::time::sleep(Duration::from_millis(350)).await;
        assert!(ask(&jev, LONG).await.0.is_ok(), "after the cool-down it is tried again");
    }
}

#[tokio::test]
async fn a_changed_credential_has_a_client_of_its_own() {
    let server = Server::start(|request, _| match request.header("authorization") {
        Some("Bearer new-CANARY") => answer(request, "unknown"),
        _ => Reply::json(401, "{}"),
    })
    .await;
    let current = Arc::new(Mutex::new(Some("old-CANARY")));
    let shared = current.clone();
    let source = move || shared.lock().unwrap().and_then(Credential::new);
    let provider = Provider::custom_at(Preset::SELF_HOSTED, server.base().parse().unwrap(), source).unwrap();
    let jev = Jev::builder().provider(provider).build().unwrap();
    assert_eq!(error(&jev, LONG).await.kind, Kind::Unauthorized);
    assert_eq!(error(&jev, LONG).await.kind, Kind::BreakerOpen);
    *current.lock().unwrap() = Some("new-CANARY");
    assert!(ask(&jev, LONG).await.0.is_ok(), "the breaker was the old credential's");
    assert!(ask(&jev, LONG).await.0.is_ok());
    assert_eq!(server.connections(), 2, "one warm connection for each client");
    *current.lock().unwrap() = None;
    assert_eq!(error(&jev, LONG).await.kind, Kind::NoCredential);
    assert_eq!(server.requests(), 3);
}

#[tokio::test]
async fn a_dropped_decision_closes_its_connection() {
    let server = Server::start(|_, _| Reply::Stall(Vec::new())).await;
    let jev = jev(&server.base());
    let mut evaluation = Box::pin(jev.evaluate(batch(), tokio::time::Instant::now() + Duration::from_secs(60)));
    for _ in 0..500 {
        if server.requests() == 1 {
            break;
        }
        assert!(tokio::time::timeout(Duration::from_millis(10), &mut evaluation).await.is_err());
    }
    assert_eq!((server.requests(), server.open()), (1, 1));
    drop(evaluation);
    server.settles_at(0).await;
}

#[tokio::test]
async fn one_connection_serves_many_decisions() {
    let server = Server::start(|request, _| answer(request, "unknown")).await;
    let jev = jev(&server.base());
    for _ in 0..20 {
        assert!(ask(&jev, LONG).await.0.is_ok());
    }
    assert_eq!((server.requests(), server.connections()), (20, 1));
}

#[tokio::test]
async fn a_model_that_was_not_asked_for_is_refused() {
    let server = Server::start(|_, _| Reply::json(200, json!({ "model": REPLY, "answers": {} }).to_string())).await;
    let preset = Preset::VENDOR;
    let provider = Provider::custom_at(preset, server.base().parse().unwrap(), Credential::new(KEY).unwrap()).unwrap();
    let error = error(&Jev::builder().provider(provider).build().unwrap(), LONG).await;
    assert_eq!((error.kind, error.code), (Kind::WrongModel, Some("model_mismatch")));
}
