//! Wrong tool: whether another offered tool fits what this one could not do.

use super::families::{FAMILIES, LANGUAGES, LONGEST_ENDING, OPENINGS, TEXTS};
use super::mention::any_string;
use super::rule::Sign;
use crate::classify::text::lines::{is_one_of, starts_with_ignore_case};
use crate::classify::{Class, TextEvidence};

/// The general-purpose tools, which are never the wrong one by themselves: the command inside them may be.
const GENERAL: &[&str] =
    &["bash", "shell", "sh", "terminal", "exec", "execute", "cmd", "console", "python", "node", "process", "powershell", "ssh", "repl", "script"];

/// The first bytes of [`OPENINGS`], a bit each: most arguments begin otherwise.
#[allow(clippy::indexing_slicing, reason = "the compiler works it out, and would say so")]
const OPENING_BYTES: u128 = {
    let (mut bytes, mut group) = (0, 0);
    while group < OPENINGS.len() {
        let (openings, mut at) = (OPENINGS[group].0, 0);
        while at < openings.len() {
            bytes |= 1 << openings[at].as_bytes()[0];
            at += 1;
        }
        group += 1;
    }
    bytes
};

/// Whether an offered tool fits better than the one that failed, as far as `found` tells what the failure is about.
pub(super) fn fits_better(evidence: &TextEvidence<'_>, class: Class, sign: Sign) -> bool {
    let mismatch = !matches!(sign, Sign::None | Sign::Instead | Sign::Tool) || matches!(class, Class::WrongArguments | Class::Unknown | Class::Unsupported);
    if !mismatch || !evidence.offered.any(&mut |_| true) {
        return false;
    }
    if is_general(evidence.tool) {
        return super::command::fits_better(evidence, class, sign);
    }
    let offered = |words: &[&str]| offers(evidence, words);
    match (sign, class) {
        (Sign::Limits, _) => true,
        (Sign::Directory, _) => offered(&["list", "ls", "dir", "directory", "tree", "folder", "glob", "walk"]),
        (Sign::NotDirectory, _) => offered(&["read", "file", "open", "cat", "view", "info", "stat", "get"]),
        (Sign::ReadOnly, _) => {
            offered(&["write", "execute", "exec", "update", "modify", "mutate", "insert", "admin", "edit", "rw"])
                && has_word(evidence.tool, &["read", "query", "select", "readonly", "get", "view", "search", "ro"])
        }
        (Sign::Format, _) => {
            content_fits(evidence, &offered)
                || opening_fits(evidence, &offered)
                || sibling_fits(evidence, &offered)
                || names_a_tool(evidence, false)
                || language_fits(evidence, &offered)
                || is_text(evidence, &offered)
        }
        (Sign::Address, _) => opening_fits(evidence, &offered) || is_search(evidence, &offered) || is_path(evidence, &offered),
        (Sign::Missing, _) => {
            opening_fits(evidence, &offered)
                || names_a_tool(evidence, true)
                || is_prefix(evidence, &offered)
                || is_pattern(evidence, &offered)
                || id_fits(evidence)
        }
        (Sign::None, Class::WrongArguments) => {
            content_fits(evidence, &offered)
                || opening_fits(evidence, &offered)
                || is_prefix(evidence, &offered)
                || is_pattern(evidence, &offered)
                || id_fits(evidence)
                || language_fits(evidence, &offered)
        }
        (Sign::None, Class::Unknown | Class::Unsupported) => {
            content_fits(evidence, &offered)
                || opening_fits(evidence, &offered)
                || language_fits(evidence, &offered)
                || (class == Class::Unknown && id_fits(evidence))
        }
        (Sign::None | Sign::Instead | Sign::Tool, _) => false,
    }
}

/// Whether the arguments of a tool that is not there are those of an offered one: a statement in SQL where `query` is offered.
pub(super) fn takes_the_same(evidence: &TextEvidence<'_>) -> bool {
    opens_as(evidence, &|words: &[&str]| offers(evidence, words))
}

/// Whether one of `words` is in the name of another tool that is offered.
pub(super) fn offers(evidence: &TextEvidence<'_>, words: &[&str]) -> bool {
    evidence.offered.any(&mut |name| name != evidence.tool && has_word(name, words))
}

/// Whether what stands before "instead" ends in the name of a tool: one that is offered, or an identifier that is no option.
pub(super) fn is_named_instead(evidence: &TextEvidence<'_>, before: &str) -> bool {
    let name = before.trim_end().rsplit([' ', '\n']).next().unwrap_or_default();
    let name = name.trim_matches(|c: char| !c.is_alphanumeric() && c != '_' && c != '-');
    evidence.offered.any(&mut |offered| offered == name)
        || (name.contains('_') && !name.starts_with('-') && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_'))
}

/// Whether an argument reads as words to search for where an address was expected.
fn is_search(evidence: &TextEvidence<'_>, offered: &dyn Fn(&[&str]) -> bool) -> bool {
    offered(&["search", "find", "lookup"]) && any_argument(evidence, &mut |string| string.split_ascii_whitespace().nth(1).is_some() && !string.contains("://"))
}

/// Whether one thing is read by what ends as the name of a folder does, where a tool that lists is offered.
fn is_prefix(evidence: &TextEvidence<'_>, offered: &dyn Fn(&[&str]) -> bool) -> bool {
    any_argument(evidence, &mut |string| string.ends_with('/') && !string.contains("://") && !string.contains(char::is_whitespace))
        && has_word(evidence.tool, &["read", "get", "view", "cat", "head", "download"])
        && offered(&["list", "ls"])
}

/// Whether one thing is read by a pattern of names, where a tool that finds by patterns is offered.
fn is_pattern(evidence: &TextEvidence<'_>, offered: &dyn Fn(&[&str]) -> bool) -> bool {
    any_argument(evidence, &mut |string| string.contains('*') && string.contains(['/', '.']) && !string.contains(char::is_whitespace))
        && has_word(evidence.tool, &["read", "get", "view", "cat", "open"])
        && offered(&["find", "glob"])
}

/// Whether the failed tool is for one language, and a file is of another one that an offered tool is for.
fn language_fits(evidence: &TextEvidence<'_>, offered: &dyn Fn(&[&str]) -> bool) -> bool {
    ends_as(evidence, LANGUAGES, offered) && LANGUAGES.iter().any(|(_, claims)| has_word(evidence.tool, claims))
}

/// Whether a file that is read as text was given to a tool for another form, where a tool that reads text is offered.
fn is_text(evidence: &TextEvidence<'_>, offered: &dyn Fn(&[&str]) -> bool) -> bool {
    !has_word(evidence.tool, &["text", "file", "read", "cat", "view"])
        && (offered(&["text", "cat"]) || evidence.offered.any(&mut |name| has_word(name, &["read"]) && has_word(name, &["file"])))
        && any_argument(evidence, &mut |string| {
            let string = string.trim();
            !string.contains(char::is_whitespace)
                && string.rsplit_once('.').is_some_and(|(stem, bare)| {
                    let ending = string.get(stem.len()..).unwrap_or_default();
                    !stem.is_empty()
                        && has_ending(TEXTS, bare)
                        && !FAMILIES.iter().any(|(endings, claims)| endings.contains(&ending) && has_word(evidence.tool, claims))
                })
        })
}

/// Whether `word` is what a family of content is called.
pub(super) fn is_content_word(word: &str) -> bool {
    FAMILIES.iter().any(|(_, claims)| is_one_of(word, claims))
}

/// Whether an argument is a path where an address was expected.
fn is_path(evidence: &TextEvidence<'_>, offered: &dyn Fn(&[&str]) -> bool) -> bool {
    let opens = |string: &str| ["/", "./", "../", "~/"].iter().any(|opening| string.starts_with(opening));
    offered(&["read", "file", "open", "cat"]) && any_argument(evidence, &mut |string| opens(string))
}

/// Archives come in several forms, and a file's ending may lie about which.
fn sibling_fits(evidence: &TextEvidence<'_>, offered: &dyn Fn(&[&str]) -> bool) -> bool {
    const ARCHIVES: &[&str] = &[
        "zip",
        "unzip",
        "tar",
        "untar",
        "gzip",
        "gunzip",
        "bzip2",
        "bunzip2",
        "xz",
        "unxz",
        "7z",
        "rar",
        "unrar",
        "zstd",
        "unzstd",
        "unarchive",
        "extract",
        "unpack",
    ];
    has_word(evidence.tool, ARCHIVES) && offered(ARCHIVES)
}

/// Whether the arguments show content of a family that an offered tool claims and the failed one does not.
fn content_fits(evidence: &TextEvidence<'_>, offered: &dyn Fn(&[&str]) -> bool) -> bool {
    // To these a file is a file, whatever it holds.
    const CARRIERS: &[&str] =
        &["download", "upload", "copy", "cp", "move", "mv", "rename", "delete", "remove", "rm", "send", "attach", "share", "sync", "publish", "push", "pull"];
    !has_word(evidence.tool, CARRIERS) && ends_as(evidence, FAMILIES, offered)
}

fn ends_as(evidence: &TextEvidence<'_>, families: &[(&[&str], &[&str])], offered: &dyn Fn(&[&str]) -> bool) -> bool {
    let claimed = |claims: &[&str]| !has_word(evidence.tool, claims) && offered(claims);
    any_argument(evidence, &mut |string| {
        let string = string.trim();
        if !string.bytes().rev().take(LONGEST_ENDING).any(|b| b == b'.') {
            return false;
        }
        let last = string.as_bytes().last().map(u8::to_ascii_lowercase);
        let ends = |ending: &&str| {
            ending.as_bytes().last().copied() == last
                && string.len() > ending.len()
                && string.as_bytes().get(string.len() - ending.len()..).is_some_and(|tail| tail.eq_ignore_ascii_case(ending.as_bytes()))
        };
        families.iter().any(|(endings, claims)| endings.iter().any(ends) && claimed(claims)) || names_ending(string, &claimed)
    })
}

/// Whether `ending`, without its dot, is one of `endings`.
pub(super) fn has_ending(endings: &[&str], ending: &str) -> bool {
    endings.iter().any(|known| known.trim_start_matches('.').eq_ignore_ascii_case(ending))
}

/// Whether the ending itself is what a tool is called by, as in `convert_xls`. Of programming languages, more is asked.
fn names_ending(string: &str, claimed: &dyn Fn(&[&str]) -> bool) -> bool {
    let (stem, ending) = string.rsplit_once('.').unwrap_or_default();
    let is_ending = (2..LONGEST_ENDING).contains(&ending.len()) && !stem.is_empty() && ending.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    let is_language = || LANGUAGES.iter().any(|(endings, _)| has_ending(endings, ending));
    is_ending && !is_language() && claimed(&[ending])
}

/// The same for arguments that begin as an address or a statement does.
fn opening_fits(evidence: &TextEvidence<'_>, offered: &dyn Fn(&[&str]) -> bool) -> bool {
    opens_as(evidence, &|claims: &[&str]| !has_word(evidence.tool, claims) && offered(claims))
}

fn opens_as(evidence: &TextEvidence<'_>, claimed: &dyn Fn(&[&str]) -> bool) -> bool {
    any_argument(evidence, &mut |string| {
        let string = string.trim_start();
        let Some(first) = string.bytes().next().filter(u8::is_ascii).map(|first| first.to_ascii_lowercase()) else { return false };
        if OPENING_BYTES >> first & 1 == 0 {
            return false;
        }
        let opens = |opening: &&str| opening.as_bytes().first() == Some(&first) && starts_with_ignore_case(string, opening);
        OPENINGS.iter().any(|(openings, claims)| openings.iter().any(opens) && claimed(claims))
    })
}

/// Whether a word that opens an argument, or is all of it, is a word of an offered tool's name: `DESCRIBE a` where `describe_table` is offered.
fn names_a_tool(evidence: &TextEvidence<'_>, alone: bool) -> bool {
    any_argument(evidence, &mut |string| {
        let word = string.trim_start().trim_start_matches(['.', '\\', '/', '!', ':']).split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        string.len() <= 64
            && word.len() >= 4
            && (!alone || word.len() == string.trim().len())
            && !has_word(evidence.tool, &[word])
            && evidence.offered.any(&mut |name| has_word(name, &[word]))
    })
}

/// How long the word for the kind is in an identifier, in bytes.
const SHORTEST_KIND: usize = 3;
const LONGEST_KIND: usize = 8;

/// Whether an argument is an identifier that says of what kind it is, as `sub_1Nx` and `vpc-0a1` do, where a tool for that kind is offered and the failed one is for another.
fn id_fits(evidence: &TextEvidence<'_>) -> bool {
    any_argument(evidence, &mut |string| {
        let end = string.bytes().take(LONGEST_KIND + 1).position(|b| !b.is_ascii_lowercase()).filter(|end| *end >= SHORTEST_KIND);
        let Some((kind, rest)) = end.and_then(|end| string.split_at_checked(end)) else { return false };
        let Some(rest) = rest.strip_prefix(['_', '-']) else { return false };
        let is_id = rest.bytes().any(|b| b.is_ascii_digit()) && rest.bytes().all(|b| b.is_ascii_alphanumeric());
        is_id && !begins_word(evidence.tool, kind) && evidence.offered.any(&mut |name| name != evidence.tool && begins_word(name, kind))
    })
}

/// Whether a word of `name` begins with `kind`.
fn begins_word(name: &str, kind: &str) -> bool {
    let mut before = b'_';
    name.bytes().enumerate().any(|(at, byte)| {
        let begins = !before.is_ascii_alphanumeric() || (byte.is_ascii_uppercase() && before.is_ascii_lowercase());
        before = byte;
        begins && name.get(at..).is_some_and(|rest| starts_with_ignore_case(rest, kind))
    })
}

pub(super) fn any_argument(evidence: &TextEvidence<'_>, test: &mut dyn FnMut(&str) -> bool) -> bool {
    let mut budget = 4096;
    evidence.arguments.is_some_and(|value| any_string(value, 4, &mut budget, test))
}

pub(super) fn is_general(tool: &str) -> bool {
    // The shell of one database, or a program that checks a language, is made for one thing.
    const SPECIAL: &[&str] = &[
        "sql",
        "mysql",
        "mssql",
        "postgres",
        "psql",
        "sqlite",
        "mongo",
        "mongodb",
        "redis",
        "neo4j",
        "cypher",
        "cassandra",
        "check",
        "lint",
        "format",
        "parse",
        "validate",
    ];
    let [mut general, mut special, mut run, mut of_run, mut code, mut of_code] = [false; 6];
    for word in words_of_name(tool) {
        general |= is_one_of(word, GENERAL);
        special |= is_one_of(word, SPECIAL);
        run |= is_one_of(word, &["run"]);
        of_run |= is_one_of(word, &["command", "code"]);
        code |= is_one_of(word, &["code"]);
        of_code |= is_one_of(word, &["interpreter", "eval", "evaluate", "sandbox"]);
    }
    (general && !special) || (run && of_run) || (code && of_code)
}

/// Whether one of `words` is a word of `name`: `read_text_file`, `readTextFile` and `fs.read-file` all hold `read`.
pub(super) fn has_word(name: &str, words: &[&str]) -> bool {
    words_of_name(name).any(|word| is_one_of(word, words))
}

/// The words of a tool's name, also where capitals alone part them.
pub(super) fn words_of_name(name: &str) -> impl Iterator<Item = &str> {
    let mut rest = name;
    std::iter::from_fn(move || {
        rest = rest.get(rest.bytes().position(|b| b.is_ascii_alphanumeric())?..)?;
        let pairs = rest.bytes().zip(rest.bytes().skip(1));
        let ends = |(before, here): (u8, u8)| !here.is_ascii_alphanumeric() || (here.is_ascii_uppercase() && before.is_ascii_lowercase());
        let end = pairs.map(ends).position(|ends| ends).map_or(rest.len(), |at| at + 1);
        let (word, left) = rest.split_at_checked(end)?;
        rest = left;
        Some(word)
    })
}

#[cfg(test)]
#[path = "offered_tests.rs"]
mod tests;
