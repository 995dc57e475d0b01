use crate::{
    jev::{Envelope, ReplyFault as Fault},
    systemone::{Answer, Answers, Usage},
};
use proptest::prelude::*;

fn parse(body: &[u8]) -> Result<Answers, Fault> {
    super::parse(body, Envelope::None)
}

const CHOICE: &str = r#"{"type":"choice","choice":"a","confidence":null,"probabilities":{"a":1,"b":0.0}}"#;

fn with(answers: &str) -> String {
    format!(r#"{{"model":"m","answers":{answers}}}"#)
}

fn fault(body: &str) -> Fault {
    parse(body.as_bytes()).unwrap_err()
}

#[test]
fn answers_keep_the_order_of_the_reply() {
    let text = r#"{"usage":{"input_tokens":5,"output_tokens":2,"cost":0.1},"answers":{
        "s":{"probabilities":{"1":0.25,"0":0.75},"score":0.25,"legend":{"0":[1]},"type":"score"},
        "n":{"type":"noul","noul":0.5,"probabilities":null},
        "c":{"type":"choice","choice":"b","probabilities":{"b":0.9,"a":0.1}}},"model":"m 1","new":{"deep":[[]]}}"#;
    let answers = parse(text.as_bytes()).unwrap();
    assert_eq!((&*answers.model, answers.usage), ("m 1", Some(Usage { input_tokens: 5, output_tokens: 2 })));
    let expected = vec![
        ("s".into(), Answer::Score { score: 0.25, probabilities: vec![("1".into(), 0.25), ("0".into(), 0.75)] }),
        ("n".into(), Answer::Noul(0.5)),
        ("c".into(), Answer::Choice { choice: "b".into(), probabilities: vec![("b".into(), 0.9), ("a".into(), 0.1)] }),
    ];
    assert_eq!(answers.answers, expected);
}

#[test]
fn the_body_is_the_whole_of_it() {
    let right = with(&format!(r#"{{"c":{CHOICE}}}"#));
    assert!(parse(right.as_bytes()).is_ok());
    for wrong in [format!("\u{feff}{right}"), format!("{right} {{}}"), format!(")]}}'{right}"), right[..right.len() - 1].to_owned(), String::new()] {
        assert_eq!(fault(&wrong), Fault::InvalidJson, "{wrong}");
    }
    assert_eq!(parse(b"{\"model\":\"\xff\"}").unwrap_err(), Fault::InvalidJson);
}

#[test]
fn numbers_are_json_numbers() {
    for value in ["NaN", "Infinity", "1e999", "01", "+1", ".5"] {
        assert_eq!(fault(&with(&format!(r#"{{"n":{{"type":"noul","noul":{value}}}}}"#))), Fault::InvalidJson, "{value}");
    }
    for value in ["null", "true", r#""0.5""#, "[0.5]", "{}"] {
        assert_eq!(fault(&with(&format!(r#"{{"n":{{"type":"noul","noul":{value}}}}}"#))), Fault::WrongJsonType, "{value}");
    }
}

#[test]
fn a_name_that_stands_twice_is_an_error_wherever_it_counts() {
    let twice = [
        with(&format!(r#"{{"c":{CHOICE},"c":{CHOICE}}}"#)),
        with(r#"{"c":{"type":"choice","choice":"a","probabilities":{"a":1,"b":0,"a":0}}}"#),
        with(r#"{"c":{"type":"choice","choice":"a","choice":"b","probabilities":{"a":1,"b":0}}}"#),
        format!(r#"{{"model":"m","model":"n","answers":{{"c":{CHOICE}}}}}"#),
        format!(r#"{{"model":"m","answers":{{}},"answers":{{"c":{CHOICE}}}}}"#),
        // Escapes spell the same name.
        with(&format!(r#"{{"c":{CHOICE},"\u0063":{CHOICE}}}"#)),
    ];
    for body in twice {
        assert_eq!(fault(&body), Fault::DuplicateKey, "{body}");
    }
}

#[test]
fn depth_is_bounded_even_where_nothing_is_kept() {
    for (open, close) in [("[", "]"), (r#"{"x":"#, "}")] {
        let value = |depth: usize| format!("{}0{}", open.repeat(depth), close.repeat(depth));
        let body = |depth| format!(r#"{{"x":{},"model":"m","answers":{{}}}}"#, value(depth));
        assert!(parse(body(100).as_bytes()).is_ok());
        assert_eq!(fault(&body(130)), Fault::InvalidJson);
        assert_eq!(fault(&body(20_000)), Fault::InvalidJson);
    }
}

#[test]
fn an_error_is_no_success() {
    for body in [r#"{"error":{"code":502}}"#, r#"{"detail":"x"}"#, r#"{"result":null,"success":false}"#, r#"{"error":null}"#] {
        assert_eq!(fault(body), Fault::ErrorInSuccess, "{body}");
    }
    assert_eq!(fault(r#"{"result":{"model":"m","answers":{}},"success":true}"#), Fault::MissingModel);
    assert!(parse(format!(r#"{{"model":"m","error":null,"answers":{{"c":{CHOICE}}}}}"#).as_bytes()).is_ok());
}

#[test]
fn the_model_is_a_short_name() {
    let body = |model: &str| format!(r#"{{"model":{model},"answers":{{}}}}"#);
    for model in ["null", "1", r#""""#, r#""a\nb""#, r#""a\u001b[31m""#, &format!("\"{}\"", "m".repeat(129))] {
        assert_eq!(fault(&body(model)), Fault::MissingModel, "{model}");
    }
    assert!(parse(body(&format!("\"{}\"", "m".repeat(128))).as_bytes()).is_ok());
}

#[test]
fn other_kinds_in_place_of_objects_are_named() {
    for body in ["[]", "null", "1", r#""x""#, "true", &with("[]"), &with("null"), r#"{"model":"m"}"#] {
        assert_eq!(fault(body), Fault::WrongJsonType, "{body}");
    }
    for item in ["null", "[]", "{}", r#"{"type":1}"#, r#"{"type":"refusal"}"#, r#"{"noul":0.5}"#] {
        assert_eq!(fault(&with(&format!(r#"{{"c":{item}}}"#))), Fault::TypeMismatch, "{item}");
    }
}

#[test]
fn usage_is_dropped_where_it_is_no_usage() {
    for usage in ["null", "3", "{}", r#"{"input_tokens":-1,"output_tokens":1}"#, r#"{"input_tokens":1.5,"output_tokens":1}"#, r#"{"input_tokens":1}"#] {
        let body = format!(r#"{{"model":"m","answers":{{}},"usage":{usage}}}"#);
        assert_eq!(parse(body.as_bytes()).unwrap().usage, None, "{usage}");
    }
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        drop(parse(&bytes));
    }

    #[test]
    fn no_edit_of_a_reply_makes_it_panic(at in 0_usize..90, byte in any::<u8>()) {
        let mut body = with(&format!(r#"{{"c":{CHOICE}}}"#)).into_bytes();
        if let Some(target) = body.get_mut(at) {
            *target = byte;
        }
        drop(parse(&body));
    }
}

#[test]
fn a_wrapped_reply_is_taken_out_of_its_envelope() {
    let reply = with(&format!(r#"{{"c":{CHOICE}}}"#));
    let wrapped = |body: &str| super::parse(body.as_bytes(), Envelope::Result);
    let right = format!(r#"{{"result":{reply},"success":true,"errors":[],"messages":[]}}"#);
    assert_eq!(wrapped(&right), parse(reply.as_bytes()));
    for (body, expected) in [
        (r#"{"result":null,"success":false,"errors":[{"code":3040,"message":"x"}]}"#.to_owned(), Fault::ErrorInSuccess),
        (format!(r#"{{"result":{reply},"success":false}}"#), Fault::ErrorInSuccess),
        (format!(r#"{{"result":{reply}}}"#), Fault::WrongJsonType),
        (format!(r#"{{"result":{reply},"success":"true"}}"#), Fault::WrongJsonType),
        (r#"{"result":null,"success":true}"#.to_owned(), Fault::MissingModel),
        (format!(r#"{{"result":{reply},"result":{reply},"success":true}}"#), Fault::DuplicateKey),
        (format!(r#"{{"result":{reply},"success":false,"success":true}}"#), Fault::DuplicateKey),
        (r#"{"result":{"model":"m","model":"n","answers":{}},"success":true}"#.to_owned(), Fault::DuplicateKey),
        (format!(r#"{{"result":[{reply}],"success":true}}"#), Fault::MissingModel),
        (reply.clone(), Fault::WrongJsonType),
        (format!("[{right}]"), Fault::WrongJsonType),
        (format!("{right}x"), Fault::InvalidJson),
    ] {
        assert_eq!(wrapped(&body), Err(expected), "{body}");
    }
    assert_eq!(fault(&right), Fault::MissingModel, "nobody said that it would be wrapped");
}
