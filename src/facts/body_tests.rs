use super::*;
use serde_json::json;

#[test]
fn what_is_present_and_says_something_is_a_failure() {
    let rule = BodyRule::present("/errors");
    for silent in [json!({}), json!({"errors": null}), json!({"errors": false}), json!({"errors": ""}), json!({"errors": []}), json!({"errors": {}}), json!([])]
    {
        assert!(!rule.matches(&silent), "{silent}");
    }
    for said in [json!({"errors": [{"message": "x"}]}), json!({"errors": {"a": 1}}), json!({"errors": "x"}), json!({"errors": true}), json!({"errors": 0})] {
        assert!(rule.matches(&said), "{said}");
    }
}

#[test]
fn a_value_that_is_given_is_compared_also_null() {
    let rule: BodyRule = serde_json::from_value(json!({"pointer": "/result", "failed_when": null})).unwrap();
    assert_eq!(rule.failed_when, Some(Value::Null));
    assert!(rule.matches(&json!({"result": null})) && !rule.matches(&json!({"result": []})) && !rule.matches(&json!({})));
    let rule: BodyRule = serde_json::from_value(json!({"pointer": "/errors", "class": "wrong_arguments"})).unwrap();
    assert_eq!(rule, BodyRule::present("/errors").class(Class::WrongArguments));
    assert_eq!(serde_json::to_value(&rule).unwrap(), json!({"pointer": "/errors", "class": "wrong_arguments"}));
}

#[test]
fn a_number_is_compared_by_its_value() {
    for (declared, said) in [(json!(1), json!(1.0)), (json!(1.0), json!(1)), (json!(0), json!(-0.0)), (json!([1, {"a": 2}]), json!([1.0, {"a": 2.0}]))] {
        assert!(BodyRule::new("/code", declared.clone()).matches(&json!({"code": said})), "{declared} {said}");
    }
    for (declared, said) in
        [(json!(1), json!(1.5)), (json!(1), json!("1")), (json!(9_007_199_254_740_993_u64), json!(9_007_199_254_740_992_u64)), (json!([1]), json!([1, 2]))]
    {
        assert!(!BodyRule::new("/code", declared.clone()).matches(&json!({"code": said})), "{declared} {said}");
    }
}

#[test]
fn a_byte_order_mark_hides_no_failure() {
    let tool = ToolDescriptor::new("t").write().body_rule(BodyRule::new("/ok", false));
    let failed = "\u{feff}{\"ok\":false}";
    assert!(matches!(judge_json(&tool, Adapter::Http, failed.as_bytes(), MAX_PARSED_BODY), Judgement::Failure(_)));
}
