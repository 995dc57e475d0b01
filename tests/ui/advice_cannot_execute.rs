use tool_recovery::{
    ToolCall,
    advice::{Action, Advice},
};
use tower::Service;

fn execute(mut advice: Advice, call: ToolCall) {
    let _ = advice.call(call);
}

fn follow(advice: Advice) -> ToolCall {
    advice.action
}

fn invent() -> Advice {
    Advice { action: Action::None }
}

/// Whatever holds a service or a call is shared or tied to a lifetime; plain data is not.
fn plain<T: Send + Sync + Unpin + Clone + Eq + std::panic::UnwindSafe + 'static>() {}

fn main() {
    plain::<Advice>();
}
