use super::*;
use crate::facts::Adapter;
use std::collections::{HashMap, HashSet};

fn classify(text: &str) -> Classification {
    Keywords::new().classify(&TextEvidence::new(text, Adapter::Process))
}

#[test]
fn every_rule_decides_its_own_example_and_not_the_other_one() {
    let mut wrong = Vec::new();
    for rule in table::rules() {
        let yes = classify(rule.yes);
        if yes.rule != rule.id || yes.class != rule.class {
            wrong.push(format!("{}: its example is decided by {} as {}", rule.id, yes.rule, yes.class));
        }
        let no = classify(rule.no);
        if no.rule == rule.id {
            wrong.push(format!("{}: it decides its counter-example", rule.id));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_rule_has_an_id_a_source_and_words() {
    let mut ids = HashSet::new();
    for rule in table::rules() {
        assert!(ids.insert(rule.id), "{} twice", rule.id);
        assert!(!rule.source.is_empty() && !rule.yes.is_empty() && !rule.no.is_empty(), "{}", rule.id);
        assert!(rule.each_word().next().is_some(), "{}", rule.id);
        for word in rule.each_word() {
            assert!(word.len() >= 3, "{}: {word} is shorter than the filter of openings", rule.id);
            assert!(rule.shape == rule::Shape::Exact || word.to_lowercase() == word, "{}: {word}", rule.id);
        }
    }
}

/// A rule that only one template of the recorded rows needs must stand on its own example: one that is not from those rows.
#[test]
fn no_rule_lives_on_one_recorded_template() {
    let shared = std::env::var_os("SHARED_DATA").map_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/../shared").into(), std::path::PathBuf::from);
    let Ok(rows) = std::fs::read_to_string(shared.join("corpus/dev.jsonl")) else {
        #[allow(clippy::print_stdout, reason = "says why nothing was tested")]
        {
            println!("skipped: no rows beside the repository");
        }
        return;
    };
    let mut support: HashMap<&str, HashMap<String, String>> = HashMap::new();
    // Both examples of a rule are its own.
    for example in table::rules().flat_map(|rule| [rule.yes, rule.no]) {
        let quoted = serde_json::to_string(example).expect("JSON");
        assert!(!rows.contains(quoted.trim_matches('"')), "{example:?} is out of the recorded rows");
    }
    for line in rows.lines().filter(|line| !line.trim().is_empty()) {
        let row: serde_json::Value = serde_json::from_str(line).expect("a row is JSON");
        let text = row["result"]["text"].as_str().unwrap_or_default();
        let template = format!("{}/{}", row["family"], row["template"]);
        support.entry(classify(text).rule).or_default().insert(template, text.to_owned());
    }
    for rule in table::rules() {
        let templates = support.get(rule.id).into_iter().flatten();
        let alone: Vec<_> = templates.collect();
        if let [(template, text)] = alone.as_slice() {
            let copied = text.contains(rule.yes.trim()) || rule.yes.contains(text.trim());
            assert!(!copied, "{} has no support but {template}", rule.id);
        }
    }
}

#[test]
fn the_message_of_a_verdict_is_the_decisive_line() {
    let long = format!("error: first\n{}error: \u{1b}[1mlast\u{1b}[0m one\n", "INFO fine\n".repeat(10_000));
    let texts = table::rules().flat_map(|rule| [rule.yes, rule.no]).chain(["null", "{\"error\":{\"message\":\"no such order\"}}", &long]);
    for text in texts {
        let found = classify(text).message.and_then(|(start, end)| text.get(start as usize..end as usize));
        assert!(found.is_none_or(|found| found == crate::classify::decisive_line(text)), "{text}");
        assert!(found.is_some() || says_nothing(text), "{text}");
    }
}

#[test]
fn an_unknown_code_is_read_by_its_parts_wherever_codes_stand() {
    for (text, class) in [
        ("Traceback (most recent call last):\n  File \"a.py\", line 3, in f\n    g()\nmill.errors.SpindleBusy", Class::Transient),
        ("Mill: Error (auth/card-expired).", Class::Authentication),
        ("Reply(131, 3, SpindleOffline)", Class::Unavailable),
        ("{\"code\":\"ERROR_SPINDLE_NOT_INSTALLED\"}", Class::Unavailable),
        ("mill::SpindleAccessRestricted: no", Class::Permission),
        ("request failed (SpindleTooManyCalls)", Class::RateLimited),
    ] {
        assert_eq!(classify(text).class, class, "{text}");
    }
}

#[test]
fn a_path_or_a_word_in_prose_is_no_code() {
    for text in ["wrote src/auth/card-expired.rs", "see docs/spindle-offline", "spindle-offline\nspindle-busy\n", "built (src/mill/spindle-busy.rs)"] {
        assert_eq!(classify(text).class, Class::Unknown, "{text}");
    }
}

#[test]
fn a_sentence_leans_only_where_no_rule_decides() {
    assert_eq!(classify("the label printer is not answering").rule, "leaning.service");
    assert_eq!(classify("the label printer is not answering: connection reset by peer").class, Class::Transient);
    assert_eq!(classify("printer must be one of laser, label").class, Class::WrongArguments);
}

#[test]
fn an_exception_inside_a_server_says_nothing_of_the_arguments() {
    let text = "{\"error\":{\"message\":\"Cannot read properties of undefined (reading 'id')\"}}";
    let code = crate::facts::Code::JsonRpc(-32603);
    let mut evidence = TextEvidence::new(text, Adapter::JsonRpc);
    evidence.code = Some(&code);
    assert_eq!(Keywords::new().classify(&evidence).class, Class::Unknown);
    evidence.code = None;
    assert_eq!(Keywords::new().classify(&evidence).class, Class::WrongArguments);
}

#[test]
fn an_apostrophe_is_one_also_as_typographers_set_it() {
    for text in ["Application isn't running.", "Application isn\u{2019}t running."] {
        let found = classify(text);
        assert_eq!(found.class, Class::Unavailable, "{text}");
        let (start, end) = found.span.expect("words decided");
        assert!(text.get(start as usize..end as usize).is_some_and(|words| words.starts_with("isn")), "{text}");
    }
}

#[test]
fn an_exception_of_a_group_is_no_quoted_source() {
    let group = "  + Exception Group Traceback (most recent call last):\n  |   File \"a.py\", line 4, in <module>\n  |     f()\n  | ExceptionGroup: two (1 sub-exception)\n  \
                 +-+---------------- 1 ----------------\n    | ValueError: invalid literal for int() with base 10: 'a'\n    +------------------------------------\n";
    assert_eq!(classify(group).class, Class::WrongArguments);
    assert_eq!(classify("error[E0]: x\n  |\n3 | let a = 1;\n  | ^^^ TimeoutError: x is not a name\n").class, Class::Unknown, "a mark of a compiler");
}

#[test]
fn who_is_refused_is_not_told_what_is_supported() {
    let text = "{\"message\":\"Method not allowed with this API key\"}";
    let with = |status: u16| {
        let code = crate::facts::Code::Http(status);
        let mut evidence = TextEvidence::new(text, Adapter::Http);
        evidence.code = Some(&code);
        Keywords::new().classify(&evidence).class
    };
    assert_eq!(with(403), Class::Permission);
    assert_eq!(with(400), Class::Unsupported);
}

#[test]
fn a_quoted_status_is_one() {
    assert_eq!(classify("Request failed with status code \"401 Unauthorized\". Check the settings!").class, Class::Authentication);
    assert_eq!(classify("unknown field \"401 Unauthorized\" in the page").class, Class::WrongArguments);
}
