use super::*;

#[test]
fn json_rpc_codes_stand_at_the_head() {
    for (text, code) in [
        ("MCP error -32602: Tool x not found", Some(-32602)),
        ("McpError: MCP error -32000: Connection closed\nmore", Some(-32000)),
        ("JSON-RPC error -32601", Some(-32601)),
        ("Error (code: -32603): boom", Some(-32603)),
        ("Mcp error: -32001: timed out", Some(-32001)),
        ("MCP error -1: application", None),
        ("MCP error -99999: none", None),
        ("-32601", None),
        ("the server wrote -32601", None),
        ("found nothing\nMCP error -32601: quoted", None),
        ("", None),
    ] {
        assert_eq!(rpc_code(text), code, "{text}");
    }
}

#[test]
fn grpc_statuses_are_read_as_each_client_prints_them() {
    for (text, number) in [
        ("StatusCode.UNAVAILABLE - failed to connect", Some(14)),
        ("Traceback …\n  if e.code() == grpc.StatusCode.NOT_FOUND:\n<_InactiveRpcError …\n\tstatus = StatusCode.INVALID_ARGUMENT\n", Some(3)),
        ("14 UNAVAILABLE: No connection established", Some(14)),
        ("Error: 5 NOT_FOUND: no such order", Some(5)),
        ("rpc error: code = DeadlineExceeded desc = context deadline exceeded", Some(4)),
        ("io.grpc.StatusRuntimeException: PERMISSION_DENIED: no", Some(7)),
        ("ERROR:\n  Code: Unimplemented\n  Message: unknown service", Some(12)),
        ("status: Unauthenticated, message: \"token\"", Some(16)),
        ("Status(StatusCode=\"Canceled\", Detail=\"\")", Some(1)),
        ("UNAVAILABLE: io exception", Some(14)),
        ("the word unavailable alone", None),
        ("status: OK", None),
        ("", None),
    ] {
        assert_eq!(grpc_status(text), number, "{text}");
    }
}

#[test]
fn a_python_type_stands_below_the_last_traceback() {
    for (text, name) in [
        ("Traceback (most recent call last):\n  File \"m.py\", line 1\n    f()\nValueError: bad: value\n", Some("ValueError")),
        ("Traceback (most recent call last):\n  File \"m.py\"\nMemoryError\n", Some("MemoryError")),
        (
            "Traceback (most recent call last):\n  a\nKeyError: 'x'\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  b\nrequests.exceptions.ConnectionError: refused\n(more about it)\n",
            Some("requests.exceptions.ConnectionError"),
        ),
        ("  File \"m.py\", line 1\n    def f(:\n          ^\nSyntaxError: invalid syntax\n", Some("SyntaxError")),
        ("done: 3 of 4", None),
        ("PermissionError: [Errno 13] x\nthen a normal last line", None),
        ("", None),
    ] {
        assert_eq!(python_exception(text), name, "{text}");
    }
}

#[test]
fn a_node_code_outranks_the_type() {
    for (text, name) in [
        ("node:fs:1\n\nError: ENOENT: no such file\n    at open {\n  errno: -2,\n  code: 'ENOENT',\n  syscall: 'open'\n}", Some("ENOENT")),
        ("TypeError [ERR_INVALID_ARG_TYPE]: The \"path\" argument", Some("ERR_INVALID_ARG_TYPE")),
        ("Uncaught RangeError: Maximum call stack size exceeded", Some("RangeError")),
        ("Error: An API error occurred: missing_scope", None),
        ("Task Failed. Error: \"x\"", None),
        ("code: 'not a code'", None),
    ] {
        assert_eq!(node_error(text), name, "{text}");
    }
}

#[test]
fn sql_codes_are_the_vendors() {
    for (text, code) in [
        ("ERROR 1045 (28000): Access denied for user", Some("28000")),
        ("ERROR:  42P01: relation \"x\" does not exist", Some("42P01")),
        ("ERROR:  relation \"x\" does not exist", None),
        ("SQLSTATE[42S02]: Base table or view not found", Some("42S02")),
        ("select 1\n*\nERROR at line 1:\nORA-00942: table or view does not exist", Some("ORA-00942")),
        ("ORA-009421: too long", None),
        ("Error: in prepare, no such table: item", None),
        ("ERROR:  HELLO: five letters", None),
    ] {
        assert_eq!(sql_code(text), code, "{text}");
    }
}

#[test]
fn text_of_any_form_is_read_without_fault() {
    let odd =
        ["é".repeat(300), "-32".into(), "ORA-é".into(), "ERROR (é".into(), "Traceback (most recent call last):".into(), "code: '".into(), "\u{feff}".into()];
    for text in &odd {
        let _ = (rpc_code(text), grpc_status(text), python_exception(text), node_error(text), sql_code(text));
    }
}
