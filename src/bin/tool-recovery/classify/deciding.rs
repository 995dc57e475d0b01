//! Who decides what text leaves open, and how long that is waited for.

use std::future::Future;
#[cfg(feature = "jev")]
use tool_recovery::{decide::Asking, jev::Jev};

/// The decider of a replayed stack: in a build with the feature `jev` a service, else nobody.
#[cfg(feature = "jev")]
pub(super) type Source = Asking<Jev>;
#[cfg(feature = "jev")]
pub(super) type Decider = tool_recovery::decide::Decider<Jev>;
#[cfg(not(feature = "jev"))]
pub(super) type Source = ();
#[cfg(not(feature = "jev"))]
pub(super) type Decider = ();

/// Makes the decider of each stack, and runs a stack until it answers.
pub(super) struct Deciding {
    #[cfg(feature = "jev")]
    jev: Jev,
    #[cfg(feature = "jev")]
    runtime: tokio::runtime::Runtime,
}

impl Deciding {
    /// Asks `jev` in the mode that asks.
    #[cfg(feature = "jev")]
    pub(super) fn new(jev: Jev) -> std::io::Result<Self> {
        Ok(Self { jev, runtime: tokio::runtime::Builder::new_current_thread().enable_all().build()? })
    }

    /// Asks nobody, as long as no mode that asks is chosen.
    #[cfg(all(feature = "jev", feature = "eval"))]
    pub(super) fn nobody() -> Result<Self, String> {
        let jev = Jev::builder().build().map_err(|error| error.to_string())?;
        Self::new(jev).map_err(|error| error.to_string())
    }

    /// Asks nobody.
    #[cfg(not(feature = "jev"))]
    #[allow(clippy::unnecessary_wraps, reason = "with a service it can fail")]
    pub(super) fn nobody() -> Result<Self, String> {
        Ok(Self {})
    }

    #[allow(clippy::unused_self, clippy::missing_const_for_fn, reason = "in a build without the feature there is nothing to give")]
    pub(super) fn source(&self) -> Source {
        #[cfg(feature = "jev")]
        return Asking::new(self.jev.clone());
    }

    /// What `call` answers. Without a service to wait for it answers at once, or not at all.
    #[cfg(feature = "jev")]
    pub(super) fn finish<F: Future>(&self, call: F) -> Option<F::Output> {
        Some(self.runtime.block_on(call))
    }

    /// What `call` answers. Without a service to wait for it answers at once, or not at all.
    #[cfg(not(feature = "jev"))]
    pub(super) fn finish<F: Future>(&self, call: F) -> Option<F::Output> {
        use std::task::{Context, Poll, Waker};
        match std::pin::pin!(call).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(output) => Some(output),
            Poll::Pending => None,
        }
    }
}
