//! Where comparisons go.

use crate::{classify::Classification, decide::Decision, facts::Effect, ledger::CallKey, telemetry};
use std::{sync::Arc, time::Duration};

/// What the text rules served for one failure, and what a model says of it. It holds no text and no argument.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Comparison {
    /// What was served.
    pub served: Classification,
    /// What a model says, or why it says nothing.
    pub decision: Decision,
    /// What the call did to the world.
    pub effect: Effect,
    /// The call, by keys from which nothing can be read back.
    pub call: CallKey,
    /// How long the failure waited for the worker.
    pub waited: Duration,
    /// How long the model took.
    pub latency: Duration,
}

impl Comparison {
    /// Whether the class that would be followed is the one that was served; `None` where none would.
    #[must_use]
    pub fn agrees(&self) -> Option<bool> {
        self.decision.advice.as_ref().ok()?.class.map(|class| class == self.served.class)
    }
}

/// Takes comparisons. It is called by the worker, one at a time, and should not block; a panic in it is contained.
pub trait CompareSink {
    /// Takes one.
    fn record(&self, comparison: &Comparison);
}

impl<S: CompareSink + ?Sized> CompareSink for Arc<S> {
    fn record(&self, comparison: &Comparison) {
        (**self).record(comparison);
    }
}

/// Emits one `tracing` event for each comparison, with the closed set of fields of [`telemetry`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Events;

impl CompareSink for Events {
    fn record(&self, comparison: &Comparison) {
        telemetry::comparison(comparison);
    }
}
