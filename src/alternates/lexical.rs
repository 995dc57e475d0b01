//! Ranking by words: BM25 over the capability texts.

use super::{Candidate, Found, Intent, Query, RetrievalFault, RetrievedBy, Retriever, words};
use bm25::{Embedder, EmbedderBuilder, Embedding, Scorer, TokenEmbedder, TokenEmbedding, Tokenizer};
use std::{
    collections::{HashMap, HashSet},
    future::{Ready, ready},
};
use tokio::time::Instant;

/// Ranks candidates by the words that their capability texts share with the intent, rare words before common ones (Okapi BM25).
///
/// The names of candidates are not read: similar names are not enough. What shares less than one word that no other text has, or some commoner ones that weigh as much, is no
/// answer. Everything happens in the call, which answers at once, whatever the deadline; the cost is bounded by [`Candidate::MAX`] texts of [`Candidate::MAX_CAPABILITY`] bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct LexicalRetriever;

/// What a word of the failure's text is worth beside one of the intent: a failure tells more of what went wrong than of what was wanted.
const EVIDENCE: f32 = 0.5;

impl LexicalRetriever {
    /// The ranking itself: at most `query.limit` candidates, the best first; among equals those of the catalog's order.
    #[must_use]
    pub fn rank(self, query: &Query) -> Vec<Candidate> {
        if query.is_empty() {
            return Vec::new();
        }
        let intent = Wanted::new(&query.intent);
        let capabilities = Index::new(query.read().map(|candidate| &*candidate.capability), &intent);
        let mut scored: Vec<(f32, &Candidate)> = Vec::new();
        for (at, candidate) in query.read().enumerate() {
            if capabilities.shares_enough(at, &intent) {
                scored.push((capabilities.score(at, &intent), candidate));
            }
        }
        // Stable: equals stay in the catalog's order.
        scored.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        scored.into_iter().take(query.limit).map(|(_, candidate)| candidate.clone()).collect()
    }
}

impl Retriever for LexicalRetriever {
    type Retrieval = Ready<Result<Found, RetrievalFault>>;

    fn retrieve(&self, query: Query, _: Instant) -> Self::Retrieval {
        ready(Ok(Found::new(self.rank(&query), RetrievedBy::Words)))
    }
}

/// What the words of an intent are.
struct Wanted {
    purpose: Embedding<u64>,
    evidence: Embedding<u64>,
}

impl Wanted {
    fn new(intent: &Intent) -> Self {
        let purpose = words::distinct(&format!("{} {}", intent.capability(), intent.words()));
        let mut evidence = words::distinct(intent.evidence());
        evidence.retain(|word| !purpose.contains(word));
        Self { purpose: as_query(&purpose), evidence: as_query(&evidence) }
    }

    fn indices(&self) -> impl Iterator<Item = &u64> {
        self.purpose.indices().chain(self.evidence.indices())
    }
}

/// The words as the crate knows them. The values of a query's words are not used in scoring.
fn as_query(words: &[String]) -> Embedding<u64> {
    Embedding(words.iter().map(|word| TokenEmbedding { index: u64::embed(word), value: 1.0 }).collect())
}

/// The capability texts, as far as they share words with the intent: the other words count for the length of a text alone.
struct Index {
    scorer: Scorer<usize, u64>,
    words: Vec<HashSet<u64>>,
    /// In how many texts a word is.
    texts: HashMap<u64, usize>,
}

impl Index {
    fn new<'t>(texts: impl Iterator<Item = &'t str>, wanted: &Wanted) -> Self {
        let wanted: HashSet<u64> = wanted.indices().copied().collect();
        let texts: Vec<Vec<String>> = texts.map(words::tokens).collect();
        let embedder: Embedder<u64, Words> = EmbedderBuilder::with_avgdl(mean_length(&texts)).build();
        let mut index = Self { scorer: Scorer::new(), words: Vec::with_capacity(texts.len()), texts: HashMap::new() };
        for (at, text) in texts.iter().enumerate() {
            let shares = text.iter().any(|word| wanted.contains(&u64::embed(word)));
            let mut embedding = if shares { embedder.embed(&text.join(" ")) } else { Embedding(Vec::new()) };
            embedding.0.retain(|word| wanted.contains(&word.index));
            let words: HashSet<u64> = embedding.indices().copied().collect();
            for word in &words {
                *index.texts.entry(*word).or_default() += 1;
            }
            index.words.push(words);
            index.scorer.upsert(&at, embedding);
        }
        index
    }

    /// How well the text at `at` answers.
    fn score(&self, at: usize, wanted: &Wanted) -> f32 {
        let score = |part| self.scorer.score(&at, part).unwrap_or(0.0);
        score(&wanted.purpose) + EVIDENCE * score(&wanted.evidence)
    }

    /// Whether the text at `at` shares as much as a word that no other text has.
    fn shares_enough(&self, at: usize, wanted: &Wanted) -> bool {
        let Some(words) = self.words.get(at) else { return false };
        let shared = wanted.indices().filter(|word| words.contains(*word));
        let weight: f32 = shared.map(|word| self.weight(self.texts.get(word).copied().unwrap_or(0))).sum();
        weight >= self.weight(1)
    }

    /// What a word is worth that is in so many texts: the inverse document frequency of BM25.
    #[allow(clippy::cast_precision_loss, reason = "at most as many as there are candidates")]
    fn weight(&self, texts: usize) -> f32 {
        let (all, with) = (self.words.len() as f32, texts as f32);
        (1.0 + (all - with + 0.5) / (with + 0.5)).ln()
    }
}

#[allow(clippy::cast_precision_loss, reason = "a few thousand words")]
fn mean_length(texts: &[Vec<String>]) -> f32 {
    texts.iter().map(Vec::len).sum::<usize>() as f32 / texts.len().max(1) as f32
}

/// Texts come as words already: this crate's own, in place of a tokenizer that brings word lists of many languages.
#[derive(Clone, Copy, Debug, Default)]
struct Words;

impl Tokenizer for Words {
    fn tokenize(&self, words: &str) -> Vec<String> {
        words.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }
}

#[cfg(test)]
#[path = "lexical_tests.rs"]
mod tests;
