//! Process facts from real programs.

use std::{
    fs,
    io::{self, Read},
    os::unix::fs::PermissionsExt,
    path::PathBuf,
    process::{Command, Output, Stdio},
};
use tool_recovery::{
    admission::ToolDescriptor,
    facts::{Code, Effect, EffectDeclaration, Fact, FactExtractor, Facts, FailureKind, Judgement, Phase, ProcessFacts, Reach, TimeoutOwner, UndeclaredEffect},
};

fn run(program: &str, args: &[&str]) -> io::Result<Output> {
    Command::new(program).args(args).env("LC_ALL", "C").stdin(Stdio::null()).output()
}

fn judge(tool: &ToolDescriptor, outcome: &io::Result<Output>) -> Judgement {
    ProcessFacts::new().judge(tool, outcome.as_ref())
}

fn failure(outcome: &io::Result<Output>) -> Facts {
    match judge(&ToolDescriptor::new("shell"), outcome) {
        Judgement::Failure(facts) => *facts,
        other => panic!("not a failure: {other:?}"),
    }
}

fn effect_of_write(facts: &Facts) -> Effect {
    Effect::derive(Some(EffectDeclaration::Write), UndeclaredEffect::Write, facts.reach)
}

/// A directory of its own, removed at the end.
struct Dir(PathBuf);

impl Dir {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tool-recovery-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("temporary directory");
        Self(path)
    }

    fn script(&self, name: &str, text: &str, mode: u32) -> String {
        let path = self.0.join(name);
        fs::write(&path, text).expect("write script");
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("set mode");
        path.to_str().expect("UTF-8").to_owned()
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_success_is_a_success() {
    assert_eq!(judge(&ToolDescriptor::new("shell"), &run("sh", &["-c", "echo error: not really >&2"])), Judgement::Success);
}

#[test]
fn a_missing_program_was_not_reached() {
    let facts = failure(&run("/nonexistent/program", &[]));
    assert_eq!((facts.phase, facts.reach, facts.provenance.field), (Phase::PreExecution, Reach::NotReached, "spawn"));
    assert_eq!((facts.code.clone(), effect_of_write(&facts)), (Some(Code::Errno(2)), Effect::NotApplied));
}

#[test]
fn a_script_that_may_not_be_executed_was_not_reached() {
    let dir = Dir::new("eacces");
    let facts = failure(&run(&dir.script("plain.sh", "#!/bin/sh\necho ran\n", 0o644), &[]));
    assert_eq!((facts.reach, facts.code), (Reach::NotReached, Some(Code::Errno(13))));
}

#[test]
fn through_a_shell_both_are_answers_of_the_shell() {
    let dir = Dir::new("shell");
    let script = dir.script("plain.sh", "#!/bin/sh\necho ran\n", 0o644);
    let (denied, missing) = (failure(&run("sh", &["-c", &script])), failure(&run("sh", &["-c", "no-such-program-here"])));
    assert_eq!((denied.code.as_ref(), denied.reach), (Some(&Code::Exit(126)), Reach::Answered));
    assert_eq!((missing.code.as_ref(), missing.reach), (Some(&Code::Exit(127)), Reach::Answered));
    // The reason why 127 does not prove that nothing happened.
    let marker = dir.0.join("marker");
    let after_a_write = failure(&run("sh", &["-c", &format!("echo x > {} && no-such-program-here", marker.display())]));
    assert_eq!((after_a_write.code.clone(), marker.exists()), (Some(Code::Exit(127)), true));
    assert_eq!(effect_of_write(&after_a_write), Effect::Unknown);
}

#[test]
fn a_wrong_flag_is_answered_on_standard_error() {
    let facts = failure(&run("ls", &["--no-such-flag"]));
    assert_eq!((facts.phase, facts.reach), (Phase::Execution, Reach::Answered));
    assert_eq!(facts.source(Fact::Text).expect("text").field, "stderr");
    assert!(facts.text.expect("text").expose().contains("no-such-flag"));
}

#[test]
fn standard_output_is_read_where_standard_error_is_blank() {
    let facts = failure(&run("sh", &["-c", "echo '2 tests failed'; exit 1"]));
    assert_eq!((facts.source(Fact::Text).expect("text").field, facts.text.expect("text").expose()), ("stdout", "2 tests failed\n"));
    assert_eq!(failure(&run("false", &[])).text, None);
}

#[test]
fn a_program_that_timeout_killed_is_uncertain() {
    let facts = failure(&run("timeout", &["0.1", "sleep", "30"]));
    assert_eq!((facts.kind, facts.code.clone()), (FailureKind::Timeout(TimeoutOwner::Tool), Some(Code::Exit(124))));
    assert_eq!(effect_of_write(&facts), Effect::UncertainWrite);
}

#[test]
fn a_killed_program_is_uncertain() {
    let direct = failure(&run("sh", &["-c", "kill -9 $$"]));
    assert_eq!((direct.code.clone(), effect_of_write(&direct)), (Some(Code::Signal(9)), Effect::UncertainWrite));
    for (signal, code) in [("KILL", 137), ("TERM", 143)] {
        let through_a_shell = failure(&run("sh", &["-c", &format!("sh -c 'kill -{signal} $$'; exit $?")]));
        assert_eq!((through_a_shell.code.clone(), effect_of_write(&through_a_shell)), (Some(Code::Exit(code)), Effect::UncertainWrite));
    }
}

#[test]
fn a_closed_pipe_is_exit_141_through_a_shell() {
    let mut child = Command::new("sh").args(["-c", "sh -c 'while :; do echo y; done'; exit $?"]).stdout(Stdio::piped()).spawn().expect("sh");
    let mut first = [0; 2];
    child.stdout.take().expect("a pipe").read_exact(&mut first).expect("a line");
    let outcome = child.wait_with_output();
    let facts = failure(&outcome);
    assert_eq!((facts.code, facts.reach), (Some(Code::Exit(141)), Reach::MayHaveReached));
}

#[test]
fn exit_codes_that_are_answers_are_successes_only_where_declared() {
    let no_match = run("grep", &["no-such-line", "/dev/null"]);
    assert_eq!(failure(&no_match).code, Some(Code::Exit(1)));
    let grep = ToolDescriptor::new("grep").answers([1]);
    assert_eq!(judge(&grep, &no_match), Judgement::Success);
    assert!(matches!(judge(&grep, &run("grep", &["x", "/nonexistent"])), Judgement::Failure(_)));
    assert_eq!(judge(&ToolDescriptor::new("test").answers([1]), &run("test", &["-e", "/nonexistent"])), Judgement::Success);
}

#[test]
fn an_ending_without_output_is_judged_too() {
    let status = Command::new("sh").args(["-c", "exit 3"]).status();
    let Judgement::Failure(facts) = ProcessFacts::new().judge(&ToolDescriptor::new("sh"), status.as_ref()) else { panic!("not a failure") };
    assert_eq!((facts.code, facts.text), (Some(Code::Exit(3)), None));
}

#[test]
fn output_of_any_size_is_bounded() {
    let facts = failure(&run("sh", &["-c", "yes 'all is well' | head -c 3000000 >&2; echo 'fatal: the end' >&2; exit 1"]));
    let text = facts.text.expect("text");
    assert!(text.original_len() > 3_000_000 && text.expose().len() < 20_000 && text.expose().ends_with("fatal: the end\n\n"));
}
