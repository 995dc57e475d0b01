//! The nine kinds of records.

use super::{
    Answers, AuthorizationDecision, Closing, Code, Criterion, Digest, DistributionSummary, EffectiveAction, ErrorFlag, EvaluationAttempt, EvaluationStatus,
    Evaluator, ExecutionStatus, GapReason, Group, Head, KnownEffect, LabelEvidence, LabelValue, Mode, ObserverKind, Outage, OutcomeResult, PolicyRef,
    Projection, Proposal, Recommendation, Record, Redaction, RepairCount, SchemaId, Timestamp, Usage, Validation,
};

kinds! {
    /// An evaluation of a proposal, before the call. It grants nothing.
    Decision as DecisionLine = "decision" {
        /// What was proposed.
        proposal: Proposal<'a>,
        /// What the evaluator was shown.
        projection: Projection<'a>,
        /// What it was asked.
        criteria: Vec<Criterion<'a>>,
        /// Who it is.
        evaluator: Evaluator<'a>,
        /// What it answered.
        answers: Answers<'a>,
        /// What became of the evaluation.
        evaluation_status: EvaluationStatus,
        /// The requests that were made.
        attempts: Vec<EvaluationAttempt<'a>>,
        /// Under which policy.
        policy: PolicyRef<'a>,
        /// What the evaluation recommends.
        verdict: Recommendation,
        /// How much weight it has.
        mode: Mode,
        /// What applies without an answer.
        outage: Outage<'a>,
        /// What was done.
        effective_action: EffectiveAction,
        /// How the projection was cleaned.
        redaction: Redaction<'a>;
        /// Which rows belong together.
        group: Group<'a>,
        /// What code found of the structure.
        validation: Validation<'a>,
        /// The version of the catalog.
        tool_registry: Code<'a>,
        /// The record of the authorization.
        authorization_ref: Code<'a>,
        /// What it cost.
        usage: Usage<'a>,
        /// The rule that decided.
        rule: Code<'a>;
        /// Why, in codes.
        reasons: Code<'a>,
        /// Opaque references to evidence that is kept elsewhere.
        evidence_refs: Code<'a>
    }

    /// What the authorization's owner said. The evaluator never writes one.
    Authorization as AuthorizationLine = "authorization" {
        /// Who decided.
        owner: Code<'a>,
        /// What.
        decision: AuthorizationDecision;
        /// The tool, or the keyed digest of a name that is not in the catalog.
        tool: Code<'a>,
        /// The reason, as a code.
        reason: Code<'a>,
        /// The policy it rests on.
        policy_ref: Code<'a>,
        /// For which arguments it holds, and for no others.
        bound_args_digest: Digest<'a>;
    }

    /// What became of the call itself.
    Execution as ExecutionLine = "execution" {
        /// The how many-th execution of the call, from 1.
        attempt: u64,
        /// How it ended.
        status: ExecutionStatus,
        /// How long it took, in milliseconds.
        ms: f64,
        /// What it did to the world.
        effect: KnownEffect;
        /// The decision before it.
        decision_id: Code<'a>,
        /// An opaque reference to the outcome, where one is kept.
        outcome_ref: Code<'a>,
        /// The tool, or the keyed digest of a name that is not in the catalog.
        tool: Code<'a>,
        /// The keyed digest of the arguments.
        args_digest: Digest<'a>,
        /// The class of the failure.
        class: Code<'a>,
        /// The kind of error, of low cardinality.
        error_type: Code<'a>,
        /// The HTTP status.
        http_status: u16,
        /// The wait that the producer asked for, in milliseconds.
        retry_after_ms: u64,
        /// Where the flag of the failure stood.
        error_flag: ErrorFlag,
        /// Whether another flag contradicts it.
        flag_contradicted: bool,
        /// Whether the call carried an idempotency key. The key itself is in no record.
        idempotency_key_used: bool,
        /// The size of the result in bytes.
        result_bytes: u64,
        /// The keyed digest of the result.
        result_digest: Digest<'a>,
        /// Who owns the remedy.
        owner: Code<'a>;
    }

    /// Whether the intended effect occurred, as somebody observed it.
    Outcome as OutcomeLine = "outcome" {
        /// Who observed.
        observer: Code<'a>,
        /// What.
        result: OutcomeResult;
        /// The decision before the call.
        decision_id: Code<'a>,
        /// An opaque reference to the evidence.
        outcome_ref: Code<'a>,
        /// What kind of observer.
        observer_kind: ObserverKind,
        /// How long after the call, in milliseconds.
        delay_ms: u64,
        /// Who owns the remedy.
        owner: Code<'a>;
    }

    /// A failure as the stack settled it.
    Recovery as RecoveryLine = "recovery" {
        /// Who decided the class: `trusted`, `keywords` or `jev`.
        source: Code<'a>,
        /// The class.
        class: Code<'a>,
        /// What was advised.
        action: Code<'a>,
        /// What the ladder says.
        verdict: Code<'a>,
        /// How many decisions were asked for.
        decision_attempts: u64,
        /// Whether another tool was advised.
        alternate_present: bool;
        /// The tool, or the keyed digest of a name that is not in the catalog.
        tool: Code<'a>,
        /// The finer kind.
        subkind: Code<'a>,
        /// The rule that decided the class.
        rule: Code<'a>,
        /// The version of the questions.
        question_version: Code<'a>,
        /// The shape of the decision's distribution.
        distribution: DistributionSummary<'a>,
        /// How long the decision took, in milliseconds.
        latency_ms: f64,
        /// Why there was no decision, or why the text rules' word stands.
        fallback: Code<'a>,
        /// Why the ladder says what it says.
        reason: Code<'a>,
        /// The version of the thresholds.
        thresholds: Code<'a>,
        /// Who owns the remedy.
        owner: Code<'a>;
        /// The repairs of representation.
        repairs: RepairCount<'a>,
        /// Every code of the failure taxonomy that applies.
        codes: Code<'a>
    }

    /// An open failure was closed.
    Recovered as RecoveredLine = "recovered" {
        /// The record of the failure.
        recovery_id: Code<'a>,
        /// After how many further calls of the session.
        after_calls: u64,
        /// After how many milliseconds.
        after_ms: u64,
        /// How.
        how: Closing;
        /// The tool, or the keyed digest of a name that is not in the catalog.
        tool: Code<'a>;
    }

    /// Somebody overrode what was decided.
    Override as OverrideLine = "override" {
        /// The decision.
        decision_id: Code<'a>,
        /// The keyed digest of who it was.
        reviewer: Digest<'a>,
        /// What they let happen.
        effective_action: EffectiveAction;
        /// Why, as a code.
        reason: Code<'a>,
        /// What was seen of the effect.
        observed_effect: KnownEffect;
    }

    /// What the right answer to a criterion would have been.
    Label as LabelLine = "label" {
        /// The decision.
        decision_id: Code<'a>,
        /// The criterion.
        criterion: Code<'a>,
        /// The right answer.
        value: LabelValue<'a>,
        /// The keyed digest of who said so.
        annotator: Digest<'a>,
        /// By which guideline.
        guideline: Code<'a>;
        /// From which evidence.
        evidence: LabelEvidence,
        /// Whether two annotators were brought to agree.
        adjudicated: bool;
    }

    /// Lines are missing here.
    Gap as GapLine = "gap" {
        /// How many, at least.
        dropped: std::num::NonZeroU64,
        /// Why.
        reason: GapReason;
        /// Who lost them.
        sink: Code<'a>;
    }
}
