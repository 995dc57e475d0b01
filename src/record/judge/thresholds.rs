//! Thresholds: a versioned file, chosen on data, that says when an answer is sure enough.

use super::reading::Sides;
use crate::{
    canonical::{sha256_of, sha256_of_text},
    config,
    proposal::{Band, Criterion, ProposalPolicy, Reading},
    record::{Answer, Code, Decision, Digest},
};
use serde_json::{Map, Value, json};
use std::fmt;

/// Thresholds that were checked: those of a file, or those of a policy. Serde writes them as the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Thresholds {
    id: Code<'static>,
    digest: Digest<'static>,
    pub(super) rows: Vec<Row>,
    pub(super) projection: Option<(Box<str>, Box<str>)>,
    recovery: Option<config::Thresholds>,
}

/// What holds for one criterion.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) id: Box<str>,
    pub(super) band: Option<Band>,
    pub(super) sides: Sides,
    pub(super) version: Option<Box<str>>,
    pub(super) wording: Option<Box<str>>,
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
    /// An edge of its `recovery` is outside its range. Which key.
    Recovery(Box<str>),
    /// Its own digest is not that of its content.
    Digest,
}

impl fmt::Display for ThresholdsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(line, column) => write!(f, "not a thresholds file: line {line}, column {column}"),
            Self::Id => f.write_str("its id has to be a code: 1 to 96 of A-Z a-z 0-9 _ . : / -"),
            Self::Band(criterion) => write!(f, "the band of {criterion} cannot be passed on both sides: 0 < reject_at <= act_at < 1 has to hold"),
            Self::Recovery(error) => write!(f, "recovery: {error}"),
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

impl Thresholds {
    /// The thresholds that a proposal check under `policy` goes by, for the wording of the criteria in this build. Written with serde, they are the file that replays what was recorded under it.
    #[must_use]
    pub fn of_policy(policy: &ProposalPolicy) -> Self {
        let row = |(id, band): (&String, &Band)| {
            let known = Criterion::by_id(id);
            let (version, wording) = (known.map(|known| known.version.into()), known.map(|known| sha256_of_text(&known.wording()).into()));
            Row { id: id.as_str().into(), band: Some(*band), sides: Sides::of(id), version, wording }
        };
        Self::new(code(&policy.thresholds_version), policy.thresholds.iter().map(row).collect(), None, None)
    }

    /// The thresholds that decisions about failures are held against.
    #[must_use]
    pub fn of_recovery(recovery: &config::Thresholds) -> Self {
        Self::new(code(&recovery.version), Vec::new(), None, Some(recovery.clone()))
    }

    pub(super) fn new(id: Code<'static>, rows: Vec<Row>, projection: Option<(Box<str>, Box<str>)>, recovery: Option<config::Thresholds>) -> Self {
        let mut thresholds = Self { id, digest: Digest::none(), rows, projection, recovery };
        thresholds.digest = plain(sha256_of(&thresholds.meaning()));
        thresholds
    }

    /// What is judged by: two files that judge alike have one digest, wherever their numbers came from.
    fn meaning(&self) -> Value {
        let mut meaning = json!({"id": self.id, "values": self.values(nine_decimals)});
        let sides: Map<String, Value> = self.rows.iter().filter(|row| row.has_own_sides()).map(|row| (row.id.to_string(), json!(row.sides))).collect();
        if let Some(members) = meaning.as_object_mut().filter(|_| !sides.is_empty()) {
            members.insert("sides".to_owned(), sides.into());
        }
        if let (Some(members), Some(recovery)) = (meaning.as_object_mut(), &self.recovery) {
            members.insert("recovery".to_owned(), recovery_edges(recovery, nine_decimals));
        }
        meaning
    }

    /// The edges by criterion, as a file has them, in this form.
    pub(super) fn values(&self, form: fn(f64) -> f64) -> Map<String, Value> {
        let edges = |band: Band| json!({"act_at": form(band.act_at), "reject_at": form(band.clear_at)});
        self.rows.iter().filter_map(|row| Some((row.id.to_string(), edges(row.band?)))).collect()
    }

    /// Their name.
    #[must_use]
    pub const fn id(&self) -> &Code<'static> {
        &self.id
    }

    /// Their digest, as it stands in records: SHA-256 over `{"id": …, "values": {CRITERION: {"act_at": …, "reject_at": …}}}` in the form of RFC 8785, every edge to nine decimals, with `sides` where the file says
    /// itself how a criterion is read, and with `recovery` where it has such thresholds. What else a file says (where its numbers came from, for which words they were chosen) does not change it.
    #[must_use]
    pub const fn digest(&self) -> &Digest<'static> {
        &self.digest
    }

    /// What decisions about failures are held against, where the file says so.
    #[must_use]
    pub const fn recovery(&self) -> Option<&config::Thresholds> {
        self.recovery.as_ref()
    }

    /// Whether there are edges for a criterion before a call.
    #[must_use]
    pub fn is_for_proposals(&self) -> bool {
        self.rows.iter().any(|row| row.band.is_some())
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
    /// Whether the file says how the answer is read, in place of the criterion itself.
    pub(super) fn has_own_sides(&self) -> bool {
        self.sides != Sides::of(&self.id)
    }
}

/// The edges without the name of their set, which is that of the file.
pub(super) fn recovery_edges(recovery: &config::Thresholds, form: fn(f64) -> f64) -> Value {
    let config::Thresholds { class, recoverability, correction, alternate, .. } = recovery;
    json!({"class": form(*class), "recoverability": form(*recoverability), "correction": form(*correction), "alternate": form(*alternate)})
}

/// Readers of TOML and of JSON may differ in the last bit of a long number.
fn nine_decimals(edge: f64) -> f64 {
    (edge * 1e9).round() / 1e9
}

/// A name that configuration has checked is a code.
fn code(name: &str) -> Code<'static> {
    Code::new(name.to_owned()).unwrap_or_else(|_| Code::known("invalid"))
}

/// A digest without a key.
pub(crate) fn plain(digest: String) -> Digest<'static> {
    Digest::new(digest).unwrap_or_else(|_| Digest::none())
}

#[cfg(test)]
#[path = "thresholds_tests.rs"]
mod tests;
