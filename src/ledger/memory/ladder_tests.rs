use super::super::testing::{call, failure, ledger};
use super::*;
use crate::ledger::{HoldPlace, MemoryLedger};

fn verdicts(ledger: &MemoryLedger, source: Source, count: usize) -> Vec<Verdict> {
    let mut o = failure(ledger, call(ledger, "r", 1, 1));
    (o.class, o.source) = (Class::Transient, source);
    (0..count).map(|_| ledger.0.record(&o, false).verdict).collect()
}

#[test]
fn a_stricter_tier_is_never_more_lenient_whatever_is_configured() {
    let odd = LadderConfig {
        identical: Rungs::new(50, 60),
        varied: Rungs::new(70, 80),
        keywords: Rungs::new(30, 40),
        transient_identical: Rungs::new(3, 5),
        transient_consecutive: Rungs::new(4, 7),
        rate_limited: Rungs::new(90, 99),
        ..LadderConfig::default()
    };
    let [trusted, keywords, jev] = [Source::Trusted, Source::Keywords, Source::Jev]
        .map(|source| verdicts(&ledger(LedgerConfig { ladder: odd.clone(), ..LedgerConfig::default() }), source, 20));
    assert_eq!(trusted.iter().position(|verdict| *verdict == Verdict::Halt), Some(4));
    for n in 0..20 {
        assert!(keywords[n] >= trusted[n] && jev[n] >= keywords[n]);
    }
}

#[test]
fn no_single_observation_uses_up_all_headroom() {
    let ledger = MemoryLedger::default();
    let mut o = failure(&ledger, call(&ledger, "r", 1, 1));
    (o.class, o.source, o.adapter_attempts) = (Class::Transient, Source::Trusted, 1_000_000);
    assert_eq!(ledger.0.record(&o, false).verdict, Verdict::Nudge);
    assert_eq!(ledger.0.record(&o, false).verdict, Verdict::Halt);
    o.call = call(&ledger, "other", 1, 1);
    o.class = Class::WrongArguments;
    assert_eq!(ledger.0.record(&o, false).verdict, Verdict::Continue, "attempts count where time may cure");
}

#[test]
fn a_rejection_by_schema_is_not_excused_by_a_changed_world() {
    for (class, expected) in [(Class::WrongArguments, Verdict::Halt), (Class::Permission, Verdict::Continue)] {
        let ledger = MemoryLedger::default();
        let mut o = failure(&ledger, call(&ledger, "r", 1, 1));
        (o.kind, o.class) = (EventKind::HardRejection, class);
        ledger.0.record(&o, false);
        ledger.note_world_change("r", "scope");
        o.stamp = crate::ledger::Ledger::probe(&ledger, o.call.run).stamp;
        assert_eq!(ledger.0.record(&o, false).verdict, expected, "{class}");
    }
}

#[test]
fn a_halted_operation_stays_halted_for_calls_that_were_under_way() {
    let ledger = MemoryLedger::default();
    let o = failure(&ledger, call(&ledger, "r", 1, 1));
    for _ in 0..3 {
        ledger.0.record(&o, false);
    }
    let mut other = failure(&ledger, call(&ledger, "r", 1, 2));
    other.hold = Some(HoldPlace::Operation);
    let standing = ledger.0.record(&other, false);
    assert_eq!((standing.verdict, standing.reason, standing.held), (Verdict::Halt, Reason::ExactRepeat, true));
    assert_eq!(ledger.counters().halts, 1);
}
