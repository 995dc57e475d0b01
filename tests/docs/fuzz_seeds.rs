//! What the fuzz targets check, over their seeds and what they once found.

use crate::{answers, normalize, scrub};
use std::{fs, path::Path};

fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds").join(target);
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    files.iter().map(|file| fs::read(file).unwrap()).collect()
}

#[test]
fn scrub_seeds() {
    for seed in seeds("scrub") {
        scrub::check(&seed);
        scrub::check_all_kinds(seed.get(3..).unwrap_or_default());
    }
}

#[test]
fn normalize_seeds() {
    for seed in seeds("normalize") {
        for tool in 0..3 {
            normalize::check(&[&[tool], seed.get(1..).unwrap_or_default()].concat());
        }
    }
}

#[test]
fn answers_seeds() {
    for seed in seeds("answers") {
        answers::check(&seed);
        // Every byte of it once changed.
        for at in 0..seed.len() {
            for value in [0, 1, 7, 100, 255] {
                let mut changed = seed.clone();
                changed[at] = value;
                answers::check(&changed);
            }
        }
    }
}
