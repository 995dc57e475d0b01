//! What answers cost, by stated consequences.

use super::Predicted;
use serde::Serialize;

/// The cost of all answers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ActionCost {
    /// The sum.
    pub total: f64,
    /// By row. `None` without rows.
    pub mean: Option<f64>,
}

/// Adds `cost[gold][action]` up. Abstentions and errors come to the actions that are given for them. A place outside of the matrix costs nothing.
#[must_use]
pub fn expected_cost(rows: &[(usize, Predicted)], cost: &[Vec<f64>], abstain_action: usize, error_action: usize) -> ActionCost {
    let action = |predicted: Predicted| match predicted {
        Predicted::Label(label) => label,
        Predicted::Abstain => abstain_action,
        Predicted::Error => error_action,
    };
    let total: f64 = rows.iter().filter_map(|(gold, predicted)| cost.get(*gold)?.get(action(*predicted))).sum();
    ActionCost { total, mean: (!rows.is_empty()).then(|| total / rows.len() as f64) }
}
