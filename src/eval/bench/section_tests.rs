use super::*;
use crate::eval::{
    bench::Given,
    dataset::Entry,
    metrics::{Interval, Predicted},
};
use serde_json::json;

const TEMPLATES: usize = 40;
const EACH: usize = 10;

/// 400 rows in 40 templates, all of which are `transient`; of every second template one system gets all rows wrong, and the other one none. Where templates are no groups, every row is one of its own.
fn measured(grouped: bool) -> Section {
    let mut table = Table::default();
    let (mut half, mut right) = (Answers::new("half"), Answers::new("right"));
    for row in 0..TEMPLATES * EACH {
        let template = row / EACH;
        let group = if grouped { template } else { row };
        let line = json!({"id": format!("{row:04}"), "family": "f", "template": format!("t{group}"), "call": {"tool": "x"}, "result": {"transport": "process", "exit_code": 1},
            "label": {"class": "transient"}, "basis": "constructed"});
        table.push(&Entry::parse(line.to_string().as_bytes()).expect("a row")).expect("a new row");
        half.set(Question::Class, row, &Given::new(Predicted::Label(template % 2)));
        right.set(Question::Class, row, &Given::new(Predicted::Label(0)));
    }
    sections(&table, &[half, right], &Settings { seed: 1, draws: 400 }).into_iter().next().expect("a section")
}

fn width(interval: Interval) -> f64 {
    interval.upper.zip(interval.lower).map_or(f64::NAN, |(upper, lower)| upper - lower)
}

/// Ten equal rows say as much as one: the interval is wider by the root of ten.
#[test]
fn groups_are_redrawn_and_not_their_rows() {
    let (grouped, apart) = (measured(true), measured(false));
    let accuracy = |section: &Section| section.systems.first().map(|system| width(system.spread.accuracy_all.ci95)).expect("a system");
    assert!(accuracy(&grouped) > 2.5 * accuracy(&apart), "{} {}", accuracy(&grouped), accuracy(&apart));
    let difference = |section: &Section| section.comparisons.first().and_then(|one| one.at.last()).map(|all| width(all.ci95)).expect("a comparison");
    assert!(difference(&grouped) > 2.5 * difference(&apart), "{} {}", difference(&grouped), difference(&apart));
    let paired = |section: &Section| section.comparisons.first().is_some_and(|one| one.mcnemar.is_some());
    assert!(!paired(&grouped) && paired(&apart), "rows that stand in groups are not independent");
    assert_eq!((grouped.rows, grouped.groups, apart.rows, apart.groups), (400, 40, 400, 400));
}
