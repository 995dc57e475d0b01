//! The shapes of lines, told by how they open and by the words in their heads.

use super::lines::{around_colon, head, starts_with_ignore_case};

/// A line of a stack trace: Python, Java, Node, .NET, Go, Rust, Ruby.
pub(super) fn is_frame(body: &str) -> bool {
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
pub(super) fn is_snippet(body: &str) -> bool {
    let digits = body.bytes().take_while(u8::is_ascii_digit).count();
    let rest = body.get(digits..).unwrap_or_default();
    let statement = ["return ", "throw new "].iter().any(|word| body.starts_with(word)) && body.trim_end().ends_with([')', ';', '}']);
    (digits > 0 && rest.starts_with(" | ")) || (body.starts_with("| ") && !is_grouped_exception(body)) || statement
}

/// The message of one exception of a group: Python draws a line down the side of the group (PEP 654, "Printing Exceptions").
fn is_grouped_exception(body: &str) -> bool {
    let body = body.trim_start_matches(['|', ' ']);
    let name = body.bytes().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_')).count();
    let (name, rest) = body.split_at_checked(name).unwrap_or_default();
    rest.starts_with(": ") && (name.ends_with("Error") || name.ends_with("Exception"))
}

/// A line that names the cause of the one above.
pub(super) fn names_a_cause(body: &str) -> bool {
    body.as_bytes().first().is_some_and(|first| opens_a_cause(*first))
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

/// Whether a line that [names a cause](names_a_cause) may begin with this byte.
pub(super) const fn opens_a_cause(first: u8) -> bool {
    matches!(first | 0x20, b'c' | b'r' | b'-' | b'b' | b'e' | b'u' | b'p' | b't')
}

/// A line that is not about the failure itself.
pub(super) fn is_aside(body: &str) -> bool {
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
pub(super) fn is_chatter(head: &str) -> bool {
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
pub(super) fn is_error(body: &str) -> bool {
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
    let Some((name, rest)) = around_colon(head) else { return false };
    !rest.is_empty() && name.len() <= 40 && !name.is_empty() && !name.contains(' ') && !name.contains("://")
}

fn starts_with_any(body: &str, words: &[&str]) -> bool {
    words.iter().any(|word| starts_with_ignore_case(body, word))
}
