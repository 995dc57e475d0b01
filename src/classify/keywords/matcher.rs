//! All the words of all the rules in one automaton.

use super::rule::{Rule, Shape};
use super::table;
use crate::facts::status::{GROUPS, Group};
use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};

/// What a found word belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) enum What {
    /// A word of a rule.
    Rule(&'static Rule),
    /// The name of an exception type.
    Name(&'static Group),
    /// Words that try to steer whoever reads the text: what follows them on the line does not count.
    Steer,
}

/// One word of the automaton.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) what: What,
    /// The exact spelling, where the case matters.
    pub(super) exact: Option<&'static str>,
    /// Words that must stand before it on the same line.
    pub(super) before: Option<&'static str>,
    /// Words that must follow it on the same line.
    pub(super) after: Option<&'static str>,
    /// Whether the last word may run on.
    pub(super) open: bool,
    /// Whether it must begin the message.
    pub(super) first: bool,
    /// An identifier of one word, which counts only where an identifier is expected.
    pub(super) bare: bool,
    /// Whether a digit must stand before it.
    pub(super) digit: bool,
    /// Whether exactly one word must stand between the two halves.
    pub(super) one_word: bool,
}

impl Entry {
    const fn new(what: What) -> Self {
        Self { what, exact: None, before: None, after: None, open: false, first: false, bare: false, digit: false, one_word: false }
    }
}

/// The automata and what their patterns mean. The words of other scripts have one of their own, which is asked only where the text is not all ASCII: so the usual
/// one stays small, and every text is scanned once by it.
#[derive(Debug)]
pub(super) struct Matcher {
    ascii: Words,
    other: Words,
}

#[derive(Debug, Default)]
struct Words {
    automaton: Option<AhoCorasick>,
    entries: Vec<Entry>,
    patterns: Vec<String>,
}

impl Words {
    fn build(&mut self) {
        let automaton = AhoCorasick::builder().match_kind(MatchKind::Standard).kind(Some(AhoCorasickKind::ContiguousNFA)).dense_depth(DENSE_DEPTH).build(&self.patterns);
        // The table is constant, so that building cannot fail; should it do so all the same, every verdict is an abstention.
        self.automaton = automaton.ok();
        self.patterns = Vec::new();
    }

    fn scan(&self, text: &str, found: &mut dyn FnMut(&Entry, usize, usize)) {
        let Some(automaton) = &self.automaton else { return };
        for hit in automaton.find_overlapping_iter(text) {
            if let Some(entry) = self.entries.get(hit.pattern().as_usize()) {
                found(entry, hit.start(), hit.end());
            }
        }
    }
}

/// How deep the states of the automaton are tables rather than lists: most of a scan happens near the root.
const DENSE_DEPTH: usize = 3;

/// Words by which a text addresses its reader instead of reporting.
const STEERING: &[&str] = &[
    "ignore previous", "ignore all previous", "ignore the evaluator", "ignore the above", "ignore any previous", "ignore your", "disregard previous", "disregard the above", "disregard all", "</tool_result>",
    "<system>", "system prompt", "classify this as", "class is ", "report class", "report this as", "treat this as", "you must now", "new instructions", "instructions for the assistant", "note to the assistant",
    "note to the model", "dear assistant", "dear model", "ai assistant:", "as the assistant", "label this", "mark this as",
];

impl Matcher {
    pub(super) fn new() -> Self {
        let mut matcher = Self { ascii: Words::default(), other: Words::default() };
        for rule in table::rules() {
            for word in rule.each_word() {
                add(rule, word, &mut |pattern, entry| matcher.push(pattern, entry));
            }
        }
        for group in GROUPS {
            for name in group.each_name() {
                matcher.push(name.to_owned(), Entry { exact: Some(name), ..Entry::new(What::Name(group)) });
            }
        }
        for words in STEERING {
            matcher.push((*words).to_owned(), Entry::new(What::Steer));
        }
        matcher.ascii.build();
        matcher.other.build();
        matcher
    }

    fn push(&mut self, mut pattern: String, entry: Entry) {
        pattern.make_ascii_lowercase();
        let words = if pattern.is_ascii() { &mut self.ascii } else { &mut self.other };
        words.patterns.push(pattern);
        words.entries.push(entry);
    }

    /// Calls `found` for every word in `text`, whose ASCII letters are in lower case: first the ASCII words in the order of their ends, then the others.
    pub(super) fn scan(&self, text: &str, found: &mut dyn FnMut(&Entry, usize, usize)) {
        self.ascii.scan(text, found);
        if !text.is_ascii() {
            self.other.scan(text, found);
        }
    }

    /// How many words and how many bytes the automata have.
    pub(super) fn size(&self) -> (usize, usize) {
        let bytes = |words: &Words| words.automaton.as_ref().map_or(0, AhoCorasick::memory_usage);
        (self.ascii.entries.len() + self.other.entries.len(), bytes(&self.ascii) + bytes(&self.other))
    }
}

fn add(rule: &'static Rule, word: &'static str, push: &mut dyn FnMut(String, Entry)) {
    let mut entry = Entry::new(What::Rule(rule));
    match rule.shape {
        Shape::Code | Shape::Part => {
            let joined = word.replace('_', "");
            entry.bare = joined == word;
            push(joined, entry);
            if !entry.bare {
                push(word.to_owned(), entry);
                push(word.replace('_', "-"), entry);
            }
        }
        Shape::Exact => {
            entry.exact = Some(word);
            push(word.to_owned(), entry);
        }
        Shape::Status => push(word.to_owned(), entry),
        Shape::Phrase => {
            let (word, first) = word.strip_prefix('^').map_or((word, false), |rest| (rest, true));
            let (word, digit) = word.strip_prefix('#').map_or((word, false), |rest| (rest, true));
            let (word, open) = word.strip_suffix('*').map_or((word, false), |rest| (rest, true));
            (entry.first, entry.open, entry.digit) = (first, open, digit);
            entry.one_word = word.contains(" _ ");
            let anchor = match word.split_once(" ~ ").or_else(|| word.split_once(" _ ")) {
                Some((a, b)) if is_common(b) || (a.len() > b.len() && !is_common(a)) => {
                    (entry.after, entry.open) = (Some(b), false);
                    a
                }
                Some((a, b)) => {
                    entry.before = Some(a);
                    b
                }
                None => word,
            };
            push(anchor.to_owned(), entry);
            // Only ASCII is folded, and a sentence may begin with any letter.
            if let Some(capital) = capitalized(anchor) {
                push(capital, entry);
            }
        }
    }
}

/// Words that so many rules share that the other half is what is looked for; otherwise the longer half is the rarer one.
fn is_common(half: &str) -> bool {
    const COMMON: &[&str] = &["not found", "does not exist", "no such file", "no such file or directory", "is not available", "is not registered", "missing", "denied", "exceeded", "instead", "only", "required", "not set"];
    COMMON.contains(&half)
}

/// The word with its first letter as a capital, where that letter is not ASCII.
fn capitalized(word: &str) -> Option<String> {
    let first = word.chars().next().filter(|c| !c.is_ascii())?;
    let capital: String = first.to_uppercase().collect();
    let rest = word.get(first.len_utf8()..)?;
    (!capital.starts_with(first)).then(|| capital + rest)
}
