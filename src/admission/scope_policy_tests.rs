use super::*;
use crate::admission::ToolDescriptor;
use serde_json::{Value, json};

fn ask(policy: &ScopePolicy, scope: &str, tool: &str) -> Authorization {
    let descriptor = ToolDescriptor::new(tool);
    policy.authorize(&PolicyRequest::new(&descriptor, &Value::Null, "run", scope, None))
}

#[test]
fn the_default_is_chosen() {
    let cases = [
        (ScopePolicy::allow_by_default(), Authorization::ALLOWED),
        (ScopePolicy::deny_by_default(), Authorization::Denied),
        (ScopePolicy::require_approval_by_default(), Authorization::ApprovalAbsent),
    ];
    for (builder, expected) in cases {
        assert_eq!(ask(&builder.build().expect("no rule"), "s", "t"), expected);
    }
}

#[test]
fn the_strictest_rule_holds_whatever_the_order() {
    for swap in [false, true] {
        let mut builder = ScopePolicy::deny_by_default();
        builder = if swap { builder.deny("*", "git_push").allow("dev", "git_*") } else { builder.allow("dev", "git_*").deny("*", "git_push") };
        let policy = builder.require_approval("dev", "git_tag").build().expect("three rules");
        assert_eq!(ask(&policy, "dev", "git_status"), Authorization::ALLOWED);
        assert_eq!(ask(&policy, "dev", "git_push"), Authorization::Denied);
        assert_eq!(ask(&policy, "dev", "git_tag"), Authorization::ApprovalAbsent);
        assert_eq!(ask(&policy, "prod", "git_status"), Authorization::Denied);
        assert_eq!(ask(&policy, "developer", "git_status"), Authorization::Denied, "a scope without `*` is exact");
    }
}

#[test]
fn an_exact_permission_never_widens_a_denied_prefix() {
    let policy = ScopePolicy::allow_by_default().deny("*", "fs_*").allow("*", "fs_read").build().expect("two rules");
    assert_eq!(ask(&policy, "s", "fs_read"), Authorization::Denied);
    assert_eq!(ask(&policy, "s", "fs"), Authorization::ALLOWED);
    assert_eq!(ask(&policy, "s", "FS_read"), Authorization::ALLOWED, "names are case-sensitive");
}

#[test]
fn scopes_take_prefixes() {
    let policy = ScopePolicy::deny_by_default().allow("team-*", "*").build().expect("one rule");
    assert_eq!(ask(&policy, "team-a", "x"), Authorization::ALLOWED);
    assert_eq!(ask(&policy, "other", "x"), Authorization::Denied);
}

#[test]
fn patterns_with_an_inner_star_are_refused() {
    for (scope, tool, key) in [("*", "a*b", "policy.tool.a*b"), ("a*b", "x", "policy.scope.a*b"), ("*", "**", "policy.tool.**"), ("*", "", "policy.tool.")] {
        let error = ScopePolicy::allow_by_default().deny(scope, tool).build().expect_err("no pattern");
        assert_eq!(error.key(), key);
    }
}

#[test]
fn approvals_come_from_the_store_of_the_host() {
    let store = ApprovalStore::default();
    let policy = ScopePolicy::allow_by_default().require_approval("*", "pay").approvals(store.clone()).build().expect("one rule");
    store.grant(crate::admission::ApprovalSubject::new("s", "pay"), None);
    assert_eq!(ask(&policy, "s", "pay"), Authorization::ALLOWED);
    assert_eq!(ask(&policy, "other", "pay"), Authorization::ApprovalAbsent);
    assert!(!format!("{policy:?} {store:?} {:?}", json!(null)).contains("pay"));
}

#[test]
fn a_rule_about_a_tool_that_is_not_offered_is_refused_where_the_catalog_is_known() {
    let catalog = crate::admission::Catalog::builder().tool(ToolDescriptor::new("read_file")).alias("cat", "read_file").build().expect("a catalog");
    let rules = || ScopePolicy::allow_by_default().deny("*", "read_file").deny("*", "write_*");
    assert!(rules().build_for(&catalog).is_ok());
    assert!(rules().deny("*", "anything").build_for(&()).is_ok(), "without a catalog no name is wrong");
    let error = rules().require_approval("*", "reed_file").build_for(&catalog).expect_err("misspelt");
    assert_eq!(error.to_string(), "`policy.tool.reed_file` must be the name of a tool in the catalog, such as `read_file`");
    let error = rules().deny("*", "cat").build_for(&catalog).expect_err("an alias");
    assert_eq!(error.to_string(), "`policy.tool.cat` must be the name of a tool in the catalog, such as `read_file`");
    let error = rules().deny("*", "zzz").build_for(&catalog).expect_err("nothing like it");
    assert_eq!(error.to_string(), "`policy.tool.zzz` must be the name of a tool in the catalog");
}
