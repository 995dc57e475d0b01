//! Which schemas a schema applies: to the value it is asked about, and to that value's members.

use serde_json::{Map, Value};
use std::{collections::HashMap, ptr};

/// The most schemas inside one schema. Those of real tools have some hundreds.
pub(super) const MAX_NODES: usize = 20_000;

/// The most ways on which references are followed: one may name several things, where drafts differ.
const MAX_WAYS: usize = 100_000;

/// As many steps as one application of a published metaschema may take on one level.
const OF_METASCHEMA: u64 = 20;

/// As many steps as dividing by a number that is no integer may take.
const OF_FRACTION: u64 = 40;

/// What one schema applies. Schemas are named by their numbers.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// Applied to the same value.
    pub(super) here: Vec<usize>,
    /// How often an evaluation may go through those: once, and again for each keyword that asks which members they have evaluated.
    pub(super) times: u64,
    /// Names and values that the schema itself compares, one after the other.
    pub(super) compared: u64,
    /// Patterns that it matches with one text.
    pub(super) patterns: u64,
    /// Of these, one is applied to a member of an object.
    pub(super) member: Vec<usize>,
    /// Each of these may be applied to a member of an object.
    pub(super) members: Vec<usize>,
    /// Of these, one is applied to an item of an array.
    pub(super) item: Vec<usize>,
    /// Each of these may be applied to an item of an array.
    pub(super) items: Vec<usize>,
}

/// Why a schema has no graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unknown {
    /// It has more parts than are looked at.
    TooLarge,
    /// A reference whose target is not found by the rules here.
    Reference,
}

/// All schemas that an evaluation can come to; the first is the whole.
pub(super) fn graph(root: &Value) -> Result<Vec<Node>, Unknown> {
    let mut walk = Walk {
        resources: vec![Resource { schema: root, outer: None }],
        targets: Targets { resources: vec![(root, 0)], ..Targets::default() },
        numbers: HashMap::new(),
        places: Vec::new(),
        ways: MAX_WAYS,
    };
    walk.find_targets(root);
    walk.number(root, 0)?;
    let mut nodes = Vec::new();
    while let Some((schema, base)) = walk.places.get(nodes.len()).copied() {
        nodes.push(walk.node(schema, base)?);
    }
    Ok(nodes)
}

/// A schema with an address of its own, or the whole. Which drafts read which member as an address is not looked at: a reference is followed into every one that it stands in.
#[derive(Clone, Copy)]
struct Resource<'a> {
    schema: &'a Value,
    /// The resource around it, by its number.
    outer: Option<usize>,
}

/// What references may name, each with the number of the resource that it stands in.
#[derive(Default)]
struct Targets<'a> {
    /// By the last segment of the address.
    addresses: HashMap<&'a str, Vec<Target<'a>>>,
    anchors: HashMap<&'a str, Vec<Target<'a>>>,
    /// The whole, and every schema with an address.
    resources: Vec<Target<'a>>,
    /// Those of them whose address may be spelt in other ways.
    odd: Vec<Target<'a>>,
    /// What a `$recursiveRef` may come to, from wherever it stands.
    recursive: Vec<Target<'a>>,
}

type Target<'a> = (&'a Value, usize);

struct Walk<'a> {
    resources: Vec<Resource<'a>>,
    targets: Targets<'a>,
    /// By the address of a schema, which does not move while it is borrowed.
    numbers: HashMap<*const Value, usize>,
    /// Each schema with the number of the resource that it stands in.
    places: Vec<(&'a Value, usize)>,
    /// How many ways are left.
    ways: usize,
}

impl<'a> Walk<'a> {
    fn find_targets(&mut self, root: &'a Value) {
        let mut open = vec![(root, 0)];
        while let Some((value, base)) = open.pop() {
            match value {
                Value::Object(members) => {
                    let base = self.resource(value, base);
                    self.name(value, base);
                    open.extend(members.values().map(|member| (member, base)));
                }
                Value::Array(items) => open.extend(items.iter().map(|item| (item, base))),
                _ => {}
            }
        }
    }

    /// Notes what references may call `schema`.
    fn name(&mut self, schema: &'a Value, base: usize) {
        let (targets, target) = (&mut self.targets, (schema, base));
        for id in ids(schema) {
            targets.resources.push(target);
            match segment(id) {
                Some(segment) => targets.addresses.entry(segment).or_default().push(target),
                None => targets.odd.push(target),
            }
        }
        let text = |key: &str| schema.get(key)?.as_str();
        let old = ["$id", "id"].into_iter().filter_map(|key| Some(text(key)?.split_once('#')?.1));
        for name in old.chain(["$anchor", "$dynamicAnchor"].into_iter().filter_map(text)).filter(|name| !name.is_empty()) {
            targets.anchors.entry(name).or_default().push(target);
        }
        if schema.get("$recursiveAnchor").is_some() {
            targets.recursive.push(target);
        }
    }

    /// The number of the resource that `schema` is, or else of the one that it stands in.
    fn resource(&mut self, schema: &'a Value, base: usize) -> usize {
        if ids(schema).next().is_none() || self.resources.get(base).is_some_and(|resource| ptr::eq(resource.schema, schema)) {
            return base;
        }
        self.resources.push(Resource { schema, outer: Some(base) });
        self.resources.len() - 1
    }

    fn number(&mut self, schema: &'a Value, base: usize) -> Result<usize, Unknown> {
        let next = self.places.len();
        if let Some(number) = self.numbers.get(&ptr::from_ref(schema)) {
            return Ok(*number);
        }
        if next == MAX_NODES {
            return Err(Unknown::TooLarge);
        }
        let base = self.resource(schema, base);
        self.numbers.insert(ptr::from_ref(schema), next);
        self.places.push((schema, base));
        Ok(next)
    }

    fn node(&mut self, schema: &'a Value, base: usize) -> Result<Node, Unknown> {
        let mut node = Node { times: 1, ..Node::default() };
        let Value::Object(schema) = schema else { return Ok(node) };
        for (keyword, value) in schema {
            node.compared = node.compared.saturating_add(compared(keyword, value));
            node.patterns = node.patterns.saturating_add(patterns(keyword, value));
            match keyword.as_str() {
                "allOf" | "anyOf" | "oneOf" | "not" | "if" | "then" | "else" => self.each(value, base, &mut node.here)?,
                "dependentSchemas" | "dependencies" => self.values(value, base, &mut node.here)?,
                "$ref" | "$dynamicRef" | "$recursiveRef" => self.reference(keyword, value, base, &mut node)?,
                "properties" => self.values(value, base, &mut node.member)?,
                "additionalProperties" => self.each(value, base, &mut node.member)?,
                "patternProperties" => self.values(value, base, &mut node.members)?,
                "propertyNames" => self.each(value, base, &mut node.members)?,
                "items" | "prefixItems" | "additionalItems" => self.each(value, base, &mut node.item)?,
                "contains" => self.each(value, base, &mut node.items)?,
                "unevaluatedProperties" => {
                    self.each(value, base, &mut node.members)?;
                    node.times = node.times.saturating_add(2);
                }
                "unevaluatedItems" => {
                    self.each(value, base, &mut node.items)?;
                    node.times = node.times.saturating_add(2);
                }
                _ => {}
            }
        }
        Ok(node)
    }

    /// A schema, or a list of schemas.
    fn each(&mut self, value: &'a Value, base: usize, into: &mut Vec<usize>) -> Result<(), Unknown> {
        match value {
            Value::Array(schemas) => {
                for schema in schemas {
                    into.push(self.number(schema, base)?);
                }
            }
            Value::Object(_) => into.push(self.number(value, base)?),
            _ => {}
        }
        Ok(())
    }

    /// Schemas by name. Lists of names, as in `dependencies`, are none.
    fn values(&mut self, value: &'a Value, base: usize, into: &mut Vec<usize>) -> Result<(), Unknown> {
        for schema in value.as_object().into_iter().flat_map(Map::values).filter(|schema| schema.is_object()) {
            into.push(self.number(schema, base)?);
        }
        Ok(())
    }

    fn reference(&mut self, keyword: &str, value: &'a Value, base: usize, node: &mut Node) -> Result<(), Unknown> {
        let Some(reference) = value.as_str() else { return Ok(()) };
        let (uri, raw) = reference.split_once('#').unwrap_or((reference, ""));
        let decoded = decoded(raw);
        let mut found = Vec::new();
        for fragment in [Some(raw), (decoded != raw).then_some(&*decoded)].into_iter().flatten() {
            let is_pointer = fragment.is_empty() || fragment.starts_with('/');
            let near = if is_pointer { self.resources_named(uri, base) } else { self.take(self.targets.anchors.get(fragment).map_or(&[], Vec::as_slice))? };
            self.ways = self.ways.checked_sub(near.len()).ok_or(Unknown::TooLarge)?;
            found.extend(near.into_iter().filter_map(|(schema, base)| if is_pointer { self.at_pointer(schema, base, fragment) } else { Some((schema, base)) }));
        }
        if keyword == "$recursiveRef" {
            found.extend(self.take(&self.targets.recursive)?);
        }
        if found.is_empty() {
            return self.metaschema(uri, node);
        }
        self.ways = self.ways.checked_sub(found.len()).ok_or(Unknown::TooLarge)?;
        let mut numbers = found.into_iter().map(|(schema, base)| self.number(schema, base)).collect::<Result<Vec<_>, _>>()?;
        // One that is found in two ways is applied once.
        numbers.sort_unstable();
        numbers.dedup();
        node.here.extend(numbers);
        Ok(())
    }

    /// A reference to a published metaschema, which is no part of this graph. It goes into the arguments on its own ways, and comes back only by a name that it asks for.
    fn metaschema(&self, uri: &str, node: &mut Node) -> Result<(), Unknown> {
        let published = uri.starts_with("https://json-schema.org/") || uri.starts_with("http://json-schema.org/");
        if !published || self.targets.anchors.contains_key("meta") || !self.targets.recursive.is_empty() {
            return Err(Unknown::Reference);
        }
        node.compared = node.compared.saturating_add(OF_METASCHEMA);
        Ok(())
    }

    /// All of `targets`, unless there are more than ways left.
    fn take(&self, targets: &[Target<'a>]) -> Result<Vec<Target<'a>>, Unknown> {
        if targets.len() > self.ways { Err(Unknown::TooLarge) } else { Ok(targets.to_vec()) }
    }

    /// The resources that `uri` may mean. More than one may have its last segment, and where that does not tell, every one may be meant.
    fn resources_named(&self, uri: &str, base: usize) -> Vec<Target<'a>> {
        let all = |targets: &[Target<'a>]| targets.iter().take(self.ways + 1).copied().collect::<Vec<_>>();
        if uri.is_empty() {
            return self.around(base);
        }
        let Some(segment) = segment(uri) else { return all(&self.targets.resources) };
        let mut found = all(self.targets.addresses.get(segment).map_or(&[], Vec::as_slice));
        found.extend(all(&self.targets.odd));
        found
    }

    /// The resources around a schema, from the nearest to the whole.
    fn around(&self, base: usize) -> Vec<(&'a Value, usize)> {
        let mut found = Vec::new();
        let mut at = Some(base);
        while let Some((number, resource)) = at.and_then(|number| Some((number, self.resources.get(number)?))) {
            found.push((resource.schema, number));
            at = resource.outer;
        }
        found
    }

    /// What stands at a JSON Pointer, and the resource around it.
    fn at_pointer(&mut self, resource: &'a Value, base: usize, pointer: &str) -> Option<(&'a Value, usize)> {
        let (mut value, mut base) = (resource, base);
        for token in pointer.split('/').skip(1) {
            let token = token.replace("~1", "/").replace("~0", "~");
            base = self.resource(value, base);
            value = match value {
                Value::Object(members) => members.get(&token)?,
                Value::Array(items) => items.get(token.parse::<usize>().ok()?)?,
                _ => return None,
            };
        }
        Some((value, base))
    }
}

/// How many names or values a keyword compares, one after the other.
fn compared(keyword: &str, value: &Value) -> u64 {
    let length = |value: &Value| value.as_array().map_or(0, Vec::len) as u64;
    match keyword {
        "enum" | "required" => length(value),
        // Done with fractions of large integers.
        "multipleOf" if value.is_f64() => OF_FRACTION,
        "dependentRequired" | "dependencies" => value.as_object().into_iter().flat_map(Map::values).map(|names| length(names) + 1).sum(),
        _ => 0,
    }
}

/// How many patterns a keyword brings.
pub(super) fn patterns(keyword: &str, value: &Value) -> u64 {
    match keyword {
        "pattern" => u64::from(value.is_string()),
        "patternProperties" => value.as_object().map_or(0, Map::len) as u64,
        _ => 0,
    }
}

/// The last segment of an address: relative ones mean the same as whole ones. `None` where the same address may be spelt with another one.
fn segment(uri: &str) -> Option<&str> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/:@!$&'()*+,;=".contains(&byte);
    let dots = uri.split('/').any(|segment| matches!(segment, "." | ".."));
    let last = uri.rsplit('/').find(|segment| !segment.is_empty())?;
    // Of a scheme and an authority the case does not matter, and this one is that of a schema without an address.
    let of_scheme = last.contains(':') && (last.starts_with("json-schema:") || last.bytes().any(|byte| byte.is_ascii_uppercase()));
    let is_authority = uri.trim_end_matches('/').strip_suffix(last).is_some_and(|before| before.ends_with("//"));
    (uri.bytes().all(is_plain) && !dots && !of_scheme && !is_authority).then_some(last)
}

/// The addresses that a schema gives itself, for whichever draft; in old drafts one that is a mere fragment is an anchor.
fn ids(schema: &Value) -> impl Iterator<Item = &str> {
    let id = |key: &str| schema.get(key)?.as_str();
    ["$id", "id"].into_iter().filter_map(id).map(|id| id.split_once('#').map_or(id, |(address, _)| address)).filter(|id| !id.is_empty())
}

/// Without percent-encoding, where that gives text.
fn decoded(fragment: &str) -> String {
    let bytes = fragment.as_bytes();
    let (mut out, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while let Some(byte) = bytes.get(at) {
        let hex = (*byte == b'%').then(|| fragment.get(at + 1..at + 3)).flatten();
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(decoded) => (out.push(decoded), at += 3),
            None => (out.push(*byte), at += 1),
        };
    }
    String::from_utf8(out).unwrap_or_else(|_| fragment.to_owned())
}
