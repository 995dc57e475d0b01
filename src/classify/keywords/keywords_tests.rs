use super::*;
use crate::facts::Adapter;
use std::collections::HashSet;

fn classify(text: &str) -> Classification {
    Keywords::new().classify(&TextEvidence::new(text, Adapter::Process))
}

#[test]
fn every_rule_decides_its_own_example_and_not_the_other_one() {
    let mut wrong = Vec::new();
    for rule in table::rules() {
        let yes = classify(rule.yes);
        if yes.rule != rule.id || yes.class != rule.class {
            wrong.push(format!("{}: its example is decided by {} as {}", rule.id, yes.rule, yes.class));
        }
        let no = classify(rule.no);
        if no.rule == rule.id {
            wrong.push(format!("{}: it decides its counter-example", rule.id));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_rule_has_an_id_a_source_and_words() {
    let mut ids = HashSet::new();
    for rule in table::rules() {
        assert!(ids.insert(rule.id), "{} twice", rule.id);
        assert!(!rule.source.is_empty() && !rule.yes.is_empty() && !rule.no.is_empty(), "{}", rule.id);
        assert!(rule.each_word().next().is_some(), "{}", rule.id);
        for word in rule.each_word() {
            assert!(word.len() >= 3, "{}: {word} is shorter than the filter of openings", rule.id);
            assert!(rule.shape == rule::Shape::Exact || word.to_lowercase() == word, "{}: {word}", rule.id);
        }
    }
}
