//! The stages of one stack, shared by every call and every clone.

use crate::{
    admission::{Tool, ToolCatalog, ToolDescriptor},
    classify::Classify,
    config::{Classifier, RecoveryConfig},
    decide::Decide,
    emit::Emitter,
    facts::{FactExtractor, Judgement, UndeclaredEffect},
    ledger::Ledger,
    normalize::Normalizer,
    proposal::Propose,
};
use std::{fmt, sync::Arc, time::Duration};

/// The policy parameters of a stack. `()` stands for an absent one, and costs nothing.
#[non_exhaustive]
pub struct Stages<C, A, F, L, K, D, G = ()> {
    pub(crate) catalog: C,
    pub(crate) policy: A,
    pub(crate) facts: F,
    pub(crate) ledger: L,
    pub(crate) classifier: K,
    pub(crate) decider: D,
    pub(crate) proposer: G,
    pub(crate) normalizer: Normalizer,
    pub(crate) settings: Settings,
    pub(crate) records: Emitter,
    /// Stands for every tool while there is no catalog.
    pub(crate) undeclared: ToolDescriptor,
}

impl<C, A, F, L, K, D, G> Stages<C, A, F, L, K, D, G> {
    /// Asks the extractor about an outcome of `tool`, or of one of which nothing is declared.
    #[inline]
    pub(crate) fn judge<T, E>(&self, tool: Option<&Arc<Tool>>, outcome: Result<&T, &E>) -> Judgement
    where
        F: FactExtractor<T, E>,
    {
        self.facts.judge(tool.map_or(&self.undeclared, |tool| tool.descriptor()), outcome)
    }
}

/// The plain limits of a stack.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Settings {
    pub(crate) undeclared: UndeclaredEffect,
    pub(crate) settle_grace: Duration,
    pub(crate) decision_timeout: Duration,
    pub(crate) max_wait: Duration,
    pub(crate) advice_bytes: usize,
    pub(crate) spans: bool,
    /// Whether the mode asks for decisions: without a decider each open case falls back, and says so.
    pub(crate) wants_decisions: bool,
    /// Whether anybody watches executions: by spans, by records, or both.
    pub(crate) watched: bool,
}

impl Settings {
    pub(crate) fn new(config: &RecoveryConfig, spans: bool, records: bool) -> Self {
        Self {
            undeclared: config.undeclared_effect,
            settle_grace: config.settle_grace(),
            decision_timeout: config.decision_timeout(),
            max_wait: config.pacing_wait(),
            advice_bytes: config.advice.max_bytes,
            spans,
            wants_decisions: config.classifier == Classifier::Jev,
            watched: spans || records,
        }
    }
}

/// A set of stages. Sealed: [`Stages`] is the only one; the trait keeps the signatures of services and futures short.
pub trait Stack: sealed::Sealed {
    /// Which tools are offered.
    type Catalog: ToolCatalog;
    /// Who authorizes.
    type Policy;
    /// Who turns outcomes into facts.
    type Facts;
    /// Who counts.
    type Ledger: Ledger;
    /// Who reads text.
    type Classifier: Classify;
    /// Who decides what text leaves open.
    type Decider: Decide;
    /// Who looks at admitted calls before they run.
    type Proposer: Propose;

    #[doc(hidden)]
    #[allow(clippy::type_complexity, reason = "the one place that names all parts")]
    fn parts(&self) -> &Stages<Self::Catalog, Self::Policy, Self::Facts, Self::Ledger, Self::Classifier, Self::Decider, Self::Proposer>;
}

impl<C: ToolCatalog, A, F, L: Ledger, K: Classify, D: Decide, G: Propose> Stack for Stages<C, A, F, L, K, D, G> {
    type Catalog = C;
    type Policy = A;
    type Facts = F;
    type Ledger = L;
    type Classifier = K;
    type Decider = D;
    type Proposer = G;

    #[inline]
    fn parts(&self) -> &Self {
        self
    }
}

mod sealed {
    pub trait Sealed {}
    impl<C, A, F, L, K, D, G> Sealed for super::Stages<C, A, F, L, K, D, G> {}
}

impl<C, A, F, L, K, D, G> fmt::Debug for Stages<C, A, F, L, K, D, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stages").field("settings", &self.settings).finish_non_exhaustive()
    }
}
