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

/// How many lines are looked at, from the end, for the one that says most.
const MOST_LINES: usize = 256;

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
    /// Whether a program was being started: a missing file is then the program.
    pub(crate) spawning: bool,
}

impl Layout {
    pub(crate) fn new(text: &str) -> Self {
        let traceback = find_literal(text, "Traceback (most recent call last)").is_some();
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
        let line = text.get(start..end).unwrap_or_default();
        let body = line.trim_start();
        let indent = line.len() - body.len();
        let quoted_source = is_snippet(body);
        // Some tools draw a box around their messages.
        let body = body.trim_start_matches(['\u{2502}', '\u{2503}', '\u{2551}', '|', '>', '*', ' ']);
        if quoted_source || is_frame(body) || (indent > 0 && self.is_source_line(text, start)) {
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
            let chatter = is_chatter(head(body, 48)) && !is_error(body);
            return if chatter { Role::Ignored } else { Role::Aside };
        }
        if is_error(body) || (start == self.last.0 && indent == 0) {
            return Role::Error;
        }
        Role::Plain
    }

    /// The line that says most by its place and shape alone: the last of the best role.
    pub(crate) fn decisive(&self, text: &str) -> (usize, usize) {
        let (mut best, mut best_role) = (self.last, Role::Aside);
        let mut end = self.last.1;
        for _ in 0..MOST_LINES {
            let (start, end_of_line) = line_around(text, end);
            if text.get(start..end_of_line).is_some_and(|line| !line.trim().is_empty()) {
                let role = self.role(text, start, end_of_line);
                if role > best_role {
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
    let may_open = body.as_bytes().first().is_some_and(|b| matches!(b, b'F' | b'a' | b'g' | b'f' | b'^' | b'.'));
    may_open && is_frame_of_some_language(body)
}

fn is_frame_of_some_language(body: &str) -> bool {
    (body.starts_with("File \"") && body.contains("\", line "))
        || (body.starts_with("at ") && (body.contains('(') || body.contains(':')) && !body.contains(": error"))
        || body.starts_with("goroutine ")
        || (body.starts_with("from ") && body.contains(":in "))
        || body.starts_with("^~")
        || body.starts_with("^^")
        || body.starts_with("... ")
}

/// A line of source that a compiler quotes: ` 12 | int main()`.
fn is_snippet(body: &str) -> bool {
    let digits = body.bytes().take_while(u8::is_ascii_digit).count();
    let rest = body.get(digits..).unwrap_or_default();
    let statement = ["return ", "throw new "].iter().any(|word| body.starts_with(word)) && body.trim_end().ends_with([')', ';', '}']);
    (digits > 0 && rest.starts_with(" | ")) || body.starts_with("| ") || statement
}

/// A line that names the cause of the one above.
fn is_cause(body: &str) -> bool {
    let may_open = body.as_bytes().first().is_some_and(|b| matches!(b | 0x20, b'c' | b'r' | b'-' | b'b' | b'e' | b'u' | b'p' | b't'));
    may_open
        && starts_with_any(
            body,
            &[
                "caused by",
                "cause:",
                "root cause",
                "---> ",
                "reason:",
                "because:",
                "exception in thread",
                "unhandled exception",
                "uncaught ",
                "panic:",
                "the error was:",
            ],
        )
}

/// A line that is not about the failure itself.
fn is_aside(body: &str) -> bool {
    let first = body.as_bytes().first().map_or(0, u8::to_ascii_lowercase);
    aside_openings(first).iter().any(|opening| starts_with_ignore_case(body, opening)) || is_below_error(head(body, 48))
}

/// How hints, usage and warnings open, by their first byte.
const fn aside_openings(first: u8) -> &'static [&'static str] {
    match first {
        b'h' => &["hint:", "help:", "hinweis:"],
        b'n' => &["note:", "npm warn"],
        b't' => &["tip:", "try '", "try \"", "try `"],
        b'u' => &["usage:", "usage ", "use \"", "use '", "use `", "use --"],
        b's' => &["see ", "suggestion:", "suggerimento"],
        b'r' => &["run '", "run \"", "run `"],
        b'w' => &["warning", "warn:", "warn ", "warn]", "w: ", "warnung"],
        b'i' => &["info:", "info "],
        b'[' => &["[warn", "[info", "[debug", "[notice"],
        b'd' => &["debug", "deprecat", "dica:"],
        b'f' => &["for more information", "for more help"],
        b'm' => &["more details", "more info"],
        b'e' => &["example"],
        b'o' => &["options:"],
        b'a' => &["available ", "astuce", "attention", "avertissement"],
        b'c' => &["consejo"],
        b'p' => &["pista:"],
        b'=' => &["=> "],
        b'$' => &["$ "],
        b'+' => &["+ "],
        0xe3 => &["ヒント"],
        0xe6 => &["提示"],
        0xe8 => &["警告"],
        0xed => &["힌트"],
        0xd0 => &["Подсказка", "подсказка", "Предупреждение", "предупреждение"],
        0xd1 => &["подсказка", "предупреждение"],
        _ => &[],
    }
}

/// Whether a log line says of itself that it is below the level of errors.
fn is_below_error(head: &str) -> bool {
    let bytes = head.as_bytes();
    // Every level has one of these letters; most lines have none, and are passed over a block at a time.
    if !bytes.iter().fold(false, |any, b| any | matches!(b, b'I' | b'D' | b'W' | b'T' | b'=')) {
        return false;
    }
    let names = |at: usize, words: &[&str]| bytes.get(at..).is_some_and(|rest| words.iter().any(|word| rest.starts_with(word.as_bytes())));
    for (at, (mark, next)) in bytes.iter().zip(bytes.iter().skip(1)).enumerate() {
        let level = match (mark, next) {
            (b' ', b'I' | b'D' | b'W' | b'T') => names(at + 1, &["INFO", "DEBUG", "WARN", "TRACE"]),
            (b'[', b'I' | b'D' | b'W') => names(at + 1, &["INFO]", "WARN", "DEBUG]"]),
            (b'l', b'e') => names(at, &["level=info", "level=warn", "level=debug"]),
            _ => false,
        };
        if level {
            return !head.contains("ERROR");
        }
    }
    false
}

/// Whether a log line says of itself that all is well: its level is below that of warnings.
fn is_chatter(head: &str) -> bool {
    let bytes = head.as_bytes();
    let levels = ["INFO", "DEBUG", "TRACE"];
    let marks = [" ", "[", "level="];
    let is_level = |at: usize| {
        matches!(bytes.get(at), Some(b' ' | b'[' | b'l'))
            && marks.iter().any(|mark| {
                let rest = bytes.get(at..).and_then(|rest| rest.strip_prefix(mark.as_bytes()));
                rest.is_some_and(|rest| {
                    levels.iter().any(|level| {
                        rest.get(..level.len())
                            .is_some_and(|part| part == level.as_bytes() || (*mark == "level=" && part.eq_ignore_ascii_case(level.as_bytes())))
                    })
                })
            })
    };
    levels.iter().any(|level| head.starts_with(level)) || (0..bytes.len()).any(is_level)
}

/// A line in the shape of an error.
fn is_error(body: &str) -> bool {
    let head = head(body, 64);
    let bytes = head.as_bytes();
    let opens = |at: usize| {
        let rest = bytes.get(at..).unwrap_or_default();
        let first = rest.first().map_or(0, u8::to_ascii_lowercase);
        error_words(first).iter().any(|word| rest.get(..word.len()).is_some_and(|part| part.eq_ignore_ascii_case(word.as_bytes())))
    };
    let pairs = bytes.iter().zip(bytes.iter().skip(1)).enumerate();
    pairs.filter(|(_, (first, second))| may_open_error(**first, **second)).any(|(at, _)| opens(at)) || is_program_message(head)
}

/// Whether one of [`error_words`] may begin with these two bytes. Most places are passed over by it.
fn may_open_error(first: u8, second: u8) -> bool {
    ERROR_OPENINGS.get(usize::from(first & 31)).is_some_and(|seconds| seconds >> (second & 31) & 1 == 1)
}

/// The second bytes of [`error_words`] by their first, five bits of each: the case of a letter is none of them.
#[allow(clippy::indexing_slicing, clippy::cast_possible_truncation, reason = "the compiler works it out, and would say so")]
const ERROR_OPENINGS: [u32; 32] = {
    let (mut openings, mut first) = ([0; 32], 0);
    while first < 256 {
        let words = error_words(first as u8);
        let mut at = 0;
        while at < words.len() {
            openings[first & 31] |= 1 << (words[at].as_bytes()[1] & 31);
            at += 1;
        }
        first += 1;
    }
    openings
};

/// The words that mark an error line, by their first byte.
const fn error_words(first: u8) -> &'static [&'static str] {
    match first {
        b'a' => &["abort"],
        b'c' => &["cannot", "can't", "could not", "couldn't", "crit"],
        b'd' => &["denied"],
        b'e' => &["error", "exception", "e: ", "err ", "err:", "err!", "erreur", "errore", "erro:"],
        b'f' => &["fatal", "fail", "fehler"],
        b'i' => &["invalid"],
        b'p' => &["panic"],
        b'r' => &["refused"],
        b's' => &["severe", "schwerwiegend"],
        b'u' => &["unable"],
        0xd0 => &["ошибка", "Ошибка"],
        0xe3 => &["エラー"],
        0xe9 => &["错误", "錯誤"],
        0xe8 => &["致命"],
        0xec => &["오류", "치명"],
        _ => &[],
    }
}

/// `program: message`, the form of POSIX utilities (GNU coding standards, "Formatting Error Messages").
fn is_program_message(head: &str) -> bool {
    let colon = head.as_bytes().windows(2).position(|two| two == b": ");
    let Some((name, rest)) = colon.and_then(|at| Some((head.get(..at)?, head.get(at + 2..)?))) else { return false };
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
    let stands = |at: &usize| text.get(*at..at + word.len()).is_some_and(|part| part.eq_ignore_ascii_case(word));
    let places = (text.len() + 1).checked_sub(word.len())?;
    let [first, second, ..] = word else { return (0..places).find(stands).filter(|_| !word.is_empty()) };
    // Blocks without the first two bytes are passed over. The bit is that of the case of a letter; what else it mixes up is told apart by the comparison.
    let (first, second) = (first | 0x20, second | 0x20);
    let (firsts, seconds) = (text.get(..places)?.chunks(BLOCK), text.get(1..)?.chunks(BLOCK));
    for (block, (ones, others)) in firsts.zip(seconds).enumerate() {
        let near = ones.iter().zip(others).fold(false, |near, (one, other)| near | ((one | 0x20 == first) & (other | 0x20 == second)));
        let found = if near { (block * BLOCK..block * BLOCK + ones.len()).find(stands) } else { None };
        if found.is_some() {
            return found;
        }
    }
    None
}

/// How many bytes are looked at at once.
const BLOCK: usize = 16;

/// Where `word` first stands in `text`. For a single look: it prepares nothing, and is quadratic in the worst case, which `word` has to be too plain for.
pub(crate) fn find_literal(text: &str, word: &str) -> Option<usize> {
    let first = word.chars().next()?;
    text.match_indices(first).map(|(at, _)| at).find(|at| text.get(*at..).is_some_and(|rest| rest.starts_with(word)))
}

#[cfg(test)]
#[path = "lines_tests.rs"]
mod tests;
