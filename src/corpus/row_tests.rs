use super::*;
use serde_json::json;

fn row() -> Value {
    json!({"id": "a", "call": {"tool": "bash", "arguments": {"command": "x"}}, "result": {"transport": "process", "exit_code": 1}})
}

fn parse(change: impl Fn(&mut Value)) -> Result<Row, Fault> {
    let mut value = row();
    change(&mut value);
    Row::parse(value.to_string().as_bytes())
}

#[test]
fn what_is_absent_has_a_safe_reading() {
    let row = parse(|_| {}).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!((row.effect, row.phase, row.step), (Effect::Unknown, Phase::Unknown, None));
    assert!(!row.result.is_error && row.result.text.is_empty() && row.candidates.is_empty());
}

#[test]
fn a_step_counts_only_in_a_session() {
    let place = |session: Value, step: Value| {
        parse(|row| {
            row["session"] = session.clone();
            row["step"] = step.clone();
        })
        .map(|row| row.step)
    };
    assert_eq!(place(json!("s"), json!(3)), Ok(Some(("s".to_owned(), 3))));
    assert_eq!(place(json!("s"), json!(null)), Ok(None));
    assert_eq!(place(json!(null), json!(3)), Ok(None));
    assert!(place(json!("s"), json!("3")).is_err());
    assert!(place(json!("s"), json!(1.5)).is_err());
    assert!(place(json!(7), json!(3)).is_err());
}

#[test]
fn faults_name_the_member_and_repeat_nothing() {
    type Change = fn(&mut Value);
    let cases: [(&str, Change); 12] = [
        ("id", |row| row["id"] = json!(4)),
        ("call", |row| row["call"] = json!("CANARY")),
        ("call.tool", |row| row["call"]["tool"] = json!("")),
        ("call.tool", |row| row["call"]["tool"] = json!("CANARY\n")),
        ("call.arguments", |row| row["call"]["arguments"] = json!("CANARY")),
        ("result", |row| row["result"] = json!([])),
        ("result.transport", |row| row["result"]["transport"] = json!("CANARY")),
        ("result.http_status", |row| row["result"]["http_status"] = json!(70_000)),
        ("result.headers", |row| row["result"]["headers"] = json!("CANARY")),
        ("effect", |row| row["effect"] = json!("CANARY")),
        ("phase", |row| row["phase"] = json!("CANARY")),
        ("stage", |row| row["stage"] = json!("proposal")),
    ];
    for (name, change) in cases {
        let fault = parse(change).err().map(|fault| fault.to_string()).unwrap_or_default();
        assert!(fault.starts_with(&format!("`{name}` must be ")) && !fault.contains("CANARY"), "{name}: {fault}");
    }
}

#[test]
fn what_is_missing_is_no_success() {
    let result = |result: Value| parse(|row| row["result"] = result.clone()).err().map(|fault| fault.to_string());
    for transport in ["process", "python", "node", "sql", "grpc"] {
        let fault = result(json!({"transport": transport, "exit_code": null, "is_error": null})).unwrap_or_default();
        assert!(fault.ends_with("`result.exit_code`, `result.signal` or `result.is_error` is missing"), "{fault}");
        assert_eq!(result(json!({"transport": transport, "is_error": false})), None, "the recorder's word");
        assert_eq!(result(json!({"transport": transport, "signal": 9})), None);
    }
    for transport in ["mcp", "jsonrpc"] {
        assert!(result(json!({"transport": transport, "text": "ok"})).unwrap_or_default().ends_with("`result.is_error` is missing"));
    }
    assert_eq!(result(json!({"transport": "http"})), None, "no response, which is a failure");
}

#[test]
fn a_misspelt_member_is_not_passed_over() {
    let cases = [
        ("result", "exitcode", "`result.exitcode` is not a known member: did you mean `result.exit_code`?"),
        ("result", "isError", "`result.isError` is not a known member: did you mean `result.is_error`?"),
        ("result", "status", "`result.status` is not a known member: did you mean `result.http_status`?"),
        ("result", "zzz", "`result.zzz` is not a known member"),
        ("result", "a secret\u{1b}", "`result` has a member that is not known"),
        ("call", "argments", "`call.argments` is not a known member: did you mean `call.arguments`?"),
    ];
    for (object, name, expected) in cases {
        assert_eq!(parse(|row| row[object][name] = json!(1)).err().map(|fault| fault.to_string()).as_deref(), Some(expected));
    }
}

#[test]
fn headers_have_no_case() {
    let row = parse(|row| row["result"]["headers"] = json!({"Retry-After": "3"})).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(row.result.header("retry-after"), Some("3"));
}

#[test]
fn other_lines_are_no_rows() {
    let fault = |line: &[u8]| Row::parse(line).err();
    assert_eq!(fault(b"\xff"), Some(Fault::NotUtf8));
    assert_eq!(fault(b"{\"id\":"), Some(Fault::NotJson(6)));
    assert!(matches!(fault(b"[]"), Some(Fault::NotARow(_))), "{:?}", fault(b"[]"));
    assert!(matches!(fault(b"{\"id\":\"a\",\"id\":\"b\"}"), Some(Fault::NotARow(_))));
    assert!(matches!(fault(b"[\"a\",null,null,null,{\"tool\":\"x\"}]"), Some(Fault::NotARow(_))), "members in their order are no row");
    assert_eq!(fault(format!("{{\"call\":{}", "[".repeat(100_000)).as_bytes()), Some(Fault::TooDeep));
    assert!(matches!(fault(format!("{{\"label\":{}", "[".repeat(100_000)).as_bytes()), Some(Fault::NotJson(_))), "passed over without depth");
}

#[test]
fn exit_codes_have_32_bits() {
    let code = |code: Value| parse(|row| row["result"] = json!({"transport": "process", "is_error": true, "exit_code": code})).map(|row| row.result.exit_code);
    assert_eq!(code(json!(-1)), Ok(Some(-1)));
    assert_eq!(code(json!(3_221_225_477_u32)), Ok(Some(-1_073_741_819)));
    assert_eq!(code(json!(null)), Ok(None));
    for wrong in [json!(4_294_967_296_u64), json!(1.0), json!("1"), json!(true)] {
        assert!(code(wrong).is_err());
    }
}

#[test]
fn candidates_that_are_no_tools_are_passed_over() {
    let row = parse(|row| row["call"]["candidates"] = json!([{"key": "read"}, {"key": ""}, {"key": 3}, "x", {"description": "y"}]));
    assert_eq!(row.map(|row| row.candidates), Ok(vec!["read".to_owned()]));
}
