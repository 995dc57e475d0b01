//! Configuration: every limit has a range, and an error names the key and the range.
//!
//! [`RecoveryConfig`] is the table `[agent.recovery]` of a host's TOML file, or any other value that serde reads. Environment variables that begin with
//! `TOOL_RECOVERY_` override the file, and the file overrides the defaults; [`Layers`] does the merging and remembers where each value came from.
//!
//! ```
//! use serde_json::json;
//! use tool_recovery::config::RecoveryConfig;
//!
//! let config = RecoveryConfig::from_value(json!({ "classifier": "off", "settle_grace_ms": 500 }))?;
//! assert_eq!(config.settle_grace_ms, 500);
//! assert_eq!(config.decisions_per_run, 8);
//!
//! let wrong = RecoveryConfig::from_value(json!({ "settle_grace_ms": 3_600_000 })).unwrap_err();
//! assert_eq!(wrong.to_string(), "`settle_grace_ms` is 3600000, but must be from 0 to 60000");
//! # Ok::<(), tool_recovery::config::ConfigError>(())
//! ```
//!
//! Credentials are never part of it: a key that looks like one is refused, and no error prints a value that is not a number.

mod base_url;
mod environment;
mod error;
mod layers;
mod parts;
mod recovery;

#[cfg(feature = "toml")]
mod toml_text;
mod tree;

pub use base_url::{BaseUrl, InvalidBaseUrl};
pub use environment::PREFIX;
pub use error::{ConfigError, ConfigErrorKind, in_range};
pub use layers::{Entry, Layers, Origin};
pub use parts::{AdviceLimits, Classifier, DecisionConcurrency, JevRoute, PacingLimits, Thresholds};
pub use recovery::RecoveryConfig;
