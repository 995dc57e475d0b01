//! Where a system is worse or better than elsewhere.

use super::Table;
use crate::eval::metrics::{Predicted, Rate, holm};
use serde::Serialize;
use statrs::distribution::{Binomial, DiscreteCDF as _};
use std::collections::{BTreeMap, BTreeSet};

/// One slice of the rows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Slice {
    /// What rows were sliced by.
    pub by: String,
    /// The slice.
    pub name: String,
    /// Right answers among all of its rows.
    pub accuracy_all: Rate,
    /// How likely so many or so few right answers are at the rate of all rows: two-sided, as if rows were independent.
    pub p_value: f64,
    /// The same, corrected for the number of slices (Holm).
    pub p_holm: f64,
}

/// The fewest rows of a slice that is reported.
const MIN_ROWS: u64 = 5;

/// All slices that are big enough, the surest differences first.
pub(super) fn slices(table: &Table, rows: &[usize], answers: &[(usize, Predicted)], groups: &[usize]) -> Vec<Slice> {
    let is_right = |(gold, predicted): &(usize, Predicted)| *predicted == Predicted::Label(*gold);
    let overall = answers.iter().filter(|answer| is_right(answer)).count() as f64 / answers.len().max(1) as f64;
    let mut found = Vec::new();
    for (by, names, of) in table.slicings() {
        let mut counts: BTreeMap<u32, (u64, u64, BTreeSet<usize>)> = BTreeMap::new();
        for ((row, answer), group) in rows.iter().zip(answers).zip(groups) {
            let Some(slice) = of.get(*row) else { continue };
            let count = counts.entry(*slice).or_default();
            count.0 += u64::from(is_right(answer));
            count.1 += 1;
            count.2.insert(*group);
        }
        let big = counts.into_iter().filter(|(_, (_, n, _))| *n >= MIN_ROWS);
        found.extend(big.map(|(slice, (right, n, groups))| Slice {
            by: by.to_owned(),
            name: names.get(slice as usize).map(|name| name.to_string()).unwrap_or_default(),
            accuracy_all: Rate::new(right, n, groups.len() as u64),
            p_value: two_sided(right, n, overall),
            p_holm: 1.0,
        }));
    }
    let adjusted = holm(&found.iter().map(|slice| slice.p_value).collect::<Vec<_>>());
    for (slice, adjusted) in found.iter_mut().zip(adjusted) {
        slice.p_holm = adjusted;
    }
    found.sort_by(|a, b| a.p_value.total_cmp(&b.p_value));
    found
}

fn two_sided(right: u64, n: u64, rate: f64) -> f64 {
    let Ok(binomial) = Binomial::new(rate, n) else { return 1.0 };
    let above = right.checked_sub(1).map_or(1.0, |below| binomial.sf(below));
    (2.0 * binomial.cdf(right).min(above)).min(1.0)
}
