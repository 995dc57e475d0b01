//! A made-up catalog of tools, what failed in it, and which tools could have served instead.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    dead_code,
    unreachable_pub,
    missing_docs,
    reason = "each test file uses a part of it"
)]

pub mod server;

use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::{fs, path::Path};
use tool_recovery::{
    admission::{Catalog, ToolCatalog, ToolDescriptor},
    alternates::{FailedCall, Found, Intent, Query, candidates},
    facts::Effect,
};

#[derive(Deserialize)]
struct File {
    tool: Vec<Declared>,
    intent: Vec<Failed>,
}

#[derive(Deserialize)]
struct Declared {
    name: String,
    capability: String,
}

#[derive(Deserialize)]
pub struct Failed {
    pub tool: String,
    capability: Option<String>,
    arguments: Vec<String>,
    pub answers: Vec<String>,
}

pub struct World {
    pub catalog: Catalog,
    pub failures: Vec<Failed>,
}

pub fn world() -> World {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/alternates/catalog.toml");
    let file: File = toml::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let tools = file.tool.into_iter().map(|tool| ToolDescriptor::new(tool.name).read_only().capability(tool.capability));
    World { catalog: Catalog::builder().tools(tools).build().unwrap(), failures: file.intent }
}

impl World {
    /// What is looked for after this failure.
    pub fn query(&self, failed: &Failed, limit: usize) -> Query {
        let arguments: Map<String, Value> = failed.arguments.iter().map(|name| (name.clone(), json!("a value that is never read"))).collect();
        let alone = failed.capability.as_ref().map(|text| ToolDescriptor::new(failed.tool.as_str()).capability(text.as_str()));
        let declared = self.catalog.lookup(&failed.tool).tool().map(|tool| tool.descriptor()).or(alone.as_ref());
        let intent = Intent::of(&failed.tool, declared, Some(&Value::Object(arguments)));
        let call = FailedCall::new(&failed.tool, Effect::ReadOnly, "run", "scope");
        Query::new(intent, candidates(&self.catalog, &(), &call, |_| true), limit)
    }
}

/// How often the first, or any of the first five, is an answer; and how many were named where there is none.
#[derive(Debug, Default)]
pub struct Recall {
    pub asked: usize,
    pub first: usize,
    pub five: usize,
    pub nothing_fits: usize,
    pub named_for_nothing: usize,
    pub missed: Vec<String>,
}

impl Recall {
    pub fn add(&mut self, failed: &Failed, found: &Found) {
        let keys: Vec<&str> = found.keys().collect();
        if failed.answers.is_empty() {
            self.nothing_fits += 1;
            self.named_for_nothing += usize::from(!keys.is_empty());
            return;
        }
        let right = |key: &&str| failed.answers.iter().any(|answer| answer == key);
        self.asked += 1;
        self.first += usize::from(keys.first().is_some_and(right));
        let hit = keys.iter().take(5).any(right);
        self.five += usize::from(hit);
        if !keys.first().is_some_and(right) {
            self.missed.push(format!("{}: {keys:?}", failed.tool));
        }
    }

    pub fn at_first(&self) -> f64 {
        self.first as f64 / self.asked as f64
    }

    pub fn at_five(&self) -> f64 {
        self.five as f64 / self.asked as f64
    }
}
