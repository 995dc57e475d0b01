//! Wrong tool: the message says that the thing is of another kind, and a tool for that kind is offered.

use super::offered::{has_word, is_content_word, is_general, offers};
use crate::classify::TextEvidence;
use crate::classify::text::lines::{find, find_ignore_case, is_one_of};
use memchr::memchr3_iter;

/// What things are called in messages and what tools for them are called.
const SYNONYMS: &[(&str, &[&str])] = &[
    ("presentation", &["slide", "slides", "deck"]),
    ("spreadsheet", &["sheet", "sheets", "table", "csv", "excel", "workbook"]),
    ("document", &["doc", "docs", "docx"]),
    ("pull request", &["pr", "pulls", "mr"]),
    ("merge request", &["mr", "pr", "pull"]),
    ("directory", &["dir", "list", "ls", "tree"]),
    ("folder", &["dir", "list", "directory"]),
    ("picture", &["image", "photo"]),
    ("photo", &["image", "picture"]),
    ("screenshot", &["image", "picture"]),
    ("movie", &["video", "media"]),
    ("recording", &["audio", "video", "media"]),
    ("dropdown", &["select", "option"]),
    ("drop-down", &["select", "option"]),
    ("file chooser", &["upload"]),
    ("file input", &["upload"]),
    ("team", &["group"]),
    ("direct message", &["dm"]),
    ("virtual machine", &["vm", "vms"]),
    ("subversion", &["svn"]),
    ("mercurial", &["hg"]),
    ("web page", &["url", "fetch", "browse"]),
];

/// Words after which a message says what a thing is, by their first letter.
const SAYS_KIND: &[(u8, &[&str])] = &[
    (b'i', &[" is a ", " is an ", " is one ", " is the ", " is really ", " is actually "]),
    (b'a', &[" are ", " appears to be a ", " appears to be an "]),
    (b'r', &[" refers to a ", " refers to an ", " run as a ", " runs as a ", " resolves to a ", " resolves to an ", " resolved to a ", " represents a "]),
    (b'b', &[" belongs to a ", " but a ", " but an "]),
    (b'p', &[" points to a "]),
    (b'd', &[" denotes a ", " denotes an ", " denotes the "]),
    (b't', &[" turned out to be ", " there is a ", " there is an "]),
    (b'o', &[" opens a ", " of type ", " of kind "]),
    (b'l', &[" looks like a ", " looks like an "]),
    (b's', &[" seems to be a ", " stored as a "]),
    (b'c', &[" contains a ", " created as a "]),
    (b'm', &[" matches a ", " matches an "]),
    (b'f', &[" found a ", " found an "]),
    (b'g', &[" got a ", " got an "]),
    (b'n', &[" names a ", " names an "]),
    (b'u', &["use the ", "use a "]),
];

/// Words of tools' names that say what is done, or nothing: they tell no kind of thing.
const PLAIN: &[&str] = &[
    "read", "write", "list", "find", "search", "create", "delete", "update", "remove", "insert", "fetch", "file", "files", "text", "name", "info", "data",
    "call", "tool", "send", "open", "edit", "query", "item", "items", "value", "post", "request", "error", "with", "from", "this", "that", "user", "valid",
    "required", "string", "get", "set", "add", "new", "all", "run", "one", "any", "use", "the", "for", "not", "and", "put", "end", "key",
];

/// How far before the word for a kind its announcement may stand, in bytes.
const NEAR: usize = 32;

/// Whether the message says that the thing is of a kind that is in the name of an offered tool and not in that of the failed one: `42 is a group`, where `get_group` is
/// offered beside `get_user`; or that one thing is taken at a time, where a tool for many is offered.
pub(super) fn is_another_kind(evidence: &TextEvidence<'_>, message: &str) -> bool {
    if evidence.tool.is_empty() || is_general(evidence.tool) || !evidence.offered.any(&mut |_| true) {
        return false;
    }
    let announced = announces_kind(message);
    let others = |test: &dyn Fn(&str) -> bool| evidence.offered.any(&mut |name| name != evidence.tool && test(name));
    let is_kind = |word: &str| word.len() >= 3 && !is_one_of(word, PLAIN) && !has_stem(evidence.tool, word);
    let by_name = |name: &str| words_of(name).any(|word| is_kind(word) && says_kind(message, word));
    let by_synonym = |name: &str| {
        SYNONYMS
            .iter()
            .any(|(said, names)| has_word(name, names) && !has_word(evidence.tool, names) && !has_stem(evidence.tool, said) && says_kind(message, said))
    };
    others(&|name| (announced && (by_name(name) || by_synonym(name))) || is_pointed_to(message, name))
        || is_not_read(evidence, message)
        || (is_for_one(message) && others(&|name| is_for_many(evidence.tool, name)))
}

/// Whether the message says of anything what it is: most messages do not, and the words of tools' names need not be looked for in them.
fn announces_kind(message: &str) -> bool {
    let bytes = message.as_bytes();
    memchr3_iter(b' ', b'u', b'U', bytes).any(|at| {
        let rest = bytes.get(at..).unwrap_or_default();
        let letter = if let [b' ', second, ..] = rest { second.to_ascii_lowercase() } else { b'u' };
        let stands = |words: &&str| rest.get(..words.len()).is_some_and(|part| part.eq_ignore_ascii_case(words.as_bytes()));
        SAYS_KIND.iter().any(|(first, words)| *first == letter && words.iter().any(&stands))
    })
}

/// Whether `word`, or its singular, follows within a few words on what says a kind.
fn says_kind(message: &str, word: &str) -> bool {
    let word = word.strip_suffix('s').filter(|stem| stem.len() >= 4).unwrap_or(word);
    let mut from = 0;
    while let Some(at) = message.get(from..).and_then(|rest| find_ignore_case(rest, word)).map(|at| from + at) {
        if says_kind_at(message, word, at) {
            return true;
        }
        from = at + word.len();
    }
    false
}

fn says_kind_at(message: &str, word: &str, at: usize) -> bool {
    let bytes = message.as_bytes();
    let joins = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'/');
    let opens = !at.checked_sub(1).and_then(|i| bytes.get(i)).is_some_and(|b| joins(*b) || matches!(b, b'.' | b'\''));
    let closes = bytes.get(at + word.len()).is_none_or(|b| *b == b's' || !joins(*b));
    let from = (at.saturating_sub(NEAR)..=at).find(|i| message.is_char_boundary(*i)).unwrap_or(at);
    let before = message.get(from..at).unwrap_or_default();
    let announced = |words: &&str| {
        let end = find_ignore_case(before, words).map(|i| i + words.len());
        end.and_then(|i| before.get(i..)).is_some_and(|between| !between.contains(['.', ';', ',', ':']) && !between.contains("not "))
    };
    opens && closes && SAYS_KIND.iter().any(|(_, words)| words.iter().any(announced))
}

/// Whether the message sends the caller to an offered tool.
pub(super) fn is_sent_away(evidence: &TextEvidence<'_>, message: &str) -> bool {
    find_ignore_case(message, "use ").is_some() && !is_general(evidence.tool) && (is_sent_elsewhere(evidence, message) || is_told_to_use(evidence, message))
}

/// Whether the message says to use what the name of an offered tool says, as in `Use Export` where `export_file` is offered beside `download_file`.
fn is_sent_elsewhere(evidence: &TextEvidence<'_>, message: &str) -> bool {
    let sent = |word: &str| word.len() >= 4 && word.starts_with(|c: char| c.is_ascii_uppercase()) && !is_one_of(word, PLAIN);
    follows(message, &["use "], &mut |word| sent(word) && is_only_offered(evidence, word))
}

/// Whether the message says to use the tool of a kind that is in the name of an offered tool only: `Use the Setup Intents API`, `use the search endpoint`, `please use a Template.`
fn is_told_to_use(evidence: &TextEvidence<'_>, message: &str) -> bool {
    const TOOLS: &[&str] = &[
        "tool",
        "tools",
        "api",
        "apis",
        "endpoint",
        "function",
        "command",
        "method",
        "action",
        "operation",
        "instead",
        "resource",
        "gateway",
        "service",
        "route",
        "utility",
        "program",
        "converter",
        "editor",
        "viewer",
        "reader",
        "call",
    ];
    /// Words that name no tool.
    const FILLING: &[&str] =
        &["the", "this", "that", "new", "same", "other", "another", "one", "all", "any", "user", "file", "data", "text", "get", "set", "right", "valid"];
    const MOST_WORDS: usize = 5;
    let Some((_, rest)) = message.split_once("Use ").or_else(|| message.split_once(" use ")) else { return false };
    let words = || rest.split_ascii_whitespace().take(MOST_WORDS).map(|word| word.trim_matches(|c: char| !c.is_ascii_alphanumeric()));
    let by_noun = || {
        let end = words().position(|word| is_one_of(word, TOOLS));
        end.is_some_and(|end| words().take(end).any(|word| word.len() >= 3 && !is_one_of(word, FILLING) && is_only_offered(evidence, word)))
    };
    let by_name = || {
        let sentence = rest.split(['.', ';', ',', '\n']).next().unwrap_or_default();
        let mut words = sentence.split_ascii_whitespace();
        let last = words.next_back().unwrap_or_default();
        let is_name = last.len() >= 4 && last.starts_with(|c: char| c.is_ascii_uppercase()) && !is_one_of(last, PLAIN);
        is_name && words.count() <= MOST_WORDS && is_only_offered(evidence, last)
    };
    !is_prior_step(message) && (by_noun() || by_name())
}

/// Whether the message says that the tool does not read a content for which another one is offered.
fn is_not_read(evidence: &TextEvidence<'_>, message: &str) -> bool {
    const REFUSALS: &[&str] =
        &["cannot read ", "can't read ", "does not read ", "cannot open ", "cannot parse ", "cannot convert ", "cannot load ", "cannot process "];
    // What a tool says that it does not do is what another one is for: `write_file does not append`.
    const GENERAL: &[&str] = &["have", "exist", "match", "support", "find", "contain", "allow", "know", "look", "seem", "work", "name", "file", "list"];
    // All of the words that are looked for end so.
    if find_ignore_case(message, "not ").is_none() && find_ignore_case(message, "n't ").is_none() {
        return false;
    }
    let is_verb = |word: &str| word.len() >= 4 && !is_one_of(word, GENERAL);
    follows(message, REFUSALS, &mut |word| is_content_word(word) && is_only_offered(evidence, word))
        || (find_ignore_case(message, evidence.tool).is_some()
            && follows(message, &[" does not ", " doesn't ", " cannot "], &mut |word| is_verb(word) && is_only_offered(evidence, word)))
}

/// Whether `word` is in the name of an offered tool, and not in that of the failed one.
fn is_only_offered(evidence: &TextEvidence<'_>, word: &str) -> bool {
    let word = word.strip_suffix('s').filter(|stem| stem.len() >= 3).unwrap_or(word);
    !has_stem(evidence.tool, word) && offers(evidence, &[word])
}

/// Whether `test` holds for the word right behind the first of one of `leads`.
fn follows(message: &str, leads: &[&str], test: &mut dyn FnMut(&str) -> bool) -> bool {
    leads.iter().any(|lead| {
        let rest = find_ignore_case(message, lead).and_then(|at| message.get(at + lead.len()..));
        rest.is_some_and(|rest| test(rest.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default()))
    })
}

/// Whether the message points to the tool `name`, as what does this. One that is to be called before, or that helps to correct
/// the arguments, is not another way.
fn is_pointed_to(message: &str, name: &str) -> bool {
    // The service in front of a method need not be said again: `speech.LongRunningRecognize`.
    let name = name.rsplit_once(['.', '/', ':']).map_or(name, |(_, method)| if is_compound(method) { method } else { name });
    if !is_compound(name) {
        return false;
    }
    let Some(at) = find(message, name) else { return false };
    let bytes = message.as_bytes();
    let joins = |i: Option<usize>| i.and_then(|i| bytes.get(i)).is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'/'));
    !is_prior_step(message) && !joins(at.checked_sub(1)) && !joins(Some(at + name.len()))
}

/// Whether the name hardly is a word of a sentence.
fn is_compound(name: &str) -> bool {
    let humps = || name.len() >= 8 && name.bytes().zip(name.bytes().skip(1)).any(|(a, b)| a.is_ascii_lowercase() && b.is_ascii_uppercase());
    name.len() >= 6 && (name.contains(['_', '-', '.']) || humps())
}

/// Whether the message tells of something to do before, rather than of another way.
fn is_prior_step(message: &str) -> bool {
    ["first", "before", "again", "then ", "verify", "check", "confirm", "to see", "to list", "to find", "to get", "to look", "valid "]
        .iter()
        .any(|word| find_ignore_case(message, word).is_some())
}

/// Whether a message says that one thing is taken at a time.
fn is_for_one(message: &str) -> bool {
    let any = |words: &[&str]| words.iter().any(|words| find_ignore_case(message, words).is_some());
    // Two words are looked for before the phrases that hold them.
    any(&["one ", "single "]) && any(&["accepts one ", "takes one ", "only one ", "a single ", "one at a time", "exactly one "])
}

/// Whether `other` is named as `tool` is, for many.
fn is_for_many(tool: &str, other: &str) -> bool {
    let plural = other.strip_prefix(tool).is_some_and(|rest| matches!(rest, "s" | "es" | "_batch" | "_bulk" | "_many" | "Batch" | "Bulk" | "Many"));
    plural || (has_word(other, &["batch", "bulk", "many", "multiple", "multi"]) && words_of(tool).all(|word| has_stem(other, word)))
}

fn words_of(name: &str) -> impl Iterator<Item = &str> {
    name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty())
}

/// Whether `word`, its plural aside, is in `name`.
fn has_stem(name: &str, word: &str) -> bool {
    find_ignore_case(name, word.strip_suffix('s').unwrap_or(word)).is_some()
}

#[cfg(test)]
#[path = "kind_tests.rs"]
mod tests;
