//! Wrong tool: what was not found is named as an offered tool is, or nearly so.

use super::offered::{is_general, words_of_name};
use crate::classify::TextEvidence;
use crate::classify::text::lines::{find, find_ignore_case, is_one_of};

/// Verbs of tools' names that mean the same.
const VERBS: &[&[&str]] = &[
    &["get", "fetch", "read", "show", "view", "describe", "retrieve", "load"],
    &["create", "add", "new", "make"],
    &["delete", "remove", "rm", "del"],
    &["update", "edit", "modify", "patch", "change"],
    &["search", "find", "lookup", "query"],
    &["list", "ls"],
    &["run", "exec", "execute"],
];

/// Nouns of tools' names that mean the same.
const NOUNS: &[&[&str]] = &[
    &["route", "routes", "directions", "direction", "navigation"],
    &["picture", "image", "photo", "img"],
    &["mail", "email", "mails", "emails"],
    &["message", "messages", "msg"],
    &["issue", "ticket"],
    &["folder", "directory", "dir"],
    &["document", "doc", "docs"],
    &["repository", "repo"],
    &["weather", "forecast"],
    &["event", "appointment", "meeting"],
    &["website", "webpage", "page", "url"],
    &["database", "db"],
    &["customer", "client"],
    &["position", "location", "place"],
];

/// The most words of a message and of a name that are compared.
const MOST_WORDS: usize = 48;
const MOST_PARTS: usize = 8;

/// Whether the program that is not there is an offered tool: somebody called a tool by way of a shell.
pub(super) fn is_a_tool(evidence: &TextEvidence<'_>, message: &str) -> bool {
    let general = is_general(evidence.tool);
    evidence.offered.any(&mut |name| name != evidence.tool && name.len() >= 3 && (general || is_compound(name)) && stands_in(message, name))
}

/// Whether the tool of which the message says that it is unknown is called nearly as an offered one is.
pub(super) fn is_nearly_a_tool(evidence: &TextEvidence<'_>, message: &str) -> bool {
    let message = before_list(message);
    if !evidence.tool.is_empty() && stands_in(message, evidence.tool) {
        return evidence.offered.any(&mut |name| name != evidence.tool && resembles(evidence.tool, name));
    }
    let joins = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | ':' | '/');
    let words = || message.split(|c: char| !joins(c)).map(|word| word.trim_matches(['.', ':', '-', '/'])).take(MOST_WORDS);
    words().filter(|word| is_compound(word)).any(|word| evidence.offered.any(&mut |name| resembles(word, name)))
}

/// Whether the message, which complains of a name, quotes that of the failed tool: whoever took the call knows no such tool.
pub(super) fn is_not_known(evidence: &TextEvidence<'_>, message: &str) -> bool {
    const UNKNOWN: &[&str] =
        &["unknown", "no such", "not found", "no matching", "does not exist", "doesn't exist", "not registered", "not recognized", "undefined", "no handler"];
    let Some(at) = find(message, evidence.tool).filter(|_| is_compound(evidence.tool)) else { return false };
    if !UNKNOWN.iter().any(|word| find_ignore_case(message, word).is_some()) {
        return false;
    }
    let end = at + evidence.tool.len();
    let (before, after) = (message.get(..at).unwrap_or_default(), message.get(end..).unwrap_or_default());
    let quoted = before.ends_with(['`', '\'', '"', '\u{201c}', '\u{2018}']) && after.starts_with(['`', '\'', '"', '\u{201d}', '\u{2019}']);
    let lead = before.trim_end_matches([' ', ':', '=', '`', '\'', '"']);
    let noun = lead.len() < before.len() && ["tool", "function", "name"].iter().any(|noun| lead.to_ascii_lowercase().ends_with(noun));
    (quoted || noun) && after.trim_start_matches(['`', '\'', '"', '.', ' ', ':', '\u{201d}', '\u{2019}']).len() <= MOST_BEHIND
}

/// How much may stand behind the name of the tool where a message complains of that name, in bytes.
const MOST_BEHIND: usize = 48;

/// The message without the tools that it lists as the ones there are.
fn before_list(message: &str) -> &str {
    let end = ["available", "known tools", "valid tools", "registered tools", "tools are", "one of"]
        .iter()
        .filter_map(|word| find_ignore_case(message, word))
        .filter(|at| message.get(*at..).is_some_and(|rest| rest.contains([':', ',', '['])))
        .min();
    message.get(..end.unwrap_or(message.len())).unwrap_or(message)
}

/// Whether `name` is of more than one word, as few programs are.
fn is_compound(name: &str) -> bool {
    words_of_name(name).nth(1).is_some()
}

fn stands_in(message: &str, name: &str) -> bool {
    let Some(at) = find(message, name) else { return false };
    let joins = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'/' | b'.');
    let bytes = message.as_bytes();
    let before = at.checked_sub(1).and_then(|i| bytes.get(i)).is_some_and(joins);
    let end = at + name.len();
    let after = bytes.get(end).is_some_and(|b| joins(b) && (*b != b'.' || bytes.get(end + 1).is_some_and(u8::is_ascii_alphanumeric)));
    !before && !after
}

/// Whether two names of tools are spelt nearly alike or say the same: `edit_fil` and `edit_file`, `readFile` and `read_file`, `fs.read_file` and `read_file`, `file_read` and
/// `read_file`, `fetch_user` and `get_user`.
pub(super) fn resembles(one: &str, other: &str) -> bool {
    let (ones, others): (Vec<&str>, Vec<&str>) = (words_of_name(one).take(MOST_PARTS).collect(), words_of_name(other).take(MOST_PARTS).collect());
    if ones.is_empty() || others.is_empty() {
        return false;
    }
    let letters = |words: &[&str]| words.concat().to_ascii_lowercase();
    if letters(&ones) == letters(&others) {
        return true;
    }
    let same = |a: &[&str], b: &[&str]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_nearly(a, b));
    let (short, long) = if ones.len() <= others.len() { (&ones, &others) } else { (&others, &ones) };
    let inside = short.len() < long.len() && letters(short).len() >= 4 && {
        let equal = |part: Option<&[&str]>| part.is_some_and(|part| part.iter().zip(short).all(|(a, b)| a.eq_ignore_ascii_case(b)));
        equal(long.get(..short.len())) || equal(long.get(long.len() - short.len()..))
    };
    let turned = || {
        let sorted = |words: &[&str]| {
            let mut words: Vec<String> = words.iter().map(|word| word.to_ascii_lowercase()).collect();
            words.sort_unstable();
            words
        };
        ones.len() == others.len() && sorted(&ones) == sorted(&others)
    };
    let said_otherwise = || match (ones.split_first(), others.split_first()) {
        (Some((verb, rest)), Some((other_verb, other_rest))) => mean_the_same(VERBS, verb, other_verb) && same(rest, other_rest),
        _ => false,
    };
    same(&ones, &others) || inside || turned() || said_otherwise()
}

/// Whether both words stand in one of the groups.
fn mean_the_same(groups: &[&[&str]], one: &str, other: &str) -> bool {
    groups.iter().any(|group| is_one_of(one, group) && is_one_of(other, group))
}

/// Whether two words are the same but for an ending or a slip. Short words differ by meaning: `get` and `set`.
fn is_nearly(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    let begins = short.len() >= 3 && long.as_bytes().get(..short.len()).is_some_and(|head| head.eq_ignore_ascii_case(short.as_bytes()));
    one.eq_ignore_ascii_case(other)
        || begins
        || mean_the_same(NOUNS, one, other)
        || (short.len() >= 4 && long.len() >= 5 && is_one_slip(short.as_bytes(), long.as_bytes()))
}

/// Whether one letter was left out or changed, or two neighbours were swapped, behind the first letter.
fn is_one_slip(short: &[u8], long: &[u8]) -> bool {
    let same = |a: &[u8], b: &[u8]| a.eq_ignore_ascii_case(b);
    let from = |word: &'_ [u8], at: usize| word.get(at..).unwrap_or_default().to_vec();
    let at = short.iter().zip(long).take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count();
    if at == 0 {
        return false;
    }
    if short.len() + 1 == long.len() {
        return same(&from(short, at), &from(long, at + 1));
    }
    let swapped = || short.get(at).zip(short.get(at + 1)) == long.get(at + 1).zip(long.get(at)) && same(&from(short, at + 2), &from(long, at + 2));
    short.len() == long.len() && (same(&from(short, at + 1), &from(long, at + 1)) || swapped())
}

#[cfg(test)]
#[path = "misnamed_tests.rs"]
mod tests;
