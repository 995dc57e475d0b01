//! A dataset as columns.

use crate::eval::{
    dataset::{Basis, Body, Entry, Question, Role},
    metrics::{CallOutcome, SessionCalls, Sets},
};
use crate::facts::Effect;
use std::{
    collections::{BTreeMap, HashMap, hash_map::DefaultHasher},
    fmt,
    hash::{Hash as _, Hasher as _},
    sync::Arc,
};

/// Where a row has no gold label.
const NONE: u8 = u8::MAX;

/// Gold labels, groups and slices of a dataset, without what is judged.
#[derive(Default)]
pub struct Table {
    ids: Vec<Arc<str>>,
    index: HashMap<Arc<str>, u32>,
    roles: Vec<Role>,
    doubted: Vec<bool>,
    gold: BTreeMap<Question, Vec<u8>>,
    alternates: HashMap<u32, Box<str>>,
    slices: BTreeMap<&'static str, Slicing>,
    sets: Sets,
    seen: HashMap<(u8, u64), usize>,
    sessions: BTreeMap<Box<str>, Vec<(i64, CallOutcome)>>,
    opinions: BTreeMap<Question, Vec<(u8, u8)>>,
}

/// The names of one way to slice, and the name of each row.
#[derive(Default)]
struct Slicing {
    names: Vec<Arc<str>>,
    index: HashMap<Arc<str>, u32>,
    of: Vec<u32>,
}

impl Slicing {
    fn push(&mut self, name: &str) {
        let next = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        let number = self.index.get(name).copied().unwrap_or_else(|| {
            let name: Arc<str> = name.into();
            self.names.push(name.clone());
            self.index.insert(name, next);
            next
        });
        self.of.push(number);
    }
}

/// Why a row cannot be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableError {
    /// Another row has its id.
    Twice,
    /// There are 2^32 rows already.
    Full,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Twice => "`id` must be another one than that of an earlier row",
            Self::Full => "too many rows",
        })
    }
}

impl std::error::Error for TableError {}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("rows", &self.ids.len()).field("questions", &self.gold.keys().collect::<Vec<_>>()).finish_non_exhaustive()
    }
}

fn hash(text: &str) -> u64 {
    // Its keys are fixed, so that two runs make the same groups.
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

impl Table {
    /// Adds a row. Its number is the number of rows before it.
    ///
    /// # Errors
    ///
    /// [`TableError`]; then nothing was added.
    pub fn push(&mut self, entry: &Entry) -> Result<(), TableError> {
        let row = self.ids.len();
        let number = u32::try_from(row).map_err(|_| TableError::Full)?;
        let id: Arc<str> = entry.id.as_str().into();
        if self.index.contains_key(&id) {
            return Err(TableError::Twice);
        }
        self.index.insert(id.clone(), number);
        self.ids.push(id);
        self.roles.push(entry.role);
        self.doubted.push(entry.doubted);
        self.join(row, entry);
        for question in Question::ALL {
            self.label(row, question, entry);
        }
        if let Some(key) = entry.label.get("alternate").and_then(|key| key.as_str()) {
            self.alternates.insert(number, key.into());
        }
        self.slice(entry);
        self.session(entry);
        Ok(())
    }

    fn join(&mut self, row: usize, entry: &Entry) {
        self.sets.push();
        let template = format!("{}/{}", entry.family, entry.template);
        let keys = [entry.session.as_deref(), entry.incident.as_deref(), Some(template.as_str())];
        for (kind, key) in keys.into_iter().enumerate() {
            let Some(key) = key else { continue };
            let first = *self.seen.entry((u8::try_from(kind).unwrap_or(u8::MAX), hash(key))).or_insert(row);
            self.sets.join(first, row, |a, b| a < b);
        }
    }

    fn label(&mut self, row: usize, question: Question, entry: &Entry) {
        let place = |place: Option<usize>| place.and_then(|place| u8::try_from(place).ok()).unwrap_or(NONE);
        let gold = place(entry.gold(question));
        if gold != NONE || self.gold.contains_key(&question) {
            let column = self.gold.entry(question).or_default();
            column.resize(row, NONE);
            column.push(gold);
        }
        let Some(labels) = &entry.labels else { return };
        let said = [&labels.first, &labels.second].map(|opinion| place(question.gold(&opinion.label)));
        if let [first, second] = said
            && first != NONE
            && second != NONE
        {
            self.opinions.entry(question).or_default().push((first, second));
        }
    }

    fn slice(&mut self, entry: &Entry) {
        let basis = match entry.basis {
            Basis::Constructed => "constructed",
            Basis::Measured => "measured",
            Basis::Reported => "reported",
        };
        let transport = match &entry.body {
            Body::Recovery(row) => format!("{:?}", row.result.transport).to_lowercase(),
            _ => String::new(),
        };
        let names =
            [("family", entry.family.as_str()), ("agent_version", entry.agent_version.as_deref().unwrap_or("-")), ("basis", basis), ("transport", &transport)];
        for (by, name) in names {
            self.slices.entry(by).or_default().push(name);
        }
    }

    fn session(&mut self, entry: &Entry) {
        let (Body::Recovery(row), Some(session), Some(step)) = (&entry.body, &entry.session, entry.step) else { return };
        let class = entry.label.get("class").and_then(|class| class.as_str()).map(str::to_owned);
        let call = CallOutcome {
            tool: row.tool.clone(),
            args: format!("{:016x}", hash(&row.arguments.to_string())),
            template: Some(entry.template.clone()),
            failed: class.is_some(),
            class,
            reads: row.effect == Effect::ReadOnly,
        };
        self.sessions.entry(session.as_str().into()).or_default().push((step, call));
    }

    /// How many rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// The number of the row with this id.
    #[must_use]
    pub fn row(&self, id: &str) -> Option<usize> {
        self.index.get(id).map(|row| *row as usize)
    }

    /// The id of a row; empty where there is no such row.
    #[must_use]
    pub fn id(&self, row: usize) -> &str {
        self.ids.get(row).map_or("", |id| id)
    }

    /// The candidate that does the job, where the row's label names one.
    #[must_use]
    pub fn alternate(&self, row: usize) -> Option<&str> {
        self.alternates.get(&u32::try_from(row).ok()?).map(|key| &**key)
    }

    /// The questions of which any row has a label.
    #[must_use]
    pub fn questions(&self) -> Vec<Question> {
        self.gold.keys().copied().collect()
    }

    /// The label of a row, by its place in the question's names.
    #[must_use]
    pub fn gold(&self, question: Question, row: usize) -> Option<usize> {
        self.gold.get(&question)?.get(row).filter(|gold| **gold != NONE).map(|gold| usize::from(*gold))
    }

    /// How rows were chosen, each role once.
    #[must_use]
    pub fn roles(&self) -> Vec<Role> {
        let mut roles: Vec<Role> = [Role::Natural, Role::StressDestructive, Role::HardNegative, Role::Regression].into_iter().collect();
        roles.retain(|role| self.roles.contains(role));
        roles
    }

    /// How many rows were chosen in this way.
    #[must_use]
    pub fn of_role(&self, role: Role) -> u64 {
        self.roles.iter().filter(|one| **one == role).count() as u64
    }

    /// The rows with a label for the question and this role.
    #[must_use]
    pub fn labelled(&self, question: Question, role: Role) -> Vec<usize> {
        let here = |row: &usize| self.roles.get(*row) == Some(&role) && self.gold(question, *row).is_some();
        (0..self.len()).filter(here).collect()
    }

    /// Whether a row's label is arguable.
    #[must_use]
    pub fn is_doubted(&self, row: usize) -> bool {
        self.doubted.get(row).copied().unwrap_or_default()
    }

    /// For each row the number of its group: rows of one session, incident or template of a family. Numbers are those of the first rows.
    #[must_use]
    pub fn groups(&self) -> Vec<usize> {
        let mut sets = self.sets.clone();
        (0..self.len()).map(|row| sets.root(row)).collect()
    }

    /// The slice of each row in each way to slice, with the names of the slices.
    pub(super) fn slicings(&self) -> impl Iterator<Item = (&'static str, &[Arc<str>], &[u32])> {
        self.slices.iter().filter(|(_, slicing)| slicing.names.len() > 1).map(|(by, slicing)| (*by, slicing.names.as_slice(), slicing.of.as_slice()))
    }

    /// The sessions with steps, each in the order of them.
    #[must_use]
    pub fn sessions(&self) -> Vec<SessionCalls> {
        let session = |name: &str, calls: &[(i64, CallOutcome)]| {
            let mut calls = calls.to_vec();
            calls.sort_by_key(|(step, _)| *step);
            SessionCalls { task: name.to_owned(), calls: calls.into_iter().map(|(_, call)| call).collect(), achievable: None }
        };
        self.sessions.iter().map(|(name, calls)| session(name, calls)).collect()
    }

    /// What two annotators said, as places in the question's names.
    #[must_use]
    pub fn opinions(&self, question: Question) -> (Vec<u8>, Vec<u8>) {
        self.opinions.get(&question).into_iter().flatten().copied().unzip()
    }
}
