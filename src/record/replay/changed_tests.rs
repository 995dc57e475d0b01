use super::*;
use crate::record::EffectiveAction;

fn to(after: Recommendation) -> Transition {
    Transition { verdict: (Recommendation::Abstain, after), action: (EffectiveAction::Proceed, EffectiveAction::Proceed) }
}

/// Ids as hashes spread them.
fn id(n: u64) -> u64 {
    n.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[test]
fn however_many_change_the_room_stays_the_same() {
    let mut changed = Changed::default();
    let room = |changed: &Changed| (changed.known.capacity(), changed.order.capacity());
    let before = room(&changed);
    let many = 4 * Changed::MOST as u64;
    let forgotten = (0..many).filter(|n| changed.remember(id(*n), to(Recommendation::Block))).count();
    let after = room(&changed);
    assert_eq!((forgotten, after.1), (3 * Changed::MOST, before.1));
    // What was removed takes a place until the table is cleaned, which its capacity leaves out.
    assert!(after.0 <= before.0, "a fixed room: {} {}", after.0, before.0);
    assert_eq!(changed.known.len(), changed.order.len());
    assert!(size_of::<Entry>() * before.1 + (size_of::<Entry>() + 1) * before.0 * 8 / 7 < 4 << 20, "a few MiB");
    assert_eq!(changed.verdicts(id(many - 1)), Some((Recommendation::Abstain, Recommendation::Block)));
    assert_eq!(changed.verdicts(id(0)), None, "the oldest is forgotten");
}

#[test]
fn every_pair_of_verdicts_comes_back() {
    let mut changed = Changed::new(100);
    for before in Recommendation::ALL {
        for after in Recommendation::ALL {
            let (n, transition) = ((before as u64) << 8 | after as u64, Transition { verdict: (before, after), ..to(after) });
            assert!(!changed.remember(id(n), transition));
            assert_eq!(changed.verdicts(id(n)), Some((before, after)));
        }
    }
    changed.remember(id(0), to(Recommendation::Review));
    assert_eq!(changed.verdicts(id(0)), Some((Recommendation::Abstain, Recommendation::Review)), "the latest holds");
}
