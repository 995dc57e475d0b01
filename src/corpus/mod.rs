//! Recorded calls as rows: one JSON object a line.
//!
//! A row is read strictly, because what judges others has to be right itself: a member of a wrong kind is an error, which names the member and repeats nothing of the line.

mod fault;
pub mod lines;
mod row;

pub use fault::Fault;
pub use row::{Recorded, Row, Transport};

#[cfg(feature = "eval")]
pub(crate) use {
    fault::{fault, members, object, one_of, text_of},
    row::Members,
};
