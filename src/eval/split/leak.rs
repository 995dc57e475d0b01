//! Whether anything stands on both sides of a split.

use super::Member;
use crate::eval::metrics::Part;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What leaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LeakKind {
    /// A row stands in two parts.
    Id,
    /// Two rows of a session.
    Session,
    /// Two rows of an incident.
    Incident,
    /// Two rows of a template of one family.
    Template,
    /// Two rows that repeat each other.
    Content,
}

/// Two rows in different parts that should stay together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leak {
    /// What they share.
    pub kind: LeakKind,
    /// A row.
    pub one: String,
    /// A row of another part.
    pub other: String,
}

/// Looks for leaks, whoever made the split. One leak is named for each thing that is shared.
pub fn leaks<'a>(rows: impl IntoIterator<Item = (&'a Member, Part)>) -> Vec<Leak> {
    let mut seen: BTreeMap<(LeakKind, &str), (&str, Part, bool)> = BTreeMap::new();
    let mut found = Vec::new();
    for (member, part) in rows {
        let keys = [
            (LeakKind::Id, Some(member.id.as_str())),
            (LeakKind::Session, member.session.as_deref()),
            (LeakKind::Incident, member.incident.as_deref()),
            (LeakKind::Template, Some(member.template.as_str())),
            (LeakKind::Content, Some(member.content.as_str())),
        ];
        for (kind, key) in keys {
            let Some(key) = key else { continue };
            let (one, first, told) = seen.entry((kind, key)).or_insert((&member.id, part, false));
            if *first != part && !*told {
                *told = true;
                found.push(Leak { kind, one: (*one).to_owned(), other: member.id.clone() });
            }
        }
    }
    found
}

#[cfg(test)]
#[path = "leak_tests.rs"]
mod tests;
