"""A small MCP server over streamable HTTP, for tests. Its first line of output is its port."""

import json
import select
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SESSION = "session-1"
seen = []
listening = set()
stopped = threading.Event()


def response(id, result):
    return {"jsonrpc": "2.0", "id": id, "result": result}


def text(id, words, **more):
    return response(id, {"content": [{"type": "text", "text": words}], **more})


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def reply(self, status, body=b"", kind="application/json", **headers):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def json(self, message, status=200, **headers):
        self.reply(status, json.dumps(message, indent=1).encode(), **headers)

    def stream(self, events):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.send_header("Connection", "close")
        self.end_headers()
        for id, message in events:
            self.wfile.write(("id: %s\nevent: message\ndata: %s\n\n" % (id, json.dumps(message))).encode())
            self.wfile.flush()
        self.close_connection = True

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        message = json.loads(body)
        if isinstance(message, list):
            asked = [one for one in message if "id" in one and "method" in one and one["method"] != "batch/passed_over"]
            if any(one["method"] == "batch/refused" for one in asked):
                return self.reply(500, b"no batches", "text/plain")
            return self.json([response(one["id"], {}) for one in asked])
        method, id, params = message.get("method"), message.get("id"), message.get("params") or {}
        seen.append(method or "response")
        if method == "initialize":
            return self.json(response(id, {"protocolVersion": "2025-06-18", "capabilities": {}, "serverInfo": {"name": "h", "version": "1"}}), Mcp_Session_Id=SESSION)
        if self.headers["Mcp-Session-Id"] != SESSION:
            return self.json({"jsonrpc": "2.0", "id": None, "error": {"code": -32001, "message": "Session not found"}}, 404)
        if id is None or method is None:
            return self.reply(202)
        if method == "tools/list":
            return self.json(response(id, {"tools": [{"name": "echo", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True}}]}))
        if method != "tools/call":
            return self.json({"jsonrpc": "2.0", "id": id, "error": {"code": -32601, "message": "Method not found"}}, 400)
        if self.path == "/moved":
            return self.json(text(id, "past the proxy"))
        self.call(id, params)

    def call(self, id, params):
        name = params["name"]
        progress = {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": 1, "progress": 1}}
        if name == "echo":
            self.json(text(id, json.dumps(params, sort_keys=True)))
        elif name == "headers":
            self.json(text(id, json.dumps({k.lower(): v for k, v in self.headers.items()})))
        elif name == "fail":
            self.stream([("1", progress), ("2", text(id, "Error: file not found", isError=True))])
        elif name == "broken":
            self.stream([(str(id), progress)])
        elif name == "cut":
            self.stream([(str(id), progress)])
            self.wfile.write(b'id: 98\nevent: message\ndata: {"jsonrpc"')
        elif name == "listening":
            self.json(text(id, str(len(listening))))
        elif name == "lost":
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Connection", "close")
            self.end_headers()
            self.close_connection = True
        elif name == "moved":
            self.reply(307, Location="http://127.0.0.1:%d/moved" % server.server_port)
        elif name.startswith("doubled"):
            doubled = '{"jsonrpc":"2.0","id":%s,"result":{"content":[]},"result":{"content":[],"isError":true}}' % json.dumps(id)
            if name == "doubled":
                return self.reply(200, doubled.encode())
            self.reply(200, ("data: %s\n\n" % doubled).encode(), "text/event-stream")
        elif name == "denied":
            self.reply(401, b"who are you?", "text/plain")
        elif name.startswith("status_"):
            self.reply(int(name[len("status_"):]), b"in place of an answer", "text/plain")
        elif name == "hang":
            stopped.wait(60)
        elif name == "write_slow":
            time.sleep(1)
            self.json(text(id, "written"))
        elif name == "seen":
            self.json(text(id, json.dumps(seen)))

    def do_GET(self):
        last = self.headers["Last-Event-ID"]
        seen.append("GET" if last is None else "GET after " + last)
        if last is not None:
            return self.stream([("99", text(int(last), "taken up again"))])
        # Before anything is sent: whoever has received it may ask who listens.
        listening.add(self)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(b': hello\n\ndata: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"own accord"}}\n\n')
        self.wfile.flush()
        while not stopped.is_set() and not select.select([self.connection], [], [], 0.02)[0]:
            pass
        listening.discard(self)
        self.close_connection = True

    def do_DELETE(self):
        with open(sys.argv[1], "w") as file:
            file.write(self.headers["Mcp-Session-Id"] or "none")
        self.reply(200)


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
print(server.server_port, flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()
stopped.set()
time.sleep(0.05)
