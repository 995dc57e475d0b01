use super::*;
use std::time::Duration;
use tool_recovery::{
    RecoveryLayer, ToolCall,
    admission::{Catalog, ToolDescriptor},
    config::RecoveryConfig,
    ledger::MemoryLedger,
};
use tower::{Layer as _, Service as _, ServiceExt as _};

/// An attempt of the real stack over what a server answered, the `times`-th of its kind.
async fn attempt(times: usize, outcome: &Result<&str, Lost>) -> Attempt<Reply, Lost> {
    let tool = ToolDescriptor::new("t").timeout(Duration::from_millis(10));
    let catalog = Catalog::builder().tool(tool).build().unwrap();
    let layer = RecoveryLayer::builder()
        .catalog(catalog)
        .facts(super::super::facts::WireFacts)
        .ledger(MemoryLedger::default())
        .config(RecoveryConfig::default())
        .build()
        .unwrap();
    let outcome = outcome.clone().map(|text| text.to_owned());
    let mut tools = layer.layer(tower::service_fn(move |_: ToolCall| std::future::ready(outcome.clone().map(Reply))));
    let mut last = None;
    for _ in 0..times {
        last = Some(tools.ready().await.unwrap().call(ToolCall::new("t", json!({}))).await.unwrap());
    }
    last.unwrap()
}

const FAILED: &str = r#"{"result":{"a":1.0,"content":[{"type":"text","text":"no such file","x":1e3}],"isError":true},"id":1,"jsonrpc":"2.0"}"#;

async fn answered(times: usize, outcome: Result<&str, Lost>, mode: Advice) -> String {
    String::from_utf8(answer(attempt(times, &outcome).await, &Id::Number(1), mode).unwrap()).unwrap()
}

#[tokio::test]
async fn a_first_failure_and_every_success_are_the_servers_own_bytes() {
    for reply in [FAILED, r#"{"result":{},"id":1}"#, r#"{"result":{"resultType":"task"},"id":1}"#] {
        assert_eq!(answered(1, Ok(reply), Advice::Content).await, format!("{reply}\n"));
    }
    assert_eq!(answered(2, Ok(FAILED), Advice::Off).await, format!("{FAILED}\n"));
}

#[tokio::test]
async fn advice_is_added_behind_everything_that_was_there() {
    let line = answered(2, Ok(FAILED), Advice::Content).await;
    let kept = r#"{"result":{"a":1.0,"content":[{"type":"text","text":"no such file","x":1e3},{"#;
    assert!(line.starts_with(kept) && line.ends_with(",\"id\":1,\"jsonrpc\":\"2.0\"}\n"), "{line}");
    let read: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(read["result"]["_meta"][ADVICE]["verdict"], "nudge");
    let meta = answered(2, Ok(FAILED), Advice::Meta).await;
    assert!(meta.starts_with(&kept[..kept.len() - 2]) && !meta.contains("[tool-recovery]"), "{meta}");
}

#[tokio::test]
async fn what_is_there_under_the_same_names_is_kept() {
    let reply = r#"{"id":1,"result":{"content":[],"isError":true,"_meta":{"k":[1.0]}}}"#;
    assert!(answered(2, Ok(reply), Advice::Meta).await.contains(r#""_meta":{"k":[1.0],"tool-recovery/advice":"#));
    let error = r#"{"id":1,"error":{"code":-32602,"message":"m","data":{"d":1.0}}}"#;
    assert!(
        answered(2, Ok(error), Advice::Content).await.starts_with(r#"{"id":1,"error":{"code":-32602,"message":"m","data":{"d":1.0,"tool-recovery/advice":"#)
    );
    for odd in [r#"{"id":1,"error":{"code":-32602,"message":"m","data":"text"}}"#, r#"{"id":1,"result":{"content":7,"isError":true}}"#] {
        assert_eq!(answered(2, Ok(odd), Advice::Content).await, format!("{odd}\n"), "there is no place for advice");
    }
}

#[tokio::test]
async fn a_call_without_an_answer_of_the_server_gets_one_of_ours() {
    let lost: Value = serde_json::from_str(&answered(1, Err(Lost::Ended), Advice::Content).await).unwrap();
    assert_eq!((&lost["id"], &lost["result"]["isError"]), (&json!(1), &json!(true)));
    assert!(lost["result"]["content"][0]["text"].as_str().unwrap().contains("unavailable"));
    assert_eq!(lost["result"]["content"][1]["annotations"]["audience"], json!(["assistant"]));
    let plain: Value = serde_json::from_str(&answered(1, Err(Lost::NotSent), Advice::Off).await).unwrap();
    assert_eq!((plain["result"]["content"].as_array().unwrap().len(), &plain["result"]["_meta"]), (1, &Value::Null));
}

#[test]
fn an_id_is_written_with_all_its_digits() {
    let id = Id::Other("18446744073709551617".into());
    for line in [error(Some(&id), 1, "m"), cancelled(&id), unavailable(&id, &Lost::Ended)] {
        let line = String::from_utf8(line).unwrap();
        assert!(line.contains(":18446744073709551617") && serde_json::from_str::<Value>(&line).is_ok(), "{line}");
    }
    assert!(error(None, 1, "m").starts_with(br#"{"jsonrpc":"2.0","id":null,"error":"#));
}

/// Any JSON, as text.
fn json_text() -> impl proptest::strategy::Strategy<Value = Value> {
    use proptest::prelude::*;
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from)
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map("[a-z_]{1,6}|isError|content", inner, 0..4)
                .prop_map(|members| members.into_iter().collect::<serde_json::Map<_, _>>().into()),
        ]
    })
}

proptest::proptest! {
    #[test]
    fn whatever_a_result_holds_stays_in_it(content in proptest::collection::vec(json_text(), 0..4), extra in json_text(), meta in json_text()) {
        let mut result = json!({ "content": content, "isError": true, "extra": extra });
        if meta.is_object() {
            result["_meta"] = meta;
        }
        let reply = json!({ "id": 1, "result": result, "x": extra }).to_string();
        let data = Data { report: None, verdict: Verdict::Nudge, text: Some("words".into()), mode: Advice::Content };
        let mut line: Value = serde_json::from_str(&advised(&reply, &data).unwrap()).unwrap();
        line["result"]["content"].as_array_mut().unwrap().pop();
        line["result"]["_meta"].as_object_mut().unwrap().remove(ADVICE);
        if line["result"]["_meta"] == json!({}) && result.get("_meta").is_none() {
            line["result"].as_object_mut().unwrap().remove("_meta");
        }
        proptest::prop_assert_eq!(line, serde_json::from_str::<Value>(&reply).unwrap());
    }
}
