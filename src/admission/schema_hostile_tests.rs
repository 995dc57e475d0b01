//! Schemas of a server that means harm. What is refused or left unchecked here took from seconds to hours, gigabytes, or the stack.

use super::*;
use serde_json::{Map, json};
use std::time::Duration;

/// Far above what any of these takes, and far below what each took.
const SOON: Duration = Duration::from_secs(4);

fn soon<T>(work: impl FnOnce() -> T) -> T {
    let begun = crate::clock::now();
    let done = work();
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    done
}

fn compile(schema: Value) -> Result<CompiledSchema, String> {
    soon(|| CompiledSchema::compile_served(&Arc::new(schema)))
}

fn refused(schema: Value) -> String {
    compile(schema).expect_err("it is refused")
}

/// Definitions of which each applies the next one twice, never in the same way, so that nothing is merged.
fn doubling(decoy: Value) -> Map<String, Value> {
    let step = |level: usize| {
        let next = json!({"$ref": format!("#/$defs/d{}", level + 1)});
        json!({"anyOf": [{"allOf": [next, {"minProperties": level}]}, {"allOf": [next, {"maxProperties": level}]}]})
    };
    let mut defs: Map<String, Value> = (0..40).map(|level| (format!("d{level}"), step(level))).collect();
    defs.insert("d40".into(), json!({"type": "string"}));
    defs.insert("decoy".into(), decoy);
    defs
}

fn with(mut members: Value, name: &str, value: Value) -> Value {
    members[name] = value;
    members
}

#[test]
fn no_decoy_hides_what_a_reference_comes_to() {
    let of = |root: &str, reference: &str, decoy: &str| {
        let defs = doubling(json!({"$id": decoy, "$defs": {"d0": {}}}));
        let schema = json!({"$ref": format!("{reference}#/$defs/d0"), "$defs": defs});
        if root.is_empty() { schema } else { with(schema, "$id", root.into()) }
    };
    for schema in [
        of("", "json-schema:///", "http://q.example/json-schema:"),
        of("http://h.example/y/", "http://h.example/y/z/..", "http://q.example/k/.."),
        of("http://h.example/y/", "http://h.example/y/.", "http://q.example/k/."),
        of("http://H.example", "http://h.example", "http://q.example/h.example"),
        of("http://h.example/y", "http://h.example/%79", "http://q.example/%79"),
        of("urn:X:y", "urn:x:y", "http://q.example/urn:x:y"),
        of("https://json-schema.org/x", "https://json-schema.org/x", "http://q.example/z"),
    ] {
        assert!(refused(schema.clone()).contains("two million steps"), "{}", schema["$ref"]);
    }
    let mut defs = doubling(json!({"$anchor": "x"}));
    defs.insert("d0".into(), with(defs["d0"].clone(), "$anchor", json!("d0")));
    assert!(refused(json!({"$ref": "#d%30", "$defs": defs})).contains("two million steps"));
}

#[test]
fn an_address_of_one_draft_hides_none_of_another() {
    let mut defs = doubling(json!({}));
    let first = with(with(defs.remove("d0").unwrap(), "id", json!("y")), "$id", json!("x"));
    let schema = json!({
        "$schema": "http://json-schema.org/draft-04/schema#",
        "allOf": [{"$ref": "y"}],
        "definitions": {"decoy": {"$id": "y"}, "first": with(first, "$defs", defs.into())},
    });
    assert!(refused(schema).contains("two million steps"));
}

#[test]
fn a_metaschema_that_comes_back_by_name_is_refused_and_others_are_weighed() {
    let twice = |schema: &str| json!([{"$ref": schema, "maxProperties": 100}, {"$ref": schema, "maxProperties": 101}]);
    let newest = "https://json-schema.org/draft/2020-12/schema";
    assert!(refused(json!({"$dynamicAnchor": "meta", "allOf": twice(newest)})).contains("points into itself"));
    let older = "https://json-schema.org/draft/2019-09/schema";
    assert!(refused(json!({"$schema": older, "$recursiveAnchor": true, "allOf": twice(older)})).contains("points into itself"));
    let usual = compile(json!({"properties": {"schema": {"$ref": newest}}})).unwrap();
    assert!(usual.check(&json!({"schema": {"type": "string"}})).is_ok() && usual.check(&json!({"schema": {"type": 1}})).is_err());
}

#[test]
fn many_resources_of_one_name_are_not_searched_for_every_reference() {
    let mut defs: Map<String, Value> = (0..9_000).map(|number| (format!("x{number}"), json!({"$id": "a"}))).collect();
    defs.insert("one".into(), json!({"$id": "a", "b": true}));
    let references = vec![json!({"$ref": "a#/b"}); 9_000];
    assert!(refused(json!({"$defs": defs, "allOf": references})).contains("20,000 parts"));
}

/// Compiling goes down the stack for each of them.
#[test]
fn what_asks_for_evaluated_members_asks_no_long_chain_and_not_too_often() {
    let chain = |length: usize| {
        let step = |level: usize| (format!("d{level}"), json!({"anyOf": [{"$ref": format!("#/$defs/d{}", level + 1)}]}));
        let mut defs: Map<String, Value> = (0..length).map(step).collect();
        defs.insert(format!("d{length}"), json!({"type": ["array", "object"]}));
        json!({"$ref": "#/$defs/d0", "$defs": defs})
    };
    for keyword in ["unevaluatedProperties", "unevaluatedItems"] {
        assert!(refused(with(chain(900), keyword, json!(false))).contains("128 of them"), "{keyword}");
        assert!(compile(with(chain(60), keyword, json!(false))).unwrap().check(&json!({})).is_ok(), "{keyword}");
    }
    let mut schema = json!({"$ref": "#/$defs/d0", "unevaluatedProperties": false});
    for _ in 0..11 {
        schema = json!({"properties": {"a": schema}, "unevaluatedProperties": schema});
    }
    assert!(refused(with(schema, "$defs", chain(60)["$defs"].clone())).contains("20,000 schemas"));
}

#[test]
fn a_text_is_not_decoded_and_parsed_for_every_keyword() {
    let of = |keyword: &str, value: &str| {
        let all = vec![json!({keyword: value}); 5_000];
        compile(json!({"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"a": {"allOf": all}}})).unwrap()
    };
    let json = json!({"a": format!("[{}1]", "1,".repeat(125_000))});
    assert!(soon(|| of("contentMediaType", "application/json").check(&json)).is_ok());
    for encoding in ["base64", "base64url", "base32", "base32hex", "base16"] {
        let text = json!({"a": "AAAA".repeat(62_000)});
        assert!(soon(|| of("contentEncoding", encoding).check(&text)).is_ok(), "{encoding}");
    }
}

#[test]
fn dividing_large_numbers_counts_for_what_it_takes() {
    let fractions: Vec<Value> = (1..9).map(|part| json!({"multipleOf": 1e-300 * f64::from(part)})).collect();
    let schema = compile(json!({"properties": {"a": {"items": {"allOf": fractions}}}})).unwrap();
    assert!(soon(|| schema.check(&json!({"a": vec![1e300; 43_000]}))).is_ok());
    assert!(schema.check(&json!({"a": ["x", 1.5e-301]})).is_err());
}

#[test]
fn arguments_are_not_copied_for_every_alternative_that_fails() {
    let alternatives: Vec<Value> = (0..9_000).map(|number| json!({"const": number})).collect();
    let schema = compile(json!({"properties": {"a": {"anyOf": alternatives}}})).unwrap();
    let faults = soon(|| schema.check(&json!({"a": "x".repeat(200_000)}))).unwrap_err();
    assert_eq!((faults.len(), faults[0].pointer(), faults[0].expected()), (1, "", "arguments that fit the tool's schema"));
    let few = compile(json!({"properties": {"a": {"anyOf": [{"type": "integer"}, {"type": "null"}]}}})).unwrap();
    assert_eq!(few.check(&json!({"a": "x".repeat(200_000)})).unwrap_err()[0].expected(), "an integer or null");
}

#[test]
fn a_schema_has_a_thousand_patterns_at_most() {
    let of = |count: usize| {
        let properties: Map<String, Value> = (0..count).map(|number| (format!("p{number}"), json!({"pattern": format!("\\w{number}")}))).collect();
        json!({"properties": properties})
    };
    assert!(refused(of(9_000)).contains("1,000 patterns"));
    assert!(compile(of(100)).unwrap().check(&json!({"p7": "x"})).is_err());
}
