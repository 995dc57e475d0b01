//! Codes and type names out of the form in which clients and runtimes print them.
//!
//! A row keeps no more of an error than its text. Where a client library or a runtime printed the protocol's own field into a fixed place of that text, it is read back from
//! there, and only from there: words elsewhere are left to the text rules.

/// How much of a text is looked at from its beginning.
const HEAD: usize = 256;

/// How many lines are looked at from an end.
const MAX_LINES: usize = 400;

fn first_line(text: &str) -> &str {
    let line = text.trim_start().lines().next().unwrap_or_default();
    line.get(..floor(line, HEAD)).unwrap_or_default()
}

/// The last boundary of a character at or before `at`.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// The error code of a JSON-RPC error as clients print it: `MCP error -32602: …` (the MCP SDK for TypeScript), `JSON-RPC error -32000`, `code: -32601`. Only numbers
/// that JSON-RPC 2.0 section 5.1 reserves count: any other belongs to an application and may be anything.
pub(super) fn rpc_code(text: &str) -> Option<i64> {
    const LEAD: [&str; 7] = ["mcp", "mcperror", "json", "rpc", "jsonrpc", "error", "code"];
    let line = first_line(text);
    let number = line.find("-32")?;
    let lead = line.get(..number)?.to_ascii_lowercase();
    let words = || lead.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    if words().next().is_none() || !words().all(|word| LEAD.contains(&word)) {
        return None;
    }
    let digits: String = line.get(number + 1..)?.chars().take_while(char::is_ascii_digit).take(6).collect();
    let code = -digits.parse::<i64>().ok()?;
    (-32768..=-32000).contains(&code).then_some(code)
}

/// The status number of a gRPC error as clients print it: `StatusCode.UNAVAILABLE` (Python), `14 UNAVAILABLE: …` (Node), `code = Unavailable desc = …` (Go),
/// `StatusRuntimeException: UNAVAILABLE: …` (Java), `Code: Unavailable` (grpcurl), `status: Unavailable, message: …` (tonic).
pub(super) fn grpc_status(text: &str) -> Option<i32> {
    const BEFORE: [&str; 9] = [
        "status = StatusCode.",
        "StatusCode.",
        "StatusCode=",
        "StatusRuntimeException: ",
        "StatusException: ",
        "rpc error: code = ",
        "Code: ",
        "status: ",
        "code: ",
    ];
    let head = first_line(text);
    let head = head.strip_prefix("Error: ").unwrap_or(head).trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
    let at_head = word(head).filter(|name| head.get(name.len()..).is_some_and(|rest| rest.starts_with(':'))).and_then(status_number);
    at_head.or_else(|| BEFORE.iter().find_map(|before| status_number(word(text.split_once(before)?.1)?)))
}

/// The word of letters and underscores at the beginning, inside a quote or not.
fn word(text: &str) -> Option<&str> {
    let text = text.trim_start_matches(['"', '\'']);
    let end = text.find(|c: char| !c.is_ascii_alphabetic() && c != '_').unwrap_or(text.len());
    text.get(..end).filter(|word| !word.is_empty() && word.len() <= 32)
}

/// The number of a status by its name, in capitals or in camel case ("Status codes and their use in gRPC").
fn status_number(name: &str) -> Option<i32> {
    const NAMES: [&str; 17] = [
        "ok",
        "cancelled",
        "unknown",
        "invalidargument",
        "deadlineexceeded",
        "notfound",
        "alreadyexists",
        "permissiondenied",
        "resourceexhausted",
        "failedprecondition",
        "aborted",
        "outofrange",
        "unimplemented",
        "internal",
        "unavailable",
        "dataloss",
        "unauthenticated",
    ];
    let plain = name.replace('_', "").to_ascii_lowercase();
    let plain = if plain == "canceled" { "cancelled" } else { &plain };
    NAMES.iter().zip(0..).find_map(|(known, number)| (*known == plain && number > 0).then_some(number))
}

/// The type of the exception that ended a Python program: the first line without indentation below the frames of the last traceback; where there is no traceback, the last
/// line if it has the form of one.
pub(super) fn python_exception(text: &str) -> Option<&str> {
    const HEADER: &str = "Traceback (most recent call last):";
    let start = text.rfind(HEADER).filter(|at| text.get(..*at).is_some_and(|before| before.is_empty() || before.ends_with('\n')));
    match start.and_then(|at| text.get(at + HEADER.len()..)) {
        Some(frames) => frames.lines().skip(1).find(|line| !line.starts_with([' ', '\t']) && !line.trim().is_empty()).and_then(type_name),
        None => {
            let last = text.lines().rev().take(MAX_LINES).find(|line| !line.trim().is_empty())?;
            type_name(last).filter(|name| is_error_name(name))
        }
    }
}

/// `Name` of `Name: message` or of `Name` alone.
fn type_name(line: &str) -> Option<&str> {
    let name = line.split_once(": ").map_or(line, |(name, _)| name).trim_end().trim_end_matches(':');
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_');
    (!name.is_empty() && name.len() <= 128 && !name.starts_with(|c: char| c.is_numeric()) && name.chars().all(plain)).then_some(name)
}

fn is_error_name(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or(name);
    ["Error", "Exception", "Warning", "Timeout", "Interrupt", "Exit", "Expired"].iter().any(|end| last.ends_with(end))
}

/// What Node prints of an uncaught error: its `code` (`ENOENT`, `ERR_INVALID_ARG_TYPE`) where it has one, else its type, unless that is plain `Error`.
pub(super) fn node_error(text: &str) -> Option<&str> {
    let mut type_found = None;
    for line in text.lines().take(MAX_LINES).map(str::trim) {
        if let Some(code) = line.strip_prefix("code: '").and_then(|rest| rest.split_once('\'')).map(|(code, _)| code)
            && is_node_code(code)
        {
            return Some(code);
        }
        if type_found.is_none() {
            type_found = node_type(line);
        }
    }
    type_found
}

/// `Name` or `CODE` of `Name: message` and `Name [CODE]: message`.
fn node_type(line: &str) -> Option<&str> {
    let (head, _) = line.split_once(": ").or_else(|| line.strip_suffix(':').map(|head| (head, "")))?;
    let head = head.strip_prefix("Uncaught ").unwrap_or(head);
    let (name, code) = match head.split_once(" [") {
        Some((name, code)) => (name, code.strip_suffix(']')),
        None => (head, None),
    };
    type_name(name).filter(|name| is_error_name(name))?;
    code.filter(|code| is_node_code(code)).or((name != "Error").then_some(name))
}

fn is_node_code(code: &str) -> bool {
    (2..=64).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
}

/// The vendor's code as a database client prints it: `ERROR 1045 (28000): …` (MySQL; the SQLSTATE), `ERROR:  42P01: …` (psql, verbose), `SQLSTATE[42S02]` and
/// `SQL state: 42P01`, `ORA-00942: …` (Oracle).
pub(super) fn sql_code(text: &str) -> Option<&str> {
    text.lines().take(MAX_LINES).map(str::trim_start).find_map(|line| oracle(line).or_else(|| sqlstate(line)))
}

fn oracle(line: &str) -> Option<&str> {
    let code = line.get(..9).filter(|code| code.starts_with("ORA-"))?;
    let whole = line.get(9..).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()));
    (whole && code.bytes().skip(4).all(|byte| byte.is_ascii_digit())).then_some(code)
}

fn sqlstate(line: &str) -> Option<&str> {
    let after = |before: &str| line.strip_prefix(before);
    let rest = after("SQLSTATE[").or_else(|| after("SQLSTATE: ")).or_else(|| after("SQL state: ")).or_else(|| {
        let rest = after("ERROR")?;
        match rest.strip_prefix(':') {
            Some(rest) => Some(rest.trim_start()),
            None => rest.split_once(" (").filter(|(number, _)| number.trim().bytes().all(|byte| byte.is_ascii_digit())).map(|(_, rest)| rest),
        }
    })?;
    let code = rest.get(..5).filter(|code| code.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit()))?;
    let ends = rest.get(5..).is_some_and(|rest| rest.is_empty() || rest.starts_with([')', ']', ':']));
    (ends && code.bytes().any(|byte| byte.is_ascii_digit())).then_some(code)
}

#[cfg(test)]
#[path = "heads_tests.rs"]
mod tests;
