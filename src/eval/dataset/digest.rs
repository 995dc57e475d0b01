//! Content hashes: a row that was changed is another row.

use crate::canonical::named;
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;

/// The hash of a row without its member `digest`: SHA-256 over its JSON without spaces and with the members of every object sorted by their bytes.
#[must_use]
pub fn content_digest(row: &Map<String, Value>) -> String {
    let mut text = String::new();
    write_object(row, Some("digest"), &mut text);
    named(&Sha256::digest(text.as_bytes()))
}

/// The row with the hash of its content in it.
#[must_use]
pub fn sealed(mut row: Map<String, Value>) -> Map<String, Value> {
    let digest = content_digest(&row);
    row.insert("digest".to_owned(), Value::String(digest));
    row
}

fn write_object(object: &Map<String, Value>, without: Option<&str>, text: &mut String) {
    let mut members: Vec<(&String, &Value)> = object.iter().filter(|(name, _)| Some(name.as_str()) != without).collect();
    members.sort_unstable_by_key(|(name, _)| name.as_bytes());
    text.push('{');
    for (at, (name, value)) in members.into_iter().enumerate() {
        if at > 0 {
            text.push(',');
        }
        let _ = write!(text, "{}:", Value::String(name.clone()));
        write_value(value, text);
    }
    text.push('}');
}

fn write_value(value: &Value, text: &mut String) {
    match value {
        Value::Object(object) => write_object(object, None, text),
        Value::Array(items) => {
            text.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                write_value(item, text);
            }
            text.push(']');
        }
        other => {
            let _ = write!(text, "{other}");
        }
    }
}

/// The hash of a whole dataset, or of any file of lines, as it is read: SHA-256 over the lines with one line feed each.
#[derive(Clone, Debug, Default)]
pub struct DatasetDigest(Sha256);

impl DatasetDigest {
    /// Adds a line without its end.
    pub fn line(&mut self, line: &[u8]) {
        self.0.update(line);
        self.0.update(b"\n");
    }

    /// The hash of the lines so far.
    #[must_use]
    pub fn finish(&self) -> String {
        named(&self.0.clone().finalize())
    }
}
