//! The names of people in paths to their homes.

use super::{
    bytes::{at, before, is_quote, is_space, is_word, run_end, starts_with_ignore_case},
    paint::{Kind, Paint},
};

/// What stands before such a name. The separators are one or more of either slash.
const PARENTS: &[&str] = &["home", "users", "documents and settings", "homes"];

pub(super) fn cover(paint: &mut Paint<'_>) -> Vec<String> {
    let text = paint.bytes();
    let mut names = Vec::new();
    let mut index = 0;
    while index < text.len() {
        let b = at(text, index);
        if matches!(b, b'/' | b'\\') && !matches!(at(text, index + 1), b'/' | b'\\') {
            index = behind(paint, index + 1, &mut names).max(index + 1);
        } else if b == b'~' && !is_word(before(text, index)) && at(text, index + 1).is_ascii_alphabetic() {
            let end = run_end(text, index + 1, is_name);
            paint.cover(index + 1, end, Kind::User);
            index = end;
        } else {
            index += 1;
        }
    }
    names
}

const fn is_slash(b: u8) -> bool {
    matches!(b, b'/' | b'\\')
}

const fn is_name(b: u8) -> bool {
    is_word(b) || matches!(b, b'.' | b'_' | b'-' | b'$' | b'+' | b'~' | b'@' | b'%')
}

/// The folder that begins at `start`: where people's homes are, the name behind it is taken out.
fn behind(paint: &mut Paint<'_>, start: usize, names: &mut Vec<String>) -> usize {
    let text = paint.bytes();
    let Some(parent) = PARENTS.iter().find(|parent| starts_with_ignore_case(text, start, parent) && is_slash(at(text, start + parent.len()))) else {
        return start;
    };
    let name = run_end(text, start + parent.len(), is_slash);
    let windows = before(text, name) == b'\\' || before(text, start.saturating_sub(1)) == b':';
    let end = if windows { name_end(text, name) } else { run_end(text, name, is_name) };
    let Some(found) = paint.text().get(name..end).filter(|found| !found.is_empty()) else { return start };
    if names.len() < 8 && found.len() >= 4 && !found.starts_with('<') {
        names.push(found.to_owned());
    }
    paint.cover(name, end, Kind::User);
    // The slash behind it may lead to another one.
    end
}

/// A name may hold spaces where a further folder or a quote shows its end, and where the next word is written as a name is.
fn name_end(text: &[u8], start: usize) -> usize {
    let word = run_end(text, start, is_name);
    let wide = run_end(text, start, |b| is_name(b) || matches!(b, b' ' | b'\'')).min(start + 48);
    if wide > word && (is_slash(at(text, wide)) || at(text, wide) == b'"') && !is_quote(before(text, start)) {
        return wide;
    }
    let next = word + usize::from(is_space(at(text, word)) && at(text, word) != b'\n');
    if next > word && at(text, next).is_ascii_uppercase() { run_end(text, next, is_name) } else { word }
}
