use super::*;

#[derive(Debug, PartialEq)]
struct Entry(u32, u64);

impl Keyed for Entry {
    type Key = u32;
    fn key(&self) -> u32 {
        self.0
    }
}

#[test]
fn it_is_a_map_in_the_order_of_its_keys() {
    let mut table = Table::default();
    for n in [5, 1, 9, 3, 5] {
        table.insert(Entry(n, u64::from(n) * 10));
    }
    assert_eq!(table.iter().map(|entry| entry.0).collect::<Vec<_>>(), [1, 3, 5, 9]);
    assert_eq!(table.get(9), Some(&Entry(9, 90)));
    assert!(table.contains(3) && !table.contains(4) && table.get_mut(4).is_none());
    assert_eq!(table.remove(3), Some(Entry(3, 30)));
    assert_eq!(table.remove(3), None);
    assert_eq!(table.len(), 3);
}

#[test]
fn the_oldest_goes_first_and_the_spared_never() {
    let mut table = Table::default();
    for (key, age) in [(1, 30), (2, 10), (3, 20)] {
        table.insert(Entry(key, age));
    }
    assert!(table.evict_oldest(|entry| (entry.0 != 2).then_some(entry.1)));
    assert!(table.contains(2) && !table.contains(3));
    assert!(!table.evict_oldest(|_| None));
    table.retain(|_| false);
    assert!(table.is_empty());
}

#[test]
fn a_single_entry_has_no_empty_room() {
    let mut table = Table::default();
    table.insert(Entry(1, 1));
    assert_eq!(table.0.capacity(), 1);
    for n in 2..1000 {
        table.insert(Entry(n, 1));
        assert!(table.0.capacity() <= table.len() + 1 + table.len() / 4);
    }
}
