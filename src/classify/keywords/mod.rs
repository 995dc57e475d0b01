//! The text rules: what kind of obstacle a failure's text describes.
//!
//! The rules are a versioned table; all their words are found in one pass over a bounded part of the text, and then each is weighed by what it is and by where it
//! stands. `docs/classify.md` tells how to read a rule and what the worst case costs.

mod command;
mod fallback;
mod families;
mod given;
mod judge;
mod kind;
mod leaning;
mod matcher;
mod mention;
mod misnamed;
mod number;
mod offered;
mod opening;
mod programs;
mod rule;
mod sibling;
mod table;

use super::text::lines;
use super::text::window::Window;
use super::{Class, Classification, Source, Subkind, TextEvidence};
use crate::facts::{Adapter, Code};
use fallback::Prior;
use judge::{Finding, Judge};
use matcher::Matcher;
use std::fmt;
use std::sync::{Arc, LazyLock};

/// The version of the rule table. It changes with every change of a rule, so that records name what decided.
pub const VERSION: &str = "keywords-7";

/// From which score on words hardly mean anything else: an identifier that a specification defines, firm words in an error's place, or usual words in the deciding place that
/// agree with the status.
const CERTAIN: i32 = 8;

/// The score of weak words in the deciding place.
const PLAIN: i32 = 5;

static MATCHER: LazyLock<Arc<Matcher>> = LazyLock::new(|| Arc::new(Matcher::new()));

/// The text classifier. Clones share one automaton, which the first one in the process builds.
#[derive(Clone)]
pub struct Keywords {
    matcher: Arc<Matcher>,
}

impl Keywords {
    /// The classifier with the built-in table.
    #[must_use]
    pub fn new() -> Self {
        Self { matcher: Arc::clone(&MATCHER) }
    }

    /// Classifies a failure that the facts leave open. [`Class::Unknown`] is an abstention.
    ///
    /// It looks at no more than 16 KiB of the text, whatever its length. The span of the result gives byte offsets in `evidence.text`.
    #[must_use]
    pub fn classify(&self, evidence: &TextEvidence<'_>) -> Classification {
        let prior = Prior::of(evidence.code, evidence.arguments);
        let window = Window::new(evidence.text);
        let mut judge = Judge::new(&window.text, evidence, prior);
        if says_nothing(&window.text) {
            return fixed(prior, None, &window);
        }
        self.matcher.scan(&window.text, &mut |entry, start, end| judge.consider(entry, start, end));
        let mut result = verdict(&judge, evidence, prior, &window);
        let (start, end) = judge.message();
        result.message = Some(window.original(start, end));
        result
    }
}

/// What the words that were found come to.
fn verdict(judge: &Judge<'_>, evidence: &TextEvidence<'_>, prior: Prior, window: &Window<'_>) -> Classification {
    match judge.best().or_else(|| leaning_of(judge, prior, window, true)).or_else(|| named_thing(judge, evidence, window)) {
        Some(found) if prior.fixed => fixed(prior, Some(found), window),
        Some(found) if found.score >= prior.score => {
            let result = conclude(&found, judge, evidence, window);
            // A plain refusal says less than what the sentence is about. Where no words decided, that was asked already.
            let plain = judge.best().is_some() && result.class == Class::WrongArguments && found.score <= PLAIN;
            let leaning = if plain { leaning_of(judge, prior, window, false) } else { None };
            leaning.map_or(result, |found| conclude(&found, judge, evidence, window))
        }
        None if !prior.fixed && of_another_kind(judge, evidence, window) => Classification::new(Class::WrongTool, Source::Keywords, "tool.kind"),
        _ if prior.class.is_some() => fixed(prior, None, window),
        _ if offered::fits_better(evidence, Class::Unknown, rule::Sign::None) => Classification::new(Class::WrongTool, Source::Keywords, "tool.content"),
        _ => Classification::unknown(Source::Keywords),
    }
}

impl Default for Keywords {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Keywords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (words, bytes) = self.matcher.size();
        f.debug_struct("Keywords").field("version", &VERSION).field("words", &words).field("bytes", &bytes).finish()
    }
}

/// The class that the status fixes, or suggests where no words outweigh it. Words still choose the finer kind.
fn fixed(prior: Prior, found: Option<Finding>, window: &Window<'_>) -> Classification {
    let Some(class) = prior.class else { return Classification::unknown(Source::Keywords) };
    // No words had a part in a class that the status fixes where none were found.
    let source = if prior.fixed && found.is_none() { Source::Trusted } else { Source::Keywords };
    let mut result = Classification::new(class, source, prior.rule).with_certainty(prior.fixed);
    result.subkind = prior.subkind;
    if let Some(found) = found.filter(|found| found.class == class) {
        let (start, end) = window.original(found.start, found.end);
        result = Classification { rule: found.rule, subkind: found.subkind.or(prior.subkind), ..result }.with_span(start, end);
    }
    result
}

/// Whether the message says that the thing is of a kind that an offered tool is for.
fn of_another_kind(judge: &Judge<'_>, evidence: &TextEvidence<'_>, window: &Window<'_>) -> bool {
    message_of(judge, window)
        .is_some_and(|message| kind::is_another_kind(evidence, message) || kind::is_sent_away(evidence, message) || sibling::fits(evidence, message))
}

/// The part of the message that is read for the names of other tools: the line that decides, and, where the whole text is short, what stands behind it.
fn message_of<'a>(judge: &Judge<'_>, window: &'a Window<'_>) -> Option<&'a str> {
    let (start, end) = judge.message();
    let end = if window.text.len() <= 512 { window.text.len() } else { end };
    window.text.get(start..end).map(|message| lines::head(message, 512))
}

fn conclude(found: &Finding, judge: &Judge<'_>, evidence: &TextEvidence<'_>, window: &Window<'_>) -> Classification {
    let (start, end) = window.original(found.start, found.end);
    let instead = found.sign == rule::Sign::Instead && offered::is_named_instead(evidence, window.text.get(..found.start).unwrap_or_default());
    let open = matches!(found.class, Class::WrongArguments | Class::Unsupported | Class::Unknown);
    let elsewhere = || found.class == Class::Permission && message_of(judge, window).is_some_and(|message| kind::is_sent_away(evidence, message));
    let found = &of_the_call(found, judge, evidence, window);
    let misnamed = || found.subkind == Some(Subkind::Module) && message_of(judge, window).is_some_and(|message| is_misnamed(evidence, message, found.sign));
    let wrong_tool =
        instead || misnamed() || elsewhere() || offered::fits_better(evidence, found.class, found.sign) || (open && of_another_kind(judge, evidence, window));
    let (class, subkind): (Class, Option<Subkind>) = if wrong_tool { (Class::WrongTool, None) } else { (found.class, found.subkind) };
    // That another tool fits is read out of names, which is never certain.
    let certain = found.score >= CERTAIN && !wrong_tool;
    let mut result = Classification::new(class, Source::Keywords, found.rule).with_span(start, end).with_certainty(certain);
    result.subkind = subkind;
    result
}

/// The finding in the light of the call: what the caller named, another name would find, and whose own name is not known is no tool there.
fn of_the_call(found: &Finding, judge: &Judge<'_>, evidence: &TextEvidence<'_>, window: &Window<'_>) -> Finding {
    let message = message_of(judge, window).unwrap_or_default();
    let (missing, plain) = (found.subkind == Some(Subkind::Module), found.class == Class::WrongArguments && found.score <= PLAIN + 2);
    if missing && found.sign != rule::Sign::Tool && given::is_missing(evidence, &window.text, message) {
        Finding { class: Class::WrongArguments, subkind: None, rule: "module.given", ..*found }
    } else if plain && misnamed::is_not_known(evidence, message) {
        Finding { class: Class::Unavailable, subkind: Some(Subkind::Module), rule: "tool.unknown", sign: rule::Sign::Tool, ..*found }
    } else {
        *found
    }
}

/// What the deciding message leans to, where neither words nor the status say more.
fn leaning_of(judge: &Judge<'_>, prior: Prior, window: &Window<'_>, undecided: bool) -> Option<Finding> {
    let (start, end) = judge.message();
    let message = window.text.get(start..end).filter(|_| prior.class.is_none())?;
    let (class, subkind, rule) = leaning::of(message, undecided)?;
    Some(Finding { score: 3, class, subkind, rule, sign: rule::Sign::None, start, end })
}

/// Whether what is missing is an offered tool, or was meant to be one.
fn is_misnamed(evidence: &TextEvidence<'_>, message: &str, sign: rule::Sign) -> bool {
    if sign == rule::Sign::Tool {
        misnamed::is_nearly_a_tool(evidence, message) || offered::takes_the_same(evidence)
    } else {
        misnamed::is_a_tool(evidence, message)
    }
}

/// Whether the text is an empty value as languages print it.
fn says_nothing(text: &str) -> bool {
    let text = text.trim();
    let text = ["Error:", "error:", "ERROR:"].iter().find_map(|lead| text.strip_prefix(lead)).map_or(text, str::trim);
    matches!(text, "" | "null" | "undefined" | "None" | "nil" | "{}" | "[]" | "[object Object]" | "Error" | "error")
}

/// Where no words decide: a message that repeats a value of the arguments complains of that value, and one that quotes a name complains of that name.
fn named_thing(judge: &Judge<'_>, evidence: &TextEvidence<'_>, window: &Window<'_>) -> Option<Finding> {
    let (start, end) = judge.message();
    let line = lines::head(window.text.get(start..end)?, 512);
    let named = mention::names_an_argument(evidence.arguments, line);
    // All that a program that ends by itself says is about what it was given, unless it is said of any failure.
    let ended = matches!(evidence.code, Some(Code::Exit(1..=125))) && evidence.adapter == Adapter::Process;
    let only = || ended && window.text.trim().len() <= line.len() && mention::is_specific(line) && line.split_ascii_whitespace().nth(2).is_some();
    let complains = || programs::complains(evidence.arguments, line) || only();
    (named || mention::quotes_a_name(line) || mention::is_specific_exception(line) || complains() || mention::is_specific_complaint(line)).then_some(Finding {
        score: 2,
        class: Class::WrongArguments,
        subkind: None,
        rule: if named { "argument.named" } else { "name.quoted" },
        sign: rule::Sign::None,
        start,
        end,
    })
}

#[cfg(test)]
#[path = "keywords_tests.rs"]
mod tests;
