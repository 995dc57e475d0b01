//! What waits for another record of its call: evaluations for the execution they belong to, and ended executions for what follows them.

use opentelemetry::{KeyValue, trace::SpanContext};
use std::{collections::VecDeque, time::SystemTime};

/// The most calls that are kept of each.
const MAX: usize = 512;

/// One evaluation, as an event of the span to come.
pub(super) struct Evaluation {
    pub(super) at: SystemTime,
    pub(super) attributes: Vec<KeyValue>,
}

/// By call, the oldest first. What is too much is forgotten: a record has all of it.
#[derive(Default)]
pub(super) struct Pending {
    evaluations: VecDeque<(Box<str>, Vec<Evaluation>)>,
    ended: VecDeque<(Box<str>, SpanContext)>,
}

impl Pending {
    /// Keeps the evaluations of a call.
    pub(super) fn evaluated(&mut self, call: &str, evaluations: Vec<Evaluation>) {
        push(&mut self.evaluations, call, evaluations);
    }

    /// The evaluations of a call, which are told once.
    pub(super) fn take_evaluations(&mut self, call: &str) -> Vec<Evaluation> {
        let at = self.evaluations.iter().position(|(known, _)| **known == *call);
        at.and_then(|at| self.evaluations.remove(at)).map(|(_, evaluations)| evaluations).unwrap_or_default()
    }

    /// The span of a call has ended.
    pub(super) fn ended(&mut self, call: &str, span: SpanContext) {
        push(&mut self.ended, call, span);
    }

    /// The span of a call that has ended.
    pub(super) fn span(&self, call: &str) -> Option<SpanContext> {
        self.ended.iter().rev().find(|(known, _)| **known == *call).map(|(_, span)| span.clone())
    }
}

fn push<T>(queue: &mut VecDeque<(Box<str>, T)>, call: &str, value: T) {
    if queue.len() >= MAX {
        queue.pop_front();
    }
    queue.push_back((call.into(), value));
}
