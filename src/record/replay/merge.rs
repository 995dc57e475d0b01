//! Batches put together in the order of the input.

use super::{
    Problem, ReplayReport,
    batch::{Batch, Link},
    changed::Changed,
};
use crate::record::{ChainFault, Kind, LineDigest};

/// The most kinds of labels that are told apart.
const MAX_LABELS: usize = 10_000;

/// What has been found so far.
#[derive(Default)]
pub(super) struct Merge {
    pub(super) report: ReplayReport,
    last: Option<(Option<u64>, LineDigest)>,
    changed: Option<Changed>,
}

impl Merge {
    /// Takes the next batch.
    pub(super) fn take(&mut self, batch: Batch, names: &[String]) {
        let name = names.get(batch.source).map_or("", String::as_str);
        let mut problems: Vec<(u64, Problem)> = Vec::new();
        if let Some(first) = &batch.first
            && let Some(fault) = self.joins(first)
        {
            self.report.chain_faults += 1;
            problems.push((first.line, Problem::Chain(fault)));
        }
        self.last = batch.last.or(self.last);
        problems.extend(batch.problems);
        self.list(name, problems, batch.fatal);
        let report = &mut self.report;
        report.lines += batch.lines;
        report.bytes += batch.bytes;
        report.torn += u64::from(batch.torn);
        report.bad_lines += batch.bad_lines;
        report.chain_faults += batch.chain_faults;
        report.dropped = report.dropped.saturating_add(batch.dropped);
        report.mismatches += batch.mismatches;
        report.codes.add(&batch.codes);
        for (kind, count) in Kind::ALL.into_iter().zip(batch.kinds).filter(|(_, count)| *count > 0) {
            *report.kinds.entry(kind).or_default() += count;
        }
        for (transition, count) in batch.transitions {
            *report.transitions.entry(transition).or_default() += count;
        }
        for (kept, count) in batch.kept {
            *report.kept.entry(kept).or_default() += count;
        }
        for (id, transition) in batch.changed {
            // The room is taken where anything changes at all.
            self.report.unremembered += u64::from(self.changed.get_or_insert_default().remember(id, transition));
        }
        for (id, criterion, value) in batch.labels {
            self.label(id, criterion, value);
        }
    }

    /// How the first line of a batch joins the last line before it.
    fn joins(&self, first: &Link) -> Option<ChainFault> {
        let ((before, digest), Some(prev)) = (self.last.as_ref()?, first.prev.as_ref()) else { return None };
        match prev {
            None => Some(ChainFault::Restarted),
            Some(prev) if !digest.is(prev) => Some(ChainFault::Broken),
            Some(_) => match (before, first.seq) {
                (Some(before), Some(seq)) if seq != before.wrapping_add(1) => Some(ChainFault::OutOfSequence),
                _ => None,
            },
        }
    }

    /// The first problems are listed, and the one that ended everything.
    fn list(&mut self, name: &str, problems: Vec<(u64, Problem)>, fatal: bool) {
        let last = problems.len().saturating_sub(1);
        for (at, (line, problem)) in problems.into_iter().enumerate() {
            if self.report.problems.len() < ReplayReport::MAX_PROBLEMS || (fatal && at == last) {
                self.report.problems.push((name.to_owned(), line, problem));
            }
        }
        self.report.ended_early |= fatal;
    }

    fn label(&mut self, id: u64, criterion: String, value: String) {
        let Some((before, after)) = self.changed.as_ref().and_then(|changed| changed.verdicts(id)) else { return };
        let key = ((before, after), criterion, value);
        if self.report.labels.len() < MAX_LABELS || self.report.labels.contains_key(&key) {
            *self.report.labels.entry(key).or_default() += 1;
        } else {
            self.report.labels_beyond += 1;
        }
    }
}
