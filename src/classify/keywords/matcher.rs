//! All the words of all the rules in one automaton.

use super::opening::{Kind, Kinds, Openings};
use super::rule::{Rule, Shape};
use super::table;
use crate::facts::status::{GROUPS, Group};
use aho_corasick::automaton::{Automaton, StateID};
use aho_corasick::nfa::contiguous::{Builder, NFA};
use aho_corasick::{Anchored, MatchKind};

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

/// All the words of all the rules in one automaton, which is walked from the places where a word may begin.
#[derive(Debug)]
pub(super) struct Matcher {
    automaton: Option<NFA>,
    entries: Vec<Entry>,
    openings: Openings,
    kinds: Kinds,
}

/// Words by which a text addresses its reader instead of reporting.
const STEERING: &[&str] = &[
    "ignore previous",
    "ignore all previous",
    "ignore the evaluator",
    "ignore the above",
    "ignore any previous",
    "ignore your",
    "disregard previous",
    "disregard the above",
    "disregard all",
    "</tool_result>",
    "<system>",
    "system prompt",
    "classify this as",
    "class is ",
    "report class",
    "report this as",
    "treat this as",
    "you must now",
    "new instructions",
    "instructions for the assistant",
    "note to the assistant",
    "note to the model",
    "dear assistant",
    "dear model",
    "ai assistant:",
    "as the assistant",
    "label this",
    "mark this as",
];

impl Matcher {
    pub(super) fn new() -> Self {
        let (mut patterns, mut entries) = (Vec::new(), Vec::new());
        let mut push = |mut pattern: String, entry: Entry| {
            pattern.make_ascii_lowercase();
            // Some programs print the apostrophe of typographers.
            if pattern.contains('\'') && entry.exact.is_none() {
                patterns.push(pattern.replace('\'', "\u{2019}"));
                entries.push(entry);
            }
            patterns.push(pattern);
            entries.push(entry);
        };
        for rule in table::rules() {
            for word in rule.each_word() {
                add(rule, word, &mut push);
            }
        }
        for group in GROUPS {
            for name in group.each_name() {
                push(name.to_owned(), Entry { exact: Some(name), ..Entry::new(What::Name(group)) });
            }
        }
        for words in STEERING {
            push((*words).to_owned(), Entry::new(What::Steer));
        }
        Self::build(&patterns, entries)
    }

    fn build(patterns: &[String], entries: Vec<Entry>) -> Self {
        let (mut openings, mut kinds) = (Openings::new(), Kinds::new());
        for pattern in patterns {
            openings.add(pattern.as_bytes());
            kinds.add(pattern.as_bytes());
        }
        // The table is constant, so that building cannot fail; should it do so all the same, every verdict is an abstention.
        let automaton = Builder::new().match_kind(MatchKind::Standard).dense_depth(DENSE_DEPTH).build(patterns).ok();
        Self { automaton, entries, openings, kinds }
    }

    /// Calls `found` for every word in `text`, in the order of their beginnings and without regard to ASCII case.
    pub(super) fn scan(&self, text: &str, found: &mut dyn FnMut(&Entry, usize, usize)) {
        let Some(automaton) = &self.automaton else { return };
        let Ok(root) = automaton.start_state(Anchored::Yes) else { return };
        let bytes = text.as_bytes();
        let (mut at, mut last) = (0, Kind::Other);
        loop {
            if last <= Kind::Upper {
                // Most bytes go on with a word.
                let rest = bytes.get(at..).unwrap_or_default();
                at += rest.iter().position(|byte| self.kinds.of(*byte) > Kind::Digit).unwrap_or(rest.len());
                last = at.checked_sub(1).and_then(|i| bytes.get(i)).map_or(last, |byte| self.kinds.of(*byte));
            }
            let Some(byte) = bytes.get(at) else { return };
            let kind = self.kinds.of(*byte);
            let begins = match kind {
                Kind::Lower | Kind::Digit | Kind::Opening => true,
                Kind::Upper => last != Kind::Upper && last != Kind::Digit || bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase),
                Kind::Other => false,
            };
            let rest = bytes.get(at..).unwrap_or_default();
            if begins && self.openings.may_open(rest) {
                self.walk(automaton, root, rest, at, found);
            }
            // The letter of an escaped line end belongs to no word.
            let escape = matches!(byte, b'n' | b'r' | b't') && at.checked_sub(1).is_some_and(|i| bytes.get(i) == Some(&b'\\'));
            (at, last) = (at + 1, if escape { Kind::Other } else { kind });
        }
    }

    #[inline(never)]
    fn walk(&self, automaton: &NFA, root: StateID, rest: &[u8], at: usize, found: &mut dyn FnMut(&Entry, usize, usize)) {
        let mut state = root;
        for (i, byte) in rest.iter().enumerate() {
            state = automaton.next_state(Anchored::Yes, state, byte.to_ascii_lowercase());
            if !automaton.is_special(state) {
                continue;
            }
            if automaton.is_dead(state) {
                return;
            }
            if automaton.is_match(state) {
                for pattern in (0..automaton.match_len(state)).map(|index| automaton.match_pattern(state, index)) {
                    // A state also knows the words that end here and began later.
                    if automaton.pattern_len(pattern) == i + 1
                        && let Some(entry) = self.entries.get(pattern.as_usize())
                    {
                        found(entry, at, at + i + 1);
                    }
                }
            }
        }
    }

    /// How many words and how many bytes the automaton has.
    pub(super) fn size(&self) -> (usize, usize) {
        (self.entries.len(), self.automaton.as_ref().map_or(0, NFA::memory_usage))
    }
}

/// How deep the states of the automaton are tables rather than lists: most of a walk happens near the root.
const DENSE_DEPTH: usize = 3;

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
    const COMMON: &[&str] = &[
        "not found",
        "does not exist",
        "no such file",
        "no such file or directory",
        "is not available",
        "is not registered",
        "missing",
        "denied",
        "exceeded",
        "instead",
        "only",
        "required",
        "not set",
    ];
    COMMON.contains(&half)
}

/// The word with its first letter as a capital, where that letter is not ASCII.
fn capitalized(word: &str) -> Option<String> {
    let first = word.chars().next().filter(|c| !c.is_ascii())?;
    let capital: String = first.to_uppercase().collect();
    let rest = word.get(first.len_utf8()..)?;
    (!capital.starts_with(first)).then(|| capital + rest)
}
