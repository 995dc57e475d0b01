use super::{Key, Names};
use std::{collections::HashMap, sync::Arc};

fn table(names: &[String]) -> Names<usize> {
    Names::new(names.iter().enumerate().map(|(at, name)| (Arc::from(name.as_str()), at)).collect::<HashMap<_, _>>())
}

#[test]
fn every_name_is_found_and_no_other() {
    for count in [0, 1, 2, 20, 1000] {
        let names: Vec<String> = (0..count).map(|i| format!("tool_{i}")).collect();
        let table = table(&names);
        assert_eq!(table.is_empty(), count == 0);
        for (at, name) in names.iter().enumerate() {
            assert_eq!(table.get(name), Some(&at));
            assert_eq!(table.get(&name.to_uppercase()), None);
            assert_eq!(table.get(&format!("{name}_")), None);
        }
        assert_eq!(table.get(""), None);
    }
}

#[test]
fn names_that_differ_in_their_middle_alone_are_told_apart() {
    let names: Vec<String> = (0..100).map(|i| format!("github__{i:03}__create_issue")).collect();
    let table = table(&names);
    for (at, name) in names.iter().enumerate() {
        assert_eq!(table.get(name), Some(&at));
    }
    assert_eq!(table.get("github__100__create_issue"), None);
}

#[test]
fn short_names_of_the_same_ends_are_told_apart() {
    let names: Vec<String> = ["a", "aa", "aaa", "aaaa", "aaaaa", "aaaaaaaa", "aaaaaaaaa", "aaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaa"].map(String::from).into();
    let table = table(&names);
    for (at, name) in names.iter().enumerate() {
        assert_eq!(table.get(name), Some(&at));
    }
    assert_eq!(table.get("aaaaaa"), None);
}

/// A search that goes on behind its first place costs as much as the rest of the look-up.
#[test]
fn the_names_of_a_usual_catalog_lie_where_their_search_begins() {
    let verbs = ["read", "write", "list", "search", "delete"];
    let things = ["file", "directory", "issue", "page"];
    let usual = verbs.iter().flat_map(|verb| things.iter().map(move |thing| format!("{verb}_{thing}")));
    for names in [(0..20).map(|i| format!("tool_{i}")).collect::<Vec<_>>(), usual.collect()] {
        let table = table(&names);
        let first = |name: &str| table.slot(Key::of(name).start(table.factor)).is_some_and(|slot| *slot.name == *name);
        assert!(names.iter().all(|name| first(name)), "{names:?}");
    }
}
