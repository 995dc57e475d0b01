//! What the name of a key or of an element says about what stands in it.

use super::fields::Kind;
use super::lines::starts_with_ignore_case;

/// What the value of a key is for, whatever the spelling: `errorCode`, `error_code`, `error-code`.
pub(super) fn key_kind(key: &str, inherited: Kind) -> Kind {
    const CODES: &[&str] = &[
        "code",
        "errorcode",
        "type",
        "errortype",
        "status",
        "statuscode",
        "httpstatus",
        "httpstatuscode",
        "reason",
        "errorcategory",
        "category",
        "name",
        "errno",
        "kind",
        "error",
        "exception",
        "errorname",
        "subcode",
        "errorreason",
        "codename",
        "errcode",
        "err",
        "title",
        "statustext",
        "sqlstate",
        "faultcode",
    ];
    const MESSAGES: &[&str] = &[
        "message",
        "msg",
        "detail",
        "details",
        "errors",
        "errordescription",
        "errormessage",
        "errormessages",
        "description",
        "text",
        "fault",
        "faultstring",
        "cause",
        "nonfielderrors",
        "stderr",
        "usermessage",
        "developermessage",
        "body",
        "content",
        "errmsg",
        "errordetail",
        "errordetails",
        "issues",
        "violations",
        "problem",
        "failure",
        "exceptionmessage",
        "result",
        "output",
        "innererror",
    ];
    const ECHOES: &[&str] = &[
        "input",
        "path",
        "url",
        "uri",
        "href",
        "docurl",
        "documentationurl",
        "documentation",
        "docs",
        "schema",
        "inputschema",
        "properties",
        "arguments",
        "args",
        "params",
        "parameters",
        "received",
        "value",
        "values",
        "echo",
        "example",
        "examples",
        "query",
        "sql",
        "command",
        "payload",
        "request",
        "data",
        "help",
        "helpurl",
        "hint",
        "link",
        "links",
        "instance",
        "headers",
        "trace",
        "stack",
        "stacktrace",
        "traceback",
        "id",
        "requestid",
        "traceid",
        "timestamp",
        "moreinfo",
        "suggestion",
        "next",
        "param",
        "field",
        "location",
        "loc",
        "filename",
        "file",
        "log",
        "logs",
        "tags",
        "labels",
        "rejectedvalue",
        "invalidvalue",
        "metadata",
        "toolname",
        "tool",
    ];
    if inherited == Kind::Echo {
        return Kind::Echo;
    }
    let mut plain = [0_u8; 24];
    let mut len = 0;
    for b in key.bytes().filter(u8::is_ascii_alphanumeric) {
        let Some(slot) = plain.get_mut(len) else { return Kind::Other };
        *slot = b.to_ascii_lowercase();
        len += 1;
    }
    let plain = plain.get(..len).unwrap_or_default();
    let is = |names: &[&str]| names.iter().any(|name| name.as_bytes() == plain);
    match () {
        () if is(CODES) => Kind::Code,
        () if is(MESSAGES) => Kind::Message,
        () if is(ECHOES) => Kind::Echo,
        () if [b"stderr".as_slice(), b"message", b"error", b"errors", b"reason"].iter().any(|ending| plain.ends_with(ending)) => Kind::Message,
        () => Kind::Other,
    }
}

pub(super) fn element_kind(name: &str) -> Option<Kind> {
    const ELEMENTS: &[(&str, Kind)] = &[
        ("title", Kind::Message),
        ("h1", Kind::Message),
        ("h2", Kind::Message),
        ("message", Kind::Message),
        ("faultstring", Kind::Message),
        ("error_description", Kind::Message),
        ("code", Kind::Code),
        ("faultcode", Kind::Code),
        ("status", Kind::Code),
        ("reason", Kind::Code),
        ("script", Kind::Echo),
        ("style", Kind::Echo),
        ("resource", Kind::Echo),
        ("requestid", Kind::Echo),
        ("hostid", Kind::Echo),
        ("a ", Kind::Echo),
    ];
    ELEMENTS
        .iter()
        .find(|(tag, _)| starts_with_ignore_case(name, tag) && !name.as_bytes().get(tag.len()).is_some_and(u8::is_ascii_alphanumeric))
        .map(|(_, kind)| *kind)
}
