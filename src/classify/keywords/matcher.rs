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
}

impl Entry {
    const fn new(what: What) -> Self {
        Self { what, exact: None, before: None, after: None, open: false, first: false, bare: false }
    }
}

/// The automaton and what its patterns mean.
#[derive(Debug)]
pub(super) struct Matcher {
    automaton: Option<AhoCorasick>,
    entries: Vec<Entry>,
}

/// Words by which a text addresses its reader instead of reporting.
const STEERING: &[&str] = &[
    "ignore previous", "ignore all previous", "ignore the evaluator", "ignore the above", "ignore any previous", "ignore your", "disregard previous", "disregard the above", "disregard all", "</tool_result>",
    "<system>", "system prompt", "classify this as", "class is ", "report class", "report this as", "treat this as", "you must now", "new instructions", "instructions for the assistant", "note to the assistant",
    "note to the model", "dear assistant", "dear model", "ai assistant:", "as the assistant", "label this", "mark this as",
];

impl Matcher {
    pub(super) fn new() -> Self {
        let mut patterns: Vec<String> = Vec::new();
        let mut entries = Vec::new();
        for rule in table::rules() {
            for word in rule.each_word() {
                add(rule, word, &mut patterns, &mut entries);
            }
        }
        for group in GROUPS {
            for name in group.each_name() {
                patterns.push(name.to_owned());
                entries.push(Entry { exact: Some(name), ..Entry::new(What::Name(group)) });
            }
        }
        for words in STEERING {
            patterns.push((*words).to_owned());
            entries.push(Entry::new(What::Steer));
        }
        let automaton = AhoCorasick::builder().match_kind(MatchKind::Standard).kind(Some(AhoCorasickKind::ContiguousNFA)).ascii_case_insensitive(true).build(&patterns);
        // The table is constant, so that building cannot fail; should it do so all the same, every verdict is an abstention.
        Self { automaton: automaton.ok(), entries }
    }

    /// Calls `found` for every word in `text`, in the order of their ends.
    pub(super) fn scan(&self, text: &str, mut found: impl FnMut(&Entry, usize, usize)) {
        let Some(automaton) = &self.automaton else { return };
        for hit in automaton.find_overlapping_iter(text) {
            if let Some(entry) = self.entries.get(hit.pattern().as_usize()) {
                found(entry, hit.start(), hit.end());
            }
        }
    }

    /// How many words and how many bytes the automaton has.
    pub(super) fn size(&self) -> (usize, usize) {
        (self.entries.len(), self.automaton.as_ref().map_or(0, AhoCorasick::memory_usage))
    }
}

fn add(rule: &'static Rule, word: &'static str, patterns: &mut Vec<String>, entries: &mut Vec<Entry>) {
    let mut entry = Entry::new(What::Rule(rule));
    match rule.shape {
        Shape::Code => {
            let joined = word.replace('_', "");
            entry.bare = joined == word;
            patterns.push(joined);
            entries.push(entry);
            if !entry.bare {
                patterns.extend([word.to_owned(), word.replace('_', "-")]);
                entries.extend([entry, entry]);
            }
        }
        Shape::Exact => {
            entry.exact = Some(word);
            patterns.push(word.to_owned());
            entries.push(entry);
        }
        Shape::Status => {
            patterns.push(word.to_owned());
            entries.push(entry);
        }
        Shape::Phrase => {
            let (word, first) = word.strip_prefix('^').map_or((word, false), |rest| (rest, true));
            let (word, open) = word.strip_suffix('*').map_or((word, false), |rest| (rest, true));
            (entry.first, entry.open) = (first, open);
            let anchor = match word.split_once(" ~ ") {
                // The longer part is the rarer one.
                Some((a, b)) if a.len() > b.len() => {
                    (entry.after, entry.open) = (Some(b), false);
                    a
                }
                Some((a, b)) => {
                    entry.before = Some(a);
                    b
                }
                None => word,
            };
            patterns.push(anchor.to_owned());
            entries.push(entry);
            // The automaton folds the case of ASCII only, and a sentence may begin with any letter.
            if let Some(capital) = capitalized(anchor) {
                patterns.push(capital);
                entries.push(entry);
            }
        }
    }
}

/// The word with its first letter as a capital, where that letter is not ASCII.
fn capitalized(word: &str) -> Option<String> {
    let first = word.chars().next().filter(|c| !c.is_ascii())?;
    let capital: String = first.to_uppercase().collect();
    let rest = word.get(first.len_utf8()..)?;
    (!capital.starts_with(first)).then(|| capital + rest)
}
