//! The file of a policy.

use crate::{canonical::sha256_of, eval::metrics::Interval};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::{collections::BTreeMap, fmt};

/// The version of the file.
pub const SCHEMA: &str = "thresholds/1";

/// Thresholds of one system, and what they were chosen by. It belongs to one model, one wording of each question and one dataset.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Policy {
    /// [`SCHEMA`].
    pub schema: String,
    /// Its name.
    pub id: String,
    /// When it was made, in seconds since 1970.
    pub created: u64,
    /// The system whose answers it is for.
    pub system: String,
    /// The models that gave them; empty where the system has none.
    pub model_resolved: Vec<String>,
    /// The questions.
    pub criteria: Vec<Criterion>,
    /// The hash of the rows it was chosen on.
    pub dataset_digest: String,
    /// The part of the split these rows are.
    pub split: String,
    /// What was wanted.
    pub objective: Value,
    /// How it was bounded.
    pub method: String,
    /// Whether there were fewer rows or groups than a release needs (200 and 50).
    pub provisional: bool,
    /// By question. A question without an entry is never acted on.
    pub values: BTreeMap<String, Values>,
    /// What is to be expected, by question.
    pub expected: BTreeMap<String, Expected>,
    /// The hash of everything else: SHA-256 over its form of RFC 8785.
    pub digest: String,
}

/// One question in one wording. Another wording voids its thresholds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Criterion {
    /// The question.
    pub id: String,
    /// The version of its wording.
    pub version: String,
    /// The hash of its wording, where it has one.
    pub wording_digest: Option<String>,
}

/// The edges of what is uncertain. A value on an edge is uncertain.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Values {
    /// Above it, an answer is acted on; for a yes-or-no question that is a yes.
    pub act_at: Option<f64>,
    /// Below it, the answer to a yes-or-no question is no.
    pub reject_at: Option<f64>,
}

/// What is to be expected above the edges.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Expected {
    /// The share of rows that are acted on.
    pub coverage: f64,
    /// The share of wrong ones among them.
    pub risk: Option<f64>,
    /// Zero to the upper bound of the risk, in groups, at 95%.
    pub ci: Interval,
    /// What it costs, where it was chosen by costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<ExpectedCost>,
}

/// What answers cost in the mean, over all labelled rows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExpectedCost {
    /// With the edges.
    pub mean: f64,
    /// Its interval, with whole groups redrawn.
    pub ci: Interval,
    /// Where nothing is ever acted on.
    pub inaction: f64,
}

/// Why a file is no policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PolicyError {
    /// It is not written as one.
    Form,
    /// It was changed after it was made.
    Digest,
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Form => "it is no file of thresholds, or of another version",
            Self::Digest => "it was changed after it was made",
        })
    }
}

impl std::error::Error for PolicyError {}

impl Policy {
    /// The policy with the hash of its content.
    #[must_use]
    pub fn sealed(mut self) -> Self {
        self.digest = self.content().map(seal).unwrap_or_default();
        self
    }

    fn content(&self) -> Option<Map<String, Value>> {
        match serde_json::to_value(self) {
            Ok(Value::Object(members)) => Some(members),
            _ => None,
        }
    }

    /// Reads a policy, and checks that nobody changed it.
    ///
    /// # Errors
    ///
    /// [`PolicyError`].
    pub fn parse(text: &str) -> Result<Self, PolicyError> {
        let content: Map<String, Value> = serde_json::from_str(text).map_err(|_| PolicyError::Form)?;
        let policy: Self = serde_json::from_value(Value::Object(content.clone())).map_err(|_| PolicyError::Form)?;
        if policy.schema != SCHEMA {
            return Err(PolicyError::Form);
        }
        if seal(content) == policy.digest { Ok(policy) } else { Err(PolicyError::Digest) }
    }
}

/// The hash of a file without its member `digest`.
fn seal(mut content: Map<String, Value>) -> String {
    content.remove("digest");
    sha256_of(&Value::Object(content))
}
