//! Embeddings computed in this process: from tiny files that the test makes, and, where `STATIC_MODEL_DIR` names the folder of a real model, from that.
#![allow(clippy::disallowed_methods)]

use crate::support::{Recall, world};
use serde_json::{Value, json};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::{Duration, Instant as Wall},
};
use tokio::time::Instant;
use tool_recovery::alternates::{
    Candidate, Fallback, Intent, Query, RetrievalFault, RetrievedBy, Retriever,
    embed::{Embedder, EmbeddingRetriever, LoadFault, LocalEmbedder},
};

/// A folder that is removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let folder = env::temp_dir().join(format!("tool-recovery-{}-{}", process::id(), COUNT.fetch_add(1, Relaxed)));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn with(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        fs::write(self.0.join(name), content).unwrap();
        self
    }

    /// A whole model over these words, each with its vector.
    fn model(words: &[(&str, &[f32])]) -> Self {
        let rows: Vec<&[f32]> = words.iter().map(|(_, vector)| *vector).collect();
        let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        Self::new().with("tokenizer.json", tokenizer(&names)).with("model.safetensors", safetensors(&rows)).with("config.json", r#"{"normalize": true}"#)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl AsRef<Path> for Folder {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

/// Whole words, split at spaces.
fn tokenizer(words: &[&str]) -> String {
    let vocabulary: Value = words.iter().enumerate().map(|(id, word)| ((*word).to_owned(), json!(id))).collect::<serde_json::Map<_, _>>().into();
    json!({
        "version": "1.0", "truncation": null, "padding": null, "added_tokens": [], "normalizer": {"type": "Lowercase"},
        "pre_tokenizer": {"type": "Whitespace"}, "post_processor": null, "decoder": null,
        "model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": words[0]},
    })
    .to_string()
}

/// One tensor of 32-bit numbers: the length of the head, the head, the numbers.
fn safetensors(rows: &[&[f32]]) -> Vec<u8> {
    let numbers: Vec<u8> = rows.iter().flat_map(|row| row.iter().flat_map(|number| number.to_le_bytes())).collect();
    let columns = rows.first().map_or(0, |row| row.len());
    let head = json!({"embeddings": {"dtype": "F32", "shape": [rows.len(), columns], "data_offsets": [0, numbers.len()]}}).to_string();
    let mut bytes = u64::try_from(head.len()).unwrap().to_le_bytes().to_vec();
    bytes.extend(head.as_bytes());
    bytes.extend(numbers);
    bytes
}

fn tiny() -> Folder {
    Folder::model(&[
        ("[UNK]", &[0.0, 0.0, 0.0]),
        ("page", &[1.0, 0.1, 0.0]),
        ("website", &[0.9, 0.2, 0.0]),
        ("mail", &[0.0, 1.0, 0.0]),
        ("rain", &[0.0, 0.0, 1.0]),
    ])
}

fn within(millis: u64) -> Instant {
    Instant::now() + Duration::from_millis(millis)
}

fn texts(texts: &[&str]) -> Vec<Arc<str>> {
    texts.iter().map(|text| Arc::from(*text)).collect()
}

#[tokio::test]
async fn words_of_one_meaning_are_alike() {
    let embedder = LocalEmbedder::load(tiny()).unwrap();
    assert_eq!(embedder.dimensions(), 3);
    let retriever = Fallback::new(EmbeddingRetriever::new(embedder));
    let candidates =
        vec![Candidate::new("weather", "rain"), Candidate::new("browser", "Website"), Candidate::new("post", "mail"), Candidate::new("odd", "zzz")];
    let found = retriever.retrieve(Query::new(Intent::of("page", None, None), candidates.clone(), 3), within(5000)).await.unwrap();
    assert_eq!((found.keys().collect::<Vec<_>>(), found.by, found.fault), (vec!["browser"], RetrievedBy::Embeddings, None), "no word is shared");
    let unknown = retriever.retrieve(Query::new(Intent::of("zzz", None, None), candidates, 3), within(5000)).await.unwrap();
    assert_eq!(
        (unknown.keys().collect::<Vec<_>>(), unknown.fault),
        (vec!["odd"], Some(RetrievalFault::NoInformation)),
        "the words know what the model does not"
    );
}

#[tokio::test]
async fn many_texts_are_done_in_parts_until_the_deadline() {
    let embedder = LocalEmbedder::load(tiny()).unwrap();
    let many = texts(&["page"; 200]);
    assert_eq!(embedder.embed(many.clone(), within(5000)).await.unwrap().vectors.len(), 200);
    assert_eq!(embedder.embed(many, within(0)).await.unwrap_err(), RetrievalFault::Deadline);
    let mut first = Box::pin(embedder.embed(texts(&["page"; 200]), within(5000)));
    let polled = std::future::poll_fn(|cx| std::task::Poll::Ready(first.as_mut().poll(cx).is_ready())).await;
    assert!(!polled, "two hundred texts are not done at once");
}

#[test]
fn files_that_are_no_model_are_refused() {
    assert_eq!(LocalEmbedder::load("/nowhere").unwrap_err(), LoadFault::Unreadable("tokenizer.json"));
    assert_eq!(LocalEmbedder::load(Folder::new().with("tokenizer.json", "{}")).unwrap_err(), LoadFault::Unreadable("model.safetensors"));
    let long = tiny().with("config.json", " ".repeat(1024 * 1024 + 1));
    assert_eq!(LocalEmbedder::load(long).unwrap_err(), LoadFault::TooLong("config.json"));
    for (name, content) in [
        ("tokenizer.json", b"{}".to_vec()),
        ("tokenizer.json", b"[[[[".to_vec()),
        ("model.safetensors", vec![]),
        ("model.safetensors", vec![0xff; 64]),
        ("model.safetensors", safetensors(&[])),
        ("config.json", b"nothing".to_vec()),
    ] {
        assert_eq!(LocalEmbedder::load(tiny().with(name, &content)).unwrap_err(), LoadFault::Malformed, "{name} {content:?}");
    }
    let wide: &[f32] = &[0.5; 5000];
    assert_eq!(LocalEmbedder::load(Folder::model(&[("[UNK]", wide)])).unwrap_err(), LoadFault::Dimensions);
}

#[tokio::test]
async fn a_vocabulary_that_is_longer_than_its_table_is_a_fault_and_no_panic() {
    // The tokenizer knows five words, the table has two rows: the library looks beyond its end.
    let short = tiny().with("model.safetensors", safetensors(&[&[0.0, 0.0], &[1.0, 0.0]]));
    let embedder = LocalEmbedder::load(short).unwrap();
    assert_eq!(embedder.embed(texts(&["page"]), within(5000)).await.unwrap().vectors, [[1.0, 0.0]]);
    assert_eq!(embedder.embed(texts(&["rain"]), within(5000)).await.unwrap_err(), RetrievalFault::Malformed);
}

/// How a real model ranks the made-up catalog. Prints; asserts only what any model has to give.
#[tokio::test]
async fn a_real_model_ranks_the_catalog() {
    let Ok(folder) = env::var("STATIC_MODEL_DIR") else {
        println!("skipped: STATIC_MODEL_DIR names no folder");
        return;
    };
    let started = Wall::now();
    let embedder = LocalEmbedder::load(folder).unwrap();
    println!("loaded in {:?}, {} dimensions", started.elapsed(), embedder.dimensions());
    let retriever = EmbeddingRetriever::new(embedder);
    let world = world();
    let mut recall = Recall::default();
    let started = Wall::now();
    for failed in &world.failures {
        recall.add(failed, &retriever.retrieve(world.query(failed, 5), within(10_000)).await.unwrap());
    }
    println!("{:?} for {} retrievals; {:.2} at 1, {:.2} at 5; {recall:#?}", started.elapsed(), world.failures.len(), recall.at_first(), recall.at_five());
    assert!(recall.at_five() > 0.5, "{recall:#?}");
}
