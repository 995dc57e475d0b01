use super::super::schema::CompiledSchema;
use serde_json::{Value, json};
use std::sync::Arc;

/// The faults of `arguments` as (pointer, expected).
fn faults(schema: &Value, arguments: &Value) -> Vec<(String, String)> {
    let schema = CompiledSchema::compile(&Arc::new(schema.clone())).expect("the schema compiles");
    let faults = schema.check(arguments).expect_err("the arguments do not fit");
    faults.iter().map(|fault| (fault.pointer().to_owned(), fault.expected().to_owned())).collect()
}

fn only(schema: &Value, arguments: &Value) -> (String, String) {
    let mut all = faults(schema, arguments);
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}

#[test]
fn single_rules() {
    let cases = [
        (json!({"type": "string"}), json!(1), "a string"),
        (json!({"type": ["string", "null"]}), json!(1), "null or a string"),
        (json!({"type": "array"}), json!(1), "an array"),
        (json!({"const": "x"}), json!(1), "exactly `\"x\"`"),
        (json!({"enum": ["a", 2, null]}), json!(1), "one of `\"a\"`, 2 or null"),
        (json!({"minimum": 3}), json!(1), "a number of at least 3"),
        (json!({"exclusiveMinimum": 3}), json!(3), "a number greater than 3"),
        (json!({"maximum": 3}), json!(5), "a number of at most 3"),
        (json!({"exclusiveMaximum": 3}), json!(3), "a number less than 3"),
        (json!({"multipleOf": 5}), json!(3), "a multiple of 5"),
        (json!({"minLength": 3}), json!("a"), "text of at least 3 characters"),
        (json!({"maxLength": 3}), json!("abcd"), "text of at most 3 characters"),
        (json!({"pattern": "^a+$"}), json!("b"), "text that matches the pattern `^a+$`"),
        (json!({"minItems": 1}), json!([]), "at least 1 items"),
        (json!({"maxItems": 1}), json!([1, 2]), "at most 1 items"),
        (json!({"uniqueItems": true}), json!([1, 1]), "items that differ from each other"),
        (json!({"minProperties": 1}), json!({}), "at least 1 properties"),
        (json!({"maxProperties": 0}), json!({"a": 1}), "at most 0 properties"),
        (json!(false), json!({}), "nothing at this place: leave it out"),
        (json!({"propertyNames": {"maxLength": 1}}), json!({"ab": 1}), "other property names: each must be text of at most 1 characters"),
        (json!({"not": {"type": "object"}}), json!({}), "a value that fits the rule `not` of the schema"),
    ];
    for (schema, value, expected) in cases {
        let nested = json!({"properties": {"p": schema}});
        assert_eq!(only(&nested, &json!({"p": value})), ("/p".into(), expected.into()), "{schema}");
    }
}

#[test]
fn a_missing_property_is_pointed_at() {
    let schema = json!({"properties": {"user": {"required": ["na/me"], "properties": {"na/me": {"type": "string"}}}}});
    assert_eq!(only(&schema, &json!({"user": {}})), ("/user/na~1me".into(), "this required property: a string".into()));
    assert_eq!(only(&json!({"required": ["x"]}), &json!({})), ("/x".into(), "this required property".into()));
}

#[test]
fn a_missing_property_behind_a_reference_keeps_its_type() {
    let schema = json!({"$defs": {"u": {"required": ["n"], "properties": {"n": {"type": "integer"}}}}, "properties": {"u": {"$ref": "#/$defs/u"}}});
    assert_eq!(only(&schema, &json!({"u": {}})), ("/u/n".into(), "this required property: an integer".into()));
}

#[test]
fn an_unknown_property_gets_similar_names() {
    let schema = json!({"properties": {"file_path": {}, "limit": {}}, "additionalProperties": false});
    assert_eq!(only(&schema, &json!({"filePath": 1})), ("/filePath".into(), "no such property; a similar one is `file_path`".into()));
    assert_eq!(only(&schema, &json!({"zzz": 1})), ("/zzz".into(), "no such property; there are `file_path` and `limit`".into()));
    let none = json!({"additionalProperties": false});
    assert_eq!(only(&none, &json!({"a": 1})), ("/a".into(), "no such property".into()));
    let unevaluated = json!({"allOf": [{"properties": {"a": {}}}], "unevaluatedProperties": false});
    assert_eq!(only(&unevaluated, &json!({"a": 1, "b": 2})).0, "/b");
}

#[test]
fn each_unknown_property_is_its_own_fault() {
    let all = faults(&json!({"additionalProperties": false}), &json!({"a": 1, "b": 2, "c": 3, "d": 4}));
    assert_eq!(all.iter().map(|(pointer, _)| pointer.as_str()).collect::<Vec<_>>(), ["/a", "/b", "/c"]);
}

#[test]
fn long_enumerations_show_similar_options_first() {
    let options: Vec<String> = (0..40).map(|at| format!("option-number-{at:02}-of-many")).collect();
    let (_, expected) = only(&json!({"enum": options}), &json!("Option_Number_33_of_many"));
    assert!(expected.starts_with("one of `\"option-number-33-of-many\"`"), "{expected}");
    assert!(expected.len() <= 243);
}

#[test]
fn alternatives_by_type_are_told_together() {
    let schema = json!({"properties": {"a": {"anyOf": [{"type": "string"}, {"type": "null"}, {"type": "string"}]}}});
    assert_eq!(only(&schema, &json!({"a": 1})), ("/a".into(), "a string or null".into()));
}

#[test]
fn the_alternative_whose_tag_is_right_is_explained() {
    let branch = |tag: &str, field: &str| json!({"properties": {"kind": {"const": tag}, field: {"type": "string"}}, "required": ["kind", field]});
    let schema = json!({"properties": {"shape": {"oneOf": [branch("circle", "radius"), branch("square", "side")]}}});
    for (tag, missing) in [("circle", "/shape/radius"), ("square", "/shape/side")] {
        assert_eq!(only(&schema, &json!({"shape": {"kind": tag}})).0, missing);
    }
    let (pointer, expected) = only(&schema, &json!({"shape": {"kind": "square", "side": 1}}));
    assert_eq!(pointer, "/shape/side");
    assert!(expected.starts_with("a string, for the nearest of"), "{expected}");
}

#[test]
fn alternatives_inside_alternatives_are_followed() {
    let schema = json!({"anyOf": [{"type": "string"}, {"properties": {"a": {"anyOf": [{"type": "integer"}, {"type": "null"}]}}, "type": "object"}]});
    assert_eq!(only(&schema, &json!({"a": "x"})), ("/a".into(), "an integer or null".into()));
}

#[test]
fn fitting_several_alternatives_is_said() {
    let (_, expected) = only(&json!({"oneOf": [{"minimum": 1}, {"minimum": 2}]}), &json!(5));
    assert!(expected.contains("exactly one"), "{expected}");
}
