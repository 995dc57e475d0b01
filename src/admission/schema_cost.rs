//! What it may cost to check arguments against a schema, before it is compiled.
//!
//! References make a small schema large: a definition that refers twice to the next doubles the work with every step. What counts is how many schemas may be applied along one
//! path into the arguments, from the whole to one innermost value; times the number of values it bounds the work of one check.

use super::schema_graph::{Node, Unknown, graph};
use serde_json::Value;

/// The most applications of schemas in one check: a second at worst, where every one of them makes an error.
const MAX_STEPS: u64 = 2_000_000;

/// The most bytes that are matched with patterns in one check: a text counts once for each pattern.
const MAX_MATCHED: u64 = 100_000;

/// How deep arguments are that every schema has to bear: the whole, a member, and what is in it.
const USUAL_LEVELS: usize = 3;

/// How deep arguments may be at all.
const MAX_LEVELS: usize = 512;

/// The longest chain of schemas that are applied one inside the other: each is a frame or more of the stack.
const MAX_CHAIN: u64 = 2_048;

/// The longest such chain below a keyword that asks which members it has evaluated: compiling it takes some large frames for each.
const MAX_ASKED_DEPTH: u64 = 128;

/// The most schemas that all those keywords ask: they are compiled anew for each.
const MAX_ASKED: u64 = 20_000;

/// The most bytes of arguments that are copied to tell what is wrong with them: each schema that fails inside of alternatives keeps a copy.
const MAX_COPIED: u64 = 32 * 1024 * 1024;

/// How many bytes a copy of a value takes beside its text.
const OF_VALUE: u64 = 64;

/// How much work the table below may be: schemas times levels.
const MAX_CELLS: usize = 1_000_000;

/// What a schema costs by how deep the arguments are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cost {
    /// The steps along one path, by its levels: the first is for arguments of one level.
    steps: Vec<u64>,
    /// The patterns along one path, by its levels.
    patterns: Vec<u64>,
    /// Whether deeper arguments cost no more than the last of them.
    settled: bool,
}

impl Cost {
    /// Weighs a schema. On error says what is accepted.
    pub(super) fn of(schema: &Value) -> Result<Self, &'static str> {
        let nodes = graph(schema).map_err(|unknown| match unknown {
            Unknown::TooLarge => "a JSON Schema of at most 20,000 parts",
            Unknown::Reference => "a JSON Schema whose every `$ref` points into itself: nothing is fetched",
        })?;
        let order = inner_first(&nodes).ok_or("a JSON Schema that does not refer to itself without going into the arguments")?;
        if asks_too_much(&nodes, &order) {
            return Err("a JSON Schema whose unevaluatedProperties and unevaluatedItems ask at most 20,000 schemas, 128 of them one inside the other");
        }
        let cost = Self::through(&nodes, &order);
        let usual = if cost.settled { cost.steps.last() } else { cost.steps.get(USUAL_LEVELS - 1) };
        if usual.is_none_or(|steps| *steps > MAX_STEPS) {
            return Err("a JSON Schema that takes at most two million steps on any arguments of three levels: a part counts as often as references come to it");
        }
        Ok(cost)
    }

    /// The table, level by level, up to where it settles or a bound is reached.
    fn through(nodes: &[Node], order: &[usize]) -> Self {
        let mut cost = Self { steps: Vec::new(), patterns: Vec::new(), settled: false };
        let mut below = vec![Weight::default(); nodes.len()];
        let levels = MAX_LEVELS.min((MAX_CELLS / nodes.len().max(1)).max(USUAL_LEVELS));
        for _ in 0..levels {
            let mut these = vec![Weight::default(); nodes.len()];
            for (number, node) in order.iter().filter_map(|number| Some((*number, nodes.get(*number)?))) {
                let weight = node.weight(&these, &below);
                if let Some(this) = these.get_mut(number) {
                    *this = weight;
                }
            }
            let whole = these.first().copied().unwrap_or_default();
            if these == below {
                cost.settled = true;
                break;
            }
            if whole.chain > MAX_CHAIN || whole.steps > MAX_STEPS {
                break;
            }
            cost.steps.push(whole.steps);
            cost.patterns.push(whole.patterns);
            below = these;
        }
        cost
    }

    /// Whether a check of `arguments` stays within [`MAX_STEPS`] and [`MAX_MATCHED`].
    pub(super) fn allows(&self, arguments: &Value) -> bool {
        let most = self.steps.first().map_or(0, |least| MAX_STEPS / (*least).max(1));
        self.weigh(arguments, most)
            .is_some_and(|(size, steps, patterns)| steps.saturating_mul(size.values) <= MAX_STEPS && patterns.saturating_mul(size.text) <= MAX_MATCHED)
    }

    /// Whether telling what is wrong with `arguments` stays within [`MAX_COPIED`].
    pub(super) fn explains(&self, arguments: &Value) -> bool {
        self.weigh(arguments, MAX_COPIED / OF_VALUE)
            .is_some_and(|(size, steps, _)| steps.saturating_mul(size.text.saturating_add(size.values.saturating_mul(OF_VALUE))) <= MAX_COPIED)
    }

    /// The size of `arguments`, and what is applied and matched along one path into them; `None` beyond the bounds.
    fn weigh(&self, arguments: &Value, most: u64) -> Option<(Size, u64, u64)> {
        let mut size = Size { values: 0, text: 0, most };
        let levels = size.levels_of(arguments, MAX_LEVELS)?;
        let at = |table: &[u64]| table.get(levels - 1).or_else(|| table.last().filter(|_| self.settled)).copied();
        let (steps, patterns) = (at(&self.steps)?, at(&self.patterns)?);
        Some((size, steps, patterns))
    }
}

/// How much arguments hold.
struct Size {
    values: u64,
    /// The bytes of texts and of names.
    text: u64,
    /// With more values than this no levels are told.
    most: u64,
}

impl Size {
    /// How deep `value` is, itself included, counting what it holds; `None` beyond the bounds.
    fn levels_of(&mut self, value: &Value, left: usize) -> Option<usize> {
        let left = left.checked_sub(1)?;
        self.values += 1;
        if self.values > self.most {
            return None;
        }
        let mut inner = 0;
        match value {
            Value::Object(members) => {
                for (name, member) in members {
                    self.text += name.len() as u64;
                    inner = inner.max(self.levels_of(member, left)?);
                }
            }
            Value::Array(items) => {
                for item in items {
                    inner = inner.max(self.levels_of(item, left)?);
                }
            }
            Value::String(text) => self.text += text.len() as u64,
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
        Some(inner + 1)
    }
}

/// What one schema costs on a value of so many levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Weight {
    /// Applications of schemas along one path.
    steps: u64,
    /// Patterns along one path.
    patterns: u64,
    /// Schemas one inside the other.
    chain: u64,
}

/// What is added up.
type Part = fn(&Weight) -> u64;

impl Node {
    /// By the weights of what it applies to the same value, and to values one level below.
    fn weight(&self, here: &[Weight], below: &[Weight]) -> Weight {
        let of = |weights: &[Weight], numbers: &[usize]| numbers.iter().filter_map(|number| weights.get(*number)).copied().collect::<Vec<_>>();
        let sum = |weights: &[Weight], part: Part| weights.iter().fold(0_u64, |sum, weight| sum.saturating_add(part(weight)));
        let most = |weights: &[Weight], part: Part| weights.iter().map(part).max().unwrap_or(0);
        let longest = |weights: &[Weight]| weights.iter().map(|weight| weight.chain).max().unwrap_or(0);
        let (same, member, members) = (of(here, &self.here), of(below, &self.member), of(below, &self.members));
        let (item, items) = (of(below, &self.item), of(below, &self.items));
        let all = |part: Part, own: u64| {
            let inside = most(&member, part).saturating_add(sum(&members, part)).max(most(&item, part).saturating_add(sum(&items, part)));
            sum(&same, part).saturating_mul(self.times).saturating_add(inside).saturating_add(own)
        };
        Weight {
            steps: all(|weight| weight.steps, self.compared.saturating_add(1)),
            patterns: all(|weight| weight.patterns, self.patterns),
            chain: [same, member, members, item, items].iter().map(|weights| longest(weights)).max().unwrap_or(0).saturating_add(1),
        }
    }
}

/// Whether schemas that ask what their inner ones have evaluated have too many of those, one inside the other or at all.
fn asks_too_much(nodes: &[Node], order: &[usize]) -> bool {
    let mut inside = vec![(0_u64, 0_u64); nodes.len()];
    let mut all = 0_u64;
    for (number, node) in order.iter().filter_map(|number| Some((*number, nodes.get(*number)?))) {
        let inner = || node.here.iter().filter_map(|inner| inside.get(*inner));
        let depth = inner().map(|(depth, _)| depth + 1).max().unwrap_or(0);
        let count = inner().fold(0_u64, |sum, (_, count)| sum.saturating_add(*count).saturating_add(1));
        if node.times > 1 {
            all = all.saturating_add(count);
            if depth > MAX_ASKED_DEPTH || all > MAX_ASKED {
                return true;
            }
        }
        if let Some(this) = inside.get_mut(number) {
            *this = (depth, count);
        }
    }
    false
}

/// The numbers of all schemas, each after those that it applies to the same value; `None` where that goes in a circle.
fn inner_first(nodes: &[Node]) -> Option<Vec<usize>> {
    let mut waits: Vec<usize> = nodes.iter().map(|node| node.here.len()).collect();
    let mut outer = vec![Vec::new(); nodes.len()];
    for (number, node) in nodes.iter().enumerate() {
        for inner in &node.here {
            outer.get_mut(*inner)?.push(number);
        }
    }
    let mut order: Vec<usize> = waits.iter().enumerate().filter(|(_, waits)| **waits == 0).map(|(number, _)| number).collect();
    let mut next = 0;
    while let Some(number) = order.get(next).copied() {
        for outer in outer.get(number)? {
            let waits = waits.get_mut(*outer)?;
            *waits -= 1;
            if *waits == 0 {
                order.push(*outer);
            }
        }
        next += 1;
    }
    (order.len() == nodes.len()).then_some(order)
}

#[cfg(test)]
#[path = "schema_cost_tests.rs"]
mod tests;
