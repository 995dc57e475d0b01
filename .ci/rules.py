"""Rules of the house that a look at the files can check. Exits with 1 and one line for each breach."""

import pathlib
import re
import subprocess
import sys

INLINE_TESTS = re.compile(r"#\[cfg\((?:test|all\(test\b[^\]]*)\)\]\s*(?:#\[[^\]]*\]\s*)*(?:pub(?:\([a-z]+\))?\s+)?mod\s+\w+\s*\{|^\s*mod\s+(?:\w+_)?tests?\s*\{", re.M)
# Hosts that tests and examples may name in an address they open are loopback; everything else in an address is prose, an expected text, or RFC 2606's reserved names.
OPENED = re.compile(r"""(?:connect|get|post|put|request|bind|send_to|lookup_host|ToSocketAddrs|to_socket_addrs)\w*\(\s*&?(?:format!\()?\s*"(?:\w+://)?([^"/:{]+)""")
LOOPBACK = re.compile(r"^(?:127\.\d+\.\d+\.\d+|\[?::1\]?|localhost|\[)$")
WILDCARD_BIND = re.compile(r"""bind\w*\(\s*&?\(?\s*"(?:0\.0\.0\.0|\[::\])""")


def files(*patterns):
    out = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *patterns], check=True, capture_output=True, text=True).stdout
    return [pathlib.Path(name) for name in out.split("\0") if name and pathlib.Path(name).is_file()]


def line_of(text, at):
    return text.count("\n", 0, at) + 1


def inline_tests(text):
    return [(line_of(text, found.end()), "an inline test module: tests live in a sibling *_tests.rs") for found in INLINE_TESTS.finditer(text)]


def outside_hosts(text):
    for found in OPENED.finditer(text):
        host = found.group(1)
        looks_like_host = re.fullmatch(r"[\w-]+(?:\.[\w-]+)+|\d+\.\d+\.\d+\.\d+", host)
        if looks_like_host and not LOOPBACK.match(host):
            yield line_of(text, found.start()), f"opens a host that is not loopback: {host}"
    for found in WILDCARD_BIND.finditer(text):
        yield line_of(text, found.start()), "listens on every interface: bind to 127.0.0.1"


def breaches():
    for path in files("src/*.rs"):
        text = path.read_text()
        if not path.name.endswith("_tests.rs"):
            yield from ((path, *breach) for breach in inline_tests(text))
    for path in files("tests/*.rs", "examples/*.rs", "benches/*.rs", "src/*_tests.rs"):
        yield from ((path, *breach) for breach in outside_hosts(path.read_text()))


def self_test():
    """Each rule has to find its breach and leave its neighbour alone."""
    assert inline_tests("fn f() {}\n#[cfg(test)]\nmod tests {\n}") and inline_tests("#[cfg(all(test, unix))]\n#[allow(x)]\npub(crate) mod checks {")
    assert not inline_tests('#[cfg(test)]\n#[path = "a_tests.rs"]\nmod tests;') and not inline_tests("mod testing_tools {")
    assert list(outside_hosts('TcpStream::connect("example.com:80")')) and list(outside_hosts('client.get("https://api.example.org/x")'))
    assert list(outside_hosts('TcpListener::bind("0.0.0.0:0")'))
    assert not list(outside_hosts('TcpStream::connect("127.0.0.1:80")')) and not list(outside_hosts('headers.get("retry-after")'))


self_test()
found = sorted(breaches(), key=lambda breach: (str(breach[0]), breach[1]))
for path, line, what in found:
    print(f"{path}:{line}: {what}")
sys.exit(1 if found else 0)
