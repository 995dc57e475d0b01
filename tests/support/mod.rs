//! Services, catalogs and helpers of the behaviour tests. Each test file uses its part.
#![allow(dead_code, unreachable_pub, unused_imports, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]
#![allow(clippy::large_enum_variant, clippy::needless_pass_by_value, reason = "scripts are small, and read better so")]

pub mod capture;
pub mod deciders;
pub mod evaluators;
pub mod play;
#[cfg(feature = "record")]
pub mod recorded;
pub mod rig;
pub mod tool;

pub use rig::*;
pub use tool::*;
