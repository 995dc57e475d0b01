//! Admission: deterministic gates before a call may run.
//!
//! The gates stand in this order: known tool, schema of the arguments, scope and policy, approval, pacing, holds, halts, and the effective timeout. Each has its own
//! [`RejectionKind`](crate::RejectionKind), and [`messages`] says for each what to do.

mod admit;
mod approvals;
mod case;
mod catalog;
mod declarations;
mod descriptor;
mod fault;
mod glob;
mod layer;
mod limits;
pub mod messages;
mod names;
mod place;
mod policy;
#[cfg(feature = "schema")]
mod schema;
#[cfg(feature = "schema")]
mod schema_cost;
#[cfg(feature = "schema")]
mod schema_graph;
#[cfg(feature = "schema")]
mod schema_text;
mod scope_policy;
mod similar;
mod stop;
mod table;
mod tool;
mod unmatched;

pub(crate) use admit::{Candidate, Refused, admit_now, is_withdrawn};
pub use approvals::{ApprovalStore, ApprovalSubject};
pub(crate) use case::Case;
pub use catalog::{Lookup, ToolCatalog};
pub use declarations::{Declarations, Verify};
pub use descriptor::{Consequence, OperationFn, ToolDescriptor, Visibility};
pub use fault::SchemaFault;
pub(crate) use fault::bounded;
pub use layer::{Admit, AdmitLayer};
pub use limits::effective_timeout;
pub(crate) use place::place_of;
pub use place::{hold_place, idempotency};
pub use policy::{Authorization, Policy, PolicyRequest};
pub use scope_policy::{ScopePolicy, ScopePolicyBuilder};
pub(crate) use stop::Stop;
pub use table::{Catalog, CatalogBuilder};
pub use tool::Tool;
pub use unmatched::Unmatched;
