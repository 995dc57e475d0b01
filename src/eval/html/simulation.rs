//! The page of a simulation.

use super::{
    PageError, STYLE, environment,
    svg::{Anchor, Svg},
    value,
};
use crate::eval::simulate::{Difference, GuardKind, Halts, Mean, Measure, Simulation};
use minijinja::context;
use serde_json::{Value, json};

/// How many differences a page lists.
const MAX_LISTED: usize = 60;

/// How many rules that halt too early a page lists.
const MAX_HALTS: usize = 20;

/// The page of a simulation: losses first.
///
/// # Errors
///
/// [`PageError`], which is a fault of the template.
pub fn simulation(of: &Simulation) -> Result<String, PageError> {
    let mut environment = environment();
    environment.add_template("page", include_str!("simulation.html"))?;
    let listed = |differences: &[Difference]| -> Vec<Value> { differences.iter().take(MAX_LISTED).map(row).collect() };
    let rows: Vec<Value> = guards(of).iter().map(|guard| json!({"guard": guard.label(&of.parameters), "cells": cells(of, *guard)})).collect();
    let measures: Vec<&str> = Measure::ALL.iter().map(|measure| measure.as_str()).collect();
    let page = environment.get_template("page")?;
    Ok(page.render(context! {
        of => value(of), played => rows.len(), absent => absent(of), rows => value(rows), measures, style => STYLE, bars => bars(of),
        losses => value(listed(&of.losses)), halts => value(halts(of)), gains => value(listed(&of.gains)),
    })?)
}

/// The guards that this build does not have.
fn absent(of: &Simulation) -> Vec<&'static str> {
    let played = guards(of);
    GuardKind::ALL.into_iter().filter(|guard| !played.contains(guard)).map(GuardKind::as_str).collect()
}

/// The guards that were played, in their order.
fn guards(of: &Simulation) -> Vec<GuardKind> {
    GuardKind::ALL.into_iter().filter(|guard| of.overall.iter().any(|cell| cell.guard == *guard)).collect()
}

/// What halts too early under `keywords`, in episodes of 10,000.
fn halts(of: &Simulation) -> Vec<Value> {
    let share = |count: u64| count as f64 * 10_000.0 / of.episodes.max(1) as f64;
    let row = |one: &Halts| json!({"world": one.world, "agent": one.agent, "class": one.class, "rule": one.rule, "halted": share(one.halted), "premature": share(one.premature)});
    of.halts.iter().filter(|one| one.guard == GuardKind::Keywords && one.premature > 0).take(MAX_HALTS).map(row).collect()
}

fn row(one: &Difference) -> Value {
    json!({"world": one.world, "agent": one.agent, "guard": one.against.as_str(), "name": one.measure.as_str(),
        "mean": one.difference.mean, "ci": one.difference.ci, "n": one.difference.n})
}

fn mean(of: &Simulation, guard: GuardKind, measure: Measure) -> Option<Mean> {
    of.overall.iter().find(|cell| cell.guard == guard && cell.measure == measure).map(|cell| cell.mean)
}

fn cells(of: &Simulation, guard: GuardKind) -> Vec<Option<Mean>> {
    Measure::ALL.iter().map(|measure| mean(of, guard, *measure)).collect()
}

const LEFT: f64 = 92.0;
const WIDTH: f64 = 210.0;

/// Two bars a guard, each on its own scale.
fn bars(of: &Simulation) -> String {
    let guards = guards(of);
    let mut svg = Svg::new("Futile calls and premature halts by guard, with 95% intervals", LEFT + WIDTH + 48.0, 26.0 + 34.0 * guards.len() as f64);
    let shown = [("first", Measure::Futile), ("second", Measure::PrematureHalt)];
    for (at, (class, measure)) in shown.into_iter().enumerate() {
        let x = LEFT + 110.0 * at as f64;
        svg.rect(class, (x, 4.0), (8.0, 8.0), 1.0);
        svg.text((x + 11.0, 11.0), Anchor::Start, measure.as_str());
        let most = guards.iter().filter_map(|guard| mean(of, *guard, measure)?.ci.upper).fold(1e-9, f64::max);
        for (row, guard) in guards.iter().copied().enumerate() {
            let y = 20.0 + 34.0 * row as f64 + 13.0 * at as f64;
            let Some(Mean { mean: Some(mean), ci, .. }) = mean(of, guard, measure) else { continue };
            if at == 0 {
                svg.text((LEFT - 4.0, y + 14.0), Anchor::End, guard.as_str());
            }
            svg.rect(class, (LEFT, y), (WIDTH * mean / most, 11.0), 0.8);
            if let (Some(lower), Some(upper)) = (ci.lower, ci.upper) {
                svg.line("whisker", (LEFT + WIDTH * lower.max(0.0) / most, y + 5.5), (LEFT + WIDTH * upper / most, y + 5.5));
            }
            svg.text((LEFT + WIDTH + 4.0, y + 9.0), Anchor::Start, &format!("{mean:.4}"));
        }
    }
    svg.finish()
}
