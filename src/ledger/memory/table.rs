//! A small map: a sorted vector. A run has a handful of entries, which fit into a few cache lines and carry no empty room.

#[derive(Debug)]
pub(super) struct Table<T>(Vec<T>);

/// An entry that carries its own key.
pub(super) trait Keyed {
    type Key: Ord + Copy;
    fn key(&self) -> Self::Key;
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Keyed> Table<T> {
    fn place(&self, key: T::Key) -> Result<usize, usize> {
        self.0.binary_search_by(|entry| entry.key().cmp(&key))
    }

    pub(super) fn get(&self, key: T::Key) -> Option<&T> {
        self.place(key).ok().and_then(|at| self.0.get(at))
    }

    pub(super) fn get_mut(&mut self, key: T::Key) -> Option<&mut T> {
        self.place(key).ok().and_then(|at| self.0.get_mut(at))
    }

    pub(super) fn contains(&self, key: T::Key) -> bool {
        self.place(key).is_ok()
    }

    /// Adds an entry whose key is not there yet. Room grows by a quarter at a time, to keep what a live key costs low.
    pub(super) fn insert(&mut self, entry: T) {
        if let Err(at) = self.place(entry.key()) {
            if self.0.len() == self.0.capacity() {
                self.0.reserve_exact(1 + self.0.len() / 4);
            }
            self.0.insert(at, entry);
        }
    }

    pub(super) fn remove(&mut self, key: T::Key) -> Option<T> {
        self.place(key).ok().map(|at| self.0.remove(at))
    }

    /// Removes the entry for which `age` is smallest, among those for which it is known.
    pub(super) fn evict_oldest(&mut self, age: impl Fn(&T) -> Option<u64>) -> bool {
        let oldest = self.0.iter().enumerate().filter_map(|(at, entry)| Some((age(entry)?, at))).min();
        oldest.map(|(_, at)| self.0.remove(at)).is_some()
    }

    pub(super) fn retain(&mut self, keep: impl FnMut(&T) -> bool) {
        self.0.retain(keep);
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    pub(super) fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.0.iter_mut()
    }
}

#[cfg(test)]
#[path = "table_tests.rs"]
mod tests;
