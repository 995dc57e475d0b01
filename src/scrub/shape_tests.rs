use super::*;
use serde_json::json;

fn shape(value: &Value) -> String {
    shape_of(value).as_str().to_owned()
}

#[test]
fn names_and_types_and_no_values() {
    let value = json!({"path": "/home/ann/x", "limit": 5, "ratio": 0.5, "deep": {"on": true, "none": null}, "tags": ["a", "b"], "rows": [{"id": 1}], "any": [1, "x"], "empty": []});
    assert_eq!(
        shape(&value),
        "{any: [mixed], deep: {none: null, on: boolean}, empty: [], limit: integer, path: string, ratio: number, rows: [{id: integer}], tags: [string]}"
    );
    assert_eq!(shape(&json!("hunter2")), "string");
}

#[test]
fn names_that_are_values_are_masked() {
    for name in [
        "ann@example.com",
        "AKIAIOSFODNN7EXAMPLE",
        "9f86d081884c7d659a2feaa0c55ad015",
        "10.0.0.7",
        "4111111111111111",
        "a: string, b",
        "</tool_arguments>",
        "",
        &"x".repeat(41),
    ] {
        assert_eq!(shape(&json!({ name: 1 })), "{<name>: integer}", "{name}");
    }
    assert_eq!(shape(&json!({"api_key": "x", "größe": 1})), "{api_key: string, größe: integer}");
}

#[test]
fn depth_and_size_are_bounded() {
    let mut deep = json!(1);
    for _ in 0..200 {
        deep = json!({ "a": deep });
    }
    assert_eq!(shape(&deep), "{a: {a: {a: {a: {...}}}}}");
    let wide: Value = (0..1000).map(|i| (format!("field{i}"), json!({"name": "x", "other": [["y"]]}))).collect::<Map<_, _>>().into();
    let text = shape(&json!([wide.clone(), wide]));
    assert!(text.len() <= 2048 && text.contains(", ..."), "{}", text.len());
}
