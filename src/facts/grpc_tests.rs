use super::*;
use proptest::prelude::*;

struct Fault(i32, &'static str);

impl GrpcStatus for Fault {
    fn code(&self) -> i32 {
        self.0
    }

    fn message(&self) -> &str {
        self.1
    }
}

fn judge(code: i32) -> Facts {
    match FactExtractor::<(), _>::judge(&GrpcFacts::new(), &ToolDescriptor::new("t"), Err(&Fault(code, "m"))) {
        Judgement::Failure(facts) => *facts,
        other => panic!("not a failure: {other:?}"),
    }
}

#[test]
fn refusals_did_nothing() {
    for code in [3, 5, 6, 7, 9, 11, 12, 16] {
        assert_eq!((judge(code).reach, judge(code).code), (Reach::Refused, Some(Code::Grpc(code))));
    }
}

#[test]
fn lost_and_broken_calls_may_have_done_something() {
    // CANCELLED, UNKNOWN, DEADLINE_EXCEEDED, ABORTED, INTERNAL, UNAVAILABLE, DATA_LOSS, and what is no error or not defined.
    for code in [1, 2, 4, 10, 13, 14, 15, 0, 17, -1] {
        assert_eq!(judge(code).reach, Reach::MayHaveReached, "{code}");
    }
    assert_eq!(judge(8).reach, Reach::Answered);
}

#[test]
fn a_deadline_is_a_timeout() {
    assert_eq!(judge(4).kind, FailureKind::Timeout(TimeoutOwner::Tool));
    assert_eq!(judge(14).kind, FailureKind::Tool);
}

#[test]
fn a_function_reads_a_foreign_type() {
    let facts = GrpcFacts::with(|error: &(i32, String)| (error.0, error.1.as_str()));
    let Judgement::Failure(found) = FactExtractor::<(), _>::judge(&facts, &ToolDescriptor::new("t"), Err(&(5, "no row".to_owned()))) else {
        panic!("not a failure")
    };
    assert_eq!((found.code, found.text.expect("text").expose()), (Some(Code::Grpc(5)), "no row"));
}

#[test]
fn a_success_reads_nothing() {
    let facts = GrpcFacts::with(|_: &()| panic!("a success was read"));
    assert_eq!(FactExtractor::<u8, _>::judge(&facts, &ToolDescriptor::new("t"), Ok(&1)), Judgement::Success);
}

proptest! {
    #[test]
    fn any_number_is_judged(code in any::<i32>()) {
        prop_assert!((0..=16).contains(&code) || judge(code).reach == Reach::MayHaveReached);
    }
}
