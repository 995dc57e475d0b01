//! Admission from outside: the catalog, schema faults, policy and the texts of rejections.

use proptest::prelude::*;
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};
use tool_recovery::{
    Rejection, RejectionKind,
    admission::{
        ApprovalStore, ApprovalSubject, Authorization, Catalog, Lookup, Policy, PolicyRequest, ScopePolicy, ToolCatalog, ToolDescriptor, Visibility, messages,
    },
};

const CANARY: &str = "c4n4ry";

fn printable(text: &str) -> bool {
    !text.chars().any(|c| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
}

fn assert_sound(rejection: &Rejection) {
    assert!(rejection.message().len() <= Rejection::MAX_MESSAGE);
    assert!(printable(rejection.message()), "{:?}", rejection.message());
    assert!(rejection.suggestions().len() <= Rejection::MAX_SUGGESTIONS);
    assert!(rejection.pointer().is_none_or(printable));
}

/// A tool that does not exist was called 754 times by one agent: the name is never found by likeness, and the rejection says so.
#[test]
fn an_unknown_tool_is_suggested_and_never_found() {
    let catalog = Catalog::builder().tool(ToolDescriptor::new("web_search").read_only()).alias("search", "web_search").build().expect("one tool");
    for name in ["websearch", "Web_Search", "web-search", "web_search ", "web_serach"] {
        assert!(matches!(catalog.lookup(name), Lookup::Missing), "{name}");
        let rejection = messages::unknown_tool(name, catalog.suggest(name));
        assert_eq!(rejection.kind(), RejectionKind::UnknownTool);
        assert_eq!(rejection.suggestions(), [Box::from("web_search")]);
        assert!(rejection.message().contains("suggestions only") && rejection.message().contains("nothing was executed"));
    }
    assert!(matches!(catalog.lookup("search"), Lookup::Alias(_)));
}

/// A missing scope is no lack of credentials: a text that says "sign in again" led to endless consent screens.
#[test]
fn a_denial_does_not_ask_for_another_login() {
    let policy = ScopePolicy::deny_by_default().allow("*", "read_*").build().expect("one rule");
    let tool = ToolDescriptor::new("send_mail");
    let said = policy.authorize(&PolicyRequest::new(&tool, &Value::Null, "run", "scope", None));
    let rejection = messages::authorization(&tool.name, said).expect("it is denied");
    assert_eq!(rejection.kind(), RejectionKind::Denied);
    assert!(rejection.message().contains("Signing in again") && rejection.message().contains("does not change that"));
}

/// A denial that is only text is rephrased and executed, or asked for again: here it is state.
#[tokio::test(start_paused = true)]
async fn a_denial_outlives_rephrasing_asking_again_and_time() {
    let store = ApprovalStore::default();
    let policy = ScopePolicy::allow_by_default().require_approval("*", "delete_*").approvals(store.clone()).build().expect("one rule");
    let tool = ToolDescriptor::new("delete_branch").write();
    let ask = |arguments: &Value| policy.authorize(&PolicyRequest::new(&tool, arguments, "run", "repo", None));
    let subject = |arguments: &Value| ApprovalSubject::new("repo", "delete_branch").in_run("run").with_arguments(arguments.clone());
    let first = json!({"branch": "main"});
    assert_eq!(ask(&first), Authorization::ApprovalAbsent);
    store.request(subject(&first));
    assert_eq!(ask(&first), Authorization::ApprovalPending);
    store.deny(subject(&first));
    for rephrased in [json!({"branch": "main"}), json!({"branch": "refs/heads/main"}), json!({"branch": "main", "reason": "cleanup"})] {
        assert_eq!(ask(&rephrased), Authorization::ApprovalDenied);
        tokio::time::advance(Duration::from_secs(120)).await;
        store.request(subject(&rephrased));
        assert_eq!(ask(&rephrased), Authorization::ApprovalDenied);
    }
    assert_eq!(messages::authorization(&tool.name, ask(&first)).expect("denied").kind(), RejectionKind::ApprovalDenied);
}

fn names() -> impl Strategy<Value = Vec<(String, u8)>> {
    proptest::collection::hash_map("[a-zA-Z]{1,6}([_.-][a-z]{1,4}){0,2}", 0u8..3, 0..40).prop_map(|names| names.into_iter().collect())
}

fn visibility(number: u8) -> Visibility {
    match number {
        0 => Visibility::Direct,
        1 => Visibility::Deferred,
        _ => Visibility::Hidden,
    }
}

/// A name that resembles one of the catalog, or is anything at all.
fn asked(names: &[(String, u8)], pick: usize, change: u8, noise: &str) -> String {
    let Some((name, _)) = names.get(pick % names.len().max(1)) else { return noise.to_owned() };
    match change {
        0 => name.clone(),
        1 => name.to_uppercase(),
        2 => name.replace(['_', '.', '-'], ""),
        3 => format!("{name}x"),
        4 => format!("tools.{name}"),
        5 => format!("{name}\n{noise}"),
        _ => noise.to_owned(),
    }
}

proptest! {
    #[test]
    fn lookups_are_exact_and_suggestions_visible_and_few(names in names(), pick in any::<usize>(), change in 0u8..8, noise in ".{0,300}") {
        let tools = names.iter().map(|(name, number)| ToolDescriptor::new(name.as_str()).visibility(visibility(*number)));
        let catalog = Catalog::builder().tools(tools).build().expect("the names differ");
        let name = asked(&names, pick, change, &noise);
        match catalog.lookup(&name) {
            Lookup::Known(tool) => prop_assert_eq!(&*tool.name, name.as_str()),
            Lookup::Missing => prop_assert!(names.iter().all(|(own, _)| *own != name)),
            other => prop_assert!(false, "{:?}", other),
        }
        let found = catalog.suggest(&name);
        prop_assert!(found.len() <= Rejection::MAX_SUGGESTIONS);
        for suggestion in &found {
            let Lookup::Known(tool) = catalog.lookup(suggestion) else { panic!("a suggestion is no tool") };
            prop_assert_ne!(tool.visibility, Visibility::Hidden);
        }
        let visible = names.iter().any(|(own, number)| *own == name && visibility(*number) != Visibility::Hidden);
        prop_assert!(!visible || found.first().is_some_and(|first| first.to_lowercase().replace(['_', '.', '-'], "") == name.to_lowercase().replace(['_', '.', '-'], "")));
        assert_sound(&messages::unknown_tool(&name, found));
    }
}

#[cfg(feature = "schema")]
mod schema {
    use super::*;
    use tool_recovery::admission::{SchemaFault, Tool};

    /// A schema with every kind of rule, whose own texts never hold the canary.
    fn schema() -> Value {
        json!({
            "type": "object",
            "required": ["path", "mode"],
            "properties": {
                "path": {"type": "string", "pattern": "^/[a-z]+$", "maxLength": 12},
                "mode": {"enum": ["read", "write", "append"]},
                "limit": {"type": "integer", "minimum": 1, "maximum": 10},
                "tags": {"type": "array", "maxItems": 2, "uniqueItems": true, "items": {"type": "string", "maxLength": 3}},
                "target": {"oneOf": [
                    {"type": "object", "required": ["host"], "properties": {"kind": {"const": "host"}, "host": {"type": "string", "minLength": 40}}},
                    {"type": "object", "required": ["id"], "properties": {"kind": {"const": "id"}, "id": {"type": "integer"}}},
                    {"type": "null"}
                ]},
                "labels": {"type": "object", "propertyNames": {"maxLength": 4}, "additionalProperties": {"type": "string", "pattern": "^[a-z]$"}},
                "none": false,
                "tuple": {"prefixItems": [{"type": "integer"}], "items": false, "contains": {"const": 3}}
            },
            "additionalProperties": false
        })
    }

    /// A value whose every text, and many a number, is a canary.
    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::Bool),
            (770_077_000i64..770_078_000).prop_map(Value::from),
            (0i64..12).prop_map(Value::from),
            "\\PC{0,8}".prop_map(|tail| json!(format!("{CANARY}{tail}"))),
            Just(json!("/ok")),
            Just(json!("read")),
        ];
        let key = prop_oneof!["path|mode|limit|tags|target|labels|none|tuple|kind|host|id", "[a-zA-Z~/_]{0,6}", ".{0,200}"];
        leaf.prop_recursive(4, 40, 6, move |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::Array),
                proptest::collection::vec((key.clone(), inner), 0..6).prop_map(|members| Value::Object(members.into_iter().collect()))
            ]
        })
    }

    /// The place exists, or its parent does and is an object: a property that is missing.
    fn is_place(arguments: &Value, pointer: &str) -> bool {
        let parent = pointer.rsplit_once('/').and_then(|(parent, _)| arguments.pointer(parent));
        arguments.pointer(pointer).is_some() || parent.is_some_and(Value::is_object)
    }

    fn assert_honest(tool: &Tool, arguments: &Value) -> Result<(), TestCaseError> {
        let Err(faults) = tool.check(arguments) else { return Ok(()) };
        prop_assert!((1..=SchemaFault::MAX).contains(&faults.len()));
        for fault in &faults {
            prop_assert!(is_place(arguments, fault.pointer()), "{} in {arguments}", fault.pointer());
            prop_assert!(fault.pointer().len() <= SchemaFault::MAX_POINTER && fault.expected().len() <= SchemaFault::MAX_EXPECTED);
            prop_assert!(printable(fault.pointer()) && printable(fault.expected()));
            prop_assert!(!fault.expected().contains(CANARY) && !fault.expected().contains("770077"), "{}", fault.expected());
        }
        let rejection = messages::schema(&tool.name, &faults);
        assert_sound(&rejection);
        prop_assert!(!rejection.message().contains(CANARY) && !rejection.message().contains("770077"), "{}", rejection.message());
        prop_assert_eq!(rejection.pointer(), faults.first().map(SchemaFault::pointer));
        Ok(())
    }

    proptest! {
        #[test]
        fn faults_point_at_places_and_hold_no_values(whole in value(), members in proptest::collection::vec(("path|mode|limit|tags|target|labels|none|tuple|x", value()), 0..6)) {
            let tool = Tool::new(ToolDescriptor::new("files").schema(schema())).expect("the schema compiles");
            assert_honest(&tool, &whole)?;
            assert_honest(&tool, &Value::Object(members.into_iter().collect()))?;
        }
    }

    #[test]
    fn arguments_that_fit_pass() {
        let tool = Tool::new(ToolDescriptor::new("files").schema(schema())).expect("the schema compiles");
        let fits = json!({"path": "/etc", "mode": "read", "limit": 3, "tags": ["a"], "target": {"kind": "id", "id": 7}, "labels": {"a": "b"}, "tuple": [3]});
        assert!(tool.check(&fits).is_ok());
    }

    #[test]
    fn the_validator_comes_with_the_look_up() {
        let catalog = Arc::new(Catalog::builder().tool(ToolDescriptor::new("files").schema(schema())).build().expect("one tool"));
        let Lookup::Known(tool) = catalog.lookup("files") else { panic!("it is offered") };
        let faults = tool.check(&json!({"path": "/etc", "mode": "READ"})).expect_err("the mode is wrong");
        let rejection = messages::schema(&tool.name, &faults);
        assert_eq!(rejection.pointer(), Some("/mode"));
        assert!(rejection.message().contains("one of `\"read\"`, `\"write\"` or `\"append\"`"), "{}", rejection.message());
    }
}
