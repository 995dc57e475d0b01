//! The half beside the stack.

use super::{
    CompareSink, Comparison,
    case::{About, Copied},
    shadow::Counters,
};
use crate::{
    clock,
    decide::{Abstained, Decide, Decider, Deciding, Decision, RecoveryEvaluator},
};
use std::{
    fmt,
    future::{Future, poll_fn},
    panic::{AssertUnwindSafe, catch_unwind},
    pin::{Pin, pin},
    sync::{Arc, atomic::Ordering::Relaxed},
    task::{Context, Poll},
};
use tokio::{sync::mpsc, time::Instant};

/// Scrubs, asks and records what its [`Shadow`](super::Shadow)s hand over. A future: spawn it, and it ends when all of them are gone and the last answer is there.
///
/// As many decisions are awaited at once as the configuration allows, each until its own deadline. Panics of the evaluator and of the sink are contained.
///
/// # Cancel safety
///
/// A drop ends all work at once, the evaluator's included: no task goes on behind it. What waits in the queue is lost.
#[must_use = "a future does nothing unless it is spawned or awaited"]
pub struct CompareWorker<E: RecoveryEvaluator, S> {
    decider: Decider<E>,
    sink: S,
    queue: mpsc::Receiver<Copied>,
    /// The next one, while its run awaits as many decisions as it may.
    next: Option<Copied>,
    running: Vec<Running<E>>,
    most: usize,
    counters: Arc<Counters>,
}

struct Running<E: RecoveryEvaluator> {
    decision: Pin<Box<Deciding<E, ()>>>,
    about: About,
    began: Instant,
}

// Nothing in it is pinned in place.
impl<E: RecoveryEvaluator, S> Unpin for CompareWorker<E, S> {}

impl<E: RecoveryEvaluator, S: CompareSink> CompareWorker<E, S> {
    pub(super) const fn new(decider: Decider<E>, sink: S, queue: mpsc::Receiver<Copied>, most: usize, counters: Arc<Counters>) -> Self {
        Self { decider, sink, queue, next: None, running: Vec::new(), most, counters }
    }

    /// Works until `shutdown` is ready, or until every shadow is gone.
    ///
    /// # Cancel safety
    ///
    /// That of the worker.
    pub async fn until(mut self, shutdown: impl Future<Output = ()>) {
        let mut shutdown = pin!(shutdown);
        poll_fn(|cx| if shutdown.as_mut().poll(cx).is_ready() { Poll::Ready(()) } else { Pin::new(&mut self).poll(cx) }).await;
    }

    /// Begins to ask about a case. It comes back where its run has to wait for its turn.
    fn begin(&mut self, copied: Copied) -> Option<Copied> {
        let began = clock::now();
        let case = copied.open(began);
        let asked = catch_unwind(AssertUnwindSafe(|| self.decider.decide(&case))).unwrap_or(Err(Abstained::Panicked));
        match asked {
            Ok(decision) => self.running.push(Running { decision: Box::pin(decision), about: copied.into_about(), began }),
            Err(Abstained::Busy) if !self.running.is_empty() => return Some(copied),
            Err(reason) => {
                let attempts = u32::from(reason == Abstained::Panicked);
                self.record(copied.into_about(), began, Decision { attempts, ..Decision::abstained(reason) });
            }
        }
        None
    }

    /// Polls what is awaited, and records what is there.
    fn poll_running(&mut self, cx: &mut Context<'_>) {
        let mut index = 0;
        while let Some(running) = self.running.get_mut(index) {
            let decision = match catch_unwind(AssertUnwindSafe(|| running.decision.as_mut().poll(cx))) {
                Ok(Poll::Pending) => {
                    index += 1;
                    continue;
                }
                Ok(Poll::Ready(decision)) => decision,
                Err(_) => Decision::abstained(Abstained::Panicked),
            };
            let Running { decision: made, about, began } = self.running.swap_remove(index);
            // What the evaluator does when it is dropped is its own matter, too.
            let _ = catch_unwind(AssertUnwindSafe(|| drop(made)));
            self.record(about, began, decision);
        }
    }

    fn record(&self, about: About, began: Instant, decision: Decision) {
        let About { known, effect, call, at, records } = about;
        let (waited, latency) = (began.saturating_duration_since(at), clock::now().saturating_duration_since(began));
        let comparison = Comparison { served: known, decision, effect, call, waited, latency };
        if let Some(records) = records {
            records.decided(&comparison.decision, latency);
        }
        if catch_unwind(AssertUnwindSafe(|| self.sink.record(&comparison))).is_ok() {
            self.counters.recorded.fetch_add(1, Relaxed);
        }
    }
}

impl<E: RecoveryEvaluator, S: CompareSink> Future for CompareWorker<E, S> {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let me = self.get_mut();
        loop {
            me.poll_running(cx);
            if me.running.len() >= me.most {
                return Poll::Pending;
            }
            let copied = match me.next.take() {
                Some(copied) => copied,
                None => match me.queue.poll_recv(cx) {
                    Poll::Ready(Some(copied)) => copied,
                    Poll::Ready(None) if me.running.is_empty() => return Poll::Ready(()),
                    Poll::Ready(None) | Poll::Pending => return Poll::Pending,
                },
            };
            if let Some(waits) = me.begin(copied) {
                me.next = Some(waits);
                // Whatever is awaited wakes this when it is there.
                return Poll::Pending;
            }
        }
    }
}

impl<E: RecoveryEvaluator, S> fmt::Debug for CompareWorker<E, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CompareWorker").field("awaited", &self.running.len()).field("counters", &self.counters.read()).finish_non_exhaustive()
    }
}
