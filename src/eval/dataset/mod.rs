//! Rows with labels: what a dataset is made of.
//!
//! A dataset is JSON Lines. Its rows have a stage: `recovery` (what came of a call), `proposal` (a call before it runs) or `result` (a claim about what came back). Labels,
//! groups and lineage stand beside what is judged, and whoever answers a row never sees them. The JSON Schema is `schema/row.schema.json`.

mod adjudication;
mod body;
mod digest;
mod entry;
mod lineage;
mod question;
mod reader;

pub use adjudication::{Adjudication, Opinion, Resolution};
pub use body::{Body, Claim, Observation, Proposal, ProposedCall};
pub use digest::{DatasetDigest, content_digest, sealed};
pub use entry::{Basis, Entry, Role, Stage};
pub use lineage::{Lineage, Parent, Relation};
pub use question::{Kind, Question};
pub use reader::{RowError, Rows};
