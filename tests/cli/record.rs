//! `tool-recovery record` from outside: real commands and a real server.

use crate::cli_support::{Run, program};
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};
use tool_recovery::{
    classify::Class,
    eval::dataset::{Entry, Question, Relation},
};

fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli_record").join(name);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).unwrap();
    directory
}

fn record(directory: &Path, recipes: &Value, more: &[&str]) -> Run {
    fs::write(directory.join("recipes.json"), recipes.to_string()).unwrap();
    program().current_dir(directory).args(["record", "--recipes", "recipes.json"]).args(more).output().unwrap().into()
}

fn rows(path: &Path) -> Vec<Value> {
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn find<'a>(rows: &'a [Value], id: &str) -> &'a Value {
    rows.iter().find(|row| row["id"] == id).unwrap_or_else(|| panic!("there is no row {id}"))
}

fn recipes() -> Value {
    let case = |template: &str, class: &str, call: Value| json!({"family": "shell", "template": template, "transport": "process", "class": class, "effect": "read_only", "call": call});
    let mut missing = case("missing", "wrong_arguments", json!({"command": "cat {v}"}));
    missing["vary"] = json!(["a.txt", "b.txt"]);
    missing["setup"] = json!(["echo x > c.txt"]);
    missing["corrected"] = json!({"evidenced": false, "call": {"command": "cat c.txt"}});
    let mut flaky = case("flaky", "transient", json!({"request": {"path": "/flaky/1/test"}}));
    (flaky["family"], flaky["transport"]) = (json!("api"), json!("http"));
    let mut limited = flaky.clone();
    (limited["template"], limited["class"], limited["call"]) = (json!("limited"), json!("rate_limited"), json!({"request": {"path": "/limited/60/test"}}));
    let mut closed = flaky.clone();
    (closed["template"], closed["class"], closed["call"]) = (json!("closed"), json!("unavailable"), json!({"request": {"path": "/", "closed": true}}));
    let mut later = case("later", "transient", json!({"command": "test -e ready || { echo not yet; exit 1; }"}));
    later["setup"] = json!(["(sleep 0.3; touch ready) >/dev/null 2>&1 &"]);
    later["reissue_ms"] = json!([0, 900]);
    json!({
        "cases": [missing, flaky, limited, closed, later,
            case("killed", "transient", json!({"command": "sleep 30", "kill_after_ms": 200})),
            case("where", "unknown", json!({"command": "pwd; echo {port} $HOME; exit 4"})),
            case("absent", "unknown", json!({"command": "no-such-program-here x"})),
            case("fine", "unknown", json!({"command": "true"}))],
        "sessions": [{"name": "s", "family": "shell", "steps": [
            {"template": "missing", "transport": "process", "class": "wrong_arguments", "effect": "read_only", "call": {"command": "cat made"}},
            {"template": "make", "transport": "process", "effect": "applied", "call": {"command": "echo x > made"}},
            {"template": "missing", "transport": "process", "effect": "read_only", "call": {"command": "cat made"}}]}]
    })
}

#[test]
fn labels_are_what_was_measured() {
    let directory = directory("measured");
    let run = record(&directory, &recipes(), &["--out", "rows.jsonl"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let rows = rows(&directory.join("rows.jsonl"));
    for row in &rows {
        Entry::parse(row.to_string().as_bytes()).unwrap_or_else(|fault| panic!("{}: {fault}", row["id"]));
        assert!(row["digest"].is_string());
    }
    let label = |id: &str, name: &str| find(&rows, id)["label"][name].clone();
    assert_eq!((label("shell-missing-0", "retry_unchanged"), label("shell-missing-0", "corrected_succeeds")), (json!(false), json!(true)));
    assert_eq!(label("shell-missing-1", "correction"), "speculative");
    assert_eq!((label("api-flaky-0", "retry_unchanged"), label("api-limited-0", "retry_unchanged")), (json!(true), json!(false)));
    assert_eq!(label("shell-later-0", "retry_unchanged"), true, "it came to be within five seconds");
    assert_eq!(find(&rows, "api-limited-0")["result"]["headers"]["retry-after"], "60");
    assert_eq!(find(&rows, "shell-killed-0")["result"]["signal"], 9);
    assert!(find(&rows, "api-closed-0")["result"]["http_status"].is_null());
    let again = find(&rows, "shell-missing-0-identical_reissue");
    assert_eq!((&again["lineage"]["parent"]["id"], &again["label"]["class"]), (&json!("shell-missing-0"), &json!("wrong_arguments")));
    assert_eq!(find(&rows, "shell-missing-0-corrected")["label"]["class"], Value::Null);
    let text = find(&rows, "shell-where-0")["result"]["text"].as_str().unwrap();
    assert_eq!(text, "/home/user/project\n8080 /home/user/project\n", "where and by whom it ran is replaced");
    let steps: Vec<&Value> = (1..=3).map(|step| &find(&rows, &format!("session-s-{step}"))["label"]["class"]).collect();
    assert_eq!(steps, [&json!("wrong_arguments"), &Value::Null, &Value::Null]);
    assert!(run.err.contains("skipped shell absent: not installed") && run.err.contains("skipped shell fine: shell-fine-0: the call succeeded"), "{}", run.err);
}

#[test]
fn a_second_time_it_comes_out_as_before_or_that_is_said() {
    let directory = directory("again");
    assert_eq!(record(&directory, &recipes(), &["--out", "rows.jsonl"]).code, Some(0));
    let run = record(&directory, &recipes(), &["--check", "rows.jsonl"]);
    assert!(run.code == Some(0) && run.out.contains("(100.0%)"), "{}{}", run.out, run.err);
    let mut other = recipes();
    other["cases"].as_array_mut().unwrap().truncate(1);
    let run = record(&directory, &other, &["--check", "rows.jsonl"]);
    assert!(run.code == Some(1) && run.out.contains("missing: api-flaky-0"), "{}", run.out);
    assert_eq!(record(&directory, &json!({"cases": [{"family": "x"}]}), &["--out", "x"]).code, Some(2));
}

/// A call under a locale that no system has, and the same under a German one.
fn in_other_words() -> Value {
    let case = |template: &str, locale: &str, command: &str| {
        json!({"family": "cat", "template": template, "transport": "process", "class": "wrong_arguments", "effect": "read_only",
        "fault": "locale", "locale": locale, "call": {"command": command}})
    };
    json!({"cases": [case("nowhere", "xx_XX.UTF-8", "cat a.txt"), case("german", "de_DE.UTF-8", "cat a.txt"), case("untranslated", "de_DE.UTF-8", "echo no; exit 3"),
        case("path", "../../x", "cat a.txt")]})
}

#[test]
fn a_locale_is_used_where_it_is_there_and_that_it_is_not_is_said() {
    let directory = directory("locale");
    let run = record(&directory, &in_other_words(), &["--out", "rows.jsonl"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.err.contains("skipped cat nowhere: locale xx_XX.UTF-8 is not installed and cannot be made"), "{}", run.err);
    assert!(run.err.contains("skipped cat path: a locale has a name such as"), "{}", run.err);
    let made = rows(&directory.join("rows.jsonl"));
    assert!(made.iter().all(|row| row["template"] == "german"), "what says the same is no row of a locale: {}", run.err);
    if run.err.contains("skipped cat german") {
        assert!(run.err.contains("skipped cat german: locale de_DE.UTF-8") || run.err.contains("says the same under its locale"), "{}", run.err);
        return;
    }
    let row = find(&made, "cat-german-0");
    assert!(row["result"]["text"].as_str().unwrap().contains("Datei oder Verzeichnis nicht gefunden"), "{}", row["result"]["text"]);
    assert_eq!((&row["lineage"]["fault"], &row["label"]["retry_unchanged"]), (&json!("locale"), &json!(false)));
    assert!(!row.to_string().contains("locales"), "where it was made is nobody's business");
    let again = record(&directory, &in_other_words(), &["--check", "rows.jsonl"]);
    assert!(again.code == Some(0) && again.out.contains("2 of 2 rows"), "{}", again.out);
}

#[test]
fn rows_of_a_locale_that_is_not_here_are_not_compared() {
    let directory = directory("elsewhere");
    let row = |id: &str, template: &str| json!({"id": id, "family": "cat", "template": template, "result": {"transport": "process", "exit_code": 1, "is_error": true}, "call": {"tool": "shell"}});
    fs::write(directory.join("before.jsonl"), format!("{}\n", row("cat-nowhere-0", "nowhere"))).unwrap();
    let run = record(&directory, &in_other_words(), &["--check", "before.jsonl"]);
    assert!(run.out.contains("1 rows were not compared") && run.out.contains("0 of 0 rows"), "{}{}", run.out, run.err);
    assert_eq!(run.code, Some(4), "nothing that can be compared is no proof");
}

#[test]
fn rows_of_a_program_that_is_not_here_are_not_compared_and_enough_of_the_others_are() {
    let directory = directory("without");
    let recipes = |absent: &str| {
        let case = |template: &str, command: &str| json!({"family": "cat", "template": template, "transport": "process", "class": "wrong_arguments", "effect": "read_only", "call": {"command": command}});
        let step = |class: Value, command: &str| json!({"template": "step", "transport": "process", "class": class, "effect": "read_only", "call": {"command": command}});
        let session = json!({"name": "s", "family": "cat", "steps": [step(json!("wrong_arguments"), "cat b.txt"), step(Value::Null, absent)]});
        json!({"cases": [case("missing", "cat a.txt"), case("other", &format!("{absent} && exit 7"))], "sessions": [session]})
    };
    assert_eq!(record(&directory, &recipes("true"), &["--out", "rows.jsonl"]).code, Some(0));
    let check = |recipes: &Value, more: &[&str]| record(&directory, recipes, &[&["--check", "rows.jsonl"][..], more].concat());
    let whole = check(&recipes("true"), &["--at-least", "6"]);
    assert!(whole.code == Some(0) && whole.out.contains("6 of 6 rows"), "{}{}", whole.out, whole.err);
    let without = check(&recipes("no-such-program-here"), &["--at-least", "2"]);
    assert!(without.out.contains("4 rows were not compared: their program is not here") && without.out.contains("2 of 2 rows"), "{}", without.out);
    assert_eq!(without.code, Some(0), "{}", without.err);
    let few = check(&recipes("no-such-program-here"), &["--at-least", "3"]);
    assert!(few.code == Some(4) && few.err.contains("2 rows were compared, and 3 are needed"), "{}", few.err);
}

#[test]
fn the_recorded_corpus_has_what_it_is_to_have() {
    let text = include_str!("../../fixtures/rows.jsonl");
    let entries: Vec<Entry> = text.lines().map(|line| Entry::parse(line.as_bytes()).expect("a row")).collect();
    let families: BTreeSet<&str> = entries.iter().map(|entry| entry.family.as_str()).collect();
    assert!(entries.len() >= 300 && families.len() >= 20, "{} rows, {} families", entries.len(), families.len());
    let classes: BTreeSet<usize> = entries.iter().filter_map(|entry| entry.gold(Question::Class)).collect();
    assert_eq!(classes.len(), Class::ALL.len(), "every class");
    for transport in ["process", "http", "mcp", "jsonrpc", "python", "node", "sql", "grpc"] {
        assert!(text.contains(&format!("\"transport\":\"{transport}\"")), "{transport}");
    }
    let ids: BTreeSet<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
    assert_eq!(ids.len(), entries.len());
    assert!(entries.iter().all(|entry| entry.digest.is_some() && entry.lineage.is_some()));
    let related = |relation| {
        entries
            .iter()
            .filter(|entry| entry.lineage.as_ref().and_then(|lineage| lineage.parent.as_ref()).is_some_and(|parent| parent.relation == relation))
            .count()
    };
    let locales: BTreeSet<&str> = entries.iter().filter_map(|entry| entry.lineage.as_ref()?.fault.as_deref()?.strip_prefix("locale ")).collect();
    assert!(locales.len() >= 6, "words of other languages: {locales:?}");
    assert!(related(Relation::IdenticalReissue) > 100 && related(Relation::Corrected) > 50);
    let text = text.replace("/home/user/", "");
    for private in ["/root", "/tmp/", "/home/"] {
        assert!(!text.contains(private), "{private}");
    }
}
