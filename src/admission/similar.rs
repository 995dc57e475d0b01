//! Names that resemble each other. Likeness only orders suggestions: nothing is ever executed because of it.

use super::fault::bounded;

/// How much of a name is looked at, in bytes.
const MAX_NAME: usize = 128;
/// How many words of a name are looked at.
const MAX_WORDS: usize = 16;
/// The least likeness, in percent, that is worth a suggestion.
pub(super) const WORTH: usize = 60;

/// A name prepared for comparison: case, separators and the order of its words do not matter much.
#[derive(Debug)]
pub(super) struct Shape {
    compact: Box<str>,
    len: usize,
    words: Vec<Box<str>>,
    /// How often the letters of each of some groups occur.
    letters: [u8; 32],
}

impl Shape {
    /// Reads the words of `name`: separated by anything but letters and digits, or by an upper-case letter after a lower-case one.
    pub(super) fn of(name: &str) -> Self {
        let mut words = Vec::new();
        let mut word = String::new();
        let mut compact = String::new();
        let mut after_lower = false;
        for c in bounded(name, MAX_NAME).chars() {
            if !c.is_alphanumeric() || (c.is_uppercase() && after_lower) {
                finish(&mut word, &mut words);
            }
            after_lower = c.is_lowercase() || c.is_numeric();
            if c.is_alphanumeric() {
                word.extend(c.to_lowercase());
                compact.extend(c.to_lowercase());
            }
        }
        finish(&mut word, &mut words);
        words.sort_unstable();
        let letters = count(&compact);
        Self { len: compact.chars().count(), compact: compact.into(), words, letters }
    }

    /// How alike two names are, in percent.
    pub(super) fn likeness(&self, other: &Self) -> usize {
        if self.len == 0 || other.len == 0 {
            return 0;
        }
        if self.compact == other.compact {
            return 100;
        }
        if self.words == other.words {
            return 95;
        }
        self.shared_words(other).max(self.spelling(other))
    }

    /// One name is made of some of the words of the other, such as `read_file` and `filesystem.read_file`.
    fn shared_words(&self, other: &Self) -> usize {
        let (few, many) = if self.len <= other.len { (self, other) } else { (other, self) };
        let contained = few.len >= 4 && few.words.iter().all(|word| many.words.contains(word));
        if contained { WORTH + 30 * few.len / many.len } else { 0 }
    }

    /// Edit distance. Two cheap lower bounds of it come first, so that most names of a large catalog cost no distance.
    fn spelling(&self, other: &Self) -> usize {
        let longer = self.len.max(other.len);
        let allowed = longer / 3;
        // One edit takes away at most one letter and adds at most one.
        let least = self.letters.iter().zip(&other.letters).map(|(a, b)| usize::from(a.abs_diff(*b))).sum::<usize>() / 2;
        if self.len.abs_diff(other.len) > allowed || least > allowed {
            return 0;
        }
        let distance = strsim::osa_distance(&self.compact, &other.compact);
        if distance > allowed { 0 } else { 100 - 100 * distance / longer }
    }
}

fn count(text: &str) -> [u8; 32] {
    let mut groups = [0u8; 32];
    for c in text.chars() {
        if let Some(group) = groups.get_mut(u32::from(c) as usize % 32) {
            *group = group.saturating_add(1);
        }
    }
    groups
}

fn finish(word: &mut String, words: &mut Vec<Box<str>>) {
    if !word.is_empty() && words.len() < MAX_WORDS {
        words.push(word.as_str().into());
    }
    word.clear();
}

/// The `limit` most alike of `candidates`, best first; among equals the lower rank, then the name.
pub(super) fn nearest<'a, N: AsRef<str>>(name: &str, limit: usize, candidates: impl Iterator<Item = (N, u8, &'a Shape)>) -> Vec<N> {
    let wanted = Shape::of(name);
    let mut best: Vec<(usize, u8, N)> = Vec::with_capacity(limit + 1);
    for (candidate, rank, shape) in candidates {
        let likeness = wanted.likeness(shape);
        if likeness < WORTH {
            continue;
        }
        let before = |kept: &(usize, u8, N)| kept.0.cmp(&likeness).reverse().then(kept.1.cmp(&rank)).then(kept.2.as_ref().cmp(candidate.as_ref())).is_lt();
        let at = best.partition_point(before);
        if at < limit {
            best.insert(at, (likeness, rank, candidate));
            best.truncate(limit);
        }
    }
    best.into_iter().map(|(_, _, name)| name).collect()
}

#[cfg(test)]
#[path = "similar_tests.rs"]
mod tests;
