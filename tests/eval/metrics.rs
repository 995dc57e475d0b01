//! Every metric against its reference values: `fixtures/metrics.json`, and the same file in `$SHARED_DATA` or `../shared` when it is at hand.
//!
//! A metric is called through one line of the table below. What the reference names has to be there and equal to 1e-9; `null` has to be `null`.

use serde_json::{Map, Value, json};
use std::{collections::BTreeMap, path::PathBuf};
use tool_recovery::eval::metrics as m;

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("numbers").iter().map(|one| one.as_f64().expect("a number")).collect()
}

fn truths(value: &Value) -> Vec<bool> {
    numbers(value).iter().map(|one| *one == 1.0).collect()
}

fn places(value: &Value) -> Vec<usize> {
    value.as_array().expect("places").iter().map(|one| usize::try_from(one.as_u64().expect("a place")).expect("small")).collect()
}

fn matrix(value: &Value) -> Vec<Vec<f64>> {
    value.as_array().expect("a matrix").iter().map(numbers).collect()
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().expect("texts").iter().map(|one| one.as_str().expect("a text")).collect()
}

fn shares(value: &Value) -> m::Shares {
    value.as_object().expect("shares").iter().map(|(name, share)| (name.clone(), share.as_f64().expect("a share"))).collect()
}

fn number(case: &Value, name: &str) -> f64 {
    case[name].as_f64().unwrap_or_else(|| panic!("{name} is a number"))
}

fn count(case: &Value, name: &str) -> u64 {
    case[name].as_u64().unwrap_or_else(|| panic!("{name} is a count"))
}

fn bins(case: &Value) -> usize {
    usize::try_from(count(case, "bins")).expect("small")
}

/// Names as numbers, in the order in which they first appear.
fn groups(case: &Value) -> Vec<usize> {
    let names = texts(&case["cluster"]);
    let mut seen: Vec<&str> = Vec::new();
    names
        .iter()
        .map(|name| {
            seen.iter().position(|one| one == name).unwrap_or_else(|| {
                seen.push(name);
                seen.len() - 1
            })
        })
        .collect()
}

fn written(value: impl serde::Serialize) -> Value {
    serde_json::to_value(value).expect("a metric can be written")
}

fn merged(parts: impl IntoIterator<Item = Value>) -> Value {
    let mut all = Map::new();
    for part in parts {
        all.extend(part.as_object().cloned().unwrap_or_default());
    }
    Value::Object(all)
}

fn predicted(labels: &[&str], answer: &str) -> m::Predicted {
    match answer {
        "ABSTAIN" => m::Predicted::Abstain,
        "ERROR" => m::Predicted::Error,
        label => m::Predicted::Label(labels.iter().position(|one| *one == label).expect("a label")),
    }
}

fn class_metrics(case: &Value) -> Value {
    let labels = texts(&case["labels"]);
    let mut counts = m::ClassCounts::new(labels.len());
    for (gold, answer) in texts(&case["gold"]).iter().zip(texts(&case["pred"])) {
        counts.add(labels.iter().position(|one| one == gold).expect("a label"), predicted(&labels, answer));
    }
    written(counts.metrics(&labels))
}

fn decomposition(case: &Value, name: &str) -> Value {
    let (p, y) = (numbers(&case["p"]), truths(&case["y"]));
    match name {
        "corp" | "corp_ties" => written(m::corp(&p, &y)),
        "murphy_binned_5" => written(m::murphy_binned(&p, &y, bins(case))),
        _ => written(m::murphy(&p, &y)),
    }
}

fn ordinal(case: &Value) -> Value {
    let levels = usize::try_from(count(case, "levels")).expect("small");
    match case.get("pred") {
        Some(answers) => json!({"qwk": m::quadratic_kappa(&places(&case["y"]), &places(answers), levels)}),
        None => written(m::ordinal(&matrix(&case["p"]), &places(&case["y"]), levels)),
    }
}

fn coverage(case: &Value) -> Value {
    let (confidence, error) = (numbers(&case["confidence"]), truths(&case["error"]));
    written(m::risk_coverage(&confidence, &error, &[0.1, 0.5, 0.8, 1.0], &[0.0, 0.1, 0.2]))
}

fn clusters(case: &Value) -> Value {
    let (values, groups) = (numbers(&case["value"]), groups(case));
    let redrawn = m::bootstrap_mean(&values, &groups, m::Draws::All);
    json!({
        "mean": values.iter().sum::<f64>() / values.len() as f64,
        "cluster_se": m::cluster_se(&values, &groups),
        "naive_se": m::naive_se(&values),
        "enumerated_resamples": redrawn.resamples,
        "bootstrap_mean": redrawn.mean,
        "ci95_percentile": written(redrawn.ci95),
        "ci90_percentile": written(redrawn.ci90),
    })
}

fn paired(case: &Value) -> Value {
    let (conf_a, err_a, conf_b, err_b) = (numbers(&case["conf_a"]), truths(&case["err_a"]), numbers(&case["conf_b"]), truths(&case["err_b"]));
    let (a, b) = (m::Ranked { confidence: &conf_a, error: &err_a }, m::Ranked { confidence: &conf_b, error: &err_b });
    let found = m::equal_coverage(a, b, &groups(case), number(case, "coverage"), m::Draws::All);
    merged([written(found), json!({"enumerated_diffs": found.resamples})])
}

fn latency(case: &Value) -> Value {
    let found = m::latency(&mut numbers(&case["ms"]));
    assert_eq!(found.p99_is_weak, found.n < 100);
    written(found)
}

fn drift(case: &Value) -> Value {
    if case.get("x").is_some() {
        return written(m::kolmogorov_smirnov(&numbers(&case["x"]), &numbers(&case["y"])));
    }
    let (p, q) = (shares(&case["p"]), shares(&case["q"]));
    json!({"tv": m::total_variation(&p, &q), "js_distance": m::js_distance(&p, &q), "psi": m::psi(&p, &q)})
}

fn conformal(case: &Value) -> Value {
    let quantile = m::conformal_quantile(&numbers(&case["scores"]), number(case, "alpha"));
    let p: BTreeMap<String, f64> = case.get("p").map(shares).unwrap_or_default();
    json!({"qhat": quantile, "set": m::conformal_set(&p, quantile)})
}

fn agreement(case: &Value) -> Value {
    if let Some(counts) = case.get("counts") {
        let counts: Vec<Vec<u64>> = counts.as_array().expect("items").iter().map(|item| places(item).iter().map(|one| *one as u64).collect()).collect();
        return json!({"fleiss_kappa": m::fleiss_kappa(&counts)});
    }
    let (a, b) = (texts(&case["a"]), texts(&case["b"]));
    json!({"agreement": m::agreement(&a, &b), "cohen_kappa": m::cohen_kappa(&a, &b)})
}

fn ranking(case: &Value) -> Value {
    let (p, y) = (numbers(&case["p"]), truths(&case["y"]));
    json!({"auroc": m::auroc(&p, &y), "average_precision": m::average_precision(&p, &y), "mcc_at_0_5": m::mcc(&p, &y, 0.5)})
}

fn sessions(case: &Value) -> Value {
    let reads = texts(&case["read_tools"]);
    let call = |call: &Value| m::CallOutcome {
        tool: call["tool"].as_str().expect("a tool").to_owned(),
        args: call["args"].as_str().expect("arguments").to_owned(),
        template: None,
        failed: call["status"] == "err",
        class: call["cls"].as_str().map(str::to_owned),
        reads: reads.contains(&call["tool"].as_str().expect("a tool")),
    };
    let session = |session: &Value| m::SessionCalls {
        task: "one".to_owned(),
        calls: session["calls"].as_array().expect("calls").iter().map(call).collect(),
        achievable: None,
    };
    let sessions: Vec<m::SessionCalls> = case["sessions"].as_array().expect("sessions").iter().map(session).collect();
    written(m::count_sessions(&sessions))
}

fn group_split(case: &Value) -> Value {
    let rows = case["rows"].as_array().expect("rows");
    let joined: Vec<m::Joined<'_>> = rows
        .iter()
        .map(|row| m::Joined {
            id: row["id"].as_str().expect("an id"),
            keys: vec![row["session"].as_str(), row["incident"].as_str(), row["template"].as_str()],
        })
        .collect();
    let assigned = m::group_split(&joined, case["salt"].as_str().expect("a salt"));
    Value::Object(joined.iter().map(|row| row.id.to_owned()).zip(assigned.iter().map(written)).collect())
}

fn cost(case: &Value) -> Value {
    let actions = ["allow", "review", "block"];
    let place = |name: &str| actions.iter().position(|one| *one == name).expect("an action");
    let matrix: Vec<Vec<f64>> = actions.iter().map(|gold| actions.iter().map(|action| number(&case["cost"][gold], action)).collect()).collect();
    let rows: Vec<(usize, m::Predicted)> =
        texts(&case["gold"]).iter().zip(texts(&case["pred"])).map(|(gold, answer)| (place(gold), predicted(&actions, answer))).collect();
    let action = |name: &str| place(case[name].as_str().expect("an action"));
    written(m::expected_cost(&rows, &matrix, action("abstain_action"), action("error_action")))
}

fn wilson(case: &Value) -> Value {
    let found = m::wilson(count(case, "k"), count(case, "n"), number(case, "conf"));
    json!({"lower": found.lower, "upper": found.upper})
}

fn bounds(case: &Value) -> Value {
    let (k, n, alpha) = (count(case, "k"), count(case, "n"), number(case, "alpha"));
    json!({"lower_one_sided": m::lower_bound(k, n, alpha), "upper_one_sided": m::upper_bound(k, n, alpha)})
}

fn prevalence(case: &Value) -> Value {
    written(m::at_prevalence(number(case, "pi"), number(case, "tpr"), number(case, "fpr")))
}

fn controlled(case: &Value) -> Value {
    let (confidence, error) = (numbers(&case["confidence"]), truths(&case["error"]));
    written(m::risk_controlled_threshold(&confidence, &error, &numbers(&case["grid"]), number(case, "alpha"), number(case, "delta")))
}

/// What we make of the inputs of a case.
fn ours(metric: &str, name: &str, case: &Value) -> Value {
    let probabilities = || (numbers(&case["p"]), truths(&case["y"]));
    match metric {
        "wilson_interval" => wilson(case),
        "clopper_pearson_one_sided" => bounds(case),
        "class_metrics_with_abstention" => class_metrics(case),
        "brier_noul" => written(m::brier_noul(&probabilities().0, &probabilities().1)),
        "brier_choice_multiclass" => written(m::brier_choice(&matrix(&case["p"]), &places(&case["y"]))),
        "log_loss_clipped" => json!({"log_loss": m::log_loss(&probabilities().0, &probabilities().1, number(case, "eps"))}),
        "reliability_ece_equal_width" => written(m::reliability(&probabilities().0, &probabilities().1, bins(case))),
        "ece_adaptive_equal_mass" => written(m::adaptive_ece(&probabilities().0, &probabilities().1, bins(case))),
        "ece_null_mean" => written(m::ece_null(&numbers(&case["p"]), bins(case))),
        "brier_decomposition" => decomposition(case, name),
        "ordinal_score" => ordinal(case),
        "risk_coverage" => coverage(case),
        "mcnemar" => written(m::mcnemar(count(case, "a_right_b_wrong"), count(case, "a_wrong_b_right"))),
        "cluster_se_and_bootstrap" => clusters(case),
        "paired_equal_coverage" => paired(case),
        "latency_percentiles" => latency(case),
        "prevalence_adjusted_precision" => prevalence(case),
        "drift" => drift(case),
        "split_conformal_choice" => conformal(case),
        "risk_controlled_threshold" => controlled(case),
        "label_agreement" => agreement(case),
        "holm_adjust" => json!({"adjusted": m::holm(&numbers(&case["p"]))}),
        "auroc_mcc" => ranking(case),
        "futile_and_halt_counters" => sessions(case),
        "group_split" => group_split(case),
        "choice_confidence_from_distribution" => json!({"confidence": m::choice_confidence(&numbers(&case["p"]))}),
        "expected_action_cost" => cost(case),
        "zero_failure_sample_size" => json!({"n": m::zero_failure_sample_size(number(case, "max_rate"), number(case, "alpha"))}),
        other => panic!("no metric is called {other}"),
    }
}

/// Where what we have differs from what is expected.
fn difference(expected: &Value, ours: &Value, place: &str) -> Option<String> {
    match (expected, ours) {
        (Value::Object(expected), Value::Object(ours)) => {
            expected.iter().find_map(|(name, value)| difference(value, ours.get(name).unwrap_or(&json!("absent")), &format!("{place}/{name}")))
        }
        (Value::Array(expected), Value::Array(ours)) if expected.len() == ours.len() => {
            expected.iter().zip(ours).enumerate().find_map(|(at, (expected, ours))| difference(expected, ours, &format!("{place}/{at}")))
        }
        (Value::Number(_), Value::Number(_)) => {
            let distance = (expected.as_f64()? - ours.as_f64()?).abs();
            (distance > 1e-9).then(|| format!("{place}: {expected} is expected, {ours} came"))
        }
        _ => (expected != ours).then(|| format!("{place}: {expected} is expected, {ours} came")),
    }
}

/// Compares all cases of a reference. Returns how many metrics and cases there were.
fn compare(reference: &Value) -> (usize, usize) {
    let metrics = reference["metrics"].as_object().expect("metrics");
    let (mut cases, mut wrong) = (0, Vec::new());
    for (metric, entry) in metrics {
        for (at, case) in entry["cases"].as_array().expect("cases").iter().enumerate() {
            cases += 1;
            let found = ours(metric, case["name"].as_str().unwrap_or_default(), &case["in"]);
            wrong.extend(difference(&case["out"], &found, &format!("{metric}[{at}]")));
        }
    }
    assert!(wrong.is_empty(), "{} of {cases} cases differ:\n{}", wrong.len(), wrong.join("\n"));
    (metrics.len(), cases)
}

#[test]
fn every_metric_equals_its_reference() {
    let reference: Value = serde_json::from_str(include_str!("../../fixtures/metrics.json")).expect("JSON");
    assert_eq!(compare(&reference), (28, 95));
}

#[test]
fn the_shared_reference_is_met_too() {
    let shared = std::env::var_os("SHARED_DATA").map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared"), PathBuf::from);
    let Ok(text) = std::fs::read_to_string(shared.join("metric_reference.json")) else {
        eprintln!("skipped: there is no shared reference");
        return;
    };
    let (metrics, cases) = compare(&serde_json::from_str(&text).expect("JSON"));
    assert!(metrics >= 28 && cases >= 95, "{metrics} metrics, {cases} cases");
}

#[test]
fn the_comparison_finds_a_difference() {
    assert!(difference(&json!({"a": [1.0, null]}), &json!({"a": [1.0, null], "more": 2}), "").is_none());
    for other in [json!({"a": [1.0, 0.0]}), json!({"a": [1.000_000_01, null]}), json!({}), json!({"a": [1.0]})] {
        assert!(difference(&json!({"a": [1.0, null]}), &other, "").is_some(), "{other}");
    }
}

#[test]
fn the_generator_is_the_documented_one() {
    // The first outputs of SplitMix64 for the seed 1234567, as published with the reference implementation.
    let mut generator = m::Generator::new(1_234_567);
    let drawn: Vec<u64> = (0..3).map(|_| generator.bits()).collect();
    assert_eq!(drawn, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    let seeded = |seed| m::bootstrap_mean(&[1.0, 0.0, 1.0, 1.0], &[0, 0, 1, 2], m::Draws::Seeded { seed, draws: 500 });
    assert_eq!(seeded(7), seeded(7));
    assert_ne!(seeded(7), seeded(8));
    assert!((seeded(7).mean.expect("a mean") - 0.78).abs() < 0.05);
}
