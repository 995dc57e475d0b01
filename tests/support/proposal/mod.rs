//! A scripted decision model and a host with something to say, for the tests of the proposal check.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::{
    future::Future,
    pin::Pin,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::time::Instant;
use tool_recovery::{
    decide::RecoveryEvaluator,
    facts::UntrustedText,
    proposal::{
        Band, ByConsequence, ContextSource, DecisionObserver, Evidence, EvidenceKind, OutagePolicy, ProposalContext, ProposalDecision, ProposalMode,
        ProposalPolicy,
    },
    systemone::{Answer, Answers, Batch, EvaluationError, EvaluationErrorKind, Form},
};

/// How the model behaves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mood {
    /// Every question is answered with this much certainty that the action is called for.
    Certain(f64),
    /// As `Certain`, after this time, whatever the deadline.
    After(f64, Duration),
    /// Never answers.
    Silent,
    /// Answers something that is not in the contract.
    Malformed,
    /// Answers with no information.
    Uniform,
    /// Fails.
    Fails(EvaluationErrorKind),
    /// Panics when asked.
    PanicsAtOnce,
    /// Panics when awaited.
    Panics,
}

#[derive(Clone)]
pub struct Model {
    mood: Arc<Mutex<Mood>>,
    asked: Arc<Mutex<Vec<Batch>>>,
    dropped: Arc<AtomicU64>,
}

impl Model {
    pub fn new(mood: Mood) -> Self {
        Self { mood: Arc::new(Mutex::new(mood)), asked: Arc::default(), dropped: Arc::default() }
    }

    pub fn turn(&self, mood: Mood) {
        *self.mood.lock().unwrap() = mood;
    }

    pub fn asked(&self) -> Vec<Batch> {
        self.asked.lock().unwrap().clone()
    }

    /// How many evaluations ended, by an answer or by a drop.
    pub fn ended(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }
}

struct OnDrop(Arc<AtomicU64>);

impl Drop for OnDrop {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

impl RecoveryEvaluator for Model {
    type Evaluation = Pin<Box<dyn Future<Output = Result<Answers, EvaluationError>> + Send>>;

    fn evaluate(&self, batch: Batch, _: Instant) -> Self::Evaluation {
        let mood = *self.mood.lock().unwrap();
        self.asked.lock().unwrap().push(batch.clone());
        assert!(mood != Mood::PanicsAtOnce, "the model panics");
        let ended = OnDrop(self.dropped.clone());
        Box::pin(async move {
            let _ended = ended;
            match mood {
                Mood::Certain(yes) => Ok(answers(&batch, yes)),
                Mood::After(yes, wait) => {
                    tokio::time::sleep(wait).await;
                    Ok(answers(&batch, yes))
                }
                Mood::Silent => std::future::pending().await,
                Mood::Malformed => Ok(Answers::new("model", vec![("no.such.question".into(), Answer::Noul(0.5))])),
                Mood::Uniform => Ok(uniform(&batch)),
                Mood::Fails(kind) => Err(EvaluationError::new(kind)),
                Mood::PanicsAtOnce | Mood::Panics => panic!("the model panics"),
            }
        })
    }
}

/// `yes` on every label or level that calls for the action: the second label of `fit.tool`, the third of `fit.repeat`, the last level of a score.
fn answers(batch: &Batch, yes: f64) -> Answers {
    let answer = |id: &str, form: &Form| match form {
        Form::Choice(options) => {
            let acting = if id == "fit.repeat" { 2 } else { 1 };
            let share = |index: usize| {
                if index == acting {
                    yes
                } else if index == 0 {
                    1.0 - yes
                } else {
                    0.0
                }
            };
            let probabilities: Vec<(Box<str>, f64)> = options.iter().enumerate().map(|(index, option)| (option.label.as_ref().into(), share(index))).collect();
            let choice = probabilities.iter().max_by(|(_, a), (_, b)| a.total_cmp(b)).unwrap().0.clone();
            Answer::Choice { choice, probabilities }
        }
        Form::Score(levels) => {
            let last = levels.len() - 1;
            let share = |level: usize| {
                if level == last {
                    yes
                } else if level == 0 {
                    1.0 - yes
                } else {
                    0.0
                }
            };
            #[allow(clippy::cast_precision_loss, reason = "there are ten levels at most")]
            Answer::Score { score: last as f64 * yes, probabilities: (0..levels.len()).map(|level| (level.to_string().into(), share(level))).collect() }
        }
        _ => Answer::Noul(yes),
    };
    Answers::new("model", batch.questions.iter().map(|question| (question.id.as_ref().into(), answer(&question.id, &question.form))).collect())
}

#[allow(clippy::cast_precision_loss, reason = "there are few labels")]
fn uniform(batch: &Batch) -> Answers {
    let answer = |form: &Form| match form {
        Form::Choice(options) => Answer::Choice {
            choice: options[0].label.as_ref().into(),
            probabilities: options.iter().map(|option| (option.label.as_ref().into(), 1.0 / options.len() as f64)).collect(),
        },
        Form::Score(levels) => Answer::Score {
            score: (levels.len() - 1) as f64 / 2.0,
            probabilities: (0..levels.len()).map(|level| (level.to_string().into(), 1.0 / levels.len() as f64)).collect(),
        },
        _ => Answer::Noul(0.5),
    };
    Answers::new("stub", batch.questions.iter().map(|question| (question.id.as_ref().into(), answer(&question.form))).collect())
}

/// A host whose conversation is at one place.
#[derive(Clone, Default)]
pub struct Host {
    version: Arc<AtomicU64>,
    pub silent: Arc<std::sync::atomic::AtomicBool>,
}

impl Host {
    /// The run moves on.
    pub fn moves_on(&self) {
        self.version.fetch_add(1, Ordering::Relaxed);
    }
}

impl ContextSource for Host {
    fn context(&self, _: &str, _: &str) -> Option<ProposalContext> {
        if self.silent.load(Ordering::Relaxed) {
            return None;
        }
        let context = ProposalContext::new(7).operator_goal("Help customers.").operator_policy("Verify first.").user_request("Cancel the lamp.");
        let context = context.version(self.version.load(Ordering::Relaxed));
        Some(context.evidence(Evidence::new(3, EvidenceKind::Result, UntrustedText::new("B-17 is the lamp"))).unwrap())
    }

    fn version(&self, _: &str) -> u64 {
        self.version.load(Ordering::Relaxed)
    }
}

#[derive(Clone, Default)]
pub struct Accounts(Arc<Mutex<Vec<ProposalDecision>>>);

impl Accounts {
    pub fn all(&self) -> Vec<ProposalDecision> {
        self.0.lock().unwrap().clone()
    }

    pub fn last(&self) -> ProposalDecision {
        self.all().pop().expect("an evaluation")
    }
}

impl DecisionObserver for Accounts {
    fn decided(&self, decision: &ProposalDecision, _: &serde_json::Value) {
        self.0.lock().unwrap().push(decision.clone());
    }
}

/// A policy that enforces, with thresholds for these criteria.
pub fn enforcing(criteria: &[&str]) -> ProposalPolicy {
    let mut policy = ProposalPolicy::default();
    policy.mode = ByConsequence::all(ProposalMode::Enforce);
    policy.outage = ByConsequence {
        read: Some(OutagePolicy::FailOpen),
        read_sensitive: Some(OutagePolicy::Fallback),
        reversible_write: Some(OutagePolicy::Queue),
        irreversible: Some(OutagePolicy::FailClosed),
        unknown: Some(OutagePolicy::FailClosed),
    };
    policy.thresholds_version = "test-1".to_owned();
    policy.thresholds = criteria.iter().map(|id| ((*id).to_owned(), Band { act_at: 0.8, clear_at: 0.2 })).collect();
    policy
}
