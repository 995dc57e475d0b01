"""Coverage of the lines of src/ that the last landing changed: changed-lines.py LCOV MINIMUM_PER_CENT.

The base is $CI_BASE where that is given, else the newest first-parent ancestor that is at least four hours older than HEAD (what lands together is committed within
less), else the empty tree, so that every line counts. Test files are left out.
"""

import os
import pathlib
import re
import subprocess
import sys

TOGETHER_SECONDS = 4 * 3600


def git(*arguments):
    return subprocess.run(["git", *arguments], check=True, capture_output=True, text=True).stdout


def base():
    if os.environ.get("CI_BASE"):
        return os.environ["CI_BASE"]
    commits = [line.split() for line in git("log", "--first-parent", "--format=%H %ct", "HEAD").splitlines()]
    newest = int(commits[0][1])
    return next((commit for commit, time in commits if newest - int(time) >= TOGETHER_SECONDS), None) or git("hash-object", "-t", "tree", "/dev/null").strip()


def is_source(path):
    return path.startswith("src/") and path.endswith(".rs") and not path.endswith("_tests.rs")


def changed_lines(diff):
    """{path: {line, ...}} of what `git diff --unified=0` adds."""
    changed, path = {}, None
    for line in diff.splitlines():
        if line.startswith("+++ "):
            path = line[6:] if line.startswith("+++ b/") else None
        elif path and (hunk := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line)):
            start, count = int(hunk[1]), int(hunk[2] or 1)
            changed.setdefault(path, set()).update(range(start, start + count))
    return changed


def covered_lines(lcov, top):
    """{path: {line: runs}} of an lcov file; a line seen from several binaries has the sum of its runs."""
    lines, path = {}, None
    for record in lcov.splitlines():
        if record.startswith("SF:"):
            path = os.path.relpath(record[3:], top)
        elif path and record.startswith("DA:"):
            line, runs = record[3:].split(",")[:2]
            counted = lines.setdefault(path, {})
            counted[int(line)] = counted.get(int(line), 0) + int(runs)
    return lines


def main():
    lcov, minimum = pathlib.Path(sys.argv[1]).read_text(), float(sys.argv[2])
    top, since = git("rev-parse", "--show-toplevel").strip(), base()
    changed = changed_lines(git("diff", "--unified=0", "--no-color", "--no-ext-diff", "--src-prefix=a/", "--dst-prefix=b/", since, "--", "src"))
    covered = covered_lines(lcov, top)
    rows, hit, all_lines = [], 0, 0
    for path in filter(is_source, changed):
        counted = {line: runs for line, runs in covered.get(path, {}).items() if line in changed[path]}
        missed = sorted(line for line, runs in counted.items() if runs == 0)
        hit, all_lines = hit + len(counted) - len(missed), all_lines + len(counted)
        if missed:
            rows.append((len(missed), path, missed))
    for count, path, missed in sorted(rows, reverse=True)[:20]:
        print(f"{count:4} lines not run in {path}: {', '.join(map(str, missed[:12]))}{' ...' if count > 12 else ''}")
    if not all_lines:
        # A change of documents alone has no line to run; an empty report is another matter.
        print("coverage: no changed line that can be run")
        return 0 if covered else 1
    share = 100 * hit / all_lines
    print(f"coverage: {share:.1f}% of {all_lines} changed lines since {since[:12]}, at least {minimum:.0f}% are asked for")
    return 0 if share >= minimum else 1


sys.exit(main())
