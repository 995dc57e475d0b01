//! The vectors of the catalog's texts, kept between failures.

use super::vectors::Unit;
use crate::alternates::Candidate;
use foldhash::fast::RandomState;
use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

/// How many vectors are kept: two catalogs of the largest size.
pub(super) const MAX_VECTORS: usize = 2 * Candidate::MAX;
/// How many components all kept vectors have together: 16 MiB of them.
pub(super) const MAX_COMPONENTS: usize = 4 * 1024 * 1024;

/// Vectors by the text they were made of, so that a tool whose description changes is embedded anew and no other. Bounded; the oldest go first.
#[derive(Debug, Default)]
pub(super) struct Cache {
    vectors: HashMap<Arc<str>, Unit, RandomState>,
    order: VecDeque<Arc<str>>,
    /// What the vectors have in common.
    space: Option<Space>,
}

/// Where vectors can be compared: the model that made them, as far as it is known, and their dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Space {
    pub(super) model: Option<Box<str>>,
    pub(super) dimensions: usize,
}

impl Cache {
    pub(super) fn get(&self, text: &str) -> Option<Unit> {
        self.vectors.get(text).cloned()
    }

    pub(super) fn len(&self) -> usize {
        self.vectors.len()
    }

    /// The space of the vectors, once there are any.
    pub(super) fn space(&self) -> Option<&Space> {
        self.space.as_ref()
    }

    /// Says of which space the next vectors are. Where it is another one, everything kept is dropped.
    pub(super) fn enter(&mut self, space: &Space) {
        if self.space.as_ref() != Some(space) {
            self.space = Some(space.clone());
            self.vectors.clear();
            self.order.clear();
        }
    }

    /// Keeps the vector of a text.
    pub(super) fn keep(&mut self, text: Arc<str>, vector: Unit) {
        if self.vectors.insert(text.clone(), vector).is_none() {
            self.order.push_back(text);
        }
        let dimensions = self.space.as_ref().map_or(1, |space| space.dimensions.max(1));
        let most = MAX_VECTORS.min(MAX_COMPONENTS / dimensions).max(1);
        while self.vectors.len() > most {
            let Some(oldest) = self.order.pop_front() else { break };
            self.vectors.remove(&oldest);
        }
    }
}

#[cfg(test)]
#[path = "cache_tests.rs"]
mod tests;
