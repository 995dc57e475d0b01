#!/usr/bin/env python3
"""Rows for timing: `python3 .ci/rows.py COUNT [FILE] > rows.jsonl` repeats the rows of FILE (fixtures/rows.jsonl) with ids, sessions and parents of their own.

Families, templates and texts repeat, so that the rows are good for a clock and for nothing that they could be right or wrong about.
"""

import hashlib
import json
import pathlib
import sys


def text_of(row):
    return json.dumps(row, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def renamed(row, time):
    row = {name: value for name, value in row.items() if name != "digest"}
    for name in ("id", "session", "incident"):
        if row.get(name):
            row[name] += f"-{time}"
    parent = (row.get("lineage") or {}).get("parent")
    if parent:
        row["lineage"] = {**row["lineage"], "parent": {**parent, "id": f"{parent['id']}-{time}"}}
    row["digest"] = "sha256:" + hashlib.sha256(text_of(row).encode()).hexdigest()
    return row


def main():
    count = int(sys.argv[1])
    with open(sys.argv[2] if len(sys.argv) > 2 else pathlib.Path(__file__).parent.parent / "fixtures/rows.jsonl", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    for number in range(count):
        print(text_of(renamed(rows[number % len(rows)], number // len(rows))))


if __name__ == "__main__":
    main()
