//! Whether probabilities mean what they say.

use crate::eval::{
    dataset::Kind,
    metrics::{
        BinnedMurphy, ChoiceBrier, Corp, NoulBrier, Reliability, TWO_DECIMALS_EPSILON, adaptive_ece, auroc, average_precision, brier_choice, brier_noul, corp,
        ece_null, log_loss, mcc, murphy_binned, ordinal, reliability,
    },
};
use serde::Serialize;

/// How many bins of equal width.
const BINS: usize = 10;

/// How probabilities of one event turn out. For a choice the event is that the likeliest option is right.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Calibration {
    /// Rows with probabilities.
    pub n: u64,
    /// Score and skill.
    pub brier: NoulBrier,
    /// The score over all options, for a choice.
    pub brier_choice: Option<ChoiceBrier>,
    /// The logarithmic loss.
    pub log_loss: Option<f64>,
    /// The clipping of it.
    pub log_loss_epsilon: f64,
    /// In bins of equal width.
    pub reliability: Reliability,
    /// The error in bins of equal mass.
    pub ece_adaptive: Option<f64>,
    /// What the error in bins of equal width would be if every probability were true.
    pub ece_null_mean: Option<f64>,
    /// Whether that was computed exactly.
    pub ece_null_exact: bool,
    /// What the score is made of, without bins. Its recalibrated values are not kept.
    pub corp: Option<Corp>,
    /// What the score is made of in bins.
    pub murphy_binned: Option<BinnedMurphy>,
    /// How well probabilities rank.
    pub auroc: Option<f64>,
    /// The mean precision over recalls.
    pub average_precision: Option<f64>,
    /// The correlation at one half.
    pub mcc_at_0_5: Option<f64>,
    /// For a score: how far off its levels are.
    pub levels: Option<Levels>,
}

/// How far off a distribution over levels is: the means of `Ordinal`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Levels {
    /// Ranked probability score.
    pub rps: Option<f64>,
    /// The same from 0 to 1.
    pub rps_normalised: Option<f64>,
    /// The mean distance of the expected level.
    pub mae_expected: Option<f64>,
    /// The mean distance of the likeliest level.
    pub mae_argmax: Option<f64>,
    /// How often the likeliest level is at most one off.
    pub within1: Option<f64>,
    /// The mean over gold levels.
    pub macro_mae_expected: Option<f64>,
    /// Quadratically weighted kappa.
    pub qwk: Option<f64>,
}

impl Calibration {
    /// Of distributions and the places of the right answers. `None` without rows.
    pub(super) fn of(kind: Kind, p: &[Vec<f64>], gold: &[usize]) -> Option<Self> {
        let (event, happened) = events(kind, p, gold);
        if event.is_empty() {
            return None;
        }
        let null = ece_null(&event, BINS);
        Some(Self {
            n: event.len() as u64,
            brier: brier_noul(&event, &happened),
            brier_choice: matches!(kind, Kind::Choice(_)).then(|| brier_choice(p, gold)),
            log_loss: log_loss(&event, &happened, TWO_DECIMALS_EPSILON),
            log_loss_epsilon: TWO_DECIMALS_EPSILON,
            reliability: reliability(&event, &happened, BINS),
            ece_adaptive: adaptive_ece(&event, &happened, BINS).ece_adaptive,
            ece_null_mean: null.ece_null_mean,
            ece_null_exact: null.exact,
            corp: corp(&event, &happened).map(|corp| Corp { recalibrated: Vec::new(), ..corp }),
            murphy_binned: murphy_binned(&event, &happened, BINS),
            auroc: auroc(&event, &happened),
            average_precision: average_precision(&event, &happened),
            mcc_at_0_5: mcc(&event, &happened, 0.5),
            levels: levels(kind, p, gold),
        })
    }
}

/// The event that is looked at, its probabilities, and whether it happened.
fn events(kind: Kind, p: &[Vec<f64>], gold: &[usize]) -> (Vec<f64>, Vec<bool>) {
    let of = |(p, gold): (&Vec<f64>, &usize)| {
        if kind == Kind::Noul {
            return Some((*p.get(1)?, *gold == 1));
        }
        let highest = p.iter().copied().reduce(f64::max)?;
        Some((highest, p.iter().position(|one| *one == highest) == Some(*gold)))
    };
    p.iter().zip(gold).filter_map(of).unzip()
}

fn levels(kind: Kind, p: &[Vec<f64>], gold: &[usize]) -> Option<Levels> {
    let Kind::Score(names) = kind else { return None };
    let all = ordinal(p, gold, names.len());
    Some(Levels {
        rps: all.rps,
        rps_normalised: all.rps_normalised,
        mae_expected: all.mae_expected,
        mae_argmax: all.mae_argmax,
        within1: all.within1,
        macro_mae_expected: all.macro_mae_expected,
        qwk: all.qwk,
    })
}
