use super::*;

fn status(text: &str, digits: &str) -> bool {
    let at = text.find(digits).expect("there");
    is_status(text, at, at + 3, false)
}

#[test]
fn a_status_is_announced_or_explained() {
    for (text, digits) in [
        ("HTTP 429", "429"),
        ("HTTP/1.1 429 Too Many Requests", "429"),
        ("status code: 503", "503"),
        ("The requested URL returned error: 404", "404"),
        ("401 Client Error: Unauthorized for url", "401"),
        ("request failed (status=403)", "403"),
        ("Request failed with status code 401", "401"),
        ("got 502 from upstream", "502"),
        ("cannot merge: PUT https://api.example.test/pulls/9/merge: 405 Pull request has conflicts", "405"),
    ] {
        assert!(status(text, digits), "{text}");
    }
}

#[test]
fn a_number_is_not_a_status() {
    for (text, digits) in [
        ("page 429 not found", "429"),
        ("processed 503 rows, 401 skipped", "503"),
        ("processed 503 rows, 401 skipped", "401"),
        ("wrote 429 bytes", "429"),
        ("id-429", "429"),
        ("order #429x", "429"),
        ("error 429.5", "429"),
        ("line 404, column 3", "404"),
        ("got 429 rows", "429"),
        ("/v1/items/404", "404"),
        ("read notes.md: 404 lines", "404"),
        ("the command failed (domain=com.acme.SimError, code=405):", "405"),
    ] {
        assert!(!status(text, digits), "{text}");
    }
}
