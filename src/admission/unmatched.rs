//! Declarations that concern no tool: most likely names that were misspelt.

use super::{
    Declarations,
    similar::{Shape, nearest},
};

/// A name or a pattern of [`Declarations`] that no offered tool has.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unmatched {
    /// Where it stands: `read_only`, `write`, `tools`, or `tools.NAME.verify`.
    pub key: Box<str>,
    /// The name or the pattern, as it was declared.
    pub name: Box<str>,
    /// Names of offered tools that look similar, at most [`Self::MAX_NEAR`]. Whoever offers the tools wrote them.
    pub near: Vec<Box<str>>,
}

impl Unmatched {
    /// The most similar names.
    pub const MAX_NEAR: usize = 3;
    /// For how many of the unmatched ones similar names are looked for.
    pub const MAX_LOOKED_AT: usize = 16;
}

impl Declarations {
    /// What is declared of no tool of `offered`, in the order of the keys.
    #[must_use]
    pub fn unmatched(&self, offered: &[impl AsRef<str>]) -> Vec<Unmatched> {
        let entry = |key: &str, name: &str| Unmatched { key: key.into(), name: name.into(), near: Vec::new() };
        let mut unmatched = Vec::new();
        for (key, globs) in [("read_only", &self.read_only), ("write", &self.write)] {
            let idle = globs.iter().filter(|glob| !offered.iter().any(|name| glob.matches(name.as_ref())));
            unmatched.extend(idle.map(|glob| entry(key, glob.as_str())));
        }
        let names: std::collections::BTreeSet<&str> = offered.iter().map(AsRef::as_ref).collect();
        for (name, table) in &self.tools {
            if !names.contains(&**name) {
                unmatched.push(entry("tools", name));
            } else if let Some(verify) = table.verify.as_ref().filter(|verify| !names.contains(&*verify.tool)) {
                unmatched.push(entry(&format!("tools.{name}.verify"), &verify.tool));
            }
        }
        if !unmatched.is_empty() {
            let shapes: Vec<(&str, Shape)> = names.iter().map(|name| (*name, Shape::of(name))).collect();
            for one in unmatched.iter_mut().take(Unmatched::MAX_LOOKED_AT) {
                let near = nearest(&one.name, Unmatched::MAX_NEAR, shapes.iter().map(|(name, shape)| (*name, 0, shape)));
                one.near = near.into_iter().map(Into::into).collect();
            }
        }
        unmatched
    }
}

#[cfg(test)]
#[path = "unmatched_tests.rs"]
mod tests;
