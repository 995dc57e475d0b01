//! Numbers that name somebody or something: phones, cards, accounts. Short ones are statuses, codes and counts, and stay.

use super::{
    bytes::{at, before, run_end},
    paint::{Kind, Paint},
};

/// The fewest digits that are taken out when they stand together.
const TOGETHER: usize = 6;
/// The fewest digits that are taken out when they stand in groups.
const GROUPED: usize = 7;

pub(super) fn cover(paint: &mut Paint<'_>) {
    let text = paint.bytes();
    let mut index = 0;
    while index < text.len() {
        let b = at(text, index);
        index = match b {
            b'0'..=b'9' => digits(paint, index, index),
            b'+' | b'(' if at(text, index + 1).is_ascii_digit() => digits(paint, index, index + 1),
            _ => index + 1,
        };
    }
}

/// The groups of digits from `first`; `start` is where what is taken out begins.
fn digits(paint: &mut Paint<'_>, start: usize, first: usize) -> usize {
    let text = paint.bytes();
    let dialled = start < first || at(text, first) == b'0';
    let one = run_end(text, first, |b| b.is_ascii_digit());
    let chain = Chain::new(text, first, one, dialled);
    let alone = one - first >= TOGETHER && !is_hex_code(text, first);
    if chain.is_long() {
        paint.cover(start, chain.end, Kind::Number);
        return chain.end;
    }
    if alone {
        paint.cover(start, one, Kind::Number);
    }
    one
}

/// `0x80070005`: a code and not a number of somebody.
fn is_hex_code(text: &[u8], first: usize) -> bool {
    before(text, first) == b'x' && before(text, first.saturating_sub(1)) == b'0'
}

struct Chain {
    end: usize,
    digits: usize,
    groups: usize,
    narrow: bool,
    spaced: bool,
    dialled: bool,
}

impl Chain {
    fn new(text: &[u8], first: usize, one: usize, dialled: bool) -> Self {
        let mut chain = Self { end: one, digits: one - first, groups: 1, narrow: one - first < 2, spaced: false, dialled };
        let separator = at(text, one);
        loop {
            let gap = run_end(text, chain.end, |b| {
                if dialled { matches!(b, b' ' | b'-' | b'.' | b'(' | b')' | b'/') } else { b == separator && matches!(b, b' ' | b'-' | b'.' | b',' | b'/') }
            });
            let group = run_end(text, gap, |b| b.is_ascii_digit());
            if gap == chain.end || gap - chain.end > if dialled { 3 } else { 1 } || group == gap {
                return chain;
            }
            chain.spaced |= text.get(chain.end..gap).is_some_and(|gap| gap.contains(&b' '));
            chain.narrow |= group - gap < 2;
            chain.digits += group - gap;
            chain.groups += 1;
            chain.end = group;
        }
    }

    /// Groups behind spaces may be a list of small numbers: they need to look like one number.
    fn is_long(&self) -> bool {
        self.groups > 1 && self.digits >= GROUPED && (!self.spaced || self.dialled || (self.groups >= 3 && !self.narrow && self.digits >= 9))
    }
}
