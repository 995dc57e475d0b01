//! Exit codes that programs define for themselves, for programs that are often told to print nothing.

use super::fallback::Prior;
use super::mention::any_string;
use crate::classify::{Class, Subkind};
use serde_json::Value;

/// How strongly such a code suggests a class: less than the usual words of a message.
const SCORE: i32 = 4;

/// What the codes of one program mean.
type Codes = &'static [(Class, Option<Subkind>, &'static [i32])];

/// By program: curl(1), "Exit codes"; wget(1), "Exit status"; rsync(1), "Exit values".
const PROGRAMS: &[(&str, &str, Codes)] = &[
    (
        "curl",
        "exit.curl",
        &[
            (Class::Unavailable, Some(Subkind::Service), &[5, 6, 7, 35, 51, 60]),
            (Class::Transient, None, &[12, 18, 28, 52, 55, 56, 92]),
            (Class::Authentication, None, &[67]),
            (Class::Permission, None, &[9]),
            (Class::Unsupported, None, &[1, 4]),
            (Class::WrongArguments, None, &[2, 3, 26, 37, 47, 78]),
        ],
    ),
    ("wget", "exit.wget", &[(Class::Unavailable, Some(Subkind::Service), &[4, 5]), (Class::Authentication, None, &[6]), (Class::WrongArguments, None, &[2])]),
    (
        "rsync",
        "exit.rsync",
        &[(Class::Unavailable, Some(Subkind::Service), &[10]), (Class::Transient, None, &[12, 30, 35]), (Class::WrongArguments, None, &[1, 3, 23])],
    ),
];

/// What the exit code suggests where the command of the arguments ends in one of [`PROGRAMS`].
pub(super) fn prior(code: i32, arguments: Option<&Value>) -> Option<Prior> {
    let known = |codes: Codes| codes.iter().find(|(_, _, numbers)| numbers.contains(&code));
    if !PROGRAMS.iter().any(|(_, _, codes)| known(codes).is_some()) {
        return None;
    }
    let mut found = None;
    let mut budget = 4096;
    any_string(arguments?, 2, &mut budget, &mut |command| {
        let program = last_program(command);
        found = PROGRAMS.iter().find(|(name, ..)| *name == program).and_then(|(_, rule, codes)| known(codes).map(|code| (*rule, code)));
        found.is_some()
    });
    let (rule, (class, subkind, _)) = found?;
    Some(Prior { class: Some(*class), subkind: *subkind, score: SCORE, rule, fixed: false })
}

/// Whether `line` is a message of the program that was run, in its own name (GNU coding standards, "Formatting Error Messages"). Where no words in it say anything of the
/// system or of others, the program speaks of what it was given.
pub(super) fn complains(arguments: Option<&Value>, line: &str) -> bool {
    let Some((name, message)) = crate::classify::text::lines::around_colon(line) else { return false };
    let name = name.rsplit('/').next().unwrap_or(name);
    let mut budget = 4096;
    let is_sentence = message.split_ascii_whitespace().nth(2).is_some() || super::mention::is_specific(message);
    is_sentence && !name.is_empty() && arguments.is_some_and(|value| any_string(value, 2, &mut budget, &mut |command| last_program(command) == name))
}

/// The last command of a line.
pub(super) fn last_command(line: &str) -> &str {
    let line = line.trim();
    if !line.bytes().any(|b| matches!(b, b'&' | b'|' | b';' | b'\n')) {
        return line;
    }
    ["&&", "||", "; ", " | ", "\n"].iter().fold(line, |rest, between| rest.rsplit(between).next().unwrap_or(rest).trim_start())
}

/// The program of the last command of a line, whose exit code is that of the line.
pub(super) fn last_program(line: &str) -> &str {
    let program = last_command(line).split_ascii_whitespace().find(|word| *word != "sudo" && !word.contains('=')).unwrap_or_default();
    program.rsplit('/').next().unwrap_or(program)
}

#[cfg(test)]
#[path = "programs_tests.rs"]
mod tests;
