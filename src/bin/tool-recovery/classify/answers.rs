//! Exit codes that are answers, as a host would declare them for its process tools.

use serde_json::Value;
use tool_recovery::facts::process::program_and_subcommand;

/// Programs whose exit code 1 says "no" or "different": POSIX.1-2024 for grep, diff, cmp, test and expr; the manuals of the others.
const ONE_IS_AN_ANSWER: [&str; 17] =
    ["grep", "egrep", "fgrep", "zgrep", "rg", "ag", "ack", "git grep", "diff", "git diff", "cmp", "test", "[", "[[", "expr", "pgrep", "pidof"];

/// The exit codes of this command that are answers. `printed` is what it printed: a complaint in it says that another part of the command failed.
pub(super) fn answers(arguments: &Value, printed: &str) -> &'static [i32] {
    let Some(program) = program_and_subcommand(arguments) else { return &[] };
    let declared = ONE_IS_AN_ANSWER.contains(&&*program);
    if declared && !complains(printed, &program, is_compound(arguments)) { &[1] } else { &[] }
}

/// Whether the exit code may be another program's than the first one's. Quotes are not looked at: a pattern with a bar in it counts as compound, which only asks for more.
fn is_compound(arguments: &Value) -> bool {
    let line = ["command", "cmd"].into_iter().find_map(|key| arguments.get(key)?.as_str());
    line.is_some_and(|line| line.trim().contains(['|', ';', '&', '\n']))
}

/// Whether the output holds an error. Programs begin an error with their own name and a colon (GNU Coding Standards, "Formatting Error Messages"), and so do shells. Of a
/// compound command any output may be one.
fn complains(printed: &str, program: &str, compound: bool) -> bool {
    const SHELLS: [&str; 5] = ["sh", "bash", "dash", "zsh", "/bin/sh"];
    if compound {
        return !printed.trim().is_empty();
    }
    let names = program.split_whitespace().take(1).chain(SHELLS);
    names.into_iter().any(|name| printed.lines().any(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(": ")) || is_git_error(name, line)))
}

fn is_git_error(name: &str, line: &str) -> bool {
    name == "git" && (line.starts_with("fatal: ") || line.starts_with("error: "))
}

#[cfg(test)]
#[path = "answers_tests.rs"]
mod tests;
