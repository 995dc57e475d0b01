use super::*;
use serde_json::value::to_raw_value;

fn read(text: &str) -> Result<Told, String> {
    let meta: Box<RawValue> = serde_json::from_str(text).unwrap();
    Told::read(Some(&meta))
}

#[test]
fn each_fault_is_called_what_it_is() {
    let cases = [
        (r#"{"tool-recovery/rest":{"tool":"t"}}"#, "unknown member \"tool-recovery/rest\"; known: tool-recovery/reconcile, tool-recovery/reset,"),
        (r#"{"tool-recovery/reconcile":{"tool":"t","outcome":"maybe"}}"#, "needs outcome: \"applied\" or \"not_applied\""),
        (r#"{"tool-recovery/reconcile":{"outcome":"applied"}}"#, "needs hold"),
        (r#"{"tool-recovery/reconcile":{"hold":"7","outcome":"applied"}}"#, "no number of a hold"),
        (r#"{"tool-recovery/reconcile":{"tool":"t","outcome":"applied","arguments":{}}}"#, "unknown member \"arguments\"; known: hold, tool, outcome"),
        (r#"{"tool-recovery/reconcile":{"tool":"t","tool":"u","outcome":"applied"}}"#, "has \"tool\" twice"),
        (r#"{"tool-recovery/reset":"t"}"#, "is no object with tool"),
        (r#"{"tool-recovery/reset":{"tool":1}}"#, "needs tool"),
        (r#"{"tool-recovery/reset":{"tool":"a"},"tool-recovery/reset":{"tool":"b"}}"#, "has \"tool-recovery/reset\" twice"),
        (r#"{"tool-recovery/world_change":"yes"}"#, "neither true nor false"),
        (r#"{"tool-recovery/run":1}"#, "no text of at most 256 bytes"),
        (r#""tool-recovery/run""#, "no object"),
    ];
    for (text, says) in cases {
        let error = read(text).unwrap_err();
        assert!(error.contains(says), "{text}: {error}");
    }
    assert!(read(&format!(r#"{{"tool-recovery/run":"{}"}}"#, "r".repeat(257))).is_err());
    assert!(read(r#"{"other":1,"progressToken":2,"tool-recovery/run":"r"}"#).is_ok());
    assert!(read(r#"{"x":1,"x":2}"#).is_ok(), "what is not ours is not ours to judge");
}

#[test]
fn what_an_error_repeats_is_bounded_and_plain() {
    let name = format!("tool-recovery/\u{1b}[31m{}", "x".repeat(10_000));
    let meta = to_raw_value(&serde_json::json!({ name: 1 })).unwrap();
    let error = Told::read(Some(&meta)).unwrap_err();
    assert!(error.len() < 400 && !error.contains('\u{1b}'), "{error}");
}
