//! Putting a stack together.

use crate::{
    RecoveryLayer,
    admission::{ToolCatalog, ToolDescriptor},
    classify::{Classify, TextClassifier},
    config::{ConfigError, ConfigErrorKind, RecoveryConfig},
    decide::DeciderSource,
    deferred::AsyncPolicy,
    emit::Emitter,
    facts::UndeclaredEffect,
    ledger::{Ledger, LedgerConfig, MemoryLedger},
    normalize::Normalizer,
    proposal::Propose,
    stages::{Settings, Stages},
};
use std::{fmt, sync::Arc};

/// A part that was not chosen: it is made from the configuration.
#[derive(Clone, Copy, Debug, Default)]
pub struct FromConfig;

/// Where the ledger comes from: a [`Ledger`] as it is, or [`FromConfig`].
pub trait LedgerSource {
    /// The ledger.
    type Ledger: Ledger;

    /// Makes it.
    ///
    /// # Errors
    ///
    /// The key of the configuration that is out of its range, or the table `ledger` where a given ledger has other limits.
    fn ledger(self, config: &RecoveryConfig) -> Result<Self::Ledger, ConfigError>;
}

impl LedgerSource for FromConfig {
    type Ledger = MemoryLedger;

    fn ledger(self, config: &RecoveryConfig) -> Result<MemoryLedger, ConfigError> {
        MemoryLedger::new(config.ledger.clone()).map_err(|error| error.within("ledger"))
    }
}

impl<L: Ledger> LedgerSource for L {
    type Ledger = L;

    fn ledger(self, config: &RecoveryConfig) -> Result<L, ConfigError> {
        if config.ledger == LedgerConfig::default() || self.config() == Some(&config.ledger) {
            return Ok(self);
        }
        let rule = "the ledger given to the builder has other limits than this table: make it by `MemoryLedger::new(config.ledger.clone())`".into();
        Err(ConfigError::new("ledger", ConfigErrorKind::Contradiction { rule }))
    }
}

/// Where the text classifier comes from: a [`Classify`] as it is, or [`FromConfig`].
pub trait ClassifierSource {
    /// The classifier.
    type Classifier: Classify;

    /// Makes it.
    fn classifier(self, config: &RecoveryConfig) -> Self::Classifier;
}

impl ClassifierSource for FromConfig {
    type Classifier = TextClassifier;

    fn classifier(self, config: &RecoveryConfig) -> TextClassifier {
        TextClassifier::of(config.classifier)
    }
}

impl<K: Classify> ClassifierSource for K {
    type Classifier = K;

    fn classifier(self, _: &RecoveryConfig) -> K {
        self
    }
}

/// A fact extractor that was given to a [`Builder`]: only with one can it build.
#[derive(Clone, Copy, Debug)]
pub struct WithFacts<F>(F);

/// Builds a [`RecoveryLayer`]. Every part has a safe default but the fact extractor, which has to fit the inner service.
#[must_use]
pub struct Builder<C = (), A = (), F = (), L = FromConfig, K = FromConfig, D = (), G = ()> {
    catalog: C,
    policy: A,
    facts: F,
    ledger: L,
    classifier: K,
    decider: D,
    proposal: G,
    config: RecoveryConfig,
    spans: bool,
    records: Emitter,
}

impl Builder {
    pub(crate) fn new() -> Self {
        let config = RecoveryConfig::default();
        Self {
            catalog: (),
            policy: (),
            facts: (),
            ledger: FromConfig,
            classifier: FromConfig,
            decider: (),
            proposal: (),
            config,
            spans: false,
            records: Emitter::default(),
        }
    }
}

/// A setter that changes the type of one part and keeps the others.
macro_rules! part {
    ($(#[$doc:meta])* $name:ident: $bound:path, [$($kept:ident),*] => $builder:ty) => {
        $(#[$doc])*
        pub fn $name<X: $bound>(self, $name: X) -> $builder {
            let Self { $($kept,)* config, spans, records, .. } = self;
            Builder { $name, $($kept,)* config, spans, records }
        }
    };
}

impl<C, A, F, L, K, D, G> Builder<C, A, F, L, K, D, G> {
    part! {
        /// Which tools are offered. Without a catalog every name is taken for a tool of which nothing is declared.
        catalog: ToolCatalog, [policy, facts, ledger, classifier, decider, proposal] => Builder<X, A, F, L, K, D, G>
    }
    part! {
        /// Who authorizes calls. Without a policy every known call may run.
        policy: AsyncPolicy, [catalog, facts, ledger, classifier, decider, proposal] => Builder<C, X, F, L, K, D, G>
    }
    /// Who turns outcomes into facts: a [`FactExtractor`](crate::facts::FactExtractor) that fits the inner service. A stack cannot be built without one.
    pub fn facts<X>(self, facts: X) -> Builder<C, A, WithFacts<X>, L, K, D, G> {
        let Self { catalog, policy, ledger, classifier, decider, proposal, config, spans, records, .. } = self;
        Builder { catalog, policy, facts: WithFacts(facts), ledger, classifier, decider, proposal, config, spans, records }
    }

    part! {
        /// Who counts. Default: a [`MemoryLedger`] of its own for this layer. Give a clone of one to share it, or to keep its counters when the mode changes.
        /// Its limits are its own: beside [`config`](Self::config) make it by `MemoryLedger::new(config.ledger.clone())`.
        ledger: LedgerSource, [catalog, policy, facts, classifier, decider, proposal] => Builder<C, A, F, X, K, D, G>
    }
    part! {
        /// Who reads text where facts leave the class open. Default: what the configuration says.
        classifier: ClassifierSource, [catalog, policy, facts, ledger, decider, proposal] => Builder<C, A, F, L, X, D, G>
    }
    part! {
        /// Who decides where text leaves the class open: a [`Decider`](crate::decide::Decider), any other [`Decide`](crate::decide::Decide), or [`Asking`](crate::decide::Asking), which
        /// asks as the configuration says. Default: nobody.
        decider: DeciderSource, [catalog, policy, facts, ledger, classifier, proposal] => Builder<C, A, F, L, K, X, G>
    }
    part! {
        /// Who looks at admitted calls before they run. Default: nobody. It waits for an answer, so that the stack serves in deferred dispatch only.
        proposal: Propose, [catalog, policy, facts, ledger, classifier, decider] => Builder<C, A, F, L, K, D, X>
    }

    /// Takes every limit from a configuration.
    pub fn config(mut self, config: RecoveryConfig) -> Self {
        self.config = config;
        self
    }

    /// What a tool without a declaration counts as. Default: a write.
    pub fn undeclared_effect(mut self, effect: UndeclaredEffect) -> Self {
        self.config.undeclared_effect = effect;
        self
    }

    /// Opens a `tracing` span named `execute_tool` around every execution. Off by default, because a span costs every call.
    pub fn spans(mut self, spans: bool) -> Self {
        self.spans = spans;
        self
    }

    /// Records every call. Off by default, because a record costs a call digests, allocations and a place in a queue; without it nothing is added.
    #[cfg(feature = "record")]
    pub fn records(mut self, records: crate::record::Records) -> Self {
        self.records = records.into();
        self
    }
}

impl<C, A, F, L: LedgerSource, K: ClassifierSource, D: DeciderSource, G> Builder<C, A, WithFacts<F>, L, K, D, G> {
    /// Builds the layer.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] names the key that is out of its range, the Cargo feature that a chosen mode needs, or the table `ledger` where it is neither the default nor the table of the
    /// given ledger.
    #[allow(clippy::type_complexity, reason = "the type says what was chosen")]
    pub fn build(self) -> Result<RecoveryLayer<Stages<C, A, F, L::Ledger, K::Classifier, D::Decider, G>>, ConfigError> {
        let Self { catalog, policy, facts: WithFacts(facts), ledger, classifier, decider, proposal, config, spans, records } = self;
        config.validate()?;
        Ok(RecoveryLayer::new(Arc::new(Stages {
            catalog,
            policy,
            facts,
            ledger: ledger.ledger(&config)?,
            classifier: classifier.classifier(&config),
            decider: decider.decider(&config)?,
            proposer: proposal,
            normalizer: Normalizer::new(config.normalize).map_err(|error| error.within("normalize"))?,
            settings: Settings::new(&config, spans, records.is_on()),
            records: records.configured(&config),
            undeclared: ToolDescriptor::new(""),
        })))
    }
}

impl<C, A, F, L, K, D, G> fmt::Debug for Builder<C, A, F, L, K, D, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder").field("config", &self.config).field("spans", &self.spans).finish_non_exhaustive()
    }
}
