"""What tools/call costs more through the proxy: takes turns between a direct and a proxied connection to the same test server.

    cargo build --release --features cli
    python3 benches/mcp_latency.py target/release/tool-recovery
"""

import json
import pathlib
import subprocess
import sys
import time

ROUNDS, WARM_UP = 4000, 500
SERVER = ["python3", str(pathlib.Path(__file__).parent.parent / "tests/mcp/support/server.py")]


class Connection:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.ids = 0
        self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}})
        self.ask("tools/list", {})

    def ask(self, method, params):
        self.ids += 1
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": self.ids, "method": method, "params": params}).encode() + b"\n")
        self.process.stdin.flush()
        return self.process.stdout.readline()

    def call(self):
        started = time.perf_counter_ns()
        answer = self.ask("tools/call", {"name": "echo", "arguments": {"path": "/srv/files/notes.md", "n": self.ids}})
        took = time.perf_counter_ns() - started
        assert b'"isError"' not in answer and b'"result"' in answer
        return took / 1000


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


program = sys.argv[1] if len(sys.argv) > 1 else "target/release/tool-recovery"
direct, proxied = Connection(SERVER), Connection([program, "mcp-proxy", "--", *SERVER])
for _ in range(WARM_UP):
    direct.call(), proxied.call()
pairs = [(direct.call(), proxied.call()) for _ in range(ROUNDS)]
columns = {"direct": [a for a, _ in pairs], "proxied": [b for _, b in pairs]}
for name, values in columns.items():
    print(f"{name:8} p50 {percentile(values, 0.5):7.0f} us   p99 {percentile(values, 0.99):7.0f} us")
for share in (0.5, 0.99):
    added = percentile(columns["proxied"], share) - percentile(columns["direct"], share)
    print(f"added    p{share * 100:.0f} {added:7.0f} us")
