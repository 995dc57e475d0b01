use super::*;

fn filter(words: &[&str]) -> Openings {
    let mut openings = Openings::new();
    words.iter().for_each(|word| openings.add(word.as_bytes()));
    openings
}

#[test]
fn a_word_is_never_denied() {
    let words = ["429", "gone", "permission denied", "not found", "EAGAIN", "zeit\u{fc}berschreitung", "ab cd"];
    let openings = filter(&words);
    for word in words {
        for text in [word.to_owned(), word.to_uppercase(), format!("{word}."), format!("{word} and more of it")] {
            assert!(openings.may_open(text.as_bytes()), "{text}");
        }
    }
}

#[test]
fn what_begins_otherwise_is_passed_over() {
    let openings = filter(&["permission denied", "429"]);
    for text in ["perm", "permit it all", "42 files", "", "p", "succeeded"] {
        assert!(!openings.may_open(text.as_bytes()), "{text}");
    }
}

#[test]
fn signs_are_openings_where_a_word_begins_with_one() {
    let mut kinds = Kinds::new();
    assert_eq!(kinds.of(b'<'), Kind::Other);
    kinds.add(b"<system>");
    kinds.add(b"word");
    assert_eq!((kinds.of(b'<'), kinds.of(b'w'), kinds.of(b'W'), kinds.of(b'7')), (Kind::Opening, Kind::Lower, Kind::Upper, Kind::Digit));
    assert_eq!((kinds.of(b' '), kinds.of(0x80), kinds.of(0xd0)), (Kind::Other, Kind::Other, Kind::Opening));
}
