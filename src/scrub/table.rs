//! Tables: the cell beside a name, `| password | x |`, and the cells below one.

use super::{
    assign::words,
    bytes::{at, run_end},
    names::{is_name, named},
    paint::{Kind, Paint},
};

/// The most columns that are looked at.
const COLUMNS: usize = 64;

pub(super) fn cover(paint: &mut Paint<'_>) {
    let text = paint.bytes();
    let mut header: Vec<bool> = Vec::new();
    let mut within = false;
    let mut start = 0;
    while start < text.len() {
        let (end, next) = line(text, start);
        // A rule between rows ends no table.
        let rule =
            paint.text().get(start..end).unwrap_or_default().chars().all(|c| matches!(c, '-' | '+' | '|' | '=' | ' ' | ':' | '─' | '┼' | '├' | '┤' | '│'));
        if !rule || end == start {
            let cells = cells(paint.text(), start, end);
            if cells.len() < 2 {
                within = false;
                header.clear();
            } else {
                row(paint, &cells, &header);
                if !within {
                    header = cells.iter().map(|(from, to)| is_name(paint.text().get(*from..*to).unwrap_or_default())).collect();
                }
                within = true;
            }
        }
        start = next;
    }
}

/// Takes out what stands beside or below a name.
fn row(paint: &mut Paint<'_>, cells: &[(usize, usize)], header: &[bool]) {
    let text = paint.text();
    let mut beside = false;
    for (column, (from, to)) in cells.iter().enumerate() {
        let cell = text.get(*from..*to).unwrap_or_default();
        let name = is_name(cell);
        let below = header.get(column).copied().unwrap_or(false);
        if below || (beside && !name && named(cell).is_none()) {
            words(paint, *from, *to, Kind::Secret, false);
        }
        beside = name;
    }
}

/// The end of the line at `start`, whose feed may be escaped, and the start of the next one.
fn line(text: &[u8], start: usize) -> (usize, usize) {
    let mut index = start;
    while index < text.len() {
        match at(text, index) {
            b'\n' => return (index, index + 1),
            b'\\' => {
                let slashes = run_end(text, index, |b| b == b'\\');
                if at(text, slashes) == b'n' {
                    return (index, slashes + 1);
                }
                index = slashes;
            }
            _ => index += 1,
        }
    }
    (text.len(), text.len())
}

/// The cells of a row without the spaces around them.
fn cells(text: &str, start: usize, end: usize) -> Vec<(usize, usize)> {
    let row = text.get(start..end).unwrap_or_default();
    let bars: &[char] = if row.contains(['|', '│', '┃']) { &['|', '│', '┃'] } else { &['\t'] };
    let mut from = start;
    let mut cells = Vec::new();
    for cell in row.split(bars).take(COLUMNS) {
        let lead = cell.len() - cell.trim_start().len();
        cells.push((from + lead, (from + lead + cell.trim().len()).max(from)));
        from += cell.len();
        from += text.get(from..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    }
    cells
}

#[cfg(test)]
#[path = "table_tests.rs"]
mod tests;
