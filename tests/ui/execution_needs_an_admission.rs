use tool_recovery::{
    Proposed, RecoveryLayer, ToolCall,
    facts::ResultFacts,
};
use tower::{Layer, Service, service_fn};

fn main() {
    let layer = RecoveryLayer::builder().facts(ResultFacts::new()).build().unwrap();
    let tool = service_fn(|_: ToolCall| async { Ok::<_, String>(()) });
    let mut service = layer.execute().layer(layer.facts().layer(tool));
    let _ = service.call(Proposed::new(ToolCall::without_arguments("any")));
}
