//! What goes wrong inside a program or a service, of which nobody outside can say what would help.

use crate::classify::Class;
use crate::classify::keywords::rule::{
    Rule,
    Strength::{Sure, Usual},
};

pub(super) const RULES: &[Rule] = &[
    Rule::phrase(
        "internal.bug",
        Class::Unknown,
        "internal compiler error | entered unreachable code | unexpected signal | unexpected panic | cache lookup failed for | unexpected chunk number |
         xx000: | xx001: | assertion failure | this is a bug | please report this bug | please file a bug | please submit a full bug report |
         include this when reporting",
    )
    .strength(Sure)
    .from(
        "GCC and rustc internal errors; SQLSTATE class XX; Go runtime",
        "g++: internal compiler error: Killed",
        "the internals compile: permission denied",
    ),
    Rule::phrase(
        "internal.unsaid",
        Class::Unknown,
        "unspecified error | unspecified failure | unknown failure | unknown reason | unknown error code | unknown exception | no reason given |
         reason: none | e_unknown | e_fail | exited with signal | killed by signal | terminated by signal | process exited with code |
         interrupted by user | interrupted by the user | keyboardinterrupt | returned error: 500",
    )
    .strength(Usual)
    .from("COM error codes (E_FAIL); POSIX wait(2); libcurl error 22", "the worker was killed by signal 9", "an unspecified number: permission denied"),
    Rule::phrase("nothing.wrong", Class::Unknown, "nothing to commit").strength(Usual).from(
        "git-commit(1)",
        "nothing to commit, working tree clean",
        "nothing to commit to: permission denied",
    ),
    Rule::phrase(
        "program.crashed",
        Class::Unknown,
        "crashed with signal | program crashed | handle_crash | segmentation fault | sigsegv | sigabrt | sigbus | bus error | stack smashing",
    )
    .strength(Usual)
    .from("POSIX signal.h; glibc abort messages", "fatal: the program crashed with signal 6", "the crash test: permission denied"),
    Rule::code(
        "code.unknown",
        Class::Unknown,
        "unknown_server | unknown_server_error | unknown_error | unknown_exception | unknown_failure | internal_server_error | internal_error |
         internal_failure | internal_server_exception | unexpected_error | unhandled_exception | server_error | general_exception",
    )
    .strength(Usual)
    .from(
        "AWS, Google Cloud, Kafka and GraphQL error codes that say nothing",
        "{\"code\":\"UNKNOWN_SERVER_ERROR\"}",
        "{\"message\":\"connection refused\",\"path\":\"/unknown_error\"}",
    ),
];
