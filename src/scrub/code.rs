//! Short numbers that a name announces as secret: `PIN 1234`, `your code is 1234`. Codes of errors, statuses and exits stay.

use super::{
    bytes::{at, before, ends_with_ignore_case, is_quote, is_word, run_end, run_start, starts_with_ignore_case},
    item::each_word,
    paint::{Kind, Paint},
};

/// Names that announce by themselves.
const NAMES: &[&str] = &["pin", "otp", "totp", "cvv", "cvc", "cvv2", "tan", "2fa", "mfa", "passcode", "mtan"];
/// What a code is of, if it is a secret.
const SECRET: &[&str] = &[
    "your",
    "verification",
    "otp",
    "login",
    "signin",
    "sms",
    "2fa",
    "mfa",
    "tfa",
    "time",
    "onetime",
    "security",
    "pin",
    "confirmation",
    "authentication",
    "passcode",
    "activation",
    "recovery",
    "backup",
    "unlock",
    "factor",
    "temporary",
    "access",
    "enter",
    "use",
];
/// What a line says that has a code of another kind.
const OTHER: &[&str] = &[
    "error",
    "err",
    "exit",
    "exited",
    "status",
    "exception",
    "errno",
    "http",
    "sql",
    "return",
    "returned",
    "fail",
    "response",
    "panic",
    "signal",
    "rpc",
    "zip",
    "country",
    "area",
];
/// How far before a code its kind is looked for, and the most digits.
const REACH: usize = 64;
const DIGITS: usize = 8;

pub(super) fn cover(paint: &mut Paint<'_>) {
    each_word(paint, |paint, start, end| {
        name(paint, start, end);
        end
    });
}

fn is_one_of(word: &str, known: &[&str]) -> bool {
    known.iter().any(|one| word.eq_ignore_ascii_case(one))
}

/// A word that may announce a number.
fn name(paint: &mut Paint<'_>, start: usize, end: usize) {
    let said = paint.text().get(start..end).unwrap_or_default();
    let name = is_one_of(said, NAMES);
    if !name && !said.eq_ignore_ascii_case("code") {
        return;
    }
    let text = paint.bytes();
    let Some((from, to, digits)) = number(text, end) else { return };
    // A card has three behind it.
    let least = if is_one_of(said, &["cvv", "cvc", "cvv2"]) { 3 } else { 4 };
    if (least..=DIGITS).contains(&digits) && (name || is_announced(paint.text(), start, to)) {
        paint.cover(from, to, Kind::Secret);
    }
}

/// The digits behind a name that ends at `end`, with at most some small words between, and how many they are.
fn number(text: &[u8], end: usize) -> Option<(usize, usize, usize)> {
    let mut index = end;
    for _ in 0..4 {
        index = run_end(text.get(..text.len().min(index + 8))?, index, |b| is_quote(b) || matches!(b, b' ' | b'\t' | b':' | b'=' | b'#' | b'\\'));
        let stop = run_end(text.get(..text.len().min(index + 16))?, index, is_word);
        let word = std::str::from_utf8(text.get(index..stop)?).unwrap_or_default();
        if !is_one_of(word, &["is", "was", "code", "number", "no", "to", "set"]) || index == end {
            break;
        }
        index = stop;
    }
    if index == end {
        return None;
    }
    let first = run_end(text, index, |b| b.is_ascii_digit());
    // `123 456` and `123-456`.
    let second = run_end(text, first + 1, |b| b.is_ascii_digit());
    let two = first - index == 3 && second - first == 4 && matches!(at(text, first), b' ' | b'-');
    let stop = if two { second } else { first };
    let fraction = matches!(at(text, stop), b'.' | b':' | b'/') && at(text, stop + 1).is_ascii_digit();
    (first > index && !is_word(at(text, stop)) && !fraction).then_some((index, stop, stop - index - usize::from(two)))
}

/// Whether the code whose name begins at `start` and whose digits end at `end` is one to enter somewhere.
fn is_announced(text: &str, start: usize, end: usize) -> bool {
    let bytes = text.as_bytes();
    let line = run_start(bytes, start, REACH, |b| b != b'\n');
    let head = text.get(line..start).unwrap_or_default();
    let mut words = head.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let last = words.next_back().unwrap_or_default();
    let tail_end = run_end(bytes.get(..bytes.len().min(end + REACH)).unwrap_or(bytes), end, |b| b != b'\n');
    let tail = text.get(end..tail_end).unwrap_or_else(|| text.get(end..).unwrap_or_default());
    let other = |part: &str| {
        part.split(|c: char| !c.is_alphanumeric()).any(|word| {
            OTHER.iter().any(|known| starts_with_ignore_case(word.as_bytes(), 0, known))
                || ends_with_ignore_case(word, "error")
                || ends_with_ignore_case(word, "exception")
        })
    };
    let quoted = is_quote(before(bytes, start)) || before(bytes, start) == b'_' || before(bytes, start) == b'.';
    if quoted || is_one_of(last, &["exit", "status", "error", "with", "response", "return", "reason", "result", "http", "state"]) {
        return false;
    }
    // A member of an object is no announcement.
    let member = head.contains('{') || matches!(at(bytes, end), b'}') || (at(bytes, end) == b',' && at(bytes, end + 1) != b' ');
    is_one_of(last, SECRET) || (!member && !other(head) && !other(tail))
}
