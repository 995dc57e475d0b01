//! Validated probabilities.

/// How close to the greatest probability another one counts as tied with it: what rounding to two decimals leaves open.
pub const TIE: f64 = 0.01;

/// Below this difference between its greatest and its least probability, a distribution says nothing.
const FLAT: f64 = 0.02;

/// A validated probability of each label of a choice, or of each level of a score, in the order of the question. They are not negative and sum to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    probabilities: Box<[f64]>,
}

impl Distribution {
    /// From probabilities that were validated; `sum` is what they add up to.
    pub(super) fn normalized(probabilities: &[f64], sum: f64) -> Self {
        Self { probabilities: probabilities.iter().map(|p| p / sum).collect() }
    }

    /// The probabilities, in the order of the question.
    #[must_use]
    pub fn probabilities(&self) -> &[f64] {
        &self.probabilities
    }

    /// The probability of the label or level at `index`; 0 where there is none.
    #[must_use]
    pub fn probability(&self, index: usize) -> f64 {
        self.probabilities.get(index).copied().unwrap_or(0.0)
    }

    /// The index of the greatest probability, the first of equals, and the probability.
    #[must_use]
    pub fn top(&self) -> (usize, f64) {
        let better = |best: (usize, f64), next: (usize, f64)| if next.1 > best.1 { next } else { best };
        self.probabilities.iter().copied().enumerate().fold((0, f64::NEG_INFINITY), better)
    }

    /// How far the greatest probability is above the next one.
    #[must_use]
    pub fn margin(&self) -> f64 {
        let (index, top) = self.top();
        let next = self.probabilities.iter().enumerate().filter(|(i, _)| *i != index).map(|(_, p)| *p).fold(0.0, f64::max);
        top - next
    }

    /// Whether another label is within [`TIE`] of the greatest probability.
    #[must_use]
    pub fn is_tied(&self) -> bool {
        // Two-decimal numbers such as 0.51 and 0.5 are not exactly 0.01 apart.
        self.probabilities.len() > 1 && self.margin() <= TIE + 1e-9
    }

    /// Whether all are as good as equal, so that nothing was said.
    #[must_use]
    pub fn says_nothing(&self) -> bool {
        is_flat(&mut self.probabilities.iter().copied())
    }
}

/// A validated probability of yes.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Noul(f64);

impl Noul {
    /// From a probability that was validated.
    pub(super) const fn validated(yes: f64) -> Self {
        Self(yes)
    }

    /// The probability of yes, 0 to 1.
    #[must_use]
    pub const fn yes(self) -> f64 {
        self.0
    }

    /// Whether it is as good as even, so that nothing was said: 0.45 to 0.55.
    #[must_use]
    pub fn says_nothing(self) -> bool {
        is_even(self.0)
    }
}

/// Whether probabilities are as good as equal.
pub(crate) fn is_flat(probabilities: &mut dyn Iterator<Item = f64>) -> bool {
    let (least, most) = probabilities.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), p| (f64::min(least, p), f64::max(most, p)));
    most - least < FLAT - 1e-9
}

/// Whether a probability of yes is as good as even.
pub(crate) fn is_even(yes: f64) -> bool {
    (0.45 - 1e-9..=0.55 + 1e-9).contains(&yes)
}

#[cfg(test)]
#[path = "distribution_tests.rs"]
mod tests;
