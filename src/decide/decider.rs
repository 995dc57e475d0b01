//! Asks a decision model, within bounds.

use super::{Abstained, Alternates, Decide, Deciding, OpenCase, RecoveryEvaluator, RecoveryObservation, deciding::Asked, is_blocked, is_open, limits::Limits};
use crate::config::{Classifier, ConfigError, RecoveryConfig, Thresholds};
use std::{fmt, sync::Arc};

/// Asks an evaluator about open cases: one request for the class and whether the next attempt can recover, and where another tool is sought a second one in the same deadline.
/// What it answers is validated and held against thresholds. Clones share their bounds.
pub struct Decider<E, A = ()> {
    shared: Arc<Shared<E, A>>,
}

pub(super) struct Shared<E, A> {
    pub(super) evaluator: E,
    pub(super) alternates: Option<A>,
    pub(super) thresholds: Thresholds,
    /// That of the thresholds.
    pub(super) version: Arc<str>,
    limits: Limits,
    asks: bool,
}

impl<E: RecoveryEvaluator> Decider<E> {
    /// Asks `evaluator`, by the thresholds and bounds of `config`, and never about other tools.
    ///
    /// # Errors
    ///
    /// The key of the configuration that is out of its range.
    pub fn new(evaluator: E, config: &RecoveryConfig) -> Result<Self, ConfigError> {
        Decider::with_alternates(evaluator, None, config)
    }
}

impl<E: RecoveryEvaluator, A: Alternates> Decider<E, A> {
    /// Asks `evaluator`, by the thresholds and bounds of `config`, and where it says `alternate_tools` also about the other tools that `alternates` finds.
    ///
    /// # Errors
    ///
    /// The key of the configuration that is out of its range.
    pub fn with_alternates(evaluator: E, alternates: impl Into<Option<A>>, config: &RecoveryConfig) -> Result<Self, ConfigError> {
        config.decision_concurrency.validate().map_err(|error| error.within("decision_concurrency"))?;
        config.thresholds.validate().map_err(|error| error.within("thresholds"))?;
        let alternates = alternates.into().filter(|_| config.alternate_tools);
        let limits = Limits::new(config.decisions_per_run, config.decision_concurrency);
        let thresholds = config.thresholds.clone();
        let version = thresholds.version.as_str().into();
        let shared = Shared { evaluator, alternates, thresholds, version, limits, asks: true };
        Ok(Self { shared: Arc::new(shared) })
    }

    /// The same, which asks only in the mode `jev` of `config`.
    fn in_mode(evaluator: E, alternates: Option<A>, config: &RecoveryConfig) -> Result<Self, ConfigError> {
        let mut decider = Self::with_alternates(evaluator, alternates, config)?;
        if let Some(shared) = Arc::get_mut(&mut decider.shared) {
            shared.asks = config.classifier == Classifier::Jev;
        }
        Ok(decider)
    }
}

impl<E: RecoveryEvaluator, A: Alternates> Decide for Decider<E, A> {
    type Future = Deciding<E, A>;

    fn asks(&self) -> bool {
        self.shared.asks
    }

    fn seeks_alternates(&self) -> bool {
        self.shared.asks && self.shared.alternates.is_some()
    }

    fn decide(&self, case: &OpenCase<'_>) -> Result<Deciding<E, A>, Abstained> {
        let class = is_open(case);
        let alternate = !class && self.shared.alternates.is_some() && is_blocked(case);
        if !self.shared.asks || !(class || alternate) {
            return Err(Abstained::NotAsked);
        }
        let permit = self.shared.limits.acquire(case.call.run)?;
        let observation = RecoveryObservation::of(case)?;
        let prepared = self.shared.alternates.as_ref().and_then(|alternates| alternates.prepare(case, &observation));
        let asked = Asked::new(observation, case.deadline, permit);
        match (prepared, &self.shared.alternates) {
            (prepared, _) if class => Ok(Deciding::class(self.shared.clone(), asked, prepared)),
            (Some(prepared), Some(alternates)) => {
                let search = alternates.search(prepared, case.known.class, case.deadline);
                Ok(Deciding::alternate(self.shared.clone(), asked, search))
            }
            _ => Err(Abstained::NotAsked),
        }
    }
}

impl<E, A> Clone for Decider<E, A> {
    fn clone(&self) -> Self {
        Self { shared: self.shared.clone() }
    }
}

impl<E, A> fmt::Debug for Decider<E, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decider").field("thresholds", &self.shared.thresholds).field("asks", &self.shared.asks).finish_non_exhaustive()
    }
}

/// Where the decider of a stack comes from: a [`Decide`] as it is, or [`Asking`].
pub trait DeciderSource {
    /// The decider.
    type Decider: Decide;

    /// Makes it.
    ///
    /// # Errors
    ///
    /// The key of the configuration that is out of its range.
    fn decider(self, config: &RecoveryConfig) -> Result<Self::Decider, ConfigError>;
}

impl<D: Decide> DeciderSource for D {
    type Decider = D;

    fn decider(self, _: &RecoveryConfig) -> Result<D, ConfigError> {
        Ok(self)
    }
}

/// An evaluator of which a stack makes a [`Decider`] by its own configuration: it is asked in the mode `jev`, and in no other.
#[derive(Clone, Copy, Debug)]
pub struct Asking<E, A = ()> {
    evaluator: E,
    alternates: Option<A>,
}

impl<E: RecoveryEvaluator> Asking<E> {
    /// Asks `evaluator`.
    pub const fn new(evaluator: E) -> Self {
        Self { evaluator, alternates: None }
    }

    /// Asks also about the other tools that `alternates` finds, where the configuration says `alternate_tools`.
    pub fn alternates<A: Alternates>(self, alternates: A) -> Asking<E, A> {
        Asking { evaluator: self.evaluator, alternates: Some(alternates) }
    }
}

impl<E: RecoveryEvaluator, A: Alternates> DeciderSource for Asking<E, A> {
    type Decider = Decider<E, A>;

    fn decider(self, config: &RecoveryConfig) -> Result<Decider<E, A>, ConfigError> {
        Decider::in_mode(self.evaluator, self.alternates, config)
    }
}

#[cfg(test)]
#[path = "decider_tests.rs"]
mod tests;
