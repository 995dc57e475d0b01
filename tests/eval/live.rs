//! `tool-recovery live` on records that real stacks wrote into files: three stacks, one folder each, and every number counted by hand.

use crate::{
    cli_support::{Run, program},
    proposal_support::{Host, Model, Mood, enforcing},
    support,
    support::{
        End, Script, ScriptFacts,
        evaluators::{Does, Service as Evaluating, deciding},
    },
};
use serde_json::{Value, json};
use std::{
    fs::{self, OpenOptions},
    future::ready,
    io::Write as _,
    path::{Path, PathBuf},
    process::Command,
    sync::Arc,
    time::Duration,
};
use tool_recovery::{
    RecoveryLayer, ToolCall,
    admission::{Catalog, Consequence, ScopePolicy, ToolDescriptor},
    classify::Class,
    compare::Compare,
    config::{Classifier, RecoveryConfig},
    facts::ProcessFacts,
    ledger::MemoryLedger,
    proposal::{ExposedFields, ProposalCheck},
    record::{
        Code, DigestKey, FileOptions, FileSink, Head, Label, LabelValue, ProposalRecorder, Record, RecordSink as _, Records, RotatingKey, Thresholds,
        record_files,
    },
    systemone::EvaluationErrorKind,
};
use tower::{Layer, Service, ServiceBuilder, ServiceExt, service_fn};

/// A folder for records, and the sink that writes there.
fn sink(name: &str) -> (PathBuf, Arc<FileSink>) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("eval_live").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let sink = Arc::new(FileSink::open(&folder, FileOptions::default()).unwrap());
    (folder, sink)
}

fn key() -> RotatingKey {
    RotatingKey::new(DigestKey::new("k1", &[7; 32]).unwrap())
}

fn live(paths: &[&Path]) -> (Run, Value) {
    let report = paths[0].with_extension("json");
    let run: Run = program().arg("live").args(paths).arg("--json").arg(&report).output().unwrap().into();
    (run, serde_json::from_str(&fs::read_to_string(&report).unwrap_or_else(|_| "null".to_owned())).unwrap())
}

/// `k of n` of a rate.
fn rate(report: &Value, name: &str) -> (u64, u64) {
    (report[name]["k"].as_u64().unwrap(), report[name]["n"].as_u64().unwrap())
}

fn class<'a>(report: &'a Value, name: &str) -> &'a Value {
    report["classes"].as_array().unwrap().iter().find(|class| class["class"] == name).unwrap_or_else(|| panic!("no failure is of the class {name}"))
}

/// Programs in a folder, as an agent's shell runs them.
fn shell(folder: &Path) -> impl Fn(ToolCall) -> std::future::Ready<std::io::Result<std::process::Output>> + Clone + use<> {
    let folder = folder.to_owned();
    move |call| {
        let command = call.value().and_then(|arguments| arguments["command"].as_str()).unwrap_or_default().to_owned();
        ready(Command::new("sh").args(["-c", &command]).current_dir(&folder).env("LC_ALL", "C").output())
    }
}

fn tools() -> Catalog {
    Catalog::builder().tool(ToolDescriptor::new("shell").read_only()).tool(ToolDescriptor::new("other").read_only()).build().unwrap()
}

#[tokio::test(start_paused = true)]
async fn what_keywords_serves_is_counted_as_by_hand() {
    let (folder, sink) = sink("keywords");
    let work = tempfile::tempdir().unwrap();
    fs::write(work.path().join("notes.txt"), "x").unwrap();
    fs::write(work.path().join("query.sh"), "test -e ready || { echo 'error: database is locked' >&2; exit 1; }").unwrap();
    let rules = ScopePolicy::allow_by_default().deny("guest", "other").build_for(&tools()).unwrap();
    let layer = RecoveryLayer::builder()
        .catalog(tools())
        .policy(rules)
        .facts(ProcessFacts::default())
        .ledger(MemoryLedger::default())
        .records(Records::new(sink.clone(), key()))
        .build()
        .unwrap();
    let mut stack = ServiceBuilder::new().layer(layer).service(service_fn(shell(work.path())));
    let script: [(&str, &str, &str); 13] = [
        // A: three times the same, which halts, and one that the halt refuses.
        ("A", "shell", "cat note.txt"),
        ("A", "shell", "cat note.txt"),
        ("A", "shell", "cat note.txt"),
        ("A", "shell", "cat note.txt"),
        // B: wrong, wrong in another way, right: both are made good, after two further calls.
        ("B", "shell", "cat note.txt"),
        ("B", "shell", "cat noted.txt"),
        ("B", "shell", "cat notes.txt"),
        // C: another tool's success makes nothing good.
        ("C", "shell", "convert-report x"),
        ("C", "other", "cat notes.txt"),
        // D: what passes by itself, by the same call.
        ("D", "shell", "sh query.sh"),
        ("D", "shell", "sh query.sh"),
        // E: refused by policy, and never run.
        ("E", "other", "cat notes.txt"),
        ("F", "other", "cat notes.txt"),
    ];
    for (number, (run, tool, command)) in script.into_iter().enumerate() {
        if number == 10 {
            fs::write(work.path().join("ready"), "").unwrap();
            tokio::time::advance(Duration::from_secs(2)).await;
        }
        let scope = if run == "E" { "guest" } else { "owner" };
        // Two runs may use the same names of calls.
        let id = if run == "F" { "call-11".to_owned() } else { format!("call-{number}") };
        let call = ToolCall::new(tool, json!({"command": command})).with_run(run).with_scope(scope).with_call_id(id);
        let _ = stack.ready().await.unwrap().call(call).await.unwrap();
    }
    sink.flush(Duration::from_secs(30)).unwrap();

    let (run, report) = live(&[&folder]);
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
    // Failures: three of A (a fourth call was refused, and did not fail), two of B, one each of C, D and E.
    assert_eq!((rate(&report, "recovered"), report["sessions"].as_u64()), ((3, 8), Some(5)), "{}", run.out);
    assert_eq!((rate(&report, "futile"), rate(&report, "halts_recovered").0), ((2, 8), 0), "the second and the third of A");
    assert_eq!((class(&report, "wrong_arguments")["recovered"]["k"].as_u64(), class(&report, "unavailable")["recovered"]["k"].as_u64()), (Some(2), Some(0)));
    assert_eq!(class(&report, "transient")["recovered"]["k"], 1);
    assert_eq!(class(&report, "wrong_arguments")["after_calls"]["p50"], 2.0);
    assert_eq!(report["how"], json!({"changed_arguments": 1, "same_call": 1}));
    assert_eq!(report["after_ms"]["max"], 2000.0);
    assert_eq!(
        (report["records"]["recovery"].as_u64(), report["records"]["recovered"].as_u64(), report["records"]["execution"].as_u64()),
        (Some(9), Some(2), Some(13))
    );
    assert_eq!((&report["violations"], &report["observational"], &report["torn"]), (&json!({}), &json!(true), &json!(0)));

    // The process was killed in the middle of a line: the rest is counted, and the line is said to be cut off. In the middle of a file it is a fault.
    let file = record_files(&folder).unwrap().pop().unwrap();
    OpenOptions::new().append(true).open(&file).unwrap().write_all(b"{\"schema\":\"tool-deci").unwrap();
    let (run, torn) = live(&[&folder]);
    assert_eq!((run.code, torn["torn"].as_u64(), rate(&torn, "recovered")), (Some(0), Some(1), (3, 8)), "{}", run.err);
    OpenOptions::new().append(true).open(&file).unwrap().write_all(b"\n").unwrap();
    let (run, _) = live(&[&file]);
    assert!(run.code == Some(2) && run.err.contains("not JSON"), "{}", run.err);
}

#[tokio::test(start_paused = true)]
async fn what_compare_learns_beside_changes_no_number() {
    let mut reports = Vec::new();
    for (name, mode) in [("beside-keywords", Classifier::Keywords), ("beside-compare", Classifier::Compare)] {
        let (folder, sink) = sink(name);
        let work = tempfile::tempdir().unwrap();
        let mut config = RecoveryConfig::default();
        config.classifier = mode;
        let (shadow, worker) = Compare::new(Evaluating::new([Does::Says(Class::Permission, 0.97)])).build(&config).unwrap();
        let worker = tokio::spawn(worker);
        let layer = RecoveryLayer::builder()
            .catalog(tools())
            .facts(ProcessFacts::default())
            .decider(shadow.clone())
            .records(Records::new(sink.clone(), key()))
            .config(config)
            .build()
            .unwrap();
        let mut stack = ServiceBuilder::new().layer(layer.clone()).service(service_fn(shell(work.path())));
        for (number, command) in
            ["echo 'it did not work' >&2; exit 1", "echo 'it did not work' >&2; exit 1", "echo 'no luck either' >&2; exit 3", "true"].into_iter().enumerate()
        {
            let call = ToolCall::new("shell", json!({"command": command})).with_run("A").with_call_id(format!("call-{number}"));
            let _ = stack.ready().await.unwrap().call(call).await.unwrap();
        }
        let handed_over = shadow.counters().queued;
        drop((stack, layer, shadow));
        worker.await.unwrap();
        sink.flush(Duration::from_secs(30)).unwrap();
        let (run, report) = live(&[&folder]);
        assert_eq!(run.code, Some(0), "{}", run.err);
        assert_eq!((rate(&report, "recovered"), rate(&report, "futile"), rate(&report, "halts")), ((3, 3), (1, 3), (0, 3)), "{}", run.out);
        assert_eq!(report["sources"], json!({"keywords": 3}), "whose word counts");
        assert_eq!(handed_over > 0, mode == Classifier::Compare);
        reports.push((rate(&report, "recovered"), report["classes"][0]["class"].clone(), report["how"].clone()));
    }
    assert_eq!(reports[0], reports[1]);
}

/// One call of a script: run, command, and what the model says where it is asked.
type Step = (&'static str, &'static str, Option<Does>);

/// Plays a script in the mode `compare` into a folder. Each answer is there before the next call.
async fn compared(name: &str, script: Vec<Step>) -> PathBuf {
    let (folder, sink) = sink(name);
    let work = tempfile::tempdir().unwrap();
    let mut config = deciding();
    config.classifier = Classifier::Compare;
    let says: Vec<Does> = script.iter().filter_map(|(_, _, says)| says.clone()).collect();
    let service = Evaluating::new(says.clone()).after(Duration::from_millis(40));
    let (shadow, worker) = Compare::new(service.clone()).build(&config).unwrap();
    let worker = tokio::spawn(worker);
    let records = Records::new(sink.clone(), key()).evaluator(Code::new("test").unwrap(), Code::new("model-1").unwrap());
    let layer =
        RecoveryLayer::builder().catalog(tools()).facts(ProcessFacts::default()).decider(shadow.clone()).records(records).config(config).build().unwrap();
    let mut stack = ServiceBuilder::new().layer(layer.clone()).service(service_fn(shell(work.path())));
    for (number, (run, command, _)) in script.into_iter().enumerate() {
        let call = ToolCall::new("shell", json!({"command": command})).with_run(run).with_call_id(format!("call-{number}"));
        let _ = stack.ready().await.unwrap().call(call).await.unwrap();
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!((service.asked(), shadow.counters().dropped), (says.len(), 0), "the script says what is asked");
    drop((stack, layer, shadow));
    worker.await.unwrap();
    sink.flush(Duration::from_secs(30)).unwrap();
    folder
}

fn lines(folder: &Path) -> Vec<Value> {
    let text: String = record_files(folder).unwrap().iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What the rules guess by the exit code alone, and what they are certain of.
const OPEN: &str = "echo 'CANARY did not work' >&2; exit 1";
const CERTAIN: &str = "cat note.txt";

fn beside_script() -> Vec<Step> {
    let even = Does::Weighs([3, 2, 1, 1, 1, 1, 1, 1, 1], 0.3);
    vec![
        // A: the model would have been followed, twice; the second is a repeat without a reason, and then it is made good.
        ("A", OPEN, Some(Does::Says(Class::Permission, 1.0))),
        ("A", OPEN, Some(Does::Says(Class::Permission, 1.0))),
        ("A", "true", None),
        // B: an answer below the threshold, and nothing comes after it.
        ("B", "echo 'no luck either' >&2; exit 3", Some(even)),
        // C: no answer, and it is made good.
        ("C", OPEN, Some(Does::Fails(EvaluationErrorKind::Connection))),
        ("C", "true", None),
        // D: the model says what was served; then it abstains.
        ("D", "echo 'no luck either' >&2; exit 3", Some(Does::Says(Class::WrongArguments, 0.0))),
        ("D", OPEN, Some(Does::Says(Class::Unknown, 0.4))),
        // E: settled by the rules.
        ("E", CERTAIN, None),
    ]
}

#[tokio::test(start_paused = true)]
async fn what_a_model_says_beside_is_recorded_and_counted_as_by_hand() {
    let folder = compared("shadow", beside_script()).await;
    let records = lines(&folder);
    let of = |kind: &str| records.iter().filter(|record| record["kind"] == kind).collect::<Vec<_>>();
    let (decisions, recoveries) = (of("decision"), of("recovery"));
    assert_eq!((decisions.len(), recoveries.len()), (6, 7), "every question is one record beside that of its failure");
    for decision in &decisions {
        let failure = recoveries.iter().find(|recovery| recovery["call_id"] == decision["call_id"]).expect("it is about a failure");
        assert_eq!((&decision["session"], &decision["policy"]["id"]), (&failure["session"], &json!("recovery")));
        assert_eq!((&decision["mode"], &decision["effective_action"], &failure["source"]), (&json!("shadow"), &json!("fallback"), &json!("keywords")));
        assert_eq!((&failure["decision_attempts"], &failure["fallback"]), (&json!(0), &Value::Null), "nothing was served of it");
        assert!(failure["seq"].as_u64() < decision["seq"].as_u64());
    }
    let verdicts: Vec<&str> = decisions.iter().map(|decision| decision["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["proceed", "proceed", "abstain", "abstain", "proceed", "abstain"]);
    assert_eq!(decisions[0]["answers"]["class"]["probabilities"]["permission"], 1.0);
    assert_eq!((&decisions[0]["proposal"]["proposal_no"], &decisions[1]["proposal"]["proposal_no"]), (&json!(1), &json!(2)), "of the session");
    assert!(!records.iter().any(|record| record.to_string().contains("CANARY") || record.to_string().contains("echo")));

    let (run, report) = live(&[&folder]);
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
    assert_eq!((rate(&report, "recovered"), rate(&report, "futile")), ((3, 7), (1, 7)), "as without a model: {}", run.out);
    let shadow = &report["shadow"];
    assert_eq!((&shadow["observational"], &shadow["decisions"], &shadow["unlinked"]), (&json!(true), &json!(6), &json!(0)), "{}", run.out);
    assert_eq!(shadow["statuses"], json!({"ok": 5, "error": 1}));
    assert_eq!(shadow["reasons"], json!({"below_threshold": 1, "connection": 1, "evidence": 1}));
    assert_eq!((rate(shadow, "likeliest_agrees"), rate(shadow, "followed"), rate(shadow, "agrees")), ((1, 5), (3, 6), (1, 3)), "{}", run.out);
    let made_good = ["agreed_recovered", "otherwise_recovered", "silent_recovered", "alternates_recovered"].map(|name| rate(shadow, name));
    assert_eq!(made_good, [(0, 1), (2, 2), (1, 3), (0, 0)]);
    let [otherwise] = shadow["otherwise"].as_array().unwrap().as_slice() else { panic!("{shadow}") };
    assert_eq!((&otherwise["served"], &otherwise["shadow"], rate(otherwise, "recovered")), (&json!("wrong_arguments"), &json!("permission"), (2, 2)));
    assert_eq!(otherwise["next"], json!({"repeated_without_reason": 1, "succeeded": 1}));
    assert!(run.out.contains("nothing of it was served") && run.out.contains("wrong_arguments served, it says permission"), "{}", run.out);
}

#[tokio::test(start_paused = true)]
async fn decisions_beside_are_replayed_inspected_and_exported_as_others_are() {
    let folder = compared("shadow-tools", beside_script()).await;
    let file = record_files(&folder).unwrap().pop().unwrap();
    let tool = |arguments: &[&str]| -> Run { program().args(arguments).arg(&folder).output().unwrap().into() };
    let before = fs::read(&file).unwrap();
    let (own, loose) = (folder.with_extension("own.json"), folder.with_extension("loose.json"));
    fs::write(&own, serde_json::to_string(&Thresholds::of_recovery(&deciding().thresholds)).unwrap()).unwrap();
    let edges = json!({"schema": "tool-thresholds/1", "id": "strict", "values": {}, "recovery": {"class": 1.0, "recoverability": 1.0, "correction": 1.0, "alternate": 1.0}});
    fs::write(&loose, edges.to_string()).unwrap();
    let written = folder.with_extension("written.jsonl");
    let replay = |thresholds: &Path| tool(&["replay", "--thresholds", thresholds.to_str().unwrap(), "--write", written.to_str().unwrap()]);
    let same = replay(&own);
    assert_eq!(same.code, Some(0), "{}{}", same.out, same.err);
    assert!(fs::read(&written).unwrap() == before, "under its own edges it comes out byte by byte");
    let stricter = replay(&loose);
    assert_eq!(stricter.code, Some(0), "{}{}", stricter.out, stricter.err);
    let rewritten = fs::read_to_string(&written).unwrap();
    let decisions = rewritten.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()).filter(|record| record["kind"] == "decision");
    assert!(decisions.into_iter().all(|decision| decision["effective_action"] == "fallback"), "what is only watched applies nothing");
    let seen: Run = program().arg("inspect").arg(&folder).arg("call-0").output().unwrap().into();
    assert!(seen.code == Some(0) && seen.out.contains("class@tool-recovery/1") && seen.out.contains("shadow"), "{}{}", seen.out, seen.err);
    let exported = tool(&["export", "--projection", "analytics"]);
    assert!(exported.code == Some(0) && exported.out.lines().filter(|line| line.contains("\"shadow\"")).count() == 6, "{}{}", exported.out, exported.err);
}

/// Decisions of a proposal check about so many calls, each in a session of its own, with labels of which the first `wrong` contradict.
async fn decided(name: &str, calls: usize, wrong: usize) -> PathBuf {
    let (folder, sink) = sink(name);
    let policy = enforcing(&["fit.target"]);
    let recorder = ProposalRecorder::new(sink.clone(), key(), &policy, Code::new("test").unwrap(), Code::new("model").unwrap());
    let check = ProposalCheck::builder(Model::new(Mood::Certain(0.03)), Host::default())
        .projection(ExposedFields::new("1").expose("edit", "/path"))
        .observer(recorder)
        .policy(policy)
        .build()
        .unwrap();
    let edit = ToolDescriptor::new("edit").write().consequence(Consequence::ReversibleWrite).capability("Edits.");
    let catalog = Catalog::builder().tool(edit).build().unwrap();
    let layer = RecoveryLayer::builder().catalog(catalog).facts(ScriptFacts).proposal(check).records(Records::new(sink.clone(), key())).build().unwrap();
    let mut stack = layer.deferred().layer(Script::always(End::Done).tool());
    for number in 0..calls {
        let call = ToolCall::new("edit", json!({"path": "a"})).with_run(format!("run-{number}")).with_call_id(format!("call-{number}"));
        assert!(support::call(&mut stack, call).await.outcome.is_completed());
    }
    sink.flush(Duration::from_secs(30)).unwrap();
    let lines: String = record_files(&folder).unwrap().iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    let decisions = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()).filter(|record| record["kind"] == "decision");
    for (number, decision) in decisions.enumerate() {
        let id = Code::new(decision["id"].as_str().unwrap().to_owned()).unwrap();
        let label =
            Label::new(id, Code::new("fit.target").unwrap(), LabelValue::Truth(number < wrong), key().current().text("me"), Code::new("guide/1").unwrap());
        sink.record(Record { head: Head::of_no_call(), body: label.into() });
    }
    sink.flush(Duration::from_secs(30)).unwrap();
    folder
}

fn unmet(criterion: &Value) -> Vec<&str> {
    criterion["promotion"].as_array().unwrap().iter().filter(|one| one["met"] == false).map(|one| one["rule"].as_str().unwrap()).collect()
}

#[tokio::test(start_paused = true)]
async fn a_criterion_is_judged_by_the_labels_of_its_decisions() {
    let folder = decided("proposal", 60, 3).await;
    let (run, report) = live(&[&folder]);
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
    let criterion = report["criteria"].as_array().unwrap().iter().find(|one| one["id"] == "fit.target").unwrap();
    assert_eq!((criterion["right"]["k"].as_u64(), criterion["right"]["n"].as_u64(), criterion["right"]["groups"].as_u64()), (Some(57), Some(60), Some(60)));
    // Sixty rows are too few; of sixty sessions 57 right ones bound it by 0.876; and all of it happened on one day.
    assert_eq!(unmet(criterion), ["enough labelled rows and groups", "the lower bound meets the target", "outages and late answers keep the budget"]);
    assert!(criterion["promotion"][1]["why"].as_str().unwrap().starts_with("0.876 in sessions"), "{}", criterion["promotion"][1]["why"]);
    assert_eq!(criterion["demotion"], json!([]));
    assert_eq!((report["records"]["decision"].as_u64(), report["records"]["label"].as_u64(), report["violations"].clone()), (Some(60), Some(60), json!({})));
}
