//! The normalize stage as a plain type.

use super::{
    NormalizeCounters, NormalizeFault, NormalizeLimits, Repair, Repairs,
    counters::Counters,
    text::{Reading, TextRules, not_an_object},
    wrapper,
};
use crate::{ArgumentsRef, admission::ToolDescriptor, config::ConfigError};
use serde_json::{Map, Value};
use std::{fmt, sync::Arc};

/// What became of a call's arguments.
#[derive(Clone, PartialEq)]
#[must_use]
pub enum Normalization {
    /// They are a parsed object already: nothing was read, copied or allocated.
    Unchanged,
    /// Their representation was repaired, and this object takes their place.
    Replaced {
        /// The object.
        arguments: Arc<Value>,
        /// What it took; never empty.
        repairs: Repairs,
    },
}

impl Normalization {
    /// The repairs that were made.
    #[must_use]
    pub const fn repairs(&self) -> Repairs {
        match self {
            Self::Unchanged => Repairs::NONE,
            Self::Replaced { repairs, .. } => *repairs,
        }
    }
}

/// Prints the repairs and no argument.
impl fmt::Debug for Normalization {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unchanged => f.write_str("Unchanged"),
            Self::Replaced { repairs, .. } => f.debug_struct("Replaced").field("repairs", repairs).finish_non_exhaustive(),
        }
    }
}

/// Repairs the representation of arguments, by rules that never touch their meaning, and counts what it does.
///
/// One normalizer serves every call of a stack; share it behind an [`Arc`] to read its counters from outside.
///
/// ```
/// use tool_recovery::{ArgumentsRef, RejectionKind, normalize::{Normalization, Normalizer, Repair}};
///
/// let normalizer = Normalizer::default();
/// let fenced = ArgumentsRef::Text("```json\n{\"path\": \"a.txt\"}\n```");
/// let Ok(Normalization::Replaced { arguments, repairs }) = normalizer.normalize(fenced, None) else { panic!("a repair") };
/// assert_eq!(arguments["path"], "a.txt");
/// assert!(repairs.contains(Repair::MarkdownFence));
///
/// let cut_off = normalizer.normalize(ArgumentsRef::Text("{\"path\": \"a.t"), None);
/// assert_eq!(cut_off.map_err(|fault| fault.kind()), Err(RejectionKind::Truncated));
/// ```
pub struct Normalizer {
    limits: NormalizeLimits,
    counters: Counters,
    empty: Arc<Value>,
}

impl Normalizer {
    /// A normalizer within `limits`.
    ///
    /// # Errors
    ///
    /// Those of [`NormalizeLimits::validate`].
    pub fn new(limits: NormalizeLimits) -> Result<Self, ConfigError> {
        limits.validate()?;
        Ok(Self::within(limits))
    }

    fn within(limits: NormalizeLimits) -> Self {
        Self { limits, counters: Counters::default(), empty: Arc::new(Value::Object(Map::new())) }
    }

    /// The bounds.
    #[must_use]
    pub const fn limits(&self) -> &NormalizeLimits {
        &self.limits
    }

    /// Makes `arguments` one object, or says why that would be a guess. `tool` is what the catalog declares of the called tool, where it knows it.
    ///
    /// The time is linear in the length of text and constant for a parsed object, which is not walked.
    ///
    /// # Errors
    ///
    /// A [`NormalizeFault`] where the arguments are too large, too deep, ambiguous, cut off, or no object.
    #[inline]
    pub fn normalize(&self, arguments: ArgumentsRef<'_>, tool: Option<&ToolDescriptor>) -> Result<Normalization, NormalizeFault> {
        let parsed = match arguments {
            ArgumentsRef::Shared(value) => value.is_object(),
            ArgumentsRef::Owned(value) => value.is_object(),
            ArgumentsRef::Absent | ArgumentsRef::Text(_) => false,
        };
        if parsed && tool.is_none_or(|tool| tool.wrapper.is_none()) { Ok(Normalization::Unchanged) } else { self.repair(arguments, tool) }
    }

    #[inline(never)]
    fn repair(&self, arguments: ArgumentsRef<'_>, tool: Option<&ToolDescriptor>) -> Result<Normalization, NormalizeFault> {
        let value = match arguments {
            ArgumentsRef::Shared(value) => value,
            ArgumentsRef::Owned(value) => value,
            ArgumentsRef::Absent => return Ok(self.replaced(None, Repairs::NONE.with(Repair::AbsentToEmpty))),
            ArgumentsRef::Text(text) => return self.read(TextRules { limits: &self.limits, tool }.raw(text), tool),
        };
        self.parsed(value, tool)
    }

    fn parsed(&self, value: &Value, tool: Option<&ToolDescriptor>) -> Result<Normalization, NormalizeFault> {
        match value {
            Value::Object(_) => Ok(match wrapper::around(value, tool).and_then(|name| value.get(name)) {
                Some(inner) => self.replaced(Some(inner.clone()), Repairs::NONE.with(Repair::Wrapper)),
                None => Normalization::Unchanged,
            }),
            Value::Null => Ok(self.replaced(None, Repairs::NONE.with(Repair::AbsentToEmpty))),
            Value::String(text) => self.read(TextRules { limits: &self.limits, tool }.string(text), tool),
            Value::Bool(_) | Value::Number(_) | Value::Array(_) => Err(self.refused(not_an_object(value))),
        }
    }

    fn read(&self, reading: Reading, tool: Option<&ToolDescriptor>) -> Result<Normalization, NormalizeFault> {
        let (mut object, mut repairs) = reading.map_err(|fault| self.refused(fault))?;
        if let Some(value) = &mut object
            && let Some(inner) = wrapper::around(value, tool).and_then(|name| value.get_mut(name))
        {
            *value = inner.take();
            repairs = repairs.with(Repair::Wrapper);
        }
        Ok(self.replaced(object, repairs))
    }

    /// `None` is the empty object, which all calls share.
    fn replaced(&self, object: Option<Value>, repairs: Repairs) -> Normalization {
        for repair in repairs.iter() {
            self.count(repair);
        }
        let arguments = object.map_or_else(|| Arc::clone(&self.empty), Arc::new);
        Normalization::Replaced { arguments, repairs }
    }

    #[cold]
    fn refused(&self, fault: NormalizeFault) -> NormalizeFault {
        self.counters.refused(fault.kind());
        fault
    }

    /// Counts a repair that was made elsewhere: the catalog resolves [`Repair::NameAlias`].
    pub fn count(&self, repair: Repair) {
        self.counters.repaired(repair);
    }

    /// How often each rule and each fault occurred so far.
    #[must_use]
    pub fn counters(&self) -> NormalizeCounters {
        self.counters.snapshot()
    }
}

/// The default bounds.
impl Default for Normalizer {
    fn default() -> Self {
        Self::within(NormalizeLimits::new())
    }
}

impl fmt::Debug for Normalizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Normalizer").field("limits", &self.limits).field("counters", &self.counters()).finish_non_exhaustive()
    }
}

#[cfg(test)]
#[path = "normalizer_tests.rs"]
mod tests;
