//! `docs/configuration.md` names every key with its default and its range.

use super::cases::rows;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tool_recovery::config::{Layers, RecoveryConfig};

/// The value `at` a dotted key, as the nested tables of a file.
fn nested(key: &str, value: Value) -> Value {
    key.rsplit('.').fold(value, |value, name| json!({ name: value }))
}

#[test]
fn every_key_is_there_with_its_default_and_its_range() {
    let page: BTreeMap<String, Vec<String>> =
        rows("configuration.md").into_iter().map(|row| (row[0].trim_matches('`').to_owned(), row[1..].to_vec())).collect();
    let mut ranges = 0;
    for entry in Layers::new().unwrap().entries() {
        let row = page.get(&entry.key).unwrap_or_else(|| panic!("`{}` is not on the page", entry.key));
        // Modes depend on the features of the build.
        if entry.key != "classifier" {
            let default = if entry.value.is_null() { "not set".to_owned() } else { format!("`{}`", entry.value) };
            assert_eq!(row[0], default, "{}", entry.key);
        }
        assert!(row[2].len() > 10, "{} is not explained", entry.key);
        let Some((from, to)) = row[1].split_once(" to ").and_then(|(from, to)| Some((from.parse::<i64>().ok()?, to.parse::<i64>().ok()?))) else { continue };
        let message = |value: i64| RecoveryConfig::from_value(nested(&entry.key, json!(value))).map_or_else(|error| error.to_string(), |_| String::new());
        let says = format!("must be from {from} to {to}");
        assert!(message(to + 1).contains(&says), "{}: {}", entry.key, message(to + 1));
        assert!(!message(to).contains("must be from") && !message(from).contains("must be from"), "{}: its bounds are outside its range", entry.key);
        ranges += 1;
    }
    assert!(ranges > 30, "{ranges} ranges");
    assert_eq!(page.len(), Layers::new().unwrap().entries().len(), "keys that there are not: {:?}", page.keys());
}
