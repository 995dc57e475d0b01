//! A little SVG: shapes on a canvas that scales to the width of the page.

use std::fmt::Write as _;

/// A picture in the making. Positions are in units of its own size.
pub(super) struct Svg {
    title: String,
    size: (f64, f64),
    body: String,
}

/// Which end of a text stands at its place.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars().filter(|c| !c.is_control()) {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
}

impl Svg {
    /// An empty canvas. The title is what a screen reader says.
    pub(super) fn new(title: &str, width: f64, height: f64) -> Self {
        Self { title: escaped(title), size: (width, height), body: String::new() }
    }

    // Writing to a string cannot fail.

    pub(super) fn rect(&mut self, class: &str, at: (f64, f64), size: (f64, f64), opacity: f64) {
        let _ = write!(
            self.body,
            r#"<rect class="{class}" x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}" fill-opacity="{opacity:.2}"/>"#,
            at.0,
            at.1,
            size.0.max(0.0),
            size.1.max(0.0)
        );
    }

    pub(super) fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let _ = write!(self.body, r#"<line class="{class}" x1="{:.1}" y1="{:.1}" x2="{:.1}" y2="{:.1}"/>"#, from.0, from.1, to.0, to.1);
    }

    pub(super) fn dot(&mut self, class: &str, at: (f64, f64), radius: f64) {
        let _ = write!(self.body, r#"<circle class="{class}" cx="{:.1}" cy="{:.1}" r="{radius:.1}"/>"#, at.0, at.1);
    }

    /// A line through points.
    pub(super) fn path(&mut self, class: &str, points: &[(f64, f64)]) {
        let places: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = write!(self.body, r#"<polyline class="{class}" points="{}"/>"#, places.join(" "));
    }

    /// A filled shape through points.
    pub(super) fn area(&mut self, class: &str, points: &[(f64, f64)]) {
        let places: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = write!(self.body, r#"<polygon class="{class}" points="{}"/>"#, places.join(" "));
    }

    pub(super) fn text(&mut self, at: (f64, f64), anchor: Anchor, text: &str) {
        let _ = write!(self.body, r#"<text x="{:.1}" y="{:.1}" text-anchor="{}">{}</text>"#, at.0, at.1, name(anchor), escaped(text));
    }

    /// A text that rises by 60 degrees from its place.
    pub(super) fn rising(&mut self, at: (f64, f64), text: &str) {
        let _ = write!(self.body, r#"<text x="{0:.1}" y="{1:.1}" transform="rotate(-60 {0:.1} {1:.1})">{2}</text>"#, at.0, at.1, escaped(text));
    }

    pub(super) fn finish(self) -> String {
        let Self { title, size: (width, height), body } = self;
        format!(r#"<svg viewBox="0 0 {width:.0} {height:.0}" role="img" aria-label="{title}"><title>{title}</title>{body}</svg>"#)
    }
}

const fn name(anchor: Anchor) -> &'static str {
    match anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    }
}

/// A square or rectangular field with axes from 0 to 1.
pub(super) struct Field {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
    /// What stands for 1 on the upright axis.
    pub(super) highest: f64,
}

impl Field {
    pub(super) fn at(&self, x: f64, y: f64) -> (f64, f64) {
        (self.left + x.clamp(0.0, 1.0) * self.width, self.top + (1.0 - (y / self.highest).clamp(0.0, 1.0)) * self.height)
    }

    /// Axes with five marks each, and what they mean.
    pub(super) fn axes(&self, svg: &mut Svg, across: &str, up: &str) {
        for mark in 0..=4 {
            let share = f64::from(mark) / 4.0;
            let (x, bottom) = self.at(share, 0.0);
            svg.line("grid", self.at(share, self.highest), (x, bottom));
            svg.text((x, bottom + 11.0), Anchor::Middle, &format!("{share:.2}"));
            let (left, y) = self.at(0.0, share * self.highest);
            svg.line("grid", (left, y), self.at(1.0, share * self.highest));
            svg.text((left - 3.0, y + 3.0), Anchor::End, &format!("{:.2}", share * self.highest));
        }
        let (middle, bottom) = self.at(0.5, 0.0);
        svg.text((middle, bottom + 23.0), Anchor::Middle, across);
        svg.text((self.left, self.top - 5.0), Anchor::Start, up);
    }
}
