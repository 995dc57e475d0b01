//! What a split needs to know of a row.

use crate::eval::dataset::{Body, Entry, Relation, Role};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// What keeps rows together beside sessions, incidents and repeated content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// The tool family: the result is about programs that were never seen.
    Family,
    /// The template inside of its family: the result is about errors that were never seen.
    Template,
}

/// A row, as far as a split needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Member {
    /// The row.
    pub id: String,
    /// The tool family.
    pub family: String,
    /// Family and template.
    pub template: String,
    /// The session.
    pub session: Option<String>,
    /// Related sessions.
    pub incident: Option<String>,
    /// How it was chosen.
    pub role: Role,
    /// What was done with an earlier call.
    pub relation: Option<Relation>,
    /// The hash of what is judged: equal for rows that repeat each other.
    pub content: String,
}

impl Member {
    /// What is needed of an entry.
    #[must_use]
    pub fn of(entry: &Entry) -> Self {
        Self {
            id: entry.id.clone(),
            family: entry.family.clone(),
            template: format!("{}/{}", entry.family, entry.template),
            session: entry.session.clone(),
            incident: entry.incident.clone(),
            role: entry.role,
            relation: entry.lineage.as_ref().and_then(|lineage| lineage.parent.as_ref()).map(|parent| parent.relation),
            content: content(&entry.body),
        }
    }

    /// The keys that keep it together with others.
    #[must_use]
    pub fn keys(&self, by: By) -> Vec<Option<&str>> {
        let group = match by {
            By::Family => &self.family,
            By::Template => &self.template,
        };
        vec![Some(group), self.session.as_deref(), self.incident.as_deref(), Some(&self.content)]
    }
}

/// A hash of what is judged, in which the fields are kept apart by their lengths.
fn content(body: &Body) -> String {
    let mut hash = Sha256::new();
    let mut add = |part: &str| {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    };
    match body {
        Body::Recovery(row) => [row.tool.as_str(), &row.arguments.to_string(), &row.result.text].map(&mut add),
        Body::Proposal(proposal) => [proposal.request.as_str(), &proposal.proposed_call.tool, &proposal.proposed_call.arguments.to_string()].map(&mut add),
        Body::Result(claim) => [claim.claim.as_str(), "", &serde_json::Value::Array(claim.evidence.clone()).to_string()].map(&mut add),
    };
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}
