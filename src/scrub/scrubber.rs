//! The passes over a text, and its bounds.

use super::{
    Scrubbed, address, assign, call, code, directory, flag,
    fold::{Depth, fold},
    home, letters, number,
    paint::{Kind, Paint, placeholder_len},
    pem, phrase, protocol, select, table, token, url,
};
use crate::facts::UntrustedText;
use std::borrow::Cow;

/// How often a text is gone over again until nothing changes. What still changes then is not let through.
const ROUNDS: usize = 6;

/// Takes out of a text what is nobody else's business, and keeps the part that says what went wrong.
///
/// The cost is bounded by the window of [`UntrustedText`] and linear in it. Nothing is kept between calls.
///
/// ```
/// use tool_recovery::{facts::UntrustedText, scrub::Scrubber};
///
/// let text = UntrustedText::new("HTTP 401: token=ghp_1234567890abcdefghij expired for ann@example.com");
/// let scrubbed = Scrubber::new().scrub(&text).expect("enough is left");
/// assert_eq!(scrubbed.as_str(), "HTTP 401: token=<secret> expired for <email>");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scrubber {
    max_bytes: usize,
    min_words: usize,
}

impl Scrubber {
    /// The most bytes that ever come out.
    pub const MAX_BYTES: usize = 2048;

    /// A scrubber that keeps at most [`Scrubber::MAX_BYTES`], and nothing where fewer than two words are left.
    #[must_use]
    pub const fn new() -> Self {
        Self { max_bytes: Self::MAX_BYTES, min_words: 2 }
    }

    /// Keeps at most `bytes`, and never more than [`Scrubber::MAX_BYTES`].
    #[must_use]
    pub const fn max_bytes(mut self, bytes: usize) -> Self {
        self.max_bytes = if bytes < Self::MAX_BYTES { bytes } else { Self::MAX_BYTES };
        self
    }

    /// Keeps nothing where fewer than `words` words are left. `ACCESS_DENIED` and `NotFound` are two each, and so is a name like `ENOENT`.
    #[must_use]
    pub const fn min_words(mut self, words: usize) -> Self {
        self.min_words = words;
        self
    }

    /// The decisive part of `text` without secrets; `None` where too little is left to judge by.
    #[must_use]
    pub fn scrub(&self, text: &UntrustedText) -> Option<Scrubbed> {
        let text = at_rest(select::without_cuts(text), |text| select::decisive(&passes(text), self.max_bytes))?;
        (words(&text) >= self.min_words).then(|| Scrubbed::new(text))
    }
}

impl Default for Scrubber {
    fn default() -> Self {
        Self::new()
    }
}

/// The whole of a text that is not from a tool, without what is nobody else's business; `None` where it does not come to rest.
pub(crate) fn whole(text: &str) -> Option<String> {
    at_rest(Cow::Borrowed(text), passes)
}

/// Whether there is nothing in a text to take out.
#[cfg(feature = "record")]
pub(crate) fn is_harmless(text: &str) -> bool {
    passes(text) == text
}

/// The text when `pass` changes nothing of it any more; `None` where it does not come to rest.
fn at_rest(mut text: Cow<'_, str>, pass: impl Fn(&str) -> String) -> Option<String> {
    for _ in 0..ROUNDS {
        let next = pass(&text);
        if next == text {
            return Some(next);
        }
        text = Cow::Owned(next);
    }
    None
}

/// Goes over the text as it stands, and again when its escapes are undone: what is undone may end an address or a value too early.
pub(super) fn passes(text: &str) -> String {
    let mut folded = fold(text, Depth::Letters);
    if folded.contains(['%', '&']) {
        let mut paint = Paint::new(&folded);
        announced(&mut paint);
        folded = Cow::Owned(fold(&paint.finish(), Depth::Everything).into_owned());
    }
    let mut paint = Paint::new(&folded);
    announced(&mut paint);
    by_shape(&mut paint);
    paint.finish()
}

/// What something else in the text announces: a name, a scheme, a marker.
fn announced(paint: &mut Paint<'_>) {
    pem::cover(paint);
    assign::cover(paint);
    call::cover(paint);
    protocol::cover(paint);
    phrase::cover(paint);
    code::cover(paint);
    directory::cover(paint);
    flag::cover(paint);
    table::cover(paint);
    url::cover(paint);
}

/// What is known by its shape, once nothing of it is escaped.
fn by_shape(paint: &mut Paint<'_>) {
    url::cover_hosts(paint);
    address::cover(paint);
    number::cover(paint);
    let people = home::cover(paint);
    token::cover(paint);
    // Whose home it is may be said elsewhere, too.
    for name in people {
        for (at, _) in paint.text().match_indices(&name) {
            paint.cover(at, at + name.len(), Kind::User);
        }
    }
}

/// How many words are left, outside placeholders.
fn words(text: &str) -> usize {
    let mut count = 0;
    let mut rest = text;
    while !rest.is_empty() {
        let hole = placeholder_len(rest.as_bytes());
        let len = if hole > 0 { hole } else { rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len()) };
        let word = rest.get(..len).unwrap_or_default();
        if hole == 0 {
            count += weight(word);
        }
        let skip = if len > 0 { len } else { rest.chars().next().map_or(1, char::len_utf8) };
        rest = rest.get(skip..).unwrap_or_default();
    }
    count
}

/// A name in camel case is as many words as it has parts; one in capitals, or in a script without spaces, says more than one.
fn weight(word: &str) -> usize {
    let letters = word.chars().count();
    match () {
        () if !word.is_ascii() => letters.min(2),
        () if letters < 3 => 0,
        () if letters >= 5 && word.bytes().all(|b| b.is_ascii_uppercase()) => 2,
        () => letters::camel_parts(word.as_bytes()),
    }
}

#[cfg(test)]
#[path = "scrubber_tests.rs"]
mod tests;
