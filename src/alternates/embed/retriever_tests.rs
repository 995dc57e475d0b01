use super::EmbeddingRetriever;
use crate::{
    admission::ToolDescriptor,
    alternates::{
        Candidate, Found, Intent, Query, RetrievalFault, RetrievedBy, Retriever,
        embed::{Embedded, Embedder, EmbeddingOptions},
    },
    clock,
};
use std::{
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::time::{Instant, sleep};

const SECOND: Duration = Duration::from_secs(1);

/// Two senses: how often a text says `web`, and how often it says `mail`.
fn senses(text: &str) -> Vec<f32> {
    let count = |word: &str| f32::from(u8::try_from(text.matches(word).count()).unwrap());
    vec![count("web"), count("mail")]
}

#[derive(Clone, Default)]
struct Script(Arc<Mutex<Played>>);

#[derive(Default)]
struct Played {
    asked: Vec<usize>,
    answers: Vec<Result<Embedded, RetrievalFault>>,
    delay: Duration,
    model: Option<Box<str>>,
}

impl Script {
    fn asked(&self) -> Vec<usize> {
        std::mem::take(&mut self.0.lock().unwrap().asked)
    }

    fn slow(self, delay: Duration) -> Self {
        self.0.lock().unwrap().delay = delay;
        self
    }

    fn model(&self, name: &str) {
        self.0.lock().unwrap().model = Some(name.into());
    }

    fn next(&self, answer: Result<Embedded, RetrievalFault>) {
        self.0.lock().unwrap().answers.push(answer);
    }
}

impl Embedder for Script {
    type Embedding = Pin<Box<dyn Future<Output = Result<Embedded, RetrievalFault>> + Send>>;

    fn embed(&self, texts: Vec<Arc<str>>, _: Instant) -> Self::Embedding {
        let mut played = self.0.lock().unwrap();
        played.asked.push(texts.len());
        let delay = played.delay;
        let mut embedded = Embedded::new(texts.iter().map(|text| senses(text)).collect());
        embedded.model = played.model.clone();
        let answer = played.answers.pop().unwrap_or(Ok(embedded));
        Box::pin(async move {
            if !delay.is_zero() {
                sleep(delay).await;
            }
            answer
        })
    }
}

fn tools(count: usize) -> Vec<Candidate> {
    let other = (0..count).map(|n| Candidate::new(format!("mail{n}"), &format!("mail {n}")));
    other.chain([Candidate::new("mixed", "web and mail"), Candidate::new("web", "web")]).collect()
}

fn query(count: usize) -> Query {
    let intent = Intent::of("t", Some(&ToolDescriptor::new("t").capability("a web page")), None);
    Query::new(intent, tools(count), 3)
}

async fn ask(retriever: &EmbeddingRetriever<Script>, count: usize) -> Result<Found, RetrievalFault> {
    retriever.retrieve(query(count), clock::now() + SECOND).await
}

fn options(change: impl FnOnce(&mut EmbeddingOptions)) -> EmbeddingOptions {
    let mut options = EmbeddingOptions::default();
    change(&mut options);
    options
}

#[tokio::test(start_paused = true)]
async fn the_likest_come_first_and_the_floor_holds() {
    let script = Script::default();
    let retriever = EmbeddingRetriever::new(script.clone());
    let found = ask(&retriever, 3).await.unwrap();
    assert_eq!((found.keys().collect::<Vec<_>>(), found.by), (vec!["web", "mixed"], RetrievedBy::Embeddings));
    let strict = EmbeddingRetriever::with_options(script, options(|options| options.floor = 0.9)).unwrap();
    assert_eq!(ask(&strict, 3).await.unwrap().keys().collect::<Vec<_>>(), ["web"]);
}

#[tokio::test(start_paused = true)]
async fn a_later_failure_costs_one_text_and_a_changed_tool_one_more() {
    let script = Script::default();
    let retriever = EmbeddingRetriever::new(script.clone());
    ask(&retriever, 3).await.unwrap();
    assert_eq!((script.asked(), retriever.kept()), (vec![6], 5));
    ask(&retriever, 3).await.unwrap();
    assert_eq!(script.asked(), [1]);
    ask(&retriever, 4).await.unwrap();
    assert_eq!((script.asked(), retriever.kept()), (vec![2], 6));
}

#[tokio::test(start_paused = true)]
async fn requests_are_split_and_a_warm_start_leaves_the_intent() {
    let script = Script::default();
    let retriever = EmbeddingRetriever::with_options(script.clone(), options(|options| options.batch = 4)).unwrap();
    retriever.warm(tools(7), clock::now() + SECOND).await.unwrap();
    assert_eq!((script.asked(), retriever.kept()), (vec![4, 4, 1], 9));
    ask(&retriever, 7).await.unwrap();
    assert_eq!(script.asked(), [1]);
}

#[tokio::test(start_paused = true)]
async fn prefixes_stand_before_the_texts() {
    let prefixed = options(|options| {
        options.query_prefix = "mail mail mail mail ".into();
        options.document_prefix = "web web web web web web ".into();
    });
    let retriever = EmbeddingRetriever::with_options(Script::default(), prefixed).unwrap();
    assert_eq!(ask(&retriever, 1).await.unwrap().keys().collect::<Vec<_>>(), ["mail0", "mixed"], "the order of likeness to a mail");
}

#[tokio::test(start_paused = true)]
async fn a_slow_embedder_is_given_up_in_its_time_and_left_alone() {
    let script = Script::default().slow(10 * SECOND);
    let retriever = EmbeddingRetriever::new(script.clone());
    let started = clock::now();
    assert_eq!(ask(&retriever, 3).await, Err(RetrievalFault::Deadline));
    assert_eq!(clock::now() - started, Duration::from_millis(500), "its own time is shorter than the caller's");
    assert_eq!(ask(&retriever, 3).await, Err(RetrievalFault::Paused));
    assert_eq!(script.asked().len(), 1);
    sleep(30 * SECOND).await;
    assert_eq!(ask(&retriever, 3).await, Err(RetrievalFault::Deadline), "asked again after the pause");
    let near = EmbeddingRetriever::new(script);
    let started = clock::now();
    assert_eq!(near.retrieve(query(3), started + Duration::from_millis(20)).await, Err(RetrievalFault::Deadline));
    assert_eq!(clock::now() - started, Duration::from_millis(20), "the caller's deadline is nearer");
    assert_eq!(ask(&near, 3).await, Err(RetrievalFault::Deadline), "one that had no time is not left alone");
}

#[tokio::test(start_paused = true)]
async fn a_catalog_that_takes_longer_is_finished_over_several_failures() {
    let script = Script::default().slow(Duration::from_millis(200));
    let retriever = EmbeddingRetriever::with_options(script.clone(), options(|options| options.batch = 2)).unwrap();
    let mut rounds = 0;
    let found = loop {
        rounds += 1;
        match ask(&retriever, 8).await {
            Ok(found) => break found,
            Err(fault) => assert_eq!(fault, RetrievalFault::Deadline, "no pause while there is progress"),
        }
    };
    assert!((3..=5).contains(&rounds), "{rounds} rounds, {:?}", script.asked());
    assert_eq!(found.keys().next(), Some("web"));
}

#[tokio::test(start_paused = true)]
async fn what_an_embedder_answers_is_checked() {
    for (vectors, fault) in [
        (vec![vec![1.0]], RetrievalFault::Count),
        (vec![vec![1.0, f32::NAN]; 6], RetrievalFault::NotFinite),
        (vec![vec![1.0; 5000]; 6], RetrievalFault::Dimensions),
        (vec![vec![0.0, 0.0]; 6], RetrievalFault::NoInformation),
    ] {
        let script = Script::default();
        script.next(Ok(Embedded::new(vectors)));
        assert_eq!(ask(&EmbeddingRetriever::new(script), 3).await, Err(fault));
    }
    let script = Script::default();
    script.next(Err(RetrievalFault::Status(500)));
    let retriever = EmbeddingRetriever::new(script);
    assert_eq!(ask(&retriever, 3).await, Err(RetrievalFault::Status(500)));
    assert_eq!(ask(&retriever, 3).await, Err(RetrievalFault::Paused));
}

#[tokio::test(start_paused = true)]
async fn vectors_of_two_models_are_never_compared() {
    let script = Script::default();
    script.model("one");
    let retriever = EmbeddingRetriever::with_options(script.clone(), options(|options| options.pause = Duration::ZERO)).unwrap();
    ask(&retriever, 3).await.unwrap();
    script.model("two");
    assert_eq!(ask(&retriever, 3).await, Err(RetrievalFault::ModelChanged));
    script.asked();
    ask(&retriever, 3).await.unwrap();
    assert_eq!(script.asked(), [6], "everything is embedded anew");
}

#[tokio::test(start_paused = true)]
async fn nothing_to_look_for_asks_nobody() {
    let script = Script::default();
    let retriever = EmbeddingRetriever::new(script.clone());
    for query in [Query::new(Intent::default(), tools(2), 3), Query::new(query(0).intent, vec![], 3), Query::new(query(0).intent, tools(2), 0)] {
        assert!(retriever.retrieve(query, clock::now() + SECOND).await.unwrap().candidates.is_empty());
    }
    assert!(script.asked().is_empty());
}

#[tokio::test(start_paused = true)]
async fn an_embedder_that_is_always_ready_does_not_hold_the_thread() {
    let retriever = EmbeddingRetriever::with_options(Script::default(), options(|options| options.batch = 1)).unwrap();
    let between = Arc::new(Mutex::new(0));
    let counter = between.clone();
    let other = tokio::spawn(async move {
        loop {
            *counter.lock().unwrap() += 1;
            tokio::task::yield_now().await;
        }
    });
    ask(&retriever, 20).await.unwrap();
    other.abort();
    assert!(*between.lock().unwrap() >= 20);
}

#[test]
fn options_out_of_their_ranges_are_refused() {
    for (change, key) in [
        ((|options: &mut EmbeddingOptions| options.floor = f32::NAN) as fn(&mut EmbeddingOptions), "embeddings.floor"),
        (|options| options.floor = 1.5, "embeddings.floor"),
        (|options| options.batch = 0, "embeddings.batch"),
        (|options| options.batch = 257, "embeddings.batch"),
        (|options| options.time = Duration::ZERO, "embeddings.time"),
        (|options| options.time = Duration::MAX, "embeddings.time"),
        (|options| options.pause = Duration::MAX, "embeddings.pause"),
        (|options| options.query_prefix = "x".repeat(257).into(), "embeddings.query_prefix"),
        (|options| options.document_prefix = "x".repeat(257).into(), "embeddings.document_prefix"),
    ] {
        assert_eq!(EmbeddingRetriever::with_options(Script::default(), options(change)).map(drop).unwrap_err().key(), key);
    }
}
