//! Bounded text from values and errors, so that a huge answer costs no more than the window.

use super::UntrustedText;
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::{
    error::Error,
    fmt::{self, Write as _},
    io,
};

/// How much is written at most before the window is taken: an error may be long, and its decisive words may stand at its end.
const MAX_WRITTEN: usize = 16 * UntrustedText::WINDOW;

/// How many causes of an error are read.
const MAX_CAUSES: usize = 8;

/// How deep a value is written; what stands deeper is `null`. Parsers stop at this depth by default, and writing recurses.
const MAX_DEPTH: u8 = 128;

/// The text of a value: a string as it is, anything else as JSON. At most [`MAX_WRITTEN`] bytes of JSON are written.
pub(crate) fn bounded_text(value: &Value) -> UntrustedText {
    if let Value::String(text) = value {
        return UntrustedText::new(text);
    }
    let mut head = Head { bytes: Vec::new(), room: MAX_WRITTEN };
    // The only error is our own, at the bound.
    let _ = serde_json::to_writer(&mut head, &Shallow { value, left: MAX_DEPTH });
    UntrustedText::from_bytes(&head.bytes)
}

/// A value down to a depth.
struct Shallow<'v> {
    value: &'v Value,
    left: u8,
}

impl Serialize for Shallow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some(left) = self.left.checked_sub(1) else { return serializer.serialize_unit() };
        match self.value {
            Value::Array(items) => serializer.collect_seq(items.iter().map(|value| Shallow { value, left })),
            Value::Object(members) => serializer.collect_map(members.iter().map(|(key, value)| (key, Shallow { value, left }))),
            scalar => scalar.serialize(serializer),
        }
    }
}

/// What an error displays, cut off at [`MAX_WRITTEN`] bytes.
pub(crate) fn display_text(error: &dyn fmt::Display) -> UntrustedText {
    let mut head = Head { bytes: Vec::new(), room: MAX_WRITTEN };
    let _ = write!(head, "{error}");
    UntrustedText::from_bytes(&head.bytes)
}

/// What an error and its causes display, from the outside in, cut off at [`MAX_WRITTEN`] bytes. `skip` says which of them are left out.
#[cfg(any(feature = "http", feature = "tower"))]
pub(crate) fn chain_text(outermost: Option<&(dyn Error + 'static)>, skip: fn(&(dyn Error + 'static)) -> bool) -> UntrustedText {
    let mut head = Head { bytes: Vec::new(), room: MAX_WRITTEN };
    for (index, error) in causes(outermost).filter(|error| !skip(*error)).enumerate() {
        let _ = write!(head, "{}{error}", if index == 0 { "" } else { ": " });
    }
    UntrustedText::from_bytes(&head.bytes)
}

/// Finds an error of type `E` in a chain of causes.
pub(crate) fn find_cause<'a, E: Error + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a E> {
    causes(Some(error)).find_map(|error| error.downcast_ref())
}

fn causes<'a>(outermost: Option<&'a (dyn Error + 'static)>) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(outermost, |error: &&'a (dyn Error + 'static)| (*error).source()).take(MAX_CAUSES)
}

/// Keeps what fits and then refuses, which ends whoever is writing.
struct Head {
    bytes: Vec<u8>,
    room: usize,
}

impl Head {
    fn push(&mut self, bytes: &[u8]) -> bool {
        let kept = bytes.get(..self.room).unwrap_or(bytes);
        self.bytes.extend_from_slice(kept);
        self.room -= kept.len();
        kept.len() == bytes.len()
    }
}

impl io::Write for Head {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.push(bytes) { Ok(bytes.len()) } else { Err(io::ErrorKind::FileTooLarge.into()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl fmt::Write for Head {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.push(text.as_bytes()) { Ok(()) } else { Err(fmt::Error) }
    }
}
