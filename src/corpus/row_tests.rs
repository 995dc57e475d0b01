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
    let code = |code: Value| parse(|row| row["result"]["exit_code"] = code.clone()).map(|row| row.result.exit_code);
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
