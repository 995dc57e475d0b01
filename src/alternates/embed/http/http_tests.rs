use super::{HttpEmbedder, MAX_BODY};
use crate::{
    alternates::{RetrievalFault, embed::Embedder},
    clock,
    config::BaseUrl,
    net::Credential,
};
use std::{sync::Arc, time::Duration};

fn base() -> BaseUrl {
    "http://127.0.0.1:9/private/path".parse().unwrap()
}

#[test]
fn a_builder_names_what_is_wrong() {
    let credential = || Credential::new("secret").unwrap();
    for (built, key) in [
        (HttpEmbedder::builder(base(), "").build(), "embeddings.model"),
        (HttpEmbedder::builder(base(), "m".repeat(300)).build(), "embeddings.model"),
        (HttpEmbedder::builder(base(), "m").dimensions(0).build(), "embeddings.dimensions"),
        (HttpEmbedder::builder(base(), "m").dimensions(4097).build(), "embeddings.dimensions"),
        (HttpEmbedder::builder(base(), "m").credential_header("api-key").build(), "embeddings.credential_header"),
        (HttpEmbedder::builder(base(), "m").credential(credential()).credential_header("a b").build(), "embeddings.credential_header"),
    ] {
        let error = built.unwrap_err();
        assert_eq!(error.key(), key);
        assert!(!error.to_string().contains("secret"));
    }
}

#[test]
fn nothing_private_is_printed() {
    let builder = HttpEmbedder::builder(base(), "m").credential(Credential::new("secret").unwrap());
    let printed = format!("{builder:?}");
    let printed = format!("{printed} {:?}", builder.build().unwrap());
    assert!(!printed.contains("secret") && !printed.contains("private"), "{printed}");
}

#[test]
fn the_limit_follows_from_what_is_asked_for() {
    let embedder = |dimensions: usize| HttpEmbedder::builder(base(), "m").dimensions(dimensions).build().unwrap();
    assert!(embedder(64).limit(1) < 11_000);
    let any = HttpEmbedder::builder(base(), "m").build().unwrap();
    assert!(any.limit(32) < 4 * 1024 * 1024);
    assert_eq!(any.limit(usize::MAX), MAX_BODY);
}

#[tokio::test]
async fn what_cannot_be_asked_is_not_sent() {
    let deadline = clock::now() + Duration::from_secs(5);
    let embedder = HttpEmbedder::builder(base(), "m").build().unwrap();
    for texts in [vec![], vec![Arc::from("x"); 257], vec![Arc::from("x".repeat(5000))]] {
        assert_eq!(embedder.embed(texts, deadline).await.unwrap_err(), RetrievalFault::Count);
    }
    let without = HttpEmbedder::builder(base(), "m").credential(|| None).build().unwrap();
    assert_eq!(without.embed(vec![Arc::from("x")], deadline).await.unwrap_err(), RetrievalFault::Credential);
}
