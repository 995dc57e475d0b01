//! gRPC and JSON-RPC where the text names their codes.

use crate::classify::keywords::rule::{
    Rule,
    Strength::{Firm, Sure, Usual, Weak},
};
use crate::classify::{Class, Subkind};

const GRPC: &str = "gRPC, Status codes and their use in gRPC";
const JSONRPC: &str = "JSON-RPC 2.0 section 5.1; Model Context Protocol";

pub(super) const RULES: &[Rule] = &[
    Rule::phrase(
        "grpc.text.argument",
        Class::WrongArguments,
        "statuscode.invalid_argument | statuscode.not_found | statuscode.already_exists | statuscode.out_of_range |
         code = invalidargument | code = notfound | code = alreadyexists | code = outofrange | invalid_argument: |
         not_found: | already_exists: | out_of_range: | code: invalidargument | code: notfound | status: notfound |
         status: invalidargument",
    )
    .from(GRPC, "rpc error: code = NotFound desc = topic", "rpc error: code = Unavailable desc = connection refused"),
    Rule::phrase(
        "grpc.text.permission",
        Class::Permission,
        "statuscode.permission_denied | code = permissiondenied | permission_denied: | code: permissiondenied | status: permissiondenied",
    )
    .strength(Sure)
    .from(GRPC, "rpc error: code = PermissionDenied desc = x", "rpc error: code = Unavailable desc = connection refused"),
    Rule::phrase("grpc.text.auth", Class::Authentication, "statuscode.unauthenticated | code = unauthenticated | unauthenticated: | code: unauthenticated")
        .strength(Sure)
        .from(GRPC, "rpc error: code = Unauthenticated desc = x", "rpc error: code = Unavailable desc = connection refused"),
    Rule::phrase(
        "grpc.text.transient",
        Class::Transient,
        "statuscode.deadline_exceeded | statuscode.aborted | code = deadlineexceeded | code = aborted | deadline_exceeded: | aborted: |
         code: deadlineexceeded | rst_stream",
    )
    .strength(Sure)
    .from(GRPC, "rpc error: code = DeadlineExceeded desc = x", "rpc error: code = NotFound desc = topic"),
    Rule::phrase(
        "grpc.text.unavailable",
        Class::Transient,
        "statuscode.unavailable | code = unavailable | unavailable: io exception | ^unavailable: | code: unavailable",
    )
    .strength(Usual)
    .from(GRPC, "rpc error: code = Unavailable desc = x", "rpc error: code = NotFound desc = topic"),
    Rule::phrase(
        "grpc.text.exhausted",
        Class::RateLimited,
        "statuscode.resource_exhausted | code = resourceexhausted | resource_exhausted: | code: resourceexhausted",
    )
    .sub(Subkind::Throttle)
    .strength(Usual)
    .from(GRPC, "rpc error: code = ResourceExhausted desc = x", "rpc error: code = NotFound desc = topic"),
    Rule::phrase(
        "grpc.text.unimplemented",
        Class::Unsupported,
        "statuscode.unimplemented | code = unimplemented | unimplemented: | code: unimplemented | unknown service | unknown method | method not found!",
    )
    .strength(Sure)
    .from(GRPC, "rpc error: code = Unimplemented desc = x", "rpc error: code = NotFound desc = topic"),
    Rule::phrase(
        "grpc.text.refused",
        Class::Unavailable,
        "failed to connect to all addresses | no children to pick from | name resolver error | dns resolution failed",
    )
    .sub(Subkind::Service)
    .strength(Sure)
    .from(GRPC, "UNAVAILABLE: failed to connect to all addresses", "rpc error: code = NotFound desc = topic"),
    Rule::phrase(
        "jsonrpc.method",
        Class::Unsupported,
        "-32601 | method not found | server does not support ~ (required for | does not support tools | does not support resources |
         does not support prompts | does not support completions",
    )
    .strength(Firm)
    .from(JSONRPC, "error -32601: tools/draw", "error -32602: Invalid params"),
    Rule::phrase("jsonrpc.params", Class::WrongArguments, "-32602 | -32600 | -32700 | -32002 | invalid params | invalid request").strength(Weak).from(
        JSONRPC,
        "error -32602: Invalid params",
        "error -32601: tools/draw",
    ),
    Rule::phrase("jsonrpc.validation", Class::WrongArguments, "input validation error | invalid arguments for | invalid tool arguments | invalid arguments")
        .strength(Firm)
        .from(JSONRPC, "MCP error -32602: Invalid arguments for tool sum", "the arguments list is long; connection refused"),
    Rule::phrase(
        "rpc.internal",
        Class::Unknown,
        "internal server error | internal error | unexpected error | unknown error | something went wrong | an error occurred |
         could not be completed | operation failed | request failed | unexpected condition | unexpected failure | unexpected exception | core dumped |
         segmentation fault | was canceled | was cancelled | cancelled | canceled | -32603 | unexpected happened | something unexpected |
         contact support",
    )
    .strength(Weak)
    .from("RFC 9110 section 15.6.1; JSON-RPC 2.0 section 5.1", "Internal Server Error", "internal errors: 0; connection refused"),
];
