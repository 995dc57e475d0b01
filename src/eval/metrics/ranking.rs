//! How well probabilities rank events.

use super::reliability::sorted;

/// How likely a random event has a higher probability than a random non-event; equal ones count half. `None` where either is missing.
#[must_use]
pub fn auroc(p: &[f64], y: &[bool]) -> Option<f64> {
    let pairs = sorted(p, y);
    let positives: f64 = pairs.iter().map(|pair| pair.1).sum();
    let negatives = pairs.len() as f64 - positives;
    let (mut below, mut wins) = (0.0, 0.0);
    for tie in pairs.chunk_by(|a, b| a.0 == b.0) {
        let events: f64 = tie.iter().map(|pair| pair.1).sum();
        let others = tie.len() as f64 - events;
        wins += events * (below + others / 2.0);
        below += others;
    }
    (positives > 0.0 && negatives > 0.0).then(|| wins / (positives * negatives))
}

/// The mean precision over the recalls that thresholds reach. `None` where events or non-events are missing.
#[must_use]
pub fn average_precision(p: &[f64], y: &[bool]) -> Option<f64> {
    let pairs = sorted(p, y);
    let positives: f64 = pairs.iter().map(|pair| pair.1).sum();
    let (mut events, mut rows, mut area) = (0.0, 0.0, 0.0);
    for tie in pairs.chunk_by(|a, b| a.0 == b.0).rev() {
        let here: f64 = tie.iter().map(|pair| pair.1).sum();
        events += here;
        rows += tie.len() as f64;
        area += here / positives * events / rows;
    }
    (positives > 0.0 && positives < pairs.len() as f64).then_some(area)
}

/// Matthews' correlation of events and probabilities at or above a threshold. `None` where any margin is empty.
#[must_use]
pub fn mcc(p: &[f64], y: &[bool], threshold: f64) -> Option<f64> {
    let count = |said: bool, so: bool| p.iter().zip(y).filter(|(p, y)| (**p >= threshold) == said && **y == so).count() as f64;
    let (tp, fp, fneg, tn) = (count(true, true), count(true, false), count(false, true), count(false, false));
    let margins = (tp + fp) * (tp + fneg) * (tn + fp) * (tn + fneg);
    (margins > 0.0).then(|| (tp * tn - fp * fneg) / margins.sqrt())
}
