//! Which program a process tool runs, so that `git push` and `cargo test` through one shell tool are two operations.

use super::shell::{Token, Tokens};
use serde_json::Value;
use std::{borrow::Cow, iter};

/// How often wrappers and `sh -c` are looked into.
const MAX_DEPTH: usize = 6;
/// A longer program name is none.
const MAX_NAME: usize = 64;

/// The program, and for a program with subcommands the subcommand, that the arguments of a process tool run: `git commit` of `{"command": "cd x && git commit -m y"}`.
///
/// Fits [`ToolDescriptor::operation`](crate::admission::ToolDescriptor::operation). It reads `command`, `cmd` or `argv` (a command line, or an array of words),
/// and `program`, `executable` or `command` with `args`. Assignments, wrappers such as `sudo`, `env`, `time`, `nice` and `timeout`, and `sh -c` are looked through;
/// the directory of a program's path is dropped; of several commands the first counts that is not a preparation such as `cd`. `None` where no program can be read
/// without evaluating the line; then the tool is one operation.
///
/// ```
/// use serde_json::json;
/// use tool_recovery::{admission::ToolDescriptor, facts::process::program_and_subcommand};
///
/// let shell = ToolDescriptor::new("bash").operation(program_and_subcommand);
/// assert_eq!(program_and_subcommand(&json!({"command": "sudo /usr/bin/git push origin"})).as_deref(), Some("git push"));
/// assert_eq!(program_and_subcommand(&json!({"cmd": ["grep", "-r", "todo"]})).as_deref(), Some("grep"));
/// ```
#[must_use]
pub fn program_and_subcommand(arguments: &Value) -> Option<Cow<'_, str>> {
    let command = ["command", "cmd", "argv", "program", "executable"].into_iter().find_map(|key| arguments.get(key)).unwrap_or(arguments);
    let words = arguments.get("args").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    match command {
        Value::String(line) if words.is_empty() => in_line(line, 0),
        Value::String(program) => in_words(iter::once(program.as_str()).chain(strings(words)), 0),
        Value::Array(list) => match list.as_slice() {
            [Value::String(line)] if words.is_empty() => in_line(line, 0),
            _ => in_words(strings(list).chain(strings(words)), 0),
        },
        _ => None,
    }
}

fn strings(values: &[Value]) -> impl Iterator<Item = &str> {
    values.iter().map_while(Value::as_str).take(64)
}

fn in_words<'a>(words: impl Iterator<Item = &'a str>, depth: usize) -> Option<Cow<'a, str>> {
    let words: Vec<_> = words.map(|word| Token::Word { text: Cow::Borrowed(word), at: None }).collect();
    in_tokens(None, &words, depth)
}

fn in_line(line: &str, depth: usize) -> Option<Cow<'_, str>> {
    let tokens: Vec<_> = Tokens::new(line).take(256).collect();
    in_tokens(Some(line), &tokens, depth)
}

fn in_tokens<'a>(line: Option<&'a str>, tokens: &[Token<'a>], depth: usize) -> Option<Cow<'a, str>> {
    if depth > MAX_DEPTH {
        return None;
    }
    let mut preparation = None;
    for command in tokens.split(|token| *token == Token::Break) {
        let words = without_prefix(command);
        let Some(program) = words.first().and_then(text) else { continue };
        if LOOPS.contains(&program) {
            continue;
        }
        if PREPARATIONS.contains(&program) {
            preparation = preparation.or(Some(words));
            continue;
        }
        return in_command(line, words, depth);
    }
    preparation.and_then(|words| named(line, words))
}

/// What may stand before a program in a command: reserved words and assignments.
fn without_prefix<'t, 'a>(mut words: &'t [Token<'a>]) -> &'t [Token<'a>] {
    while let Some(first) = words.first().and_then(text) {
        if !RESERVED.contains(&first) && !is_assignment(first) {
            break;
        }
        words = words.get(1..).unwrap_or_default();
    }
    words
}

fn in_command<'a>(line: Option<&'a str>, words: &[Token<'a>], depth: usize) -> Option<Cow<'a, str>> {
    let program = last_component(text(words.first()?)?);
    let rest = words.get(1..).unwrap_or_default();
    if let Some((_, with_value, operands)) = WRAPPERS.iter().find(|(name, ..)| *name == program) {
        let inner = rest.get(skip_options(rest, with_value)..).unwrap_or_default();
        let inner = without_prefix(inner.get(*operands..).unwrap_or_default());
        return if inner.is_empty() { named(line, words) } else { in_tokens(line, inner, depth + 1) };
    }
    if SHELLS.contains(&program) {
        return match script_of_shell(rest) {
            Some(Token::Word { text: Cow::Borrowed(script), .. }) => in_line(script, depth + 1),
            Some(Token::Word { text: Cow::Owned(script), .. }) => in_line(script, depth + 1).map(|found| Cow::Owned(found.into_owned())),
            _ => named(line, words),
        };
    }
    if program.starts_with("python") && rest.first().and_then(text) == Some("-m") {
        return named(line, rest.get(1..).unwrap_or_default());
    }
    named(line, words)
}

/// The script of `sh -c script`; the `c` may stand among other letters, as in `-lc`.
fn script_of_shell<'t, 'a>(rest: &'t [Token<'a>]) -> Option<&'t Token<'a>> {
    let mut at = 0;
    loop {
        let option = text(rest.get(at)?)?.strip_prefix('-')?;
        match option {
            _ if option.starts_with('-') => at += 1,
            _ if option.contains('c') => return rest.get(at + 1),
            _ if option.ends_with(['o', 'O']) => at += 2,
            _ => at += 1,
        }
    }
}

/// The program's name, with the subcommand where the program has such.
fn named<'a>(line: Option<&'a str>, words: &[Token<'a>]) -> Option<Cow<'a, str>> {
    let (first, at) = place(words.first()?)?;
    let program = last_component(first);
    if program.is_empty() || program.len() > MAX_NAME || program.contains(|c: char| matches!(c, '$' | '`' | '*') || c.is_control() || c.is_whitespace()) {
        return None;
    }
    let Some((_, with_value)) = MULTIPLE.iter().find(|(name, _)| *name == program) else { return part(words.first()?, program) };
    let rest = words.get(1..).unwrap_or_default();
    let Some((word, word_at)) = rest.get(skip_options(rest, with_value)).and_then(place).filter(|(word, _)| is_subcommand(word)) else {
        return part(words.first()?, program);
    };
    let start = at.map(|at| at + first.len() - program.len());
    let as_it_stands = line.zip(start).zip(word_at).and_then(|((line, start), word_at)| line.get(start..word_at + word.len()));
    match as_it_stands {
        Some(both) if both.len() == program.len() + 1 + word.len() && both.as_bytes().get(program.len()) == Some(&b' ') => Some(Cow::Borrowed(both)),
        _ => Some(Cow::Owned(format!("{program} {word}"))),
    }
}

/// `part` of a token's text, borrowed where the token is.
fn part<'a>(token: &Token<'a>, part: &str) -> Option<Cow<'a, str>> {
    match token {
        Token::Word { text: Cow::Borrowed(whole), .. } => whole.get(whole.len() - part.len()..).map(Cow::Borrowed),
        _ => Some(Cow::Owned(part.to_owned())),
    }
}

fn text<'t>(token: &'t Token<'_>) -> Option<&'t str> {
    place(token).map(|(text, _)| text)
}

fn place<'t>(token: &'t Token<'_>) -> Option<(&'t str, Option<usize>)> {
    match token {
        Token::Word { text, at } => Some((text, *at)),
        Token::Break => None,
    }
}

/// How many words at the start are options; those in `with_value` take the next word too.
fn skip_options(words: &[Token<'_>], with_value: &[&str]) -> usize {
    let mut at = 0;
    while let Some(word) = words.get(at).and_then(text) {
        if word == "--" {
            return at + 1;
        }
        if !word.starts_with(['-', '+']) {
            break;
        }
        at += if with_value.contains(&word) { 2 } else { 1 };
    }
    at
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=')
        .is_some_and(|(name, _)| name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
}

fn is_subcommand(word: &str) -> bool {
    let inside = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_' | ':');
    word.len() <= 32 && word.starts_with(|c: char| c.is_ascii_lowercase()) && word.chars().all(inside)
}

fn last_component(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Reserved words that a command may follow (POSIX.1-2024, XCU 2.4).
const RESERVED: &[&str] = &["!", "{", "if", "then", "else", "while", "until", "do"];
/// Reserved words whose rest is no command.
const LOOPS: &[&str] = &["for", "case", "select", "function", "fi", "done", "esac", "}", "elif", "in"];
/// Commands that prepare the next one.
const PREPARATIONS: &[&str] = &["cd", "pushd", "popd", "set", "export", "unset", "source", ".", ":", "true", "umask", "ulimit", "shopt", "[", "[["];
const SHELLS: &[&str] = &["sh", "bash", "dash", "zsh", "ksh", "ash"];

/// Programs that run another one: name, options with a value, operands before the program.
const WRAPPERS: &[(&str, &[&str], usize)] = &[
    ("sudo", &["-u", "-g", "-h", "-p", "-C", "-T", "-D", "-R", "-r", "-t", "-U", "--user", "--group"], 0),
    ("doas", &["-u", "-C"], 0),
    ("env", &["-u", "-C", "--unset", "--chdir"], 0),
    ("time", &["-f", "-o", "--format", "--output"], 0),
    ("nice", &["-n", "--adjustment"], 0),
    ("ionice", &["-c", "-n", "--class", "--classdata"], 0),
    ("timeout", &["-s", "-k", "--signal", "--kill-after"], 1),
    ("nohup", &[], 0),
    ("setsid", &[], 0),
    ("stdbuf", &["-i", "-o", "-e"], 0),
    ("command", &[], 0),
    ("builtin", &[], 0),
    ("exec", &["-a"], 0),
    ("eatmydata", &[], 0),
    ("npx", &["-p", "--package"], 0),
    ("uvx", &["--from", "--with", "-p", "--python"], 0),
    ("bunx", &["-p", "--package"], 0),
];

/// Programs whose first operand says what they do: name, options with a value that may stand before it.
const MULTIPLE: &[(&str, &[&str])] = &[
    ("git", &["-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path"]),
    ("gh", &["-R", "--repo"]),
    ("hg", &["-R", "--cwd"]),
    ("svn", &["--username", "--password"]),
    ("jj", &["-R", "--repository"]),
    ("cargo", &["-C", "-Z", "--config", "--color"]),
    ("rustup", &[]),
    ("go", &["-C"]),
    ("npm", &["--prefix", "-w", "--workspace"]),
    ("pnpm", &["-C", "--dir", "--filter", "-F"]),
    ("yarn", &["--cwd"]),
    ("bun", &["--cwd"]),
    ("deno", &[]),
    ("pip", &["--proxy", "--cache-dir"]),
    ("pip3", &["--proxy", "--cache-dir"]),
    ("uv", &["--directory", "--project"]),
    ("poetry", &["-C", "--directory"]),
    ("conda", &[]),
    ("gem", &[]),
    ("bundle", &[]),
    ("composer", &["-d"]),
    ("dotnet", &[]),
    ("mvn", &["-f", "-pl", "-s"]),
    ("gradle", &["-p", "-b"]),
    ("gradlew", &["-p", "-b"]),
    ("make", &["-C", "-f", "-j", "-I"]),
    ("just", &["-f", "--justfile", "-d"]),
    ("bazel", &[]),
    ("apt", &["-o", "-t"]),
    ("apt-get", &["-o", "-t"]),
    ("dnf", &[]),
    ("yum", &[]),
    ("apk", &[]),
    ("brew", &[]),
    ("snap", &[]),
    ("systemctl", &["-H", "-M", "--host", "--machine"]),
    ("docker", &["-H", "-c", "-l", "--host", "--context", "--config", "--log-level"]),
    ("podman", &["--url", "--connection"]),
    ("docker-compose", &["-f", "-p", "--file", "--project-name"]),
    ("kubectl", &["-n", "--namespace", "--context", "--kubeconfig", "--cluster", "--user"]),
    ("helm", &["-n", "--namespace", "--kube-context"]),
    ("terraform", &[]),
    ("tofu", &[]),
    ("pulumi", &["-C", "--cwd", "-s", "--stack"]),
    ("aws", &["--profile", "--region", "--output", "--endpoint-url"]),
    ("gcloud", &["--project", "--account", "--format"]),
    ("az", &["--subscription", "-o", "--output"]),
    ("vercel", &["--token", "--scope", "--cwd"]),
    ("ollama", &[]),
    ("openssl", &[]),
];

#[cfg(test)]
#[path = "operation_tests.rs"]
mod tests;
