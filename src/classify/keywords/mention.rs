//! Whether words say what went wrong, or are merely mentioned: inside a name, inside a quotation, or as part of the arguments.

use crate::classify::Subkind;
use crate::classify::text::lines::{around_colon, find, find_ignore_case, is_one_of, starts_with_ignore_case};
use serde_json::Value;

/// How far a quotation is looked for, in bytes.
const REACH: usize = 256;

/// Whether `text[start..end]` stands by itself, rather than inside a word, an identifier, a path or a file name.
pub(crate) fn is_whole(text: &str, start: usize, end: usize, open_end: bool) -> bool {
    let bytes = text.as_bytes();
    let first = bytes.get(start).copied().unwrap_or(b' ');
    let last = bytes.get(end.wrapping_sub(1)).copied().unwrap_or(b' ');
    let before = start.checked_sub(1).and_then(|i| bytes.get(i)).copied();
    let before_that = start.checked_sub(2).and_then(|i| bytes.get(i)).copied();
    let after = bytes.get(end).copied();
    let after_that = bytes.get(end + 1).copied();
    let escaped = |backslash: Option<u8>, letter: Option<u8>| backslash == Some(b'\\') && letter.is_some_and(|b| matches!(b, b'n' | b'r' | b't'));
    if first.is_ascii_alphanumeric() && !escaped(before_that, before) {
        if before.is_some_and(is_word) {
            return false;
        }
        // `a.timeout`, `a/timeout`, `a-timeout`: part of a name. A sentence has a space there.
        if before.is_some_and(|b| matches!(b, b'.' | b'/' | b'\\' | b'-' | b'@' | b'$' | b'#')) && before_that.is_some_and(is_word) {
            return false;
        }
    }
    // `timeout=30s` is a setting.
    if last.is_ascii_alphanumeric() && after == Some(b'=') && after_that.is_some_and(|b| is_word(b) || matches!(b, b'"' | b'\'')) {
        return false;
    }
    if !open_end && last.is_ascii_alphanumeric() && !escaped(after, after_that) {
        if after.is_some_and(is_word) {
            return false;
        }
        if after.is_some_and(|b| matches!(b, b'.' | b'/' | b'\\' | b'-' | b'@')) && after_that.is_some_and(is_word) {
            return false;
        }
    }
    true
}

const fn is_word(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_'
}

/// Whether `text[start..end]` stands inside a quotation that names something: `unknown field 'timeout'`. A quotation that gives a message, as in
/// `error: "timed out"` or `ConnectionError('timed out')`, is not one. `from` is where the line or the field begins.
pub(crate) fn is_quoted_name(text: &str, from: usize, start: usize, end: usize, until: usize) -> bool {
    if is_in_typographic_quotes(text, from, start, end, until) {
        return true;
    }
    let bytes = text.as_bytes();
    let from = from.max(start.saturating_sub(REACH));
    let mut open: Option<(u8, usize)> = None;
    let before = bytes.get(from..start).unwrap_or_default();
    if !before.iter().fold(false, |any, b| any | is_quote(*b)) {
        return false;
    }
    for (i, b) in before.iter().enumerate().map(|(i, b)| (from + i, b)) {
        if !is_quote(*b) {
            continue;
        }
        match open {
            Some((b'`', _)) if *b == b'\'' => open = None,
            Some((quote, _)) if quote == *b && (*b != b'\'' || !bytes.get(i + 1).is_some_and(u8::is_ascii_alphanumeric)) => open = None,
            Some(_) => {}
            None if *b == b'\'' && i > 0 && bytes.get(i - 1).is_some_and(u8::is_ascii_alphanumeric) => {}
            None => open = Some((*b, i)),
        }
    }
    let Some((quote, at)) = open else { return false };
    let closes = bytes.iter().take(until.min(end + REACH)).skip(end).any(|b| *b == quote || (quote == b'`' && *b == b'\''));
    let lead = text.get(from..at).unwrap_or_default();
    // A statement of a program that is shown, not run.
    let line = lead.rsplit('\n').next().unwrap_or_default().trim_start();
    closes && (line.starts_with("return ") || line.starts_with("throw new ") || !introduces_message(lead))
}

const fn is_quote(b: u8) -> bool {
    matches!(b, b'"' | b'\'' | b'`')
}

/// The same for the quotation marks that compilers and translations print, which come in pairs.
fn is_in_typographic_quotes(text: &str, from: usize, start: usize, end: usize, until: usize) -> bool {
    const PAIRS: &[(char, char)] =
        &[('\u{2018}', '\u{2019}'), ('\u{201c}', '\u{201d}'), ('\u{ab}', '\u{bb}'), ('\u{201e}', '\u{201c}'), ('\u{300c}', '\u{300d}')];
    let near = (from.max(start.saturating_sub(REACH))..=start).find(|i| text.is_char_boundary(*i)).unwrap_or(start);
    let far = (end..=until.min(end + REACH).max(end)).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(end);
    let (Some(before), Some(after)) = (text.get(near..start), text.get(end..far)) else { return false };
    if before.is_ascii() {
        return false;
    }
    PAIRS.iter().any(|(open, close)| {
        before
            .rfind(*open)
            .is_some_and(|at| before.get(at..).is_some_and(|rest| !rest.contains(*close)) && !introduces_message(before.get(..at).unwrap_or_default()))
            && after.contains(*close)
    })
}

/// Whether what stands before a quotation announces a message rather than a name.
fn introduces_message(before: &str) -> bool {
    const WORDS: &[&str] =
        &["with", "error", "message", "reason", "details", "desc", "returned", "because", "was", "msg", "errmsg", "failed", "said", "is", "status"];
    let before = before.trim_end_matches([' ', '\\']);
    // A letter by itself marks a kind of string, as in `b'no'`.
    let marked = before.strip_suffix(['b', 'u', 'r', 'f']).filter(|rest| !rest.ends_with(char::is_alphanumeric));
    let before = marked.map_or(before, |rest| rest.trim_end_matches([' ', '\\']));
    if before.is_empty() {
        return true;
    }
    if let Some(key) = before.strip_suffix([':', '=']) {
        let key = key.trim_end_matches([' ', '"', '\'']).rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        return !is_one_of(key, ECHO_KEYS);
    }
    if before.ends_with([':', '=', '(', ',', '[', '{', '>', '-', ';']) {
        return true;
    }
    let word = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    is_one_of(word, WORDS) || before.ends_with("status code")
}

/// Names before a colon whose value is a quotation.
const ECHO_KEYS: &[&str] = &[
    "query", "q", "url", "uri", "path", "file", "filename", "command", "cmd", "name", "title", "argument", "arg", "args", "value", "input", "search",
    "pattern", "branch", "label", "subject", "tag", "key", "param", "field",
];

/// The most bytes of arguments that are searched for an echo, and the deepest level.
const ARGUMENT_BYTES: usize = 8 * 1024;
const ARGUMENT_DEPTH: u32 = 8;

/// Whether a string of the arguments holds `words`: then a text that repeats them may only be repeating the arguments.
pub(crate) fn is_in_arguments(arguments: Option<&Value>, words: &str) -> bool {
    let mut budget = ARGUMENT_BYTES;
    arguments.is_some_and(|value| any_string(value, ARGUMENT_DEPTH, &mut budget, &mut |string| find_ignore_case(string, words).is_some()))
}

/// Whether `head`, which begins a line, is that of an exception: what a program in the arguments raised is in the arguments as well.
pub(crate) fn is_raised(head: &str) -> bool {
    let head = head.trim_start();
    let name = around_colon(head).map_or(head, |(name, _)| name);
    let is_type =
        name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b':')) && (name.ends_with("Error") || name.ends_with("Exception"));
    name.len() < head.len() && (is_type || name == "Caused by" || name.starts_with("Exception in thread "))
}

/// Whether a command of the arguments begins with `word`: a program that begins its messages with its name.
pub(crate) fn is_own_name(arguments: Option<&Value>, word: &str) -> bool {
    let mut budget = ARGUMENT_BYTES;
    arguments.is_some_and(|value| {
        any_string(value, ARGUMENT_DEPTH, &mut budget, &mut |string| string.trim_start().strip_prefix(word).is_some_and(|rest| rest.starts_with(' ')))
    })
}

/// Whether `line` repeats a telling value of the arguments as a whole word: the producer complains of that value.
pub(crate) fn names_an_argument(arguments: Option<&Value>, line: &str) -> bool {
    let mut budget = ARGUMENT_BYTES;
    arguments.is_some_and(|value| {
        any_string(value, ARGUMENT_DEPTH, &mut budget, &mut |string| {
            string.split_ascii_whitespace().take(64).any(|part| {
                let part = part.trim_matches(|c: char| !c.is_alphanumeric());
                part.len() >= 3 && find(line, part).is_some_and(|at| at > 0 && !is_program(string, part) && is_whole(line, at, at + part.len(), true))
            })
        })
    })
}

/// Whether `line` quotes a name: one word between quotation marks, inside a sentence of a few words.
pub(crate) fn quotes_a_name(line: &str) -> bool {
    // The JVM quotes the name of the thread.
    let line = line.strip_prefix("Exception in thread ").and_then(|rest| rest.split_once("\" ")).map_or(line, |(_, rest)| rest);
    let words = line.split_ascii_whitespace().count();
    (3..=40).contains(&words)
        && line.split_ascii_whitespace().skip(1).any(|word| {
            let word = word.trim_end_matches(['.', ',', ':', ';', ')']);
            [('"', '"'), ('\'', '\''), ('`', '`'), ('`', '\''), ('\u{2018}', '\u{2019}'), ('\u{201c}', '\u{201d}'), ('\u{ab}', '\u{bb}')]
                .iter()
                .any(|(open, close)| word.len() > 2 && word.starts_with(*open) && word.ends_with(*close))
        })
}

/// Whether `line` is the message of an exception type of its own, such as `numpy.linalg.LinAlgError: Singular matrix`: a library complains of what it was given. The types
/// that are raised for anything, and a message of one word, say nothing.
pub(crate) fn is_specific_exception(line: &str) -> bool {
    const GENERAL: &[&str] = &[
        "Error",
        "Exception",
        "RuntimeError",
        "RuntimeException",
        "OSError",
        "IOError",
        "IOException",
        "SystemError",
        "StandardError",
        "InternalError",
        "UnknownError",
        "ApplicationError",
        "ToolError",
        "CalledProcessError",
        "FatalError",
        "GeneralError",
        "GenericError",
        "ServerError",
        "UnexpectedError",
    ];
    let Some((name, message)) = around_colon(line) else { return false };
    let last = name.rsplit(['.', ':', '\\']).next().unwrap_or_default();
    // In a library of its own, a type may be called `struct.error` or `networkx.exception.NetworkXNoPath`.
    let qualified = name.rsplit_once('.').is_some_and(|(library, _)| {
        let is_type = last.starts_with("error") || last == "Error" || ["exception", "error", "exc"].iter().any(|part| library.contains(part));
        is_type && !library.is_empty() && !library.contains(':')
    });
    let identifier = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b':' | b'_' | b'\\'));
    let named = (last.ends_with("Error") || last.ends_with("Exception")) && !GENERAL.contains(&last);
    identifier && ((named && message.split_ascii_whitespace().nth(1).is_some()) || (qualified && is_specific(message)))
}

/// Whether `message` has more than one word and none of those that are said of any failure.
pub(crate) fn is_specific(message: &str) -> bool {
    const GENERIC: &[&str] = &[
        "fail",
        "abort",
        "crash",
        "internal",
        "unexpected",
        "unknown",
        "wrong",
        "occur",
        "exit",
        "kill",
        "die",
        "terminat",
        "signal",
        "server",
        "process",
        "retr",
        "try",
        "error",
        "stop",
        "cancel",
        "exception",
        "fatal",
        "return",
        "oops",
        "whoops",
        "sorry",
        "problem",
        "complet",
        "status",
        "code",
        "incident",
        "panic",
        "disappear",
        "reject",
        "tool",
        "execut",
        "happen",
        "succe",
        "nothing",
        "already",
        "step",
        "test",
        "pass",
        "done",
        "skip",
        "warn",
        "usage",
    ];
    let begins = |word: &str| GENERIC.iter().any(|stem| starts_with_ignore_case(word, stem));
    let mut words = message.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).take(24).peekable();
    let letters = |word: &str| word.len() > 1 && word.bytes().any(|b| b.is_ascii_alphabetic());
    words.peek().is_some() && words.clone().filter(|word| letters(word)).nth(1).is_some() && !words.any(begins)
}

/// Whether `line` says that it is an error and is specific about it.
pub(crate) fn is_specific_complaint(line: &str) -> bool {
    const LEADS: &[&str] = &["error: ", "fatal: ", "fatal error: ", "(error \""];
    let line = line.trim_start();
    let message = LEADS.iter().find_map(|lead| starts_with_ignore_case(line, lead).then(|| line.get(lead.len()..)).flatten());
    message.is_some_and(is_specific) || after_position(line).is_some_and(is_specific)
}

/// What stands behind the position in a file that opens a message of a compiler: `a.agda:3,1-5: Not in scope: x` (GNU coding standards, "Formatting Error Messages").
fn after_position(line: &str) -> Option<&str> {
    let (position, message) = around_colon(line)?;
    let (file, place) = position.split_once(':')?;
    let is_place = place.starts_with(|c: char| c.is_ascii_digit()) && place.bytes().all(|b| b.is_ascii_digit() || matches!(b, b':' | b',' | b'.' | b'-'));
    (is_place && file.contains('.') && !file.contains(' ')).then_some(message)
}

/// Whether a string of the arguments holds `name` behind its first word, which may be a program.
pub(super) fn is_given(arguments: Option<&Value>, name: &str) -> bool {
    let mut budget = ARGUMENT_BYTES;
    arguments.is_some_and(|value| {
        any_string(value, ARGUMENT_DEPTH, &mut budget, &mut |string| {
            let rest = string.trim().split_once(' ').map_or(string, |(_, rest)| rest);
            find(rest, name).is_some()
        })
    })
}

/// What is missing where `line` names a file in a folder of the system that the arguments do not name: a service behind a socket or a device, or a part that is not installed.
pub(crate) fn system_file(arguments: Option<&Value>, line: &str) -> Option<Subkind> {
    const FOLDERS: &[(&str, Subkind)] = &[
        ("/dev/", Subkind::Service),
        ("/run/", Subkind::Service),
        ("/var/run/", Subkind::Service),
        ("/proc/", Subkind::Service),
        ("/sys/", Subkind::Service),
        ("/usr/lib/", Subkind::Module),
        ("/usr/share/", Subkind::Module),
        ("/usr/libexec/", Subkind::Module),
    ];
    FOLDERS.iter().find_map(|(folder, subkind)| {
        let at = find(line, folder)?;
        let opens =
            !at.checked_sub(1).and_then(|i| line.as_bytes().get(i)).is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'~' | b'/' | b'-'));
        let path = line.get(at..)?.split(|c: char| c.is_whitespace() || matches!(c, '\'' | '"' | '`' | ':' | ')' | ',')).next()?;
        let mut names = path.get(folder.len()..)?.split('/').filter(|name| name.len() >= 3);
        (opens && path.len() > folder.len() && !names.any(|name| is_given(arguments, name))).then_some(*subkind)
    })
}

/// Whether the words `text[start..end]` say of what kind an argument is that is not good, as in `invalid timeout argument`. Credentials are no good as a `value`, too.
pub(crate) fn is_kind_of_argument(text: &str, start: usize, end: usize, credential: bool) -> bool {
    const BAD: &[&str] = &["invalid", "bad", "illegal", "malformed", "unrecognized", "unrecognised"];
    const ARGUMENTS: &[&str] = &["argument", "arguments", "option", "parameter", "parameters"];
    const VALUES: &[&str] = &["value", "values", "format", "type"];
    let bytes = text.as_bytes();
    if start.checked_sub(1).and_then(|i| bytes.get(i)) != Some(&b' ') || bytes.get(end) != Some(&b' ') {
        return false;
    }
    let near = (start.saturating_sub(32)..=start).find(|i| text.is_char_boundary(*i)).unwrap_or(start);
    let before = text.get(near..start).unwrap_or_default();
    let after = text.get(end..).unwrap_or_default();
    let ends = |word: &str| is_one_of(word, ARGUMENTS) || (!credential && is_one_of(word, VALUES));
    let plain = |word: &&str| !word.contains([':', ',', ';', '.', '\n']);
    let bad = before.split(' ').rev().filter(|word| !word.is_empty()).take(2).any(|word| is_one_of(word, BAD));
    bad && after.split(' ').skip(1).take(2).take_while(plain).chain(after.split([' ', ':', ',', '.', '\n']).skip(1).take(1)).any(ends)
}

/// Whether `part` is the first word of a command line: a program that names itself in its messages.
fn is_program(command: &str, part: &str) -> bool {
    command.trim_start().starts_with(part)
}

/// Whether `test` holds for a string in `value`, within the budget of bytes.
pub(crate) fn any_string(value: &Value, depth: u32, budget: &mut usize, test: &mut dyn FnMut(&str) -> bool) -> bool {
    if depth == 0 || *budget == 0 {
        return false;
    }
    match value {
        Value::String(string) => {
            let part = crate::classify::text::lines::head(string, *budget);
            *budget -= part.len();
            test(part)
        }
        Value::Array(items) => items.iter().any(|item| any_string(item, depth - 1, budget, test)),
        Value::Object(members) => members.values().any(|item| any_string(item, depth - 1, budget, test)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

#[cfg(test)]
#[path = "mention_tests.rs"]
mod tests;
