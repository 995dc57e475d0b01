//! Compare: serves the text rules, and learns on the side what a decision model would have said.
//!
//! Building a [`Compare`] gives two halves. The [`Shadow`] goes into the stack: for a failure that a model would have been asked about it adds one bounded copy and one `try_send`, and
//! nothing is ever awaited for it. The [`CompareWorker`] is a future that the host spawns: scrubbing and asking happen there, under the same bounds and the same deadline as in the mode
//! `jev`, and both results go to a [`CompareSink`]. A stack that keeps [records](crate::Builder::records) gets a `decision` of the mode `shadow` from the worker, with the call id of the
//! `recovery` that tells what was served. What is served, counted and advised is what the mode `keywords` serves, counts and advises.
//!
//! ```
//! use tool_recovery::{
//!     RecoveryLayer,
//!     compare::Compare,
//!     config::{Classifier, RecoveryConfig},
//!     facts::ResultFacts,
//! };
//! # use tool_recovery::{decide::RecoveryEvaluator, systemone::{Answers, Batch, EvaluationError, EvaluationErrorKind}};
//! # struct Service;
//! # impl RecoveryEvaluator for Service {
//! #     type Evaluation = std::future::Ready<Result<Answers, EvaluationError>>;
//! #     fn evaluate(&self, _: Batch, _: tokio::time::Instant) -> Self::Evaluation {
//! #         std::future::ready(Err(EvaluationError::new(EvaluationErrorKind::Unavailable)))
//! #     }
//! # }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), tool_recovery::config::ConfigError> {
//! let mut config = RecoveryConfig::default();
//! config.classifier = Classifier::Compare;
//! let (shadow, worker) = Compare::new(Service).build(&config)?;
//! let layer = RecoveryLayer::builder().facts(ResultFacts::new()).decider(shadow.clone()).config(config).build()?;
//! let worker = tokio::spawn(worker);
//! assert_eq!(shadow.counters().dropped, 0);
//! // The worker ends when the stack and every other shadow are gone; `abort` ends it at once.
//! drop((layer, shadow));
//! worker.await.expect("it does not panic");
//! # Ok(())
//! # }
//! ```

mod case;
mod shadow;
mod sink;
mod worker;

pub use shadow::{CompareCounters, Shadow};
pub use sink::{CompareSink, Comparison, Events};
pub use worker::CompareWorker;

use crate::{
    config::{Classifier, ConfigError, RecoveryConfig},
    decide::{Decider, RecoveryEvaluator},
};
use std::sync::Arc;
use tokio::sync::mpsc;

/// What the two halves are made of.
#[derive(Clone, Copy, Debug)]
pub struct Compare<E, S = Events> {
    evaluator: E,
    sink: S,
    queue: usize,
}

impl<E: RecoveryEvaluator> Compare<E> {
    /// How many failures wait for the worker at most. Each is a copy of at most 16 KiB of text and what belongs to it.
    pub const QUEUE: usize = 64;

    /// Asks `evaluator`, and emits one event for each comparison.
    pub const fn new(evaluator: E) -> Self {
        Self { evaluator, sink: Events, queue: Self::QUEUE }
    }
}

impl<E: RecoveryEvaluator, S: CompareSink> Compare<E, S> {
    /// Gives each comparison to `sink`.
    pub fn sink<X: CompareSink>(self, sink: X) -> Compare<E, X> {
        Compare { evaluator: self.evaluator, sink, queue: self.queue }
    }

    /// Lets at most `failures` wait for the worker, and at least one. What does not fit is dropped and counted.
    #[must_use]
    pub fn queue(mut self, failures: usize) -> Self {
        self.queue = failures.clamp(1, 4096);
        self
    }

    /// Makes the two halves, by the thresholds and bounds of `config`. In a mode other than `compare` the shadow copies nothing.
    ///
    /// # Errors
    ///
    /// The key of the configuration that is out of its range.
    pub fn build(self, config: &RecoveryConfig) -> Result<(Shadow, CompareWorker<E, S>), ConfigError> {
        let decider = Decider::new(self.evaluator, config)?;
        let (sender, receiver) = mpsc::channel(self.queue);
        let counters = Arc::default();
        let shadow = Shadow::new(sender, Arc::clone(&counters), config.classifier == Classifier::Compare);
        let most = usize::try_from(config.decision_concurrency.total).unwrap_or(1);
        Ok((shadow, CompareWorker::new(decider, self.sink, receiver, most, counters)))
    }
}
