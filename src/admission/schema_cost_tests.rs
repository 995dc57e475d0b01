use super::*;
use serde_json::json;

/// Definitions of which each applies the next one twice.
fn doubling(levels: usize, twice: impl Fn(&Value) -> Value) -> Value {
    let mut defs = serde_json::Map::new();
    for level in 0..levels {
        defs.insert(format!("d{level}"), twice(&json!({"$ref": format!("#/$defs/d{}", level + 1)})));
    }
    defs.insert(format!("d{levels}"), json!({"type": "string"}));
    json!({"$ref": "#/$defs/d0", "$defs": defs})
}

fn all_of(next: &Value) -> Value {
    json!({"allOf": [next, next]})
}

#[test]
fn references_count_as_often_as_they_are_followed() {
    let of = |schema: &Value| Cost::of(schema).unwrap().steps;
    assert_eq!(of(&json!({"type": "string"})), [1]);
    assert_eq!(of(&doubling(1, all_of)), [6], "the whole, the first, two references, and the second behind each");
    assert_eq!(of(&doubling(10, all_of)).last().copied(), Some((1 << 10) * 4 - 2));
    for (name, keyword) in [("anyOf", "anyOf"), ("oneOf", "oneOf")] {
        let schema = doubling(28, |next| json!({keyword: [next, next]}));
        assert!(Cost::of(&schema).is_err(), "{name}");
    }
}

#[test]
fn a_schema_that_doubles_at_every_step_is_refused_wherever_it_stands() {
    let chain = doubling(28, all_of);
    let defs = chain["$defs"].clone();
    let asks = |schema: Value| json!({"$defs": defs, "type": "object", "properties": {"a": schema}});
    let first = json!({"$ref": "#/$defs/d0"});
    for schema in [
        chain.clone(),
        asks(first.clone()),
        asks(json!({"items": first})),
        json!({"$defs": defs, "items": {"properties": {"a": first}}}),
        asks(json!({"not": first})),
        asks(json!({"if": first, "then": true})),
        asks(json!({"patternProperties": {"x": first}})),
        asks(json!({"dependentSchemas": {"x": first}})),
        asks(json!({"$ref": "#/%24defs/d0"})),
        // What some drafts read as an address, others pass over: a decoy hides nothing.
        asks(json!({"id": "decoy", "$ref": "#/$defs/d0", "$defs": {"d0": {}}})),
        asks(json!({"$id": "a", "items": {"$id": "b", "$ref": "#/$defs/d0", "$defs": {"d0": {}}}, "$defs": {"d0": {}}})),
        json!({"$id": "https://a.example/root", "$defs": defs, "$ref": "root#/$defs/d0"}),
        doubling(14, |next| json!({"allOf": [next], "if": next, "anyOf": [next, next]})),
        doubling(28, |next| json!({"allOf": [next], "unevaluatedProperties": false})),
    ] {
        let refused = Cost::of(&schema).unwrap_err();
        assert!(refused.contains("two million steps"), "{refused}");
    }
}

#[test]
fn anchors_and_resources_are_followed() {
    let named = |reference: &str, target: Value| json!({"$ref": reference, "$defs": {"x": target}});
    for schema in [
        named("#x", json!({"$anchor": "x", "type": "string"})),
        named("other", json!({"$id": "other", "type": "string"})),
        named("https://a.example/b/other", json!({"$id": "https://a.example/b/other", "type": "string"})),
        named("other#/$defs/y", json!({"$id": "other", "$defs": {"y": {"type": "string"}}})),
        named("other", json!({"$id": "other", "$ref": "#/$defs/y", "$defs": {"y": {"type": "string"}}})),
        json!({"$ref": "#old", "definitions": {"x": {"$id": "#old", "type": "string"}}}),
        json!({"$dynamicRef": "#node", "$defs": {"x": {"$dynamicAnchor": "node", "type": "string"}}}),
    ] {
        let cost = Cost::of(&schema).unwrap_or_else(|refused| panic!("{refused}: {schema}"));
        assert!(cost.steps.last().is_some_and(|steps| *steps <= 4), "{schema}");
    }
    assert!(Cost::of(&json!({"$ref": "elsewhere"})).unwrap_err().contains("points into itself"));
    assert_eq!(Cost::of(&json!({"$ref": "https://json-schema.org/draft/2020-12/schema"})).unwrap().steps, [21]);
}

#[test]
fn circles_and_chains_without_end_are_refused() {
    for schema in [
        json!({"$ref": "#"}),
        json!({"anyOf": [{"type": "null"}, {"$ref": "#"}]}),
        json!({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}),
    ] {
        assert!(Cost::of(&schema).unwrap_err().contains("refer to itself"), "{schema}");
    }
    let chain = doubling(3_000, |next| json!({"allOf": [next]}));
    assert!(Cost::of(&chain).is_err(), "each step is a frame of the stack");
}

#[test]
fn a_schema_that_recurs_bears_arguments_of_as_many_levels_as_it_can() {
    let nested = |levels: usize| (1..levels).fold(json!("x"), |inner, _| json!({"a": inner}));
    let tree = Cost::of(&json!({"type": ["object", "string"], "properties": {"a": {"$ref": "#"}}})).unwrap();
    assert!(tree.allows(&nested(400)), "one way down");

    let recursive = json!({"$recursiveAnchor": true, "type": ["object", "string"], "properties": {"a": {"$recursiveRef": "#"}}});
    assert!(Cost::of(&recursive).unwrap().allows(&nested(400)), "found by its place and by its anchor, and applied once");

    let twice = Cost::of(&json!({"properties": {"a": {"allOf": [{"$ref": "#"}, {"$ref": "#"}]}}})).unwrap();
    assert!(twice.allows(&nested(10)));
    assert!(!twice.allows(&nested(30)), "2^29 ways down");

    let kinds: Vec<Value> = (0..25).map(|kind| json!({"properties": {"kind": {"const": kind}, "args": {"items": {"$ref": "#"}}}})).collect();
    let union = Cost::of(&json!({"anyOf": kinds})).unwrap();
    assert!(union.allows(&json!({"kind": 3, "args": [{"kind": 4, "args": []}]})));
}

#[test]
fn ordinary_schemas_are_cheap() {
    let wide: serde_json::Map<String, Value> = (0..500).map(|n| (format!("p{n}"), json!({"anyOf": [{"type": "string"}, {"type": "null"}]}))).collect();
    let cost = Cost::of(&json!({"type": "object", "properties": wide, "additionalProperties": false})).unwrap();
    assert!(cost.settled && cost.steps.last().is_some_and(|steps| *steps <= 5), "{cost:?}");
    assert!(cost.allows(&Value::from((0..100_000).collect::<Vec<u32>>())));
}

#[test]
fn a_schema_with_too_many_parts_is_refused() {
    let many: Vec<Value> = (0..super::super::schema_graph::MAX_NODES + 1).map(|n| json!({"const": n})).collect();
    assert!(Cost::of(&json!({"anyOf": many})).unwrap_err().contains("20,000 parts"));
}
