//! The parts of a decision.

use super::{AnswerType, Code, Consequence, ConsequenceSource, Digest, OutagePolicy, Role, ValidationResult};

object! {
    /// Which rows belong together, so that a split does not tear them apart.
    pub struct Group {
        /// The session.
        session: Digest<'a>;
        /// The incident.
        incident: Digest<'a>,
        /// The arguments without their literals.
        template: Digest<'a>,
        /// The family of the tool.
        tool_family: Code<'a>;
    }
}

object! {
    /// What was proposed.
    pub struct Proposal {
        /// The tool, or the keyed digest of a name that is not in the catalog.
        tool: Code<'a>,
        /// The digest of the tool's schema: SHA-256 over its form of RFC 8785, and that of `null` where the catalog declares none.
        tool_schema: Digest<'a>,
        /// The keyed digest of the arguments.
        args_digest: Digest<'a>,
        /// How much harm the call can do.
        consequence: Consequence,
        /// Who says so.
        consequence_source: ConsequenceSource,
        /// The how many-th decision of its kind in the session this is, from 1.
        proposal_no: std::num::NonZeroU64,
        /// The version of the run's state in which it was proposed.
        world_epoch: u64;
        /// The size of the arguments in bytes.
        args_bytes: u64,
        /// How often the identical call has failed.
        same_key_failures: u64;
    }
}

object! {
    /// What the evaluator was shown.
    pub struct Projection {
        /// Which projection it is.
        id: Code<'a>,
        /// Its version.
        version: Code<'a>,
        /// The keyed digest of the state that left.
        digest: Digest<'a>,
        /// Its size in bytes.
        bytes: u64,
        /// The highest `seq` of the evidence in it; below the proposal's own.
        evidence_max_seq: u64,
        /// Whether an untrusted role was cut.
        truncated: bool;
        ;
        /// Its roles.
        roles: Role,
        /// Those that are untrusted.
        untrusted_roles: Role
    }
}

object! {
    /// One question with the one action it stands for.
    pub struct Criterion {
        /// Its id.
        id: Code<'a>,
        /// Its version; any change of the wording has another.
        version: Code<'a>,
        /// The type of its answer.
        r#type: AnswerType,
        /// The digest of its wording: SHA-256 over our words in it, one part a line.
        wording: Digest<'a>,
        /// What follows when the answer is sure.
        action: Code<'a>; ;
    }
}

object! {
    /// Who evaluated.
    pub struct Evaluator {
        /// The provider.
        provider: Code<'a>,
        /// The model that was asked for.
        model_requested: Code<'a>,
        /// The model that answered.
        #[serde(deserialize_with = "Option::deserialize")]
        model_resolved: Option<Code<'a>>,
        /// To how many decimals its probabilities are rounded.
        #[serde(deserialize_with = "Option::deserialize")]
        decimals: Option<u64>;
        /// The client with its version.
        client: Code<'a>;
    }
}

object! {
    /// One request to the evaluator.
    pub struct EvaluationAttempt {
        /// The how many-th.
        n: u64,
        /// How it ended.
        status: Code<'a>,
        /// How long it took, in milliseconds.
        ms: f64;
        /// The HTTP status.
        http_status: u16;
    }
}

object! {
    /// What an evaluation cost.
    pub struct Usage {
        /// Which price table the cost is from.
        price_table: Code<'a>;
        /// Tokens sent.
        input_tokens: u64,
        /// Tokens received.
        output_tokens: u64,
        /// The cost in millionths of a US dollar.
        cost_micro_usd: u64;
    }
}

object! {
    /// Under which policy and thresholds a decision was made.
    pub struct PolicyRef {
        /// Which policy.
        id: Code<'a>,
        /// Its version.
        version: Code<'a>,
        /// Its digest.
        digest: Digest<'a>,
        /// Which thresholds.
        thresholds: Code<'a>,
        /// Their digest.
        thresholds_digest: Digest<'a>; ;
    }
}

object! {
    /// What applies when there is no answer, and whether it did.
    pub struct Outage {
        /// The policy of this consequence.
        policy: OutagePolicy,
        /// Whether it was applied.
        triggered: bool;
        /// The rule that decided in the evaluator's place.
        fallback: Code<'a>;
    }
}

object! {
    /// How the projection was cleaned, and under which key digests were made.
    pub struct Redaction {
        /// The profile of the scrubber.
        profile: Code<'a>,
        /// The id of the key.
        hmac_key: Code<'a>; ;
    }
}

object! {
    /// What code found of the proposal's structure.
    pub struct Validation {
        /// The result.
        result: ValidationResult,
        /// The deciding rule.
        rule: Code<'a>; ;
    }
}

object! {
    /// A repair of representation, and how often it was made.
    pub struct RepairCount {
        /// The id of the rule.
        rule: Code<'a>,
        /// How often.
        count: u64; ;
    }
}

object! {
    /// The shape of a distribution, without the distribution.
    pub struct DistributionSummary {
        /// The most probable option.
        top: Code<'a>,
        /// Its probability.
        p: super::Probability,
        /// How far the next one is behind.
        margin: super::Probability; ;
    }
}
