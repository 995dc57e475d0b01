//! Admission: deterministic gates before a call may run.

mod admit;
mod catalog;
mod descriptor;
mod hold;
mod layer;
mod policy;
pub(crate) mod refusal;

pub(crate) use admit::{Candidate, Refused, admit_now};
pub use catalog::{Lookup, ToolCatalog};
pub use descriptor::{Consequence, OperationFn, ToolDescriptor, Visibility};
pub(crate) use hold::{hold_place, idempotency};
pub use layer::{Admit, AdmitLayer};
pub use policy::{Authorization, Policy, PolicyRequest};
