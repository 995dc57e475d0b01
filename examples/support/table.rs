//! A table on a terminal: within its width, with colours only where they are wanted.

use std::{
    env,
    io::{IsTerminal, Write as _, stdout},
    process::{Command, Stdio},
};

/// How a cell looks on a terminal with colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Plain,
    Dim,
    Bold,
    Green,
    Yellow,
    Red,
}

impl Style {
    const fn code(self) -> &'static str {
        match self {
            Self::Plain => "0",
            Self::Dim => "2",
            Self::Bold => "1",
            Self::Green => "32",
            Self::Yellow => "33",
            Self::Red => "31",
        }
    }
}

/// One cell.
#[derive(Clone, Debug)]
pub struct Cell(pub String, pub Style);

impl Cell {
    pub fn plain(text: impl Into<String>) -> Self {
        Self(text.into(), Style::Plain)
    }
}

/// Everything a row says. `number` and `call` are given by the script, the rest is read from the attempt.
#[derive(Clone, Debug)]
pub struct Row {
    pub number: usize,
    pub call: String,
    pub outcome: Cell,
    pub class: Cell,
    pub source: Cell,
    pub verdict: Cell,
    pub advice: Cell,
}

/// Widths of the columns call, outcome, class, source, verdict, advice. With the number and the gaps they make 120.
const WIDTHS: [usize; 6] = [30, 22, 21, 8, 8, 17];
const NUMBER: usize = 2;
/// Below it a row takes two lines.
const WIDE: usize = 120;

/// Writes rows to standard output.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    width: usize,
    colours: bool,
}

impl Table {
    /// A table for where standard output goes: 120 columns unless a terminal is narrower, colours only on a terminal and without `NO_COLOR` (<https://no-color.org>).
    pub fn for_stdout() -> Self {
        let terminal = stdout().is_terminal();
        let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) || env::var_os("TERM").is_some_and(|term| term == "dumb");
        Self { width: terminal.then(columns).flatten().map_or(120, |columns| columns.clamp(60, 120)), colours: terminal && !refused }
    }

    /// The names of the columns.
    pub fn head(self) {
        let title = |text: &str| Cell(text.into(), Style::Bold);
        let cells = ["call", "outcome", "class", "source", "verdict", "advice"].map(title);
        self.cells(" #", &cells);
        self.rule();
    }

    pub fn row(self, row: &Row) {
        let cells = [Cell::plain(&row.call), row.outcome.clone(), row.class.clone(), row.source.clone(), row.verdict.clone(), row.advice.clone()];
        self.cells(&format!("{:>NUMBER$}", row.number), &cells);
    }

    fn cells(self, number: &str, cells: &[Cell; 6]) {
        let [call, outcome, class, source, verdict, advice] = cells;
        let [w_call, w_outcome, w_class, w_source, w_verdict, w_advice] = WIDTHS;
        if self.width >= WIDE {
            let parts = [(call, w_call), (outcome, w_outcome), (class, w_class), (source, w_source), (verdict, w_verdict), (advice, w_advice)];
            self.line(number, &parts);
        } else {
            let rest = self.width.saturating_sub(NUMBER + 2 + w_call + 2);
            self.line(number, &[(call, w_call), (outcome, rest)]);
            self.line("", &[(class, w_class), (source, w_source), (verdict, w_verdict), (advice, w_advice)]);
        }
    }

    fn line(self, number: &str, parts: &[(&Cell, usize)]) {
        let mut line = format!("{number:>NUMBER$}");
        for (Cell(text, style), width) in parts {
            let text = fit(text, *width);
            let padding = " ".repeat(width - text.chars().count());
            line.push_str(&format!("  {}{padding}", self.paint(&text, *style)));
        }
        if !line.trim().is_empty() {
            say(line.trim_end());
        }
    }

    /// A heading between rows.
    pub fn section(self, text: &str) {
        say(&self.paint(&fit(&format!("--- {text}"), self.width), Style::Dim));
    }

    pub fn rule(self) {
        say(&self.paint(&"-".repeat(self.width), Style::Dim));
    }

    /// A paragraph under a label, wrapped and indented.
    pub fn text(self, label: &str, text: &str) {
        let indent = NUMBER + 2;
        let mut line = format!("{}{label} ", " ".repeat(indent));
        let hanging = line.chars().count();
        for word in text.split_whitespace() {
            if line.chars().count() + word.chars().count() > self.width && line.chars().count() > hanging {
                say(line.trim_end());
                line = " ".repeat(hanging);
            }
            line.push_str(word);
            line.push(' ');
        }
        say(line.trim_end());
    }

    pub fn paint(self, text: &str, style: Style) -> String {
        if self.colours && style != Style::Plain && !text.is_empty() { format!("\u{1b}[{}m{text}\u{1b}[0m", style.code()) } else { text.to_owned() }
    }
}

/// Prints a line. A reader who has left, such as `head`, is no error.
pub fn say(line: &str) {
    let _ = writeln!(stdout(), "{line}");
}

/// `text` in at most `width` characters.
fn fit(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(3)).collect();
    format!("{kept}...")
}

/// The width of the terminal, as `stty` knows it.
fn columns() -> Option<usize> {
    let asked = Command::new("stty").arg("size").stdin(Stdio::inherit()).stderr(Stdio::null()).output().ok()?;
    let columns = String::from_utf8(asked.stdout).ok()?.split_whitespace().nth(1)?.parse().ok()?;
    (columns > 0).then_some(columns)
}
