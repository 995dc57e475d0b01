//! How far annotators agree, beyond chance.

use super::{indicator, mean};
use std::collections::BTreeMap;

/// How often two annotators gave the same label. `None` without labels.
#[must_use]
pub fn agreement<T: PartialEq>(a: &[T], b: &[T]) -> Option<f64> {
    mean(a.iter().zip(b).map(|(a, b)| indicator(a == b)))
}

/// Cohen's kappa of two annotators (1960). `None` where chance alone agrees always.
#[must_use]
pub fn cohen_kappa<T: Ord>(a: &[T], b: &[T]) -> Option<f64> {
    let observed = agreement(a, b)?;
    let n = a.len().min(b.len()) as f64;
    let mut counts: BTreeMap<&T, (f64, f64)> = BTreeMap::new();
    for (a, b) in a.iter().zip(b) {
        counts.entry(a).or_default().0 += 1.0;
        counts.entry(b).or_default().1 += 1.0;
    }
    beyond(observed, counts.values().map(|(a, b)| a * b).sum::<f64>() / (n * n))
}

/// Fleiss' kappa (1971): each item has the number of annotators by label. `None` without items, with items of different numbers, and where chance alone agrees always.
#[must_use]
pub fn fleiss_kappa(counts: &[Vec<u64>]) -> Option<f64> {
    let raters = counts.first()?.iter().sum::<u64>();
    if raters < 2 || counts.iter().any(|item| item.iter().sum::<u64>() != raters) {
        return None;
    }
    let raters = raters as f64;
    let item = |item: &Vec<u64>| (item.iter().map(|count| (*count as f64).powi(2)).sum::<f64>() - raters) / (raters * (raters - 1.0));
    let labels = counts.iter().map(Vec::len).max().unwrap_or_default();
    let share = |label: usize| counts.iter().filter_map(|item| item.get(label)).sum::<u64>() as f64 / (raters * counts.len() as f64);
    beyond(mean(counts.iter().map(item))?, (0..labels).map(|label| share(label).powi(2)).sum())
}

fn beyond(observed: f64, chance: f64) -> Option<f64> {
    (chance < 1.0).then(|| (observed - chance) / (1.0 - chance))
}
