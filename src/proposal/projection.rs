//! What of a proposal leaves the process, and in which role.

use super::{ProposalView, Role, Trust, text};
use crate::{admission::ToolDescriptor, facts::UntrustedText};
use foldhash::fast::RandomState;
use serde_json::{Map, Value};
use std::{collections::HashMap, fmt, sync::Arc};

/// The most bytes of a trusted part. More is never cut: the proposal counts as oversized.
pub const MAX_TRUSTED: usize = 8 * 1024;
/// The most bytes of one piece of evidence.
const MAX_EVIDENCE: usize = 1024;
/// The most pieces of evidence in one role; the latest are kept.
const MAX_PIECES: usize = 8;
/// The most arguments that are named.
const MAX_ARGUMENTS: usize = 32;
/// The most bytes of one exposed argument.
const MAX_ARGUMENT: usize = 256;
/// The most bytes of an argument's name.
const MAX_NAME: usize = 64;

/// Which fields of the arguments may leave, by the host's declaration. A change of what it exposes is a new version, which voids thresholds.
pub trait Projection {
    /// The id in records.
    fn id(&self) -> &str;

    /// The version in records.
    fn version(&self) -> &str;

    /// JSON Pointers (RFC 6901) of the arguments whose values may leave. Of all others only the name and the kind do.
    fn exposed<'a>(&'a self, tool: &'a ToolDescriptor) -> &'a [Arc<str>];
}

impl<J: Projection + ?Sized> Projection for Arc<J> {
    fn id(&self) -> &str {
        (**self).id()
    }

    fn version(&self) -> &str {
        (**self).version()
    }

    fn exposed<'a>(&'a self, tool: &'a ToolDescriptor) -> &'a [Arc<str>] {
        (**self).exposed(tool)
    }
}

/// Exposes no value: names and kinds alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct ArgumentShapes;

impl Projection for ArgumentShapes {
    fn id(&self) -> &'static str {
        "argument-shapes"
    }

    fn version(&self) -> &'static str {
        "1"
    }

    fn exposed<'a>(&'a self, _: &'a ToolDescriptor) -> &'a [Arc<str>] {
        &[]
    }
}

/// Exposes the fields that the host lists for each tool.
#[derive(Clone, Debug)]
pub struct ExposedFields {
    version: Box<str>,
    fields: HashMap<Box<str>, Vec<Arc<str>>, RandomState>,
}

impl ExposedFields {
    /// Exposes nothing yet. `version` names this list in records.
    pub fn new(version: impl Into<Box<str>>) -> Self {
        Self { version: version.into(), fields: HashMap::default() }
    }

    /// Exposes the field at a JSON Pointer of the arguments of `tool`.
    #[must_use]
    pub fn expose(mut self, tool: &str, pointer: impl Into<Arc<str>>) -> Self {
        self.fields.entry(tool.into()).or_default().push(pointer.into());
        self
    }
}

impl Projection for ExposedFields {
    fn id(&self) -> &'static str {
        "exposed-fields"
    }

    fn version(&self) -> &str {
        &self.version
    }

    fn exposed<'a>(&'a self, tool: &'a ToolDescriptor) -> &'a [Arc<str>] {
        self.fields.get(&*tool.name).map_or(&[], Vec::as_slice)
    }
}

/// A trusted part that cannot leave as it is. It is never cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProjectionFault {
    /// It is larger than a request may hold.
    Oversized {
        /// Which part.
        role: Role,
        /// Its size in bytes.
        bytes: usize,
    },
    /// It cannot be rid of what is nobody else's business.
    Unscrubbable {
        /// Which part.
        role: Role,
    },
}

impl fmt::Display for ProjectionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Oversized { role, bytes } => write!(f, "{} has {bytes} bytes, of which a request takes {MAX_TRUSTED}", role.as_str()),
            Self::Unscrubbable { role } => write!(f, "{} cannot be scrubbed", role.as_str()),
        }
    }
}

impl std::error::Error for ProjectionFault {}

/// What of a proposal leaves, each part in its role. `Debug` prints no text.
#[derive(Clone, PartialEq)]
pub struct Projected {
    state: Map<String, Value>,
    roles: Vec<Role>,
    exposed: usize,
    truncated: bool,
    evidence_max_seq: Option<u64>,
}

impl Projected {
    /// Which roles have a part.
    #[must_use]
    pub fn roles(&self) -> &[Role] {
        &self.roles
    }

    /// Whether a role has a part.
    #[must_use]
    pub fn has(&self, role: Role) -> bool {
        self.roles.contains(&role)
    }

    /// How many values of arguments are exposed.
    #[must_use]
    pub const fn exposed(&self) -> usize {
        self.exposed
    }

    /// Whether untrusted text was cut or left out. Trusted text never is.
    #[must_use]
    pub const fn truncated(&self) -> bool {
        self.truncated
    }

    /// The place of the latest evidence.
    #[must_use]
    pub const fn evidence_max_seq(&self) -> Option<u64> {
        self.evidence_max_seq
    }

    /// The size of the state in bytes, as JSON.
    #[must_use]
    pub fn bytes(&self) -> usize {
        serde_json::to_string(&self.state).map_or(0, |text| text.len())
    }

    /// The state that the questions are about: an object with one member for each role. An untrusted part stands inside an object of its own, so that no text in it can end it.
    #[must_use]
    pub fn into_state(self) -> Value {
        Value::Object(self.state)
    }

    fn trusted(&mut self, role: Role, given: Option<&str>) -> Result<(), ProjectionFault> {
        let Some(given) = given.filter(|given| !given.trim().is_empty()) else { return Ok(()) };
        if given.len() > MAX_TRUSTED {
            return Err(ProjectionFault::Oversized { role, bytes: given.len() });
        }
        let scrubbed = text::trusted(given).ok_or(ProjectionFault::Unscrubbable { role })?;
        self.put(role, Value::String(scrubbed));
        Ok(())
    }

    fn untrusted(&mut self, role: Role, value: Value) {
        self.put(role, marked(value));
    }

    fn put(&mut self, role: Role, value: Value) {
        self.roles.push(role);
        self.state.insert(role.as_str().to_owned(), value);
    }
}

impl fmt::Debug for Projected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Projected").field("roles", &self.roles).field("truncated", &self.truncated).finish_non_exhaustive()
    }
}

/// Projects a proposal.
///
/// # Errors
///
/// A trusted part is larger than a request may hold: cutting it could cut the very rule that the call breaks. Or it cannot be scrubbed.
pub fn project(view: &ProposalView<'_>, projection: &impl Projection) -> Result<Projected, ProjectionFault> {
    let mut projected = Projected { state: Map::new(), roles: Vec::new(), exposed: 0, truncated: false, evidence_max_seq: None };
    let name = Value::String(short(view.name, MAX_NAME).0);
    // The name of a tool that nobody declared is the model's own text.
    let name = if view.tool.is_some() { name } else { marked(name) };
    projected.state.insert("tool_name".to_owned(), name);
    for role in Role::ALL {
        match (role, role.trust()) {
            (Role::ToolContract, _) => projected.trusted(role, view.tool.and_then(|tool| tool.capability.as_deref()))?,
            (_, Trust::Trusted) => projected.trusted(role, view.context.trusted(role))?,
            (Role::ProposalArgs, _) => arguments(&mut projected, view, view.tool.map_or(&[], |tool| projection.exposed(tool))),
            (Role::ToolText, _) => listing(&mut projected, view),
            (_, Trust::Untrusted) => evidence(&mut projected, view, role),
        }
    }
    Ok(projected)
}

/// An untrusted value inside an object that says so.
fn marked(value: Value) -> Value {
    Value::Object([("untrusted".to_owned(), value)].into_iter().collect())
}

/// What a server says of this tool, before what it says of others.
fn listing(projected: &mut Projected, view: &ProposalView<'_>) {
    let described = view.tool.and_then(|tool| tool.description.as_deref());
    let own = described.map(|text| {
        let (kept, cut) = text::untrusted(text, MAX_EVIDENCE);
        projected.truncated |= cut;
        kept
    });
    let others = pieces(projected, view, Role::ToolText);
    let parts: Vec<Value> = own.into_iter().chain(others).map(Value::String).collect();
    if !parts.is_empty() {
        projected.untrusted(Role::ToolText, Value::Array(parts));
    }
}

fn evidence(projected: &mut Projected, view: &ProposalView<'_>, role: Role) {
    let pieces = pieces(projected, view, role);
    if !pieces.is_empty() {
        projected.untrusted(role, Value::Array(pieces.into_iter().map(Value::String).collect()));
    }
}

/// The latest evidence in a role, in the order in which it came.
fn pieces(projected: &mut Projected, view: &ProposalView<'_>, role: Role) -> Vec<String> {
    let latest = view.context.latest(role);
    projected.truncated |= latest.len() > MAX_PIECES;
    let mut pieces = Vec::new();
    for piece in latest.into_iter().take(MAX_PIECES) {
        let (kept, cut) = text::untrusted(piece.text(), MAX_EVIDENCE);
        projected.truncated |= cut;
        projected.evidence_max_seq = projected.evidence_max_seq.max(Some(piece.seq()));
        pieces.push(kept);
    }
    pieces.reverse();
    pieces
}

/// The exposed values, and of everything else at the top level the name and the kind.
fn arguments(projected: &mut Projected, view: &ProposalView<'_>, exposed: &[Arc<str>]) {
    let mut shown = Map::new();
    for pointer in exposed {
        let Some(value) = view.arguments.pointer(pointer).filter(|_| shown.len() < MAX_ARGUMENTS) else { continue };
        let (kept, cut) = match value {
            Value::String(given) => short(given, MAX_ARGUMENT),
            Value::Object(_) | Value::Array(_) => (kind(value).to_owned(), false),
            plain => short(&plain.to_string(), MAX_ARGUMENT),
        };
        projected.truncated |= cut;
        projected.exposed += 1;
        shown.insert(pointer.to_string(), Value::String(kept));
    }
    let members = view.arguments.as_object();
    for (name, value) in members.into_iter().flatten() {
        let pointer = format!("/{}", name.replace('~', "~0").replace('/', "~1"));
        if exposed.iter().any(|exposed| **exposed == *pointer) {
            continue;
        }
        if shown.len() >= MAX_ARGUMENTS {
            projected.truncated = true;
            break;
        }
        shown.insert(short(&pointer, MAX_NAME).0, Value::String(kind(value).to_owned()));
    }
    projected.untrusted(Role::ProposalArgs, Value::Object(shown));
}

fn short(text: &str, limit: usize) -> (String, bool) {
    text::untrusted(&UntrustedText::from_bytes_within(text.as_bytes(), 4 * limit), limit)
}

const fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "<null>",
        Value::Bool(_) => "<boolean>",
        Value::Number(_) => "<number>",
        Value::String(_) => "<string>",
        Value::Array(_) => "<array>",
        Value::Object(_) => "<object>",
    }
}

#[cfg(test)]
#[path = "projection_tests.rs"]
mod tests;
