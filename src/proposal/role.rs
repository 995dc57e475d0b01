//! Who wrote a part of the state that a criterion is asked about.

/// Whether a part may be believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Trust {
    /// The operator, the user or the host wrote it.
    Trusted,
    /// A model, a tool or a server wrote it, or somebody through them: it may try to steer whoever reads it.
    Untrusted,
}

/// A part of the state, by who wrote it. Each stands under its own name in the request, so that no text can pass for another's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Role {
    /// What the agent is for, by its operator.
    OperatorGoal,
    /// What the operator allows and demands.
    OperatorPolicy,
    /// What the user asked for.
    UserRequest,
    /// What the tool does, in the host's own words.
    ToolContract,
    /// The arguments as the model proposed them, where the host exposes them.
    ProposalArgs,
    /// What earlier calls of the run returned.
    PriorResults,
    /// How earlier calls of the run failed.
    PriorFailures,
    /// What a server says of its tools: untrusted, whatever it is called there.
    ToolText,
}

impl Role {
    /// Every role, in the order in which they stand in a request.
    pub const ALL: [Self; 8] = [
        Self::OperatorGoal,
        Self::OperatorPolicy,
        Self::UserRequest,
        Self::ToolContract,
        Self::ProposalArgs,
        Self::PriorResults,
        Self::PriorFailures,
        Self::ToolText,
    ];

    /// The name used in requests and records.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::OperatorGoal => "operator_goal",
            Self::OperatorPolicy => "operator_policy",
            Self::UserRequest => "user_request",
            Self::ToolContract => "tool_contract",
            Self::ProposalArgs => "proposal_args",
            Self::PriorResults => "prior_results",
            Self::PriorFailures => "prior_failures",
            Self::ToolText => "tool_text",
        }
    }

    /// Whether it may be believed.
    #[must_use]
    pub const fn trust(self) -> Trust {
        match self {
            Self::OperatorGoal | Self::OperatorPolicy | Self::UserRequest | Self::ToolContract => Trust::Trusted,
            Self::ProposalArgs | Self::PriorResults | Self::PriorFailures | Self::ToolText => Trust::Untrusted,
        }
    }
}
