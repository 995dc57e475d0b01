//! The proxy in front of servers that others made, and behind clients that others made. Skipped, with a line that says so, where they are not installed.
#![allow(clippy::disallowed_methods)]

use crate::support::{Client, advice, config, proxy, text};
use serde_json::{Value, json};
use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

fn here() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// A script of a package of npm, where it is installed.
fn package(path: &str) -> Option<String> {
    let folder = std::env::var_os("MCP_SERVERS").map_or_else(|| here().join("tests/mcp_servers"), PathBuf::from);
    let script = folder.join("node_modules/@modelcontextprotocol").join(path);
    if script.is_file() {
        return Some(script.display().to_string());
    }
    skipped(&format!("{path} is not installed; run: npm ci --prefix tests/mcp_servers"))
}

/// A Python with the official client, where there is one.
fn python() -> Option<PathBuf> {
    let python = std::env::var_os("MCP_PYTHON").map_or_else(|| here().join("target/mcp_python/bin/python"), PathBuf::from);
    let usable = python.is_file() && Command::new(&python).args(["-c", "import mcp"]).status().is_ok_and(|status| status.success());
    if usable {
        return Some(python);
    }
    skipped("the Python package mcp is not installed; see docs/mcp.md")
}

/// What is not there is no failure, unless whoever runs the tests says that it has to be.
fn skipped<T>(why: &str) -> Option<T> {
    assert!(std::env::var_os("MCP_PEERS").is_none_or(|asked| asked != "required"), "{why}");
    eprintln!("skipped: {why}");
    None
}

/// A folder of its own, empty.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("mcp_real_{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder.canonicalize().unwrap()
}

type Step = (&'static str, Value);

fn call(tool: &str, arguments: &Value) -> Step {
    ("tools/call", json!({"name": tool, "arguments": arguments}))
}

/// What a server answered to each step, and what it asked and told meanwhile, without what it says of its own accord at any time.
fn transcript(command: &[String], steps: &[Step]) -> (Vec<String>, Vec<String>) {
    let mut client = Client::start(command);
    client.offers = json!({"sampling": {}, "elicitation": {}, "roots": {}});
    let mut answers = vec![client.initialize()];
    for (id, (method, params)) in steps.iter().enumerate() {
        client.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        answers.push(client.line(&id.to_string()));
    }
    let mut told: Vec<String> = client.kept().into_iter().filter(|line| !line.contains("list_changed")).collect();
    told.sort();
    (answers, told)
}

/// A response without what the proxy adds.
fn bare(line: &str) -> Value {
    let mut message: Value = serde_json::from_str(line).unwrap();
    if let Some(content) = message.pointer_mut("/result/content").and_then(Value::as_array_mut) {
        content.retain(|block| block.pointer("/_meta/tool-recovery~1advice").is_none());
    }
    for (place, member) in [("/result", "_meta"), ("/error", "data")] {
        let Some(around) = message.pointer_mut(place).and_then(Value::as_object_mut) else { continue };
        if let Some(object) = around.get_mut(member).and_then(Value::as_object_mut) {
            object.remove("tool-recovery/advice");
            if object.is_empty() {
                around.remove(member);
            }
        }
    }
    message
}

/// Plays the same steps with and without the proxy.
fn compare(server: &[String], steps: &[Step], prepare: impl Fn()) {
    prepare();
    let (direct, told) = transcript(server, steps);
    prepare();
    let (proxied, also_told) = transcript(&proxy(&[], server), steps);
    assert_eq!(direct.len(), steps.len() + 1);
    let mut failures = 0;
    for (at, (direct, proxied)) in direct.iter().zip(&proxied).enumerate() {
        let step = at.checked_sub(1).map(|at| &steps[at]);
        let failed = bare(direct)["result"]["isError"] == json!(true) || bare(direct)["error"].is_object();
        failures += usize::from(failed);
        if failed {
            assert_eq!(bare(direct), bare(proxied), "{step:?}");
        } else {
            assert_eq!(direct, proxied, "{step:?}");
        }
    }
    assert!(failures > 0, "something has to fail as well");
    assert_eq!(told, also_told);
}

#[test]
fn the_everything_server_answers_every_method_as_without_the_proxy() {
    let Some(script) = package("server-everything/dist/index.js") else { return };
    let text = "demo://resource/dynamic/text/1";
    let steps = [
        ("ping", json!({})),
        ("tools/list", json!({})),
        ("resources/list", json!({})),
        ("resources/templates/list", json!({})),
        ("resources/read", json!({"uri": "demo://resource/static/document/features.md"})),
        ("resources/read", json!({"uri": "demo://no/such"})),
        ("resources/subscribe", json!({"uri": text})),
        ("resources/unsubscribe", json!({"uri": text})),
        ("prompts/list", json!({})),
        ("prompts/get", json!({"name": "args-prompt", "arguments": {"city": "Oslo"}})),
        ("prompts/get", json!({"name": "args-prompt", "arguments": {}})),
        ("completion/complete", json!({"ref": {"type": "ref/prompt", "name": "completable-prompt"}, "argument": {"name": "department", "value": "E"}})),
        ("logging/setLevel", json!({"level": "warning"})),
        ("no/such/method", json!({"x": [1.0]})),
        ("tasks/list", json!({})),
        call("echo", &json!({"message": "hello \u{1f600}"})),
        call("get-sum", &json!({"a": 2, "b": 3.5})),
        call("get-tiny-image", &json!({})),
        call("get-annotated-message", &json!({"messageType": "error", "includeImage": true})),
        call("get-structured-content", &json!({"location": "Chicago"})),
        call("get-resource-links", &json!({"count": 3})),
        call("get-env", &json!({})),
        call("gzip-file-as-resource", &json!({"name": "a.gz", "data": "data:text/plain,hello", "outputType": "resource"})),
        call("get-roots-list", &json!({})),
        call("trigger-sampling-request", &json!({"prompt": "hi", "maxTokens": 5})),
        call("trigger-elicitation-request", &json!({})),
        ("tools/call", json!({"name": "trigger-long-running-operation", "arguments": {"duration": 0.2, "steps": 2}, "_meta": {"progressToken": "p"}})),
        call("echo", &json!({})),
        call("nope", &json!({})),
    ];
    compare(&["node".into(), script, "stdio".into()], &steps, || {});
}

#[test]
fn the_filesystem_server_answers_every_tool_as_without_the_proxy() {
    let Some(script) = package("server-filesystem/dist/index.js") else { return };
    let folder = folder("files");
    let path = |name: &str| folder.join(name).display().to_string();
    let prepare = || {
        for entry in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            let _ = if entry.is_dir() { fs::remove_dir_all(&entry) } else { fs::remove_file(&entry) };
        }
        fs::create_dir(folder.join("sub")).unwrap();
        fs::write(folder.join("a.txt"), "one\ntwo\nthree\n").unwrap();
        fs::write(folder.join("sub/b.png"), [137, 80, 78, 71]).unwrap();
    };
    let steps = [
        ("ping", json!({})),
        ("tools/list", json!({})),
        ("resources/list", json!({})),
        call("list_allowed_directories", &json!({})),
        call("read_file", &json!({"path": path("a.txt")})),
        call("read_text_file", &json!({"path": path("a.txt"), "head": 1})),
        call("read_media_file", &json!({"path": path("sub/b.png")})),
        call("read_multiple_files", &json!({"paths": [path("a.txt"), path("lost.txt")]})),
        call("list_directory", &json!({"path": path(".")})),
        call("list_directory_with_sizes", &json!({"path": path(".")})),
        call("directory_tree", &json!({"path": path(".")})),
        call("search_files", &json!({"path": path("."), "pattern": "*.txt"})),
        call("write_file", &json!({"path": path("new.txt"), "content": "x".repeat(400_000)})),
        call("edit_file", &json!({"path": path("a.txt"), "edits": [{"oldText": "two", "newText": "2"}]})),
        call("edit_file", &json!({"path": path("a.txt"), "edits": [{"oldText": "not there", "newText": ""}]})),
        call("create_directory", &json!({"path": path("made")})),
        call("move_file", &json!({"source": path("new.txt"), "destination": path("made/new.txt")})),
        call("move_file", &json!({"source": path("new.txt"), "destination": path("a.txt")})),
        call("read_text_file", &json!({"path": path("lost.txt")})),
        call("read_text_file", &json!({"path": "/etc/hostname"})),
        call("write_file", &json!({"path": 7})),
    ];
    compare(&["node".into(), script, folder.display().to_string()], &steps, prepare);
}

#[test]
fn the_memory_server_answers_every_tool_as_without_the_proxy() {
    let Some(script) = package("server-memory/dist/index.js") else { return };
    let file = folder("memory").join("memory.jsonl");
    let server = vec!["env".to_owned(), format!("MEMORY_FILE_PATH={}", file.display()), "node".into(), script];
    let entity =
        json!([{"name": "Ada", "entityType": "person", "observations": ["wrote a program"]}, {"name": "Charles", "entityType": "person", "observations": []}]);
    let relation = json!([{"from": "Ada", "to": "Charles", "relationType": "knows"}]);
    let steps = [
        ("tools/list", json!({})),
        ("resources/list", json!({})),
        ("resources/read", json!({"uri": "memory://knowledge-graph"})),
        ("prompts/list", json!({})),
        call("create_entities", &json!({"entities": entity})),
        call("create_relations", &json!({"relations": relation})),
        call("add_observations", &json!({"observations": [{"entityName": "Ada", "contents": ["liked poetry"]}]})),
        call("add_observations", &json!({"observations": [{"entityName": "Nobody", "contents": ["x"]}]})),
        call("read_graph", &json!({})),
        call("search_nodes", &json!({"query": "poetry"})),
        call("open_nodes", &json!({"names": ["Charles"]})),
        call("delete_observations", &json!({"deletions": [{"entityName": "Ada", "observations": ["liked poetry"]}]})),
        call("delete_relations", &json!({"relations": relation})),
        call("delete_entities", &json!({"entityNames": ["Ada", "Charles"]})),
        call("read_graph", &json!({})),
    ];
    compare(&server, &steps, || drop(fs::remove_file(&file)));
}

#[test]
fn a_loop_on_a_real_server_is_nudged_and_halted() {
    let Some(script) = package("server-filesystem/dist/index.js") else { return };
    let folder = folder("loop");
    let server = vec!["node".to_owned(), script, folder.display().to_string()];
    let mut client = Client::start(&proxy(&[], &server));
    client.initialize();
    let lost = json!({"path": folder.join("lost.txt")});
    let answers: Vec<Value> = (1..=4).map(|id| client.call(id, "read_text_file", &lost)).collect();
    let verdicts: Vec<&Value> = answers.iter().map(|answer| &advice(answer)["verdict"]).collect();
    assert_eq!(verdicts, [&Value::Null, &json!("nudge"), &json!("halt"), &json!("continue")]);
    assert_eq!(advice(&answers[3])["rejection"], "halted");
    assert!(answers[..3].iter().all(|answer| text(answer) == text(&answers[0]) && text(answer).contains("ENOENT")));
}

#[test]
fn a_real_server_under_load_with_a_large_result_and_killed() {
    let Some(script) = package("server-filesystem/dist/index.js") else { return };
    let folder = folder("load");
    fs::write(folder.join("small.txt"), "small").unwrap();
    fs::write(folder.join("large.txt"), "0123456789abcdef".repeat(10 << 16)).unwrap();
    let server = vec!["node".to_owned(), script, folder.display().to_string()];
    let mut client = Client::start(&proxy(&[], &server));
    client.initialize();
    let small = json!({"name": "read_text_file", "arguments": {"path": folder.join("small.txt")}});
    for id in 1..=1000 {
        client.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": small}));
    }
    assert!((1..=1000).all(|id| client.line(&id.to_string()).contains("small")));
    let large = client.call(1001, "read_text_file", &json!({"path": folder.join("large.txt")}));
    assert_eq!(text(&large).len(), 10 << 20);
    let children = format!("/proc/{0}/task/{0}/children", client.child.id());
    let node = fs::read_to_string(children).unwrap();
    assert!(Command::new("kill").args(["-9", node.trim()]).status().unwrap().success());
    let answer = client.call(1002, "read_text_file", &json!({"path": folder.join("small.txt")}));
    assert_eq!((&answer["result"]["isError"], &advice(&answer)["class"]), (&json!(true), &json!("unavailable")), "{answer}");
    let (status, errors) = client.end();
    assert_eq!(status.code(), Some(3), "{errors}");
}

#[test]
fn a_tool_of_a_real_server_that_takes_too_long_is_ended_by_its_timeout_and_by_its_client() {
    let Some(script) = package("server-everything/dist/index.js") else { return };
    let file = config("real_timeout", "[mcp]\nread_only = [\"trigger-*\"]\ntimeout_ms = 1000\n");
    let mut client = Client::start(&proxy(&["--config", &file], &["node".to_owned(), script]));
    client.initialize();
    let long = json!({"duration": 60, "steps": 2});
    let began = Instant::now();
    let answer = client.call(1, "trigger-long-running-operation", &long);
    assert!(text(&answer).contains("timeout"), "{answer}");
    client.send(&json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "trigger-long-running-operation", "arguments": long}}));
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}}));
    assert!(text(&client.call(3, "echo", &json!({"message": "still there"}))).contains("still there"));
    assert!(began.elapsed() < Duration::from_secs(30));
}

/// A command without arguments, for clients that take no more.
fn script(name: &str, command: &[String]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let words: Vec<String> = command.iter().map(|word| format!("'{word}'")).collect();
    fs::write(&path, format!("#!/bin/sh\nexec {}\n", words.join(" "))).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

fn run(program: &Path, arguments: &[&str]) -> String {
    let run = Command::new(program).args(arguments).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap()
}

#[test]
fn the_inspectors_command_line_works_through_the_proxy_unchanged() {
    let (Some(inspector), Some(everything)) = (package("inspector-cli/build/index.js"), package("server-everything/dist/index.js")) else { return };
    let server = vec!["node".to_owned(), everything, "stdio".to_owned()];
    let (direct, proxied) = (script("mcp_direct.sh", &server), script("mcp_proxied.sh", &proxy(&[], &server)));
    for arguments in [
        &["--method", "tools/list"][..],
        &["--method", "resources/list"],
        &["--method", "resources/templates/list"],
        &["--method", "prompts/list"],
        &["--method", "resources/read", "--uri", "demo://resource/static/document/features.md"],
        &["--method", "prompts/get", "--prompt-name", "args-prompt", "--prompt-args", "city=Oslo"],
        &["--method", "tools/call", "--tool-name", "get-sum", "--tool-arg", "a=2", "b=3"],
        &["--method", "tools/call", "--tool-name", "get-sum", "--tool-arg", "a=x", "b=3"],
    ] {
        let ask = |server: &Path| run(Path::new("node"), &[&[inspector.as_str(), server.to_str().unwrap()], arguments].concat());
        assert_eq!(ask(&direct), ask(&proxied), "{arguments:?}");
    }
}

#[test]
fn the_python_client_works_through_the_proxy_unchanged() {
    let (Some(python), Some(everything)) = (python(), package("server-everything/dist/index.js")) else { return };
    let program = here().join("tests/mcp/support/client.py").display().to_string();
    let server = vec!["node".to_owned(), everything, "stdio".to_owned()];
    let ask = |command: &[String]| {
        let words: Vec<&str> = std::iter::once(program.as_str()).chain(command.iter().map(String::as_str)).collect();
        run(&python, &words)
    };
    let (direct, proxied) = (ask(&server), ask(&proxy(&[], &server)));
    assert_eq!(direct.lines().count(), 29);
    assert_eq!(direct, proxied);
}
