use super::*;
use crate::facts::{BodyContradiction, BodyRule, Code, Fact, FailureKind, Provenance, TimeoutOwner};
use proptest::prelude::*;
use std::{
    convert::Infallible,
    error::Error,
    io,
    time::{Duration, UNIX_EPOCH},
};

fn respond(status: u16, headers: &[(&str, &str)], body: &'static str) -> Response<&'static str> {
    let builder = headers.iter().fold(Response::builder().status(status), |builder, (name, value)| builder.header(*name, *value));
    builder.body(body).expect("valid response")
}

fn judge_with(facts: HttpFacts, tool: &ToolDescriptor, response: &Response<&str>) -> Judgement {
    FactExtractor::<_, Infallible>::judge(&facts, tool, Ok(response))
}

fn judge(response: &Response<&str>) -> Judgement {
    judge_with(HttpFacts::new(), &ToolDescriptor::new("t"), response)
}

fn failure(judgement: Judgement) -> Facts {
    match judgement {
        Judgement::Failure(facts) => *facts,
        other => panic!("not a failure: {other:?}"),
    }
}

fn reach(status: u16) -> Option<Reach> {
    match judge(&respond(status, &[], "")) {
        Judgement::Failure(facts) => Some(facts.reach),
        Judgement::Success => None,
        other => panic!("unexpected {other:?}"),
    }
}

#[test]
fn statuses() {
    for status in [200, 201, 202, 204, 206, 226, 299, 101, 303, 304] {
        assert_eq!(reach(status), None, "{status}");
    }
    for status in [307, 308, 400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 425, 428, 429, 451, 501, 505] {
        assert_eq!(reach(status), Some(Reach::Refused), "{status}");
    }
    for status in [300, 301, 302, 305, 306] {
        assert_eq!(reach(status), Some(Reach::Answered), "{status}");
    }
    for status in [100, 103, 408, 499, 500, 502, 503, 504, 507, 520, 524, 599, 600, 999] {
        assert_eq!(reach(status), Some(Reach::MayHaveReached), "{status}");
    }
}

/// Panics when somebody reads it.
struct Unreadable;

impl AsRef<[u8]> for Unreadable {
    fn as_ref(&self) -> &[u8] {
        panic!("the body of a success was read")
    }
}

#[test]
fn the_wait_comes_from_headers_and_never_from_a_body() {
    let facts = failure(judge(&respond(429, &[("Retry-After", "30")], "retry after 5 s")));
    assert_eq!((facts.retry_after, facts.code.clone()), (Some(Duration::from_secs(30)), Some(Code::Http(429))));
    assert_eq!(facts.source(Fact::RetryAfter), Some(Provenance::new(Adapter::Http, "retry-after")));
    assert_eq!(failure(judge(&respond(429, &[], "{\"retry_after\": 5}"))).retry_after, None);
    assert_eq!(failure(judge(&respond(403, &[("retry-after", "9")], ""))).retry_after, Some(Duration::from_secs(9)));
    assert_eq!(failure(judge(&respond(503, &[("retry-after-ms", "20")], ""))).retry_after, Some(Duration::from_millis(20)));
}

#[test]
fn the_wall_clock_serves_where_there_is_no_date() {
    let facts = HttpFacts::new().with_wall_clock(|| UNIX_EPOCH + Duration::from_secs(784_111_777));
    let response = respond(503, &[("retry-after", "Sun, 06 Nov 1994 08:50:37 GMT")], "");
    assert_eq!(failure(judge_with(facts, &ToolDescriptor::new("t"), &response)).retry_after, Some(Duration::from_secs(60)));
}

#[test]
fn a_body_is_data_unless_declared() {
    let body = respond(200, &[], "{\"ok\":false,\"error\":\"channel_not_found\"}");
    assert_eq!(judge(&body), Judgement::Success);
    let declared = ToolDescriptor::new("t").body_rule(BodyRule::new("/ok", false));
    let facts = failure(judge_with(HttpFacts::new(), &declared, &body));
    assert_eq!((facts.reach, facts.provenance.field), (Reach::Answered, "body_rule"));
    let inspecting = HttpFacts::new().inspecting_bodies();
    assert_eq!(judge_with(inspecting, &ToolDescriptor::new("t"), &body), Judgement::Contradicted(BodyContradiction::NegativeFlag));
    for other in ["", "not json", "{\"ok\":true}", "{\"ok\":fal"] {
        assert_eq!(judge_with(inspecting, &declared, &respond(200, &[], other)), Judgement::Success, "{other}");
    }
}

#[test]
fn the_body_of_a_failure_is_its_text() {
    let facts = failure(judge(&respond(500, &[], "<html>oops</html>")));
    assert_eq!((facts.source(Fact::Text), facts.text.expect("text").expose()), (Some(Provenance::new(Adapter::Http, "body")), "<html>oops</html>"));
}

#[test]
fn a_body_of_any_kind_is_judged_by_its_head() {
    let response = Response::builder().status(404).body(std::rc::Rc::new(())).expect("valid response");
    let judged = failure(FactExtractor::<_, Infallible>::judge(&HeadFacts::default(), &ToolDescriptor::new("t"), Ok(&response)));
    assert_eq!((judged.reach, judged.text), (Reach::Refused, None));
    let response = Response::new(Unreadable);
    assert_eq!(FactExtractor::<_, Infallible>::judge(&HttpFacts::new(), &ToolDescriptor::new("t"), Ok(&response)), Judgement::Success);
}

#[test]
fn other_errors_prove_nothing() {
    let judge =
        |error: Box<dyn Error + Send + Sync>| failure(FactExtractor::<Response<&str>, _>::judge(&HttpFacts::new(), &ToolDescriptor::new("t"), Err(&error)));
    assert_eq!(judge("pool is closed".into()).reach, Reach::MayHaveReached);
    let refused = judge(io::Error::from(io::ErrorKind::ConnectionRefused).into());
    assert_eq!((refused.reach, refused.provenance.adapter), (Reach::MayHaveReached, Adapter::Http));
    assert_eq!(judge(io::Error::from(io::ErrorKind::TimedOut).into()).kind, FailureKind::Timeout(TimeoutOwner::Tool));
}

proptest! {
    #[test]
    fn any_status_headers_and_bytes_are_judged(status in 100_u16..1000, value: Vec<u8>, body: Vec<u8>) {
        let mut response = Response::new(body);
        *response.status_mut() = StatusCode::from_u16(status).expect("in range");
        if let Ok(value) = http::HeaderValue::from_bytes(&value) {
            response.headers_mut().insert("retry-after", value);
        }
        let facts = HttpFacts::new().inspecting_bodies();
        let judgement = FactExtractor::<_, Infallible>::judge(&facts, &ToolDescriptor::new("t"), Ok(&response));
        prop_assert_eq!(matches!(judgement, Judgement::Failure(_)), !is_success(status));
    }
}
