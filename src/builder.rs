//! Putting a stack together.

use crate::{
    RecoveryLayer,
    admission::ToolDescriptor,
    config::ConfigError,
    facts::UndeclaredEffect,
    normalize::Normalizer,
    stages::{Settings, Stages},
};
use std::{fmt, sync::Arc, time::Duration};

/// Builds a [`RecoveryLayer`]. Every part has a safe default but the fact extractor, which has to fit the inner service.
#[must_use]
pub struct Builder<C = (), A = (), F = (), L = (), K = (), D = ()> {
    catalog: C,
    policy: A,
    facts: F,
    ledger: L,
    classifier: K,
    decider: D,
    settings: Settings,
}

impl Builder {
    pub(crate) fn new() -> Self {
        Self { catalog: (), policy: (), facts: (), ledger: (), classifier: (), decider: (), settings: Settings::default() }
    }
}

macro_rules! replace {
    ($(#[$doc:meta])* $name:ident: $param:ident => $($rest:ident)*; <$($out:ident),*>) => {
        $(#[$doc])*
        pub fn $name<X>(self, $name: X) -> Builder<$($out),*> {
            let Self { $($rest,)* settings, .. } = self;
            Builder { $name, $($rest,)* settings }
        }
    };
}

impl<C, A, F, L, K, D> Builder<C, A, F, L, K, D> {
    replace! {
        /// Which tools are offered. Without a catalog every name is taken for a tool of which nothing is declared.
        catalog: C => policy facts ledger classifier decider; <X, A, F, L, K, D>
    }
    replace! {
        /// Who authorizes calls. Without a policy every known call may run.
        policy: A => catalog facts ledger classifier decider; <C, X, F, L, K, D>
    }
    replace! {
        /// Who turns outcomes into facts.
        facts: F => catalog policy ledger classifier decider; <C, A, X, L, K, D>
    }
    replace! {
        /// Who counts.
        ledger: L => catalog policy facts classifier decider; <C, A, F, X, K, D>
    }
    replace! {
        /// Who reads text where facts leave the class open.
        classifier: K => catalog policy facts ledger decider; <C, A, F, L, X, D>
    }
    replace! {
        /// Who decides where text leaves the class open.
        decider: D => catalog policy facts ledger classifier; <C, A, F, L, K, X>
    }

    /// What a tool without a declaration counts as. Default: a write.
    pub fn undeclared_effect(mut self, effect: UndeclaredEffect) -> Self {
        self.settings.undeclared = effect;
        self
    }

    /// How long an interrupted write may take to say what it did. Default: 2 s.
    pub fn settle_grace(mut self, grace: Duration) -> Self {
        self.settings.settle_grace = grace;
        self
    }

    /// Builds the layer.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] names the key that is out of its range.
    pub fn build(self) -> Result<RecoveryLayer<Stages<C, A, F, L, K, D>>, ConfigError> {
        let Self { catalog, policy, facts, ledger, classifier, decider, settings } = self;
        Ok(RecoveryLayer::new(Arc::new(Stages {
            catalog,
            policy,
            facts,
            ledger,
            classifier,
            decider,
            normalizer: Normalizer::default(),
            settings,
            undeclared: ToolDescriptor::new(""),
        })))
    }
}

impl<C, A, F, L, K, D> fmt::Debug for Builder<C, A, F, L, K, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder").field("settings", &self.settings).finish_non_exhaustive()
    }
}
