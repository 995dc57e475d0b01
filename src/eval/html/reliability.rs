//! Whether probabilities mean what they say.

use super::svg::{Anchor, Field, Svg};
use crate::eval::metrics::Reliability;

/// Rates over mean probabilities, with their intervals and counts.
pub(super) fn draw(reliability: &Reliability) -> String {
    let field = Field { left: 40.0, top: 18.0, width: 230.0, height: 230.0, highest: 1.0 };
    let mut svg = Svg::new("Reliability diagram", 300.0, 280.0);
    field.axes(&mut svg, "probability", "how often it was so (95% interval, n)");
    svg.line("whisker", field.at(0.0, 0.0), field.at(1.0, 1.0));
    let most = reliability.bins.iter().map(|bin| bin.n).max().unwrap_or(1).max(1) as f64;
    for bin in reliability.bins.iter().filter(|bin| bin.n > 0) {
        let (Some(p), Some(rate), Some(lower), Some(upper)) = (bin.mean_p, bin.rate, bin.rate_ci.lower, bin.rate_ci.upper) else { continue };
        svg.line("line0 thin", field.at(p, lower), field.at(p, upper));
        let place = field.at(p, rate);
        svg.dot("line0", place, 2.0 + 5.0 * (bin.n as f64 / most).sqrt());
        svg.text((place.0 + 8.0, place.1 - 4.0), Anchor::Start, &bin.n.to_string());
    }
    svg.finish()
}
