//! The fused stack as a `tower` layer.

use crate::{
    Recovery,
    admission::AdmitLayer,
    advice::AdviseLayer,
    builder::Builder,
    deferred::DeferredLayer,
    execute::ExecuteLayer,
    facts::FactsLayer,
    macros::stage_layer,
    normalize::{NormalizeCounters, NormalizeLayer},
    proposal::ProposeLayer,
    stages::Stages,
};

stage_layer! {
    /// Wraps a tool-execution service: repairs, admits, executes once, turns the outcome into facts, counts it, and advises.
    ///
    /// It has no request parameter, so that inference finds every type from the inner service. Cloning it, or the services it makes, shares the stages.
    RecoveryLayer => Recovery
}

impl RecoveryLayer<()> {
    /// Begins a stack in which everything but the fact extractor has a default.
    pub fn builder() -> Builder {
        Builder::new()
    }
}

impl<P> RecoveryLayer<P> {
    /// Turns to deferred dispatch, which needs a `Clone` inner service.
    #[must_use]
    pub fn deferred(&self) -> DeferredLayer<P> {
        DeferredLayer::new(self.stages().clone())
    }

    /// The outermost of the five stages, for a stack made by hand.
    #[must_use]
    pub fn advise(&self) -> AdviseLayer<P> {
        AdviseLayer::new(self.stages().clone())
    }

    /// The second of the five stages.
    #[must_use]
    pub fn normalize(&self) -> NormalizeLayer<P> {
        NormalizeLayer::new(self.stages().clone())
    }

    /// The third of the five stages.
    #[must_use]
    pub fn admit(&self) -> AdmitLayer<P> {
        AdmitLayer::new(self.stages().clone())
    }

    /// The proposal check, between admission and execution, where the stack has one.
    #[must_use]
    pub fn propose(&self) -> ProposeLayer<P> {
        ProposeLayer::new(self.stages().clone())
    }

    /// The fourth of the five stages.
    #[must_use]
    pub fn execute(&self) -> ExecuteLayer<P> {
        ExecuteLayer::new(self.stages().clone())
    }

    /// The innermost of the five stages.
    #[must_use]
    pub fn facts(&self) -> FactsLayer<P> {
        FactsLayer::new(self.stages().clone())
    }
}

impl<C, A, F, L, K, D, G> RecoveryLayer<Stages<C, A, F, L, K, D, G>> {
    /// How often each rule of the normalize stage was applied, and how often each fault was refused: a repaired call that succeeds has no report.
    #[must_use]
    pub fn normalize_counters(&self) -> NormalizeCounters {
        self.stages().normalizer.counters()
    }

    /// The ledger: what the host tells it about the world, and asks it to reopen, goes through here.
    #[must_use]
    pub fn ledger(&self) -> &L {
        &self.stages().ledger
    }
}
