//! The ready-made catalog: frozen, in memory.

use super::{
    Lookup, Tool, ToolCatalog, ToolDescriptor, Visibility,
    similar::{Shape, nearest},
    tool::check_name,
};
use crate::{
    Rejection,
    config::{ConfigError, ConfigErrorKind},
};
use foldhash::fast::RandomState;
use std::{collections::HashMap, fmt, sync::Arc};

/// The tools of one agent, frozen when it is built.
///
/// A look-up is one hash of the name, compares it exactly (case matters) and allocates nothing. Share it through an [`Arc`].
///
/// ```
/// use tool_recovery::admission::{Catalog, Lookup, ToolCatalog, ToolDescriptor};
///
/// let catalog = Catalog::builder()
///     .tool(ToolDescriptor::new("list_directory").read_only())
///     .alias("ls", "list_directory")
///     .build()?;
/// assert!(matches!(catalog.lookup("list_directory"), Lookup::Known(_)));
/// assert!(matches!(catalog.lookup("ls"), Lookup::Alias(tool) if &*tool.name == "list_directory"));
/// assert!(matches!(catalog.lookup("ListDirectory"), Lookup::Missing));
/// assert_eq!(&*catalog.suggest("ListDirectory")[0], "list_directory");
/// # Ok::<(), tool_recovery::config::ConfigError>(())
/// ```
pub struct Catalog {
    names: Names,
    longest: usize,
    tools: Box<[Arc<Tool>]>,
    visible: Box<[(Shape, Arc<Tool>)]>,
    discovery: Option<Arc<str>>,
}

/// How many names are offered to a text classifier: each failure reads them.
const MAX_OFFERED: usize = 128;

/// How many tools are looked at for an alternate.
const MAX_VISIBLE: usize = 1024;

type Names = HashMap<Arc<str>, Entry, RandomState>;

enum Entry {
    Tool(Arc<Tool>),
    Alias(Arc<Tool>),
}

impl Catalog {
    /// Begins an empty catalog.
    pub fn builder() -> CatalogBuilder {
        CatalogBuilder::default()
    }

    /// The tools, in the order of their declaration.
    pub fn tools(&self) -> impl ExactSizeIterator<Item = &Arc<Tool>> {
        self.tools.iter()
    }

    /// How many tools there are. Aliases do not count.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tools.len()
    }

    /// Whether no tool is offered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }
}

impl ToolCatalog for Catalog {
    #[inline]
    fn lookup(&self, name: &str) -> Lookup<'_> {
        // A name that is longer than all names is not worth its hash: its length is the model's choice.
        if name.len() > self.longest {
            return Lookup::Missing;
        }
        match self.names.get(name) {
            Some(Entry::Tool(tool)) => Lookup::Known(tool),
            Some(Entry::Alias(tool)) => Lookup::Alias(tool),
            None => Lookup::Missing,
        }
    }

    /// Compares spelling without regard to case and separators, and the words of the names. Direct tools come before deferred ones that are equally alike; hidden
    /// tools are never named. At most 128 bytes of `name` are looked at.
    #[cold]
    fn suggest(&self, name: &str) -> Vec<Box<str>> {
        let candidates = self.visible.iter().map(|(shape, tool)| (&*tool.name, u8::from(tool.visibility == Visibility::Deferred), shape));
        nearest(name, Rejection::MAX_SUGGESTIONS, candidates).into_iter().map(Box::from).collect()
    }

    #[cold]
    fn offered(&self) -> Vec<&str> {
        self.visible.iter().take(MAX_OFFERED).map(|(_, tool)| &*tool.name).collect()
    }

    #[cold]
    fn visible(&self) -> Vec<&Arc<Tool>> {
        self.visible.iter().take(MAX_VISIBLE).map(|(_, tool)| tool).collect()
    }

    fn discovery(&self) -> Option<&str> {
        self.discovery.as_deref()
    }
}

impl fmt::Debug for Catalog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Catalog").field("tools", &self.tools.len()).finish_non_exhaustive()
    }
}

/// Collects the tools of a [`Catalog`].
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct CatalogBuilder {
    tools: Vec<ToolDescriptor>,
    aliases: Vec<(Arc<str>, Arc<str>)>,
    discovery: Option<Arc<str>>,
}

impl CatalogBuilder {
    /// Offers a tool.
    pub fn tool(mut self, tool: ToolDescriptor) -> Self {
        self.tools.push(tool);
        self
    }

    /// Offers several tools.
    pub fn tools(mut self, tools: impl IntoIterator<Item = ToolDescriptor>) -> Self {
        self.tools.extend(tools);
        self
    }

    /// Declares that `alias`, exactly as written, means the tool `name`.
    pub fn alias(mut self, alias: impl Into<Arc<str>>, name: impl Into<Arc<str>>) -> Self {
        self.aliases.push((alias.into(), name.into()));
        self
    }

    /// Names the call by which a model finds deferred tools: a direct tool of this catalog, or one that the model's provider runs itself.
    pub fn discovery(mut self, name: impl Into<Arc<str>>) -> Self {
        self.discovery = Some(name.into());
        self
    }

    /// Checks every declaration, compiles every schema, and freezes the catalog.
    ///
    /// # Errors
    ///
    /// The first of: a declaration that [`Tool::new`] refuses, two tools of one name, an alias that is no name, that is also a tool's name, that is declared for two
    /// tools, or that points to no tool of the catalog, and a discovery call that is no name, or that the model cannot see itself.
    pub fn build(self) -> Result<Catalog, ConfigError> {
        let mut names = HashMap::with_capacity_and_hasher(self.tools.len() + self.aliases.len(), RandomState::default());
        let mut tools = Vec::with_capacity(self.tools.len());
        for descriptor in self.tools {
            let tool = Arc::new(Tool::new(descriptor)?);
            if names.insert(tool.name.clone(), Entry::Tool(tool.clone())).is_some() {
                return Err(contradiction("tools", &tool.name, "two tools have this name"));
            }
            tools.push(tool);
        }
        for (alias, name) in self.aliases {
            add_alias(&mut names, alias, &name)?;
        }
        if let Some(name) = &self.discovery {
            check_discovery(&names, name)?;
        }
        let shown = tools.iter().filter(|tool| tool.visibility != Visibility::Hidden);
        Ok(Catalog {
            longest: names.keys().map(|name| name.len()).max().unwrap_or(0),
            visible: shown.map(|tool| (Shape::of(&tool.name), tool.clone())).collect(),
            tools: tools.into(),
            names,
            discovery: self.discovery,
        })
    }
}

fn add_alias(names: &mut Names, alias: Arc<str>, name: &str) -> Result<(), ConfigError> {
    check_name(&alias).map_err(|_| contradiction("aliases", &alias, "an alias is a name like a tool's"))?;
    let Some(Entry::Tool(tool)) = names.get(name) else {
        return Err(contradiction("aliases", &alias, "it points to no tool of the catalog"));
    };
    let tool = tool.clone();
    match names.get(&alias) {
        Some(Entry::Tool(_)) => return Err(contradiction("aliases", &alias, "a tool has this name")),
        Some(Entry::Alias(other)) if !Arc::ptr_eq(other, &tool) => return Err(contradiction("aliases", &alias, "it points to two tools")),
        Some(Entry::Alias(_)) | None => {}
    }
    names.insert(alias, Entry::Alias(tool));
    Ok(())
}

fn check_discovery(names: &Names, name: &str) -> Result<(), ConfigError> {
    check_name(name).map_err(|_| contradiction("discovery", name, "a discovery call has a name like a tool's"))?;
    match names.get(name) {
        Some(Entry::Tool(tool)) if tool.visibility != Visibility::Direct => {
            Err(contradiction("discovery", name, "the discovery call is not declared to the model itself"))
        }
        Some(Entry::Alias(_)) => Err(contradiction("discovery", name, "an alias is not what the model is shown")),
        Some(Entry::Tool(_)) | None => Ok(()),
    }
}

fn contradiction(section: &str, name: &str, rule: &str) -> ConfigError {
    let name = crate::advice::printable(name, 64);
    ConfigError::new(format!("{section}.{name}"), ConfigErrorKind::Contradiction { rule: rule.into() })
}

impl Extend<ToolDescriptor> for CatalogBuilder {
    fn extend<I: IntoIterator<Item = ToolDescriptor>>(&mut self, tools: I) {
        self.tools.extend(tools);
    }
}

impl FromIterator<ToolDescriptor> for CatalogBuilder {
    fn from_iter<I: IntoIterator<Item = ToolDescriptor>>(tools: I) -> Self {
        Self { tools: tools.into_iter().collect(), ..Self::default() }
    }
}

#[cfg(test)]
#[path = "table_tests.rs"]
mod tests;
