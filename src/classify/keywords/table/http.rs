//! HTTP statuses where the text names them: RFC 9110 section 15, RFC 6585, RFC 7725.

use crate::classify::keywords::rule::{
    Rule,
    Strength::{Firm, Sure, Weak},
};
use crate::classify::{Class, Subkind};

const RFC: &str = "RFC 9110 section 15";

pub(super) const RULES: &[Rule] = &[
    Rule::status("http.text.401", Class::Authentication, "401 | 407 | 511").strength(Firm).from(
        RFC,
        "Request failed with status code 401",
        "skipped 401 of 500 rows: no such file or directory",
    ),
    Rule::status("http.text.403", Class::Permission, "403 | 451").from(RFC, "the server returned HTTP 403", "page 403 loaded; no such file or directory"),
    Rule::status("http.text.400", Class::WrongArguments, "400 | 404 | 409 | 410 | 411 | 412 | 413 | 414 | 415 | 416 | 417 | 422 | 428 | 431").from(
        RFC,
        "upload failed: HTTP 404",
        "404 rows written; connection refused",
    ),
    Rule::status("http.text.405", Class::Unsupported, "405 | 406 | 501 | 505").from(RFC, "the call returned HTTP 405", "copied 405 files; connection refused"),
    Rule::status("http.text.429", Class::RateLimited, "429 | 420").sub(Subkind::Throttle).strength(Firm).from(
        "RFC 6585 section 4",
        "upstream responded with status 429",
        "page 429 not found",
    ),
    Rule::status("http.text.402", Class::RateLimited, "402").sub(Subkind::Quota).strength(Weak).from(
        RFC,
        "upstream responded with status 402",
        "line 402: syntax error",
    ),
    Rule::status("http.text.5xx", Class::Transient, "408 | 425 | 502 | 503 | 504 | 520 | 521 | 522 | 523 | 524 | 529 | 530").from(
        "RFC 9110 section 15.6",
        "got 502 from the gateway",
        "processed 503 rows; no such file or directory",
    ),
    Rule::phrase("http.reason.429", Class::RateLimited, "too many requests").sub(Subkind::Throttle).strength(Sure).from(
        "RFC 6585 section 4",
        "Rejected: Too Many Requests",
        "option --too-many-requests is unknown",
    ),
    Rule::phrase("http.reason.405", Class::Unsupported, "method not allowed | 405 not allowed | method is not allowed | verb not allowed").strength(Firm).from(
        "RFC 9110 section 15.5.6",
        "Method Not Allowed",
        "method not_allowed_x: connection refused",
    ),
    Rule::phrase(
        "http.reason.404",
        Class::WrongArguments,
        "404 not found | not found for url | page not found | no route found | no route matches | route not found | cannot get / | cannot post / |
         resource not found | no such resource",
    )
    .from("RFC 9110 section 15.5.5", "Cannot GET /v1/ordrs", "module not found: left-pad"),
    Rule::phrase(
        "http.reason.413",
        Class::WrongArguments,
        "request entity too large | payload too large | content too large | uri too long | body exceeded | unprocessable entity | unprocessable content |
         precondition failed | length required | range not satisfiable | expectation failed | unsupported media type | bad request | was modified since |
         etag",
    )
    .from(RFC, "Payload Too Large", "the payload is large; connection refused"),
    Rule::phrase("http.reason.406", Class::Unsupported, "not acceptable | http version not supported").from(
        RFC,
        "HTTP Version Not Supported",
        "an acceptable risk; connection refused",
    ),
    Rule::code(
        "http.code.generic",
        Class::WrongArguments,
        "bad_request | invalid_request | invalid_request_error | not_found | resource_not_found | unprocessable_entity | precondition_failed |
         payload_too_large | request_entity_too_large | entity_not_found | no_such_entity | resource_missing | conflict | already_exists | duplicate |
         resource_already_exists | entity_already_exists | not_found_error | notfound | file_not_found",
    )
    .strength(Weak)
    .from(RFC, "{\"code\":\"unprocessable_entity\"}", "{\"message\":\"connection refused\",\"path\":\"/not_found\"}"),
    Rule::code("http.code.method", Class::Unsupported, "method_not_allowed | not_implemented | unsupported_method | http_method_not_allowed | not_acceptable")
        .from(RFC, "{\"code\":\"method_not_allowed\"}", "{\"message\":\"connection refused\",\"path\":\"/method_not_allowed\"}"),
    Rule::phrase(
        "http.gone",
        Class::Unsupported,
        "has been removed. please migrate | api has been removed | endpoint has been removed | is no longer available | no longer supported |
         has been retired | has been deprecated and | has been sunset | has been discontinued | has been shut down | was removed in version |
         is no longer offered | end of life | decommissioned | has been turned off | was removed in v | has been removed in",
    )
    .strength(Firm)
    .from(
        "RFC 9110 section 15.5.11; RFC 8594 (Sunset)",
        "The v1 search endpoint has been removed. Please migrate to v2.",
        "your access has been removed; permission denied",
    ),
    Rule::status("http.text.500", Class::Unknown, "500").from("RFC 9110 section 15.6.1", "upstream answered: HTTP 500", "read 500 rows; permission denied"),
];
