use super::*;
use proptest::prelude::*;

fn facts(code: Option<i32>, signal: Option<i32>) -> Facts {
    Ending { code, signal }.facts(UntrustedText::new("boom"))
}

#[test]
fn exit_codes_are_answers_of_the_program() {
    for code in [1, 2, 3, 64, 101, 255, -1] {
        assert_eq!((facts(Some(code), None).reach, facts(Some(code), None).code), (Reach::Answered, Some(Code::Exit(code))), "{code}");
    }
}

#[test]
fn a_killed_program_may_have_done_a_part() {
    assert_eq!(facts(None, Some(9)).reach, Reach::MayHaveReached);
    for code in [124, 130, 137, 141, 143] {
        assert_eq!(facts(Some(code), None).reach, Reach::MayHaveReached, "{code}");
    }
    assert_eq!(facts(Some(124), None).kind, FailureKind::Timeout(TimeoutOwner::Tool));
    assert_eq!(facts(None, None).reach, Reach::MayHaveReached);
}

#[test]
fn a_shell_that_did_not_find_the_command_may_have_run_others() {
    for code in [126, 127] {
        assert_eq!((facts(Some(code), None).phase, facts(Some(code), None).reach), (Phase::Unknown, Reach::Answered), "{code}");
    }
}

#[test]
fn declared_answers_are_successes_unless_a_signal_ended_the_program() {
    let grep = ToolDescriptor::new("grep").answers([1]);
    let ends = |code, signal| Ending { code, signal }.is_success(&grep);
    assert!(ends(Some(0), None) && ends(Some(1), None));
    assert!(!ends(Some(2), None) && !ends(None, Some(1)) && !ends(Some(1), Some(1)) && !ends(None, None));
}

#[test]
fn only_errors_of_starting_prove_that_nothing_ran() {
    let reach = |error: io::Error| ProcessFacts::new().error(&error).reach;
    for kind in [ErrorKind::NotFound, ErrorKind::PermissionDenied, ErrorKind::ArgumentListTooLong, ErrorKind::WouldBlock, ErrorKind::InvalidInput] {
        assert_eq!(reach(kind.into()), Reach::NotReached, "{kind:?}");
    }
    for kind in [ErrorKind::BrokenPipe, ErrorKind::TimedOut, ErrorKind::Interrupted, ErrorKind::UnexpectedEof] {
        assert_eq!(reach(kind.into()), Reach::MayHaveReached, "{kind:?}");
    }
    assert_eq!(reach(io::Error::new(ErrorKind::NotFound, "no such job")), Reach::MayHaveReached);
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_is_no_program_was_not_started() {
    assert_eq!(ProcessFacts::new().error(&io::Error::from_raw_os_error(8)).reach, Reach::NotReached);
}

#[test]
fn a_boxed_error_is_looked_into() {
    let judge = |error: BoxError| match FactExtractor::<Output, _>::judge(&ProcessFacts::new(), &ToolDescriptor::new("t"), Err(&error)) {
        Judgement::Failure(facts) => *facts,
        other => panic!("not a failure: {other:?}"),
    };
    assert_eq!(judge(io::Error::from(ErrorKind::NotFound).into()).reach, Reach::NotReached);
    assert_eq!(judge("lost".into()).reach, Reach::MayHaveReached);
}

proptest! {
    #[cfg(unix)]
    #[test]
    fn any_ending_and_any_bytes_are_judged(raw in any::<u16>(), stdout: Vec<u8>, stderr: Vec<u8>, answers: Vec<i32>) {
        use std::os::unix::process::ExitStatusExt;
        let status = ExitStatus::from_raw(raw.into());
        let output = Output { status, stdout, stderr };
        let tool = ToolDescriptor::new("t").answers(answers.clone());
        let judgement = ProcessFacts::new().judge(&tool, Ok::<_, &io::Error>(&output));
        let answered = status.code().is_some_and(|code| code == 0 || answers.contains(&code));
        prop_assert_eq!(judgement == Judgement::Success, answered);
    }
}
