//! `tool-recovery calibrate`, and how held-out rows are opened.

use crate::cli_support::{Run, program};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// A split of rows that the text rules get right, but for the unheard-of ones.
fn splits(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli_calibrate").join(name);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).unwrap();
    let row = |id: usize| {
        let text = if id.is_multiple_of(4) { "zorp blorp" } else { "curl: (7) Failed to connect to 127.0.0.1 port 9: Connection refused" };
        json!({"id": format!("r{id:04}"), "family": format!("family-{}", id / 3), "template": format!("t{id}"), "effect": "read_only", "phase": "execution",
            "call": {"tool": "bash", "arguments": {"command": format!("run {id}")}}, "result": {"transport": "process", "exit_code": 7, "is_error": true, "text": text},
            "label": {"class": "unavailable", "retry_unchanged": false, "correction": "none"}, "basis": "constructed"})
    };
    fs::write(directory.join("rows.jsonl"), (0..900).map(|id| format!("{}\n", row(id))).collect::<String>()).unwrap();
    assert_eq!(run(&directory, &["split", "--input", "rows.jsonl", "--out", "parts"]).code, Some(0));
    directory
}

fn run(directory: &Path, arguments: &[&str]) -> Run {
    program().current_dir(directory).args(arguments).output().unwrap().into()
}

const TUNE: &str = "parts/tune.natural.jsonl";
const HELDOUT: &str = "parts/heldout.natural.jsonl";

fn calibrate(directory: &Path, input: &str, more: &[&str]) -> Run {
    let fixed = ["calibrate", "--input", input, "--system", "keywords", "--max-risk", "0.05", "--out", "thresholds.json"];
    run(directory, &[&fixed[..], more].concat())
}

fn eval(directory: &Path, more: &[&str]) -> Run {
    let fixed = ["eval", "--input", HELDOUT, "--json", "report.json", "--draws", "50"];
    run(directory, &[&fixed[..], more].concat())
}

fn json_of(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn thresholds_are_chosen_on_other_rows_and_hold_on_the_held_out_ones() {
    let directory = splits("way");
    let chosen = calibrate(&directory, TUNE, &["--id", "p1"]);
    assert_eq!((chosen.code, chosen.err.as_str()), (Some(0), ""));
    let policy = json_of(&directory.join("thresholds.json"));
    assert_eq!((&policy["split"], &policy["system"], &policy["schema"]), (&json!("tune"), &json!("keywords"), &json!("thresholds/1")));
    let edge = policy["values"]["class"]["act_at"].as_f64().unwrap();
    assert!(edge > 0.0 && edge < 0.5, "words are believed, and `unknown` is not: {edge}");
    let locked = json_of(&directory.join("parts/split.lock.json"));
    let tune = locked["files"].as_array().unwrap().iter().find(|file| file["split"] == "tune").unwrap();
    assert_eq!(policy["dataset_digest"], tune["digest"]);

    let result = eval(&directory, &["--thresholds", "thresholds.json"]);
    assert_eq!(result.code, Some(3), "{}", result.err);
    let report = json_of(&directory.join("report.json"));
    assert_eq!(
        (&report["dataset"]["split"], &report["dataset"]["thresholds_digest"], &report["dataset"]["heldout_uses"]),
        (&json!("heldout"), &policy["digest"], &json!(1))
    );
    let systems = report["sections"][0]["systems"].as_array().unwrap();
    let acting = systems.iter().find(|system| system["name"] == "keywords@p1").unwrap();
    assert_eq!(acting["classes"]["selective_accuracy"], 1.0);
    assert!(acting["classes"]["abstained"].as_u64().unwrap() > 0);
}

#[test]
fn held_out_rows_need_a_policy_that_nobody_changed() {
    let directory = splits("locked");
    let refused = eval(&directory, &[]);
    assert!(refused.code == Some(2) && refused.err.contains("held out"), "{}", refused.err);
    let refused = calibrate(&directory, HELDOUT, &[]);
    assert!(refused.code == Some(2) && refused.err.contains("held out"), "{}", refused.err);
    assert!(!directory.join("parts/heldout.ledger.jsonl").exists(), "a refusal is no use");
    // A policy from rows that no lock knows.
    fs::create_dir(directory.join("elsewhere")).unwrap();
    fs::copy(directory.join("rows.jsonl"), directory.join("elsewhere/rows.jsonl")).unwrap();
    assert_eq!(calibrate(&directory, "elsewhere/rows.jsonl", &[]).code, Some(0));
    let refused = eval(&directory, &["--thresholds", "thresholds.json"]);
    assert!(refused.code == Some(2) && refused.err.contains("not chosen on"), "{}", refused.err);
    // A policy that was changed by hand.
    assert_eq!(calibrate(&directory, TUNE, &[]).code, Some(0));
    let mut policy = json_of(&directory.join("thresholds.json"));
    policy["values"]["class"]["act_at"] = json!(0.9);
    fs::write(directory.join("changed.json"), policy.to_string()).unwrap();
    let refused = eval(&directory, &["--thresholds", "changed.json"]);
    assert!(refused.code == Some(2) && refused.err.contains("changed after"), "{}", refused.err);
    // Rows that were changed.
    fs::write(directory.join(TUNE), fs::read_to_string(directory.join(TUNE)).unwrap().replacen("run ", "sun ", 1)).unwrap();
    assert!(calibrate(&directory, TUNE, &[]).err.contains("other rows than"));
}

#[test]
fn uses_of_held_out_rows_are_counted_and_later_policies_refused() {
    let directory = splits("uses");
    let uses = |policy: &str| {
        let run = eval(&directory, &["--thresholds", policy]);
        (run.code == Some(3)).then(|| json_of(&directory.join("report.json"))["dataset"]["heldout_uses"].clone())
    };
    assert_eq!(calibrate(&directory, TUNE, &["--id", "one"]).code, Some(0));
    fs::rename(directory.join("thresholds.json"), directory.join("one.json")).unwrap();
    assert_eq!(calibrate(&directory, TUNE, &["--id", "two"]).code, Some(0));
    fs::rename(directory.join("thresholds.json"), directory.join("two.json")).unwrap();
    assert_eq!((uses("one.json"), uses("one.json"), uses("two.json")), (Some(json!(1)), Some(json!(1)), Some(json!(2))));
    // A policy that was made after the first use: the ledger says the rows were used long ago.
    let ledger = directory.join("parts/heldout.ledger.jsonl");
    let mut first: Value = serde_json::from_str(fs::read_to_string(&ledger).unwrap().lines().next().unwrap()).unwrap();
    first["at"] = json!(1000);
    fs::write(&ledger, format!("{first}\n")).unwrap();
    let refused = eval(&directory, &["--thresholds", "two.json"]);
    assert!(refused.code == Some(2) && refused.err.contains("younger"), "{}", refused.err);
}

#[test]
fn too_little_is_said_and_an_objective_is_needed() {
    let directory = splits("little");
    let few: String = fs::read_to_string(directory.join("rows.jsonl")).unwrap().lines().take(49).map(|line| format!("{line}\n")).collect();
    fs::write(directory.join("few.jsonl"), few).unwrap();
    let refused = calibrate(&directory, "few.jsonl", &[]);
    assert!(refused.code == Some(4) && refused.err.contains("class: 49 labelled rows"), "{}", refused.err);
    assert_eq!(run(&directory, &["calibrate", "--input", "rows.jsonl", "--system", "keywords", "--out", "x.json"]).code, Some(2));
    let costs = ["calibrate", "--input", "rows.jsonl", "--system", "keywords", "--cost-wrong", "10", "--cost-abstain", "1", "--out", "x.json"];
    assert_eq!(run(&directory, &costs).code, Some(0));
    assert_eq!(json_of(&directory.join("x.json"))["objective"]["cost"]["wrong"], 10.0);
}

/// The costs of the class question as `fixtures/costs.json` has them, with one cost changed.
fn costs(directory: &Path, change: impl FnOnce(&mut Value)) -> &'static str {
    let mut file = json_of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/costs.json"));
    change(&mut file);
    fs::write(directory.join("costs.json"), file.to_string()).unwrap();
    "costs.json"
}

#[test]
fn costs_by_truth_and_action_choose_and_stand_in_the_policy() {
    let directory = splits("costs");
    let calibrate = |file: &str| run(&directory, &["calibrate", "--input", "rows.jsonl", "--system", "keywords", "--costs", file, "--out", "c.json"]);
    // Three quarters are answered, and right; of the others `unknown` advises nothing, which costs 1 here. Acting on the first costs 225 of 900, never acting 900 of 900.
    let chosen = calibrate(costs(&directory, |_| {}));
    assert_eq!((chosen.code, chosen.err.as_str()), (Some(0), ""));
    assert!(chosen.out.contains("costs 0.250 a row (") && chosen.out.contains("never acting costs 1.000"), "{}", chosen.out);
    let policy = json_of(&directory.join("c.json"));
    assert_eq!((&policy["objective"]["minimize"], &policy["method"]), (&json!("mean cost"), &json!("group_bootstrap_95_upper")));
    assert_eq!(policy["objective"]["costs"]["questions"]["class"]["unavailable"]["install_or_start"], 0.0);
    assert_eq!((&policy["expected"]["class"]["cost"]["mean"], &policy["expected"]["class"]["cost"]["inaction"]), (&json!(0.25), &json!(1.0)));
    assert!(policy["values"].get("retry").is_none(), "what has no costs is not calibrated: {}", policy["values"]);
    // Where saying what is right costs more than silence, nothing is said.
    assert_eq!(calibrate(costs(&directory, |file| file["questions"]["class"]["unavailable"]["install_or_start"] = json!(1.5))).code, Some(0));
    assert_eq!(json_of(&directory.join("c.json"))["values"]["class"]["act_at"], Value::Null);
}

#[test]
fn what_is_wrong_with_costs_is_said() {
    let directory = splits("wrong-costs");
    let refused = |file: &str, more: &[&str]| {
        let fixed = ["calibrate", "--input", "rows.jsonl", "--system", "keywords", "--costs", file, "--out", "c.json"];
        let run = run(&directory, &[&fixed[..], more].concat());
        assert_eq!(run.code, Some(2), "{}", run.out);
        run.err
    };
    let class = |file: &mut Value| file["questions"]["class"].as_object_mut().unwrap().remove("unsupported");
    assert!(refused(costs(&directory, |file| drop(class(file))), &[]).contains("costs.json: class: the row `unsupported` is missing"));
    let other =
        costs(&directory, |file| file["questions"] = json!({"fit.scope": {"no": {"no": 0, "yes": 1, "abstain": 1}, "yes": {"no": 1, "yes": 0, "abstain": 1}}}));
    assert!(refused(other, &[]).contains("has none for a question"), "rows of another stage");
    assert!(refused("absent.json", &[]).contains("cannot be read"));
    for conflict in [&["--max-risk", "0.1"][..], &["--cost-wrong", "1", "--cost-abstain", "1"]] {
        assert!(refused(costs(&directory, |_| {}), conflict).contains("cannot be used with"), "{conflict:?}");
    }
}
