//! Splits that keep whole groups together.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::collections::HashMap;

/// What joins a row to others: rows that share any of the keys stay together. `None` never joins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joined<'a> {
    /// The row.
    pub id: &'a str,
    /// Its keys, such as session, incident and template. The place in the list is part of the key.
    pub keys: Vec<Option<&'a str>>,
}

/// A part of a dataset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// For making rules and models: buckets below 6,000.
    Train,
    /// For choosing thresholds: buckets below 8,000.
    Tune,
    /// For the result: the others.
    Heldout,
}

impl Part {
    /// Every part.
    pub const ALL: [Self; 3] = [Self::Train, Self::Tune, Self::Heldout];

    /// The name used in files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Train => "train",
            Self::Tune => "tune",
            Self::Heldout => "heldout",
        }
    }

    /// The part of a bucket.
    #[must_use]
    pub const fn of(bucket: u16) -> Self {
        match bucket {
            0..6000 => Self::Train,
            6000..8000 => Self::Tune,
            _ => Self::Heldout,
        }
    }
}

/// Where a row belongs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assigned {
    /// The smallest id of the rows it stays together with.
    pub component: String,
    /// From 0 to 9,999.
    pub bucket: u16,
    /// The part.
    pub split: Part,
}

/// For each row the place of the smallest id among the rows it is joined with, directly or through others.
#[must_use]
pub fn components(rows: &[Joined<'_>]) -> Vec<usize> {
    let mut sets = Sets((0..rows.len()).collect());
    let mut seen: HashMap<(usize, &str), usize> = HashMap::new();
    for (row, joined) in rows.iter().enumerate() {
        for (kind, key) in joined.keys.iter().enumerate() {
            let Some(key) = key else { continue };
            let first = *seen.entry((kind, key)).or_insert(row);
            sets.join(first, row, |a, b| rows.get(a).map(|row| row.id) < rows.get(b).map(|row| row.id));
        }
    }
    (0..rows.len()).map(|row| sets.root(row)).collect()
}

/// Union-find whose roots are the smallest members.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sets(Vec<usize>);

impl Sets {
    /// One more member, on its own.
    pub(crate) fn push(&mut self) {
        self.0.push(self.0.len());
    }

    /// The smallest member of a set.
    pub(crate) fn root(&mut self, mut at: usize) -> usize {
        loop {
            let parent = self.0.get(at).copied().unwrap_or(at);
            if parent == at {
                return at;
            }
            let above = self.0.get(parent).copied().unwrap_or(parent);
            if let Some(place) = self.0.get_mut(at) {
                *place = above;
            }
            at = above;
        }
    }

    /// Makes one set of two.
    pub(crate) fn join(&mut self, a: usize, b: usize, less: impl Fn(usize, usize) -> bool) {
        let (a, b) = (self.root(a), self.root(b));
        let (low, high) = if less(a, b) { (a, b) } else { (b, a) };
        if let Some(place) = self.0.get_mut(high) {
            *place = low;
        }
    }
}

/// The bucket of a component: the first eight bytes of SHA-256 over salt, a zero byte and its id, modulo 10,000.
fn bucket(salt: &str, component: &str) -> u16 {
    let digest = Sha256::new().chain_update(salt).chain_update([0]).chain_update(component).finalize();
    let number = digest.iter().take(8).fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
    u16::try_from(number % 10_000).unwrap_or_default()
}

/// Assigns every row, in their order.
#[must_use]
pub fn group_split(rows: &[Joined<'_>], salt: &str) -> Vec<Assigned> {
    let assigned = |root: usize| {
        let component = rows.get(root).map_or("", |row| row.id);
        let bucket = bucket(salt, component);
        Assigned { component: component.to_owned(), bucket, split: Part::of(bucket) }
    };
    components(rows).into_iter().map(assigned).collect()
}
