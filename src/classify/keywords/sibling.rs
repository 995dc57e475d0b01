//! Wrong tool: an offered tool does the same as the failed one for another form, such as `gpg_decrypt` beside `age_decrypt`.

use super::families::{FAMILIES, LANGUAGES, TEXTS};
use super::offered::{any_argument, has_ending, has_word, is_general, words_of_name};
use crate::classify::TextEvidence;
use crate::classify::text::lines::{find, find_ignore_case, head, is_one_of};

/// Words of [`FAMILIES`] that are also plain words: a message that holds one names no form.
const PLAIN: &[&str] = &[
    "table",
    "tables",
    "sheet",
    "page",
    "document",
    "word",
    "message",
    "event",
    "image",
    "picture",
    "photo",
    "media",
    "sound",
    "vision",
    "archive",
    "extract",
    "unpack",
    "log",
    "logs",
    "database",
    "db",
    "sql",
    "mail",
    "email",
    "slide",
    "slides",
    "deck",
    "presentation",
    "calendar",
    "contact",
    "contacts",
    "class",
    "mesh",
    "font",
    "fonts",
    "captions",
    "raster",
    "certificate",
    "cert",
    "node",
    "age",
    "fits",
    "dot",
    "cue",
    "access",
    "turtle",
    "shell",
    "blob",
    "disc",
];

/// Programs that keep versions.
const REPOSITORIES: &[&str] = &["git", "hg", "mercurial", "svn", "subversion", "fossil", "jj", "cvs", "bzr", "darcs", "pijul", "p4"];

/// What they say where the folder is none of theirs.
const NO_REPOSITORY: &[&str] = &[
    "not a git repo",
    "not within an open check",
    "no repository found",
    "not a working copy",
    "not a jj repo",
    "no jj repo",
    "not a branch",
    "not a fossil",
    "not in a repository",
    "not under version control",
    "no cvsroot",
    "not a mercurial",
    "not a darcs",
    "not in a darcs",
];

/// Tools that read a value of one type from a key-value store.
const TYPED_READS: &[&str] =
    &["get", "hget", "hgetall", "hash", "lrange", "lindex", "list", "smembers", "set", "members", "zrange", "zset", "sorted", "xrange", "stream", "json"];

/// Whether an offered tool is for the form that an argument or the message shows, and is otherwise called as the failed one is.
pub(super) fn fits(evidence: &TextEvidence<'_>, message: &str) -> bool {
    // Nothing is called as a tool of one word is but for one word.
    let compound = words_of_name(evidence.tool).nth(1).is_some() && evidence.offered.any(&mut |_| true);
    let by_form = || {
        compound
            && (is_shown_by_name(evidence) || is_shown_in(evidence, message) || is_other_repository(evidence, message) || is_other_access(evidence, message))
    };
    (by_form() || is_other_type(evidence, message)) && !is_general(evidence.tool)
}

/// Whether `test` holds for the words in which the failed tool and an offered one differ, where all others are the same.
fn any_sibling(evidence: &TextEvidence<'_>, test: &mut dyn FnMut(&str, &str) -> bool) -> bool {
    evidence.offered.any(&mut |name| {
        let (mut differing, mut same, mut others) = (None, 0, words_of_name(name));
        for own in words_of_name(evidence.tool) {
            match others.next() {
                Some(other) if own.eq_ignore_ascii_case(other) => same += 1,
                Some(other) if differing.is_none() => differing = Some((own, other)),
                _ => return false,
            }
        }
        same > 0 && others.next().is_none() && differing.is_some_and(|(own, other)| test(own, other))
    })
}

/// Whether the ending of a file, or the scheme of an address, is short for the word in which an offered tool differs: `.fbs` for `flatbuffer`, `gs:` for `gcs`.
fn is_shown_by_name(evidence: &TextEvidence<'_>) -> bool {
    any_argument(evidence, &mut |string| {
        let tag = form_of(string.trim());
        // A tool that is for the form already is not the wrong one for it.
        let tag = tag.filter(|tag| !words_of_name(evidence.tool).any(|own| is_short_for(tag, own)));
        tag.is_some_and(|tag| any_sibling(evidence, &mut |_, other| is_short_for(tag, other)))
    })
}

/// The scheme of an address, or the ending of a file's name, where it is not one of plain text or of a programming language.
fn form_of(string: &str) -> Option<&str> {
    if let Some(scheme) = find(string, "://").and_then(|at| string.get(..at)) {
        return (scheme.len() >= 2 && scheme.bytes().all(|b| b.is_ascii_alphanumeric())).then_some(scheme);
    }
    let (stem, ending) = string.rsplit_once('.')?;
    let is_form = (3..=8).contains(&ending.len()) && ending.bytes().all(|b| b.is_ascii_alphanumeric()) && !stem.is_empty();
    let is_text = has_ending(TEXTS, ending) || LANGUAGES.iter().any(|(endings, _)| has_ending(endings, ending));
    (is_form && !is_text).then_some(ending)
}

/// Whether `tag` begins as `word` does and has its letters in the same order.
fn is_short_for(tag: &str, word: &str) -> bool {
    let mut letters = word.bytes();
    let first = |text: &str| text.bytes().next().map(|b| b.to_ascii_lowercase());
    first(tag) == first(word) && tag.bytes().all(|b| letters.any(|other| other.eq_ignore_ascii_case(&b)))
}

/// Whether the message names the form that an offered tool is for: `-----BEGIN PGP MESSAGE-----` where `gpg_decrypt` is offered.
fn is_shown_in(evidence: &TextEvidence<'_>, message: &str) -> bool {
    any_sibling(evidence, &mut |_, other| {
        let names = |claims: &&str| claims.len() >= 3 && !PLAIN.contains(claims) && says(message, claims);
        FAMILIES.iter().chain(LANGUAGES).any(|(_, claims)| has_word(other, claims) && !has_word(evidence.tool, claims) && claims.iter().any(&names))
    })
}

/// Whether `word` stands in the message by itself, with a digit behind it at most.
fn says(message: &str, word: &str) -> bool {
    let Some(at) = find_ignore_case(message, word) else { return false };
    let bytes = message.as_bytes();
    let joins = |b: &u8| b.is_ascii_alphabetic() || matches!(b, b'_' | b'/' | b'.' | b'-');
    !at.checked_sub(1).and_then(|i| bytes.get(i)).is_some_and(|b| b.is_ascii_digit() || joins(b)) && !bytes.get(at + word.len()).is_some_and(joins)
}

/// Whether the folder is not kept by the failed tool, and a tool for another keeper of versions does the same.
fn is_other_repository(evidence: &TextEvidence<'_>, message: &str) -> bool {
    has_word(evidence.tool, REPOSITORIES)
        && NO_REPOSITORY.iter().any(|words| find_ignore_case(message, words).is_some())
        && any_sibling(evidence, &mut |own, other| is_one_of(own, REPOSITORIES) && is_one_of(other, REPOSITORIES))
}

/// Whether a tool that only reads was given something to write, or the other way round: `calls to read_query should not contain write operations`.
fn is_other_access(evidence: &TextEvidence<'_>, message: &str) -> bool {
    const WRITES: &[&str] = &["write", "execute", "exec", "modify", "update", "mutate", "mutation"];
    const READS: &[&str] = &["read", "select", "query", "search"];
    const SAID: &[&str] =
        &["write", "writes", "writing", "modify", "modifies", "modifying", "mutation", "mutations", "non-select", "not a select", "only select"];
    const SAID_OF_READS: &[&str] =
        &["select statement", "select statements", "read operation", "read operations", "select query", "select queries", "read-only quer"];
    let said = |words: &[&str]| words.iter().any(|word| says(message, word));
    any_sibling(evidence, &mut |own, other| {
        (is_one_of(own, READS) && is_one_of(other, WRITES) && said(SAID)) || (is_one_of(own, WRITES) && is_one_of(other, READS) && said(SAID_OF_READS))
    })
}

/// Whether the key holds a value of another type, where a tool that reads another type is offered.
fn is_other_type(evidence: &TextEvidence<'_>, message: &str) -> bool {
    has_word(evidence.tool, TYPED_READS)
        && (find_ignore_case(head(message, 256), "wrongtype").is_some() || find_ignore_case(message, "wrong kind of value").is_some())
        && evidence.offered.any(&mut |name| name != evidence.tool && has_word(name, TYPED_READS))
}

#[cfg(test)]
#[path = "sibling_tests.rs"]
mod tests;
