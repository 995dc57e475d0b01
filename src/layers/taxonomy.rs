//! The failure taxonomy: which layer a failure shows in, by which evidence, who owns the remedy, and what it is.

use crate::advice::Owner;
use std::fmt;

/// One of the four layers, or what watches them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Layer {
    /// Was it the right call?
    Proposal,
    /// May it run?
    Authorization,
    /// Did it run?
    Execution,
    /// Did the intended effect occur?
    Outcome,
    /// Was the evaluation of the proposal right?
    Evaluation,
    /// Are the records whole?
    Records,
}

impl Layer {
    /// The name used in records and files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Proposal => "proposal",
            Self::Authorization => "authorization",
            Self::Execution => "execution",
            Self::Outcome => "outcome",
            Self::Evaluation => "evaluation",
            Self::Records => "records",
        }
    }
}

/// A row of the taxonomy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Row {
    /// The code.
    pub code: FailureCode,
    /// The layer it shows in.
    pub layer: Layer,
    /// What it is.
    pub what: &'static str,
    /// Which records show it.
    pub evidence: &'static str,
    /// Who owns the remedy.
    pub owner: Owner,
    /// The remedy.
    pub remedy: &'static str,
}

macro_rules! taxonomy {
    ($($code:ident $layer:ident $owner:ident: $what:literal, $evidence:literal, $remedy:literal;)+) => {
        /// A kind of failure, by its code in the taxonomy.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum FailureCode { $(#[doc = concat!("Shows in the ", stringify!($layer), " layer: ", $what, ".")] $code),+ }

        impl FailureCode {
            /// Every code, in the order of the table.
            pub const ALL: [Self; [$(stringify!($code)),+].len()] = [$(Self::$code),+];

            /// The name used in records, telemetry and files.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$code => stringify!($code)),+ }
            }

            /// Its row in the table.
            #[must_use]
            pub const fn row(self) -> Row {
                match self {
                    $(Self::$code => Row { code: self, layer: Layer::$layer, what: $what, evidence: $evidence, owner: Owner::$owner, remedy: $remedy }),+
                }
            }
        }
    };
}

taxonomy! {
    P1 Proposal Agent: "wrong tool", "decision and label", "the prompt, the tool's text, advice";
    P2 Proposal Agent: "wrong or invented argument", "decision and label, execution", "the prompt, the tool's text, advice";
    P3 Proposal Agent: "out of scope", "decision and label", "the prompt, the tool's text";
    P4 Proposal Agent: "futile repeat", "the sequence of calls", "advice, refusal of repeats";
    P5 Proposal Agent: "missing prerequisite", "decision and label, the sequence of calls", "advice that names the prerequisite";
    P6 Proposal Agent: "premature stop", "the sequence of calls", "advice that says what is still open";
    C1 Execution ToolContract: "unknown tool", "execution", "the catalog, the tool's name";
    C2 Execution ToolContract: "schema violation", "execution", "the schema, the tool's text";
    C3 Execution ToolContract: "ambiguous error text", "execution", "the contract of errors";
    C4 Execution ToolContract: "contradicting flags", "execution", "the contract of errors, a body rule";
    A1 Authorization Policy: "denied", "authorization, execution", "grants, the way to an approval";
    A2 Authorization Policy: "approval expired", "authorization", "the way to an approval";
    A3 Authorization Policy: "other arguments than were approved", "authorization", "an approval of these arguments";
    E1 Execution Provider: "transport", "execution", "the network, a retry budget";
    E2 Execution Provider: "timeout", "execution", "time limits, a retry budget";
    E3 Execution Provider: "rate limit", "execution", "quota, pacing";
    E4 Execution Provider: "failure of the provider", "execution", "a retry budget, another provider";
    E5 Execution Provider: "limit of the runner", "execution", "more time, turns or context";
    T1 Execution Tool: "bug of the tool", "execution", "a fix of the tool";
    T2 Execution Tool: "partial effect", "execution and a look at the state", "idempotency, reconciling";
    T3 Execution Tool: "unknown effect", "execution and a look at the state", "idempotency, reconciling";
    S1 Execution Agent: "conflict of states", "execution", "another call first";
    S2 Execution Agent: "not found", "execution", "another call first";
    S3 Execution Agent: "precondition", "execution", "another call first";
    V1 Evaluation Evaluation: "false block", "decision and label", "thresholds, wording";
    V2 Evaluation Evaluation: "false proceed", "decision and label", "thresholds, wording";
    V3 Evaluation Evaluation: "miscalibrated", "decision and label", "thresholds";
    V4 Evaluation Evaluation: "no answer of the evaluator", "decision", "the outage policy, the provider";
    V5 Evaluation Evaluation: "late answer", "decision", "the deadline";
    V6 Evaluation Evaluation: "drift", "decisions over time", "the pin of the model, thresholds";
    O1 Outcome Product: "done, but the goal is not met", "outcome", "a better check of success";
    O2 Outcome Product: "unknown outcome", "outcome", "an observer";
    O3 Outcome Product: "observers disagree", "outcomes", "a better observer";
    D1 Records Data: "missing record", "gap", "the sink's queue, the disk";
    D2 Records Data: "labels contradict each other", "labels", "adjudication";
    D3 Records Data: "leakage across splits", "dataset", "the split";
}

impl fmt::Display for FailureCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
#[path = "taxonomy_tests.rs"]
mod tests;
