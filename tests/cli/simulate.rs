//! `tool-recovery simulate` and `gate` from outside.

use crate::cli_support::{Run, program};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tool_recovery::eval::simulate::GuardKind;

fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli_simulate").join(name);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).unwrap();
    directory
}

fn run(directory: &Path, arguments: &[&str]) -> Run {
    program().current_dir(directory).args(arguments).output().unwrap().into()
}

fn json_of(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn losses_stand_first_and_the_seed_decides() {
    let directory = directory("first");
    let played = run(&directory, &["simulate", "--episodes", "300", "--threads", "1", "--json", "a.json", "--html", "a.html"]);
    assert_eq!((played.code, played.err.as_str()), (Some(0), ""));
    let place = |text: &str, part: &str| text.find(part).unwrap_or_else(|| panic!("{part} is not there"));
    assert!(place(&played.out, "`keywords` loses") < place(&played.out, "no guard  ") && place(&played.out, "no guard  ") < place(&played.out, "it gains"));
    let page = fs::read_to_string(directory.join("a.html")).unwrap();
    assert!(place(&page, "Where this crate loses") < place(&page, "All worlds and agents"));
    for part in ["<script", "http:", "https:", "<link", "@import"] {
        assert!(!page.contains(part), "{part}");
    }
    assert_eq!(run(&directory, &["simulate", "--episodes", "300", "--threads", "2", "--json", "b.json"]).code, Some(0));
    assert_eq!(json_of(&directory.join("a.json")), json_of(&directory.join("b.json")));
}

/// The modes with an evaluator say whose answers they have, and one that is not there says so.
#[test]
fn simulated_answers_are_called_simulated() {
    let directory = directory("simulated");
    let played = run(&directory, &["simulate", "--episodes", "200", "--evaluator-accuracy", "0.5", "--json", "a.json", "--html", "a.html"]);
    assert_eq!((played.code, played.err.as_str()), (Some(0), ""));
    let (report, page) = (json_of(&directory.join("a.json")), fs::read_to_string(directory.join("a.html")).unwrap());
    let cells = |guard: &str| -> Vec<Value> {
        report["overall"].as_array().unwrap().iter().filter(|cell| cell["guard"] == guard).map(|cell| cell["mean"].clone()).collect()
    };
    for (guard, compiled) in [("compare", cfg!(feature = "compare")), ("jev", cfg!(feature = "jev"))] {
        let one = report["simulated"].as_array().unwrap().iter().find(|one| one["guard"] == guard);
        assert_eq!((one.is_some(), !cells(guard).is_empty()), (compiled, compiled));
        if let Some(one) = one {
            assert_eq!(one["accuracy"], 0.5);
            assert!(one["evaluations"]["asked"].as_u64().unwrap() > 0 && one["evaluations"]["wrong"].as_u64().unwrap() > 0, "{one}");
            assert!(played.out.contains(&format!("{guard} (simulated, 0.50)")) && played.out.contains("no model was asked"), "{}", played.out);
            assert!(page.contains(&format!("{guard} (simulated, 0.50)")) && page.contains("the answers are simulated"));
        } else {
            assert!(played.out.contains(&format!("`{guard}` was not played")) && page.contains("Not in this build"), "{}", played.out);
        }
    }
    if cfg!(feature = "compare") {
        assert_eq!(cells("compare"), cells("keywords"), "what is served is what the mode keywords serves");
    }
    assert_eq!(run(&directory, &["simulate", "--evaluator-accuracy", "1.5"]).code, Some(2));
}

#[test]
fn parameters_can_be_printed_changed_and_are_checked() {
    let directory = directory("parameters");
    let printed = run(&directory, &["simulate", "--print-parameters"]);
    let mut parameters: Value = serde_json::from_str(&printed.out).unwrap();
    parameters["worlds"] = json!([["permission", 1.0]]);
    parameters["external_change"] = json!(0.0);
    fs::write(directory.join("p.json"), parameters.to_string()).unwrap();
    assert_eq!(run(&directory, &["simulate", "--episodes", "50", "--parameters", "p.json", "--json", "a.json"]).code, Some(0));
    let solved = json_of(&directory.join("a.json"))["overall"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|cell| cell["measure"] == "solved")
        .map(|cell| cell["mean"]["mean"].clone())
        .collect::<Vec<_>>();
    assert!(solved.len() == GuardKind::compiled().count() && solved.iter().all(|mean| *mean == 0.0), "nobody here can give the permission");
    fs::write(directory.join("p.json"), "{\"wordls\": []}").unwrap();
    let run_again = || run(&directory, &["simulate", "--episodes", "50", "--parameters", "p.json"]);
    assert_eq!(run_again().code, Some(2));
    fs::write(directory.join("p.json"), r#"{"CANARY": 1}"#).unwrap();
    let other = run_again();
    assert!(other.code == Some(2) && other.err.contains("is JSON, but") && !other.err.contains("CANARY"), "{}", other.err);
    fs::write(directory.join("p.json"), "{CANARY}").unwrap();
    let broken = run_again();
    assert!(broken.code == Some(2) && broken.err.contains("is not JSON (line 1, column 2)") && !broken.err.contains("CANARY"), "{}", broken.err);
}

#[test]
fn the_gate_says_which_rule_does_not_hold() {
    let directory = directory("gate");
    assert_eq!(run(&directory, &["simulate", "--episodes", "100", "--json", "s.json"]).code, Some(0));
    let rows = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/rows.jsonl");
    let evaluate = |gates: &[&str]| {
        let fixed = ["eval", "--input", rows.to_str().unwrap(), "--draws", "100", "--json", "e.json"];
        run(&directory, &[&fixed[..], gates].concat()).code
    };
    let gate = |more: &[&str]| run(&directory, &[&["gate", "--eval", "e.json", "--simulation", "s.json"][..], more].concat());
    assert_eq!(evaluate(&["--gate", "keywords:class:macro_f1>=0.7"]), Some(0));
    let few = gate(&[]);
    assert!(few.code == Some(4) && few.err.contains("100 episodes"), "{}", few.err);
    assert_eq!(run(&directory, &["simulate", "--episodes", "1500", "--json", "s.json"]).code, Some(0));
    let enough = ["--episodes", "1500"];
    let passed = gate(&enough);
    assert_eq!(passed.code, Some(0), "{}{}", passed.out, passed.err);
    let slow = gate(&[&enough[..], &["--p95-ms", "0.000001"]].concat());
    assert!(slow.code == Some(1) && slow.err.contains("decisions are fast enough"), "{}", slow.err);
    let greedy = gate(&[&enough[..], &["--material", "0.99"]].concat());
    assert!(greedy.code == Some(1) && greedy.err.contains("materially fewer futile calls"), "{}", greedy.err);
    // Agents that stop by themselves leave a guard nothing to do: the rule fails by what was played.
    let parameters = json!({"agents": [["following", 1.0]], "worlds": [["polling", 1.0]]});
    fs::write(directory.join("p.json"), parameters.to_string()).unwrap();
    assert_eq!(run(&directory, &["simulate", "--episodes", "1500", "--parameters", "p.json", "--json", "s.json"]).code, Some(0));
    let idle = gate(&enough);
    assert!(idle.code == Some(1) && idle.err.contains("materially fewer futile calls"), "{}", idle.err);
    assert_eq!(evaluate(&[]), Some(3));
    assert_eq!(run(&directory, &["simulate", "--episodes", "1500", "--json", "s.json"]).code, Some(0));
    assert_eq!(gate(&enough).code, Some(3));
}
