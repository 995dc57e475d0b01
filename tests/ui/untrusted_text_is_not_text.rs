use tool_recovery::facts::UntrustedText;

fn owned(text: UntrustedText) -> String {
    text
}

fn borrowed(text: &UntrustedText) -> &str {
    text
}

fn dereferenced(text: &UntrustedText) -> usize {
    (**text).len()
}

fn joined(text: UntrustedText) -> String {
    String::from("error: ") + text
}

fn taken_apart(text: UntrustedText) -> Box<str> {
    text.kept
}

fn main() {}
