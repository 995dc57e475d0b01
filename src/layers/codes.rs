//! Sets of codes, and how often each was seen.

use super::FailureCode;
use crate::advice::Owner;

/// The codes that apply to something: every one of them, not the first alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Codes(u64);

impl Codes {
    /// None.
    pub const NONE: Self = Self(0);

    /// With one more.
    #[must_use]
    pub const fn with(self, code: FailureCode) -> Self {
        Self(self.0 | 1 << code as u32)
    }

    /// With one more, where something holds.
    #[must_use]
    pub const fn with_if(self, holds: bool, code: FailureCode) -> Self {
        if holds { self.with(code) } else { self }
    }

    /// With those of another set.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether a code is among them.
    #[must_use]
    pub const fn contains(self, code: FailureCode) -> bool {
        self.0 & 1 << code as u32 != 0
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// In the order of the table.
    #[must_use]
    pub fn iter(self) -> CodesIter {
        CodesIter { codes: self, next: 0 }
    }

    /// Which one to show where there is room for one: what nobody knows yet comes first, then what nobody may, then the rest in the order of the table. Nothing is counted by it.
    #[must_use]
    pub fn primary(self) -> Option<FailureCode> {
        const FIRST: [FailureCode; 5] = [FailureCode::T3, FailureCode::T2, FailureCode::A1, FailureCode::A2, FailureCode::A3];
        FIRST.into_iter().find(|code| self.contains(*code)).or_else(|| self.iter().next())
    }
}

impl FromIterator<FailureCode> for Codes {
    fn from_iter<I: IntoIterator<Item = FailureCode>>(codes: I) -> Self {
        codes.into_iter().fold(Self::NONE, Self::with)
    }
}

impl IntoIterator for Codes {
    type Item = FailureCode;
    type IntoIter = CodesIter;

    fn into_iter(self) -> CodesIter {
        self.iter()
    }
}

/// Goes over the codes of a set.
#[derive(Clone, Debug)]
pub struct CodesIter {
    codes: Codes,
    next: usize,
}

impl Iterator for CodesIter {
    type Item = FailureCode;

    fn next(&mut self) -> Option<FailureCode> {
        loop {
            let code = *FailureCode::ALL.get(self.next)?;
            self.next += 1;
            if self.codes.contains(code) {
                return Some(code);
            }
        }
    }
}

/// How often each code was seen, and how often each owner has something to remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally([u64; FailureCode::ALL.len()]);

impl Default for Tally {
    fn default() -> Self {
        Self([0; FailureCode::ALL.len()])
    }
}

impl Tally {
    /// Counts every code of a set.
    pub fn count(&mut self, codes: Codes) {
        for code in codes {
            if let Some(count) = self.0.get_mut(code as usize) {
                *count += 1;
            }
        }
    }

    /// Adds another tally.
    pub fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count += more);
    }

    /// How often a code was seen.
    #[must_use]
    pub fn of(&self, code: FailureCode) -> u64 {
        self.0.get(code as usize).copied().unwrap_or_default()
    }

    /// The codes that were seen, with how often.
    pub fn seen(&self) -> impl Iterator<Item = (FailureCode, u64)> + '_ {
        FailureCode::ALL.into_iter().map(|code| (code, self.of(code))).filter(|(_, count)| *count > 0)
    }

    /// The owners that have something to remedy, with how often. A failure with codes of two owners counts for both.
    #[must_use]
    pub fn owners(&self) -> Vec<(Owner, u64)> {
        let mut owners: Vec<(Owner, u64)> = Vec::new();
        for (code, count) in self.seen() {
            let owner = code.row().owner;
            match owners.iter_mut().find(|(known, _)| *known == owner) {
                Some((_, sum)) => *sum += count,
                None => owners.push((owner, count)),
            }
        }
        owners
    }
}

#[cfg(test)]
#[path = "codes_tests.rs"]
mod tests;
