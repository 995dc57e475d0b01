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
