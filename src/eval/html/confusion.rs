//! Which answers were given to which labels.

use super::svg::{Anchor, Svg};
use crate::eval::metrics::ClassMetrics;

const CELL: f64 = 26.0;
const LEFT: f64 = 92.0;
const TOP: f64 = 86.0;

/// Rows are gold labels with any row, columns are answers; the shade is the share of the label's rows.
pub(super) fn draw(classes: &ClassMetrics) -> String {
    let rows: Vec<(&String, &Vec<u64>)> =
        classes.confusion_rows.iter().zip(&classes.confusion).filter(|(_, counts)| counts.iter().any(|count| *count > 0)).collect();
    let width = LEFT + CELL * classes.confusion_cols.len() as f64 + 24.0;
    let mut svg = Svg::new("Confusion matrix: gold labels by answers", width, TOP + CELL * rows.len() as f64 + 6.0);
    for (column, name) in classes.confusion_cols.iter().enumerate() {
        svg.rising((LEFT + CELL * (column as f64 + 0.6), TOP - 5.0), name);
    }
    for (row, (name, counts)) in rows.iter().enumerate() {
        let y = TOP + CELL * row as f64;
        svg.text((LEFT - 4.0, y + CELL * 0.62), Anchor::End, name);
        let total = counts.iter().sum::<u64>().max(1);
        for (column, count) in counts.iter().enumerate() {
            let x = LEFT + CELL * column as f64;
            let right = classes.confusion_cols.get(column) == Some(name);
            let share = *count as f64 / total as f64;
            svg.rect("cell", (x, y), (CELL - 1.0, CELL - 1.0), 1.0);
            svg.rect(if right { "right" } else { "wrong" }, (x, y), (CELL - 1.0, CELL - 1.0), share * 0.75);
            if *count > 0 {
                svg.text((x + CELL / 2.0, y + CELL * 0.62), Anchor::Middle, &short(*count));
            }
        }
    }
    svg.finish()
}

/// A count that fits into a cell.
fn short(count: u64) -> String {
    match count {
        0..10_000 => count.to_string(),
        10_000..1_000_000 => format!("{}k", count / 1000),
        _ => format!("{:.1}M", count as f64 / 1e6),
    }
}
