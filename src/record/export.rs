//! What may leave for analytics: what happened and what was decided, without anything that leads back to a session, a call or a person.

use super::Record;
use serde_json::{Map, Value, json};

/// The name of the form of an exported row.
pub const ANALYTICS_SCHEMA: &str = "tool-decision-analytics/1";

/// Members that identify something, or refer to what does.
const IDENTIFIERS: [&str; 10] =
    ["decision_id", "recovery_id", "outcome_ref", "authorization_ref", "evidence_refs", "session", "incident", "template", "reviewer", "annotator"];

/// The row of a record for analytics.
///
/// The record's id, its call, session, span and place in the chain are left out, and so are references to evidence. A value that is a keyed digest is left out wherever it stands; a tool whose
/// name is one is called `undeclared`. Of the time the hour is kept.
#[must_use]
pub fn analytics(record: &Record<'_>) -> Value {
    let body = serde_json::to_value(&record.body).unwrap_or_default();
    let mut row = Map::new();
    row.insert("schema".to_owned(), ANALYTICS_SCHEMA.into());
    row.insert("kind".to_owned(), record.body.kind().as_str().into());
    row.insert("hour".to_owned(), record.head.ts.as_str().get(..13).into());
    if let Some(version) = &record.head.agent_version {
        row.insert("agent_version".to_owned(), version.as_str().into());
    }
    if let Value::Object(members) = without_identifiers(body) {
        row.extend(members);
    }
    Value::Object(row)
}

fn without_identifiers(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let kept = members.into_iter().filter_map(|(key, member)| match member {
                _ if IDENTIFIERS.contains(&&*key) => None,
                member if is_keyed(&member) => (key == "tool").then(|| (key, json!("undeclared"))),
                member => Some((key, without_identifiers(member))),
            });
            Value::Object(kept.collect())
        }
        Value::Array(items) => Value::Array(items.into_iter().filter(|item| !is_keyed(item)).map(without_identifiers).collect()),
        other => other,
    }
}

fn is_keyed(value: &Value) -> bool {
    value.as_str().is_some_and(|text| text.starts_with("hmac-"))
}

#[cfg(test)]
#[path = "export_tests.rs"]
mod tests;
