//! The tools that the stack knows of: what the server lists, and what the configuration declares.

use super::message::{Head, object};
use serde::Deserialize;
use serde_json::{Value, value::RawValue};
use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tool_recovery::admission::{Declarations, Lookup, Tool, ToolCatalog, ToolDescriptor, Unmatched};

/// The most tools of a list that are looked at.
const MAX_TOOLS: usize = 10_000;

/// A frozen catalog in which every name may be called: what the server does not list is the server's to refuse.
#[derive(Clone, Default)]
pub(super) struct Tools {
    by_name: HashMap<Arc<str>, Arc<Tool>>,
    /// Clones share them.
    listed: Arc<[Arc<str>]>,
}

impl ToolCatalog for Tools {
    fn lookup(&self, name: &str) -> Lookup<'_> {
        self.by_name.get(name).map_or(Lookup::Undeclared, Lookup::Known)
    }

    fn offers(&self, test: &mut dyn FnMut(&str) -> bool) -> bool {
        self.listed.iter().take(128).any(|name| test(name))
    }
}

/// The names that the server or the configuration says. Any other name is the words of a model. Clones share them.
#[derive(Clone, Default)]
pub(super) struct Names {
    declared: Arc<Declarations>,
    listed: Arc<Mutex<HashSet<Arc<str>>>>,
}

impl Names {
    pub(super) fn new(declared: Declarations) -> Self {
        Self { declared: Arc::new(declared), listed: Arc::default() }
    }

    pub(super) fn have(&self, name: &str) -> bool {
        self.declared.mentions(name) || self.listed().contains(name)
    }

    fn listed(&self) -> MutexGuard<'_, HashSet<Arc<str>>> {
        self.listed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes catalogs.
pub(super) struct Known {
    pub(super) declared: Declarations,
    pub(super) validate: bool,
    pub(super) timeout: Option<Duration>,
    pub(super) names: Names,
    /// The list of the server, as far as its pages passed by; without a tool where it cannot be declared.
    listed: BTreeMap<Arc<str>, Option<Arc<Tool>>>,
    /// How many of its schemas cannot be used.
    unusable: usize,
    /// Its names.
    offered: Arc<[Arc<str>]>,
}

/// How what the server lists and what is declared fit together.
pub(super) struct Overview {
    pub(super) all: usize,
    /// Of how many tools nothing is declared.
    pub(super) undeclared: usize,
    /// How many tools have a schema that cannot be used.
    pub(super) unusable: usize,
    /// What is declared of no tool.
    pub(super) unmatched: Vec<Unmatched>,
}

/// One page of `tools/list`.
#[derive(Deserialize)]
struct Page<'a> {
    #[serde(borrow, default)]
    tools: Vec<&'a RawValue>,
    #[serde(borrow, default, rename = "nextCursor")]
    next: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Listed {
    name: String,
    #[serde(default, rename = "inputSchema")]
    schema: Option<Value>,
}

impl Known {
    pub(super) fn new(declared: Declarations, validate: bool, timeout: Option<Duration>) -> Self {
        Self { names: Names::new(declared.clone()), declared, validate, timeout, listed: BTreeMap::new(), unusable: 0, offered: Arc::default() }
    }

    /// Takes over a page of the list; `first` begins the list anew. Returns whether the list is complete; `None` where the response is no list.
    pub(super) fn page(&mut self, first: bool, response: &str) -> Option<bool> {
        let head: Head<'_> = serde_json::from_str(response).ok()?;
        let page: Page<'_> = object(head.result?.get())?;
        if first {
            self.listed.clear();
            self.unusable = 0;
        }
        for tool in page.tools.iter().filter_map(|tool| object::<Listed>(tool.get())) {
            if self.listed.len() < MAX_TOOLS {
                let (name, schema) = (Arc::from(tool.name), tool.schema.filter(|_| self.validate));
                let checked = schema.is_some();
                let made = self.tool(&name, schema).map(Arc::new);
                self.unusable += usize::from(checked && made.as_ref().is_some_and(|made| made.schema.is_none()));
                self.listed.insert(name, made);
            }
        }
        *self.names.listed() = self.listed.keys().cloned().collect();
        self.offered = self.listed.keys().cloned().collect();
        Some(page.next.is_none())
    }

    /// The catalog for a call of a name that is not listed, which may be the words of a model: what is declared of it counts, and nothing is kept. `None` for one
    /// that is listed.
    pub(super) fn unlisted(&self, name: &str) -> Option<Tools> {
        if self.listed.contains_key(name) {
            return None;
        }
        let name: Arc<str> = name.into();
        let tool = self.tool(&name, None).map(|tool| (name, Arc::new(tool)));
        Some(Tools { by_name: tool.into_iter().collect(), listed: self.offered.clone() })
    }

    /// Whether the server may have the tool: it lists it, or has not listed anything yet. A pattern may fit a name that nobody has.
    pub(super) fn knows(&self, name: &str) -> bool {
        self.listed.is_empty() || self.listed.contains_key(name)
    }

    /// Forgets the schemas of the list. Returns whether there were any.
    pub(super) fn forget_schemas(&mut self) -> bool {
        let checked: Vec<Arc<str>> =
            self.listed.iter().filter(|(_, tool)| tool.as_ref().is_some_and(|tool| tool.schema.is_some())).map(|(name, _)| name.clone()).collect();
        for name in &checked {
            let bare = self.tool(name, None).map(Arc::new);
            self.listed.insert(name.clone(), bare);
        }
        !checked.is_empty()
    }

    /// The catalog of now. What cannot be declared, such as a name with control characters, is left to the server as undeclared.
    pub(super) fn tools(&self) -> Tools {
        let all = self.listed.iter().filter_map(|(name, tool)| Some((name.clone(), tool.clone()?)));
        Tools { by_name: all.collect(), listed: self.offered.clone() }
    }

    fn tool(&self, name: &Arc<str>, schema: Option<Value>) -> Option<Tool> {
        let mut bare = self.declared.apply(ToolDescriptor::new(name.clone()));
        bare.timeout = bare.timeout.or(self.timeout);
        let with_schema = schema.and_then(|schema| Tool::new(bare.clone().served_schema(schema)).ok());
        with_schema.or_else(|| Tool::new(bare).ok())
    }

    /// What a complete list says of the declarations.
    pub(super) fn overview(&self) -> Overview {
        let (names, all): (Vec<&Arc<str>>, usize) = (self.listed.keys().collect(), self.listed.len());
        let undeclared = names.iter().filter(|name| !self.declared.declares(name)).count();
        // Of a list that was cut, nobody knows what it lacks.
        let unmatched = if all < MAX_TOOLS { self.declared.unmatched(&names) } else { Vec::new() };
        Overview { all, undeclared, unusable: self.unusable, unmatched }
    }
}

#[cfg(test)]
#[path = "tools_tests.rs"]
mod tests;
