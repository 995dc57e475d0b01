//! Who answers: the seam for a decision service.

use crate::systemone::{Answers, Batch, EvaluationError};
use std::future::Future;
use tokio::time::Instant;

/// Puts a batch of questions to a decision model. It knows nothing of the stack: no call, no tool, no credential of the host.
///
/// What it answers is untrusted: it is validated against the questions, and whatever fails that is an abstention.
pub trait RecoveryEvaluator {
    /// The answers as they came, or why there are none.
    ///
    /// # Cancel safety
    ///
    /// A drop ends all work for it at once: no task goes on behind it.
    type Evaluation: Future<Output = Result<Answers, EvaluationError>>;

    /// Begins to ask. Everything, the connection and a retry included, ends by `deadline`.
    fn evaluate(&self, batch: Batch, deadline: Instant) -> Self::Evaluation;
}

impl<E: RecoveryEvaluator + ?Sized> RecoveryEvaluator for std::sync::Arc<E> {
    type Evaluation = E::Evaluation;

    fn evaluate(&self, batch: Batch, deadline: Instant) -> Self::Evaluation {
        (**self).evaluate(batch, deadline)
    }
}
