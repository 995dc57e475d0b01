//! Configuration: every limit has a range, and an error names the key and the range.

mod error;

pub use error::{ConfigError, ConfigErrorKind, in_range};
