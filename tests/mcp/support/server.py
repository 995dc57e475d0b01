"""A small MCP server over standard streams, for tests: each tool misbehaves in one way."""

import json
import os
import sys
import threading
import time

lock = threading.Lock()
seen = []
waiting = {}
runs = {}


def send(message):
    text = message if isinstance(message, str) else json.dumps(message, ensure_ascii=False)
    with lock:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()


def result(id, value):
    send({"result": value, "jsonrpc": "2.0", "id": id})


def text(id, words, **more):
    result(id, {"content": [{"type": "text", "text": words}], **more})


def error(id, code, message):
    send({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})


def later(seconds, work):
    timer = threading.Timer(seconds, work)
    timer.daemon = True
    timer.start()


def ask(id):
    """A request of the server's own, whose answer the tool passes back."""
    waiting["q1"] = id
    send({"jsonrpc": "2.0", "id": "q1", "method": "sampling/createMessage", "params": {"messages": [], "maxTokens": 1, "x-unknown": [1.0]}})


def call(id, params):
    name, arguments = params["name"], params.get("arguments") or {}
    runs[name] = runs.get(name, 0) + 1
    if name == "echo":
        text(id, json.dumps(params, sort_keys=True), _meta={"kept": True}, unknown={"n": 1.50})
    elif name == "fail":
        text(id, "Error: file not found: " + str(arguments.get("path")), isError=True, _meta={"kept": True})
    elif name == "refuse":
        error(id, -32602, "Invalid arguments for tool refuse")
    elif name in ("hang", "write_hang"):
        pass
    elif name == "slow":
        later(arguments["ms"] / 1000, lambda: text(id, "done"))
    elif name == "write_late":
        later(arguments["ms"] / 1000, lambda: text(id, "late"))
    elif name == "sometimes":
        later(arguments["ms"] / 1000, lambda: text(id, "Error: no such row" if arguments["fail"] else "done", isError=arguments["fail"]))
    elif name == "flaky":
        text(id, "done" if runs[name] > 1 else "Error: no such row", isError=runs[name] == 1)
    elif name in ("big", "write_big"):
        text(id, "x" * arguments["bytes"])
    elif name == "ask_big":
        send({"jsonrpc": "2.0", "id": id, "method": "sampling/createMessage", "params": {"x": "y" * arguments["bytes"]}})
        later(0.2, lambda: text(id, "the real answer"))
    elif name == "table":
        text(id, "Error: boom", isError=True, resultType="table")
    elif name in ("raw", "write_raw"):
        with lock:
            sys.stdout.write(arguments["line"].replace("ID", json.dumps(id)) + "\n")
            sys.stdout.flush()
    elif name == "contradicted":
        text(id, "no", structuredContent={"ok": False})
    elif name == "contradicted_text":
        text(id, json.dumps({"ok": False}))
    elif name == "write_twice":
        with lock:
            sys.stdout.write('{"jsonrpc":"2.0","id":%s,"result":{"content":[]},"result":{"content":[]}}\n' % json.dumps(id))
            sys.stdout.flush()
    elif name == "write_nan":
        text(id, "done", structuredContent={"x": float("nan")})
    elif name == "write_rounds":
        text(float(id), "done")
    elif name == "garbage":
        with lock:
            sys.stdout.write("Server ready!\n\n{not json}\n42\n" + json.dumps({"id": id, "result": {}}) + " was sent\n")
            sys.stdout.flush()
            sys.stdout.buffer.write(b"\xff\xfe\n")
            sys.stdout.buffer.flush()
        text(id, "after the noise")
    elif name == "close":
        os.close(1)
        time.sleep(0.3)
        os._exit(5)
    elif name == "then":
        text(id, "first")
        send({"jsonrpc": "2.0", "method": "notifications/message", "params": {"after": id}})
    elif name == "die":
        os._exit(7)
    elif name == "ask":
        ask(id)
    elif name == "progress":
        token = params["_meta"]["progressToken"]
        for step in (1, 2):
            send({"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": token, "progress": step, "total": 2}})
        text(id, "progressed")
    elif name == "change":
        send({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
        text(id, "changed")
    elif name == "input":
        result(id, {"resultType": "input_required", "inputRequests": {}, "requestState": "s"})
    elif name == "seen":
        text(id, json.dumps({"seen": seen, "runs": runs}))
    elif name == "environment":
        text(id, json.dumps({"group": os.getpgrp() == os.getpid(), "child": start_child() if arguments.get("child") else None}))
    else:
        error(id, -32602, "Unknown tool: " + name)


def start_child():
    import subprocess

    return subprocess.Popen(["sleep", "300"]).pid


TOOLS = ["echo", "fail", "refuse", "hang", "write_hang", "slow", "write_late", "big", "garbage", "die", "ask", "progress", "change", "input", "seen", "environment"]


def page(id, cursor):
    """Two pages of tools, with members nobody knows."""
    half = TOOLS[:8] if cursor is None else TOOLS[8:]
    tools = [{"name": name, "inputSchema": {"type": "object", "properties": {"path": {"type": "string"}}}, "annotations": {"readOnlyHint": True}, "x": 1} for name in half]
    result(id, {"tools": tools, "nextCursor": "2"} if cursor is None else {"tools": tools, "ttlMs": 5})


def handle(message):
    method, id, params = message.get("method"), message.get("id"), message.get("params") or {}
    seen.append(method if method is None or method != "notifications/cancelled" else "%s %s" % (method, json.dumps(params.get("requestId"))))
    if method == "initialize":
        result(id, {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}, "x": {}}, "serverInfo": {"name": "test", "version": "1"}})
    elif method == "tools/list":
        page(id, params.get("cursor"))
    elif method == "tools/call":
        call(id, params)
    elif method is None and id in waiting:
        text(waiting.pop(id), json.dumps(message.get("result"), sort_keys=True))
    elif method == "exit":
        sys.exit(params.get("code", 0))
    elif method == "late":
        later(0.3, lambda: result(id, {"late": True}))
    elif method == "stubborn":
        import signal

        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        result(id, {})
        while True:
            time.sleep(1)
    elif id is not None and method is not None:
        if method.startswith("no/"):
            error(id, -32601, "Method not found")
        else:
            result(id, {"method": method, "params": params, "π": "ü"})


for line in sys.stdin:
    message = json.loads(line)
    if isinstance(message, list):
        seen.append("batch of %d" % len(message))
        for one in message:
            handle(one)
    else:
        handle(message)
