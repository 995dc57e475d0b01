use super::LexicalRetriever;
use crate::{
    admission::ToolDescriptor,
    alternates::{Candidate, Intent, Query, RetrievedBy, Retriever},
    clock,
};
use proptest::{collection::vec, prelude::*};
use serde_json::json;

fn intent(capability: &str) -> Intent {
    Intent::of("failed", Some(&ToolDescriptor::new("failed").capability(capability)), None)
}

fn keys(intent: &Intent, candidates: &[(&str, &str)], limit: usize) -> Vec<String> {
    let candidates: Vec<Candidate> = candidates.iter().map(|(key, capability)| Candidate::new(*key, capability)).collect();
    LexicalRetriever.rank(&Query::new(intent.clone(), candidates, limit)).iter().map(|found| found.key.to_string()).collect()
}

const TOOLS: [(&str, &str); 4] = [
    ("weather", "Forecast the weather of a city"),
    ("fetch_mail", "Get the messages of a mailbox"),
    ("http", "Fetch the contents of a web page by its URL"),
    ("browser", "Open a web page in a browser"),
];

#[test]
fn the_capability_decides() {
    assert_eq!(keys(&intent("Download a web page from a URL"), &TOOLS, 5), ["http", "browser"]);
    assert_eq!(keys(&intent("Download a web page from a URL"), &TOOLS, 1), ["http"]);
}

#[test]
fn a_similar_name_is_not_enough() {
    let wanted = Intent::of("fetch_mail_page", Some(&ToolDescriptor::new("fetch_mail_page").capability("Predict rain")), None);
    assert_eq!(keys(&wanted, &[("fetch_mail_page_2", "Count sheep"), ("fetch_mail_pages", "Sell carpets")], 5), Vec::<String>::new());
}

#[test]
fn a_word_that_every_text_has_is_not_enough() {
    let many: Vec<(String, String)> = (0..20).map(|n| (format!("tool{n}"), format!("Handles number{n}x of the platform"))).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(key, text)| (key.as_str(), text.as_str())).collect();
    assert_eq!(keys(&intent("Something of the platform"), &many, 5), Vec::<String>::new());
    assert_eq!(keys(&intent("Everything about number7x"), &many, 5), ["tool7"]);
}

#[test]
fn names_of_arguments_and_the_failure_help() {
    let unknown = Intent::of("zzz", None, Some(&json!({"city": "Oslo"})));
    assert_eq!(keys(&unknown, &TOOLS, 5), ["weather"]);
    assert_eq!(keys(&Intent::of("zzz", None, None), &TOOLS, 5), Vec::<String>::new());
    assert_eq!(keys(&Intent::of("zzz", None, None).with_evidence("not a mailbox"), &TOOLS, 5), ["fetch_mail"]);
}

#[test]
fn nothing_in_nothing_out() {
    assert_eq!(keys(&Intent::default(), &TOOLS, 5), Vec::<String>::new());
    assert_eq!(keys(&intent("Open a web page"), &[], 5), Vec::<String>::new());
    assert_eq!(keys(&intent("Open a web page"), &TOOLS, 0), Vec::<String>::new());
}

#[tokio::test]
async fn it_answers_at_once() {
    let query = Query::new(intent("Open a web page"), vec![Candidate::new("browser", "Open a web page in a browser")], 3);
    let found = LexicalRetriever.retrieve(query, clock::now()).await.unwrap();
    assert_eq!((found.keys().collect::<Vec<_>>(), found.by, found.fault), (vec!["browser"], RetrievedBy::Words, None));
}

proptest! {
    #[test]
    fn what_is_found_was_a_candidate_and_the_order_is_stable(
        texts in vec("[a-f]{3} [a-f]{3} [a-f]{3}|\\PC{0,40}", 0..30),
        wanted in "[a-f]{3} [a-f]{3}|\\PC{0,40}",
        limit in 0..20_usize,
    ) {
        let candidates: Vec<Candidate> = texts.iter().enumerate().map(|(at, text)| Candidate::new(format!("tool{at}"), text)).collect();
        let query = Query::new(intent(&wanted), candidates.clone(), limit);
        let found = LexicalRetriever.rank(&query);
        prop_assert!(found.len() <= limit.min(Query::MAX_LIMIT));
        prop_assert!(found.iter().all(|one| candidates.contains(one)));
        let mut keys: Vec<_> = found.iter().map(|one| one.key.clone()).collect();
        prop_assert_eq!(&LexicalRetriever.rank(&query), &found);
        keys.sort();
        keys.dedup();
        prop_assert_eq!(keys.len(), found.len());
    }
}

/// Not a promise of time, which a busy machine cannot keep: the largest catalog of the longest texts, where the work is bounded.
#[test]
fn the_largest_catalog_is_ranked() {
    let words: Vec<String> = (0..5000).map(|n| format!("w{n}q")).collect();
    let text = |at: usize| (0..80).map(|n| words[(at * 31 + n * 7) % words.len()].clone()).collect::<Vec<_>>().join(" ");
    let candidates: Vec<Candidate> = (0..3000).map(|at| Candidate::new(format!("tool{at}"), &text(at))).collect();
    let query = Query::new(intent(&text(500)), candidates, 5);
    let found = LexicalRetriever.rank(&query);
    assert_eq!(&*found[0].key, "tool500");
    assert!(found.iter().all(|one| one.key.strip_prefix("tool").unwrap().parse::<usize>().unwrap() < Candidate::MAX));
}
