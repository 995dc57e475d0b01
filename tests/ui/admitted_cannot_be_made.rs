use tool_recovery::{Admitted, Normalized, Proposed, ToolCall};

fn skip_admission(call: ToolCall) -> Admitted<ToolCall> {
    Admitted { request: call }
}

fn promote(call: Normalized<ToolCall>) -> Admitted<ToolCall> {
    call.into()
}

fn take_apart(admitted: Admitted<ToolCall>) -> ToolCall {
    admitted.request
}

fn main() {
    let _ = Proposed::new(ToolCall::without_arguments("any"));
}
