"""Fails when a dependency of the library, with all features and without dev-dependencies, states a newer Rust than ours."""

import json
import subprocess
import sys


def version(text):
    return tuple(int(part) for part in text.split("."))[:2]


ours = version(sys.argv[1])
host = next(line.split()[1] for line in subprocess.run(["rustc", "-vV"], check=True, capture_output=True, text=True).stdout.splitlines() if line.startswith("host:"))
command = ["cargo", "metadata", "--format-version", "1", "--locked", "--offline", "--all-features", "--filter-platform", host]
metadata = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
packages = {package["id"]: package for package in metadata["packages"]}
nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}

reached, waiting = set(), [metadata["resolve"]["root"]]
while waiting:
    at = waiting.pop()
    if at in reached:
        continue
    reached.add(at)
    waiting += [dep["pkg"] for dep in nodes[at]["deps"] if any(kind["kind"] != "dev" for kind in dep["dep_kinds"])]

newer = sorted(f"{packages[at]['name']} {packages[at]['version']} needs Rust {packages[at]['rust_version']}" for at in reached if version(packages[at]["rust_version"] or "0.0") > ours)
print(f"{len(reached)} packages looked at")
print("\n".join(newer))
sys.exit(1 if newer else 0)
