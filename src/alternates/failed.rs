//! What is known of a failed call when another tool is looked for.

use crate::{
    classify::{Class, Subkind},
    clock,
    facts::{Effect, UndeclaredEffect},
};
use std::fmt;
use tokio::time::Instant;

/// A failed call, as far as it limits what may be called in its place. `Debug` prints no name.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct FailedCall<'a> {
    /// The tool's name, as the model wrote it or as the catalog resolved it.
    pub tool: &'a str,
    /// What the call did to the world.
    pub effect: Effect,
    /// What a tool without a declared effect counts as.
    pub undeclared: UndeclaredEffect,
    /// The run.
    pub run: &'a str,
    /// The scope.
    pub scope: &'a str,
    /// Whether the failure is that of the service behind the tool, and so of every tool of that service.
    pub service_refused: bool,
    /// Other services that have refused in this run.
    pub refused_services: &'a [&'a str],
    /// When permissions have to be valid.
    pub at: Instant,
}

impl<'a> FailedCall<'a> {
    /// A call of `tool` that failed just now with this effect.
    #[must_use]
    pub fn new(tool: &'a str, effect: Effect, run: &'a str, scope: &'a str) -> Self {
        Self { tool, effect, undeclared: UndeclaredEffect::default(), run, scope, service_refused: false, refused_services: &[], at: clock::now() }
    }

    /// Says how the failure was classified: whether the service as a whole refused follows from it.
    ///
    /// A service that is not there, limits the rate or does not accept the credentials does so for all its tools. A permission that is missing, wrong arguments and a missing
    /// module are the tool's own.
    #[must_use]
    pub const fn classified(mut self, class: Class, subkind: Option<Subkind>) -> Self {
        self.service_refused = match class {
            Class::RateLimited | Class::Authentication => true,
            Class::Unavailable => !matches!(subkind, Some(Subkind::Module)),
            Class::Transient | Class::Permission | Class::WrongArguments | Class::WrongTool | Class::Unsupported | Class::Unknown => false,
        };
        self
    }

    /// Says what a tool without a declared effect counts as.
    #[must_use]
    pub const fn undeclared(mut self, undeclared: UndeclaredEffect) -> Self {
        self.undeclared = undeclared;
        self
    }

    /// Names other services that have refused in this run.
    #[must_use]
    pub const fn refused_services(mut self, services: &'a [&'a str]) -> Self {
        self.refused_services = services;
        self
    }

    /// Whether a tool that changes something may take the place of this call: only where it is known that nothing was changed. An effect that is unknown or uncertain may be
    /// there already, and another write could be a second one.
    #[must_use]
    pub const fn may_be_written_again(&self) -> bool {
        matches!(self.effect, Effect::ReadOnly | Effect::NotApplied)
    }
}

impl fmt::Debug for FailedCall<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FailedCall").field("effect", &self.effect).field("service_refused", &self.service_refused).finish_non_exhaustive()
    }
}
