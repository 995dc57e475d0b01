//! May this be released? The rules, over an evaluation and a simulation.

mod rules;

pub use rules::{Decision, Finding, Limits, Outcome, decide};
