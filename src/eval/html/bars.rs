//! Precision and recall of each label, with their intervals.

use super::svg::{Anchor, Svg};
use crate::eval::metrics::{ClassMetrics, Interval};

const LEFT: f64 = 100.0;
const WIDTH: f64 = 210.0;
const ROW: f64 = 30.0;
const TOP: f64 = 22.0;

/// One pair of bars a label that has rows or answers.
pub(super) fn draw(classes: &ClassMetrics) -> String {
    let shown: Vec<_> = classes
        .confusion_rows
        .iter()
        .filter_map(|name| Some((name, classes.per_class.get(name)?)))
        .filter(|(_, class)| class.gold_all + class.predicted > 0)
        .collect();
    let mut svg = Svg::new("Precision and recall of each label with 95% intervals", LEFT + WIDTH + 40.0, TOP + ROW * shown.len() as f64 + 8.0);
    svg.rect("first", (LEFT, 4.0), (8.0, 8.0), 1.0);
    svg.text((LEFT + 11.0, 11.0), Anchor::Start, "precision");
    svg.rect("second", (LEFT + 70.0, 4.0), (8.0, 8.0), 1.0);
    svg.text((LEFT + 81.0, 11.0), Anchor::Start, "recall of all rows");
    for (at, (name, class)) in shown.into_iter().enumerate() {
        let y = TOP + ROW * at as f64;
        svg.text((LEFT - 4.0, y + 12.0), Anchor::End, name);
        svg.text((LEFT - 4.0, y + 22.0), Anchor::End, &format!("n = {}", class.gold_all));
        bar(&mut svg, "first", y + 2.0, class.precision, class.precision_ci);
        bar(&mut svg, "second", y + 14.0, class.recall_all, class.recall_all_ci);
    }
    svg.finish()
}

fn bar(svg: &mut Svg, class: &str, y: f64, value: Option<f64>, ci: Interval) {
    svg.line("grid", (LEFT, y + 10.0), (LEFT + WIDTH, y + 10.0));
    let Some(value) = value else {
        svg.text((LEFT + 3.0, y + 8.5), Anchor::Start, "–");
        return;
    };
    svg.rect(class, (LEFT, y), (WIDTH * value, 10.0), 0.8);
    if let (Some(lower), Some(upper)) = (ci.lower, ci.upper) {
        let (from, to, middle) = (LEFT + WIDTH * lower, LEFT + WIDTH * upper, y + 5.0);
        svg.line("whisker", (from, middle), (to, middle));
        svg.line("whisker", (from, middle - 3.0), (from, middle + 3.0));
        svg.line("whisker", (to, middle - 3.0), (to, middle + 3.0));
    }
    svg.text((LEFT + WIDTH + 4.0, y + 8.5), Anchor::Start, &format!("{value:.2}"));
}
