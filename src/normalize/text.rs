//! Arguments as text: the layers around the object are taken off one by one, each by its own rule.

use super::{
    NormalizeLimits, Repair, Repairs, digits,
    fault::{Fault, NormalizeFault},
    fence::{self, Fenced},
    strict::{self, Parsed},
};
use crate::{admission::ToolDescriptor, facts::EffectDeclaration};
use serde_json::Value;

/// How many JSON strings around the object are decoded.
const MAX_DECODINGS: u8 = 2;
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The object that was read, `None` for an empty one, and the repairs it took.
pub(super) type Reading = Result<(Option<Value>, Repairs), NormalizeFault>;

/// The rules for the text of one call.
#[derive(Clone, Copy)]
pub(super) struct TextRules<'a> {
    pub(super) limits: &'a NormalizeLimits,
    pub(super) tool: Option<&'a ToolDescriptor>,
}

/// What has been taken off so far.
#[derive(Clone, Copy)]
struct Layers {
    repairs: Repairs,
    /// What it is called when an object is found.
    found: Repair,
    decodings: u8,
    /// Nothing but a margin has been taken off: only then do empty text and `null` stand for "no arguments".
    bare: bool,
}

impl TextRules<'_> {
    /// Reads the text that the request carries.
    pub(super) fn raw(self, text: &str) -> Reading {
        self.bounded(text, Layers { repairs: Repairs::NONE, found: Repair::TextToObject, decodings: 0, bare: true })
    }

    /// Reads the content of a JSON string that the request carries parsed.
    pub(super) fn string(self, text: &str) -> Reading {
        self.bounded(text, Layers { repairs: Repairs::NONE, found: Repair::DoubleEncoding, decodings: 1, bare: true })
    }

    fn bounded(self, text: &str, layers: Layers) -> Reading {
        let (bytes, limit) = (text.len(), self.limits.max_bytes);
        if bytes > limit {
            return Err(NormalizeFault::new(Fault::TooLarge { bytes, limit }));
        }
        self.document(text, layers)
    }

    /// Recursive at most once for the fence and [`MAX_DECODINGS`] times for strings, each time over text that is no longer: linear in the whole.
    fn document(self, text: &str, mut layers: Layers) -> Reading {
        let unmarked = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
        let start = unmarked.trim_start();
        let body = start.trim_end();
        layers.note(Repair::ByteOrderMark, unmarked.len() != text.len());
        layers.note(Repair::Whitespace, body.len() != unmarked.len());
        let reading = match body.as_bytes().first() {
            None => self.empty(layers),
            Some(b'`') => self.fenced(body, layers),
            Some(_) => self.json(body, layers),
        };
        reading.map_err(|fault| fault.after(text.get(..text.len() - start.len()).unwrap_or_default()))
    }

    fn empty(self, mut layers: Layers) -> Reading {
        let harmless = |tool: &ToolDescriptor| tool.takes_no_properties() && tool.effect != Some(EffectDeclaration::Write);
        if !(layers.bare && self.tool.is_some_and(harmless)) {
            return Err(NormalizeFault::new(Fault::Empty));
        }
        layers.note(Repair::EmptyTextToEmpty, true);
        Ok((None, layers.repairs))
    }

    fn fenced(self, body: &str, mut layers: Layers) -> Reading {
        if layers.repairs.contains(Repair::MarkdownFence) {
            return Err(NormalizeFault::new(Fault::Syntax("a Markdown fence inside another".into())));
        }
        let Fenced { opening, inside } = fence::take_off(body).map_err(NormalizeFault::new)?;
        layers.note(Repair::MarkdownFence, true);
        layers.bare = false;
        self.document(inside, layers).map_err(|fault| fault.after(opening))
    }

    fn json(self, body: &str, mut layers: Layers) -> Reading {
        let parsed = strict::parse(body, self.limits.max_depth)?;
        match without_rounding(body, parsed)? {
            object @ Value::Object(_) => {
                layers.note(layers.found, true);
                Ok((Some(object), layers.repairs))
            }
            Value::String(inside) => self.decoded(&inside, layers).map_err(NormalizeFault::encoded),
            Value::Null if layers.bare => {
                layers.note(Repair::AbsentToEmpty, true);
                Ok((None, layers.repairs))
            }
            other => Err(not_an_object(&other)),
        }
    }

    fn decoded(self, inside: &str, mut layers: Layers) -> Reading {
        if layers.decodings == MAX_DECODINGS {
            return Err(NormalizeFault::new(Fault::EncodedTooOften));
        }
        layers.decodings += 1;
        layers.bare = false;
        layers.note(Repair::DoubleEncoding, true);
        self.document(inside, layers)
    }
}

impl Layers {
    fn note(&mut self, repair: Repair, made: bool) {
        if made {
            self.repairs = self.repairs.with(repair);
        }
    }
}

/// What `text` says, where reading it lost no digit.
pub(super) fn without_rounding(text: &str, parsed: Parsed) -> Result<Value, NormalizeFault> {
    match if parsed.doubles { digits::rounded(text) } else { None } {
        Some(position) => Err(NormalizeFault::at(Fault::Rounded, position)),
        None => Ok(parsed.value),
    }
}

/// The fault of arguments that are JSON of another kind.
#[cold]
pub(super) fn not_an_object(value: &Value) -> NormalizeFault {
    NormalizeFault::new(Fault::NotAnObject(match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }))
}

#[cfg(test)]
#[path = "text_tests.rs"]
mod tests;
