//! What the examples share: a table, checks, a loopback server, a scratch directory, and a player of scripted calls.
//!
//! Nothing here is needed to use the crate. An integration is the few lines in which an example builds its `RecoveryLayer`.
#![allow(dead_code, unreachable_pub, missing_docs, reason = "each example uses a part of it")]

pub mod agent;
pub mod cells;
pub mod office;
pub mod player;
pub mod scratch;
pub mod server;
#[cfg(feature = "jev")]
pub mod systemone;
pub mod table;

/// Any error of an example.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// A client without proxy.
pub fn client() -> reqwest::ClientBuilder {
    // A build with TLS wants a provider even where every request is plain; a second installation is refused, and need not be made.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder().no_proxy()
}
