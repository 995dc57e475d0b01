//! How much of a report was simulated answers.

use super::GuardKind;
use serde::{Deserialize, Serialize};

/// What a scripted evaluator was asked, and what it answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evaluations {
    /// Requests.
    pub asked: u64,
    /// Answers with the class of the world.
    pub right: u64,
    /// Answers with another class.
    pub wrong: u64,
    /// Answers that the evidence does not say.
    pub abstained: u64,
    /// Requests without an answer.
    pub failed: u64,
}

impl Evaluations {
    pub(super) const fn add(&mut self, other: &Self) {
        self.asked += other.asked;
        self.right += other.right;
        self.wrong += other.wrong;
        self.abstained += other.abstained;
        self.failed += other.failed;
    }
}

/// The scripted evaluator of one guard. No model was asked.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Simulated {
    /// The guard.
    pub guard: GuardKind,
    /// How likely its class was that of the world, where it did not abstain.
    pub accuracy: f64,
    /// How likely it abstained.
    pub abstains: f64,
    /// How likely a request failed.
    pub fails: f64,
    /// What it was asked.
    pub evaluations: Evaluations,
}
