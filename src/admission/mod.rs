//! Admission: deterministic gates before a call may run.
//!
//! The gates stand in this order: known tool, schema of the arguments, scope and policy, approval, pacing, holds, halts, and the effective timeout. Each has its own
//! [`RejectionKind`](crate::RejectionKind), and [`messages`] says for each what to do.

mod admit;
mod approvals;
mod catalog;
mod descriptor;
mod fault;
mod layer;
mod limits;
pub mod messages;
mod place;
mod policy;
#[cfg(feature = "schema")]
mod schema;
#[cfg(feature = "schema")]
mod schema_text;
mod scope_policy;
mod similar;
mod table;
mod tool;

pub(crate) use admit::{Candidate, Refused, admit_now};
pub use approvals::{ApprovalStore, ApprovalSubject};
pub use catalog::{Lookup, ToolCatalog};
pub use descriptor::{Consequence, OperationFn, ToolDescriptor, Visibility};
pub use fault::SchemaFault;
pub(crate) use fault::bounded;
pub use layer::{Admit, AdmitLayer};
pub use limits::effective_timeout;
pub(crate) use place::place_of;
pub use place::{hold_place, idempotency};
pub use policy::{Authorization, Policy, PolicyRequest};
pub use scope_policy::{ScopePolicy, ScopePolicyBuilder};
pub use table::{Catalog, CatalogBuilder};
pub use tool::Tool;
