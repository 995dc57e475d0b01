//! Measuring: recorded rows, splits that hold whole groups out, metrics with counts and intervals, thresholds, reports and release gates.
//!
//! Nothing here runs inside the middleware: it judges what the middleware, or anything else that answers the same questions, made of recorded rows. Every undefined number is
//! `None` (`null` in files), never 0 or 1.

pub mod bench;
pub mod dataset;
pub mod html;
pub mod live;
pub mod metrics;
pub mod release;
pub mod simulate;
pub mod split;
pub mod thresholds;
