//! The lock file of a split.

use super::{By, Component, Leak, Plan};
use crate::eval::{dataset::Role, metrics::Part};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the lock file.
pub const SCHEMA: &str = "split-lock/1";

/// What a split came to. Two runs over the same rows with the same salt write the same lock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lock {
    /// [`SCHEMA`].
    pub schema: String,
    /// The seed.
    pub salt: String,
    /// What keeps rows together.
    pub by: By,
    /// The hash of the rows that were split.
    pub dataset_digest: String,
    /// How many rows.
    pub rows: u64,
    /// The share of the biggest group.
    pub biggest_component_share: f64,
    /// The files, each with rows of one part and one role.
    pub files: Vec<LockedFile>,
    /// The groups, by the smallest ids of their rows.
    pub components: BTreeMap<String, Component>,
    /// What stands on both sides: nothing, or the split is wrong.
    pub leaks: Vec<Leak>,
}

/// One file of a split.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LockedFile {
    /// Its name, beside the lock.
    pub name: String,
    /// The part.
    pub split: Part,
    /// How its rows were chosen. Roles never share a file.
    pub role: Role,
    /// How many rows.
    pub rows: u64,
    /// Of how many groups.
    pub groups: u64,
    /// How many rows issue an earlier call again as it was, corrected, and in other words.
    pub reissued: [u64; 3],
    /// The hash of its lines.
    pub digest: String,
}

impl Lock {
    /// The lock of a plan.
    #[must_use]
    pub fn new(plan: Plan, by: By, salt: &str, dataset_digest: String, files: Vec<LockedFile>, leaks: Vec<Leak>) -> Self {
        Self {
            schema: SCHEMA.to_owned(),
            salt: salt.to_owned(),
            by,
            dataset_digest,
            rows: plan.assigned.len() as u64,
            biggest_component_share: plan.biggest().map_or(0.0, |biggest| biggest.2),
            files,
            components: plan.components,
            leaks,
        }
    }

    /// The file with this hash.
    #[must_use]
    pub fn file(&self, digest: &str) -> Option<&LockedFile> {
        self.files.iter().find(|file| file.digest == digest)
    }
}
