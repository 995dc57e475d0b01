//! Where the stack tells its records. In builds without them this is empty, and costs nothing.

#[cfg(all(feature = "record", feature = "compare"))]
pub(crate) use crate::record::emit::Beside;
#[cfg(feature = "record")]
pub(crate) use crate::record::emit::{Call, Emitter};
#[cfg(all(not(feature = "record"), feature = "compare"))]
pub(crate) use off::Beside;
#[cfg(not(feature = "record"))]
pub(crate) use off::{Call, Emitter};

use crate::Outcome;

/// How an execution came back, without what it came back with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "record"), allow(dead_code, reason = "records alone tell them apart"))]
pub(crate) enum Returned {
    Answer,
    Error,
    TimedOut,
    Cancelled,
    Rejected,
}

impl Returned {
    pub(crate) const fn of<T, E>(outcome: &Outcome<T, E>) -> Self {
        match outcome {
            Outcome::Completed(_) | Outcome::Failed(_) | Outcome::Incomplete(_) => Self::Answer,
            Outcome::Errored(_) => Self::Error,
            Outcome::TimedOut => Self::TimedOut,
            Outcome::Cancelled => Self::Cancelled,
            Outcome::Rejected(_) => Self::Rejected,
        }
    }
}

#[cfg(not(feature = "record"))]
mod off {
    use super::Returned;
    use crate::{
        Report, ToolRequest,
        admission::Tool,
        config::RecoveryConfig,
        facts::Facts,
        ledger::{CallKey, Observation, Stamp},
    };

    #[derive(Default)]
    pub(crate) struct Emitter(());

    impl Emitter {
        pub(crate) const fn is_on(&self) -> bool {
            false
        }

        pub(crate) const fn configured(self, _: &RecoveryConfig) -> Self {
            self
        }

        pub(crate) fn begin<R: ToolRequest>(&self, _: &R, _: Option<&Tool>, _: &CallKey, _: Stamp) -> Option<Call> {
            None
        }
    }

    /// There is none.
    pub(crate) enum Call {}

    impl Call {
        pub(crate) fn dispatched(&mut self, _: bool) {
            match *self {}
        }

        pub(crate) fn ended(&mut self) {
            match *self {}
        }

        pub(crate) fn contradicted(&mut self) {
            match *self {}
        }

        pub(crate) fn succeeded(self) {
            match self {}
        }

        pub(crate) fn incomplete(self) {
            match self {}
        }

        pub(crate) fn counted(&mut self, _: &Facts, _: Returned, _: &Observation) {
            match *self {}
        }

        pub(crate) fn abandoned(self, _: &Observation, _: bool, _: bool) {
            match self {}
        }

        pub(crate) fn failed(self, _: &Report, _: Returned) {
            match self {}
        }

        #[cfg(feature = "compare")]
        pub(crate) const fn beside(&self) -> Beside {
            match *self {}
        }
    }

    /// There is none.
    #[cfg(feature = "compare")]
    pub(crate) enum Beside {}

    #[cfg(feature = "compare")]
    impl Beside {
        pub(crate) fn decided(self, _: &crate::decide::Decision, _: std::time::Duration) {
            match self {}
        }
    }
}
