use super::*;
use crate::{
    classify::Class,
    eval::{
        bench::Given,
        dataset::Entry,
        thresholds::{COSTS_SCHEMA, columns},
    },
};
use serde_json::json;

/// A hundred rows in a hundred groups whose classes are all `transient`.
fn table(rows: usize) -> Table {
    let mut table = Table::default();
    for id in 0..rows {
        let row = json!({"id": format!("{id:04}"), "family": "f", "template": format!("t{id}"), "call": {"tool": "x"}, "result": {"transport": "process", "exit_code": 1},
            "label": {"class": "transient", "retry_unchanged": id % 2 == 0, "correction": "none"}, "basis": "constructed"});
        table.push(&Entry::parse(row.to_string().as_bytes()).expect("a row")).expect("a new row");
    }
    table
}

/// Surer answers are righter: wrong are the last `wrong` ones. Confidences fall from 1.
fn column(rows: usize, wrong: usize) -> Column {
    let mut column = Column::new(Question::Class);
    for row in 0..rows {
        let place = usize::from(row >= rows - wrong);
        column.set(row, &Given { confidence: Some(1.0 - row as f64 / 1000.0), ..Given::new(Predicted::Label(place)) });
    }
    column
}

#[test]
fn the_bound_decides_and_not_the_point() {
    let chosen = choose(&table(300), &column(300, 100), Question::Class, &Objective::Risk(0.05)).expect("a choice");
    // Two hundred right ones bear three more wrong ones: the upper bound of 3 of 203 is 3.8%, of 4 of 204 it is 4.4%, of 5 of 205 above 5%.
    let (covered, limit) = ((chosen.expected.coverage * 300.0).round() as u64, |wrong: u64| upper_bound(wrong, 200 + wrong, 0.05).expect("a bound"));
    let wrong = covered - 200;
    assert!(limit(wrong) <= 0.05 && limit(wrong + 1) > 0.05, "{wrong}");
    assert!(chosen.expected.ci.upper.is_some_and(|upper| upper <= 0.05) && !chosen.provisional);
    let edge = chosen.values.act_at.expect("an edge");
    assert!((0..300).all(|row| (edge - (1.0 - f64::from(row) / 1000.0)).abs() > 1e-6), "no observed score stands on the edge");
}

#[test]
fn what_cannot_be_shown_is_not_claimed() {
    // 59 right answers are needed to claim 5%.
    let chosen = |rows| choose(&table(rows), &column(rows, 0), Question::Class, &Objective::Risk(0.05)).map(|chosen| chosen.values.act_at.is_some());
    assert_eq!(chosen(58), Ok(false));
    assert_eq!(chosen(59), Ok(true));
    assert_eq!(chosen(49), Err(Refusal::TooFew { rows: 49, groups: 49 }));
}

#[test]
fn consequences_move_the_edge() {
    let coverage = |wrong: f64, abstain: f64| {
        choose(&table(300), &column(300, 100), Question::Class, &Objective::Cost { wrong, abstain }).expect("a choice").expected.coverage
    };
    assert!((coverage(100.0, 1.0) - 2.0 / 3.0).abs() < 0.02, "a wrong answer is dear: {}", coverage(100.0, 1.0));
    assert!(coverage(1.0, 1.5) > 0.99, "an abstention is dearer: {}", coverage(1.0, 1.5));
}

#[test]
fn learn_then_test_stops_at_the_first_failure() {
    let chosen = choose(&table(300), &column(300, 100), Question::Class, &Objective::ControlledRisk(0.1)).expect("a choice");
    assert!((0.6..0.75).contains(&chosen.expected.coverage), "{}", chosen.expected.coverage);
}

#[test]
fn yes_or_no_has_two_edges_and_what_lies_between_is_uncertain() {
    let table = table(400);
    let mut column = Column::new(Question::Retry);
    for row in 0..400 {
        // Every fourth is uncertain, and half of these go the other way.
        let p = match (row % 2 == 0, row % 8 < 2) {
            (_, true) => 0.5 + 0.01 * f64::from(row as u32 % 3),
            (true, false) => 0.95,
            (false, false) => 0.04,
        };
        column.set(row, &Given::of(vec![1.0 - p, p], Question::Retry));
    }
    let chosen = choose(&table, &column, Question::Retry, &Objective::Risk(0.05)).expect("a choice");
    let (act, reject) = (chosen.values.act_at.expect("an edge"), chosen.values.reject_at.expect("an edge"));
    assert!(act > 0.52 && act < 0.95 && reject > 0.04 && reject < 0.5, "{reject} {act}");
    assert!((chosen.expected.coverage - 0.75).abs() < 1e-9 && chosen.expected.risk == Some(0.0));
}

/// Sixty rows in sixty groups. Of forty a sure answer is right; of twenty `permission` was taken for `transient`, and not so sure.
fn two_kinds() -> (Table, Column) {
    let (mut table, mut column) = (Table::default(), Column::new(Question::Class));
    for id in 0..60 {
        let class = if id < 40 { "transient" } else { "permission" };
        let row = json!({"id": format!("{id:04}"), "family": "f", "template": format!("t{id}"), "call": {"tool": "x"}, "result": {"transport": "process", "exit_code": 1},
            "label": {"class": class}, "basis": "constructed"});
        table.push(&Entry::parse(row.to_string().as_bytes()).expect("a row")).expect("a new row");
        column.set(id, &Given { confidence: Some(if id < 40 { 0.9 } else { 0.5 }), ..Given::new(Predicted::Label(0)) });
    }
    (table, column)
}

/// Costs of 1 for doing nothing and 9 for every action, but for `retry_after`: nothing where the failure is transient, and `retry` where a permission is missing, in
/// which case doing nothing costs 2.
fn costs(retry: f64) -> Objective {
    let row = |class: Class| {
        let cost = |column: &'static str| match (class, column) {
            (Class::Transient, "retry_after") => 0.0,
            (Class::Permission, "retry_after") => retry,
            (Class::Permission, "none") => 2.0,
            (_, "none") => 1.0,
            _ => 9.0,
        };
        (class.as_str(), columns(Question::Class).into_iter().map(|column| (column, cost(column))).collect::<BTreeMap<_, _>>())
    };
    let rows: BTreeMap<_, _> = Class::ALL.into_iter().map(row).collect();
    let file = json!({"schema": COSTS_SCHEMA, "questions": {"class": rows}});
    Objective::Costs(Costs::parse(&file.to_string()).expect("costs"))
}

#[test]
fn costs_by_truth_and_action_choose_as_they_do_by_hand() {
    let (table, column) = two_kinds();
    let chosen = |retry| choose(&table, &column, Question::Class, &costs(retry)).expect("a choice");
    let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
    // Never acting: 40 x 1 + 20 x 2 = 80. On the sure ones: 40 x 0 + 20 x 2 = 40. On all: 40 x 0 + 20 x 5 = 100.
    let dear = chosen(5.0);
    let cost = dear.expected.cost.expect("a cost");
    assert!(dear.values.act_at.is_some_and(|edge| near(edge, 0.7)), "{:?}", dear.values);
    assert!(near(cost.mean, 40.0 / 60.0) && near(cost.inaction, 80.0 / 60.0) && near(dear.expected.coverage, 40.0 / 60.0), "{cost:?}");
    assert!(cost.ci.lower.is_some_and(|end| end < cost.mean) && cost.ci.upper.is_some_and(|end| end > cost.mean && end < cost.inaction), "{cost:?}");
    // On all at 1 each: 40 x 0 + 20 x 1 = 20, although every one of the twenty is wrong.
    let cheap = chosen(1.0);
    assert!(near(cheap.expected.coverage, 1.0) && cheap.expected.risk == Some(20.0 / 60.0), "{:?}", cheap.expected);
    assert!(near(cheap.expected.cost.expect("a cost").mean, 20.0 / 60.0));
    assert_eq!(choose(&table, &column, Question::Correction, &costs(5.0)), Err(Refusal::NoCosts));
}
