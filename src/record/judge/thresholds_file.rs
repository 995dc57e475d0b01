//! Thresholds as a file: read, and written.

use super::{
    Thresholds, ThresholdsError,
    reading::Sides,
    thresholds::{Row, recovery_edges},
};
use crate::{canonical::sha256_of, config, proposal::Band, record::Code};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The name of this form of file.
const SCHEMA: &str = "tool-thresholds/1";

/// The members of the file that are looked at. Others say where the numbers came from.
#[derive(Deserialize)]
struct File {
    id: Box<str>,
    #[serde(default)]
    criteria: Vec<Chosen>,
    values: BTreeMap<Box<str>, Band>,
    projection: Option<Projected>,
    recovery: Option<config::Thresholds>,
    digest: Option<Box<str>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Projected {
    id: Box<str>,
    version: Box<str>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Chosen {
    id: Box<str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<Box<str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wording_digest: Option<Box<str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    acting: Option<Vec<Box<str>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clearing: Option<Vec<Box<str>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    acting_from: Option<usize>,
}

impl Thresholds {
    /// Reads a thresholds file.
    ///
    /// Of a choice or a score that this crate does not ask itself, the file says which options call for the action (`acting`), which clear it (`clearing`), or from which level on it is
    /// called for (`acting_from`). Its member `recovery` has the edges of decisions about failures, as the table `[agent.recovery.thresholds]` of a configuration has them.
    ///
    /// # Errors
    ///
    /// [`ThresholdsError`].
    pub fn parse(text: &str) -> Result<Self, ThresholdsError> {
        let malformed = |error: serde_json::Error| ThresholdsError::Malformed(error.line(), error.column());
        let value: Value = serde_json::from_str(text).map_err(malformed)?;
        let file: File = serde_json::from_str(text).map_err(malformed)?;
        if file.digest.as_deref().is_some_and(|stated| *stated != *seal(value)) {
            return Err(ThresholdsError::Digest);
        }
        let mut rows: Vec<Row> = file.criteria.into_iter().map(Row::from).collect();
        for (id, band) in file.values {
            if !(band.clear_at > 0.0 && band.clear_at <= band.act_at && band.act_at < 1.0) {
                return Err(ThresholdsError::Band(crate::advice::printable(&id, 64).into()));
            }
            match rows.iter_mut().find(|row| row.id == id) {
                Some(row) => row.band = Some(band),
                None => rows.push(Row { sides: Sides::of(&id), id, band: Some(band), version: None, wording: None }),
            }
        }
        let id = Code::new(file.id.into_string()).map_err(|_| ThresholdsError::Id)?;
        let recovery = file.recovery.map(|recovery| named(recovery, &id)).transpose()?;
        Ok(Self::new(id, rows, file.projection.map(|projection| (projection.id, projection.version)), recovery))
    }
}

/// The edges of decisions about failures, under the name of the file.
fn named(mut recovery: config::Thresholds, id: &Code<'_>) -> Result<config::Thresholds, ThresholdsError> {
    let edges = config::Thresholds { version: config::Thresholds::default().version, ..recovery.clone() };
    edges.validate().map_err(|error| ThresholdsError::Recovery(error.to_string().into()))?;
    id.as_str().clone_into(&mut recovery.version);
    Ok(recovery)
}

/// What a file states of itself as its `digest`: that of everything else in it.
fn seal(mut file: Value) -> String {
    if let Some(members) = file.as_object_mut() {
        members.remove("digest");
    }
    sha256_of(&file)
}

impl From<Chosen> for Row {
    fn from(chosen: Chosen) -> Self {
        let known = Sides::of(&chosen.id);
        let sides = Sides {
            acting: chosen.acting.unwrap_or(known.acting),
            clearing: chosen.clearing.unwrap_or(known.clearing),
            acting_from: chosen.acting_from.or(known.acting_from),
        };
        Self { id: chosen.id, band: None, sides, version: chosen.version, wording: chosen.wording_digest }
    }
}

impl From<&Row> for Chosen {
    fn from(row: &Row) -> Self {
        let mut chosen = Self { id: row.id.clone(), version: row.version.clone(), wording_digest: row.wording.clone(), ..Self::default() };
        if row.has_own_sides() {
            (chosen.acting, chosen.clearing) = (Some(row.sides.acting.clone()), Some(row.sides.clearing.clone()));
            chosen.acting_from = row.sides.acting_from;
        }
        chosen
    }
}

/// The file: what [`Thresholds::parse`] reads back to the same.
impl Serialize for Thresholds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let criteria: Vec<Chosen> = self.rows.iter().map(Chosen::from).collect();
        let mut file = json!({"schema": SCHEMA, "id": self.id(), "criteria": criteria, "values": self.values(|edge| edge)});
        if let Some(members) = file.as_object_mut() {
            if let Some((id, version)) = &self.projection {
                members.insert("projection".to_owned(), json!({"id": id, "version": version}));
            }
            if let Some(recovery) = self.recovery() {
                members.insert("recovery".to_owned(), recovery_edges(recovery, |edge| edge));
            }
        }
        file.serialize(serializer)
    }
}
