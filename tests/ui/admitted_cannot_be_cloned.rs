use tool_recovery::{Admitted, ToolCall};

fn twice(admitted: &Admitted<ToolCall>) -> (Admitted<ToolCall>, Admitted<ToolCall>) {
    fn clone<T: Clone>(value: &T) -> T {
        value.clone()
    }
    (clone(admitted), clone(admitted))
}

fn main() {}
