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

fn strings(values: &[Value]) -> impl Iterator<Item = &str> + Clone {
    values.iter().map_while(Value::as_str).take(64)
}

fn in_words<'a>(words: impl Iterator<Item = &'a str> + Clone, depth: usize) -> Option<Cow<'a, str>> {
    in_commands(None, words.map(|word| Token::Word { text: Cow::Borrowed(word), at: None }), depth)
}

fn in_line(line: &str, depth: usize) -> Option<Cow<'_, str>> {
    // A margin must not push the program out of the part that is looked at.
    let line = line.trim_start();
    in_commands(Some(line), Tokens::new(line), depth)
}

/// The program of the first command that is not a preparation, else of the first preparation.
fn in_commands<'a>(line: Option<&'a str>, mut tokens: impl Iterator<Item = Token<'a>> + Clone, depth: usize) -> Option<Cow<'a, str>> {
    let mut preparation = None;
    while let Some(token) = tokens.next() {
        let Some(word) = text(&token) else { continue };
        if RESERVED.contains(&word) || is_assignment(word) {
            continue;
        }
        let prepares = PREPARATIONS.contains(&word);
        if !prepares && !NO_COMMAND.contains(&word) {
            return in_command(line, &token, tokens, depth);
        }
        if prepares && preparation.is_none() {
            preparation = part(&token, word);
        }
        tokens.by_ref().find(|token| *token == Token::Break);
    }
    preparation
}

/// The program that a command runs, which begins with the word `first`.
fn in_command<'a>(line: Option<&'a str>, first: &Token<'a>, rest: impl Iterator<Item = Token<'a>> + Clone, depth: usize) -> Option<Cow<'a, str>> {
    let program = last_component(text(first)?);
    if depth > MAX_DEPTH {
        return None;
    }
    if let Some((_, with_value, operands)) = WRAPPERS.iter().find(|(name, ..)| *name == program) {
        let mut inner = rest.clone();
        skip_options(&mut inner, with_value);
        let skipped = inner.by_ref().take(*operands).filter(|token| *token != Token::Break).count();
        let runs_another = skipped == *operands && matches!(inner.clone().next(), Some(Token::Word { .. }));
        return if runs_another { in_commands(line, inner, depth + 1) } else { named(line, first, rest) };
    }
    if SHELLS.contains(&program) {
        return match script_of_shell(rest.clone()) {
            Some(Cow::Borrowed(script)) => in_line(script, depth + 1),
            Some(Cow::Owned(script)) => in_line(&script, depth + 1).map(|found| found.into_owned().into()),
            None => named(line, first, rest),
        };
    }
    if program.starts_with("python") {
        let mut module = rest.clone();
        if module.next().as_ref().and_then(text) == Some("-m") {
            return module.next().and_then(|name| named(line, &name, module));
        }
    }
    named(line, first, rest)
}

/// The script of `sh -c script`; the `c` may stand among other letters, as in `-lc`.
fn script_of_shell<'a>(mut words: impl Iterator<Item = Token<'a>>) -> Option<Cow<'a, str>> {
    loop {
        let word = words.next()?;
        let option = text(&word)?.strip_prefix('-')?;
        if option.starts_with('-') {
            continue;
        }
        if option.contains('c') {
            return match words.next()? {
                Token::Word { text, .. } => Some(text),
                Token::Break => None,
            };
        }
        if option.ends_with(['o', 'O']) {
            words.next();
        }
    }
}

/// The program's name, with the subcommand where the program has such.
fn named<'a>(line: Option<&'a str>, first: &Token<'a>, mut rest: impl Iterator<Item = Token<'a>> + Clone) -> Option<Cow<'a, str>> {
    let (word, at) = place(first)?;
    let program = last_component(word);
    if program.is_empty() || program.len() > MAX_NAME || program.contains(|c: char| matches!(c, '$' | '`' | '*') || c.is_control() || c.is_whitespace()) {
        return None;
    }
    let Some((_, with_value)) = MULTIPLE.iter().find(|(name, _)| *name == program) else { return part(first, program) };
    skip_options(&mut rest, with_value);
    let next = rest.next();
    let Some((sub, sub_at)) = next.as_ref().and_then(place).filter(|(sub, _)| is_subcommand(sub)) else { return part(first, program) };
    let start = at.map(|at| at + word.len() - program.len());
    let as_it_stands = line.zip(start).zip(sub_at).and_then(|((line, start), sub_at)| line.get(start..sub_at + sub.len()));
    match as_it_stands {
        Some(both) if both.len() == program.len() + 1 + sub.len() && both.as_bytes().get(program.len()) == Some(&b' ') => Some(Cow::Borrowed(both)),
        _ => Some(Cow::Owned(format!("{program} {sub}"))),
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

/// Skips the options that are next; those in `with_value` take the word after them too.
fn skip_options<'a>(words: &mut (impl Iterator<Item = Token<'a>> + Clone), with_value: &[&str]) {
    loop {
        let mut ahead = words.clone();
        let next = ahead.next();
        let Some(option) = next.as_ref().and_then(text).filter(|word| word.starts_with(['-', '+'])) else { return };
        if with_value.contains(&option) {
            ahead.next();
        }
        *words = ahead;
        if option == "--" {
            return;
        }
    }
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
const NO_COMMAND: &[&str] = &["for", "case", "select", "function", "fi", "done", "esac", "}", "elif", "in"];
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
