//! The report as one HTML page: no script, no remote part, readable on a phone.

mod bars;
mod confusion;
mod coverage;
mod histogram;
mod reliability;
mod simulation;
mod svg;

pub use simulation::simulation;

use super::bench::{Report, Section, SystemReport, Totals};
use minijinja::{AutoEscape, Environment, Value, context, value::Serde};
use serde_json::json;
use std::fmt;

/// The page cannot be made: a fault of the template, which tests show.
#[derive(Debug)]
pub struct PageError(minijinja::Error);

impl fmt::Display for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the page cannot be made: {:?}", self.0.kind())
    }
}

impl std::error::Error for PageError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

impl From<minijinja::Error> for PageError {
    fn from(error: minijinja::Error) -> Self {
        Self(error)
    }
}

/// The page of a report. Names from data are escaped wherever they stand.
///
/// # Errors
///
/// [`PageError`], which is a fault of the template.
pub fn page(report: &Report) -> Result<String, PageError> {
    let mut environment = environment();
    environment.add_template("page", include_str!("page.html"))?;
    let sections: Vec<Value> = report.sections.iter().map(|section| value(drawn(section))).collect();
    let totals: Vec<Value> = report.totals.iter().map(|totals| value(json!({"of": totals, "histogram": latencies(totals)}))).collect();
    Ok(environment.get_template("page")?.render(context! { report => value(report), sections, totals, style => STYLE })?)
}

/// The looks of every page.
const STYLE: &str = include_str!("style.css");

/// What templates may use. Everything that is not marked as safe is escaped.
fn environment() -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.add_filter("num", |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| format!("{value:.3}")));
    environment.add_filter("pct", |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| format!("{:.1}%", value * 100.0)));
    environment.add_filter("ci", |ends: Vec<Option<f64>>| interval(&ends));
    environment
}

fn value(data: impl serde::Serialize) -> Value {
    Value::from(Serde(data))
}

fn interval(ends: &[Option<f64>]) -> String {
    let end = |at: usize| ends.get(at).copied().flatten().map_or_else(|| "–".to_owned(), |end| format!("{end:.3}"));
    format!("{} to {}", end(0), end(1))
}

fn latencies(totals: &Totals) -> Option<String> {
    (!totals.histogram.is_empty()).then(|| histogram::draw(&totals.histogram))
}

/// A section with its pictures.
fn drawn(section: &Section) -> serde_json::Value {
    let systems: Vec<serde_json::Value> = section.systems.iter().map(pictures).collect();
    json!({"of": section, "systems": systems, "coverage": coverage::draw(&section.systems)})
}

fn pictures(system: &SystemReport) -> serde_json::Value {
    json!({
        "of": system,
        "confusion": confusion::draw(&system.classes),
        "bars": bars::draw(&system.classes),
        "reliability": system.calibration.as_ref().map(|calibration| reliability::draw(&calibration.reliability)),
    })
}
