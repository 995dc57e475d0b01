use super::*;

#[test]
fn every_rule_and_every_fault_has_a_counter_of_its_own() {
    let counters = Counters::default();
    for (times, repair) in (1..).zip(Repair::ALL) {
        (0..times).for_each(|_| counters.repaired(repair));
    }
    for (times, kind) in (1..).zip(NormalizeFault::KINDS) {
        (0..times).for_each(|_| counters.refused(kind));
    }
    let seen = counters.snapshot();
    assert!(seen.repairs().map(|(_, count)| count).eq(1..=9));
    assert!(seen.faults().map(|(_, count)| count).eq(1..=5));
    for (repair, count) in seen.repairs() {
        assert_eq!(seen.repaired(repair), count);
    }
    for (kind, count) in seen.faults() {
        assert_eq!(seen.refused(kind), count);
    }
}

#[test]
fn rejections_of_other_stages_are_not_counted_here() {
    let counters = Counters::default();
    counters.refused(RejectionKind::Schema);
    assert_eq!(counters.snapshot(), NormalizeCounters::default());
    assert_eq!(counters.snapshot().refused(RejectionKind::Schema), 0);
}
