//! Questions after a call, for hosts and for evaluation. They decide on nothing: the call has been made.

use super::{
    Criterion, CriterionAction, CriterionForm,
    ExampleKind::{Boundary, MissingEvidence, Negative, Positive},
    example,
};

/// Does the result bear out what the agent claims?
pub static CLAIM_SUPPORTED_BY_RESULT: Criterion = Criterion {
    id: "claim_supported_by_result",
    version: "1.c90bd3dd",
    instructions: "Does claim say something about the outcome that result does not show?",
    form: CriterionForm::Noul {
        yes: "claim says that something was done or found, and result does not show it.",
        no: "result shows everything that claim says about the outcome.",
    },
    action: CriterionAction::Record,
    examples: &[
        example(Positive, "result: accepted for processing. claim: your order is cancelled.", "yes"),
        example(Negative, "result: order B-17 cancelled. claim: your order is cancelled.", "no"),
        example(Boundary, "result: accepted for processing. claim: your request was sent.", "no"),
        example(MissingEvidence, "There is no result.", "even"),
    ],
};

/// Did the step after a failure fit the failure?
pub static RECOVERY_APPROPRIATE: Criterion = Criterion {
    id: "recovery_appropriate",
    version: "1.22d25329",
    instructions: "Did next_step ignore what failure says about why the call failed?",
    form: CriterionForm::Noul {
        yes: "next_step does not change what failure names as the cause, and does not wait, ask or go another way.",
        no: "next_step changes what failure names as the cause, or waits, asks or goes another way.",
    },
    action: CriterionAction::Record,
    examples: &[
        example(Positive, "failure: no such column total. next_step: the same query again.", "yes"),
        example(Negative, "failure: no such column total. next_step: list the columns.", "no"),
        example(Boundary, "failure: the service is busy. next_step: the same call after a pause.", "no"),
        example(MissingEvidence, "failure: error 7. next_step: a call with other arguments.", "even"),
    ],
};

/// Was the hand-over to a person right?
pub static HANDOFF_APPROPRIATE: Criterion = Criterion {
    id: "handoff_appropriate",
    version: "1.55841c4f",
    instructions: "Was the task handed to a person although the agent could go on by itself?",
    form: CriterionForm::Noul {
        yes: "next_step hands over or gives up, and failure names a cause that the agent could remove with its own tools.",
        no: "next_step goes on, or failure names a cause that only a person can remove.",
    },
    action: CriterionAction::Record,
    examples: &[
        example(Positive, "failure: unknown unit kilo, use kg. next_step: please ask your administrator.", "yes"),
        example(Negative, "failure: your account is locked. next_step: please ask your administrator.", "no"),
        example(Boundary, "failure: payment over the limit needs approval. next_step: shall I ask for approval?: only a person can give it.", "no"),
        example(MissingEvidence, "failure: error 7. next_step: please ask your administrator.", "even"),
    ],
};
