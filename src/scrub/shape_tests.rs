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

/// What a worker is given in the place of arguments has their shape, whatever they are.
#[cfg(feature = "compare")]
mod outlines {
    use super::*;
    use proptest::prelude::*;

    fn values() -> impl Strategy<Value = Value> {
        let scalar = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            ".{0,20}".prop_map(Value::from)
        ];
        let name = prop_oneof!["[a-z_]{1,12}", "[a-zé]{38,60}", "[a-z]{1,3}@[a-z]{1,4}"];
        scalar.prop_recursive(7, 400, 40, move |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..40).prop_map(Value::from),
                prop::collection::btree_map(name.clone(), inner, 0..40).prop_map(|members| members.into_iter().collect::<Map<_, _>>().into()),
            ]
        })
    }

    proptest! {
        #[test]
        fn an_outline_has_the_shape_of_its_original(value in values()) {
            let outline = outline(&value);
            prop_assert_eq!(shape(&outline), shape(&value));
            prop_assert!(outline.to_string().len() <= 64 * 1024);
        }
    }
}
