//! What a row of each stage holds, without its labels.

use crate::corpus::{Fault, Row, fault};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;

/// What is judged.
#[derive(Debug)]
#[non_exhaustive]
pub enum Body {
    /// What came of a call.
    Recovery(Box<Row>),
    /// A call before it runs.
    Proposal(Box<Proposal>),
    /// A claim about what came back.
    Result(Box<Claim>),
}

/// A call before it runs, with what could be known then.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Proposal {
    /// What the user asked for. Untrusted.
    pub request: String,
    /// What was seen before. Untrusted.
    #[serde(default)]
    pub observations: Vec<Observation>,
    /// The tools that were offered.
    #[serde(default)]
    pub permitted_tools: Vec<String>,
    /// The call.
    pub proposed_call: ProposedCall,
}

/// Something that was seen before the call.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Observation {
    /// Its place in the order of events.
    pub seq: u64,
    /// The rest. Untrusted.
    #[serde(flatten)]
    pub rest: serde_json::Map<String, Value>,
}

/// The call that is proposed.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ProposedCall {
    /// Its place in the order of events.
    #[serde(default)]
    pub seq: Option<u64>,
    /// The tool.
    pub tool: String,
    /// Its arguments. Untrusted.
    #[serde(default)]
    pub arguments: Value,
}

/// A claim, and what it rests on.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Claim {
    /// What was said. Untrusted.
    pub claim: String,
    /// What came back before. Untrusted.
    #[serde(default)]
    pub evidence: Vec<Value>,
}

impl Proposal {
    /// Whatever was seen after the call is no evidence for a judgment before it.
    pub(super) fn check(self) -> Result<Self, Fault> {
        let late = |seq: u64| self.observations.iter().any(|observation| observation.seq >= seq);
        match self.proposed_call.seq {
            Some(seq) if late(seq) => Err(fault("observations", "events before the proposed call, by seq")),
            _ if self.proposed_call.tool.is_empty() => Err(fault("proposed_call.tool", "a name")),
            _ => Ok(self),
        }
    }
}

/// Texts of users and tools do not appear in logs.
macro_rules! opaque {
    ($($name:ident),*) => {$(
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name)).finish_non_exhaustive()
            }
        }
    )*};
}

opaque!(Proposal, Observation, ProposedCall, Claim);
