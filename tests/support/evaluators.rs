//! Decision services of tests.

use std::{
    collections::VecDeque,
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::time::{Instant, sleep};
use tool_recovery::{
    classify::Class,
    config::{RecoveryConfig, Thresholds},
    decide::{RecoveryEvaluator, wording},
    systemone::{Answer, Answers, Batch, EvaluationError, EvaluationErrorKind},
};

/// What the service does with one batch.
#[derive(Clone, Debug, PartialEq)]
pub enum Does {
    /// Gives each class in turn this weight, and this probability that something from outside is needed.
    Weighs([u8; 9], f64),
    /// Answers one class without any doubt, and whether something from outside is needed.
    Says(Class, f64),
    /// Of the candidates, answers the one at this place.
    Picks(usize),
    Fails(EvaluationErrorKind),
    /// Answers what was not asked.
    Babbles,
    Hangs,
    PanicsAtOnce,
    PanicsInPoll,
}

/// A service that does what its script says, and then always the last of it. It keeps what it was asked.
#[derive(Clone, Debug)]
pub struct Service(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    script: VecDeque<Does>,
    last: Option<Does>,
    after: Duration,
    asked: Vec<Batch>,
}

impl Service {
    pub fn new(script: impl IntoIterator<Item = Does>) -> Self {
        let script: VecDeque<Does> = script.into_iter().collect();
        Self(Arc::new(Mutex::new(State { last: script.back().cloned(), script, ..State::default() })))
    }

    /// Answers take so long.
    pub fn after(self, after: Duration) -> Self {
        self.0.lock().unwrap().after = after;
        self
    }

    pub fn asked(&self) -> usize {
        self.0.lock().unwrap().asked.len()
    }

    /// The labels of every choice that was put.
    pub fn labels(&self) -> Vec<Vec<String>> {
        let of = |batch: &Batch| match &batch.questions[0].form {
            tool_recovery::systemone::Form::Choice(options) => options.iter().map(|option| option.label.to_string()).collect(),
            _ => Vec::new(),
        };
        self.0.lock().unwrap().asked.iter().map(of).collect()
    }

    /// The states of all batches.
    pub fn states(&self) -> Vec<String> {
        self.0.lock().unwrap().asked.iter().map(|batch| batch.state.to_string()).collect()
    }
}

impl RecoveryEvaluator for Service {
    type Evaluation = Pin<Box<dyn Future<Output = Result<Answers, EvaluationError>> + Send>>;

    fn evaluate(&self, batch: Batch, _: Instant) -> Self::Evaluation {
        let (does, after) = {
            let mut state = self.0.lock().unwrap();
            state.asked.push(batch.clone());
            (state.script.pop_front().or_else(|| state.last.clone()).unwrap_or(Does::Hangs), state.after)
        };
        if does == Does::PanicsAtOnce {
            std::panic::resume_unwind(Box::new("the service panicked"));
        }
        Box::pin(async move {
            if !after.is_zero() {
                sleep(after).await;
            }
            does.reply(&batch).await
        })
    }
}

impl Does {
    async fn reply(self, batch: &Batch) -> Result<Answers, EvaluationError> {
        match self {
            Self::Weighs(weights, blocked) => Ok(class_and(weights, blocked)),
            Self::Says(class, blocked) => Ok(class_and(Class::ALL.map(|one| u8::from(one == class)), blocked)),
            Self::Picks(place) => Ok(picked(batch, place)),
            Self::Fails(kind) => Err(EvaluationError::new(kind)),
            Self::Babbles => Ok(Answers::new("m", vec![("weather".into(), Answer::Noul(0.3))])),
            Self::Hangs => std::future::pending().await,
            Self::PanicsAtOnce | Self::PanicsInPoll => std::panic::resume_unwind(Box::new("the service panicked")),
        }
    }
}

fn class_and(weights: [u8; 9], blocked: f64) -> Answers {
    let sum: f64 = weights.iter().map(|w| f64::from(*w)).sum::<f64>().max(1.0);
    let top = (0..9).max_by_key(|i| weights[*i]).unwrap();
    let probabilities = Class::ALL.iter().zip(weights).map(|(class, w)| (class.as_str().into(), f64::from(w) / sum)).collect();
    let class = Answer::Choice { choice: Class::ALL[top].as_str().into(), probabilities };
    Answers::new("model-1", vec![(wording::CLASS.into(), class), (wording::RECOVERABILITY.into(), Answer::Noul(blocked))])
}

fn picked(batch: &Batch, place: usize) -> Answers {
    let tool_recovery::systemone::Form::Choice(options) = &batch.questions[0].form else { panic!("a choice was asked") };
    let labels: Vec<Box<str>> = options.iter().map(|option| (*option.label).into()).collect();
    let probabilities = labels.iter().enumerate().map(|(i, label)| (label.clone(), f64::from(u8::from(i == place)))).collect();
    let id = (*batch.questions[0].id).into();
    Answers::new("model-1", vec![(id, Answer::Choice { choice: labels[place].clone(), probabilities })])
}

/// Thresholds that an answer of one class meets, and bounds that no test meets by accident.
pub fn deciding() -> RecoveryConfig {
    super::config(|config| {
        config.thresholds = thresholds(0.5);
        config.decisions_per_run = 1000;
    })
}

pub fn thresholds(all: f64) -> Thresholds {
    let mut thresholds = Thresholds::default();
    (thresholds.class, thresholds.recoverability, thresholds.correction, thresholds.alternate) = (all, all, all, all);
    thresholds
}
