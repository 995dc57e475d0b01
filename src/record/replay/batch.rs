//! One chunk of lines, by itself: hashed, read and judged.

use super::{Problem, ReplayPlan, Transition, input::Chunk};
use crate::layers::{Codes, FailureCode, Tally};
use crate::record::{BadLine, Body, Code, Decision, Digest, Head, Kept, Kind, LabelValue, LineDigest, Mismatch, Record};
use std::{
    collections::BTreeMap,
    hash::{BuildHasher as _, Hasher as _},
};

/// What a chunk came to. The chain across chunks, and labels of decisions in other chunks, are a matter of the merge.
#[derive(Default)]
pub(super) struct Batch {
    pub(super) source: usize,
    pub(super) lines: u64,
    pub(super) bytes: u64,
    pub(super) torn: bool,
    /// The chain from the first line of this chunk to its last.
    pub(super) first: Option<Link>,
    pub(super) last: Option<(Option<u64>, LineDigest)>,
    pub(super) kinds: [u64; Kind::ALL.len()],
    pub(super) dropped: u64,
    pub(super) transitions: BTreeMap<Transition, u64>,
    pub(super) kept: BTreeMap<Kept, u64>,
    pub(super) mismatches: u64,
    /// Changed decisions by their id, in the order of the lines.
    pub(super) changed: Vec<(u64, Transition)>,
    /// Labels: of which decision, for which criterion, and what.
    pub(super) labels: Vec<(u64, String, String)>,
    pub(super) codes: Tally,
    pub(super) bad_lines: u64,
    pub(super) chain_faults: u64,
    pub(super) problems: Vec<(u64, Problem)>,
    /// Whether a problem ends the replay here.
    pub(super) fatal: bool,
}

/// The first line of a chunk, as the chain sees it.
pub(super) struct Link {
    pub(super) line: u64,
    pub(super) seq: Option<u64>,
    /// Outside: whether it is a record. Inside: whether it names a line before.
    pub(super) prev: Option<Option<Digest<'static>>>,
}

impl Batch {
    pub(super) fn of(chunk: &Chunk, plan: &ReplayPlan<'_>) -> Self {
        let mut batch = Self { source: chunk.source, bytes: chunk.bytes.len() as u64, torn: chunk.torn, ..Self::default() };
        let mut chain = crate::record::ChainCheck::default();
        let mut number = chunk.first_line;
        for line in lines(&chunk.bytes) {
            batch.line(number, line, &mut chain, plan);
            number += 1;
            if batch.fatal {
                return batch;
            }
        }
        if chunk.too_long {
            batch.lines += 1;
            batch.bad(number, BadLine::TooLong, plan);
        }
        batch
    }

    fn line(&mut self, number: u64, line: &[u8], chain: &mut crate::record::ChainCheck, plan: &ReplayPlan<'_>) {
        self.lines += 1;
        let digest = LineDigest::of(line);
        match Record::parse(line) {
            Ok(record) => {
                if self.first.is_none() {
                    let prev = record.head.prev.clone().map(Digest::into_owned);
                    self.first = Some(Link { line: number, seq: Some(record.head.seq), prev: Some(prev) });
                }
                if let Err(fault) = chain.take(&record.head, digest) {
                    self.chain_faults += 1;
                    self.problem(number, Problem::Chain(fault));
                }
                self.last = Some((Some(record.head.seq), digest));
                self.record(number, &record, plan);
            }
            Err(bad) => {
                if self.first.is_none() {
                    self.first = Some(Link { line: number, seq: None, prev: None });
                }
                chain.take_unread(digest);
                self.last = Some((None, digest));
                self.bad(number, bad, plan);
            }
        }
    }

    fn bad(&mut self, number: u64, bad: BadLine, plan: &ReplayPlan<'_>) {
        self.bad_lines += 1;
        self.fatal |= !plan.skip_bad_lines;
        self.problem(number, Problem::Bad(bad));
    }

    fn problem(&mut self, number: u64, problem: Problem) {
        if self.problems.len() < super::ReplayReport::MAX_PROBLEMS || self.fatal {
            self.problems.push((number, problem));
        }
    }

    fn record(&mut self, number: u64, record: &Record<'_>, plan: &ReplayPlan<'_>) {
        if let Some(count) = self.kinds.get_mut(record.body.kind() as usize) {
            *count += 1;
        }
        match &record.body {
            Body::Decision(decision) => self.decision(number, &record.head, decision, plan),
            Body::Label(label) => {
                let value = match &label.value {
                    LabelValue::Option(option) => option.to_string(),
                    value => value.to_string(),
                };
                self.labels.push((id_hash(label.decision_id.as_str()), label.criterion.to_string(), value));
            }
            Body::Recovery(recovery) => self.codes.count(codes(&recovery.codes)),
            Body::Gap(gap) => {
                self.dropped = self.dropped.saturating_add(gap.dropped.get());
                self.codes.count(Codes::NONE.with(FailureCode::D1));
            }
            _ => {}
        }
    }

    fn decision(&mut self, number: u64, head: &Head<'_>, decision: &Decision<'_>, plan: &ReplayPlan<'_>) {
        let Some(judged) = plan.judge(decision) else { return };
        if let Some(Err(mismatch)) = plan.judged_by().map(|thresholds| thresholds.fit(decision)) {
            self.mismatch(number, mismatch, plan);
            if self.fatal {
                return;
            }
        }
        match judged {
            Ok(derived) => {
                let transition = Transition { verdict: (decision.verdict, derived.verdict), action: (decision.effective_action, derived.effective_action) };
                *self.transitions.entry(transition).or_default() += 1;
                if transition.is_change() {
                    self.changed.push((id_hash(head.id.as_str()), transition));
                }
            }
            Err(kept) => *self.kept.entry(kept).or_default() += 1,
        }
    }

    fn mismatch(&mut self, number: u64, mismatch: Mismatch, plan: &ReplayPlan<'_>) {
        self.mismatches += 1;
        if !plan.allow_mismatch {
            self.fatal = true;
            self.problem(number, Problem::Mismatch(mismatch));
        }
    }
}

/// The lines of a chunk without their ends.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut start = 0;
    memchr::memchr_iter(b'\n', bytes).map(move |end| {
        let line = bytes.get(start..end).unwrap_or_default();
        start = end + 1;
        line
    })
}

/// Ids are compared by 64 bits: enough for the labels of a million decisions, and constant in size.
fn id_hash(id: &str) -> u64 {
    let mut hasher = foldhash::quality::FixedState::with_seed(0).build_hasher();
    hasher.write(id.as_bytes());
    hasher.finish()
}

fn codes(recorded: &[Code<'_>]) -> Codes {
    recorded.iter().filter_map(|code| FailureCode::ALL.into_iter().find(|known| known.as_str() == code.as_str())).collect()
}
