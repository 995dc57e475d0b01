//! One row with its labels and groups.

use super::{Adjudication, Body, Claim, Lineage, Proposal, Question, content_digest};
use crate::corpus::{Fault, Members, Row, fault, members, object, one_of, text_of};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

/// When a row is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// After a call.
    #[default]
    Recovery,
    /// Before a call.
    Proposal,
    /// After a claim about what came back.
    Result,
}

impl Stage {
    /// The name used in files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Recovery => "recovery",
            Self::Proposal => "proposal",
            Self::Result => "result",
        }
    }
}

/// How rows were chosen. Numbers of different roles are never pooled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// As they come: prevalences are those of the world.
    #[default]
    Natural,
    /// Destructive calls, over-sampled.
    StressDestructive,
    /// Rows that were chosen because they are hard.
    HardNegative,
    /// Incidents of the past, each of which must pass.
    Regression,
}

impl Role {
    /// The name used in files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Natural => "natural",
            Self::StressDestructive => "stress_destructive",
            Self::HardNegative => "hard_negative",
            Self::Regression => "regression",
        }
    }
}

/// What a row rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// It was made up.
    Constructed,
    /// It was recorded, and what labels say was measured.
    Measured,
    /// It was taken from a report.
    Reported,
}

/// One row of a dataset.
#[derive(Debug)]
#[non_exhaustive]
pub struct Entry {
    /// The row.
    pub id: String,
    /// The tool family: one program or server.
    pub family: String,
    /// The error template.
    pub template: String,
    /// The session.
    pub session: Option<String>,
    /// The place in the session.
    pub step: Option<i64>,
    /// Related sessions.
    pub incident: Option<String>,
    /// Who acted.
    pub agent_version: Option<String>,
    /// How it was chosen.
    pub role: Role,
    /// What it rests on.
    pub basis: Basis,
    /// Whether a label is arguable.
    pub doubted: bool,
    /// How it was made.
    pub lineage: Option<Lineage>,
    /// The labels.
    pub label: Map<String, Value>,
    /// What two annotators said.
    pub labels: Option<Adjudication>,
    /// The hash of its content, which was checked.
    pub digest: Option<String>,
    /// What is judged.
    pub body: Body,
}

#[derive(Deserialize)]
struct EntryMembers {
    #[serde(default)]
    id: Value,
    #[serde(default)]
    family: Value,
    #[serde(default)]
    template: Value,
    #[serde(default)]
    session: Value,
    #[serde(default)]
    step: Value,
    #[serde(default)]
    incident: Value,
    #[serde(default)]
    agent_version: Value,
    #[serde(default)]
    role: Value,
    #[serde(default)]
    basis: Value,
    #[serde(default)]
    doubt: Value,
    #[serde(default)]
    lineage: Value,
    #[serde(default)]
    label: Value,
    #[serde(default)]
    labels: Value,
    #[serde(default)]
    digest: Value,
    #[serde(default)]
    stage: Value,
    #[serde(default)]
    call: Value,
    #[serde(default)]
    effect: Value,
    #[serde(default)]
    phase: Value,
    #[serde(default)]
    result: Value,
    #[serde(default)]
    request: Value,
    #[serde(default)]
    observations: Value,
    #[serde(default)]
    permitted_tools: Value,
    #[serde(default)]
    proposed_call: Value,
    #[serde(default)]
    claim: Value,
    #[serde(default)]
    evidence: Value,
}

impl Entry {
    /// Reads one line.
    ///
    /// # Errors
    ///
    /// [`Fault`] says what is wrong, and repeats nothing of the line.
    pub fn parse(line: &[u8]) -> Result<Self, Fault> {
        let mut read: EntryMembers = members(line)?;
        let stage = one_of(take(&mut read.stage), Stage::Recovery, "stage", "recovery, proposal or result")?;
        let label = object(take(&mut read.label), "label")?;
        check_label(stage, &label)?;
        let labels: Option<Adjudication> = one_of(take(&mut read.labels), None, "labels", "two labels (first, second) and their resolution")?;
        if let Some(labels) = &labels {
            labels.check(&label)?;
        }
        let digest = optional_text(take(&mut read.digest), "digest")?;
        if let Some(digest) = &digest {
            check_digest(line, digest)?;
        }
        Ok(Self {
            id: name(read.id.clone(), "id")?,
            family: name(take(&mut read.family), "family")?,
            template: name(take(&mut read.template), "template")?,
            session: optional_text(read.session.clone(), "session")?,
            step: one_of(read.step.clone(), None, "step", "a whole number or absent")?,
            incident: optional_text(take(&mut read.incident), "incident")?,
            agent_version: optional_text(take(&mut read.agent_version), "agent_version")?,
            role: one_of(take(&mut read.role), Role::Natural, "role", "natural, stress_destructive, hard_negative or regression")?,
            basis: required(take(&mut read.basis), "basis", "constructed, measured or reported")?,
            doubted: optional_text(take(&mut read.doubt), "doubt")?.is_some(),
            lineage: one_of(take(&mut read.lineage), None, "lineage", "an object with made_by")?,
            label,
            labels,
            digest,
            body: body(stage, read)?,
        })
    }

    /// The stage.
    #[must_use]
    pub const fn stage(&self) -> Stage {
        match self.body {
            Body::Recovery(_) => Stage::Recovery,
            Body::Proposal(_) => Stage::Proposal,
            Body::Result(_) => Stage::Result,
        }
    }

    /// The answer of the label, by its place in the question's names.
    #[must_use]
    pub fn gold(&self, question: Question) -> Option<usize> {
        if question.stage() == self.stage() { question.gold(&self.label) } else { None }
    }
}

fn take(value: &mut Value) -> Value {
    std::mem::take(value)
}

fn body(stage: Stage, read: EntryMembers) -> Result<Body, Fault> {
    match stage {
        Stage::Recovery => {
            let EntryMembers { id, session, step, call, effect, phase, result, .. } = read;
            Row::new(Members { id, session, step, stage: Value::Null, call, effect, phase, result }).map(|row| Body::Recovery(Box::new(row)))
        }
        Stage::Proposal => {
            let call: Value = object(read.proposed_call, "proposed_call")?.into();
            let proposal = Proposal {
                request: text_of(read.request, "request")?,
                observations: one_of(read.observations, Vec::new(), "observations", "an array of objects with seq")?,
                permitted_tools: one_of(read.permitted_tools, Vec::new(), "permitted_tools", "an array of names")?,
                proposed_call: required(call, "proposed_call", "an object with tool")?,
            };
            proposal.check().map(|proposal| Body::Proposal(Box::new(proposal)))
        }
        Stage::Result => {
            let claim = Claim { claim: text_of(read.claim, "claim")?, evidence: one_of(read.evidence, Vec::new(), "evidence", "an array")? };
            Ok(Body::Result(Box::new(claim)))
        }
    }
}

/// A member of a kind that serde knows, which has to be there.
fn required<T: DeserializeOwned>(value: Value, name: &'static str, expected: &'static str) -> Result<T, Fault> {
    serde_json::from_value(value).map_err(|_| fault(name, expected))
}

/// The longest id or group name.
const MAX_NAME: usize = 256;

fn name(value: Value, name: &'static str) -> Result<String, Fault> {
    match value {
        Value::String(text) if !text.is_empty() && text.len() <= MAX_NAME && !text.chars().any(char::is_control) => Ok(text),
        _ => Err(fault(name, "a name of 1 to 256 bytes without control characters")),
    }
}

fn optional_text(value: Value, name: &'static str) -> Result<Option<String>, Fault> {
    one_of(value, None, name, "a string or absent")
}

/// A label of a known question has a known answer; what is no question of the stage is a remark.
fn check_label(stage: Stage, label: &Map<String, Value>) -> Result<(), Fault> {
    for (name, value) in label.iter().filter(|(_, value)| !value.is_null()) {
        let right = match name.as_str() {
            "retry_unchanged" | "corrected_succeeds" => value.is_boolean(),
            "alternate" => value.is_string(),
            id => Question::of(id).filter(|question| question.stage() == stage).is_none_or(|question| question.place(value).is_some()),
        };
        if !right {
            return Err(fault("label", "an object whose answers are those of its questions"));
        }
    }
    Ok(())
}

fn check_digest(line: &[u8], digest: &str) -> Result<(), Fault> {
    let content: Map<String, Value> = members(line)?;
    if content_digest(&content) == digest { Ok(()) } else { Err(fault("digest", "the hash of the row's content: the row was changed")) }
}

#[cfg(test)]
#[path = "entry_tests.rs"]
mod tests;
