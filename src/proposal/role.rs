//! Who wrote a part of the state that a criterion is asked about.

use crate::macros::names;

/// Whether a part may be believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Trust {
    /// The operator, the user or the host wrote it.
    Trusted,
    /// A model, a tool or a server wrote it, or somebody through them: it may try to steer whoever reads it.
    Untrusted,
}

names! {
    /// A part of the state, by who wrote it, in the order in which they stand in a request. Each stands under its own name in the request, so that no text can pass for another's.
    #[non_exhaustive]
    pub enum Role {
        /// What the agent is for, by its operator.
        OperatorGoal = "operator_goal",
        /// What the operator allows and demands.
        OperatorPolicy = "operator_policy",
        /// What the user asked for.
        UserRequest = "user_request",
        /// What the tool does, in the host's own words.
        ToolContract = "tool_contract",
        /// The arguments as the model proposed them, where the host exposes them.
        ProposalArgs = "proposal_args",
        /// What earlier calls of the run returned.
        PriorResults = "prior_results",
        /// How earlier calls of the run failed.
        PriorFailures = "prior_failures",
        /// What a server says of its tools: untrusted, whatever it is called there.
        ToolText = "tool_text",
    }
}

impl Role {
    /// Whether it may be believed.
    #[must_use]
    pub const fn trust(self) -> Trust {
        match self {
            Self::OperatorGoal | Self::OperatorPolicy | Self::UserRequest | Self::ToolContract => Trust::Trusted,
            Self::ProposalArgs | Self::PriorResults | Self::PriorFailures | Self::ToolText => Trust::Untrusted,
        }
    }
}
