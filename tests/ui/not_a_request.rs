use tool_recovery::{RecoveryLayer, facts::ResultFacts};
use tower::{Layer, Service, service_fn};

struct Mine;

fn serve<S: Service<Mine>>(_: S) {}

fn main() {
    let layer = RecoveryLayer::builder().facts(ResultFacts::new()).build().unwrap();
    serve(layer.layer(service_fn(|_: Mine| async { Ok::<(), String>(()) })));
}
