//! Two labels of two people, and what came of them.

use crate::corpus::{Fault, fault};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What two annotators said independently, and who settled it where they differ.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Adjudication {
    /// One of them.
    pub first: Opinion,
    /// The other one.
    pub second: Opinion,
    /// Needed where they differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolution: Option<Resolution>,
}

/// What one annotator said.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opinion {
    /// Who, by a code.
    pub by: String,
    /// The answers, by question, as in `label`.
    pub label: Map<String, Value>,
}

/// Who settled a difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resolution {
    /// Who, by a code.
    pub by: String,
    /// Why, by a code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Adjudication {
    /// Whether `label` follows: what both said stands, and a difference needs somebody who settled it.
    pub(super) fn check(&self, label: &Map<String, Value>) -> Result<(), Fault> {
        for (question, first) in &self.first.label {
            match self.second.label.get(question) {
                Some(second) if second == first && label.get(question) != Some(first) => {
                    return Err(fault("label", "what both annotators said, where they agree"));
                }
                Some(second) if second != first && self.resolution.is_none() => return Err(fault("labels.resolution", "present where the two labels differ")),
                _ => {}
            }
        }
        let different_people = self.first.by != self.second.by;
        if different_people { Ok(()) } else { Err(fault("labels.second.by", "another annotator than the first")) }
    }
}
