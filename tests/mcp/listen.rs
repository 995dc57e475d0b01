//! `tool-recovery mcp-proxy --listen`: clients that speak streamable HTTP, and a server that does.
#![allow(clippy::disallowed_methods)]

use crate::{
    support,
    support::{Http, PATIENCE, advice, text},
};
use reqwest::{Method, StatusCode, header::HeaderMap};
use serde_json::{Value, json};
use std::{
    io::{BufRead as _, BufReader, Read as _},
    process::{Child, ChildStderr, Command, Stdio},
    time::Instant,
};

/// The proxy in front of the HTTP server.
struct Listening {
    child: Child,
    errors: BufReader<ChildStderr>,
    url: String,
    http: reqwest::Client,
}

/// What came back.
struct Got {
    status: StatusCode,
    headers: HeaderMap,
    body: String,
}

impl Got {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{}", self.body))
    }

    /// The messages of a stream.
    fn events(&self) -> Vec<Value> {
        self.body.lines().filter_map(|line| line.strip_prefix("data: ")).map(|data| serde_json::from_str(data).unwrap()).collect()
    }
}

impl Listening {
    fn start(server: &Http, options: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tool-recovery"));
        command.args(["mcp-proxy", "--url", &server.url, "--listen", "127.0.0.1:0"]).args(options);
        let mut child = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut errors = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        errors.read_line(&mut line).unwrap();
        let url = line.trim().strip_prefix("tool-recovery: listening at ").unwrap_or_else(|| panic!("{line}")).to_owned();
        // A build with TLS wants a provider even where every request is plain.
        let _ = rustls::crypto::ring::default_provider().install_default();
        Self { child, errors, url, http: reqwest::Client::builder().no_proxy().build().unwrap() }
    }

    async fn ask(&self, method: Method, headers: &[(&str, &str)], body: String) -> Got {
        let mut request =
            self.http.request(method, &self.url).header("content-type", "application/json").header("accept", "application/json, text/event-stream");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = request.body(body).send().await.unwrap();
        Got { status: response.status(), headers: response.headers().clone(), body: response.text().await.unwrap() }
    }

    async fn post(&self, headers: &[(&str, &str)], message: &Value) -> Got {
        self.ask(Method::POST, headers, message.to_string()).await
    }

    /// A call in the session.
    async fn call(&self, id: i64, tool: &str, more: &[(&str, &str)]) -> Got {
        let headers = [&[("mcp-session-id", "session-1")], more].concat();
        self.post(&headers, &json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": {"x": 1}}})).await
    }

    fn end(mut self) -> (Option<i32>, String) {
        assert!(Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap().success());
        let status = self.child.wait().unwrap();
        let mut errors = String::new();
        self.errors.read_to_string(&mut errors).unwrap();
        (status.code(), errors)
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test]
async fn everything_but_calls_passes_in_terms_of_http() {
    let server = Http::start("listen_pass");
    let proxy = Listening::start(&server, &[]);
    let init = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-06-18"}});
    let got = proxy.post(&[], &init).await;
    assert_eq!((got.status, got.headers["mcp-session-id"].to_str().unwrap()), (StatusCode::OK, "session-1"));
    assert_eq!(got.json()["result"]["serverInfo"]["name"], "h");
    let lost = proxy.post(&[("mcp-session-id", "another")], &json!({"jsonrpc": "2.0", "id": 1, "method": "ping"})).await;
    assert_eq!((lost.status, &lost.json()["error"]["code"]), (StatusCode::NOT_FOUND, &json!(-32001)));
    let told = proxy.post(&[("mcp-session-id", "session-1")], &json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
    assert_eq!((told.status, told.body.as_str()), (StatusCode::ACCEPTED, ""));
    let list = proxy.post(&[("mcp-session-id", "session-1")], &json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"})).await;
    assert_eq!(list.json()["result"]["tools"][0]["name"], "echo");
    let resumed = proxy.ask(Method::GET, &[("mcp-session-id", "session-1"), ("last-event-id", "7")], String::new()).await;
    assert_eq!(resumed.events()[0]["id"], 7, "a stream is taken up again by the client itself");
    let headers = proxy.call(3, "headers", &[("authorization", "Bearer client"), ("x-own", "1")]).await;
    let headers: Value = serde_json::from_str(text(&headers.json())).unwrap();
    assert_eq!((&headers["authorization"], &headers["x-own"]), (&json!("Bearer client"), &json!("1")));
    assert_eq!(proxy.ask(Method::DELETE, &[("mcp-session-id", "session-1")], String::new()).await.status, StatusCode::OK);
    assert_eq!(std::fs::read_to_string(&server.left).unwrap(), "session-1");
    let (code, errors) = proxy.end();
    assert!(code == Some(143) && errors.contains("1 tools, 1 of them undeclared"), "{code:?} {errors}");
}

#[tokio::test]
async fn a_call_is_counted_by_its_run_and_streams_what_comes_before_its_result() {
    let server = Http::start("listen_runs");
    let proxy = Listening::start(&server, &["--run-header", "x-run"]);
    let verdict = |got: Got| {
        let events = got.events();
        assert_eq!((events.len(), events[0]["method"].as_str()), (2, Some("notifications/progress")), "{}", got.body);
        advice(&events[1])["verdict"].clone()
    };
    assert_eq!(verdict(proxy.call(1, "fail", &[("x-run", "one")]).await), Value::Null);
    assert_eq!(verdict(proxy.call(2, "fail", &[("x-run", "one")]).await), "nudge");
    assert_eq!(verdict(proxy.call(3, "fail", &[("x-run", "two")]).await), Value::Null, "another run");
    assert_eq!(verdict(proxy.call(4, "fail", &[]).await), Value::Null, "the session is a run of its own");
    assert_eq!(verdict(proxy.call(5, "fail", &[("x-run", "one")]).await), "halt");
    let refused = proxy.call(6, "fail", &[("x-run", "one")]).await;
    assert_eq!((refused.status, &advice(&refused.json())["rejection"]), (StatusCode::OK, &json!("halted")));
}

#[tokio::test]
async fn an_answer_with_a_member_twice_is_not_passed_on() {
    let server = Http::start("listen_doubled");
    let proxy = Listening::start(&server, &[]);
    for (id, tool) in [(1, "doubled"), (2, "doubled_stream")] {
        let answer = proxy.call(id, tool, &[]).await.json();
        assert!(answer["result"]["isError"] == true && text(&answer).contains("has a member twice"), "{tool}: {answer}");
    }
}

#[tokio::test]
async fn a_login_that_the_server_wants_is_the_clients_to_see() {
    let server = Http::start("listen_login");
    let proxy = Listening::start(&server, &[]);
    let denied = proxy.call(1, "denied", &[]).await;
    assert_eq!((denied.status, denied.body.as_str()), (StatusCode::UNAUTHORIZED, "who are you?"));
}

#[tokio::test]
async fn a_hung_call_is_answered_at_its_timeout_and_a_cancelled_one_ends() {
    let server = Http::start("listen_hang");
    let file = support::config("listen", "[mcp]\nread_only = [\"*\"]\n[mcp.tools.hang]\ntimeout_ms = 100\n");
    let proxy = Listening::start(&server, &["--config", &file]);
    let started = Instant::now();
    let got = proxy.call(1, "hang", &[]).await;
    assert!(text(&got.json()).contains("did not answer within its timeout"), "{}", got.body);
    let slow = Listening::start(&server, &[]);
    let cancel = async {
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        slow.post(&[("mcp-session-id", "session-1")], &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}})).await
    };
    let (got, _) = tokio::join!(slow.call(2, "hang", &[]), cancel);
    assert_eq!((got.status, got.body.as_str()), (StatusCode::ACCEPTED, ""));
    assert!(started.elapsed() < PATIENCE);
    let seen = slow.call(3, "seen", &[]).await;
    let told: Vec<Value> = serde_json::from_str(text(&seen.json())).unwrap();
    assert_eq!(told.iter().filter(|method| *method == "notifications/cancelled").count(), 2, "once each: {told:?}");
}

#[tokio::test]
async fn what_cannot_be_read_or_comes_from_elsewhere_does_not_pass() {
    let server = Http::start("listen_refuse");
    let proxy = Listening::start(&server, &[]);
    let ask = |headers: &'static [(&str, &str)], body: &'static str| proxy.ask(Method::POST, headers, body.to_owned());
    assert_eq!(ask(&[], "{\"method\":\"ping\",\"method\":\"tools/call\"}").await.status, StatusCode::BAD_REQUEST);
    assert_eq!(ask(&[], "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\"}}]").await.status, StatusCode::BAD_REQUEST);
    for hidden in [
        r#"[[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}}]]"#,
        r#"{"jsonrpc":"2.0","id":1,"Method":"tools/call","params":{"name":"echo"}}"#,
        r#"{"jsonrpc":"2.0","id":1.0,"method":"tools/call","params":{"name":"echo"}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"requestId":2}}"#,
    ] {
        assert_eq!(ask(&[("mcp-session-id", "session-1")], hidden).await.status, StatusCode::BAD_REQUEST, "{hidden}");
    }
    assert_eq!(ask(&[("origin", "https://evil.test")], "{}").await.status, StatusCode::FORBIDDEN);
    assert_eq!(ask(&[("host", "evil.test")], "{}").await.status, StatusCode::FORBIDDEN);
    let batch = ask(&[("mcp-session-id", "session-1")], "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]").await;
    assert_eq!(batch.json().as_array().map(Vec::len), Some(1), "a batch without calls passes");
    let elsewhere = proxy.http.post(proxy.url.replace("/mcp", "/other")).body("{}").send().await.unwrap();
    assert_eq!(elsewhere.status(), StatusCode::NOT_FOUND);
    let run = Command::new(env!("CARGO_BIN_EXE_tool-recovery")).args(["mcp-proxy", "--url", &server.url, "--listen", "0.0.0.0:0"]).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
}

#[tokio::test]
async fn a_server_that_is_gone_is_unavailable() {
    let mut server = Http::start("listen_gone");
    let proxy = Listening::start(&server, &[]);
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    let lost = proxy.call(1, "echo", &[]).await;
    assert_eq!((lost.status, &advice(&lost.json())["class"]), (StatusCode::OK, &json!("unavailable")));
    assert_eq!(proxy.post(&[], &json!({"jsonrpc": "2.0", "id": 2, "method": "ping"})).await.status, StatusCode::BAD_GATEWAY);
}

#[tokio::test]
async fn a_write_is_held_while_it_goes_on_after_its_client_has_left() {
    let server = Http::start("listen_left");
    let file = support::config("listen_left", "[mcp]\nwrite = [\"write_*\"]\n");
    let proxy = Listening::start(&server, &["--config", &file]);
    let left = tokio::time::timeout(std::time::Duration::from_millis(300), proxy.call(1, "write_slow", &[])).await;
    assert!(left.is_err(), "the client has no more patience");
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    assert_eq!(advice(&proxy.call(2, "write_slow", &[]).await.json())["rejection"], "held");
    tokio::time::sleep(std::time::Duration::from_millis(900)).await;
    assert_eq!(text(&proxy.call(3, "write_slow", &[]).await.json()), "written", "the answer of the first ended its hold");
}

/// Servers refuse a second stream of a session as long as the first one is open.
#[tokio::test]
async fn a_client_that_leaves_its_stream_leaves_none_open_at_the_server() {
    let server = Http::start("listen_leaves");
    let proxy = Listening::start(&server, &[]);
    let request = proxy.http.get(&proxy.url).header("accept", "text/event-stream").header("mcp-session-id", "session-1");
    let mut stream = request.send().await.unwrap();
    assert!(stream.chunk().await.unwrap().is_some());
    assert_eq!(text(&proxy.call(1, "listening", &[]).await.json()), "1");
    drop(stream);
    let begun = Instant::now();
    while text(&proxy.call(2, "listening", &[]).await.json()) != "0" {
        assert!(begun.elapsed() < PATIENCE, "the stream is still open");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

/// Most HTTP clients follow a redirect by themselves: this one would lead past every gate.
#[tokio::test]
async fn a_redirect_leads_no_client_past_the_proxy() {
    let server = Http::start("listen_moved");
    let proxy = Listening::start(&server, &[]);
    let moved = proxy.call(1, "moved", &[]).await;
    assert_eq!((moved.status, moved.headers.get("location"), moved.body.as_str()), (StatusCode::TEMPORARY_REDIRECT, None, ""));
    let (_, errors) = proxy.end();
    assert!(errors.contains("redirects to another address"), "{errors}");
}
