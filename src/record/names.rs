//! The closed lists of names in records. What the proposal check has a word for already has its home there.

use crate::macros::names;

names! {
    /// Who said how much harm a call can do.
    pub enum ConsequenceSource {
        /// The operator.
        Operator = "operator",
        /// An annotation of a server that the operator trusts.
        TrustedAnnotation = "trusted_annotation",
        /// Nobody: the default.
        Default = "default",
    }
}

names! {
    /// The type of an answer.
    pub enum AnswerType {
        /// A probability that something is so.
        Noul = "noul",
        /// One of several options.
        Choice = "choice",
        /// One of several levels in order.
        Score = "score",
    }
}

names! {
    /// Why an answer is missing.
    pub enum Missing {
        /// The evaluator refused.
        Refused = "refused",
        /// The answer was not of its form.
        Malformed = "malformed",
        /// It was not asked.
        NotAsked = "not_asked",
    }
}

names! {
    /// What was done with a proposal.
    pub enum EffectiveAction {
        /// It ran, as far as this check is concerned.
        Proceed = "proceed",
        /// It was withheld for a review.
        Review = "review",
        /// It was withheld.
        Block = "block",
        /// It was put into the review queue.
        Queued = "queued",
        /// The rules alone decided.
        Fallback = "fallback",
    }
}

names! {
    /// How much weight an evaluation has.
    pub enum Mode {
        /// None: it is recorded alone.
        Shadow = "shadow",
        /// It is told to the agent; nothing is withheld.
        Advise = "advise",
        /// It can withhold a call.
        Enforce = "enforce",
    }
}

names! {
    /// Whether the structure of a proposal is right, as code found it.
    pub enum ValidationResult {
        /// It fits the tool's schema and the normal form.
        Valid = "valid",
        /// It was repaired in representation, and fits.
        Repaired = "repaired",
        /// It does not fit.
        Invalid = "invalid",
        /// Nothing was declared to check it against.
        Unchecked = "unchecked",
    }
}

names! {
    /// What authorization said.
    pub enum AuthorizationDecision {
        /// Policy permits it.
        Permit = "permit",
        /// Policy denies it.
        Deny = "deny",
        /// Somebody has to approve it first.
        NeedsApproval = "needs_approval",
        /// Somebody approved it.
        Approved = "approved",
        /// Somebody rejected it.
        Rejected = "rejected",
        /// The approval had expired.
        Expired = "expired",
    }
}

names! {
    /// How an execution ended.
    pub enum ExecutionStatus {
        /// The tool answered, and said nothing of a failure. That implies nothing about the outcome.
        Ok = "ok",
        /// The tool answered that it failed.
        ToolError = "tool_error",
        /// The protocol reports an error: an unknown method, a malformed request.
        ProtocolError = "protocol_error",
        /// The transport failed.
        TransportError = "transport_error",
        /// A deadline passed.
        Timeout = "timeout",
        /// The host cancelled it.
        Cancelled = "cancelled",
        /// Neither success nor failure: input is required, or a task runs on.
        InputRequired = "input_required",
        /// It did not run.
        NotRun = "not_run",
    }
}

names! {
    /// Where the flag of a failure stood.
    pub enum ErrorFlag {
        /// In the outer answer.
        Outer = "outer",
        /// Inside the body.
        Nested = "nested",
        /// In words alone.
        Text = "text",
        /// In the exit code.
        ExitCode = "exit_code",
        /// In the HTTP status.
        Http = "http",
        /// Nowhere.
        None = "none",
    }
}

names! {
    /// What is known of the effect of an execution.
    pub enum KnownEffect {
        /// Nothing was changed.
        None = "none",
        /// The change was made.
        Applied = "applied",
        /// Nobody knows.
        Unknown = "unknown",
    }
}

names! {
    /// Who observed an outcome.
    pub enum ObserverKind {
        /// A look at the state of the world.
        StateCheck = "state_check",
        /// A test.
        Test = "test",
        /// A person.
        Human = "human",
        /// A system further down.
        Downstream = "downstream",
        /// A model. Its word on an outcome is no ground truth.
        Model = "model",
    }
}

names! {
    /// Whether the intended effect occurred.
    pub enum OutcomeResult {
        /// It did.
        Achieved = "achieved",
        /// In part.
        Partial = "partial",
        /// It did not.
        NotAchieved = "not_achieved",
        /// Nobody could tell.
        Unknown = "unknown",
    }
}

names! {
    /// From which evidence a label was given.
    pub enum LabelEvidence {
        /// What was known before the call.
        PreCall = "pre_call",
        /// Also what came after it.
        PostCall = "post_call",
    }
}

names! {
    /// How an open failure was closed.
    pub enum Closing {
        /// The identical call succeeded.
        SameCall = "same_call",
        /// A call of the same tool with other arguments succeeded.
        ChangedArguments = "changed_arguments",
    }
}

names! {
    /// Why lines are missing.
    pub enum GapReason {
        /// The queue was full.
        QueueFull = "queue_full",
        /// The file could not be written.
        WriteFailed = "write_failed",
        /// A line was cut off when its writer ended.
        Torn = "torn",
    }
}
