//! How well facts and text rules together classify recorded failures.
//!
//! `cargo test --test classify corpus -- --nocapture` prints the figures for the development rows. The rows stand beside the repository and not in it: the test is
//! skipped, and says so, where they are absent. `KEYWORDS_ROWS=file.jsonl` takes other rows, `KEYWORDS_MISSES=1` lists what went wrong.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use tool_recovery::classify::{Class, Classification, Keywords, Source, TextEvidence};
use tool_recovery::facts::{Adapter, Code, Settled, status};

/// The least macro-F1 on the development rows without the arguable ones.
const FLOOR: f64 = 0.90;

fn rows() -> Option<Vec<Value>> {
    let path = std::env::var_os("KEYWORDS_ROWS").map_or_else(
        || {
            let shared = std::env::var_os("SHARED_DATA").map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared"), PathBuf::from);
            shared.join("corpus/dev.jsonl")
        },
        PathBuf::from,
    );
    let text = std::fs::read_to_string(&path).ok()?;
    Some(text.lines().filter(|line| !line.trim().is_empty()).map(|line| serde_json::from_str(line).expect("a row is JSON")).collect())
}

/// What one row is taken for; `None` where it is not taken for a failure.
fn judge(keywords: &Keywords, row: &Value) -> Option<Classification> {
    let result = &row["result"];
    if !failed(result) {
        return None;
    }
    let text = result["text"].as_str().unwrap_or_default();
    let (adapter, code, settled) = facts(result, text);
    if let Some(settled) = settled {
        let class = Classification::new(settled.class, Source::Trusted, settled.rule);
        return Some(settled.subkind.map_or(class, |subkind| class.with_subkind(subkind)));
    }
    let offered: Vec<&str> = row["call"]["candidates"].as_array().into_iter().flatten().filter_map(|one| one["key"].as_str()).collect();
    let mut evidence = TextEvidence::new(text, adapter);
    evidence.code = code.as_ref();
    evidence.tool = row["call"]["tool"].as_str().unwrap_or_default();
    evidence.arguments = Some(&row["call"]["arguments"]);
    evidence.offered = &offered;
    Some(keywords.classify(&evidence))
}

fn failed(result: &Value) -> bool {
    result["is_error"].as_bool().unwrap_or(false)
        || result["exit_code"].as_i64().is_some_and(|code| code != 0)
        || result["signal"].is_i64()
        || result["http_status"].as_i64().is_some_and(|status| status >= 400)
}

/// The adapter, the status in its terms, and what the status settles.
fn facts(result: &Value, text: &str) -> (Adapter, Option<Code>, Option<Settled>) {
    match result["transport"].as_str().unwrap_or_default() {
        "http" => {
            let status = result["http_status"].as_u64().and_then(|status| u16::try_from(status).ok());
            let wait = result["headers"].as_object().is_some_and(|headers| headers.contains_key("retry-after") || headers.contains_key("retry-after-ms"));
            (Adapter::Http, status.map(Code::Http), status.and_then(|status| status::http(status, wait)))
        }
        "jsonrpc" | "mcp" => {
            let number = text.strip_prefix("MCP error ").and_then(|rest| rest.split(':').next()).and_then(|number| number.trim().parse::<i64>().ok());
            (Adapter::JsonRpc, number.map(Code::JsonRpc), number.and_then(status::jsonrpc))
        }
        "grpc" => {
            let number = text
                .split("StatusCode.")
                .nth(1)
                .and_then(|rest| grpc_number(rest.split(|c: char| !c.is_ascii_uppercase() && c != '_').next().unwrap_or_default()));
            (Adapter::Grpc, number.map(Code::Grpc), number.and_then(status::grpc))
        }
        "process" => {
            let exit = result["exit_code"].as_i64().and_then(|code| i32::try_from(code).ok());
            let signal = result["signal"].as_i64().and_then(|number| i32::try_from(number).ok());
            let settled = exit.and_then(status::exit).or_else(|| signal.and_then(status::signal));
            (Adapter::Process, exit.map(Code::Exit).or(signal.map(Code::Signal)), settled)
        }
        _ => {
            let name = exception_name(text);
            (Adapter::Exception, name.and_then(Code::name), name.and_then(status::exception))
        }
    }
}

/// The exception name that opens the last line, where there is one.
fn exception_name(text: &str) -> Option<&str> {
    let line = text.trim_end().lines().last()?;
    let name = line.split(':').next()?.trim();
    let plain = !name.is_empty() && name.len() < 80 && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_'));
    plain.then_some(name)
}

fn grpc_number(name: &str) -> Option<i32> {
    const NAMES: [&str; 17] = [
        "OK",
        "CANCELLED",
        "UNKNOWN",
        "INVALID_ARGUMENT",
        "DEADLINE_EXCEEDED",
        "NOT_FOUND",
        "ALREADY_EXISTS",
        "PERMISSION_DENIED",
        "RESOURCE_EXHAUSTED",
        "FAILED_PRECONDITION",
        "ABORTED",
        "OUT_OF_RANGE",
        "UNIMPLEMENTED",
        "INTERNAL",
        "UNAVAILABLE",
        "DATA_LOSS",
        "UNAUTHENTICATED",
    ];
    NAMES.iter().position(|known| *known == name).and_then(|number| i32::try_from(number).ok())
}

/// Counts by class name; `success` is where nothing failed.
#[derive(Default)]
struct Figures {
    total: usize,
    right: usize,
    abstained: usize,
    by_gold: BTreeMap<String, (usize, usize)>,
    by_guess: BTreeMap<String, usize>,
}

impl Figures {
    fn add(&mut self, gold: &str, guess: &str) {
        self.total += 1;
        self.abstained += usize::from(guess == Class::Unknown.as_str());
        let right = usize::from(gold == guess);
        self.right += right;
        let cell = self.by_gold.entry(gold.to_owned()).or_default();
        (cell.0, cell.1) = (cell.0 + right, cell.1 + 1);
        *self.by_guess.entry(guess.to_owned()).or_default() += 1;
    }

    fn f1(&self, class: &str) -> Option<f64> {
        let (right, gold) = *self.by_gold.get(class)?;
        let guessed = self.by_guess.get(class).copied().unwrap_or(0);
        Some(2.0 * right as f64 / (gold + guessed) as f64)
    }

    /// The mean F1 of the nine classes that occur.
    fn macro_f1(&self) -> f64 {
        let scores: Vec<f64> = Class::ALL.iter().filter_map(|class| self.f1(class.as_str())).collect();
        scores.iter().sum::<f64>() / scores.len().max(1) as f64
    }

    fn print(&self, title: &str) {
        let accuracy = self.right as f64 / self.total as f64;
        println!("{title}: {} rows, accuracy {accuracy:.3}, macro-F1 {:.3}, abstained {}", self.total, self.macro_f1(), self.abstained);
        for (class, (right, gold)) in &self.by_gold {
            let (low, high) = wilson(*right, *gold);
            let guessed = self.by_guess.get(class).unwrap_or(&0);
            println!("  {class:16} recall {right:3}/{gold:3} [{low:.2}, {high:.2}]  guessed {guessed:3}  F1 {:.3}", self.f1(class).unwrap_or(0.0));
        }
    }
}

/// The Wilson score interval at 95 percent.
fn wilson(right: usize, total: usize) -> (f64, f64) {
    let (n, z) = (total as f64, 1.96_f64);
    let p = right as f64 / n;
    let middle = p + z * z / (2.0 * n);
    let spread = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    ((middle - spread) / scale, (middle + spread) / scale)
}

fn print_miss(row: &Value, gold: &str, guess: &str, verdict: Option<Classification>) {
    let text = row["result"]["text"].as_str().unwrap_or_default();
    let rule = verdict.map_or("", |verdict| verdict.rule);
    let span = verdict.and_then(|verdict| verdict.span).and_then(|(start, end)| text.get(start as usize..end as usize)).unwrap_or_default();
    let tail: String = text.chars().skip(text.chars().count().saturating_sub(240)).collect();
    let doubt = row["doubt"].as_str().unwrap_or_default();
    println!("MISS {} gold={gold} guess={guess} rule={rule} words={span:?} doubt={doubt}\n     {tail:?}", row["id"].as_str().unwrap_or_default());
}

#[test]
fn classifies_the_development_rows() {
    let Some(rows) = rows() else {
        println!("skipped: no rows beside the repository");
        return;
    };
    let keywords = Keywords::new();
    let (mut all, mut firm) = (Figures::default(), Figures::default());
    let (mut settled, mut settled_right) = (0, 0);
    let misses = std::env::var_os("KEYWORDS_MISSES").is_some();
    for row in rows.iter().filter(|row| row["stage"].as_str().unwrap_or("recovery") == "recovery") {
        let gold = row["label"]["class"].as_str().unwrap_or("success");
        let verdict = judge(&keywords, row);
        let guess = verdict.map_or("success", |verdict| verdict.class.as_str());
        if verdict.is_some_and(|verdict| verdict.source == Source::Trusted) {
            settled += 1;
            settled_right += usize::from(gold == guess);
        }
        all.add(gold, guess);
        if row["doubt"].is_null() {
            firm.add(gold, guess);
        }
        if misses && gold != guess {
            print_miss(row, gold, guess, verdict);
        }
    }
    all.print("all rows");
    firm.print("without arguable rows");
    println!("settled by a status alone: {settled} rows, {settled_right} right");
    if std::env::var_os("KEYWORDS_ROWS").is_none() {
        assert!(firm.macro_f1() >= FLOOR, "macro-F1 {:.3} is below {FLOOR}", firm.macro_f1());
    }
}
