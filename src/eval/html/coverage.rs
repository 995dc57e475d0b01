//! Risk at coverage of all systems.

use super::svg::{Anchor, Field, Svg};
use crate::eval::bench::SystemReport;

/// One line a system, with the band of its first one. `None` without points.
pub(super) fn draw(systems: &[SystemReport]) -> Option<String> {
    let highest = systems.iter().flat_map(|system| &system.risk_coverage.curve).filter_map(|point| point.risk_ci.upper).reduce(f64::max)?;
    let legend = 14.0 * systems.len() as f64;
    let field = Field { left: 40.0, top: 18.0, width: 290.0, height: 190.0, highest: (highest * 1.05).clamp(0.05, 1.0) };
    let mut svg = Svg::new("Risk at coverage, at thresholds that exist", 350.0, 248.0 + legend);
    field.axes(&mut svg, "coverage", "risk (95% interval)");
    for (at, system) in systems.iter().enumerate() {
        let class = format!("line{}", at % 6);
        let curve = &system.risk_coverage.curve;
        for point in curve.iter().filter(|_| curve.len() <= 12) {
            let ends = (point.risk_ci.lower.unwrap_or(point.risk), point.risk_ci.upper.unwrap_or(point.risk));
            svg.line(&format!("{class} thin"), field.at(point.coverage, ends.0), field.at(point.coverage, ends.1));
        }
        let points: Vec<(f64, f64)> = curve.iter().map(|point| field.at(point.coverage, point.risk)).collect();
        if curve.len() > 12 {
            let lower = curve.iter().map(|point| field.at(point.coverage, point.risk_ci.lower.unwrap_or(point.risk)));
            let upper = curve.iter().rev().map(|point| field.at(point.coverage, point.risk_ci.upper.unwrap_or(point.risk)));
            svg.area(&format!("band{}", at % 6), &lower.chain(upper).collect::<Vec<_>>());
        }
        svg.path(&class, &points);
        for point in points.iter().filter(|_| points.len() <= 30) {
            svg.dot(&class, *point, 2.5);
        }
        let y = 244.0 + 14.0 * at as f64;
        svg.line(&class, (40.0, y - 3.0), (58.0, y - 3.0));
        let note = if system.ranked { "" } else { " (does not say how sure it is)" };
        svg.text((62.0, y), Anchor::Start, &format!("{}{note}", system.name));
    }
    Some(svg.finish())
}
