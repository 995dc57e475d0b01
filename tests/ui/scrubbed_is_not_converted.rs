use tool_recovery::scrub::Scrubbed;

fn converted() -> Scrubbed {
    "anything".into()
}

fn defaulted() -> Scrubbed {
    Scrubbed::default()
}

fn main() {}
