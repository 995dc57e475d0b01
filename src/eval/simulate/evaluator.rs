//! A decision model of whom it is known how often it is right. It is a script: nobody is asked, and it knows what stands in the way.

use super::{
    Evaluations, Parameters,
    episode::Setting,
    world::{WorldKind, chance},
};
use crate::{
    classify::Class,
    decide::{Correction, RecoveryEvaluator, wording},
    systemone::{Answer, Answers, Batch, EvaluationError, EvaluationErrorKind, Form, Question},
};
use std::{cell::RefCell, future::Future, pin::Pin, rc::Rc, time::Duration};
use tokio::time::Instant;

/// The script of one episode. The class is the same for every failure of it, as a model that takes a text for something takes it for that again.
struct Script {
    seed: u64,
    truth: Class,
    says: Class,
    probability: f64,
    fails: f64,
    ms: f64,
    asked: u64,
    told: Evaluations,
}

/// Answers by its script. Clones share it.
#[derive(Clone)]
pub(super) struct Scripted(Rc<RefCell<Script>>);

/// The class of what stands in the way. A missing state is none of the classes: the right answer is that the evidence does not say.
const fn truth(kind: WorldKind) -> Class {
    match kind {
        WorldKind::Arguments => Class::WrongArguments,
        WorldKind::Authentication => Class::Authentication,
        WorldKind::Permission => Class::Permission,
        WorldKind::Unavailable => Class::Unavailable,
        WorldKind::TransientCalls | WorldKind::TransientTime | WorldKind::Flapping | WorldKind::LostWrite => Class::Transient,
        WorldKind::RateLimited => Class::RateLimited,
        WorldKind::Prerequisite | WorldKind::Polling => Class::Unknown,
    }
}

/// Whether somebody else has to act.
const fn is_blocked(class: Class) -> bool {
    matches!(class, Class::Authentication | Class::Permission | Class::Unavailable | Class::Unsupported)
}

/// One of the classes but `right`, and never the abstention.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of eight")]
fn another(right: Class, share: f64) -> Class {
    let others: Vec<Class> = Class::ALL.into_iter().filter(|class| *class != right && *class != Class::Unknown).collect();
    others.get((share * others.len() as f64) as usize).copied().unwrap_or(Class::Unknown)
}

impl Scripted {
    pub(super) fn new() -> Self {
        let script =
            Script { seed: 0, truth: Class::Unknown, says: Class::Unknown, probability: 1.0, fails: 0.0, ms: 0.0, asked: 0, told: Evaluations::default() };
        Self(Rc::new(RefCell::new(script)))
    }

    /// A new episode begins.
    pub(super) fn begin(&self, parameters: &Parameters, setting: &Setting) {
        let mut script = self.0.borrow_mut();
        let drawn = |topic| chance(setting.seed, topic, 0);
        script.seed = setting.seed;
        script.truth = truth(setting.kind);
        script.says = match () {
            () if drawn(41) < parameters.evaluator_abstains => Class::Unknown,
            () if drawn(42) < parameters.evaluator_accuracy => script.truth,
            () => another(script.truth, drawn(43)),
        };
        // Hosted models round to two decimals.
        script.probability = ((0.6 + 0.4 * drawn(44)) * 100.0).round() / 100.0;
        (script.fails, script.ms, script.asked) = (parameters.evaluator_fails, parameters.evaluator_ms as f64, 0);
    }

    /// What it was asked in all episodes.
    pub(super) fn evaluations(&self) -> Evaluations {
        self.0.borrow().told
    }
}

impl Script {
    /// After how long there is a reply, and what it is.
    fn reply(&mut self, batch: &Batch) -> (Duration, Result<Answers, EvaluationError>) {
        self.asked += 1;
        self.told.asked += 1;
        let after = Duration::from_secs_f64((2.0 * self.ms * chance(self.seed, 45, self.asked)).round() / 1000.0);
        if chance(self.seed, 46, self.asked) < self.fails {
            self.told.failed += 1;
            let mut error = EvaluationError::new(EvaluationErrorKind::Unavailable);
            error.attempts = 1;
            return (after, Err(error));
        }
        let counted = match self.says {
            says if says == self.truth => &mut self.told.right,
            Class::Unknown => &mut self.told.abstained,
            _ => &mut self.told.wrong,
        };
        *counted += 1;
        let answers = batch.questions.iter().map(|question| (question.id.to_string().into(), self.answer(question))).collect();
        let mut answers = Answers::new("simulated", answers);
        answers.latency = after;
        (after, Ok(answers))
    }

    fn answer(&self, question: &Question) -> Answer {
        let p = self.probability;
        match &question.form {
            Form::Choice(options) => {
                let says = if *question.id == *wording::CLASS { self.says.as_str() } else { wording::NONE };
                let rest = (1.0 - p) / options.len().saturating_sub(1).max(1) as f64;
                let each = options.iter().map(|option| (option.label.to_string().into(), if option.label == says { p } else { rest }));
                Answer::Choice { choice: says.into(), probabilities: each.collect() }
            }
            Form::Noul { .. } => Answer::Noul(if is_blocked(self.says) { p } else { 1.0 - p }),
            Form::Score(levels) => {
                // That something is at fault is shown, and not what would be right.
                let says = Correction::Speculative as usize;
                let rest = (1.0 - p) / levels.len().saturating_sub(1).max(1) as f64;
                let at = |level: usize| if level == says { p } else { rest };
                let score = (0..levels.len()).map(|level| level as f64 * at(level)).sum();
                Answer::Score { score, probabilities: (0..levels.len()).map(|level| (level.to_string().into(), at(level))).collect() }
            }
        }
    }
}

impl RecoveryEvaluator for Scripted {
    type Evaluation = Pin<Box<dyn Future<Output = Result<Answers, EvaluationError>>>>;

    fn evaluate(&self, batch: Batch, _: Instant) -> Self::Evaluation {
        let (after, reply) = self.0.borrow_mut().reply(&batch);
        Box::pin(async move {
            if !after.is_zero() {
                tokio::time::sleep(after).await;
            }
            reply
        })
    }
}
