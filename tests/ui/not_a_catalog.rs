use tool_recovery::{RecoveryLayer, ToolCall, facts::ResultFacts};
use tower::{Layer, Service, service_fn};

struct Mine;

fn serve<S: Service<ToolCall>>(_: S) {}

fn main() {
    let layer = RecoveryLayer::builder().catalog(Mine).facts(ResultFacts::new()).build().unwrap();
    serve(layer.layer(service_fn(|_: ToolCall| async { Ok::<(), String>(()) })));
}
