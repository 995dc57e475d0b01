//! What goes wrong inside a program or a service, of which nobody outside can say what would help.

use crate::classify::Class;
use crate::classify::keywords::rule::{
    Rule,
    Strength::{Firm, Sure, Usual},
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
    .from("GCC and rustc internal errors; SQLSTATE class XX; Go runtime", "g++: internal compiler error: Killed", "the internals compile: permission denied"),
    Rule::phrase(
        "internal.unsaid",
        Class::Unknown,
        "unspecified error | unspecified failure | unknown failure | unknown reason | unknown error code | unknown exception | no reason given |
         reason: none | e_unknown | e_fail | exited with signal | killed by signal | terminated by signal | process exited with code |
         interrupted by user | interrupted by the user | keyboardinterrupt | returned error: 500",
    )
    .strength(Usual)
    .from("COM error codes (E_FAIL); POSIX wait(2); libcurl error 22", "the worker was killed by signal 9", "an unspecified number: permission denied"),
    Rule::status("http.text.500", Class::Unknown, "500").from("RFC 9110 section 15.6.1", "upstream answered: HTTP 500", "read 500 rows; permission denied"),
    Rule::phrase("plain.permission", Class::Permission, "not allowed in this channel | are not allowed in this | has denied this | user has denied | requires billing to be enabled | billing to be enabled | read-only / allow delete | read-only-allow-delete | saml enforcement | saml sso | sso enforcement | protected by organization")
        .strength(Firm)
        .from("Elasticsearch index blocks; GitHub SAML single sign-on; Google Cloud billing", "Resource protected by SAML enforcement.", "the user has denial: connection refused"),
    Rule::phrase("plain.authentication", Class::Authentication, "x-api-key header | api key header | token header | authorization header is required | header ~ must contain the token")
        .strength(Firm)
        .from("RFC 9110 section 11.6.2; error texts of web services", "The X-Api-Key header is required here", "the api keys head: connection refused"),
    Rule::phrase("plain.unavailable", Class::Unavailable, "mcp server disconnected | mcp server is not | no such binary | no language server | brokers are down | broker transport failure | javascript runtime | no provider found")
        .sub(crate::classify::Subkind::Service)
        .strength(Firm)
        .from("Model Context Protocol hosts; librdkafka error texts; ExecJS", "2/2 brokers are down", "the brokers down: permission denied"),
    Rule::phrase("plain.transient", Class::Transient, "lock file exists | lockfile exists | is recovering | pool exhausted | pool is exhausted | stream error: | unexpected end of file from server | not_leader_or_follower")
        .strength(Firm)
        .from("Java HttpURLConnection; Go http2; Kafka error codes; Elasticsearch shards", "the shard is recovering", "a stream of errors: permission denied"),
];
