//! Thresholds: a versioned file, chosen on data, that says when an answer is sure enough.

use super::reading::{Reading, Sides};
use crate::record::{Answer, Code, Decision, Digest, LineDigest, canonical::canonical};
use serde::Deserialize;
use serde_json::Value;
use std::{collections::BTreeMap, fmt};

/// The two edges of one criterion. Between them, and on them, an answer is uncertain.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Band {
    /// Above this probability the action is called for.
    pub act_at: f64,
    /// Below this probability nothing is wrong.
    #[serde(alias = "clear_at")]
    pub reject_at: f64,
}

/// A thresholds file that was checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Thresholds {
    id: Code<'static>,
    digest: Digest<'static>,
    rows: Vec<Row>,
    projection: Option<(Box<str>, Box<str>)>,
}

/// What holds for one criterion.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    id: Box<str>,
    band: Option<Band>,
    sides: Sides,
    version: Option<Box<str>>,
    wording: Option<Box<str>>,
}

/// Why a text is no thresholds file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ThresholdsError {
    /// It is not JSON of the expected form; the place, as line and column.
    Malformed(usize, usize),
    /// Its name is no code.
    Id,
    /// A band is not passable on both sides: `0 < reject_at <= act_at < 1` has to hold. Which criterion.
    Band(Box<str>),
    /// Its own digest is not that of its content.
    Digest,
}

impl fmt::Display for ThresholdsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(line, column) => write!(f, "not a thresholds file: line {line}, column {column}"),
            Self::Id => f.write_str("its id has to be a code: 1 to 96 of A-Z a-z 0-9 _ . : / -"),
            Self::Band(criterion) => write!(f, "the band of {criterion} cannot be passed on both sides: 0 < reject_at <= act_at < 1 has to hold"),
            Self::Digest => f.write_str("its digest is not that of its content: it was changed after it was made"),
        }
    }
}

impl std::error::Error for ThresholdsError {}

/// Where a decision was made for other words than the thresholds were chosen for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Mismatch {
    /// The version of a criterion.
    CriterionVersion,
    /// The wording of a criterion.
    Wording,
    /// The projection or its version.
    Projection,
    /// Thresholds of the same name with another content.
    ThresholdsDigest,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CriterionVersion => "a criterion has another version than the thresholds were chosen for",
            Self::Wording => "a criterion has another wording than the thresholds were chosen for",
            Self::Projection => "the projection is another one than the thresholds were chosen for",
            Self::ThresholdsDigest => "thresholds of this name had another content when the decision was made",
        })
    }
}

/// The members of the file that are looked at. Others say where the numbers came from.
#[derive(Deserialize)]
struct File {
    id: Box<str>,
    #[serde(default)]
    criteria: Vec<Chosen>,
    values: BTreeMap<Box<str>, Band>,
    projection: Option<Projected>,
    digest: Option<Box<str>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Projected {
    id: Box<str>,
    version: Box<str>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Chosen {
    id: Box<str>,
    version: Option<Box<str>>,
    wording_digest: Option<Box<str>>,
    acting: Option<Vec<Box<str>>>,
    clearing: Option<Vec<Box<str>>>,
    acting_from: Option<usize>,
}

impl Thresholds {
    /// Reads a thresholds file.
    ///
    /// Of a choice or a score that this crate does not ask itself, the file says which options call for the action (`acting`), which clear it (`clearing`), or from which level on it is
    /// called for (`acting_from`).
    ///
    /// # Errors
    ///
    /// [`ThresholdsError`].
    pub fn parse(text: &str) -> Result<Self, ThresholdsError> {
        let malformed = |error: serde_json::Error| ThresholdsError::Malformed(error.line(), error.column());
        let mut value: Value = serde_json::from_str(text).map_err(malformed)?;
        let file: File = serde_json::from_str(text).map_err(malformed)?;
        if let Some(members) = value.as_object_mut() {
            members.remove("digest");
        }
        let digest = digest_of(&value);
        if file.digest.is_some_and(|stated| *stated != *digest.as_str()) {
            return Err(ThresholdsError::Digest);
        }
        let mut rows: Vec<Row> = file.criteria.into_iter().map(Row::of).collect();
        for (id, band) in file.values {
            if !(band.reject_at > 0.0 && band.reject_at <= band.act_at && band.act_at < 1.0) {
                return Err(ThresholdsError::Band(crate::advice::printable(&id, 64).into()));
            }
            match rows.iter_mut().find(|row| row.id == id) {
                Some(row) => row.band = Some(band),
                None => rows.push(Row { sides: Sides::of(&id), id, band: Some(band), version: None, wording: None }),
            }
        }
        let id = Code::new(file.id.into_string()).map_err(|_| ThresholdsError::Id)?;
        Ok(Self { id, digest, rows, projection: file.projection.map(|projection| (projection.id, projection.version)) })
    }

    /// Their name.
    #[must_use]
    pub const fn id(&self) -> &Code<'static> {
        &self.id
    }

    /// The digest of the file: SHA-256 over its content in the form of RFC 8785, without the member `digest`.
    #[must_use]
    pub const fn digest(&self) -> &Digest<'static> {
        &self.digest
    }

    /// What an answer to a criterion says.
    #[must_use]
    pub fn read(&self, criterion: &str, answer: &Answer<'_>) -> Reading {
        match self.row(criterion) {
            Some(Row { band: Some(band), sides, .. }) => sides.read(answer, *band),
            _ => Reading::Recorded,
        }
    }

    /// Whether a decision was made for the words that these thresholds were chosen for.
    ///
    /// # Errors
    ///
    /// The first [`Mismatch`].
    pub fn fit(&self, decision: &Decision<'_>) -> Result<(), Mismatch> {
        let other = |chosen: &Option<Box<str>>, recorded: &str| chosen.as_deref().is_some_and(|chosen| chosen != recorded);
        for criterion in &decision.criteria {
            let Some(row) = self.row(criterion.id.as_str()) else { continue };
            if other(&row.version, criterion.version.as_str()) {
                return Err(Mismatch::CriterionVersion);
            }
            if other(&row.wording, criterion.wording.as_str()) {
                return Err(Mismatch::Wording);
            }
        }
        let projection = &decision.projection;
        if self.projection.as_ref().is_some_and(|(id, version)| **id != *projection.id.as_str() || **version != *projection.version.as_str()) {
            return Err(Mismatch::Projection);
        }
        if decision.policy.thresholds == self.id && decision.policy.thresholds_digest != self.digest {
            return Err(Mismatch::ThresholdsDigest);
        }
        Ok(())
    }

    fn row(&self, criterion: &str) -> Option<&Row> {
        self.rows.iter().find(|row| *row.id == *criterion)
    }
}

impl Row {
    fn of(chosen: Chosen) -> Self {
        let known = Sides::of(&chosen.id);
        let sides = Sides {
            acting: chosen.acting.unwrap_or(known.acting),
            clearing: chosen.clearing.unwrap_or(known.clearing),
            acting_from: chosen.acting_from.or(known.acting_from),
        };
        Self { id: chosen.id, band: None, sides, version: chosen.version, wording: chosen.wording_digest }
    }
}

fn digest_of(value: &Value) -> Digest<'static> {
    let mut bytes = Vec::new();
    canonical(value, &mut |part| bytes.extend_from_slice(part));
    LineDigest::of(&bytes).to_digest()
}

#[cfg(test)]
#[path = "thresholds_tests.rs"]
mod tests;
