use tool_recovery::scrub::Scrubbed;

fn forged() -> Scrubbed {
    Scrubbed { text: "anything".into() }
}

fn main() {}
