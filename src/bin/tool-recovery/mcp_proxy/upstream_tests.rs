use super::*;
use crate::mcp_proxy::{
    message::{CallParams, Head},
    pipes::Drain,
};

fn upstream() -> (Upstream, Drain) {
    let (outlet, drain) = Outlet::new();
    (Upstream::new(outlet), drain)
}

fn call(id: i64) -> Call {
    let text = format!(r#"{{"id":{id},"method":"tools/call","params":{{"name":"a"}}}}"#);
    let head: Head<'_> = serde_json::from_str(&text).unwrap();
    let params = CallParams::read(head.params).unwrap();
    Call::new(Id::Number(id), &params, "run".into(), text.clone(), 64)
}

async fn sent(drain: &mut Drain) -> String {
    String::from_utf8(drain.next().await.unwrap()).unwrap()
}

#[tokio::test]
async fn a_response_finds_its_call_and_only_its_call() {
    let (mut upstream, mut drain) = upstream();
    let (one, two) = (upstream.call(call(1)), upstream.call(call(2)));
    assert!(sent(&mut drain).await.contains("\"id\":1") && sent(&mut drain).await.contains("\"id\":2"));
    assert_eq!(upstream.respond(&Id::Number(2), "two".into()), Response::Taken);
    assert_eq!(upstream.respond(&Id::Number(3), "three".into()), Response::Other("three".into()));
    assert_eq!(two.await.unwrap().0, "two");
    upstream.end();
    assert_eq!(one.await.unwrap_err(), Lost::Ended);
    assert_eq!(upstream.call(call(4)).await.unwrap_err(), Lost::NotSent);
}

#[tokio::test]
async fn a_call_whose_time_is_over_is_cancelled_at_the_server_and_its_late_answer_dropped() {
    let (mut upstream, mut drain) = upstream();
    let waiting = upstream.call(call(1));
    sent(&mut drain).await;
    drop(waiting);
    assert_eq!(sent(&mut drain).await, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"reason\":\"timeout\",\"requestId\":1}}\n");
    assert_eq!(upstream.respond(&Id::Number(1), "late".into()), Response::Late);
    assert_eq!(upstream.respond(&Id::Number(1), "again".into()), Response::Other("again".into()));
}

#[tokio::test]
async fn a_call_that_its_client_cancelled_is_told_by_the_client_and_its_answer_passes() {
    let (mut upstream, mut drain) = upstream();
    let one = call(1);
    one.client.cancel();
    drop(upstream.call(one));
    sent(&mut drain).await;
    drop(upstream.call(call(2)));
    assert!(sent(&mut drain).await.contains("\"id\":2"), "nothing was sent for the first");
    assert!(upstream.awaits(&Id::Number(1)), "its answer would be taken for that of another call");
    assert_eq!(upstream.respond(&Id::Number(1), "late".into()), Response::Other("late".into()));
    assert!(!upstream.awaits(&Id::Number(1)));
}
