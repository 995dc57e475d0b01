use super::*;
use serde_json::json;
use std::{io::ErrorKind, net::TcpListener};

fn compile(schema: Value) -> CompiledSchema {
    CompiledSchema::compile(&Arc::new(schema)).expect("the schema compiles")
}

fn compile_served(schema: Value) -> CompiledSchema {
    CompiledSchema::compile_served(&Arc::new(schema)).expect("the schema compiles")
}

#[test]
fn a_schema_that_refers_to_itself_does_not_follow_arguments_down_the_stack() {
    let schema = CompiledSchema::compile(&Arc::new(json!({"type": ["array", "object"], "items": {"$ref": "#"}}))).unwrap();
    let nested = |levels: usize| (1..levels).fold(json!([]), |inner, _| Value::Array(vec![inner]));
    assert!(schema.check(&nested(100)).is_ok());
    let mut deep = nested(100_000);
    let faults = schema.check(&deep).unwrap_err();
    assert!(faults[0].expected().contains("512 levels"), "{:?}", faults[0].expected());
    // Dropped level by level: dropping it at once would be as deep a recursion.
    while let Value::Array(items) = &mut deep {
        let Some(inner) = items.pop() else { break };
        deep = inner;
    }
}

#[test]
fn a_schema_whose_references_double_is_refused_before_anything_follows_them() {
    let mut defs: serde_json::Map<String, Value> = (0..28)
        .map(|level| {
            let next = json!({"$ref": format!("#/$defs/d{}", level + 1)});
            (format!("d{level}"), json!({"allOf": [next, next]}))
        })
        .collect();
    defs.insert("d28".into(), json!({"type": "string"}));
    let begun = crate::clock::now();
    let refused = CompiledSchema::compile(&Arc::new(json!({"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": defs}))).unwrap_err();
    assert!(refused.contains("two million steps") && begun.elapsed().as_secs() < 5, "{refused}");
}

#[test]
fn arguments_that_would_cost_too_much_are_left_unchecked_by_a_schema_from_outside() {
    let twice = json!({"type": "object", "properties": {"a": {"allOf": [{"$ref": "#"}, {"$ref": "#"}]}}});
    let nested = |levels: usize| (1..levels).fold(json!(1), |inner, _| json!({"a": inner}));
    let served = compile_served(twice.clone());
    assert!(served.check(&nested(5)).is_err(), "a number is no object");
    let begun = crate::clock::now();
    assert!(served.check(&nested(40)).is_ok() && begun.elapsed().as_secs() < 5);
    assert!(compile(twice).check(&nested(8)).is_err());
}

/// Each of these took from seconds to hours: names that are compared, and patterns that step back or are as large as their text.
#[test]
fn what_a_served_schema_compares_and_matches_is_weighed_too() {
    let in_items = |schema: Value| compile_served(json!({"properties": {"a": {"items": schema}}}));
    let many = |item: &dyn Fn(usize) -> Value| json!({"a": (0..20_000).map(item).collect::<Vec<_>>()});
    let names: Vec<String> = (0..20_000).map(|name| format!("x{name}")).collect();
    let lists: serde_json::Map<String, Value> = names.iter().map(|name| (name.clone(), json!(["b"]))).collect();
    let empty = many(&|_| json!({}));
    assert!(in_items(json!({"required": names})).check(&empty).is_ok(), "required");
    assert!(in_items(json!({"dependentRequired": lists})).check(&empty).is_ok(), "dependentRequired");
    assert!(in_items(json!({"dependencies": lists})).check(&empty).is_ok(), "dependencies");
    assert!(in_items(json!({"enum": names})).check(&many(&|_| json!("y"))).is_ok(), "enum");
    assert!(in_items(json!({"pattern": "^y"})).check(&many(&|_| json!("x".repeat(10)))).is_ok(), "pattern");
    assert!(in_items(json!({"patternProperties": {"^x": {"type": "string"}}})).check(&many(&|_| json!({"xxxxxxxxx": 1}))).is_ok(), "patternProperties");
    // What is as small as arguments are is checked all the same.
    assert!(in_items(json!({"required": ["b"], "enum": [{"b": 1}]})).check(&json!({"a": [{}]})).is_err());
    assert!(in_items(json!({"pattern": "^y"})).check(&json!({"a": ["x".repeat(10_000)]})).is_err());
    assert!(in_items(json!({"patternProperties": {"^x": {"type": "string"}}})).check(&json!({"a": [{"x": 1}]})).is_err());
}

#[test]
fn patterns_of_a_served_schema_are_matched_in_linear_time_or_refused() {
    let of = |pattern: &str| CompiledSchema::compile_served(&Arc::new(json!({"properties": {"a": {"pattern": pattern}}})));
    for pattern in [r"^(?!b).*$", r"(?=x)(.*)(.*)(.*)[^a]z$", r"^(a)\1$", "^((a{1,1000}b){1,1000}c){1,1000}$"] {
        let refused = of(pattern).unwrap_err();
        assert!(refused.contains("pattern"), "{pattern}: {refused}");
    }
    let usual = of(r"^[\w.+-]{1,256}@\w{1,63}(\.\w{2,})+$").unwrap();
    assert!(usual.check(&json!({"a": "ada@example.org"})).is_ok() && usual.check(&json!({"a": "ada"})).is_err());
    // A host's own may look around.
    let own = compile(json!({"properties": {"a": {"pattern": "^(?!b).*$"}}}));
    assert!(own.check(&json!({"a": "b"})).is_err() && own.check(&json!({"a": "a"})).is_ok());
}

#[test]
fn references_inside_the_schema_resolve() {
    let schema = compile(json!({"$defs": {"id": {"type": "integer"}}, "properties": {"id": {"$ref": "#/$defs/id"}}}));
    assert!(schema.check(&json!({"id": 1})).is_ok());
    let faults = schema.check(&json!({"id": "x"})).expect_err("no integer");
    assert_eq!((faults[0].pointer(), faults[0].expected()), ("/id", "an integer"));
}

#[test]
fn no_reference_is_ever_fetched() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a loopback port");
    listener.set_nonblocking(true).expect("non-blocking");
    let address = listener.local_addr().expect("an address");
    let file = std::env::temp_dir().join(format!("admission-{}.json", std::process::id()));
    std::fs::write(&file, "{}").expect("a file");
    let file_url = format!("file://{}", file.display());
    for target in [format!("http://{address}/schema.json"), file_url] {
        let message = CompiledSchema::compile(&Arc::new(json!({"properties": {"a": {"$ref": target}}}))).expect_err("the target is outside");
        assert!(message.contains("nothing is fetched"), "{message}");
        assert!(!message.contains(&target));
    }
    let _ = std::fs::remove_file(file);
    assert_eq!(listener.accept().expect_err("nobody connected").kind(), ErrorKind::WouldBlock);
}

#[test]
fn a_defect_names_its_place() {
    let message = CompiledSchema::compile(&Arc::new(json!({"properties": {"a": {"minimum": "three"}}}))).expect_err("no number");
    assert!(message.contains("/properties/a/minimum") && !message.contains("three"), "{message}");
}

#[test]
fn at_most_three_faults_are_reported() {
    let schema = compile(json!({"items": {"type": "integer"}}));
    assert_eq!(schema.check(&json!(["a", "b", "c", "d", "e"])).expect_err("five faults").len(), SchemaFault::MAX);
    assert_eq!(schema.check(&json!(["a", 2, "c"])).expect_err("two faults").len(), 2);
}

#[test]
fn large_arguments_get_their_first_fault_only() {
    let schema = compile(json!({"items": {"type": "integer"}}));
    let faults = schema.check(&Value::from(vec!["x"; 50_000])).expect_err("all are wrong");
    assert_eq!((faults.len(), faults[0].pointer()), (1, "/0"));
}

#[test]
fn counting_stops_at_its_bound() {
    let value = json!([[1, 2], {"a": [3]}]);
    assert!(fits_within(&value, &mut 7));
    assert!(!fits_within(&value, &mut 6));
}

#[test]
fn a_pattern_that_backtracks_without_end_is_a_fault_and_no_hang() {
    let schema = compile(json!({"properties": {"a": {"pattern": "^(a+)+\\1$"}}}));
    let faults = schema.check(&json!({"a": "a".repeat(200) + "!"})).expect_err("it does not match");
    assert_eq!(faults[0].pointer(), "/a");
}
