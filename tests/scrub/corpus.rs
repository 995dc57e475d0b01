//! The scrubber over recorded failures: what classifies them has to stay. The rows stand beside the repository, in `$SHARED_DATA` or `../shared`: the test is skipped where they are absent.
//! `SCRUB_DIFF=1` prints the rows whose class changes, `SCRUB_SHOW=1` all of them.

use serde_json::Value;
use std::path::PathBuf;
use tool_recovery::{
    classify::{Class, Keywords, TextEvidence},
    facts::{Adapter, UntrustedText},
    scrub::Scrubber,
};

/// The least share of rows whose class by keywords stays the same, in per mille.
const FLOOR: usize = 970;

fn class(text: &str) -> Class {
    Keywords::new().classify(&TextEvidence::new(text, Adapter::Result)).class
}

#[test]
fn the_class_of_recorded_failures_stays() {
    let shared = std::env::var_os("SHARED_DATA").map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared"), PathBuf::from);
    let Ok(rows) = std::fs::read_to_string(shared.join("corpus/dev.jsonl")) else {
        println!("skipped: no rows beside the repository");
        return;
    };
    let (mut total, mut same, mut little, mut lost) = (0, 0, 0, 0);
    for line in rows.lines().filter(|line| !line.trim().is_empty()) {
        let row: Value = serde_json::from_str(line).expect("a row is JSON");
        let text = row["result"]["text"].as_str().unwrap_or_default();
        let before = class(text);
        total += 1;
        let Some(scrubbed) = Scrubber::new().scrub(&UntrustedText::new(text)) else {
            little += 1;
            let kept = before == Class::Unknown;
            same += usize::from(kept);
            lost += usize::from(!kept);
            if std::env::var_os("SCRUB_DIFF").is_some() && !kept {
                println!("LITTLE {before:?}: {text:?}");
            }
            continue;
        };
        let after = class(scrubbed.as_str());
        same += usize::from(before == after);
        if (before != after && std::env::var_os("SCRUB_DIFF").is_some()) || std::env::var_os("SCRUB_SHOW").is_some() {
            println!("{} {before:?} -> {after:?}\n  {text:?}\n  {:?}", row["id"].as_str().unwrap_or_default(), scrubbed.as_str());
        }
    }
    println!("{total} rows: the class of {same} stays, {little} have too little left ({lost} of them had a class)");
    assert!(same * 1000 >= total * FLOOR, "the class of {same} of {total} rows stays");
}
