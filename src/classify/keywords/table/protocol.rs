//! Reply codes and error vocabularies of protocols, where a text names them.

use crate::classify::keywords::rule::{
    Rule, Sign,
    Strength::{Firm, Sure, Usual, Weak},
};
use crate::classify::{Class, Subkind};

const OAUTH: &str = "RFC 6749 sections 4.1.2.1 and 5.2; RFC 8628 section 3.5";
const LSP: &str = "Language Server Protocol 3.17, ErrorCodes";
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
        "package.query",
        Class::WrongArguments,
        "dpkg-query: ~ is not installed | is not installed and no information is available | is not installed, skipping |
         is not installed, so not removed",
    )
    .strength(Sure)
    .from(
        "dpkg-query(1); rpm(8), queries; apt-get(8)",
        "dpkg-query: package 'frobnicate' is not installed and no information is available",
        "the package curl is needed: permission denied",
    ),
    Rule::phrase("file.unavailable", Class::WrongArguments, "file ~ is unavailable").strength(Firm).from(
        "bc(1): files that cannot be opened",
        "File sums.bc is unavailable.",
        "profile service is unavailable",
    ),
    Rule::phrase(
        "script.position",
        Class::WrongArguments,
        "expression #* | extra characters after | extra characters at | at column | at character | at offset | at position | at byte | near line |
         parse error at | error at line | on line",
    )
    .strength(Weak)
    .from(
        "GNU sed and awk messages; JSON, TOML and SQL parsers: the place in the input that is complained of",
        "sed: -e expression #1, char 7: extra characters after command",
        "expressions: 3; connection refused",
    ),
    Rule::phrase(
        "yaml.found",
        Class::WrongArguments,
        "found unexpected | that cannot start any token | while scanning a | while parsing a | did not find expected",
    )
    .strength(Sure)
    .sign(Sign::Format)
    .from("YAML 1.2 parsers: PyYAML, libyaml", "found unexpected end of stream", "we found unexpectedX: permission denied"),
    Rule::phrase(
        "redis.busy",
        Class::Transient,
        "^oom command not allowed | ^(error) oom command | oom command not allowed | tryagain multiple keys | ^tryagain",
    )
    .strength(Sure)
    .from("redis.io, errors: OOM, TRYAGAIN", "TRYAGAIN Multiple keys request during rehashing of slot", "try again later_x: permission denied"),
    Rule::phrase(
        "sql.undefined",
        Class::WrongArguments,
        "function ~ does not exist | operator does not exist | aggregate ~ does not exist | functions are not allowed in | is not allowed in ~ clause |
         are not allowed in ~ clause",
    )
    .strength(Sure)
    .from(
        "SQLSTATE classes 42 and 0A: undefined_function, grouping_error, syntax_error",
        "ERROR:  function frobnicate(integer) does not exist",
        "the functions exist: permission denied",
    ),
    Rule::phrase("sql.combination", Class::Unsupported, "is not allowed with ~ clause | are not allowed with ~ clause").strength(Firm).from(
        "SQLSTATE class 0A: feature_not_supported",
        "ERROR:  WINDOW is not allowed with RETURNING clause",
        "allowed without: permission denied",
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
    Rule::phrase(
        "display.missing",
        Class::Unavailable,
        "display connection | displayserver | display drivers | no display | cannot open display | without a display",
    )
    .sub(Subkind::Service)
    .strength(Firm)
    .from("X.Org and Wayland client libraries", "Can't create a display connection to X server.", "the displays: permission denied"),
    Rule::phrase("key.open", Class::Permission, "permissions ~ are too open | permissions are too open | unprotected private key | permissions violation | trial accounts cannot | trial account cannot")
        .strength(Firm)
        .from("ssh(1); NATS protocol, -ERR; Twilio error 21608", "Permissions 0777 for 'id_ed25519' are too open.", "permissions for all: connection refused"),
    Rule::phrase("broker.auth", Class::Authentication, "authorization violation | connection closed by authenticating user | closed by invalid user")
        .strength(Sure)
        .from("NATS protocol, -ERR; sshd(8) messages", "nats: Authorization Violation", "violation of authority: connection refused"),
    Rule::phrase("broker.absent", Class::Unavailable, "no responders available | no responders | is sealed")
        .sub(Subkind::Service)
        .strength(Firm)
        .from("NATS request-reply; Vault seal status", "request: no responders available for request", "responders: 3; permission denied"),
    Rule::code("broker.forced", Class::Transient, "connection_forced | not_controller").from(
        "AMQP 0-9-1 reply codes; Kafka error codes",
        "CONNECTION_FORCED: broker shutdown",
        "{\"message\":\"permission denied\",\"path\":\"/connection_forced\"}",
    ),
    Rule::phrase("archive.form", Class::WrongArguments, "not a gzip file | not a bzip2 file | not an lzma file | not a zip file | could not be opened successfully | empty header | truncated header | not in gzip format")
        .strength(Firm)
        .sign(Sign::Format)
        .from("Python tarfile and zipfile; gzip(1)", "tarfile.ReadError: not a bzip2 file", "the gzip file is here: permission denied"),
    Rule::phrase("archive.end", Class::WrongArguments, "premature end of archive | premature end of file | premature end of data | premature end of input | eof on")
        .strength(Sure)
        .sign(Sign::Format)
        .from("cpio(1), cmp(1), libxml2 and libarchive messages", "cpio: premature end of archive", "the premature ending: permission denied"),
    Rule::phrase("compiler.missing", Class::Unavailable, "compiler could be found | _compiler not set | _compiler could be found | no compiler found")
        .sub(Subkind::Module)
        .strength(Firm)
        .from("CMake, enable_language", "No CMAKE_Fortran_COMPILER could be found.", "the compiler was foundX: permission denied"),
    Rule::phrase("memory.more", Class::Transient, "requires more system memory | more memory than is available | more system memory")
        .strength(Firm)
        .from("messages of model runtimes; POSIX ENOMEM", "the model requires more system memory than is available", "memory of the system: permission denied"),
    Rule::phrase("page.covered", Class::Transient, "element click intercepted | is not clickable at point | would receive the click | intercepts pointer events")
        .strength(Firm)
        .from("W3C WebDriver, errors; Playwright actionability", "element click intercepted: a banner covers the button", "the click was interceptedX: permission denied"),
    Rule::phrase("tests.failed", Class::WrongArguments, "failed ~ passed | failed (failures=* | failed (errors=*")
        .strength(Usual)
        .from("pytest and unittest summaries", "2 failed, 7 passed in 0.4s", "passed over: connection refused"),
    Rule::phrase("nothing.wrong", Class::Unknown, "nothing to commit").strength(Usual).from(
        "git-commit(1)",
        "nothing to commit, working tree clean",
        "nothing to commit to: permission denied",
    ),
    Rule::code(
        "permission.plan",
        Class::Permission,
        "option_not_in_plan | not_in_plan | plan_required | plan_upgrade_required | feature_not_in_plan | upgrade_required_plan",
    )
    .from(
        "error codes of metered web services",
        "{\"code\":\"PLAN_UPGRADE_REQUIRED\"}",
        "{\"message\":\"connection refused\",\"path\":\"/plan_required\"}",
    ),
    Rule::phrase(
        "permission.subscription",
        Class::Permission,
        "not subscribed in the plan | not subscribed to this plan | not in your plan | not part of your plan",
    )
    .strength(Firm)
    .from("error texts of metered web services", "This option is not in your plan.", "plan b: connection refused"),
    Rule::phrase(
        "card.declined",
        Class::WrongArguments,
        "your card has insufficient funds | your card was declined | card was declined | your card has expired | card has expired | your card number |
         your card's",
    )
    .strength(Sure)
    .from("Stripe API, decline codes", "Your card was declined.", "the cardinal: connection refused"),
    Rule::phrase("setup.first", Class::WrongArguments, "initialization required | has to be initialized | must be initialized | is not initialized, run")
        .strength(Firm)
        .from("Terraform and its backends", "Error: Backend initialization required", "initializing; connection refused"),
    Rule::phrase("tool.download", Class::WrongArguments, "download is starting").strength(Firm).sign(Sign::Limits).from(
        "Playwright, page.goto",
        "page.goto: Download is starting",
        "the download is started: connection refused",
    ),
    Rule::phrase("permission.required", Class::Permission, "required ' ~ permission for | required \" ~ permission for | required ~ permission for")
        .strength(Firm)
        .from("Google Cloud IAM errors", "Required 'storage.buckets.get' permission for 'projects/p'", "required permission levels_x: connection refused"),
];
