//! Evaluators that misbehave.

use std::{
    future::Future,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};
use tokio::time::sleep;
use tool_recovery::{
    classify::Class,
    decide::{Abstained, Decide, Decision, OpenCase, RecoveryAdvice},
};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Manner {
    /// Never asked for anything.
    Silent,
    /// Answers this class at once.
    Says(Class),
    /// Answers this class late.
    SaysAfter(Class, Duration),
    /// Goes through all classes.
    Flaps,
    Abstains,
    Hangs,
    PanicsAtOnce,
    PanicsInPoll,
}

/// An evaluator of one manner, which counts how it is used.
#[derive(Clone, Debug)]
pub struct Evaluator {
    pub manner: Manner,
    pub asked: Arc<AtomicUsize>,
    /// Decisions that were dropped before they were made.
    pub dropped: Arc<AtomicUsize>,
}

impl Evaluator {
    pub fn new(manner: Manner) -> Self {
        Self { manner, asked: Arc::default(), dropped: Arc::default() }
    }

    pub fn asked(&self) -> usize {
        self.asked.load(Relaxed)
    }

    pub fn dropped(&self) -> usize {
        self.dropped.load(Relaxed)
    }
}

struct Drops(Option<Arc<AtomicUsize>>);

impl Drops {
    fn made(&mut self) {
        self.0 = None;
    }
}

impl Drop for Drops {
    fn drop(&mut self) {
        if let Some(dropped) = &self.0 {
            dropped.fetch_add(1, Relaxed);
        }
    }
}

pub fn advised(class: Class) -> Decision {
    Decision::advised(RecoveryAdvice::new(class))
}

impl Decide for Evaluator {
    type Future = Pin<Box<dyn Future<Output = Decision> + Send>>;

    fn decide(&self, _: &OpenCase<'_>) -> Result<Self::Future, Abstained> {
        let asked = self.asked.fetch_add(1, Relaxed);
        let manner = self.manner;
        match manner {
            Manner::Silent => return Err(Abstained::NotAsked),
            Manner::PanicsAtOnce => std::panic::resume_unwind(Box::new("the evaluator panicked")),
            _ => {}
        }
        let drops = Drops(Some(self.dropped.clone()));
        Ok(Box::pin(async move {
            let mut drops = drops;
            let decision = match manner {
                Manner::Says(class) => advised(class),
                Manner::SaysAfter(class, wait) => {
                    sleep(wait).await;
                    advised(class)
                }
                Manner::Flaps => advised(Class::ALL[asked % Class::ALL.len()]),
                Manner::Hangs => std::future::pending().await,
                Manner::PanicsInPoll => std::panic::resume_unwind(Box::new("the evaluator panicked")),
                _ => Decision::abstained(Abstained::Evidence),
            };
            drops.made();
            decision
        }))
    }
}
