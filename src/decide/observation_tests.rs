use super::super::testing::{case, facts, failed_before};
use super::*;
use crate::{admission::ToolDescriptor, facts::Code};
use serde_json::json;

fn of(case: &OpenCase<'_>) -> RecoveryObservation {
    RecoveryObservation::of(case).unwrap()
}

#[test]
fn attempts_are_told_in_buckets() {
    for (identical, streak, expected) in
        [(0, 0, Attempts::First), (1, 1, Attempts::Repeated), (0, 2, Attempts::Repeated), (1, 3, Attempts::Often), (400, 0, Attempts::Often)]
    {
        assert_eq!(Attempts::after(Tally { identical, streak }), expected, "{identical} {streak}");
    }
}

#[tokio::test(start_paused = true)]
async fn every_text_is_scrubbed_and_arguments_are_shapes() {
    let facts = facts().text(UntrustedText::new("login of ann@example.com failed with token=ghp_1234567890abcdefghij"));
    let tool = ToolDescriptor::new("mail").write().capability("Sends mail. Ask bob@example.com for access.");
    let arguments = json!({"to": "carol@example.com", "count": 7});
    let case = OpenCase { tool: Some(&tool), arguments: Some(&arguments), ..case(&facts, 1) };
    let observation = of(&case);
    let text = observation.text.as_str();
    assert!(text.starts_with("login of <email>") && text.ends_with("failed with token=<secret>"), "{text}");
    assert_eq!(observation.arguments.as_ref().unwrap().as_str(), "{count: integer, to: string}");
    assert!(observation.tool.as_ref().unwrap().as_str().contains("<email>"));
    assert_eq!(observation.declared, Some(EffectDeclaration::Write));
}

#[tokio::test(start_paused = true)]
async fn facts_are_told_as_they_are() {
    let facts = facts().code(Code::Http(404)).retry_after(std::time::Duration::from_secs(7)).reached(Phase::Execution, Reach::Refused);
    let case = OpenCase { effect: Effect::NotApplied, only_tool: true, ..failed_before(case(&facts, 1), 1) };
    let observation = of(&case);
    assert_eq!((observation.status, observation.blame, observation.wait_asked), (Some("not found"), Some(status::Blame::Call), true));
    assert_eq!((observation.phase, observation.reach, observation.effect), (Phase::Execution, Reach::Refused, Effect::NotApplied));
    assert_eq!((observation.attempts, observation.only_tool), (Attempts::Repeated, true));
}

#[tokio::test(start_paused = true)]
async fn a_long_description_is_cut() {
    let facts = facts();
    let tool = ToolDescriptor::new("read").capability("reads one file after the other ".repeat(1000));
    let observation = of(&OpenCase { tool: Some(&tool), ..case(&facts, 1) });
    assert!(observation.tool.unwrap().as_str().len() <= CAPABILITY);
}

#[tokio::test(start_paused = true)]
async fn without_enough_text_there_is_nothing_to_tell() {
    for text in ["", "   ", "ghp_1234567890abcdefghij", "x"] {
        let facts = facts().text(UntrustedText::new(text));
        assert_eq!(RecoveryObservation::of(&case(&facts, 1)), Err(Abstained::TooLittle), "{text:?}");
    }
    let mut none = facts();
    none.text = None;
    assert_eq!(RecoveryObservation::of(&case(&none, 1)), Err(Abstained::TooLittle));
}
