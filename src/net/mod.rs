//! What the HTTP clients of this crate share: where they may connect, with which credential, and how much of a reply they read.
//!
//! A client goes to one [`Endpoint`] alone. It follows no redirect, decompresses nothing, keeps a few warm connections, and takes no proxy from the environment: a proxy is
//! used only where [`Connection::proxy`] names one, and then as a tunnel that sees nothing but the host's name.

mod body;
mod connection;
mod credential;
mod endpoint;
mod failure;

pub use connection::{Connection, InvalidRoots};
pub use credential::{Credential, CredentialSource, Fingerprint, Fingerprints};
pub use endpoint::{Endpoint, InvalidEndpoint};

pub(crate) use body::{BodyFault, read_body};
pub(crate) use failure::{TransportFault, fault, is_certificate};
