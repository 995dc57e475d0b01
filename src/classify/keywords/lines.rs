//! What a line is: the message itself, an error line, ordinary output, advice, or a frame of a stack trace.

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

/// The bounds of the line around `at`, without its line ends. `\r` ends a line as well, as progress bars use it.
pub(crate) fn line_around(text: &str, at: usize) -> (usize, usize) {
    let bytes = text.as_bytes();
    let start = bytes.iter().take(at).rposition(|b| is_end(*b)).map_or(0, |i| i + 1);
    let end = bytes.iter().skip(at).position(|b| is_end(*b)).map_or(bytes.len(), |i| at + i);
    (start, end)
}

const fn is_end(b: u8) -> bool {
    matches!(b, b'\n' | b'\r')
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
}

impl Layout {
    pub(crate) fn new(text: &str) -> Self {
        let traceback = text.contains("Traceback (most recent call last)");
        let superseded = if traceback { text.rfind("another exception occurred:").unwrap_or(0) } else { 0 };
        let end = text.trim_end().len();
        let start = text.len() - text.trim_start().len();
        Self { last: line_around(text, end.saturating_sub(1)), first: line_around(text, start), superseded, traceback }
    }

    /// The role of the line `text[start..end]`.
    pub(crate) fn role(&self, text: &str, start: usize, end: usize) -> Role {
        let line = text.get(start..end).unwrap_or_default();
        let body = line.trim_start();
        let indent = line.len() - body.len();
        if is_frame(body) || (indent > 0 && self.is_source_line(text, start)) {
            return Role::Ignored;
        }
        if start < self.superseded {
            return Role::Aside;
        }
        if self.first == self.last {
            return Role::Decisive;
        }
        if is_cause(body) || (self.traceback && indent == 0 && after_frame(text, start)) {
            return Role::Decisive;
        }
        if is_aside(body) {
            return Role::Aside;
        }
        if is_error(body) || start == self.first.0 || (start == self.last.0 && indent == 0) {
            return Role::Error;
        }
        Role::Plain
    }

    /// The line that says most by its place and shape alone: the last of the best role.
    pub(crate) fn decisive(&self, text: &str) -> (usize, usize) {
        let (mut best, mut best_role) = (self.last, Role::Ignored);
        let mut start = 0;
        for line in text.split_inclusive(['\n', '\r']) {
            let end = start + line.trim_end_matches(['\n', '\r']).len();
            if !line.trim().is_empty() {
                let role = self.role(text, start, end);
                if role >= best_role && role > Role::Aside {
                    (best, best_role) = ((start, end), role);
                }
            }
            start += line.len();
        }
        best
    }

    fn is_source_line(&self, text: &str, start: usize) -> bool {
        self.traceback && previous_line(text, start).is_some_and(|line| line.trim_start().starts_with("File \""))
    }
}

fn previous_line(text: &str, start: usize) -> Option<&str> {
    let before = text.get(..start)?.trim_end_matches(['\n', '\r']);
    let from = before.as_bytes().iter().rposition(|b| is_end(*b)).map_or(0, |i| i + 1);
    before.get(from..).filter(|line| !line.is_empty())
}

/// Whether the line above is part of a traceback's frames.
fn after_frame(text: &str, start: usize) -> bool {
    previous_line(text, start).is_some_and(|line| line.starts_with("  ") || line.starts_with("Traceback"))
}

/// A line of a stack trace: Python, Java, Node, .NET, Go, Rust, Ruby.
fn is_frame(body: &str) -> bool {
    (body.starts_with("File \"") && body.contains("\", line "))
        || (body.starts_with("at ") && (body.contains('(') || body.contains(':')) && !body.contains(": error"))
        || body.starts_with("goroutine ")
        || (body.starts_with("from ") && body.contains(":in "))
        || body.starts_with("^~")
        || body.starts_with("^^")
        || body.starts_with("... ")
}

/// A line that names the cause of the one above.
fn is_cause(body: &str) -> bool {
    starts_with_any(body, &["caused by", "cause:", "root cause", "---> ", "reason:", "because:", "exception in thread", "unhandled exception", "uncaught ", "panic:", "the error was:"])
}

/// A line that is not about the failure itself.
fn is_aside(body: &str) -> bool {
    const STARTS: &[&str] = &[
        "hint:", "note:", "help:", "tip:", "usage:", "usage ", "see ", "try '", "try \"", "try `", "run '", "run \"", "run `", "warning", "warn:", "warn ", "warn]", "[warn", "npm warn", "info:",
        "info ", "[info", "debug", "[debug", "[notice", "deprecat", "for more information", "for more help", "more details", "more info", "suggestion:", "example", "options:", "available ", "=> ", "$ ", "+ ",
        "dica:", "hinweis:", "warnung", "astuce", "attention", "avertissement", "consejo", "pista:", "suggerimento", "ヒント", "提示", "힌트", "подсказка", "предупреждение", "警告",
    ];
    const LEVELS: &[&str] = &[" INFO", " DEBUG", " WARN", " TRACE", "[INFO]", "[WARN", "[DEBUG]", "level=info", "level=warn", "level=debug", "\"level\":\"info\"", "W: "];
    if starts_with_any(body, STARTS) {
        return true;
    }
    let head = head(body, 48);
    LEVELS.iter().any(|level| head.contains(level)) && !head.contains("ERROR") || body.starts_with("W: ")
}

/// A line in the shape of an error.
fn is_error(body: &str) -> bool {
    const WORDS: &[&str] = &[
        "error", "fatal", "fail", "exception", "panic", "denied", "cannot", "can't", "could not", "couldn't", "unable", "abort", "refused", "invalid", "e: ", "err ", "err:", "err!", "crit", "severe",
        "fehler", "schwerwiegend", "erreur", "errore", "erro:", "ошибка", "エラー", "错误", "錯誤", "오류", "致命", "치명",
    ];
    let head = head(body, 64);
    WORDS.iter().any(|word| find_ignore_case(head, word).is_some()) || is_program_message(head)
}

/// `program: message`, the form of POSIX utilities (GNU coding standards, "Formatting Error Messages").
fn is_program_message(head: &str) -> bool {
    let Some((name, rest)) = head.split_once(": ") else { return false };
    !rest.is_empty() && name.len() <= 40 && !name.is_empty() && !name.contains(' ') && !name.contains("://")
}

/// The first `len` bytes at most.
pub(crate) fn head(text: &str, len: usize) -> &str {
    let end = (0..=len.min(text.len())).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0);
    text.get(..end).unwrap_or_default()
}

fn starts_with_any(body: &str, words: &[&str]) -> bool {
    words.iter().any(|word| starts_with_ignore_case(body, word))
}

pub(crate) fn starts_with_ignore_case(text: &str, word: &str) -> bool {
    text.as_bytes().get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
}

/// Where `word` first stands in `text`, without regard to ASCII case. For short texts only: it is quadratic in the worst case.
pub(crate) fn find_ignore_case(text: &str, word: &str) -> Option<usize> {
    let (text, word) = (text.as_bytes(), word.as_bytes());
    let first = word.first()?.to_ascii_lowercase();
    (0..(text.len() + 1).saturating_sub(word.len()))
        .find(|i| text.get(*i).is_some_and(|b| b.to_ascii_lowercase() == first) && text.get(*i..*i + word.len()).is_some_and(|part| part.eq_ignore_ascii_case(word)))
}

#[cfg(test)]
#[path = "lines_tests.rs"]
mod tests;
