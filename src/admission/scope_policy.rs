//! The ready-made policy: rules per scope and tool, and approvals.

use super::{ApprovalStore, Authorization, Lookup, Policy, PolicyRequest, ToolCatalog};
use crate::{
    advice::printable,
    config::{ConfigError, ConfigErrorKind},
};
use foldhash::fast::RandomState;
use std::{collections::HashMap, fmt};

/// Allows, denies or asks for approval by scope and tool.
///
/// Of all rules that match a call the strictest holds: a denial before an approval before a permission, whatever their order, so that no rule ever widens what another
/// one forbids. Where none matches, the default holds, which is chosen when the policy is begun.
///
/// A scope or tool in a rule is an exact name, or ends in `*` for every name that begins so.
///
/// ```
/// use tool_recovery::admission::ScopePolicy;
///
/// let policy = ScopePolicy::deny_by_default()
///     .allow("*", "read_*")
///     .require_approval("staging", "deploy")
///     .deny("*", "read_secrets")
///     .build()?;
/// # Ok::<(), tool_recovery::config::ConfigError>(())
/// ```
pub struct ScopePolicy {
    exact: HashMap<Box<str>, Vec<Rule>, RandomState>,
    prefixes: Vec<(Box<str>, Rule)>,
    default: Permission,
    approvals: ApprovalStore,
}

/// In the order of strictness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Permission {
    Allow,
    Approve,
    Deny,
}

struct Rule {
    scope: Pattern,
    permission: Permission,
}

enum Pattern {
    Exact(Box<str>),
    Prefix(Box<str>),
}

impl Pattern {
    fn parse(text: &str) -> Option<Self> {
        match text.strip_suffix('*') {
            Some(prefix) if !prefix.contains('*') => Some(Self::Prefix(prefix.into())),
            None if !text.contains('*') => Some(Self::Exact(text.into())),
            _ => None,
        }
    }

    fn matches(&self, text: &str) -> bool {
        match self {
            Self::Exact(name) => **name == *text,
            Self::Prefix(prefix) => text.starts_with(&**prefix),
        }
    }
}

impl ScopePolicy {
    /// Begins a policy that allows what no rule mentions.
    pub fn allow_by_default() -> ScopePolicyBuilder {
        ScopePolicyBuilder::new(Permission::Allow)
    }

    /// Begins a policy that denies what no rule mentions.
    pub fn deny_by_default() -> ScopePolicyBuilder {
        ScopePolicyBuilder::new(Permission::Deny)
    }

    /// Begins a policy that asks for approval of what no rule mentions.
    pub fn require_approval_by_default() -> ScopePolicyBuilder {
        ScopePolicyBuilder::new(Permission::Approve)
    }

    /// Where approvals are granted, denied and revoked.
    #[must_use]
    pub fn approvals(&self) -> &ApprovalStore {
        &self.approvals
    }

    fn permission(&self, scope: &str, tool: &str) -> Permission {
        let exact = self.exact.get(tool).into_iter().flatten();
        let prefixes = self.prefixes.iter().filter(|(prefix, _)| tool.starts_with(&**prefix)).map(|(_, rule)| rule);
        exact.chain(prefixes).filter(|rule| rule.scope.matches(scope)).map(|rule| rule.permission).max().unwrap_or(self.default)
    }
}

impl Policy for ScopePolicy {
    #[inline]
    fn authorize(&self, request: &PolicyRequest<'_>) -> Authorization {
        match self.permission(request.scope, request.name) {
            Permission::Allow => Authorization::ALLOWED,
            Permission::Deny => Authorization::Denied,
            Permission::Approve => self.approvals.authorize(request),
        }
    }
}

impl fmt::Debug for ScopePolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScopePolicy").field("default", &self.default).finish_non_exhaustive()
    }
}

/// Collects the rules of a [`ScopePolicy`].
#[must_use]
pub struct ScopePolicyBuilder {
    rules: Vec<(Box<str>, Box<str>, Permission)>,
    default: Permission,
    approvals: ApprovalStore,
}

impl ScopePolicyBuilder {
    fn new(default: Permission) -> Self {
        Self { rules: Vec::new(), default, approvals: ApprovalStore::default() }
    }

    /// Allows `tool` in `scope`.
    pub fn allow(self, scope: &str, tool: &str) -> Self {
        self.rule(scope, tool, Permission::Allow)
    }

    /// Denies `tool` in `scope`.
    pub fn deny(self, scope: &str, tool: &str) -> Self {
        self.rule(scope, tool, Permission::Deny)
    }

    /// Lets `tool` run in `scope` with an approval only.
    pub fn require_approval(self, scope: &str, tool: &str) -> Self {
        self.rule(scope, tool, Permission::Approve)
    }

    /// Takes approvals from `store`, of which the host keeps a handle.
    pub fn approvals(mut self, store: ApprovalStore) -> Self {
        self.approvals = store;
        self
    }

    fn rule(mut self, scope: &str, tool: &str, permission: Permission) -> Self {
        self.rules.push((scope.into(), tool.into(), permission));
        self
    }

    /// Checks the rules and freezes the policy.
    ///
    /// # Errors
    ///
    /// Names the rule whose scope or tool has a `*` anywhere but at its end, or whose tool is empty.
    pub fn build(self) -> Result<ScopePolicy, ConfigError> {
        let mut exact: HashMap<Box<str>, Vec<Rule>, RandomState> = HashMap::default();
        let mut prefixes = Vec::new();
        for (scope, tool, permission) in self.rules {
            let scope = Pattern::parse(&scope).ok_or_else(|| bad_pattern("scope", &scope))?;
            let rule = Rule { scope, permission };
            match Pattern::parse(&tool).filter(|_| !tool.is_empty()).ok_or_else(|| bad_pattern("tool", &tool))? {
                Pattern::Exact(name) => exact.entry(name).or_default().push(rule),
                Pattern::Prefix(prefix) => prefixes.push((prefix, rule)),
            }
        }
        Ok(ScopePolicy { exact, prefixes, default: self.default, approvals: self.approvals })
    }

    /// As [`build`](Self::build), for the tools of `catalog` alone: a rule about a tool that it does not offer is most likely misspelt, and a misspelt denial denies nothing.
    ///
    /// ```
    /// use tool_recovery::admission::{Catalog, ScopePolicy, ToolDescriptor};
    ///
    /// let catalog = Catalog::builder().tool(ToolDescriptor::new("delete_file").write()).build()?;
    /// let error = ScopePolicy::allow_by_default().deny("*", "delete_flie").build_for(&catalog).unwrap_err();
    /// assert_eq!(error.to_string(), "`policy.tool.delete_flie` must be the name of a tool in the catalog, such as `delete_file`");
    /// # Ok::<(), tool_recovery::config::ConfigError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As `build`, and the rule whose exact tool the catalog does not have, with similar names. A name that is an alias is refused as well: policy is asked about the
    /// tool's own name.
    pub fn build_for(self, catalog: &impl ToolCatalog) -> Result<ScopePolicy, ConfigError> {
        let unknown = self.rules.iter().map(|(_, tool, _)| tool).find(|tool| !tool.ends_with('*') && is_unknown(catalog, tool));
        match unknown {
            Some(tool) => Err(unknown_tool(catalog, tool)),
            None => self.build(),
        }
    }
}

fn is_unknown(catalog: &impl ToolCatalog, tool: &str) -> bool {
    matches!(catalog.lookup(tool), Lookup::Missing | Lookup::Alias(_))
}

fn unknown_tool(catalog: &impl ToolCatalog, tool: &str) -> ConfigError {
    let near = match catalog.lookup(tool) {
        Lookup::Alias(own) => vec![Box::from(&*own.name)],
        _ => catalog.suggest(tool),
    };
    let quoted: Vec<String> = near.iter().map(|name| format!("`{}`", printable(name, 64))).collect();
    let such = if quoted.is_empty() { String::new() } else { format!(", such as {}", quoted.join(" or ")) };
    let expected = format!("the name of a tool in the catalog{such}").into();
    ConfigError::new(format!("policy.tool.{}", printable(tool, 64)), ConfigErrorKind::Invalid { expected })
}

impl fmt::Debug for ScopePolicyBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScopePolicyBuilder").field("rules", &self.rules.len()).field("default", &self.default).finish_non_exhaustive()
    }
}

fn bad_pattern(field: &str, text: &str) -> ConfigError {
    let expected = "an exact name, or the beginning of a name and one `*` at the end".into();
    ConfigError::new(format!("policy.{field}.{}", printable(text, 64)), ConfigErrorKind::Invalid { expected })
}

#[cfg(test)]
#[path = "scope_policy_tests.rs"]
mod tests;
