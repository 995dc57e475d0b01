use super::*;
use crate::record::{Execution, ExecutionStatus, Gap, GapReason, KnownEffect, kinds::schemas};
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use std::path::PathBuf;

const VALID: &str = include_str!("../../tests/fixtures/records/valid.jsonl");
const BROKEN: &str = include_str!("../../tests/fixtures/records/broken.jsonl");

/// The JSON Schema of all kinds, from their types.
fn schema() -> Value {
    let mut generator = schemars::generate::SchemaSettings::draft2020_12().into_generator();
    let kinds = schemas(&mut generator);
    let mut defs: Map<String, Value> = generator.take_definitions(true);
    let mut one_of = Vec::new();
    for (kind, schema) in kinds {
        let mut schema = schema.to_value();
        schema["properties"]["kind"] = json!({ "const": kind });
        schema.as_object_mut().unwrap().remove("title");
        require(&mut schema, "prev");
        defs.insert(kind.to_owned(), schema);
        one_of.push(json!({ "$ref": format!("#/$defs/{kind}") }));
    }
    require(&mut defs["Evaluator"], "model_resolved");
    require(&mut defs["Evaluator"], "decimals");
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "tool-decision/1: one record a line, append only",
        "oneOf": one_of,
        "$defs": defs,
    })
}

/// A member that may be null but has to be there: the generator takes every `Option` for one that may be absent.
fn require(schema: &mut Value, member: &str) {
    schema["required"].as_array_mut().unwrap().push(member.into());
}

/// Set `UPDATE_SCHEMA=1` to write the file anew after a change of the types.
#[test]
fn the_schema_in_the_repository_is_that_of_the_types() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/tool-decision-1.schema.json");
    let made = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), made, "run this test with UPDATE_SCHEMA=1");
}

#[test]
fn the_examples_are_of_every_kind_and_come_back_byte_by_byte() {
    let mut kinds = std::collections::BTreeSet::new();
    for line in VALID.lines() {
        let record = Record::parse(line.as_bytes()).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert_eq!(String::from_utf8(record.to_line()).unwrap(), line);
        kinds.insert(record.body.kind());
    }
    assert_eq!(kinds.len(), Kind::ALL.len());
}

#[test]
fn broken_examples_are_refused_without_being_repeated() {
    for line in BROKEN.lines() {
        let (why, line) = line.split_once('\t').unwrap();
        let error = Record::parse(line.as_bytes()).expect_err(why);
        assert!(!error.to_string().contains("secret"), "{error}");
    }
}

#[test]
fn the_shared_examples_are_read() {
    let folder = std::env::var("SHARED_DATA").unwrap_or_else(|_| "../shared".to_owned());
    let Ok(text) = std::fs::read_to_string(PathBuf::from(folder).join("records/decision_record.examples.json")) else { return };
    let examples: Vec<Value> = serde_json::from_str(&text).unwrap();
    assert!(examples.len() >= 5);
    for example in examples {
        let line = example.to_string();
        Record::parse(line.as_bytes()).unwrap_or_else(|error| panic!("{error}: {line}"));
    }
}

/// Every value inside `value`, as the way that leads there.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Object(members) => members.iter().for_each(|(key, member)| places(member, &format!("{at}/{}", key.replace('/', "~1")), found)),
        Value::Array(items) => items.iter().enumerate().for_each(|(index, item)| places(item, &format!("{at}/{index}"), found)),
        _ => {}
    }
}

/// What is put in the place of a value.
fn others() -> Vec<Value> {
    vec![
        json!(null),
        json!(true),
        json!(-1),
        json!(0),
        json!(3),
        json!(70_000),
        json!(0.25),
        json!(1.5),
        json!("a sentence of free text"),
        json!("code"),
        json!("noul"),
        json!("sha256:abababababababababababababababab"),
        json!([]),
        json!({}),
        json!(["code", "code"]),
        json!([0.5, 0.5]),
        json!({"a": 0.5, "b": 0.5}),
        json!({"type": "noul", "p": 0.5}),
    ]
}

#[cfg(feature = "schema")]
#[test]
fn types_and_schema_accept_the_same() {
    let schema = jsonschema::validator_for(&schema()).unwrap();
    let agree = |value: &Value, what: &str| {
        let line = value.to_string();
        let (parsed, valid) = (Record::parse(line.as_bytes()), schema.is_valid(value));
        assert_eq!(parsed.is_ok(), valid, "{what}: {parsed:?} {line}");
        valid
    };
    let (mut accepted, mut refused) = (0, 0);
    for line in VALID.lines() {
        let value: Value = serde_json::from_str(line).unwrap();
        assert!(agree(&value, "as it is"));
        let mut found = Vec::new();
        places(&value, "", &mut found);
        for place in &found {
            for other in others() {
                let mut changed = value.clone();
                *changed.pointer_mut(place).unwrap() = other;
                if agree(&changed, place) { accepted += 1 } else { refused += 1 }
            }
            let mut added = value.clone();
            if let Some(object) = added.pointer_mut(place).unwrap().as_object_mut() {
                object.insert("note".into(), json!("x y"));
                assert!(!agree(&added, place), "{place} has room for what nobody declared");
            }
            if let Some((parent, key)) = place.rsplit_once('/') {
                let mut without = value.clone();
                if let Some(object) = without.pointer_mut(parent).unwrap().as_object_mut() {
                    object.remove(&key.replace("~1", "/"));
                    agree(&without, place);
                }
            }
        }
    }
    assert!(accepted > 500 && refused > 2000, "{accepted} accepted, {refused} refused: both have to happen");
}

#[test]
fn no_text_of_a_record_has_room_for_a_sentence() {
    for line in VALID.lines() {
        let value: Value = serde_json::from_str(line).unwrap();
        let mut found = Vec::new();
        places(&value, "", &mut found);
        for place in found.iter().filter(|place| value.pointer(place).is_some_and(Value::is_string)) {
            for text in ["rm -rf / --no-preserve-root", "ada@example.org", "https://example.org/?token=x", "{\"a\":1}", &"x".repeat(97)] {
                let mut changed = value.clone();
                *changed.pointer_mut(place).unwrap() = json!(text);
                assert!(Record::parse(changed.to_string().as_bytes()).is_err(), "{place} takes {text}");
            }
        }
    }
}

#[test]
fn members_in_another_order_and_a_later_minor_version_are_read() {
    let line =
        r#"{"dropped":3,"reason":"torn","prev":null,"seq":1,"ts":"2026-11-30T10:00:00Z","call_id":"-","id":"g","kind":"gap","schema":"tool-decision/1.7"}"#;
    let record = Record::parse(line.as_bytes()).unwrap();
    assert_eq!(record.body, Body::Gap(Gap::new(3.try_into().unwrap(), GapReason::Torn)));
}

#[test]
fn lines_that_are_no_records() {
    let long = vec![b' '; Record::MAX_LINE + 1];
    let cases: [(&[u8], BadLine); 9] = [
        (b"[\"tool-decision/1\",\"gap\"]", BadLine::NotOurs),
        (&long, BadLine::TooLong),
        (b"\xff", BadLine::NotText),
        (b"", BadLine::NotJson),
        (b"{\"schema\":\"tool-decision/1\",\"kind\":\"gap\",\"id\":\"x\"", BadLine::NotJson),
        (b"{}", BadLine::NotOurs),
        (b"{\"schema\":\"tool-decision/2\",\"kind\":\"gap\"}", BadLine::NotOurs),
        (b"{\"schema\":\"tool-decision/1\",\"kind\":\"novel\"}", BadLine::UnknownKind),
        (b"{\"schema\":\"tool-decision/1\",\"kind\":\"gap\",\"id\":\"x y\"}", BadLine::Malformed(51)),
    ];
    for (line, error) in cases {
        assert_eq!(Record::parse(line).unwrap_err(), error, "{}", String::from_utf8_lossy(line));
    }
}

proptest! {
    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = Record::parse(&bytes);
    }

    #[test]
    fn a_cut_line_is_never_a_record(at: prop::sample::Index, which: prop::sample::Index) {
        let line = VALID.lines().nth(which.index(VALID.lines().count())).unwrap();
        prop_assert!(Record::parse(&line.as_bytes()[..at.index(line.len())]).is_err());
    }

    #[test]
    fn numbers_come_back_as_they_were(ms in 0f64..1e9) {
        let record = Record { head: Head::new(Code::known("c")), body: Execution::new(1, ExecutionStatus::Ok, ms, KnownEffect::None).into() };
        let line = record.to_line();
        let Body::Execution(read) = Record::parse(&line).unwrap().body else { panic!() };
        prop_assert_eq!(read.ms, ms);
    }
}
