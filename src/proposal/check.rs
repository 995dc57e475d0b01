//! The check itself: whom it asks, by which policy, and what it does about the answer.

use super::{
    ArgumentShapes, ContextSource, DecisionObserver, MemoryReviewQueue, Projection, ProposalCase, ProposalMode, ProposalPolicy, ProposalRules, Propose,
    ReviewQueue,
    breaker::Breaker,
    evaluate::{Checking, Prepared},
    shadow::{ShadowWorker, Shadowed},
};
use crate::{config::ConfigError, decide::RecoveryEvaluator};
use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};
use tokio::sync::mpsc;

/// Looks at admitted calls before they run. It can hold one back, and never let one through that admission rejected.
///
/// Clones share everything.
pub struct ProposalCheck<E, S, J = ArgumentShapes, Q = MemoryReviewQueue, O = (), R = ()> {
    pub(super) parts: Shared<E, S, J, Q, O, R>,
    shadow: Option<mpsc::Sender<Shadowed>>,
}

/// The parts, shared by every clone and by the worker.
pub(super) type Shared<E, S, J, Q, O, R> = Arc<Parts<E, S, J, Q, O, R>>;

pub(super) struct Parts<E, S, J, Q, O, R> {
    pub(super) evaluator: E,
    pub(super) source: S,
    pub(super) projection: J,
    pub(super) queue: Q,
    pub(super) observer: O,
    pub(super) rules: R,
    pub(super) policy: ProposalPolicy,
    pub(super) versions: (Arc<str>, Arc<str>),
    pub(super) breaker: Breaker,
    pub(super) unseen: AtomicU64,
}

/// How many calls may wait for the shadow worker.
const SHADOW_DEPTH: usize = 64;

impl<E, S> ProposalCheck<E, S> {
    /// Begins a check that asks `evaluator` about what `source` knows. Without a policy it asks nothing.
    pub fn builder(evaluator: E, source: S) -> ProposalCheckBuilder<E, S> {
        ProposalCheckBuilder {
            evaluator,
            source,
            projection: ArgumentShapes,
            queue: MemoryReviewQueue::default(),
            observer: (),
            rules: (),
            policy: ProposalPolicy::default(),
        }
    }
}

impl<E, S, J, Q, O, R> ProposalCheck<E, S, J, Q, O, R> {
    /// Where calls wait for a person.
    pub fn queue(&self) -> &Q {
        &self.parts.queue
    }

    /// The policy.
    pub fn policy(&self) -> &ProposalPolicy {
        &self.parts.policy
    }

    /// How many calls the shadow worker did not get to see, because too many waited or because it was not running.
    pub fn unseen(&self) -> u64 {
        self.parts.unseen.load(Ordering::Relaxed)
    }
}

impl<E, S, J, Q, O, R> Clone for ProposalCheck<E, S, J, Q, O, R> {
    fn clone(&self) -> Self {
        Self { parts: self.parts.clone(), shadow: self.shadow.clone() }
    }
}

impl<E, S, J, Q, O, R> fmt::Debug for ProposalCheck<E, S, J, Q, O, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProposalCheck").field("policy", &self.parts.policy.version).finish_non_exhaustive()
    }
}

impl<E, S, J, Q, O, R> Propose for ProposalCheck<E, S, J, Q, O, R>
where
    E: RecoveryEvaluator,
    S: ContextSource,
    J: Projection,
    Q: ReviewQueue,
    O: DecisionObserver,
    R: ProposalRules,
{
    type Future = Checking<E, S, J, Q, O, R>;

    fn propose(&self, case: &ProposalCase<'_>) -> Option<Self::Future> {
        match self.parts.policy.mode.of(case.consequence()) {
            ProposalMode::Off => None,
            ProposalMode::Enforce => Some(Checking::begin(self.parts.clone(), Prepared::new(&self.parts, case, ProposalMode::Enforce))),
            ProposalMode::Shadow => {
                let shadowed = Shadowed(Prepared::new(&self.parts, case, ProposalMode::Shadow));
                if self.shadow.as_ref().is_none_or(|shadow| shadow.try_send(shadowed).is_err()) {
                    self.parts.unseen.fetch_add(1, Ordering::Relaxed);
                }
                None
            }
        }
    }
}

/// Collects the parts of a [`ProposalCheck`].
#[must_use]
pub struct ProposalCheckBuilder<E, S, J = ArgumentShapes, Q = MemoryReviewQueue, O = (), R = ()> {
    evaluator: E,
    source: S,
    projection: J,
    queue: Q,
    observer: O,
    rules: R,
    policy: ProposalPolicy,
}

impl<E, S, J, Q, O, R> ProposalCheckBuilder<E, S, J, Q, O, R> {
    /// Which fields of the arguments may leave. Default: none.
    pub fn projection<X: Projection>(self, projection: X) -> ProposalCheckBuilder<E, S, X, Q, O, R> {
        let Self { evaluator, source, queue, observer, rules, policy, .. } = self;
        ProposalCheckBuilder { evaluator, source, projection, queue, observer, rules, policy }
    }

    /// Where calls wait for a person. Default: 64 places in memory, for an hour each.
    pub fn queue<X: ReviewQueue>(self, queue: X) -> ProposalCheckBuilder<E, S, J, X, O, R> {
        let Self { evaluator, source, projection, observer, rules, policy, .. } = self;
        ProposalCheckBuilder { evaluator, source, projection, queue, observer, rules, policy }
    }

    /// Who takes the account of each evaluation. Default: nobody.
    pub fn observer<X: DecisionObserver>(self, observer: X) -> ProposalCheckBuilder<E, S, J, Q, X, R> {
        let Self { evaluator, source, projection, queue, rules, policy, .. } = self;
        ProposalCheckBuilder { evaluator, source, projection, queue, observer, rules, policy }
    }

    /// The host's own rules, for outages under [`OutagePolicy::Fallback`](super::OutagePolicy::Fallback). Default: none.
    pub fn rules<X: ProposalRules>(self, rules: X) -> ProposalCheckBuilder<E, S, J, Q, O, X> {
        let Self { evaluator, source, projection, queue, observer, policy, .. } = self;
        ProposalCheckBuilder { evaluator, source, projection, queue, observer, rules, policy }
    }

    /// What follows from answers and from outages.
    pub fn policy(mut self, policy: ProposalPolicy) -> Self {
        self.policy = policy;
        self
    }

    /// Builds the check.
    ///
    /// # Errors
    ///
    /// As [`ProposalPolicy::validate`].
    pub fn build(self) -> Result<ProposalCheck<E, S, J, Q, O, R>, ConfigError> {
        Ok(ProposalCheck { parts: self.parts()?, shadow: None })
    }

    fn parts(self) -> Result<Shared<E, S, J, Q, O, R>, ConfigError> {
        let Self { evaluator, source, projection, queue, observer, rules, policy } = self;
        policy.validate()?;
        Ok(Arc::new(Parts {
            evaluator,
            source,
            projection,
            queue,
            observer,
            rules,
            versions: (policy.version.as_str().into(), policy.thresholds_version.as_str().into()),
            breaker: Breaker::new(policy.breaker_failures, std::time::Duration::from_millis(policy.breaker_open_ms)),
            policy,
            unseen: AtomicU64::new(0),
        }))
    }
}

impl<E: RecoveryEvaluator, S, J, Q, O, R> ProposalCheckBuilder<E, S, J, Q, O, R> {
    /// Builds the check and the worker of its shadow mode: a future that the host spawns. It ends when every clone of the check is dropped. Where it does not run, calls in shadow mode are counted as
    /// [`unseen`](ProposalCheck::unseen).
    ///
    /// # Errors
    ///
    /// As [`ProposalPolicy::validate`].
    #[allow(clippy::type_complexity, reason = "the two types that it is about")]
    pub fn build_with_shadow(self) -> Result<(ProposalCheck<E, S, J, Q, O, R>, ShadowWorker<E, S, J, Q, O, R>), ConfigError> {
        let parts = self.parts()?;
        let (sender, receiver) = mpsc::channel(SHADOW_DEPTH);
        Ok((ProposalCheck { parts: parts.clone(), shadow: Some(sender) }, ShadowWorker::new(parts, receiver)))
    }
}

impl<E, S, J, Q, O, R> fmt::Debug for ProposalCheckBuilder<E, S, J, Q, O, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProposalCheckBuilder").field("policy", &self.policy.version).finish_non_exhaustive()
    }
}
