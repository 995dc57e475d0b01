//! What a line is: the message itself, an error line, ordinary output, advice, or a frame of a stack trace.

use super::shape::{is_aside, is_chatter, is_error, is_frame, is_snippet, names_a_cause, opens_a_cause};
use memchr::{memchr_iter, memchr2, memmem, memrchr2};

/// How much the place of words says. The order is the order of weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Role {
    /// A stack frame, a quoted source line, an echoed input: words here say nothing.
    Ignored,
    /// A hint, a warning, usage, an entry of a log below the level of errors.
    Aside,
    /// Ordinary output.
    Plain,
    /// A line in the shape of an error.
    Error,
    /// The message that decides: the last line of a trace, a cause, the only line, the message field of a body.
    Decisive,
}

impl Role {
    /// The weight in the score of a hit; `None` where words do not count.
    pub(crate) const fn weight(self) -> Option<i32> {
        match self {
            Self::Ignored => None,
            Self::Aside => Some(-1),
            Self::Plain => Some(1),
            Self::Error => Some(2),
            Self::Decisive => Some(3),
        }
    }
}

/// How many lines are looked at, from the end, for the one that says most.
const MOST_LINES: usize = 256;

/// The bounds of the line around `at`, without its line ends. `\r` ends a line as well, as progress bars use it.
pub(crate) fn line_around(text: &str, at: usize) -> (usize, usize) {
    let (before, after) = text.as_bytes().split_at(at.min(text.len()));
    let end = memchr2(b'\n', b'\r', after).map_or(text.len(), |i| before.len() + i);
    (line_start(before), end)
}

/// Where the line begins that `before` ends in.
fn line_start(before: &[u8]) -> usize {
    memrchr2(b'\n', b'\r', before).map_or(0, |i| i + 1)
}

/// What is known of the text as a whole, to judge its lines by.
#[derive(Debug)]
pub(crate) struct Layout {
    /// The last line that is not blank.
    last: (usize, usize),
    /// The first line that is not blank.
    first: (usize, usize),
    /// Errors above this offset were replaced by a later one while they were handled.
    superseded: usize,
    /// Whether there is a Python traceback.
    traceback: bool,
    /// Whether a program was being started: a missing file is then the program.
    pub(crate) spawning: bool,
}

impl Layout {
    pub(crate) fn new(text: &str) -> Self {
        let traceback = find(text, "Traceback (most recent call last)").is_some();
        let superseded = if traceback { text.rfind("another exception occurred:").unwrap_or(0) } else { 0 };
        let end = text.trim_end().len();
        let start = text.len() - text.trim_start().len();
        let last = line_around(text, end.saturating_sub(1));
        Self {
            last,
            first: if last.0 <= start { last } else { line_around(text, start) },
            superseded,
            traceback,
            spawning: traceback && text.contains("in _execute_child"),
        }
    }

    /// The role of the line `text[start..end]`.
    pub(crate) fn role(&self, text: &str, start: usize, end: usize) -> Role {
        let line = Line::new(text, start, end);
        if self.is_ignored(text, &line) {
            return Role::Ignored;
        }
        if start < self.superseded {
            return Role::Aside;
        }
        if self.first == self.last || self.is_cause(text, &line) {
            return Role::Decisive;
        }
        let body = line.body;
        if is_aside(body) {
            let chatter = is_chatter(head(body, 48)) && !is_error(body);
            return if chatter { Role::Ignored } else { Role::Aside };
        }
        if is_error(body) || (start == self.last.0 && line.indent == 0) {
            return Role::Error;
        }
        Role::Plain
    }

    /// The line that says most by its place and shape alone: the last of the best role.
    pub(crate) fn decisive(&self, text: &str) -> (usize, usize) {
        let (mut best, mut best_role) = (self.last, Role::Aside);
        let mut end = self.last.1;
        for _ in 0..MOST_LINES {
            let (start, end_of_line) = (line_start(text.as_bytes().get(..end).unwrap_or_default()), end);
            // Above an error nothing but a cause says more.
            if best_role < Role::Error || self.may_be_cause(text, start, end_of_line) {
                let role = self.role(text, start, end_of_line);
                if role > best_role && !is_blank(text, start, end_of_line) {
                    (best, best_role) = ((start, end_of_line), role);
                }
            }
            if start == 0 || best_role == Role::Decisive {
                break;
            }
            end = start - 1;
        }
        best
    }

    fn may_be_cause(&self, text: &str, start: usize, end: usize) -> bool {
        let line = text.as_bytes().get(start..end).unwrap_or_default();
        // Most lines are told by their first letter.
        let plain = line.iter().find(|b| !b.is_ascii_whitespace()).is_none_or(|first| first.is_ascii_alphanumeric() && !opens_a_cause(*first));
        (self.traceback || !plain) && self.is_cause(text, &Line::new(text, start, end))
    }

    /// Whether the line names the cause of another one, or ends a traceback.
    fn is_cause(&self, text: &str, line: &Line<'_>) -> bool {
        names_a_cause(line.body) || (self.traceback && line.indent == 0 && after_frame(text, line.start))
    }

    /// Whether the line quotes something, so that its words say nothing.
    fn is_ignored(&self, text: &str, line: &Line<'_>) -> bool {
        line.quotes_source || is_frame(line.body) || (line.indent > 0 && self.is_source_line(text, line.start))
    }

    fn is_source_line(&self, text: &str, start: usize) -> bool {
        self.traceback && previous_line(text, start).is_some_and(|line| line.trim_start().starts_with("File \""))
    }
}

/// A line, without what stands before its words.
struct Line<'a> {
    start: usize,
    indent: usize,
    body: &'a str,
    quotes_source: bool,
}

impl<'a> Line<'a> {
    fn new(text: &'a str, start: usize, end: usize) -> Self {
        let line = text.get(start..end).unwrap_or_default();
        let body = line.trim_start();
        // Some tools draw a box around their messages.
        let framed = body.trim_start_matches(['\u{2502}', '\u{2503}', '\u{2551}', '|', '>', '*', ' ']);
        Self { start, indent: line.len() - body.len(), body: framed, quotes_source: is_snippet(body) }
    }
}

fn is_blank(text: &str, start: usize, end: usize) -> bool {
    text.get(start..end).is_none_or(|line| line.trim().is_empty())
}

fn previous_line(text: &str, start: usize) -> Option<&str> {
    let before = text.get(..start)?.trim_end_matches(['\n', '\r']);
    before.get(line_start(before.as_bytes())..).filter(|line| !line.is_empty())
}

/// Whether the line above is part of a traceback's frames.
fn after_frame(text: &str, start: usize) -> bool {
    previous_line(text, start).is_some_and(|line| line.starts_with("  ") || line.starts_with("Traceback"))
}

/// The first `len` bytes at most.
pub(crate) fn head(text: &str, len: usize) -> &str {
    let end = (0..=len.min(text.len())).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0);
    text.get(..end).unwrap_or_default()
}

pub(crate) fn starts_with_ignore_case(text: &str, word: &str) -> bool {
    text.as_bytes().get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
}

/// Whether `word` is one of `words`, without regard to ASCII case.
pub(crate) fn is_one_of(word: &str, words: &[&str]) -> bool {
    words.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Where `word` first stands in `text`, without regard to ASCII case. For short texts only: it is quadratic in the worst case.
pub(crate) fn find_ignore_case(text: &str, word: &str) -> Option<usize> {
    let (text, word) = (text.as_bytes(), word.as_bytes());
    let stands = |at: &usize| text.get(*at..at + word.len()).is_some_and(|part| part.eq_ignore_ascii_case(word));
    let places = (text.len() + 1).checked_sub(word.len())?;
    let [first, second, ..] = word else { return (0..places).find(stands).filter(|_| !word.is_empty()) };
    // Blocks without the first two bytes are passed over. The bit is that of the case of a letter; what else it mixes up is told apart by the comparison.
    let pair = (first | 0x20, second | 0x20);
    let stands = |at: &usize| text.get(*at).is_some_and(|byte| byte | 0x20 == pair.0) && stands(at);
    let mut at = 0;
    while at < places {
        let until = (at + BLOCK).min(places);
        if may_hold(text, at, pair)
            && let Some(found) = (at..until).find(stands)
        {
            return Some(found);
        }
        at = until;
    }
    None
}

/// Whether the two bytes may stand in the block at `at`. The last block reaches back, so that it is a whole one as well.
fn may_hold(text: &[u8], at: usize, (first, second): (u8, u8)) -> bool {
    let from = at.min(text.len().saturating_sub(BLOCK + 1));
    let block = |from: usize| text.get(from..).and_then(<[u8]>::first_chunk::<BLOCK>);
    let (Some(ones), Some(others)) = (block(from), block(from + 1)) else { return true };
    ones.iter().zip(others).fold(false, |near, (one, other)| near | ((one | 0x20 == first) & (other | 0x20 == second)))
}

/// How many bytes are looked at at once.
const BLOCK: usize = 16;

/// Where `word` first stands in `text`. For a single look: it prepares next to nothing.
pub(crate) fn find(text: &str, word: &str) -> Option<usize> {
    memmem::find(text.as_bytes(), word.as_bytes())
}

/// What stands before the first colon with a space behind it, and what stands behind that.
pub(crate) fn around_colon(text: &str) -> Option<(&str, &str)> {
    let at = memchr_iter(b':', text.as_bytes()).find(|at| text.as_bytes().get(at + 1) == Some(&b' '))?;
    Some((text.get(..at)?, text.get(at + 2..)?))
}

#[cfg(test)]
#[path = "lines_tests.rs"]
mod tests;
