//! The Brier score (Brier 1950).

use super::{indicator, mean};
use serde::Serialize;

/// The score of probabilities of one event.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct NoulBrier {
    /// The mean squared distance, from 0 (best) to 1.
    pub brier: Option<f64>,
    /// How often the event was so.
    pub base_rate: Option<f64>,
    /// The score of always saying the base rate.
    pub brier_of_base_rate: Option<f64>,
    /// 1 - `brier` / `brier_of_base_rate`. `None` where all rows are alike.
    pub brier_skill: Option<f64>,
}

/// Scores probabilities of one event against what was so.
#[must_use]
pub fn brier_noul(p: &[f64], y: &[bool]) -> NoulBrier {
    let brier = mean(p.iter().zip(y).map(|(p, y)| (p - indicator(*y)).powi(2)));
    let base_rate = mean(y.iter().map(|y| indicator(*y)));
    let of_base = base_rate.map(|rate| rate * (1.0 - rate));
    let brier_skill = brier.zip(of_base.filter(|of_base| *of_base > 0.0)).map(|(brier, of_base)| 1.0 - brier / of_base);
    NoulBrier { brier, base_rate, brier_of_base_rate: of_base, brier_skill }
}

/// The score of distributions over options.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ChoiceBrier {
    /// The mean of the sums over options, from 0 (best) to 2.
    pub brier_sum: Option<f64>,
    /// Half of it, from 0 to 1.
    pub brier_half: Option<f64>,
}

/// Scores distributions over options against the option that was right.
#[must_use]
pub fn brier_choice(p: &[Vec<f64>], y: &[usize]) -> ChoiceBrier {
    let item = |(p, y): (&Vec<f64>, &usize)| p.iter().enumerate().map(|(at, p)| (p - indicator(at == *y)).powi(2)).sum();
    let brier_sum = mean(p.iter().zip(y).map(item));
    ChoiceBrier { brier_sum, brier_half: brier_sum.map(|sum: f64| sum / 2.0) }
}
