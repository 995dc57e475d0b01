//! What a decision model said beside what was served, and what happened next.

use super::{
    criteria::likeliest,
    line::Line,
    tally::{Call, Failure, code, count},
};
use crate::eval::metrics::Rate;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What came next of the same tool in the same session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Next {
    #[default]
    Nothing,
    Succeeded,
    FailedAgain,
    Repeated,
    Refused,
}

impl Next {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Succeeded => "succeeded",
            Self::FailedAgain => "failed_otherwise",
            Self::Repeated => "repeated_without_reason",
            Self::Refused => "refused",
        }
    }
}

/// Failures that were served one class while a model would have been followed with another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Otherwise {
    /// The class that was served.
    pub served: String,
    /// The class that would have been followed.
    pub shadow: String,
    /// Those that were made good later.
    pub recovered: Rate,
    /// What the next call of the same tool in the session came to: `succeeded`, `failed_otherwise`, `repeated_without_reason`, `refused`, or `nothing` where there was none.
    pub next: BTreeMap<String, u64>,
}

/// Decisions that were made beside the stack about failures that it served without them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ShadowReport {
    /// Always true: what follows came of what was served, and nobody knows what would have come of the model's word.
    pub observational: bool,
    /// Decisions about the class, those included that were worth asking for and not asked for.
    pub decisions: u64,
    /// How their evaluations ended.
    pub statuses: BTreeMap<String, u64>,
    /// Why nothing of them would have been followed.
    pub reasons: BTreeMap<String, u64>,
    /// Those whose failure is not in the records, or is not the only one of its call. They are in no rate.
    pub unlinked: u64,
    /// Answers whose likeliest class is the one that was served, followed or not.
    pub likeliest_agrees: Rate,
    /// Decisions that would have been followed.
    pub followed: Rate,
    /// Followed ones with the class that was served.
    pub agrees: Rate,
    /// Failures that were made good later where both agree,
    pub agreed_recovered: Rate,
    /// where the model would have been followed with another class,
    pub otherwise_recovered: Rate,
    /// and where nothing of it would have been followed.
    pub silent_recovered: Rate,
    /// Failures for which another tool would have been advised, and that were made good without it.
    pub alternates_recovered: Rate,
    /// The classes that differ, the most frequent pair first.
    pub otherwise: Vec<Otherwise>,
}

/// One decision.
struct Said {
    /// The likeliest class, where it answered.
    likeliest: Option<String>,
    followed: bool,
}

/// The decisions of one call.
#[derive(Default)]
struct OfCall {
    class: Vec<Said>,
    alternates: u64,
}

/// Collects decisions. They come after the record of their failure, and now and then before it.
#[derive(Default)]
pub(super) struct Shadows {
    calls: BTreeMap<Call, OfCall>,
    decisions: u64,
    statuses: BTreeMap<String, u64>,
    reasons: BTreeMap<String, u64>,
}

/// A decision beside the failure that it is about.
struct Linked<'f> {
    said: &'f Said,
    failure: &'f Failure,
}

impl Linked<'_> {
    fn agrees(&self) -> bool {
        self.said.likeliest.as_ref() == Some(&self.failure.class)
    }
}

fn rate<'f>(of: impl Iterator<Item = &'f Failure>, is: impl Fn(&Failure) -> bool) -> Rate {
    let (mut k, mut n, mut sessions) = (0, 0, BTreeSet::new());
    for failure in of {
        (k, n) = (k + u64::from(is(failure)), n + 1);
        sessions.insert(&failure.place.0);
    }
    Rate::new(k, n, sessions.len() as u64)
}

impl Shadows {
    /// Adds a decision about a failure.
    pub(super) fn decision(&mut self, record: &Line) {
        let followed = record.verdict == "proceed";
        let of_call = self.calls.entry((record.session.clone(), record.call_id.clone())).or_default();
        if record.criteria.iter().any(|criterion| criterion.id == "alternate") {
            of_call.alternates += u64::from(followed);
            return;
        }
        let likeliest = record.answers.get("class").and_then(likeliest);
        of_call.class.push(Said { likeliest: likeliest.and_then(|class| class.as_str().map(code)), followed });
        self.decisions += 1;
        count(&mut self.statuses, &record.evaluation_status);
        record.reasons.iter().for_each(|reason| count(&mut self.reasons, reason));
    }

    /// What all of them came to; `None` where there were none.
    pub(super) fn report(&self, failures: &BTreeMap<String, Failure>) -> Option<ShadowReport> {
        if self.calls.is_empty() {
            return None;
        }
        let mut of_calls: BTreeMap<&Call, Vec<&Failure>> = BTreeMap::new();
        failures.values().for_each(|failure| of_calls.entry(&failure.call).or_default().push(failure));
        let only = |call: &Call| of_calls.get(call).and_then(|found| <[&Failure; 1]>::try_from(found.as_slice()).ok()).map(|[failure]| failure);
        let linked: Vec<Linked<'_>> = self
            .calls
            .iter()
            .filter_map(|(call, of_call)| match of_call.class.as_slice() {
                [said] => Some(Linked { said, failure: only(call)? }),
                _ => None,
            })
            .collect();
        let some = |which: &dyn Fn(&Linked<'_>) -> bool, is: &dyn Fn(&Failure) -> bool| rate(linked.iter().filter(|one| which(one)).map(|one| one.failure), is);
        let share = |of: &dyn Fn(&Linked<'_>) -> bool, is: &dyn Fn(&Linked<'_>) -> bool| {
            let (k, n) = linked.iter().filter(|one| of(one)).fold((0, 0), |(k, n), one| (k + u64::from(is(one)), n + 1));
            Rate::new(k, n, linked.iter().filter(|one| of(one)).map(|one| &one.failure.place.0).collect::<BTreeSet<_>>().len() as u64)
        };
        let recovered = |failure: &Failure| failure.recovered;
        let sought = self.calls.iter().filter(|(_, of_call)| of_call.alternates > 0).filter_map(|(call, _)| only(call));
        Some(ShadowReport {
            observational: true,
            decisions: self.decisions,
            statuses: self.statuses.clone(),
            reasons: self.reasons.clone(),
            unlinked: self.decisions.saturating_sub(linked.len() as u64),
            likeliest_agrees: share(&|one| one.said.likeliest.is_some(), &|one| one.agrees()),
            followed: share(&|_| true, &|one| one.said.followed),
            agrees: share(&|one| one.said.followed, &|one| one.agrees()),
            agreed_recovered: some(&|one| one.said.followed && one.agrees(), &recovered),
            otherwise_recovered: some(&|one| one.said.followed && !one.agrees(), &recovered),
            silent_recovered: some(&|one| !one.said.followed, &recovered),
            alternates_recovered: rate(sought, recovered),
            otherwise: otherwise(&linked),
        })
    }
}

/// The pairs of classes that differ.
fn otherwise(linked: &[Linked<'_>]) -> Vec<Otherwise> {
    let mut pairs: BTreeMap<(&str, &str), Vec<&Failure>> = BTreeMap::new();
    for one in linked.iter().filter(|one| one.said.followed && !one.agrees()) {
        let Some(class) = &one.said.likeliest else { continue };
        pairs.entry((&one.failure.class, class)).or_default().push(one.failure);
    }
    let told = pairs.into_iter().map(|((served, shadow), failures)| {
        let mut next = BTreeMap::new();
        failures.iter().for_each(|failure| count(&mut next, failure.next.as_str()));
        let recovered = rate(failures.into_iter(), |failure| failure.recovered);
        Otherwise { served: served.to_owned(), shadow: shadow.to_owned(), recovered, next }
    });
    let mut told: Vec<Otherwise> = told.collect();
    told.sort_by_key(|one| std::cmp::Reverse(one.recovered.n));
    told
}
