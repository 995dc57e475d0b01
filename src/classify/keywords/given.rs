//! What is not there and was named by the caller: a script, a program or a package that another name would find.

use super::mention::{any_string, is_given};
use super::programs::last_command;
use crate::classify::TextEvidence;
use crate::classify::text::lines::{find, head};
use crate::facts::Adapter;
use memchr::memchr;
use serde_json::Value;

/// What stands before the file that a loader did not find.
const LOADS: &[&str] =
    &["Cannot find module '", "cannot load such file -- ", "no such file to load -- ", "Could not open input file: ", "Can't open perl script \""];

/// Programs that get packages, and what they are told to do so.
const MANAGERS: &str = "apt apt-get aptitude dnf yum microdnf zypper pacman yay apk brew conda mamba micromamba choco winget scoop port conan vcpkg npm yarn pnpm bun \
     cargo gem cabal opam nix-env flatpak snap luarocks cpan cpanm composer poetry dotnet nuget asdf mise sdk rustup helm emerge xbps-install pkg \
     tlmgr julia";
const REQUESTS: &str = "install add in get i download upgrade update remove uninstall info show require search pull -s -sy -syu -i -ia -r ci se reinstall policy view \
     binstall";

/// What managers also say where they reached no index: pip, npm, cargo.
const UNREACHED: &[&str] = &["(from versions: none)", "only-if-cached", "offline mode"];

/// The most bytes of a message in which a name is looked for.
const MOST: usize = 4096;

/// Whether what is missing as a module or a program is what the caller named: another name would find it.
pub(super) fn is_missing(evidence: &TextEvidence<'_>, text: &str, message: &str) -> bool {
    is_script(evidence.arguments, text)
        || (evidence.adapter == Adapter::Process
            && any_command(evidence.arguments, &mut |program, words| is_package(program, words.clone(), text) || is_run_by_path(words, message)))
}

/// Whether a loader did not find a file by its path: a script to be run, not a part that is not installed.
fn is_script(arguments: Option<&Value>, text: &str) -> bool {
    if memchr(b'/', text.as_bytes()).is_none() {
        return false;
    }
    let path = LOADS.iter().find_map(|lead| find(text, lead).and_then(|at| text.get(at + lead.len()..)));
    let path = path.and_then(|rest| rest.split(['\'', '"', '\n', '\r']).next()).unwrap_or_default().trim_end();
    let name = path.rsplit('/').next().unwrap_or_default();
    let relative = path.starts_with("./") || path.starts_with("../");
    relative || (path.starts_with('/') && name.contains('.') && is_given(arguments, name))
}

/// Whether a package manager was told to get what it does not know.
fn is_package(program: &str, words: Words<'_>, text: &str) -> bool {
    let asked = is_word_of(program, MANAGERS) && words.clone().take(3).any(|word| is_word_of(word, REQUESTS));
    if !asked || UNREACHED.iter().any(|words| find(text, words).is_some()) {
        return false;
    }
    let text = head(text, MOST);
    words.filter(|word| word.len() >= 2 && !word.starts_with('-') && !is_word_of(word, REQUESTS)).any(|word| stands_in(text, name_of(word)))
}

/// Whether `word` is one of the words of `list`, without regard to ASCII case.
fn is_word_of(word: &str, list: &str) -> bool {
    list.split_ascii_whitespace().any(|known| known.eq_ignore_ascii_case(word))
}

/// A package without the version that is asked for.
fn name_of(word: &str) -> &str {
    let end = word.bytes().skip(1).position(|b| matches!(b, b'=' | b'@' | b'<' | b'>' | b'~' | b':' | b'[')).map_or(word.len(), |at| at + 1);
    word.get(..end).unwrap_or(word)
}

/// Whether the program that is not there was given by its path, to be run by another one.
fn is_run_by_path(mut words: Words<'_>, message: &str) -> bool {
    let is_path = |word: &str| (word.starts_with("./") || word.starts_with("../")) && word.len() > 3;
    words.any(|word| is_path(word) && stands_in(message, word))
}

/// Whether `test` holds for the program and the words of the last command in a string of the arguments.
fn any_command(arguments: Option<&Value>, test: &mut dyn FnMut(&str, Words<'_>) -> bool) -> bool {
    let mut budget = 4096;
    arguments.is_some_and(|value| {
        any_string(value, 2, &mut budget, &mut |command| {
            let mut words = Words(last_command(command));
            let program = words.find(|word| *word != "sudo" && !word.contains('='));
            program.is_some_and(|program| test(program.rsplit('/').next().unwrap_or(program), words))
        })
    })
}

/// The words of a command, without their quotation marks.
#[derive(Clone)]
struct Words<'a>(&'a str);

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.0.trim_start();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (word, rest) = rest.split_at_checked(end)?;
        self.0 = rest;
        (!word.is_empty()).then(|| word.trim_matches(['"', '\'', '`', ';', ',']))
    }
}

/// Whether `name` stands in the text, and not as a part of a longer name.
fn stands_in(text: &str, name: &str) -> bool {
    let joins = |b: Option<&u8>| b.is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
    let bytes = text.as_bytes();
    find(text, name).is_some_and(|at| !joins(at.checked_sub(1).and_then(|i| bytes.get(i))) && !joins(bytes.get(at + name.len())))
}

#[cfg(test)]
#[path = "given_tests.rs"]
mod tests;
