//! The closed list of what to do next.

use serde::{Deserialize, Serialize};
use std::{fmt, time::Duration};

/// What to do after a failed call. An action never authorizes anything: the next call passes the same gates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Action {
    /// The same call may succeed after this wait.
    RetryAfter(Duration),
    /// Change the arguments; the pointer says where the evidence stands, where it is known.
    CorrectArguments(Option<Box<str>>),
    /// Call another tool that is offered, by its key.
    UseAlternate(Box<str>),
    /// Obtain or renew credentials.
    Authenticate,
    /// Ask someone who may grant the permission.
    AskPermission,
    /// Install or start what is missing.
    InstallOrStart,
    /// Find out whether the write took effect before anything else.
    Reconcile,
    /// Do not repeat this call.
    StopRepeating,
    /// Tell the user what stands in the way.
    ReportBlocked,
    /// Nothing to advise.
    None,
}

impl Action {
    /// The name used in records, telemetry and files.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::RetryAfter(_) => "retry_after",
            Self::CorrectArguments(_) => "correct_arguments",
            Self::UseAlternate(_) => "use_alternate",
            Self::Authenticate => "authenticate",
            Self::AskPermission => "ask_permission",
            Self::InstallOrStart => "install_or_start",
            Self::Reconcile => "reconcile",
            Self::StopRepeating => "stop_repeating",
            Self::ReportBlocked => "report_blocked",
            Self::None => "none",
        }
    }

    /// Whether the action advises to repeat the call unchanged.
    #[must_use]
    pub const fn advises_retry(&self) -> bool {
        matches!(self, Self::RetryAfter(_))
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Which system owns the remedy of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Owner {
    /// The agent or its planner.
    Agent,
    /// Whoever wrote the tool's contract: its schema, its errors.
    ToolContract,
    /// Policy and identity management.
    Policy,
    /// The platform the tools run on, or the provider behind them.
    Provider,
    /// The application that hosts this stack.
    Application,
    /// The tool itself.
    Tool,
    /// The user.
    User,
    /// Whoever keeps the evaluation of proposals: its thresholds, its wording, its model.
    Evaluation,
    /// Whoever says what an achieved outcome is, and checks it.
    Product,
    /// Whoever keeps records and datasets.
    Data,
}

impl Owner {
    /// The name used in records, telemetry and files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Agent => "agent",
            Self::ToolContract => "tool_contract",
            Self::Policy => "policy",
            Self::Provider => "provider",
            Self::Application => "application",
            Self::Tool => "tool",
            Self::User => "user",
            Self::Evaluation => "evaluation",
            Self::Product => "product",
            Self::Data => "data",
        }
    }
}
