//! Admission: deterministic gates before a call may run.

mod catalog;
mod descriptor;
mod policy;

pub use catalog::{Lookup, ToolCatalog};
pub use descriptor::{Consequence, OperationFn, ToolDescriptor, Visibility};
pub use policy::{Authorization, Policy, PolicyRequest};
