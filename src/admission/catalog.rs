//! Which tools are offered.

use super::ToolDescriptor;
use std::sync::Arc;

/// What a catalog knows of a name.
#[derive(Clone, Copy, Debug)]
pub enum Lookup<'a> {
    /// The tool of this name or alias.
    Known(&'a Arc<ToolDescriptor>),
    /// There is no catalog: every name is taken for a tool of which nothing is declared.
    Undeclared,
    /// No such tool is offered.
    Missing,
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
    fn suggest(&self, name: &str) -> Vec<Box<str>> {
        let _ = name;
        Vec::new()
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
    fn lookup(&self, name: &str) -> Lookup<'_> {
        (**self).lookup(name)
    }

    fn suggest(&self, name: &str) -> Vec<Box<str>> {
        (**self).suggest(name)
    }
}
