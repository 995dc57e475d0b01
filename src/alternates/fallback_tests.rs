use super::Fallback;
use crate::{
    admission::ToolDescriptor,
    alternates::{Candidate, Found, Intent, Query, RetrievalFault, RetrievedBy, Retriever},
    clock,
};
use std::{
    future::Future,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};
use tokio::time::{Instant, sleep};

#[derive(Clone, Copy, Debug)]
enum Manner {
    Finds,
    FindsNothing,
    Invents,
    Fails,
    Hangs,
    LateAnyway,
    Panics,
    PanicsLater,
    PanicsInDrop,
}

struct Strange(Manner, Arc<AtomicUsize>);

struct Dropped(Arc<AtomicUsize>, bool);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.fetch_add(1, Relaxed);
        assert!(!self.1, "a drop that panics");
    }
}

impl Retriever for Strange {
    type Retrieval = Pin<Box<dyn Future<Output = Result<Found, RetrievalFault>> + Send>>;

    fn retrieve(&self, query: Query, deadline: Instant) -> Self::Retrieval {
        let manner = self.0;
        let dropped = Dropped(self.1.clone(), matches!(manner, Manner::PanicsInDrop));
        assert!(!matches!(manner, Manner::Panics), "a retriever that panics at once");
        Box::pin(async move {
            let _dropped = dropped;
            match manner {
                Manner::Finds => Ok(Found::new(query.candidates.iter().rev().take(1).cloned().collect(), RetrievedBy::Host)),
                Manner::FindsNothing => Ok(Found::new(Vec::new(), RetrievedBy::Host)),
                Manner::Invents => {
                    let [browser, other] = [query.candidates[0].clone(), query.candidates[1].clone()];
                    let changed = browser.clone().found_by("evil_call");
                    Ok(Found::new(vec![Candidate::new("rm_rf", "Open a web page"), changed, other.clone(), other, browser], RetrievedBy::Host))
                }
                Manner::Fails => Err(RetrievalFault::Status(500)),
                Manner::LateAnyway => {
                    tokio::time::sleep_until(deadline + Duration::from_secs(60)).await;
                    Ok(Found::new(Vec::new(), RetrievedBy::Host))
                }
                Manner::Hangs | Manner::PanicsInDrop => std::future::pending().await,
                Manner::Panics | Manner::PanicsLater => {
                    sleep(Duration::from_millis(1)).await;
                    panic!("a retriever that panics")
                }
            }
        })
    }
}

fn query() -> Query {
    let intent = Intent::of("t", Some(&ToolDescriptor::new("t").capability("Open a web page")), None);
    Query::new(intent, vec![Candidate::new("browser", "Open a web page in a browser"), Candidate::new("other", "Sell carpets")], 3)
}

#[tokio::test(start_paused = true)]
async fn words_answer_in_place_of_whatever_fails() {
    for (manner, fault) in [
        (Manner::Fails, RetrievalFault::Status(500)),
        (Manner::Hangs, RetrievalFault::Deadline),
        (Manner::LateAnyway, RetrievalFault::Deadline),
        (Manner::Panics, RetrievalFault::Panicked),
        (Manner::PanicsLater, RetrievalFault::Panicked),
        (Manner::PanicsInDrop, RetrievalFault::Deadline),
    ] {
        let dropped = Arc::new(AtomicUsize::new(0));
        let started = clock::now();
        let found = Fallback::new(Strange(manner, dropped.clone())).retrieve(query(), started + Duration::from_secs(2)).await.unwrap();
        assert_eq!(found.keys().collect::<Vec<_>>(), ["browser"], "{manner:?}");
        assert_eq!((found.by, found.fault), (RetrievedBy::Words, Some(fault)), "{manner:?}");
        assert!(clock::now() - started <= Duration::from_millis(1501), "{manner:?} leaves a quarter of the time");
        assert_eq!(dropped.load(Relaxed), 1, "{manner:?}: nothing goes on behind it");
    }
}

#[tokio::test(start_paused = true)]
async fn an_answer_stands_also_an_empty_one() {
    for (manner, keys) in [(Manner::Finds, vec!["other"]), (Manner::FindsNothing, vec![])] {
        let found = Fallback::new(Strange(manner, Arc::default())).retrieve(query(), clock::now() + Duration::from_secs(2)).await.unwrap();
        assert_eq!((found.keys().collect::<Vec<_>>(), found.by, found.fault), (keys, RetrievedBy::Host, None));
    }
}

#[tokio::test(start_paused = true)]
async fn nothing_is_handed_on_that_was_not_asked_about() {
    let found = Fallback::new(Strange(Manner::Invents, Arc::default())).retrieve(query(), clock::now() + Duration::from_secs(2)).await.unwrap();
    assert_eq!(found.keys().collect::<Vec<_>>(), ["other", "browser"], "nothing made up, nothing changed, nothing twice");
    assert_eq!(found.candidates, [query().candidates[1].clone(), query().candidates[0].clone()]);
    let mut one = query();
    one.limit = 1;
    assert_eq!(Fallback::new(Strange(Manner::Invents, Arc::default())).retrieve(one, clock::now() + Duration::from_secs(2)).await.unwrap().candidates.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_passed_deadline_still_gives_words() {
    let found = Fallback::new(Strange(Manner::Hangs, Arc::default())).retrieve(query(), clock::now()).await.unwrap();
    assert_eq!(found.keys().collect::<Vec<_>>(), ["browser"]);
}

#[tokio::test(start_paused = true)]
async fn a_drop_ends_the_first_retrieval() {
    let dropped = Arc::new(AtomicUsize::new(0));
    let retrieval = Fallback::new(Strange(Manner::Hangs, dropped.clone())).retrieve(query(), clock::now() + Duration::from_secs(2));
    drop(retrieval);
    assert_eq!(dropped.load(Relaxed), 1);
}
