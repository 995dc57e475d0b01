//! What is said of bad lines: the first ones one by one, the rest by their number.

use std::{fmt::Display, io::Write};
use tool_recovery::record::ReplayReport;

/// Bad lines of one input.
#[derive(Default)]
pub(crate) struct Complaints(u64);

impl Complaints {
    /// How many are told one by one.
    const MOST: u64 = ReplayReport::MAX_PROBLEMS as u64;

    /// How many there were.
    pub(crate) const fn count(&self) -> u64 {
        self.0
    }

    /// Counts one, and tells it if it is among the first.
    pub(crate) fn tell(&mut self, notes: &mut impl Write, complaint: impl Display) {
        self.0 += 1;
        if self.0 <= Self::MOST {
            // Nothing is left to do where standard error is closed.
            let _ = writeln!(notes, "{complaint}");
        }
    }

    /// Tells how many were not told.
    pub(crate) fn finish(&self, notes: &mut impl Write) {
        if let more @ 1.. = self.0.saturating_sub(Self::MOST) {
            let _ = writeln!(notes, "{more} further lines have no answer either");
        }
    }
}
