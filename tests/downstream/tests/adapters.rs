//! Each adapter is there exactly where its feature is, and fits the types of its own ecosystem.

#[cfg(any(feature = "http", feature = "process", feature = "tower"))]
use tool_recovery::facts::FactExtractor;
use tool_recovery::{
    admission::ToolDescriptor,
    facts::{Judgement, ResultFacts},
};

#[cfg(any(feature = "http", feature = "process", feature = "tower"))]
fn judge<T, E>(extractor: &impl FactExtractor<T, E>, outcome: Result<T, E>) -> Judgement {
    extractor.judge(&ToolDescriptor::new("tool"), outcome.as_ref())
}

#[test]
fn the_plain_adapter_needs_no_feature() {
    use tool_recovery::facts::FactExtractor as _;
    let outcome: Result<&u8, &&str> = Err(&"disk full");
    assert!(matches!(ResultFacts::new().judge(&ToolDescriptor::new("save"), outcome), Judgement::Failure(_)));
}

#[cfg(feature = "http")]
#[test]
fn http_judges_a_response() {
    let response = |status| http::Response::builder().status(status).body(Vec::new()).map_err(|_| std::io::Error::other("no response"));
    let facts = tool_recovery::facts::HttpFacts::default();
    assert!(matches!(judge(&facts, response(503)), Judgement::Failure(_)));
    assert_eq!(judge(&facts, response(200)), Judgement::Success);
}

#[cfg(feature = "process")]
#[test]
fn process_judges_an_output() {
    let facts = tool_recovery::facts::ProcessFacts::default();
    let missing = std::process::Command::new("no-such-program-of-tool-recovery").output();
    assert!(matches!(judge(&facts, missing), Judgement::Failure(_)));
}

#[cfg(feature = "tower")]
#[test]
fn tower_judges_its_own_errors() {
    let outcome: Result<(), Box<dyn std::error::Error + Send + Sync>> = Err(tower::load_shed::error::Overloaded::new().into());
    let facts = tool_recovery::facts::TowerFacts::new(ResultFacts::new());
    assert!(matches!(judge(&facts, outcome), Judgement::Failure(_)));
}

#[cfg(feature = "mcp")]
#[test]
fn mcp_takes_a_plain_call_and_declarations() {
    let call = tool_recovery::mcp::McpCall::from(downstream::call());
    assert_eq!(call.call().run(), "run-1");
    let declared = tool_recovery::admission::Declarations::from_value(&serde_json::json!({ "read_only": ["search"] })).unwrap();
    let listed = tool_recovery::mcp::McpTools::new(Vec::new());
    assert_eq!((listed.undeclared(&declared).count(), listed.catalog(&declared).unwrap().len()), (0, 0));
}
