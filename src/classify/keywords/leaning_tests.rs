use super::*;

fn leans(message: &str) -> Option<Class> {
    of(message, true).map(|(class, _, _)| class)
}

#[test]
fn a_sentence_leans_to_what_it_is_about() {
    for (message, class) in [
        ("The relay wants a bearer token, and there is none", Class::Authentication),
        ("SMS_API_KEY is unset", Class::Authentication),
        ("Your workspace admin must switch this on", Class::Permission),
        ("All credits are spent", Class::RateLimited),
        ("The lab printer is not answering", Class::Unavailable),
        ("No label printer available", Class::Unavailable),
        ("This action needs the dot executable, which was not found", Class::Unavailable),
        ("Server-side joins want a newer engine: this edition has no planner", Class::Unsupported),
        ("The mirror has not become healthy yet", Class::Transient),
    ] {
        assert_eq!(leans(message), Some(class), "{message}");
    }
}

#[test]
fn one_word_of_the_two_leans_to_nothing() {
    for message in [
        "The token bucket",
        "unexpected token in line 3",
        "The printer",
        "not so",
        "version 9 was not found",
        "no file of that name on this server",
        "the password must have 8 letters",
        "",
    ] {
        assert_eq!(leans(message), None, "{message}");
    }
    assert_eq!(leans(&"The printer is not answering. ".repeat(20)), None, "long texts are left to the rules");
}
