//! Latencies in bins by powers of two.

use super::svg::{Anchor, Svg};

const LEFT: f64 = 8.0;
const WIDTH: f64 = 334.0;
const TOP: f64 = 16.0;
const HEIGHT: f64 = 110.0;

/// One bar a bin; the numbers below are upper edges.
pub(super) fn draw(bins: &[(f64, u64)]) -> String {
    let mut svg = Svg::new("Latency histogram, bins by powers of two", LEFT * 2.0 + WIDTH, TOP + HEIGHT + 46.0);
    let most = bins.iter().map(|(_, n)| *n).max().unwrap_or(1).max(1) as f64;
    let width = (WIDTH / bins.len().max(1) as f64).min(60.0);
    for (at, (edge, n)) in bins.iter().enumerate() {
        let height = HEIGHT * *n as f64 / most;
        let x = LEFT + width * at as f64;
        svg.rect("first", (x, TOP + HEIGHT - height), (width - 2.0, height), 0.8);
        if *n > 0 && width > 18.0 {
            svg.text((x + width / 2.0 - 1.0, TOP + HEIGHT - height - 3.0), Anchor::Middle, &n.to_string());
        }
        svg.rising((x + width / 2.0, TOP + HEIGHT + 40.0), &time(*edge));
    }
    svg.finish()
}

/// A time in the unit that fits.
fn time(ms: f64) -> String {
    if ms < 1.0 {
        format!("{:.0} µs", ms * 1000.0)
    } else if ms < 1000.0 {
        format!("{ms:.0} ms")
    } else {
        format!("{:.1} s", ms / 1000.0)
    }
}
