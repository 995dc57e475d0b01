//! Jev: a decision model behind the System One wire format, asked over HTTPS.
//!
//! [`Jev`] is a [`RecoveryEvaluator`](crate::decide::RecoveryEvaluator). It is bounded in every direction: one deadline over the connection, the request, the reply and the
//! one retry; a reply of at most 256 KiB, parsed strictly; no redirects, no decompression, one address. Whatever goes wrong is one closed kind of error without a word of
//! the service, and the text rules' classification stands.

mod breaker;
mod client;
mod error;
mod evaluation;
mod evaluator;
mod failure;
mod preset;
mod provider;
mod reply;
mod request;
mod route;

pub use error::{JevError, JevErrorKind};
pub use evaluation::Evaluation;
pub use evaluator::{Jev, JevBuilder};
pub use preset::{Authentication, Envelope, ModelCheck, Preset};
pub use provider::Provider;

pub use crate::net::{Connection, Credential, CredentialSource};

use failure::ReplyFault;
