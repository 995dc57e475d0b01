//! `docs/proposal.md` shows every criterion word for word, with its examples.

use std::fmt::Write as _;
use tool_recovery::proposal::{
    Criterion, CriterionForm,
    criteria::{AFTER_CALL, BEFORE_CALL},
};

/// The section of one criterion, as the page has it.
fn section(criterion: &Criterion) -> String {
    let mut text =
        format!("### {}\n\nVersion `{}`, action `{}`.\n\n> {}\n\n", criterion.id, criterion.version, criterion.action.as_str(), criterion.instructions);
    match criterion.form {
        CriterionForm::Choice { options, acting, .. } => {
            for (label, description) in options {
                writeln!(text, "- `{label}`{}: {description}", if acting.contains(label) { " (acts)" } else { "" }).unwrap();
            }
        }
        CriterionForm::Noul { yes, no } => writeln!(text, "- yes (acts): {yes}\n- no: {no}").unwrap(),
        CriterionForm::Score { levels, acting_from } => {
            for (level, situation) in levels.iter().enumerate() {
                writeln!(text, "- level {level}{}: {situation}", if level >= acting_from { " (acts)" } else { "" }).unwrap();
            }
        }
        _ => unreachable!("a new form needs a section"),
    }
    text.push_str("\n| example | state | right answer |\n| --- | --- | --- |\n");
    for example in criterion.examples {
        writeln!(text, "| {} | {} | {} |", example.kind.as_str(), example.given, example.expected).unwrap();
    }
    text
}

#[test]
fn every_criterion_stands_there_word_for_word() {
    let page = include_str!("../../docs/proposal.md");
    for criterion in BEFORE_CALL.into_iter().chain(AFTER_CALL) {
        let section = section(criterion);
        assert!(page.contains(&section), "docs/proposal.md has to contain:\n{section}");
    }
    let sections = page.lines().filter(|line| line.starts_with("### ")).count();
    assert_eq!(sections, BEFORE_CALL.len() + AFTER_CALL.len(), "and nothing else that looks like a criterion");
}
