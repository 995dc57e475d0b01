//! A frozen table of things by their names.

use crate::ends::ends;
use std::{collections::HashMap, sync::Arc};

/// Things by name: made once, asked before every call.
///
/// A name is told by its length and its first and last eight bytes, and only one of more than sixteen bytes is compared as a whole. The hash needs no secret: the host makes up the
/// names, so that the longest search is settled when the table is made, whatever a model asks for.
#[derive(Debug)]
pub(super) struct Names<V> {
    /// At least twice as many as there are names, and a power of two.
    slots: Box<[Option<Slot<V>>]>,
}

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

    /// Where the search for it begins.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "any bits of the hash will do")]
    const fn start(self) -> usize {
        let mixed = (self.head.rotate_left(29) ^ self.tail).wrapping_add(self.len as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
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
        for (name, value) in things {
            let key = Key::of(&name);
            let (before, after) = slots.split_at_mut(key.start() & (slots.len() - 1));
            if let Some(free) = after.iter_mut().chain(before).find(|slot| slot.is_none()) {
                *free = Some(Slot { key, name, value });
            }
        }
        Self { slots }
    }

    #[inline]
    pub(super) fn get(&self, name: &str) -> Option<&V> {
        let key = Key::of(name);
        let first = self.slot(key.start())?;
        if first.is(key, name) { Some(&first.value) } else { self.further(key, name) }
    }

    /// The search goes on behind the first place.
    #[inline(never)]
    fn further(&self, key: Key, name: &str) -> Option<&V> {
        let mut at = key.start() + 1;
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

#[cfg(test)]
#[path = "names_tests.rs"]
mod tests;
