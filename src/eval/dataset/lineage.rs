//! How a row was made.

use serde::{Deserialize, Serialize};

/// How a row was made, and from which other one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lineage {
    /// The recorder, or the report it was taken from.
    pub made_by: String,
    /// Its version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Which fault was injected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The row that this one follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<Parent>,
}

/// Another row, and how this one comes from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parent {
    /// Its id.
    pub id: String,
    /// What was done with its call.
    pub relation: Relation,
}

/// What was done with an earlier call. The three answer different questions, so that their numbers are kept apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    /// It was issued again as it was.
    IdenticalReissue,
    /// It was corrected by what the error or the schema says.
    Corrected,
    /// It was put into other words.
    Rewritten,
}
