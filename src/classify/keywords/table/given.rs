//! Complaints of what was given, of who gives it and of how, in the words of command-line programs and of their libraries.

use crate::classify::Class;
use crate::classify::keywords::rule::{
    Rule, Sign,
    Strength::{Firm, Sure, Weak},
};

const PROGRAMS: &str = "messages of compilers, solvers, calculators and shells";

pub(super) const RULES: &[Rule] = &[
    Rule::phrase(
        "given.sense",
        Class::WrongArguments,
        "conformability | nonconformant | non-conformant | nonconformable | non-conformable | dimension mismatch | dimensions mismatch | shape mismatch |
         size mismatch | units mismatch | unit mismatch | dimensionality | requires a buffer | stack empty | stack underflow | empty stack |
         unknown constant | unknown identifier | unknown symbol | unknown sort | unknown variable | unknown operator | unknown predicate | undeclared |
         undefined identifier | undefined variable | undefined reference | impossible inverse | configuration error | line contains nul | no path between |
         contains errors | expression expected | zero-length | arity | not convertible | not invertible | singular matrix | division by 0 | domain error | length error | rank error | pick one of |
         could not be matched |
         unbound variable | unbound identifier",
    )
    .strength(Weak)
    .from(PROGRAMS, "line 3: unknown constant kea", "the undeclared_list: permission denied"),
    Rule::phrase(
        "given.address",
        Class::WrongArguments,
        "invalid scheme | expected connection string | invalid connection string | malformed connection string | connection string is invalid |
         connection string is malformed | connection string must | invalid connection uri | malformed uri | too many colons in address | invalid dsn | malformed dsn",
    )
    .sign(Sign::Address)
    .strength(Sure)
    .from("RFC 3986 section 3.1; drivers of databases", "Could not connect. Reason: invalid connection string", "the scheme_x: permission denied"),
    Rule::phrase(
        "given.variable",
        Class::WrongArguments,
        "ksh: ~ is read only | ksh: ~ is read-only | dash: ~ is read only | sh: ~: is read only | readonly variable | read-only variable | variable is read only |
         variable is readonly | variable is read-only",
    )
    .strength(Sure)
    .from("POSIX shell command language, readonly", "dash: 1: TZ: is read only", "the readonly_variable: permission denied"),
    Rule::phrase(
        "given.kind",
        Class::WrongArguments,
        "unsupported _ value | unsupported _ argument | unsupported _ parameter | unsupported _ option | unsupported _ input |
         unsupported input",
    )
    .strength(Sure)
    .from("argparse, getopt and validators of requests", "lathe: unsupported speed value: 200", "unsupportedX values: connection refused"),
    Rule::phrase(
        "given.form",
        Class::WrongArguments,
        "valid ~ superblock | valid ~ header | unexpected intro | parsing ~ header | no valid openpgp data | file signature not found | not an rpm package |
         debian format archive | effective type of | determine ~ type of | not a valid ~ file | not a valid ~ archive | not a valid ~ image |
         not a valid ~ document | missing ~ header | wrong magic | bad magic | magic number | no mthd | not a riff | not a midi",
    )
    .sign(Sign::Format)
    .strength(Firm)
    .from("readers of one form: unsquashfs(1), age(1), rpm(8), dpkg-deb(1)", "parsing lathe header: unexpected end", "the headers_x: permission denied"),
    Rule::phrase(
        "given.grant",
        Class::Authentication,
        "invalid grant | authorization_code has expired | authorization code has expired | authorization_code ~ expired | authorization code ~ expired |
         code was already redeemed | code has already been redeemed | code has already been used | no identity matched | could not read passphrase |
         cannot read passphrase | unable to read passphrase | must enter ~ password | must enter ~ passphrase | failed to authenticate the request |
         enter the key password | incorrect username or password |
         incorrect user name or password | incorrect email or password | incorrect login or password | not currently signed in | not currently logged in",
    )
    .strength(Sure)
    .from("RFC 6749 section 5.2 (invalid_grant); age(1); jarsigner(1)", "Invalid grant: the code is spent", "the grant_list: connection refused"),
    Rule::phrase(
        "given.root",
        Class::Permission,
        "cannot be run as root | can't be run as root | must not be run as root | should not be run as root | cannot run ~ as root | can not run ~ as root |
         can't run ~ as root | do not run ~ as root | don't run ~ as root | refusing to run as root | refuses to run as root | running ~ as root is |
         must not be run as the superuser | not permitted as root",
    )
    .strength(Sure)
    .from("initdb(1), bundle(1), Elasticsearch and Homebrew at start", "vault: this must not be run as root", "the root_list runs: connection refused"),
    Rule::phrase(
        "given.scope",
        Class::Permission,
        "you may not view | you may not modify | you may not change | you may not delete | you may not read | authorization error | have proper access | scope and url mismatch | scope mismatch | scopes mismatch",
    )
    .strength(Firm)
    .from("git-lfs and OAuth scopes of web services", "upload: scope mismatch", "the scope_list: connection refused"),
];
