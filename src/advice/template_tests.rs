use super::*;
use crate::{
    classify::{Classification, Source},
    facts::{Adapter, Facts, Provenance},
    ledger::Standing,
};

#[test]
fn a_wait_is_rounded_up_in_its_largest_fitting_unit() {
    let waits = [
        (Duration::from_nanos(1), (1, "ms")),
        (Duration::from_millis(250), (250, "ms")),
        (Duration::from_micros(250_001), (251, "ms")),
        (Duration::from_secs(1), (1, "s")),
        (Duration::from_millis(1_001), (2, "s")),
        (Duration::from_millis(119_001), (2, "min")),
        (Duration::from_secs(121), (3, "min")),
        (Duration::from_secs(7_199), (120, "min")),
        (Duration::from_secs(7_200), (2, "h")),
        (Duration::from_secs(7_201), (3, "h")),
        (Duration::MAX, (u64::MAX.div_ceil(3600), "h")),
    ];
    for (wait, words) in waits {
        assert_eq!(human(wait), words, "{wait:?}");
    }
}

#[test]
fn the_user_is_told_of_refusals_as_refusals_and_of_no_class_that_is_not_known() {
    let facts = Facts::new(Provenance::new(Adapter::Core, "admission")).kind(FailureKind::Rejected(RejectionKind::Held));
    let told = |reason, streak, class| {
        let standing = Standing { streak, ..Standing::new(Verdict::Halt, reason) };
        let classification = Classification::new(class, Source::Trusted, "test");
        let basis = Basis { facts: &facts, effect: Effect::NotApplied, answer_lost: false, classification, advised: None, standing };
        for_user(&basis, &Action::Reconcile, Some("pay"))
    };
    let needs = "someone has to find out whether its last change took effect. The original errors are kept.";
    assert_eq!(told(Reason::Refusals, 1, Class::Unknown), format!("pay was stopped after calls that were refused one after the other: {needs}"));
    assert_eq!(told(Reason::VariedFailures, 6, Class::WrongArguments), format!("pay was stopped after 6 failures (wrong_arguments): {needs}"));
}
