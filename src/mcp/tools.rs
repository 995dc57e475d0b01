//! The tools that a server lists, as a catalog.

use crate::{
    admission::{Catalog, Declarations, Tool, ToolDescriptor},
    config::ConfigError,
};
use rmcp::{
    Peer, RoleClient, ServiceError,
    model::{PaginatedRequestParams, Tool as ListedTool},
};
use serde_json::Value;
use std::{collections::HashSet, fmt, sync::Arc};

/// What a server listed under `tools/list`: names, schemas, and hints that are never trusted.
///
/// The list is bounded, and what cannot be used is left out and told by [`skipped`](McpTools::skipped).
#[derive(Clone, Default)]
pub struct McpTools {
    tools: Vec<ToolDescriptor>,
    hints: Vec<Hints>,
    skipped: Vec<Skipped>,
}

/// The annotations that say something about effects, as the server claims them.
type Hints = (Option<bool>, Option<bool>);

/// Something in a server's list that is not used, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Skipped {
    /// A tool whose name is empty, too long or not printable: it cannot be called.
    Name,
    /// A second tool of one name.
    Duplicate,
    /// A schema that does not compile or would cost too much to check: the tool is offered without one.
    Schema,
    /// The list goes on beyond the bound.
    TooMany,
}

impl McpTools {
    /// The most tools that are kept.
    pub const MAX_TOOLS: usize = 10_000;
    /// The most pages that are asked for.
    pub const MAX_PAGES: usize = 1_000;

    /// Asks the server for all pages of its list.
    ///
    /// # Errors
    ///
    /// The client's own, from any page.
    ///
    /// # Cancel safety
    ///
    /// A drop loses the list and changes nothing.
    pub async fn list(peer: &Peer<RoleClient>) -> Result<Self, ServiceError> {
        let mut tools = Vec::new();
        let mut cursor = None;
        for _ in 0..Self::MAX_PAGES {
            let page = peer.list_tools(Some(PaginatedRequestParams::default().with_cursor(cursor))).await?;
            tools.extend(page.tools);
            cursor = page.next_cursor;
            if cursor.is_none() || tools.len() > Self::MAX_TOOLS {
                break;
            }
        }
        let mut listed = Self::new(tools);
        if cursor.is_some() && !listed.skipped.contains(&Skipped::TooMany) {
            listed.skipped.push(Skipped::TooMany);
        }
        Ok(listed)
    }

    /// What was listed already.
    #[must_use]
    pub fn new(tools: Vec<ListedTool>) -> Self {
        let mut listed = Self::default();
        let mut names = HashSet::new();
        for tool in tools {
            if listed.tools.len() == Self::MAX_TOOLS {
                listed.skipped.push(Skipped::TooMany);
                break;
            }
            let name: Arc<str> = Arc::from(&*tool.name);
            if !names.insert(name.clone()) {
                listed.skipped.push(Skipped::Duplicate);
                continue;
            }
            let bare = ToolDescriptor::new(name);
            if Tool::new(bare.clone()).is_err() {
                listed.skipped.push(Skipped::Name);
                continue;
            }
            let with_schema = bare.clone().served_schema(Value::Object((*tool.input_schema).clone()));
            // A build without schemas takes the names alone.
            let usable = cfg!(feature = "schema") && Tool::new(with_schema.clone()).is_ok();
            if cfg!(feature = "schema") && !usable {
                listed.skipped.push(Skipped::Schema);
            }
            listed.tools.push(if usable { with_schema } else { bare });
            let annotations = tool.annotations.as_ref();
            listed.hints.push((annotations.and_then(|hints| hints.read_only_hint), annotations.and_then(|hints| hints.destructive_hint)));
        }
        listed
    }

    /// The tools, with their schemas and with nothing declared.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &ToolDescriptor> {
        self.tools.iter()
    }

    /// How many tools there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tools.len()
    }

    /// Whether the server offers no tool.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }

    /// What was left out, in the order of the list.
    #[must_use]
    pub fn skipped(&self) -> &[Skipped] {
        &self.skipped
    }

    /// Names of tools of whose effect `declared` says nothing: an uncertain outcome of theirs is treated by `undeclared_effect`.
    pub fn undeclared<'a>(&'a self, declared: &'a Declarations) -> impl Iterator<Item = &'a str> {
        self.tools.iter().map(|tool| &*tool.name).filter(|name| !declared.declares(name))
    }

    /// Whether the server claims that the tool `name` changes nothing: a suggestion to a person who writes declarations, and nothing else.
    #[must_use]
    pub fn claims_read_only(&self, name: &str) -> Option<bool> {
        let at = self.tools.iter().position(|tool| &*tool.name == name)?;
        let (read_only, destructive) = self.hints.get(at)?;
        read_only.or_else(|| destructive.filter(|destructive| *destructive).map(|_| false))
    }

    /// A frozen catalog: what the server lists, with what the host declares.
    ///
    /// # Errors
    ///
    /// A declaration that does not go with the tool it is for.
    pub fn catalog(&self, declared: &Declarations) -> Result<Catalog, ConfigError> {
        Catalog::builder().tools(self.tools.iter().map(|tool| declared.apply(tool.clone()))).build()
    }
}

impl fmt::Debug for McpTools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("McpTools").field("tools", &self.tools.len()).field("skipped", &self.skipped).finish_non_exhaustive()
    }
}

#[cfg(test)]
#[path = "tools_tests.rs"]
mod tests;
