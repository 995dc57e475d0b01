//! Looking around in bytes without ever leaving them. Everything that is not ASCII counts as a letter, so that no span ends inside a character.

/// The byte at `index`; 0 outside.
pub(super) fn at(text: &[u8], index: usize) -> u8 {
    text.get(index).copied().unwrap_or(0)
}

/// The byte before `index`; 0 at the start.
pub(super) fn before(text: &[u8], index: usize) -> u8 {
    index.checked_sub(1).map_or(0, |index| at(text, index))
}

pub(super) const fn is_word(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b >= 0x80
}

pub(super) const fn is_quote(b: u8) -> bool {
    matches!(b, b'"' | b'\'' | b'`')
}

pub(super) const fn is_space(b: u8) -> bool {
    matches!(b, b' ' | b'\t' | b'\n')
}

/// The end of the run of bytes from `start` that satisfy `is`.
pub(super) fn run_end(text: &[u8], start: usize, is: impl Fn(u8) -> bool) -> usize {
    start + text.iter().skip(start).take_while(|b| is(**b)).count()
}

/// The start of the run of bytes before `end` that satisfy `is`, at most `most` of them.
pub(super) fn run_start(text: &[u8], end: usize, most: usize, is: impl Fn(u8) -> bool) -> usize {
    let head = text.get(..end).unwrap_or(text);
    let run = head.iter().rev().take(most).take_while(|b| is(**b)).count();
    // A bound must not fall into a character.
    let mut start = end - run;
    while start < end && (0x80..0xc0).contains(&at(text, start)) {
        start += 1;
    }
    start
}

/// Whether the byte at `index` is the letter of an escaped line feed, return or tab, and no part of the word behind it.
pub(super) fn is_escape_letter(text: &[u8], index: usize) -> bool {
    before(text, index) == b'\\' && matches!(at(text, index), b'n' | b'r' | b't')
}

/// Whether `word` ends with `ending`, without regard to ASCII case.
pub(super) fn ends_with_ignore_case(word: &str, ending: &str) -> bool {
    word.len().checked_sub(ending.len()).and_then(|from| word.get(from..)).is_some_and(|tail| tail.eq_ignore_ascii_case(ending))
}

/// Whether `word` stands at `index`, without regard to ASCII case.
pub(super) fn starts_with_ignore_case(text: &[u8], index: usize, word: &str) -> bool {
    text.get(index..index + word.len()).is_some_and(|part| part.eq_ignore_ascii_case(word.as_bytes()))
}

/// The end of the run from `start` that a quote or white space ends. A quote that letters follow is part of the run: it ends nothing.
pub(super) fn unquoted_end(text: &[u8], start: usize) -> usize {
    let mut end = start;
    while end < text.len() {
        let b = at(text, end);
        let closes = is_quote(b) && !is_word(at(text, end + 1)) && end > start;
        if is_space(b) || b == b'<' && end > start || closes {
            break;
        }
        end += 1;
    }
    // The backslash of an escaped quote belongs to the quote.
    while end > start && end < text.len() && before(text, end) == b'\\' && is_quote(at(text, end)) {
        end -= 1;
    }
    end
}

/// The end of the line that `index` is in.
pub(super) fn line_end(text: &[u8], index: usize) -> usize {
    run_end(text, index, |b| b != b'\n')
}
