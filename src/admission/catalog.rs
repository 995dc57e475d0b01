//! Which tools are offered.

use super::Tool;
use std::sync::Arc;

/// What a catalog knows of a name.
#[derive(Clone, Copy, Debug)]
pub enum Lookup<'a> {
    /// The tool of exactly this name.
    Known(&'a Arc<Tool>),
    /// The tool that the host declared this name to be an alias of; its own name is the canonical one.
    Alias(&'a Arc<Tool>),
    /// There is no catalog: every name is taken for a tool of which nothing is declared.
    Undeclared,
    /// No such tool is offered.
    Missing,
}

impl<'a> Lookup<'a> {
    /// The tool, found by its name or by an alias.
    #[must_use]
    pub const fn tool(self) -> Option<&'a Arc<Tool>> {
        match self {
            Self::Known(tool) | Self::Alias(tool) => Some(tool),
            Self::Undeclared | Self::Missing => None,
        }
    }
}

/// The frozen set of tools that a model may call. Advice never enlarges it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a `ToolCatalog`",
    note = "use `tool_recovery::admission::Catalog`, or `()` to accept every name with nothing declared"
)]
pub trait ToolCatalog {
    /// The tool of exactly this name or host-declared alias.
    fn lookup(&self, name: &str) -> Lookup<'_>;

    /// Names of at most [`Rejection::MAX_SUGGESTIONS`](crate::Rejection::MAX_SUGGESTIONS) visible tools that resemble `name`, best first.
    /// They are suggestions: nobody executes them in place of the unknown name.
    fn suggest(&self, name: &str) -> Vec<Box<str>> {
        let _ = name;
        Vec::new()
    }

    /// Names of tools that a model may see, in the order of their declaration, for a text classifier that asks whether another one fits. Asked after a failure only,
    /// so keep it to what is worth reading: the ready-made catalog gives at most 128.
    fn offered(&self) -> Vec<&str> {
        Vec::new()
    }

    /// Tools that a model may see, in the order of their declaration, for whoever looks for another one that serves the purpose of a failed call. Asked after a failure only;
    /// the ready-made catalog gives at most 1024. By default those that are [offered](Self::offered).
    fn visible(&self) -> Vec<&Arc<Tool>> {
        self.offered().into_iter().filter_map(|name| self.lookup(name).tool()).collect()
    }

    /// The name of the call by which a model finds [deferred](super::Visibility::Deferred) tools. Advice on such a tool names this call; without one, no deferred tool is advised.
    fn discovery(&self) -> Option<&str> {
        None
    }
}

/// Accepts every name, with nothing declared.
impl ToolCatalog for () {
    #[inline]
    fn lookup(&self, _: &str) -> Lookup<'_> {
        Lookup::Undeclared
    }
}

impl<C: ToolCatalog + ?Sized> ToolCatalog for Arc<C> {
    #[inline]
    fn lookup(&self, name: &str) -> Lookup<'_> {
        (**self).lookup(name)
    }

    fn suggest(&self, name: &str) -> Vec<Box<str>> {
        (**self).suggest(name)
    }

    fn offered(&self) -> Vec<&str> {
        (**self).offered()
    }

    fn visible(&self) -> Vec<&Arc<Tool>> {
        (**self).visible()
    }

    fn discovery(&self) -> Option<&str> {
        (**self).discovery()
    }
}
