//! Which row belongs to which part.

use super::{By, Member};
use crate::eval::metrics::{Assigned, Joined, Part, group_split, ratio};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A group of rows that stay together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Component {
    /// From 0 to 9,999.
    pub bucket: u16,
    /// The part.
    pub split: Part,
    /// How many rows it has.
    pub rows: u64,
}

/// A split.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Plan {
    /// Where each row belongs, in their order.
    pub assigned: Vec<Assigned>,
    /// The groups, by the smallest ids of their rows.
    pub components: BTreeMap<String, Component>,
}

/// Splits rows by a salt, which is the seed.
#[must_use]
pub fn plan(members: &[Member], by: By, salt: &str) -> Plan {
    let joined: Vec<Joined<'_>> = members.iter().map(|member| Joined { id: &member.id, keys: member.keys(by) }).collect();
    let assigned = group_split(&joined, salt);
    let mut components: BTreeMap<String, Component> = BTreeMap::new();
    for row in &assigned {
        let component = components.entry(row.component.clone()).or_insert(Component { bucket: row.bucket, split: row.split, rows: 0 });
        component.rows += 1;
    }
    Plan { assigned, components }
}

impl Plan {
    /// The biggest group, and its share of all rows. `None` without rows.
    #[must_use]
    pub fn biggest(&self) -> Option<(&str, u64, f64)> {
        let (name, component) = self.components.iter().max_by_key(|(_, component)| component.rows)?;
        Some((name, component.rows, ratio(component.rows, self.assigned.len() as u64)?))
    }
}
