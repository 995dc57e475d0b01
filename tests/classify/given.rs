//! What programs and libraries say of what they were given, and of what is not there to be reached, in real messages of theirs.

use serde_json::{Value, json};
use tool_recovery::classify::{Class, Keywords, TextEvidence};
use tool_recovery::facts::{Adapter, Code};

fn of_command(command: &str, text: &str) -> Class {
    let (arguments, code) = (json!({"command": command}), Code::Exit(1));
    let mut evidence = TextEvidence::new(text, Adapter::Process);
    (evidence.tool, evidence.arguments, evidence.code) = ("bash", Some(&arguments), Some(&code));
    Keywords::new().classify(&evidence).class
}

fn all_are(expected: Class, cases: &[(&str, &str)]) {
    for (command, text) in cases {
        assert_eq!(of_command(command, text), expected, "{command}: {text}");
    }
}

fn of_tool(tool: &str, offered: &[&str], arguments: &Value, text: &str) -> Class {
    let mut evidence = TextEvidence::new(text, Adapter::Process);
    (evidence.tool, evidence.arguments, evidence.offered) = (tool, Some(arguments), &offered);
    Keywords::new().classify(&evidence).class
}

#[test]
fn services_and_devices_that_are_not_there() {
    all_are(
        Class::Unavailable,
        &[
            ("ssh-add -l", "Could not open a connection to your authentication agent.\n"),
            (
                "snap list",
                "error: cannot list snaps: cannot communicate with server: Get \"http://localhost/v2/snaps\": dial unix /run/snapd.socket: connect: no such file or directory\n",
            ),
            ("wl-paste", "Failed to connect to a Wayland server: No such file or directory\n"),
            ("ovs-vsctl show", "ovs-vsctl: unix:/var/run/openvswitch/db.sock: database connection failed (No such file or directory)\n"),
            ("lpadmin -x a", "lpadmin: Unable to connect to server: Bad file descriptor\n"),
            ("fail2ban-client status", "ERROR  Failed to access socket path: /var/run/fail2ban/fail2ban.sock. Is fail2ban running?\n"),
            ("aplay x.wav", "aplay: main:831: audio open error: No such file or directory\n"),
            ("scanimage", "scanimage: no SANE devices found\n"),
            ("gpioinfo", "gpioinfo: unable to open /dev/gpiochip0: No such file or directory\n"),
            ("rfkill list", "rfkill: cannot open /dev/rfkill: No such file or directory\n"),
            ("ykman info", "ERROR: No YubiKey detected!\n"),
        ],
    );
}

#[test]
fn programs_and_parts_that_are_not_there() {
    all_are(
        Class::Unavailable,
        &[
            ("git commit", "error: cannot run vi: No such file or directory\nerror: unable to start editor 'vi'\n"),
            ("watchexec foo", "[Error] command failed to start: No such file or directory (os error 2)\n"),
            ("hunspell -l a", "Can't open affix or dictionary files for dictionary named \"default\".\n"),
            ("espeak hi", "Failed to read /usr/lib/espeak-data/voices: No such file\nNo voices installed\n"),
            ("xdg-open a", "xdg-open: no method available for opening 'a'\n"),
            ("mvn compile", "[ERROR] No compiler is provided in this environment. Perhaps you are running on a JRE rather than a JDK?\n"),
            ("run.sh", "started 3 workers\n/bin/sh: 1: terraformx: not found\n"),
        ],
    );
}

#[test]
fn the_caller_named_what_is_missing() {
    all_are(
        Class::WrongArguments,
        &[
            ("fdisk -l /dev/sdq", "fdisk: cannot open /dev/sdq: No such file or directory\n"),
            ("cat /run/x.pid", "cat: /run/x.pid: No such file or directory\n"),
            ("rm x.sock", "rm: cannot remove 'x.sock': No such file or directory\n"),
        ],
    );
}

#[test]
fn what_was_given_makes_no_sense() {
    all_are(
        Class::WrongArguments,
        &[
            ("dc", "dc: stack empty\n"),
            ("octave -q a.m", "error: operator +: nonconformant arguments (op1 is 1x2, op2 is 1x3)\n"),
            ("lean a.lean", "error: unknown identifier 'foo'\n"),
            ("agda a.agda", "/a.agda:3,1-5: Not in scope: foo\n"),
            ("sbcl --load a.lisp", "The variable FOO is unbound.\n"),
            ("wall -t abc hi", "wall: invalid timeout argument: 'abc'\n"),
            ("ksh a.sh", "ksh: A: is read only\n"),
        ],
    );
}

#[test]
fn a_type_of_a_library_with_a_message_complains_of_what_was_given() {
    let raised =
        |line: &str| of_command("python a.py", &format!("Traceback (most recent call last):\n  File \"a.py\", line 3, in <module>\n    main()\n{line}\n"));
    for line in [
        "struct.error: unpack requires a buffer of 12 bytes",
        "csv.Error: line contains NUL",
        "networkx.exception.NetworkXNoPath: No path between 1 and 9.",
        "wave.Error: file does not start with RIFF id",
    ] {
        assert_eq!(raised(line), Class::WrongArguments, "{line}");
    }
    for line in ["acme.exceptions.AcmeFault: An error occurred while processing", "acme.error: failed", "RuntimeError: failed"] {
        assert_eq!(raised(line), Class::Unknown, "{line}");
    }
}

#[test]
fn who_may_and_who_calls() {
    all_are(
        Class::Permission,
        &[("bundle install", "Don't run Bundler as root.\n"), ("elasticsearch", "java.lang.RuntimeException: can not run elasticsearch as root\n")],
    );
    all_are(
        Class::Authentication,
        &[
            ("age -d a.age", "age: error: no identity matched any of the recipients\n"),
            ("op item list", "[ERROR] 2026/01/01 You are not currently signed in. Please run `op signin --help`\n"),
        ],
    );
    assert_eq!(Keywords::new().classify(&TextEvidence::new("Authorization code has expired", Adapter::Http)).class, Class::Authentication);
}

#[test]
fn what_a_program_says_of_any_failure_says_nothing() {
    all_are(
        Class::Unknown,
        &[
            ("make all", "Build failed.\n"),
            ("job.sh", "task 3 did not succeed\n"),
            ("job.sh", "2 tests failed, 3 passed\n"),
            ("git commit", "On branch master\nnothing to commit, working tree clean\n"),
            ("job.sh", "Error: Command failed with exit code 1\n"),
        ],
    );
}

#[test]
fn another_tool_is_for_the_form() {
    for (tool, offered, arguments, text) in [
        ("rpm_info", "deb_info", json!({"package": "a.deb"}), "error: a.deb: not an rpm package"),
        ("nc_dump", "hdf5_dump", json!({"file": "a.h5"}), "ncdump: a.h5: NetCDF: Unknown file format"),
        ("squashfs_list", "iso_list", json!({"image": "disc.iso"}), "FATAL ERROR: Can't find a valid SQUASHFS superblock on disc.iso"),
        ("lint_python", "lint_shell", json!({"file": "run.sh"}), "run.sh:1:1: E999 SyntaxError: invalid syntax"),
        ("stl_volume", "obj_volume", json!({"file": "a.obj"}), "Not an STL file"),
        ("http_get", "ftp_get", json!({"url": "ftp://h/a.txt"}), "unsupported protocol scheme \"ftp\""),
        ("svn_log", "git_log", json!({"path": "."}), "svn: E155007: '/src' is not a working copy"),
        ("redis_get", "redis_hgetall", json!({"key": "u"}), "WRONGTYPE Operation against a key holding the wrong kind of value"),
    ] {
        assert_eq!(of_tool(tool, &["send_message", offered], &arguments, text), Class::WrongTool, "{tool}: {text}");
    }
}

#[test]
fn the_form_is_right_or_of_no_concern() {
    for (tool, offered, arguments, text) in [
        ("iso_list", "squashfs_list", json!({"image": "b.iso", "path": "/x"}), "Cannot find path in loaded ISO image : '/x'"),
        ("compile_rust", "compile_c", json!({"file": "a.rs"}), "error[E0425]: cannot find value `x` in this scope"),
        ("upload_photo", "png_info", json!({"file": "a.png", "album": "9"}), "Album 9 is unknown"),
        ("download_file", "iso_list", json!({"url": "https://h/a.iso"}), "target directory is not empty"),
        ("git_log", "hg_log", json!({"path": ".", "rev": "x"}), "fatal: bad revision 'x'"),
        ("s3_list", "gcs_list", json!({"uri": "s3://nobucket/"}), "The specified bucket does not exist"),
    ] {
        assert_eq!(of_tool(tool, &["send_message", offered], &arguments, text), Class::WrongArguments, "{tool}: {text}");
    }
}
