use super::*;
use serde_json::json;
use tool_recovery::facts::EffectDeclaration;

fn known(declared: &Value, validate: bool) -> Known {
    Known::new(Declarations::from_value(declared).unwrap(), validate, Some(Duration::from_secs(9)))
}

fn tool(known: &Known, name: &str) -> Arc<Tool> {
    match known.tools().lookup(name) {
        Lookup::Known(tool) => tool.clone(),
        other => panic!("{other:?}"),
    }
}

fn page(known: &mut Known, first: bool, names: &[&str], next: Option<&str>) -> Option<bool> {
    let tools: Vec<Value> = names.iter().map(|name| json!({"name": name, "inputSchema": {"type": "object", "required": ["x"]}})).collect();
    known.page(first, &json!({"id": 1, "result": {"tools": tools, "nextCursor": next}}).to_string())
}

/// The names that the catalog offers, in its order.
fn offered(tools: &Tools) -> Vec<String> {
    let mut names = Vec::new();
    tools.offers(&mut |name| {
        names.push(name.to_owned());
        false
    });
    names
}

#[test]
fn pages_add_up_and_a_first_page_begins_anew() {
    let mut known = known(&json!({"read_only": ["read_*"]}), false);
    assert_eq!(page(&mut known, true, &["read_a", "b"], Some("2")), Some(false));
    assert_eq!(page(&mut known, false, &["c"], None), Some(true));
    assert_eq!((known.overview().all, known.overview().undeclared), (3, 2));
    assert_eq!(offered(&known.tools()), ["b", "c", "read_a"]);
    assert_eq!(page(&mut known, true, &["d"], None), Some(true));
    assert_eq!(offered(&known.tools()), ["d"]);
    assert_eq!(known.page(true, r#"{"id":1,"error":{"code":-32601}}"#), None, "an error is no list");
    assert_eq!((known.overview().all, known.overview().undeclared), (1, 1));
}

#[test]
fn what_is_not_listed_is_declared_by_its_name_and_never_missing() {
    let mut known = known(&json!({"write": ["pay"], "tools": {"pay": {"timeout_ms": 5}}}), false);
    let tools = known.unlisted("pay").unwrap();
    let Lookup::Known(pay) = tools.lookup("pay") else { panic!() };
    assert_eq!((pay.effect, pay.timeout), (Some(EffectDeclaration::Write), Some(Duration::from_millis(5))));
    assert!(matches!(tools.lookup("anything"), Lookup::Undeclared) && offered(&tools).is_empty());
    assert!(known.unlisted("words").is_some() && known.names.have("pay") && !known.names.have("words"), "the words of a model");
    page(&mut known, true, &["other", "bad\u{7}name"], None);
    assert!(known.names.have("other") && known.unlisted("other").is_none());
    assert_eq!(tool(&known, "other").timeout, Some(Duration::from_secs(9)));
    assert!(matches!(known.tools().lookup("bad\u{7}name"), Lookup::Undeclared));
}

#[test]
fn schemas_count_only_where_they_are_asked_for() {
    for (validate, fits) in [(false, true), (true, false)] {
        let mut known = known(&json!({}), validate);
        page(&mut known, true, &["a"], None);
        assert_eq!(tool(&known, "a").check(&json!({})).is_ok(), fits);
        assert_eq!((known.forget_schemas(), known.forget_schemas()), (validate, false));
        assert!(tool(&known, "a").check(&json!({})).is_ok());
    }
}

#[test]
fn a_schema_that_would_cost_too_much_is_counted_and_left_out() {
    let mut known = known(&json!({}), true);
    let defs: serde_json::Map<String, Value> = (0..=28)
        .map(|level| (format!("d{level}"), json!({"anyOf": [{"$ref": format!("#/$defs/d{}", level + 1)}, {"$ref": format!("#/$defs/d{}", level + 1)}]})))
        .chain([("d29".to_owned(), json!({"type": "string"}))])
        .collect();
    let costly = json!({"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": defs});
    let list = json!({"id": 1, "result": {"tools": [{"name": "costly", "inputSchema": costly}, {"name": "b", "inputSchema": {"required": ["x"]}}]}});
    assert_eq!(known.page(true, &list.to_string()), Some(true));
    assert_eq!((known.overview().all, known.overview().unusable), (2, 1));
    assert!(tool(&known, "costly").check(&json!({"a": 1})).is_ok() && tool(&known, "b").check(&json!({})).is_err());
}
