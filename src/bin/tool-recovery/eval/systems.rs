//! The systems that are built in.

use crate::{Failure, classify::replay::Replay};
use std::sync::Arc;
use tool_recovery::{
    classify::{Class, Source},
    config::{Classifier, RecoveryConfig},
    corpus::Row,
    eval::{
        bench::{Answers, Given},
        dataset::Question,
        metrics::Predicted,
    },
};

/// A system that is built in: the real stack in one mode.
pub(crate) struct BuiltIn {
    replay: Replay,
    pub(crate) answers: Answers,
}

impl BuiltIn {
    pub(crate) fn new(name: &str, classifier: Classifier) -> Result<Self, Failure> {
        let mut config = RecoveryConfig::default();
        config.classifier = classifier;
        let replay = Replay::unaided(config).map_err(Failure::Wrong)?;
        Ok(Self { replay, answers: Answers::new(name) })
    }

    /// Answers a row, as a run of its own.
    pub(crate) fn answer(&mut self, number: usize, row: &Arc<Row>) {
        let mut run = self.replay.run();
        let Ok(answer) = run.answer(row) else {
            *self.answers.usage.statuses.entry("error".to_owned()).or_default() += 1;
            return;
        };
        *self.answers.usage.statuses.entry("ok".to_owned()).or_default() += 1;
        self.answers.latency_ms.push(answer.latency_ns as f64 / 1e6);
        let class = answer.class.filter(|_| answer.failed).map_or(Given::new(Predicted::Abstain), |class| given(class, answer.source));
        self.answers.set(Question::Class, number, &class);
        self.answers.set(Question::Retry, number, &Given::new(Predicted::Label(usize::from(answer.retry_advised))));
    }
}

/// Facts are surer than words, and nothing is less sure than `unknown`. That ranks answers; it is no probability.
fn given(class: Class, source: Source) -> Given {
    let confidence = match (class, source) {
        (Class::Unknown, _) => 0.0,
        (_, Source::Trusted) => 1.0,
        _ => 0.5,
    };
    let place = Class::ALL.iter().position(|one| *one == class);
    Given { confidence: Some(confidence), ..Given::new(place.map_or(Predicted::Error, Predicted::Label)) }
}

/// The class that facts and text rules give the row on a line; empty where it has not failed.
pub(crate) fn class_of(line: &[u8]) -> Result<&'static str, String> {
    let row = Arc::new(Row::parse(line).map_err(|fault| fault.to_string())?);
    let mut replay = Replay::unaided(RecoveryConfig::default())?;
    let mut run = replay.run();
    Ok(run.answer(&row)?.class.map_or("", Class::as_str))
}
