//! Options of a command line: `--password value`, `-u user:value`, `mysql -pvalue`, `['--token', 'value']`.

use super::{
    assign::{is_escaped_quote, value},
    bytes::{at, before, is_quote, is_word, run_end, unquoted_end},
    names::{Named, named},
    paint::{Kind, Paint},
};

/// The longest name of an option.
const NAME: usize = 64;
const SECRET: Named = Named { kind: Kind::Secret, line: false };

/// Programs and the letter of the option that takes a password.
const PROGRAMS: &[(&str, u8)] = &[
    ("7z", b'p'),
    ("7za", b'p'),
    ("az", b'p'),
    ("bcp", b'P'),
    ("cqlsh", b'p'),
    ("docker", b'p'),
    ("helm", b'p'),
    ("ipmitool", b'P'),
    ("ldapadd", b'w'),
    ("ldapmodify", b'w'),
    ("ldappasswd", b'w'),
    ("ldapsearch", b'w'),
    ("ldapwhoami", b'w'),
    ("mariadb", b'p'),
    ("mariadb-admin", b'p'),
    ("mariadb-dump", b'p'),
    ("mongo", b'p'),
    ("mongodump", b'p'),
    ("mongoexport", b'p'),
    ("mongoimport", b'p'),
    ("mongorestore", b'p'),
    ("mongosh", b'p'),
    ("mysql", b'p'),
    ("mysqladmin", b'p'),
    ("mysqlcheck", b'p'),
    ("mysqldump", b'p'),
    ("mysqlimport", b'p'),
    ("mysqlsh", b'p'),
    ("mysqlshow", b'p'),
    ("osql", b'P'),
    ("podman", b'p'),
    ("rabbitmqadmin", b'p'),
    ("rar", b'p'),
    ("redis-cli", b'a'),
    ("sqlcmd", b'P'),
    ("sshpass", b'p'),
    ("unrar", b'p'),
    ("unzip", b'P'),
    ("zip", b'P'),
];

/// Programs whose `-p` is something else: parents, a port, a package, a pattern.
const OTHERS: &[&str] = &[
    "adb", "bazel", "cargo", "cp", "declare", "grep", "install", "kill", "lsof", "mkdir", "nc", "netstat", "nmap", "npx", "patch", "perl", "pgrep", "pip",
    "pnpm", "prove", "ps", "python", "read", "rsync", "run", "scp", "ssh", "tar", "tmux", "tsc", "type",
];

/// What is known of the command so far.
#[derive(Clone, Copy, Default)]
struct Command {
    /// The letter that takes a password: 0 where no program is known, and 1 where it has none.
    letter: u8,
    /// A user was named: a password may follow.
    user: bool,
    /// Within a list, arguments are parted by commas.
    list: bool,
}

impl Command {
    fn meet(&mut self, word: &str) {
        if OTHERS.contains(&word) {
            *self = Self { letter: 1, user: false, list: self.list };
        } else if let Some((_, letter)) = PROGRAMS.iter().find(|(program, _)| *program == word) {
            *self = Self { letter: *letter, user: false, list: self.list };
        }
    }

    /// Whether a password may stand right behind the letter.
    const fn attached(self, letter: u8) -> bool {
        (self.letter > 1 && letter == self.letter) || (self.letter == 0 && self.user && letter == b'p')
    }
}

pub(super) fn cover(paint: &mut Paint<'_>) {
    let text = paint.bytes();
    let mut command = Command::default();
    let mut index = 0;
    while index < text.len() {
        let b = at(text, index);
        if b == b'\n' && !matches!(before(text, index), b',' | b'\\' | b'[') {
            command = Command::default();
        }
        index = if b == b'-' && !is_word(before(text, index)) {
            flag(paint, index, &mut command)
        } else if is_word(b) {
            let end = run_end(text, index, |b| is_word(b) || matches!(b, b'-' | b'_'));
            command.meet(paint.text().get(index..end).unwrap_or_default());
            end
        } else {
            command.list = b == b'[' || (command.list && b != b']');
            index + 1
        };
    }
}

/// An option at `index`. Returns where to go on.
fn flag(paint: &mut Paint<'_>, index: usize, command: &mut Command) -> usize {
    let text = paint.bytes();
    let start = run_end(text, index, |b| b == b'-');
    let end = run_end(text, start, |b| is_word(b) || b == b'-' || b == b'_');
    let name = paint.text().get(start..end).unwrap_or_default();
    let (go_on, short) = (start.max(index + 1), start - index == 1);
    if name.is_empty() || name.len() > NAME {
        return go_on;
    }
    let letter = at(text, start);
    command.user |= short && letter == b'u';
    let found = if name.len() > 1 { named(name).filter(|found| !short || found.kind == Kind::Secret) } else { None };
    let quote = run_end(text, end, |b| b == b'\\');
    let tied = name.len() > 1 || (is_quote(at(text, quote)) && is_word(at(text, quote + 1)));
    if short && found.is_none() && tied && command.attached(letter) {
        return value(paint, start + 1, SECRET, true);
    }
    let Some(next) = argument(text, end, command.list) else { return go_on };
    match found {
        Some(found) => value(paint, next, found, true),
        None if short && name.len() == 1 && takes_secret(paint.text(), next, letter, *command) => value(paint, next, SECRET, true),
        None if name == "proxy-user" && takes_secret(paint.text(), next, b'u', *command) => value(paint, next, SECRET, true),
        None => go_on,
    }
}

/// Where the argument of an option that ends at `end` begins.
fn argument(text: &[u8], end: usize, list: bool) -> Option<usize> {
    let quote = run_end(text, end, |b| b == b'\\');
    let quoted = is_quote(at(text, quote));
    let after = if quoted { quote + 1 } else { end };
    let comma = run_end(text, after, |b| matches!(b, b' ' | b'\t'));
    let parted = at(text, comma) == b',' && (quoted || list);
    let next = if parted { run_end(text, comma + 1, |b| matches!(b, b' ' | b'\t' | b'\n')) } else { comma };
    // A command goes on behind a backslash at the end of its line.
    let feed = at(text, next) == b'\\' && at(text, next + 1) == b'\n';
    let next = if feed { run_end(text, next + 2, |b| matches!(b, b' ' | b'\t')) } else { next };
    let first = at(text, run_end(text, next, |b| b == b'\\' || is_quote(b)));
    (next > after && first != b'-' && !is_escaped_quote(text, next)).then_some(next)
}

/// Whether an option of one letter takes a secret that begins at `next`.
fn takes_secret(text: &str, next: usize, letter: u8, command: Command) -> bool {
    let bytes = text.as_bytes();
    let start = run_end(bytes, next, |b| b == b'\\' || is_quote(b));
    let argument = text.get(start..unquoted_end(bytes, start)).unwrap_or_default();
    if letter == b'u' {
        return argument.contains(':');
    }
    // A port, a pair of them, or a path.
    let elsewhere = argument.contains('/') || argument.bytes().all(|b| b.is_ascii_digit() || matches!(b, b':' | b',' | b']' | b'.'));
    (command.letter == letter && letter > 1) || (command.letter == 0 && letter == b'p' && !elsewhere)
}

#[cfg(test)]
#[path = "flag_tests.rs"]
mod tests;
