//! Reply codes and error vocabularies of protocols, where a text names them.

use crate::classify::keywords::rule::{
    Rule,
    Strength::{Firm, Sure, Usual},
};
use crate::classify::{Class, Subkind};

const OAUTH: &str = "RFC 6749 sections 4.1.2.1 and 5.2; RFC 8628 section 3.5";
const LSP: &str = "Language Server Protocol 3.17, ErrorCodes";
const CURL: &str = "curl(1), exit codes";
const FTP: &str = "RFC 959 section 4.2; RFC 5321 section 4.2; RFC 3463";

pub(super) const RULES: &[Rule] = &[
    Rule::code("oauth.permission", Class::Permission, "unauthorized_client").from(
        OAUTH,
        "{\"error\":\"unauthorized_client\"}",
        "{\"message\":\"connection refused\",\"path\":\"/unauthorized_client\"}",
    ),
    Rule::code("oauth.transient", Class::Transient, "authorization_pending").from(
        OAUTH,
        "{\"error\":\"authorization_pending\"}",
        "{\"message\":\"permission denied\",\"path\":\"/authorization_pending\"}",
    ),
    Rule::phrase("lsp.transient", Class::Transient, "content modified | -32801 | -32802 | server cancelled the request").strength(Firm).from(
        LSP,
        "ResponseError -32801: content modified",
        "the content modifiedX: permission denied",
    ),
    Rule::phrase("reply.unsupported", Class::Unsupported, "500 5.5.* | 502 5.5.* | 504 5.5.* | command not recognized | ^502 command | ^504 command")
        .strength(Firm)
        .from(FTP, "502 5.5.1 XCLIENT", "550 5.1.1 User unknown"),
    Rule::phrase("reply.argument", Class::WrongArguments, "503 5.5.* | bad sequence of commands | file name not allowed | ^501 | response: 550")
        .strength(Firm)
        .from(FTP, "503 Bad sequence of commands", "421 4.3.2 Service shutting down"),
    Rule::phrase(
        "reply.permission",
        Class::Permission,
        "553 could not create | 550 could not create | 550 create directory | 550 delete operation | 550 rename",
    )
    .strength(Firm)
    .from(FTP, "553 Could not create file.", "550 no such file"),
    Rule::phrase(
        "reply.transient",
        Class::Transient,
        "can't open data connection | cannot open data connection | transfer aborted | 425 failed | 425 can't |
         425 cannot | 425 unable | 425 no data | 426 failure | 426 connection | 426 data",
    )
    .strength(Sure)
    .from(FTP, "426 Connection closed; transfer aborted.", "426.5 files; permission denied"),
    Rule::phrase("reply.quota", Class::RateLimited, "exceeded storage allocation | ^452 insufficient storage").sub(Subkind::Quota).strength(Sure).from(
        FTP,
        "552 Requested file action aborted. Exceeded storage allocation",
        "storage allocation: permission denied",
    ),
    Rule::phrase(
        "http.client.lost",
        Class::Transient,
        "end of file before message length reached | before message length | error reading a body from connection | before message completed |
         incompletemessage | unexpected eof during chunk | invalid chunk size | incompleteread |
         content-length mismatch | response body closed | body is incomplete",
    )
    .strength(Usual)
    .from(
        "hyper and reqwest error messages; Go net/http; RFC 9112 section 8",
        "body error: end of file before message length reached",
        "the chunk sizes_x: permission denied",
    ),
    Rule::phrase(
        "redis.busy",
        Class::Transient,
        "^oom command not allowed | ^(error) oom command | oom command not allowed | tryagain multiple keys | ^tryagain",
    )
    .strength(Sure)
    .from("redis.io, errors: OOM, TRYAGAIN", "TRYAGAIN Multiple keys request during rehashing of slot", "try again later_x: permission denied"),
    Rule::phrase("broker.auth", Class::Authentication, "authorization violation | connection closed by authenticating user | closed by invalid user")
        .strength(Sure)
        .from("NATS protocol, -ERR; sshd(8) messages", "nats: Authorization Violation", "violation of authority: connection refused"),
    Rule::phrase("broker.absent", Class::Unavailable, "no responders available | no responders | is sealed").sub(Subkind::Service).strength(Firm).from(
        "NATS request-reply; Vault seal status",
        "request: no responders available for request",
        "responders: 3; permission denied",
    ),
    Rule::code("broker.forced", Class::Transient, "connection_forced | not_controller").from(
        "AMQP 0-9-1 reply codes; Kafka error codes",
        "CONNECTION_FORCED: broker shutdown",
        "{\"message\":\"permission denied\",\"path\":\"/connection_forced\"}",
    ),
    Rule::phrase(
        "card.declined",
        Class::WrongArguments,
        "your card has insufficient funds | your card was declined | card was declined | your card has expired | card has expired | your card number |
         your card's",
    )
    .strength(Sure)
    .from("Stripe API, decline codes", "Your card was declined.", "the cardinal: connection refused"),
    Rule::phrase("curl.transient", Class::Transient, "curl: (18) | curl: (28) | curl: (52) | curl: (55) | curl: (56) | curl: (92)").strength(Usual).from(
        CURL,
        "curl: (92) stream 1",
        "curl: (60) certificate",
    ),
    Rule::phrase("curl.unavailable", Class::Unavailable, "curl: (5) | curl: (6) | curl: (7) | curl: (35) | curl: (51) | curl: (60)")
        .sub(Subkind::Service)
        .strength(Usual)
        .from(CURL, "curl: (35) schannel", "curl: (3) address"),
    Rule::phrase("curl.argument", Class::WrongArguments, "curl: (2) | curl: (3) | curl: (26) | curl: (37) | curl: (47) | curl: (78)").strength(Usual).from(
        CURL,
        "curl: (47) redirects",
        "curl: (28) seconds",
    ),
    Rule::phrase("curl.permission", Class::Permission, "curl: (9)").strength(Usual).from(CURL, "curl: (9) directory", "curl: (92) stream"),
];
