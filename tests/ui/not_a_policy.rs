use tool_recovery::{RecoveryLayer, ToolCall, facts::ResultFacts};
use tower::{Layer, Service, service_fn};

struct Mine;

fn serve<S: Service<ToolCall>>(_: S) {}

fn main() {
    let layer = RecoveryLayer::builder().policy(Mine).facts(ResultFacts::new()).build().unwrap();
    let tool = service_fn(|_: ToolCall| async { Ok::<(), String>(()) });
    serve(layer.layer(tool));
    serve(layer.deferred().layer(tool));
}
