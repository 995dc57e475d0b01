use super::{MAX_BODY, body};
use crate::systemone::{Batch, ChoiceOption, Form, Question};
use serde_json::json;

fn batch() -> Batch {
    let class = Form::Choice(vec![ChoiceOption::new("z_first", "z first"), ChoiceOption::new("a_second", "a second")]);
    let noul = Form::Noul { yes: "it holds".into(), no: "it does not".into() };
    let score = Form::Score(vec!["none".into(), "some".into()]);
    let questions = vec![Question::new("q2", "Which?", class), Question::new("q1", "Does it?", noul), Question::new("q3", "How much?", score)];
    Batch::new(json!({ "error": "it broke" }), questions)
}

#[test]
fn the_body_is_exactly_what_the_wire_knows() {
    let body = String::from_utf8(body("jev-1.13.0", &batch()).unwrap()).unwrap();
    let expected = concat!(
        r#"{"model":"jev-1.13.0","state":{"error":"it broke"},"questions":{"#,
        r#""q2":{"type":"choice","instructions":"Which?","criteria":{"z_first":"z first","a_second":"a second"}},"#,
        r#""q1":{"type":"noul","instructions":"Does it?","criteria":{"true":"it holds","false":"it does not"}},"#,
        r#""q3":{"type":"score","instructions":"How much?","criteria":["none","some"]}}}"#,
    );
    assert_eq!(body, expected);
}

#[test]
fn a_body_beyond_the_bound_is_not_made() {
    assert!(body("m", &Batch::new("x".repeat(MAX_BODY).into(), batch().questions)).is_none());
}
