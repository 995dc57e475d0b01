//! Wrong tool: of a shell or an interpreter, the program or the library that it ran is the tool that failed.

use super::families::{FAMILIES, LANGUAGES, TEXTS};
use super::offered::{any_argument, has_ending, has_word, offers};
use super::programs::last_program;
use super::rule::Sign;
use crate::classify::text::lines::find_ignore_case;
use crate::classify::{Class, TextEvidence};

/// Programs that print a file, that remove one, and that copy one.
const READS: &[&str] = &["cat", "tac", "head", "tail", "less", "more", "nl", "wc", "od", "xxd", "hexdump", "strings", "bat", "sort", "cut"];
const REMOVES: &[&str] = &["rm", "unlink", "del"];
const COPIES: &[&str] = &["cp", "scp", "copy"];

/// Programs that turn a packed or an encrypted form into text.
const DECODERS: &[&str] =
    &["gunzip", "zcat", "gzip", "bunzip2", "bzcat", "unxz", "xzcat", "unzstd", "zstdcat", "tar", "unzip", "7z", "gpg", "age", "sops", "ansible-vault"];

const FOLDER: &[&str] = &["dir", "directory", "folder", "tree", "files", "file"];

/// The most words of a command that are compared.
const MOST_WORDS: usize = 64;

/// Whether an offered tool is made for what the program or the library of the command was not.
pub(super) fn fits_better(evidence: &TextEvidence<'_>, class: Class, sign: Sign) -> bool {
    let looks = matches!(sign, Sign::Directory | Sign::Format) || (sign == Sign::None && class == Class::WrongArguments);
    looks
        && any_argument(evidence, &mut |line| match sign {
            Sign::Directory => is_for_folders(evidence, line),
            Sign::Format => is_for_content(evidence, line) || is_for_text(evidence, line) || is_for_language(evidence, line),
            _ => is_for_language(evidence, line),
        })
}

/// Whether a folder was given to a program for files, where a tool does the same with folders.
fn is_for_folders(evidence: &TextEvidence<'_>, line: &str) -> bool {
    let program = last_program(line);
    let does = |verbs: &[&str]| evidence.offered.any(&mut |name| has_word(name, verbs) && has_word(name, FOLDER));
    let reads_in_code = || ["open(", "readFile", "read_text("].iter().any(|call| line.contains(call));
    (REMOVES.contains(&program) && does(&["remove", "delete", "rm"]) && offers(evidence, &["dir", "directory", "folder", "tree"]))
        || (COPIES.contains(&program) && does(&["copy", "cp"]))
        || ((READS.contains(&program) || reads_in_code()) && (does(&["list", "show", "view", "walk", "browse"]) || offers(evidence, &["ls", "tree"])))
}

/// Whether a file shows by its ending a form that an offered tool is for, and that nothing else in the command names.
fn is_for_content(evidence: &TextEvidence<'_>, line: &str) -> bool {
    let program = last_program(line);
    words(line).skip(1).any(|word| {
        let Some(ending) = ending_of(word) else { return false };
        let claims = FAMILIES.iter().find(|(endings, _)| has_ending(endings, ending)).map_or(&[][..], |(_, claims)| claims);
        let named = |other: &str| {
            let says = |form: &str| find_ignore_case(other, form).is_some();
            says(ending) || claims.first().is_some_and(|form| says(form))
        };
        let is_language = LANGUAGES.iter().any(|(endings, claims)| has_ending(endings, ending) && !claims.contains(&"sql"));
        // A line of code has no program, and its functions may have any name.
        let claimed = (!program.contains('(') && has_word(program, claims)) || words(line).filter(|other| *other != word).any(named);
        !claimed && (offers(evidence, claims) || (!is_language && offers(evidence, &[ending])))
    })
}

/// Whether plain text was given to a program that decodes, where a tool that reads files is offered.
fn is_for_text(evidence: &TextEvidence<'_>, line: &str) -> bool {
    let text = |word: &str| ending_of(word).is_some_and(|ending| has_ending(TEXTS, ending));
    DECODERS.contains(&last_program(line))
        && words(line).last().is_some_and(text)
        && evidence.offered.any(&mut |name| has_word(name, &["read", "view", "cat"]) && has_word(name, &["file", "text"]))
}

/// Whether a program for one language was given nothing but files of another one, which an offered tool is for.
fn is_for_language(evidence: &TextEvidence<'_>, line: &str) -> bool {
    let program = last_program(line);
    // `python3.12` is for what `python` is for.
    let plain = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let is_own = |claims: &[&str]| has_word(program, claims) || has_word(plain, claims);
    let any_file = |endings: &[&str]| words(line).skip(1).filter_map(ending_of).any(|ending| has_ending(endings, ending));
    LANGUAGES.iter().any(|(_, claims)| is_own(claims))
        && !LANGUAGES.iter().any(|(endings, claims)| is_own(claims) && any_file(endings))
        && LANGUAGES.iter().any(|(endings, claims)| any_file(endings) && offers(evidence, claims))
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '(' | ')' | '=' | ',' | ';')).filter(|word| !word.is_empty()).take(MOST_WORDS)
}

/// The ending of a file's name, without its dot.
fn ending_of(word: &str) -> Option<&str> {
    let (stem, ending) = word.rsplit_once('.')?;
    let is_ending = (1..=7).contains(&ending.len()) && ending.bytes().all(|b| b.is_ascii_alphanumeric()) && !word.contains("://");
    (is_ending && !stem.is_empty() && !word.starts_with('-')).then_some(ending)
}

#[cfg(test)]
#[path = "command_tests.rs"]
mod tests;
