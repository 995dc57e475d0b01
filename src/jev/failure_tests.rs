use super::error;
use crate::systemone::EvaluationErrorKind as Kind;

fn read(status: u16, body: &str) -> (Kind, Option<&'static str>) {
    let error = error(status, body.as_bytes());
    assert_eq!(error.status, Some(status));
    assert!(!format!("{error:?} {error}").contains("CANARY"));
    (error.kind, error.code)
}

#[test]
fn the_five_shapes_are_read() {
    assert_eq!(read(400, r#"{"detail":"Too many choices: CANARY"}"#), (Kind::BadRequest, None));
    assert_eq!(read(400, r#"{"detail":{"error_type":"api_usage_error","message":"CANARY"}}"#), (Kind::BadRequest, Some("api_usage_error")));
    assert_eq!(read(422, r#"{"detail":[{"type":"missing","loc":["body",0],"msg":"CANARY","input":"CANARY"}]}"#), (Kind::BadRequest, Some("validation")));
    assert_eq!(read(402, r#"{"error":{"type":"server_error","message":"CANARY"}}"#), (Kind::Funds, Some("server_error")));
    assert_eq!(read(429, r#"{"error":"CANARY"}"#), (Kind::RateLimited, None));
}

#[test]
fn a_word_of_the_service_is_kept_only_where_it_is_known() {
    assert_eq!(read(500, r#"{"detail":{"error_type":"CANARY"}}"#), (Kind::Unavailable, None));
    assert_eq!(read(400, r#"{"detail":{"error_type":"max_tokens_exceeded"}}"#), (Kind::TooLarge, Some("max_tokens_exceeded")));
    assert_eq!(read(400, r#"{"detail":{"error_type":"api_usage_error","message":"Unknown model: CANARY"}}"#), (Kind::BadRequest, Some("unknown_model")));
}

#[test]
fn an_unknown_model_is_known_in_each_shape() {
    for body in [
        r#"{"detail":"Unknown model: CANARY"}"#,
        r#"{"error":"Unknown model: CANARY"}"#,
        r#"{"detail":{"error_type":"api_usage_error","message":"Unknown model: CANARY"}}"#,
        r#"{"error":{"message":"Unknown model: CANARY"}}"#,
    ] {
        assert_eq!(read(400, body), (Kind::BadRequest, Some("unknown_model")), "{body}");
    }
}

#[test]
fn a_status_counts_without_a_body() {
    let kinds = [
        (301, Kind::Redirected),
        (401, Kind::Unauthorized),
        (403, Kind::Unauthorized),
        (404, Kind::NotFound),
        (408, Kind::Unavailable),
        (413, Kind::TooLarge),
        (418, Kind::Other),
        (429, Kind::RateLimited),
        (503, Kind::Unavailable),
        (529, Kind::Unavailable),
    ];
    for (status, kind) in kinds {
        for body in ["", "<html>CANARY</html>", "[1]", "null", r#"{"x":1}"#] {
            assert_eq!(read(status, body), (kind, None), "{status} {body}");
        }
    }
}
