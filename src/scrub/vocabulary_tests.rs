use super::*;

#[test]
fn the_words_are_sorted_and_fit() {
    assert!(KNOWN.is_sorted());
    assert!(KNOWN.iter().all(|known| known.len() <= 20 && word(known) == Word::Known));
}

#[test]
fn a_value_is_no_word() {
    assert_eq!(word("Expired."), Word::Known);
    assert_eq!(word("hunter2"), Word::Other);
    assert_eq!(word("<secret>"), Word::Nothing);
    assert_eq!(word("--"), Word::Nothing);
}
