use super::{COMMON, MAX_WORDS, distinct, stem, tokens};

#[test]
fn common_words_are_sorted() {
    assert!(COMMON.is_sorted());
}

#[test]
fn forms_of_a_word_are_one() {
    for forms in [
        ["query", "queries", "querying"].as_slice(),
        &["search", "searches", "searching", "searched"],
        &["file", "files", "filed"],
        &["fetch", "fetches", "fetching"],
        &["create", "creates", "creating", "created"],
        &["message", "messages", "messaging"],
        &["list", "lists", "listing", "listed"],
        &["plan", "plans", "planning", "planned"],
        &["translate", "translation", "translating", "translates"],
        &["address", "addresses"],
    ] {
        let stems: Vec<&str> = forms.iter().map(|form| stem(form)).collect();
        assert!(stems.windows(2).all(|pair| pair[0] == pair[1]), "{forms:?} become {stems:?}");
    }
    for (one, other) in [("file", "fill"), ("read", "reed"), ("sing", "sin"), ("class", "clash"), ("red", "ring")] {
        assert_ne!(stem(one), stem(other), "{one} {other}");
    }
}

#[test]
fn names_and_sentences_become_the_same_words() {
    assert_eq!(distinct("readFile from the HTTP-server, or read_files"), distinct("READ file HTTP server"));
    assert_eq!(tokens("the of a to"), Vec::<String>::new());
    assert_eq!(tokens("x"), Vec::<String>::new(), "one letter says nothing");
}

#[test]
fn scripts_without_spaces_are_compared_by_pairs() {
    let (fetch, page) = (distinct("获取网页内容"), distinct("读一个网页"));
    assert_eq!(fetch.iter().filter(|word| page.contains(word)).collect::<Vec<_>>(), ["网页"]);
    assert_eq!(tokens("网"), ["网"]);
}

#[test]
fn words_are_bounded() {
    let long = (0..10_000).map(|n| format!("w{n}x")).collect::<Vec<_>>().join(" ");
    assert_eq!(distinct(&long).len(), MAX_WORDS);
    assert!(tokens(&"ä".repeat(1000)).iter().all(|word| word.len() <= 32));
}
