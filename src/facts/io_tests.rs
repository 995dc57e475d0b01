use super::*;
use proptest::prelude::*;

fn judge(facts: IoFacts, error: &io::Error) -> Facts {
    match FactExtractor::<(), _>::judge(&facts, &ToolDescriptor::new("t"), Err(error)) {
        Judgement::Failure(facts) => *facts,
        other => panic!("not a failure: {other:?}"),
    }
}

#[test]
fn what_the_system_refuses_was_not_reached() {
    for kind in [ErrorKind::NotFound, ErrorKind::PermissionDenied, ErrorKind::ConnectionRefused, ErrorKind::AlreadyExists] {
        let facts = judge(IoFacts::new(), &kind.into());
        assert_eq!((facts.phase, facts.reach), (Phase::PreExecution, Reach::NotReached), "{kind:?}");
    }
}

#[test]
fn a_lost_connection_may_have_been_reached() {
    for kind in
        [ErrorKind::TimedOut, ErrorKind::ConnectionReset, ErrorKind::BrokenPipe, ErrorKind::UnexpectedEof, ErrorKind::Interrupted, ErrorKind::StorageFull]
    {
        assert_eq!(judge(IoFacts::new(), &kind.into()).reach, Reach::MayHaveReached, "{kind:?}");
    }
}

#[test]
fn a_timeout_is_the_tools() {
    assert_eq!(judge(IoFacts::new(), &ErrorKind::TimedOut.into()).kind, FailureKind::Timeout(TimeoutOwner::Tool));
}

#[test]
fn a_step_of_many_proves_nothing() {
    assert_eq!(judge(IoFacts::new().of_many_steps(), &ErrorKind::NotFound.into()).reach, Reach::MayHaveReached);
}

#[test]
fn an_error_that_a_library_made_proves_nothing() {
    let made = io::Error::new(ErrorKind::ConnectionRefused, "second replica refused");
    assert_eq!(judge(IoFacts::new(), &made).reach, Reach::MayHaveReached);
}

#[cfg(target_os = "linux")]
#[test]
fn the_number_is_kept_else_the_name() {
    assert_eq!(judge(IoFacts::new(), &io::Error::from_raw_os_error(13)).code, Some(Code::Errno(13)));
    assert_eq!(judge(IoFacts::new(), &ErrorKind::UnexpectedEof.into()).code, Code::name("UnexpectedEof"));
}

#[test]
fn a_real_missing_file_is_not_reached() {
    let error = std::fs::File::open("/nonexistent/tool-recovery").expect_err("must be missing");
    assert_eq!(judge(IoFacts::new(), &error).reach, Reach::NotReached);
}

#[test]
fn a_box_is_looked_into_but_a_wrapped_cause_proves_nothing() {
    #[derive(Debug)]
    struct Wrapped(io::Error);
    impl std::fmt::Display for Wrapped {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("upload failed")
        }
    }
    impl Error for Wrapped {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            Some(&self.0)
        }
    }
    let judge = |error: BoxError| match FactExtractor::<(), _>::judge(&IoFacts::new(), &ToolDescriptor::new("t"), Err(&error)) {
        Judgement::Failure(facts) => *facts,
        other => panic!("not a failure: {other:?}"),
    };
    assert_eq!(judge(io::Error::from(ErrorKind::NotFound).into()).reach, Reach::NotReached);
    let wrapped = judge(Wrapped(ErrorKind::ConnectionRefused.into()).into());
    assert_eq!((wrapped.reach, wrapped.code), (Reach::MayHaveReached, Code::name("ConnectionRefused")));
    assert_eq!(wrapped.text.expect("text").expose(), "upload failed");
    assert_eq!(judge("anything".into()).code, None);
}

proptest! {
    #[test]
    fn any_errno_is_judged(errno in any::<i32>(), many in any::<bool>()) {
        let facts = IoFacts { many_steps: many }.facts(&io::Error::from_raw_os_error(errno));
        prop_assert!(!many || facts.reach == Reach::MayHaveReached);
        prop_assert_eq!(facts.code, Some(Code::Errno(errno)));
    }
}
