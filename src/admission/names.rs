//! A frozen table of things by their names.

use crate::ends::ends;
use std::{collections::HashMap, sync::Arc};

/// Things by name: made once, asked before every call.
///
/// A name is told by its length and its first and last eight bytes, and only one of more than sixteen bytes is compared as a whole. The hash needs no secret: the host makes up the
/// names, so that the longest search is settled when the table is made, whatever a model asks for. Of several hashes the one is taken that lets most names lie where their search
/// begins.
#[derive(Debug)]
pub(super) struct Names<V> {
    /// At least twice as many as there are names, and a power of two.
    slots: Box<[Option<Slot<V>>]>,
    /// What the hash multiplies by.
    factor: u64,
}

/// How many hashes are tried: enough for a catalog of some twenty tools to find one without a collision.
const HASHES: u64 = 128;

#[derive(Debug)]
struct Slot<V> {
    key: Key,
    name: Arc<str>,
    value: V,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key {
    len: usize,
    head: u64,
    tail: u64,
}

/// Up to here head and tail are the whole name.
const TOLD: usize = 16;

impl Key {
    #[inline]
    fn of(name: &str) -> Self {
        let (head, tail) = ends(name.as_bytes());
        Self { len: name.len(), head, tail }
    }

    /// Where the search for it begins, by the hash of `factor`.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "any bits of the hash will do")]
    const fn start(self, factor: u64) -> usize {
        let mixed = (self.head.rotate_left(29) ^ self.tail).wrapping_add(self.len as u64).wrapping_mul(factor);
        (mixed >> 32) as usize
    }
}

impl<V> Slot<V> {
    #[inline]
    fn is(&self, key: Key, name: &str) -> bool {
        self.key == key && (key.len <= TOLD || *self.name == *name)
    }
}

impl<V> Names<V> {
    pub(super) fn new<S>(things: HashMap<Arc<str>, V, S>) -> Self {
        let mut slots: Box<[_]> = (0..(things.len() * 2).next_power_of_two()).map(|_| None).collect();
        let keys: Vec<Key> = things.keys().map(|name| Key::of(name)).collect();
        let factor = best_factor(&keys, slots.len());
        for (name, value) in things {
            let key = Key::of(&name);
            let (before, after) = slots.split_at_mut(key.start(factor) & (slots.len() - 1));
            if let Some(free) = after.iter_mut().chain(before).find(|slot| slot.is_none()) {
                *free = Some(Slot { key, name, value });
            }
        }
        Self { slots, factor }
    }

    #[inline]
    pub(super) fn get(&self, name: &str) -> Option<&V> {
        let key = Key::of(name);
        let first = self.slot(key.start(self.factor))?;
        if first.is(key, name) { Some(&first.value) } else { self.further(key, name) }
    }

    /// The search goes on behind the first place.
    #[inline(never)]
    fn further(&self, key: Key, name: &str) -> Option<&V> {
        let mut at = key.start(self.factor) + 1;
        loop {
            let slot = self.slot(at)?;
            if slot.is(key, name) {
                return Some(&slot.value);
            }
            at += 1;
        }
    }

    #[inline]
    fn slot(&self, at: usize) -> Option<&Slot<V>> {
        self.slots.get(at & (self.slots.len() - 1))?.as_ref()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.slots.len() == 1
    }
}

/// The factor by which the fewest searches begin at the same place.
fn best_factor(keys: &[Key], places: usize) -> u64 {
    // Odd numbers whose bits are spread evenly: odd multiples of the golden ratio, as in Fibonacci hashing.
    let factors = (0..HASHES).map(|n| (2 * n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    factors.min_by_key(|factor| collisions(keys, *factor, places)).unwrap_or(1)
}

fn collisions(keys: &[Key], factor: u64, places: usize) -> usize {
    let mut starts: Vec<usize> = keys.iter().map(|key| key.start(factor) & (places - 1)).collect();
    starts.sort_unstable();
    starts.windows(2).filter(|pair| matches!(pair, [one, next] if one == next)).count()
}

#[cfg(test)]
#[path = "names_tests.rs"]
mod tests;
