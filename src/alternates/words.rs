//! From text to words that can be compared: lower case, without common words, without the commonest endings.

use crate::admission::bounded;
use std::collections::HashSet;

/// How many words of a text are read.
const MAX_WORDS: usize = 128;
/// The longest word in bytes; the rest of a longer one is left out.
const MAX_WORD: usize = 32;

/// Words that say nothing of a purpose, in tool descriptions above all.
#[rustfmt::skip]
const COMMON: [&str; 88] = [
    "a", "about", "after", "all", "also", "an", "and", "any", "are", "as", "at", "be", "before", "both", "but", "by", "call", "can", "do", "does", "each",
    "either", "else", "every", "for", "from", "function", "given", "has", "have", "how", "if", "in", "into", "is", "it", "its", "just", "let", "like",
    "make", "may", "more", "need", "no", "not", "of", "on", "one", "only", "optional", "or", "other", "our", "out", "over", "own", "parameter", "return",
    "returns", "should", "so", "some", "specified", "such", "than", "that", "the", "their", "them", "then", "there", "these", "this", "to", "tool", "up",
    "use", "used", "useful", "using", "was", "when", "where", "which", "will", "with", "you",
];

/// The different words of `text` in the order of their first occurrence.
pub(super) fn distinct(text: &str) -> Vec<String> {
    let mut seen = HashSet::new();
    let mut words = tokens(text);
    words.retain(|word| seen.insert(word.clone()));
    words
}

/// The first words of `text`, common ones left out. Where a script does without spaces, each two neighbouring characters are a word.
pub(super) fn tokens(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    for run in text.split(|c: char| !c.is_alphanumeric()).filter(|run| !run.is_empty()) {
        if run.chars().any(is_unspaced) {
            pairs(run, &mut out);
        } else {
            words(run, &mut out);
        }
        if out.len() >= MAX_WORDS {
            break;
        }
    }
    out.truncate(MAX_WORDS);
    out
}

/// Splits `readFile` and keeps `HTTP` together.
fn words(run: &str, out: &mut Vec<String>) {
    let mut start = 0;
    let mut lower = false;
    for (at, c) in run.char_indices() {
        if c.is_uppercase() && lower {
            add(run.get(start..at), out);
            start = at;
        }
        lower = c.is_lowercase();
    }
    add(run.get(start..), out);
}

fn add(word: Option<&str>, out: &mut Vec<String>) {
    let word = word.unwrap_or_default();
    let word = bounded(word, MAX_WORD).to_lowercase();
    if word.len() > 1 && COMMON.binary_search(&word.as_str()).is_err() {
        out.push(stem(&word).to_owned());
    }
}

fn pairs(run: &str, out: &mut Vec<String>) {
    let characters: Vec<char> = run.chars().collect();
    if let [alone] = characters.as_slice() {
        out.push(alone.to_string());
    }
    for pair in characters.windows(2) {
        out.push(pair.iter().collect());
    }
}

/// Han, kana, Hangul, Thai, Lao, Khmer and Burmese are written without spaces between words, or with endings that hide them.
const fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1100}'..='\u{11ff}' | '\u{1780}'..='\u{17ff}' | '\u{3040}'..='\u{30ff}'
        | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Takes the endings of plurals and verbs off an English word, as far as at least three letters are left: `queries`, `query` and `querying` become one.
fn stem(word: &str) -> &str {
    if !word.is_ascii() {
        return word;
    }
    let mut stem = word;
    for ending in ["ies", "es", "s"] {
        if let Some(rest) = stem.strip_suffix(ending).filter(|rest| rest.len() >= 3 && !rest.ends_with('s')) {
            stem = rest;
            break;
        }
    }
    for ending in ["ing", "ed", "er", "ion"] {
        if let Some(rest) = stem.strip_suffix(ending).filter(|rest| rest.len() >= 3) {
            stem = rest;
            break;
        }
    }
    let bare = stem.trim_end_matches(['e', 'y', 'i']);
    let undoubled = match bare.as_bytes() {
        [.., a, b] if a == b && bare.len() > 3 && !matches!(b, b'l' | b's') => bare.get(..bare.len() - 1).unwrap_or(bare),
        _ => bare,
    };
    if undoubled.len() >= 3 { undoubled } else { stem }
}

#[cfg(test)]
#[path = "words_tests.rs"]
mod tests;
