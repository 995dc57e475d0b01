use super::*;

const RUN: RunKey = RunKey(7 << 96);

#[test]
fn ticks_are_ordered_across_their_wrap() {
    let tick = |n: u32| Tick(n & TICK_MASK);
    assert!(tick(5).after(tick(4)) && !tick(4).after(tick(5)) && !tick(4).after(tick(4)));
    assert!(tick(0).after(tick(TICK_MASK)) && !tick(TICK_MASK).after(tick(0)));
    assert!(tick(TICK_MASK / 2).after(tick(0)) && !tick(TICK_MASK / 2 + 1).after(tick(0)));
}

#[test]
fn the_parts_of_a_slot_do_not_spill_into_each_other() {
    let slots = Slots::new();
    for _ in 0..=TICK_MASK {
        slots.change(RUN, WorldChange::Weak);
    }
    assert_eq!((slots.read(RUN).weak(), slots.read(RUN).strong(), slots.read(RUN).open()), (Tick(0), Tick(0), false));
    for _ in 0..=TICK_MASK {
        slots.change(RUN, WorldChange::Strong);
    }
    assert_eq!(slots.read(RUN), World(0));
    slots.open(RUN);
    slots.change(RUN, WorldChange::Strong);
    slots.change(RUN, WorldChange::Weak);
    slots.change(RUN, WorldChange::None);
    let world = slots.read(RUN);
    assert_eq!((world.weak(), world.strong(), world.open()), (Tick(1), Tick(1), true));
    assert!(!World::from_stamp(world.stamp()).open(), "a stamp says nothing about other runs");
    slots.close(RUN);
    assert!(!slots.read(RUN).open());
}

#[test]
fn a_change_is_left_to_the_lock_while_something_is_open() {
    let slots = Slots::new();
    assert!(slots.change_if_closed(RUN, WorldChange::Strong));
    let before = slots.open(RUN);
    assert_eq!(before.strong(), Tick(1), "opening sees every change before it");
    assert!(!slots.change_if_closed(RUN, WorldChange::Strong));
    assert_eq!(slots.read(RUN).strong(), Tick(1));
    assert!(slots.change_if_closed(RunKey(8 << 96), WorldChange::Strong), "another slot is another matter");
}
