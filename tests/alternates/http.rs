//! Embeddings from a real server on the loopback, which misbehaves on demand: whatever it does, the words answer within the deadline.
#![allow(clippy::disallowed_methods)]

use crate::support::{
    Recall,
    server::{Fault, Server},
    world,
};
use std::{
    env,
    sync::Arc,
    time::{Duration, Instant as Wall},
};
use tokio::{
    net::TcpListener,
    time::{Instant, timeout},
};
use tool_recovery::{
    alternates::{
        Candidate, Fallback, Found, Query, RetrievalFault, RetrievedBy, Retriever,
        embed::{Embedder, EmbeddingOptions, EmbeddingRetriever, HttpEmbedder},
    },
    config::BaseUrl,
    net::Credential,
};

const MODEL: &str = "hash-64";
const SECRET: &str = "sk-canary-3f9a";

fn embedder(base: &str) -> HttpEmbedder {
    HttpEmbedder::builder(base.parse::<BaseUrl>().unwrap(), MODEL).credential(Credential::new(SECRET).unwrap()).build().unwrap()
}

fn within(millis: u64) -> Instant {
    Instant::now() + Duration::from_millis(millis)
}

fn texts(count: usize) -> Vec<Arc<str>> {
    (0..count).map(|n| Arc::from(format!("text about subject{n}"))).collect()
}

fn query() -> Query {
    let world = world();
    let failed = world.failures.iter().find(|failed| failed.tool == "web_fetch").unwrap();
    world.query(failed, 3)
}

#[tokio::test]
async fn a_request_is_of_the_agreed_form() {
    for (path, base) in [("", ""), ("/v1", "/v1"), ("/v1/", "/v1/"), ("/openai", "/openai")] {
        let server = Server::start(Fault::None).await;
        let embedded = embedder(&server.url(base)).embed(texts(3), within(5000)).await.unwrap();
        assert_eq!((embedded.vectors.len(), embedded.model.as_deref()), (3, Some(MODEL)), "{path}");
        let [seen] = server.seen().try_into().unwrap_or_else(|seen| panic!("{seen:?}"));
        let expected = if base == "/openai" { "/openai/v1/embeddings" } else { "/v1/embeddings" };
        assert_eq!((seen.method.as_str(), seen.path.as_str()), ("POST", expected));
        let head = seen.head.to_ascii_lowercase();
        assert!(head.contains("content-type: application/json") && head.contains(&format!("authorization: bearer {SECRET}")), "{head}");
        assert!(!head.contains("accept-encoding") && !head.contains("expect:"), "{head}");
        assert_eq!(seen.body["input"].as_array().unwrap().len(), 3);
    }
}

#[tokio::test]
async fn the_order_of_the_answer_does_not_matter() {
    let (plain, shuffled) = (Server::start(Fault::None).await, Server::start(Fault::Shuffled).await);
    let plain = embedder(&plain.url("")).embed(texts(5), within(5000)).await.unwrap();
    let shuffled = embedder(&shuffled.url("")).embed(texts(5), within(5000)).await.unwrap();
    assert_eq!(plain.vectors, shuffled.vectors);
    assert_ne!(plain.vectors[0], plain.vectors[1]);
}

#[tokio::test]
async fn one_connection_serves_many_requests() {
    let server = Server::start(Fault::None).await;
    let embedder = embedder(&server.url(""));
    for _ in 0..4 {
        embedder.embed(texts(2), within(5000)).await.unwrap();
    }
    assert_eq!((server.seen().len(), server.connections()), (4, 1));
}

/// Each fault, alone: the fault that is reported, within the deadline.
#[tokio::test]
async fn every_fault_is_named_and_ends_in_time() {
    let elsewhere = Server::start(Fault::None).await;
    let redirect = Fault::Redirect(elsewhere.url("/v1/embeddings"));
    let table = [
        (Fault::SlowHead, RetrievalFault::Deadline),
        (Fault::SlowBody, RetrievalFault::Deadline),
        (Fault::StallInBody, RetrievalFault::Deadline),
        (Fault::Reset, RetrievalFault::Unreachable),
        (Fault::BreakOff, RetrievalFault::Unreachable),
        (Fault::Status(500), RetrievalFault::Status(500)),
        (Fault::Status(401), RetrievalFault::Status(401)),
        (Fault::Status(429), RetrievalFault::Status(429)),
        (redirect, RetrievalFault::Status(307)),
        (Fault::Announces(10_000_000_000), RetrievalFault::TooLong),
        (Fault::Huge(50 * 1024 * 1024), RetrievalFault::TooLong),
        (Fault::Gzip, RetrievalFault::Malformed),
        (Fault::Html, RetrievalFault::Malformed),
        (Fault::NaN, RetrievalFault::Malformed),
        (Fault::MissingOne, RetrievalFault::Count),
        (Fault::Twice, RetrievalFault::Count),
    ];
    for (fault, expected) in table {
        let server = Server::start(fault.clone()).await;
        let started = Wall::now();
        let answer = timeout(Duration::from_secs(10), embedder(&server.url("")).embed(texts(4), within(700))).await.unwrap();
        assert_eq!(answer.unwrap_err(), expected, "{fault:?}");
        assert!(started.elapsed() < Duration::from_millis(1500), "{fault:?} took {:?}", started.elapsed());
        assert_eq!(server.seen().len(), 1, "{fault:?}: nothing is retried");
    }
    assert!(elsewhere.seen().is_empty(), "a redirect is not followed, and no credential goes elsewhere");
}

/// The same in a stack: whatever the embedder does, the words answer, with the fault beside them and nothing of the credential or of what the server said.
#[tokio::test]
async fn words_answer_in_place_of_every_fault() {
    let by_words = Fallback::new(()).get_ref().retrieve(query(), within(1)).await.unwrap();
    assert!(by_words.candidates.is_empty());
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let mut bases = vec![(format!("http://{closed}"), RetrievalFault::Unreachable, None)];
    for (fault, expected) in [
        (Fault::SlowHead, RetrievalFault::Deadline),
        (Fault::Huge(50 * 1024 * 1024), RetrievalFault::TooLong),
        (Fault::Reset, RetrievalFault::Unreachable),
        (Fault::Status(500), RetrievalFault::Status(500)),
        (Fault::WrongDimensions, RetrievalFault::Dimensions),
        (Fault::Infinite, RetrievalFault::Malformed),
        (Fault::Zeros, RetrievalFault::NoInformation),
    ] {
        let server = Server::start(fault).await;
        bases.push((server.url(""), expected, Some(server)));
    }
    for (base, expected, _server) in bases {
        let retriever = Fallback::new(EmbeddingRetriever::new(embedder(&base)));
        let started = Wall::now();
        let found = retriever.retrieve(query(), within(1000)).await.unwrap();
        assert!(started.elapsed() < Duration::from_millis(1000), "{expected}: {:?}", started.elapsed());
        assert_eq!((found.by, found.fault), (RetrievedBy::Words, Some(expected)));
        assert!(found.keys().any(|key| key == "browser_navigate"), "{found:?}");
        let printed = format!("{found:?} {retriever:?} {expected}");
        assert!(!printed.contains(SECRET) && !printed.contains("canary"), "{printed}");
        let again = retriever.retrieve(query(), within(1000)).await.unwrap();
        // Vectors without a direction are the intent's own misfortune; after anything else the next failure does not wait.
        let then = if expected == RetrievalFault::NoInformation { expected } else { RetrievalFault::Paused };
        assert_eq!(again.fault, Some(then));
    }
}

#[tokio::test]
async fn no_words_and_no_embedder_find_nothing_and_say_why() {
    let server = Server::start(Fault::Status(503)).await;
    let mut query = query();
    query.candidates = vec![Candidate::new("unlike", "zzz yyy xxx")].into();
    let found = Fallback::new(EmbeddingRetriever::new(embedder(&server.url("")))).retrieve(query, within(1000)).await.unwrap();
    assert_eq!((found.candidates.len(), found.fault), (0, Some(RetrievalFault::Status(503))));
}

#[tokio::test]
async fn a_drop_ends_the_request() {
    let server = Server::start(Fault::SlowHead).await;
    let embedding = embedder(&server.url("")).embed(texts(1), within(60_000));
    assert!(timeout(Duration::from_millis(200), embedding).await.is_err());
    timeout(Duration::from_secs(5), server.all_closed()).await.unwrap();
}

/// A hundred failures at once, with a server that answers and with one that does not.
#[tokio::test]
async fn many_failures_at_once() {
    for (fault, by) in [(Fault::None, RetrievedBy::Embeddings), (Fault::Reset, RetrievedBy::Words)] {
        let server = Server::start(fault).await;
        let options = EmbeddingOptions::default();
        let retriever = Arc::new(Fallback::new(EmbeddingRetriever::with_options(embedder(&server.url("")), options).unwrap()));
        let query = query();
        if by == RetrievedBy::Embeddings {
            retriever.get_ref().warm(query.candidates.clone(), within(5000)).await.unwrap();
        }
        let all: Vec<_> = (0..100)
            .map(|_| {
                let (retriever, query) = (retriever.clone(), query.clone());
                tokio::spawn(async move { retriever.retrieve(query, within(8000)).await })
            })
            .collect();
        for one in all {
            assert_eq!(one.await.unwrap().unwrap().by, by);
        }
    }
}

/// The server's vectors are hashed words, so that this is no measure of any model: it shows that the whole way ranks as its vectors say.
#[tokio::test]
async fn the_catalog_is_ranked_over_http() {
    let server = Server::start(Fault::None).await;
    let retriever = EmbeddingRetriever::new(embedder(&server.url("")));
    let world = world();
    let mut recall = Recall::default();
    for failed in &world.failures {
        let query = world.query(failed, 5);
        let found: Found = retriever.retrieve(query, within(5000)).await.unwrap();
        recall.add(failed, &found);
    }
    assert!(recall.at_five() > 0.5, "{recall:#?}");
    let requests = server.seen();
    assert_eq!(requests.len(), world.failures.len() + 1, "two requests for the catalog, one for each later intent");
    assert_eq!(requests.last().unwrap().body["input"].as_array().unwrap().len(), 1);
}

/// How a real server ranks the made-up catalog: `EMBEDDINGS_BASE_URL` and `EMBEDDINGS_MODEL` name it. Prints; asserts only what any model has to give.
#[tokio::test]
async fn a_real_server_ranks_the_catalog() {
    let (Ok(base), Ok(model)) = (env::var("EMBEDDINGS_BASE_URL"), env::var("EMBEDDINGS_MODEL")) else {
        println!("skipped: EMBEDDINGS_BASE_URL and EMBEDDINGS_MODEL name no server");
        return;
    };
    let mut options = EmbeddingOptions::default();
    options.time = Duration::from_secs(30);
    let embedder = HttpEmbedder::builder(base.parse().unwrap(), model).build().unwrap();
    let retriever = EmbeddingRetriever::with_options(embedder, options).unwrap();
    let world = world();
    let mut recall = Recall::default();
    let started = Wall::now();
    for failed in &world.failures {
        recall.add(failed, &retriever.retrieve(world.query(failed, 5), within(30_000)).await.unwrap());
    }
    println!("{:?} for {} retrievals; {:.2} at 1, {:.2} at 5; {recall:#?}", started.elapsed(), world.failures.len(), recall.at_first(), recall.at_five());
    assert!(recall.at_five() > 0.5, "{recall:#?}");
}
