use tool_recovery::{RecoveryLayer, ToolCall};
use tower::{Layer, Service, service_fn};

fn serve<S: Service<ToolCall>>(_: S) {}

fn main() {
    let layer = RecoveryLayer::builder().build().unwrap();
    serve(layer.layer(service_fn(|_: ToolCall| async { Ok::<(), String>(()) })));
}
