//! Runs one call, and says what came back.

use super::{
    place::{Place, is_root},
    recipe::{Call, Request},
};
use crate::why::why;
use serde_json::{Map, Value, json};
use std::{
    io::Read,
    os::unix::process::{CommandExt as _, ExitStatusExt as _},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, SystemTime},
};

/// The longest text of a row.
const MAX_TEXT: usize = 4096;

/// How long a command may take.
const PATIENCE_MS: u64 = 15_000;

const NOBODY: u32 = 65_534;

/// What came back, as a row has it, without its transport.
pub(super) fn run(call: &Call, place: &Place) -> Result<Map<String, Value>, String> {
    let started = SystemTime::now();
    let mut result = match (&call.command, &call.request) {
        (Some(command), None) => command_result(call, command, place)?,
        (None, Some(request)) => request_result(request, place)?,
        _ => return Err("a call is either a command or a request".to_owned()),
    };
    let took = started.elapsed().unwrap_or_default();
    result.insert("duration_ms".to_owned(), json!(u64::try_from(took.as_millis()).unwrap_or(u64::MAX)));
    Ok(result)
}

/// Runs a command that only prepares.
pub(super) fn prepare(command: &str, place: &Place) -> Result<(), String> {
    let mut child = started(&place.fill(command), place, false, &[])?;
    let status = wait(&mut child, PATIENCE_MS)?;
    if status.success() { Ok(()) } else { Err(format!("preparing failed: {command}")) }
}

/// Whether a command's program is there.
pub(super) fn is_installed(command: &str, place: &Place) -> bool {
    let program = command.split_whitespace().next().unwrap_or_default();
    program.contains(['/', '{', '=']) || prepare(&format!("command -v {program} >/dev/null"), place).is_ok()
}

fn started(command: &str, place: &Place, as_nobody: bool, env: &[(String, String)]) -> Result<Child, String> {
    let mut process = Command::new("sh");
    process.args(["-c", command]).current_dir(&place.directory).env_clear();
    process.env("PATH", std::env::var_os("PATH").unwrap_or_default()).env("HOME", &place.directory).env("LC_ALL", "C.UTF-8").env("TERM", "dumb");
    process.envs(env.iter().map(|(name, value)| (name, place.fill(value))));
    process.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    if as_nobody && is_root() {
        process.uid(NOBODY).gid(NOBODY);
    }
    process.spawn().map_err(|error| format!("sh cannot be started: {}", why(error.kind())))
}

/// Waits, and ends the whole group when the time is over.
fn wait(child: &mut Child, patience_ms: u64) -> Result<std::process::ExitStatus, String> {
    for _ in 0..=patience_ms / 5 {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            return Ok(status);
        }
        thread::sleep(Duration::from_millis(5));
    }
    let group = format!("-{}", child.id());
    let _ = Command::new("kill").args(["-9", "--", &group]).stderr(Stdio::null()).status();
    child.wait().map_err(|error| error.to_string())
}

fn command_result(call: &Call, command: &str, place: &Place) -> Result<Map<String, Value>, String> {
    let env: Vec<(String, String)> = call.env.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
    let mut child = started(&place.fill(command), place, call.as_nobody, &env)?;
    let (out, error) = (collected(child.stdout.take()), collected(child.stderr.take()));
    let status = wait(&mut child, call.kill_after_ms.unwrap_or(PATIENCE_MS))?;
    let (out, error) = (out.join().unwrap_or_default(), error.join().unwrap_or_default());
    if call.reads_json {
        return read_by_client(&out, place);
    }
    let text = place.clean(&format!("{out}{error}"));
    Ok(as_object(
        json!({"exit_code": status.code(), "signal": status.signal(), "http_status": null, "headers": {}, "is_error": !status.success(), "text": bounded(&text)}),
    ))
}

/// What a client of another protocol made of an answer.
fn read_by_client(out: &str, place: &Place) -> Result<Map<String, Value>, String> {
    let read: Value = serde_json::from_str(out.lines().last().unwrap_or_default()).map_err(|_| "the client printed no JSON object".to_owned())?;
    let text = read.get("text").and_then(Value::as_str).unwrap_or_default();
    let is_error = read.get("is_error").and_then(Value::as_bool).unwrap_or_default();
    Ok(as_object(json!({"exit_code": null, "signal": null, "http_status": null, "headers": {}, "is_error": is_error, "text": bounded(&place.clean(text))})))
}

/// Reads a stream to its end, and keeps its beginning.
fn collected(stream: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut kept = Vec::new();
        if let Some(mut stream) = stream {
            let _ = stream.by_ref().take(4 * MAX_TEXT as u64).read_to_end(&mut kept);
            let _ = std::io::copy(&mut stream, &mut std::io::sink());
        }
        String::from_utf8_lossy(&kept).into_owned()
    })
}

/// The beginning of a text, at a boundary of characters.
fn bounded(text: &str) -> &str {
    let end = (0..=MAX_TEXT.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    text.get(..end.unwrap_or_default()).unwrap_or_default()
}

fn as_object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

/// Which headers of a response a row keeps.
const KEPT: [&str; 5] = ["retry-after", "retry-after-ms", "content-type", "www-authenticate", "date"];

fn request_result(request: &Request, place: &Place) -> Result<Map<String, Value>, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|error| error.to_string())?;
    runtime.block_on(async {
        let client = reqwest::Client::builder().no_proxy().timeout(Duration::from_millis(request.timeout_ms)).build().map_err(|error| error.to_string())?;
        let port = if request.closed { place.closed } else { place.port };
        let method = request.method.parse().map_err(|_| "there is no such method".to_owned())?;
        let mut sent = client.request(method, format!("http://127.0.0.1:{port}{}", request.path));
        for (name, value) in &request.headers {
            sent = sent.header(name, value);
        }
        if let Some(body) = &request.body {
            sent = sent.body(body.clone());
        }
        match sent.send().await {
            Err(error) => Ok(no_response(&error, place)),
            Ok(response) => {
                let status = response.status().as_u16();
                let kept = KEPT.iter().filter_map(|name| Some(((*name).to_owned(), json!(response.headers().get(*name)?.to_str().ok()?))));
                let headers: Map<String, Value> = kept.collect();
                match response.text().await {
                    Err(error) => Ok(no_response(&error, place)),
                    Ok(text) => Ok(as_object(
                        json!({"exit_code": null, "signal": null, "http_status": status, "headers": headers, "is_error": status >= 400, "text": bounded(&place.clean(&text))}),
                    )),
                }
            }
        }
    })
}

/// The chain of an error, as clients print it.
fn no_response(error: &reqwest::Error, place: &Place) -> Map<String, Value> {
    let mut text = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        source = cause.source();
    }
    as_object(json!({"exit_code": null, "signal": null, "http_status": null, "headers": {}, "is_error": true, "text": bounded(&place.clean(&text))}))
}
