//! The report as a table for a terminal.

use crate::files::printable;
use std::fmt::Write as _;
use tool_recovery::eval::bench::{Report, Section, Verdict};

fn percent(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{:.1}%", value * 100.0))
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.3}"))
}

pub(super) fn table(report: &Report) -> String {
    // Writing to a string cannot fail.
    let mut text = String::new();
    let dataset = &report.dataset;
    let _ = writeln!(text, "{}: {} rows in {} groups, split {}, {}", printable(&dataset.name), dataset.rows, dataset.groups, dataset.split, dataset.digest);
    if dataset.heldout_uses > 1 {
        let _ = writeln!(text, "held-out used {} times", dataset.heldout_uses);
    }
    for section in &report.sections {
        add_section(&mut text, section);
    }
    for totals in &report.totals {
        let latency = &totals.latency_ms;
        if latency.n > 0 {
            let _ = writeln!(
                text,
                "{:<16} latency of {} answers: p50 {} ms, p95 {} ms",
                printable(&totals.name),
                latency.n,
                number(latency.p50),
                number(latency.p95)
            );
        }
    }
    if let Some((sessions, counted)) = &report.sessions {
        let _ = writeln!(
            text,
            "{sessions} sessions: {} repeats ({} justified, {} futile), {} halts after an error ({} premature by siblings)",
            counted.repeats, counted.justified_repeats, counted.futile_repeats, counted.halts_after_error, counted.premature_halts_sibling
        );
    }
    for one in &report.gates {
        let state = if !one.computable {
            "not computable"
        } else if one.holds {
            "holds"
        } else {
            "FAILED"
        };
        let _ = writeln!(
            text,
            "gate {}:{}:{} {} {}: {} ({})",
            printable(&one.gate.system),
            printable(&one.gate.question),
            one.gate.measure.as_str(),
            if one.gate.at_least { ">=" } else { "<=" },
            one.gate.value,
            state,
            number(one.found)
        );
    }
    let _ = writeln!(text, "{}", verdict(report.verdict));
    text
}

pub(super) const fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "PASS",
        Verdict::Failed => "FAILED",
        Verdict::Ungated => "UNGATED: no gate was given, and that is no pass",
        Verdict::NotComputable => "NOT COMPUTABLE: too few labelled rows or groups",
    }
}

fn add_section(text: &mut String, section: &Section) {
    let _ = writeln!(
        text,
        "\n{} ({} rows): {} labelled in {} groups, {} arguable",
        section.question,
        section.role.as_str(),
        section.rows,
        section.groups,
        section.doubted
    );
    let _ = writeln!(text, "{:<16} {:>8} {:>15} {:>9} {:>15} {:>9} {:>8} {:>6}", "system", "right", "95%", "macro F1", "95%", "coverage", "abstain", "error");
    for system in &section.systems {
        let ends = |interval: tool_recovery::eval::metrics::Interval| format!("{}..{}", number(interval.lower), number(interval.upper));
        let _ = writeln!(
            text,
            "{:<16} {:>8} {:>15} {:>9} {:>15} {:>9} {:>8} {:>6}",
            printable(&system.name),
            percent(system.accuracy_all.value),
            ends(system.spread.accuracy_all.ci95),
            number(system.classes.macro_f1_all),
            ends(system.spread.macro_f1_all.ci95),
            percent(system.classes.coverage),
            system.classes.abstained,
            system.classes.errors
        );
    }
    for comparison in &section.comparisons {
        for at in comparison.at.iter().filter(|at| at.coverage >= 1.0 || at.ci95.excludes_zero()) {
            let _ = writeln!(
                text,
                "  {} against {} at coverage {}: risk {} {} ({}..{})",
                printable(&comparison.a),
                printable(&comparison.b),
                percent(Some(at.coverage)),
                if at.diff.unwrap_or_default() <= 0.0 { "lower by" } else { "higher by" },
                number(at.diff.map(f64::abs)),
                number(at.ci95.lower),
                number(at.ci95.upper)
            );
        }
    }
}
