//! Properties of the ledger, mostly against a naive model that keeps the whole history and counts by looking back.

use crate::support::{Agent, Fault, Tool, fault, now};
use proptest::prelude::*;
use serde_json::{Value, json};
use tool_recovery::{
    Verdict,
    classify::{Class, Source, Subkind},
    facts::Effect,
    ledger::{BoundsConfig, EventKind, HoldPlace, Ledger, LedgerConfig, Observation, Standing, Success, WorldChange},
};

const TOOLS: [&str; 3] = ["a", "b", "c"];

/// One event of a run. A call is (tool, arguments).
#[derive(Clone, Debug)]
enum Event {
    Fails { call: (usize, u64), text: u64, applied: bool },
    Succeeds { call: (usize, u64), change: WorldChange },
}

fn call() -> impl Strategy<Value = (usize, u64)> {
    (0..TOOLS.len(), 0u64..2)
}

fn event() -> impl Strategy<Value = Event> {
    let change = prop_oneof![Just(WorldChange::None), Just(WorldChange::Weak), Just(WorldChange::Strong)];
    prop_oneof![
        4 => (call(), 0u64..3, prop::bool::weighted(0.1)).prop_map(|(call, text, applied)| Event::Fails { call, text, applied }),
        2 => (call(), change).prop_map(|(call, change)| Event::Succeeds { call, change }),
    ]
}

/// The naive model: the history of one run.
#[derive(Default)]
struct Model {
    history: Vec<(Event, Judged)>,
}

#[derive(Clone, Copy, Default, Debug, PartialEq)]
struct Judged {
    verdict: Verdict,
    excused: Option<bool>,
}

impl Model {
    fn since_success(&self, same: impl Fn((usize, u64)) -> bool) -> usize {
        self.history.iter().rposition(|(event, _)| matches!(event, Event::Succeeds { call, .. } if same(*call))).map_or(0, |at| at + 1)
    }

    fn failures_of(&self, call: (usize, u64)) -> Vec<usize> {
        let from = self.since_success(|other| other == call);
        let is_it = |at: &usize| matches!(self.history[*at].0, Event::Fails { call: other, .. } if other == call);
        (from..self.history.len()).filter(is_it).collect()
    }

    fn text_at(&self, at: usize) -> u64 {
        match self.history[at].0 {
            Event::Fails { text, .. } => text,
            Event::Succeeds { .. } => unreachable!(),
        }
    }

    /// `Some(true)` by a strong change, `Some(false)` by a weak one.
    fn excuse(&self, call: (usize, u64), failures: &[usize]) -> Option<bool> {
        let last = *failures.last()?;
        let between = &self.history[last + 1..];
        let strong = between.iter().any(|(event, _)| match event {
            Event::Succeeds { change, .. } => *change == WorldChange::Strong,
            Event::Fails { call: other, applied, .. } => *applied && *other != call,
        });
        let weak = between.iter().any(|(event, _)| matches!(event, Event::Succeeds { change: WorldChange::Weak, .. }));
        let weak_used = failures.iter().any(|at| self.history[*at].1.excused == Some(false));
        if strong { Some(true) } else { (weak && !weak_used).then_some(false) }
    }

    fn fails(&mut self, call: (usize, u64), text: u64, applied: bool) -> (u32, u32, Verdict) {
        let failures = self.failures_of(call);
        let excused = self.excuse(call, &failures);
        let total = failures.len() + 1;
        let unexcused = failures.iter().filter(|at| self.history[**at].1.excused.is_none()).count() + 1;
        let repeats = failures.windows(2).map(|pair| (pair[0], pair[1]));
        let spent = repeats.filter(|(before, at)| self.history[*at].1.excused.is_some() && self.text_at(*before) == self.text_at(*at)).count()
            + usize::from(excused.is_some() && failures.last().is_some_and(|at| self.text_at(*at) == text));
        let from = self.since_success(|other| other.0 == call.0);
        let in_row: Vec<&Judged> =
            self.history[from..].iter().filter(|(event, _)| matches!(event, Event::Fails { call: other, .. } if other.0 == call.0)).map(|(_, j)| j).collect();
        let varied = in_row.iter().filter(|judged| judged.excused.is_none()).count() + 1;
        let closed = self
            .history
            .iter()
            .any(|(event, judged)| judged.verdict == Verdict::Halt && matches!(event, Event::Fails { call: other, .. } if other.0 == call.0));
        let rung = |count, nudge, halt| match count {
            n if n >= halt => Verdict::Halt,
            n if n >= nudge => Verdict::Nudge,
            _ => Verdict::Continue,
        };
        let climbed = if excused.is_some() { rung(spent, 3, 8) } else { rung(unexcused, 2, 3).max(rung(varied, 4, 6)) };
        let verdict = climbed.max(rung(total, 25, 25)).max(if closed { Verdict::Halt } else { Verdict::Continue });
        let streak = in_row.len() + 1;
        self.history.push((Event::Fails { call, text, applied }, Judged { verdict, excused }));
        (total as u32, streak as u32, verdict)
    }
}

fn arguments(n: u64) -> Value {
    json!({ "n": n })
}

fn observe(agent: &Agent, call: (usize, u64), fault: Fault, applied: bool) -> Standing {
    let mut o = agent.observation(&Tool::reading(TOOLS[call.0]), &arguments(call.1), agent.stamp(), fault);
    if applied {
        o.effect = Effect::Applied;
    }
    now(agent.ledger.observe(o))
}

fn succeed(agent: &Agent, call: (usize, u64), change: WorldChange) {
    let key = agent.key(&Tool::reading(TOOLS[call.0]), &arguments(call.1));
    let open = agent.ledger.probe(key.run).open;
    agent.ledger.succeeded(&Success { run: key.run, call: open.then_some(key), change });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Two runs of one ledger, interleaved, each as its own model says.
    #[test]
    fn counts_and_verdicts_are_those_of_the_naive_model(events in prop::collection::vec((event(), prop::bool::ANY), 0..120)) {
        let first = Agent::new();
        let agents = [first.in_run("another"), first];
        let mut models = [Model::default(), Model::default()];
        let mut failures = 0;
        for (event, which) in events {
            let (agent, model) = (&agents[usize::from(which)], &mut models[usize::from(which)]);
            match event {
                Event::Fails { call, text, applied } => {
                    failures += 1;
                    let standing = observe(agent, call, fault(Class::WrongArguments).text(text), applied);
                    let expected = model.fails(call, text, applied);
                    prop_assert_eq!((standing.identical, standing.streak, standing.verdict), expected, "{:?}", model.history);
                }
                Event::Succeeds { call, change } => {
                    succeed(agent, call, change);
                    model.history.push((Event::Succeeds { call, change }, Judged::default()));
                }
            }
        }
        prop_assert_eq!(agents[0].ledger.counters().failures, failures);
    }
}

fn class() -> impl Strategy<Value = (Class, Option<Subkind>)> {
    prop_oneof![
        prop::sample::select(Class::ALL.to_vec()).prop_map(|class| (class, None)),
        Just((Class::RateLimited, Some(Subkind::Quota))),
        Just((Class::Unavailable, Some(Subkind::Module))),
    ]
}

#[derive(Clone, Debug)]
struct Failure {
    call: (usize, u64),
    text: u64,
    class: (Class, Option<Subkind>),
    predicted: Option<Source>,
    attempts: u32,
    declared: (bool, bool, bool),
    retry_after: Option<u64>,
}

fn failure() -> impl Strategy<Value = Failure> {
    let predicted = prop::sample::select(vec![None, Some(Source::Keywords), Some(Source::Jev)]);
    let declared = (prop::bool::weighted(0.2), prop::bool::weighted(0.05), prop::bool::weighted(0.2));
    (call(), 0u64..2, class(), predicted, 1u32..4, declared, prop::option::weighted(0.1, 0u64..2000))
        .prop_map(|(call, text, class, predicted, attempts, declared, retry_after)| Failure { call, text, class, predicted, attempts, declared, retry_after })
}

impl Failure {
    fn observation(&self, agent: &Agent, class: (Class, Option<Subkind>), source: Source) -> Observation {
        let failing = Fault { subkind: class.1, source, attempts: self.attempts, ..fault(class.0).text(self.text) };
        let failing = Fault { retry_after: self.retry_after.map(std::time::Duration::from_secs), ..failing };
        let (pollable, report, optional) = self.declared;
        let tool = Tool { pollable, report, optional, ..Tool::reading(TOOLS[self.call.0]).of_service("s") };
        agent.observation(&tool, &arguments(self.call.1), agent.stamp(), failing)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// A predicted class is never followed by a milder verdict than the same class by trusted facts; and counts do not depend on it.
    #[test]
    fn a_prediction_gives_no_more_than_trusted_facts(steps in prop::collection::vec((failure(), prop::option::weighted(0.2, (call(), 0u8..3))), 1..80)) {
        let (trusted, predicted) = (Agent::new(), Agent::new());
        for (failure, success) in steps {
            let facts = now(trusted.ledger.observe(failure.observation(&trusted, failure.class, Source::Trusted)));
            let guess = now(predicted.ledger.observe(failure.observation(&predicted, failure.class, failure.predicted.unwrap_or(Source::Trusted))));
            prop_assert!(guess.verdict >= facts.verdict, "{failure:?}: {guess:?} after {facts:?}");
            prop_assert_eq!((guess.identical, guess.streak), (facts.identical, facts.streak));
            if let Some((call, change)) = success {
                let change = [WorldChange::None, WorldChange::Weak, WorldChange::Strong][usize::from(change)];
                succeed(&trusted, call, change);
                succeed(&predicted, call, change);
            }
        }
    }

    /// What a decision model says never makes a verdict milder than saying nothing at all.
    #[test]
    fn a_decision_gives_no_headroom(steps in prop::collection::vec(failure(), 1..80)) {
        let (silent, decided) = (Agent::new(), Agent::new());
        for failure in steps {
            let unknown = now(silent.ledger.observe(failure.observation(&silent, (Class::Unknown, None), Source::Jev)));
            let guess = now(decided.ledger.observe(failure.observation(&decided, failure.class, Source::Jev)));
            prop_assert!(guess.verdict >= unknown.verdict, "{failure:?}: {guess:?} after {unknown:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Where a decision overrules the text rules, nothing is milder than by the text rules alone: no verdict, no pause, no gate, no count of a service that is not there.
    #[test]
    fn what_a_decision_overrules_still_restricts(steps in prop::collection::vec((failure(), class(), any::<bool>()), 1..80)) {
        let (ruled, decided) = (Agent::new(), Agent::new());
        for (failure, guess, asked) in steps {
            let plain = failure.observation(&ruled, failure.class, Source::Keywords);
            let mut other = failure.observation(&decided, failure.class, Source::Keywords);
            if asked {
                (other.class, other.subkind, other.source, other.overruled) = (guess.0, guess.1, Source::Jev, Some(failure.class));
            }
            let query = |o: &Observation| tool_recovery::ledger::GateQuery { call: o.call, hold: None, idempotency: None, pollable: o.pollable };
            let (plain_gate, other_gate) = (query(&plain), query(&other));
            let by_rules = now(ruled.ledger.observe(plain));
            let by_decision = now(decided.ledger.observe(other));
            prop_assert!(by_decision.verdict >= by_rules.verdict, "{failure:?} as {guess:?}: {by_decision:?} after {by_rules:?}");
            prop_assert_eq!((by_decision.identical, by_decision.streak), (by_rules.identical, by_rules.streak));
            prop_assert!(by_decision.paced >= by_rules.paced, "{failure:?} as {guess:?}");
            let open = |agent: &Agent, query| now(agent.ledger.gate(&query)) == tool_recovery::ledger::Gate::Open;
            prop_assert!(open(&ruled, plain_gate) || !open(&decided, other_gate), "{failure:?} as {guess:?}: refused by the rules, and open with a decision");
        }
    }
}

#[derive(Clone, Debug)]
enum Deed {
    Lose(usize, u64, bool),
    Fail(u8),
    Finish(u8),
    World,
    Reset(usize),
    Succeed(usize, u64),
    Reconcile(usize),
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        3 => (0..TOOLS.len(), 0u64..3, prop::bool::ANY).prop_map(|(tool, n, keyed)| Deed::Lose(tool, n, keyed)),
        6 => any::<u8>().prop_map(Deed::Fail),
        1 => any::<u8>().prop_map(Deed::Finish),
        1 => Just(Deed::World),
        1 => (0..TOOLS.len()).prop_map(Deed::Reset),
        2 => (0..TOOLS.len(), 0u64..3).prop_map(|(tool, n)| Deed::Succeed(tool, n)),
        1 => (0..TOOLS.len()).prop_map(Deed::Reconcile),
    ]
}

fn run_name(n: u8) -> String {
    format!("run {n}")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// With room for two runs and four failures, everything is dropped all the time, but never a hold.
    #[test]
    fn only_reconciling_ends_a_hold(deeds in prop::collection::vec(deed(), 0..150)) {
        let bounds = BoundsConfig { max_runs: 2, max_keys_per_run: 2, max_operations_per_run: 2, max_denials_per_run: 1, max_holds: 3 };
        let agent = Agent::with(LedgerConfig { bounds, ..LedgerConfig::default() });
        let mut held = std::collections::BTreeSet::new();
        for deed in deeds {
            match deed {
                Deed::Lose(tool, n, keyed) => {
                    let place = if keyed { HoldPlace::EffectKey(agent.ledger.fingerprint(&arguments(n), &[]).by_pointers(["/n"])) } else { HoldPlace::Operation };
                    let mut o = agent.observation(&Tool::writing(TOOLS[tool]), &arguments(n), agent.stamp(), fault(Class::Transient));
                    (o.effect, o.hold) = (Effect::UncertainWrite, Some(place));
                    let _ = now(agent.ledger.observe(o));
                    held.insert((tool, n, keyed));
                }
                Deed::Fail(run) => {
                    let mut o = agent.observation(&Tool::reading("x"), &arguments(run.into()), agent.stamp(), fault(Class::Unknown));
                    o.call.run = agent.ledger.run_key(&run_name(run));
                    let _ = now(agent.ledger.observe(o));
                }
                Deed::Finish(run) => agent.ledger.finish_run(if run % 2 == 0 { "run" } else { "run 1" }),
                Deed::World => agent.ledger.note_world_change("run", "scope"),
                Deed::Reset(tool) => {
                    agent.ledger.reset("run", TOOLS[tool], None, "scope");
                }
                Deed::Succeed(tool, n) => succeed(&agent, (tool, n), WorldChange::Strong),
                Deed::Reconcile(tool) => {
                    let expected = held.iter().filter(|hold| hold.0 == tool).count();
                    held.retain(|hold| hold.0 != tool);
                    let outcome = tool_recovery::ledger::Reconciled::NotApplied;
                    prop_assert_eq!(agent.ledger.reconcile(TOOLS[tool], None, "scope", outcome), expected);
                }
            }
            prop_assert_eq!(agent.ledger.holds().len(), held.len());
            prop_assert!(agent.ledger.open_runs() <= 2);
            prop_assert!(held.is_empty() || agent.ledger.probe(agent.ledger.run_key("never seen")).open);
        }
    }
}

#[test]
fn the_sum_of_observations_is_the_sum_of_its_kinds() {
    let agent = Agent::new();
    let kinds = [
        EventKind::Failure,
        EventKind::HardRejection,
        EventKind::ApprovalDenied,
        EventKind::Refusal,
        EventKind::Cancelled,
        EventKind::Terminal,
        EventKind::NotDispatched,
    ];
    for (n, kind) in kinds.into_iter().enumerate() {
        for _ in 0..=n {
            let _ = now(agent.ledger.observe(agent.observation(&Tool::reading("t"), &json!(n), agent.stamp(), fault(Class::Unknown).kind(kind))));
        }
    }
    let c = agent.ledger.counters();
    assert_eq!([c.failures, c.hard_rejections, c.denials, c.refusals, c.cancelled, c.terminal, c.not_dispatched], [1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(c.observations(), 28);
}
