use super::super::{
    run::RunState,
    slots::World,
    testing::{call, failure},
};
use super::*;
use crate::classify::Source;
use crate::{
    classify::Subkind,
    ledger::{BoundsConfig, MemoryLedger, Stamp},
};

fn after(change: impl Fn(&mut Observation), pauses: usize) -> Vec<Pause> {
    let ledger = MemoryLedger::default();
    let mut o = failure(&ledger, call(&ledger, "r", 1, 1));
    (o.class, o.source) = (Class::RateLimited, Source::Trusted);
    change(&mut o);
    let world = World::from_stamp(Stamp(0));
    let mut run = RunState::new(world, world);
    run.ensure_operation(&o.call, o.class, &BoundsConfig::default());
    let operation = run.operations.get_mut(o.call.operation).unwrap();
    (0..pauses).map(|_| pause(operation, &o, &PacingConfig::default())).collect()
}

fn once(change: impl Fn(&mut Observation)) -> Pause {
    after(change, 1)[0]
}

const fn ms(n: u64) -> Pause {
    Pause::For(Duration::from_millis(n))
}

#[test]
fn base_delays_double_up_to_their_limit() {
    let throttled = after(|_| {}, 9);
    assert_eq!(throttled, [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000].map(ms));
    let transient = after(|o| o.class = Class::Transient, 4);
    assert_eq!(transient, [50, 100, 200, 400].map(ms));
    assert_eq!(after(|_| {}, 300)[299], ms(60_000));
}

#[test]
fn the_producers_wait_goes_before_the_base_delay_for_any_class() {
    let asked = |wait| once(move |o| (o.class, o.retry_after) = (Class::Unavailable, Some(wait)));
    assert_eq!(asked(Duration::from_secs(30)), ms(30_000));
    assert_eq!(asked(Duration::from_secs(900)), ms(900_000));
    assert_eq!(asked(Duration::ZERO), ms(1_000), "a past instant");
    assert_eq!(asked(Duration::MAX), ms(1_000), "nobody can mean that");
    assert_eq!(asked(Duration::from_secs(901)), Pause::Blocked);
    assert_eq!(asked(Duration::from_secs(10 * 365 * 86_400)), Pause::Blocked);
}

#[test]
fn a_wait_beyond_the_run_is_no_wait() {
    let left = |secs, wait| once(move |o| (o.run_remaining, o.retry_after) = (Some(Duration::from_secs(secs)), wait));
    assert_eq!(left(30, Some(Duration::from_secs(30))), ms(30_000));
    assert_eq!(left(29, Some(Duration::from_secs(30))), Pause::Blocked);
    assert_eq!(left(0, None), Pause::Blocked);
}

#[test]
fn what_time_does_not_cure_is_not_paced() {
    assert_eq!(once(|o| o.class = Class::WrongArguments), Pause::None);
    assert_eq!(once(|o| o.subkind = Some(Subkind::Quota)), Pause::None);
    assert_eq!(once(|o| o.source = Source::Jev), Pause::None, "a decision paces nothing");
    assert_eq!(once(|o| o.kind = EventKind::Cancelled), Pause::None);
    assert_eq!(once(|o| o.report = true), Pause::None);
    assert_eq!(once(|o| o.hold = Some(crate::ledger::HoldPlace::Operation)), Pause::None, "a held write is reconciled, not waited for");
    assert_eq!(once(|o| o.source = Source::Keywords), ms(1_000));
}
