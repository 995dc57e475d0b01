//! Where an uncertain outcome of a call would be held, and by which key a repeat is safe.

use super::ToolDescriptor;
use crate::{
    facts::UndeclaredEffect,
    ledger::{Fingerprint, HoldPlace},
};
use serde_json::Value;

/// Where an uncertain outcome of this call would be held; `None` for a read.
///
/// A write is held by operation, or, where the tool declares `effect_key` pointers, by the values that stand there. A value that is missing, null or blank says nothing
/// about what is affected, so that the whole operation is held. `42` and `"42"` are one value, and so is text with and without white space around it. An undeclared
/// tool follows `undeclared`. Keys by other pointers, as after a change of the declaration, cannot be compared: a hold by one concerns every call by another.
pub fn hold_place(
    descriptor: &ToolDescriptor,
    undeclared: UndeclaredEffect,
    arguments: &Value,
    fingerprint: impl Fn(&Value) -> Fingerprint,
) -> Option<HoldPlace> {
    match place_of(undeclared.unless_declared(descriptor.effect)) {
        Some(HoldPlace::Operation) => Some(effect_key(descriptor, arguments, fingerprint).map_or(HoldPlace::Operation, HoldPlace::EffectKey)),
        place => place,
    }
}

/// How wide a hold is of a tool that declares no effect key.
pub(crate) const fn place_of(effect: UndeclaredEffect) -> Option<HoldPlace> {
    match effect {
        UndeclaredEffect::ReadOnly => None,
        UndeclaredEffect::Write => Some(HoldPlace::Operation),
        UndeclaredEffect::Unknown => Some(HoldPlace::Identical),
    }
}

fn effect_key(descriptor: &ToolDescriptor, arguments: &Value, fingerprint: impl Fn(&Value) -> Fingerprint) -> Option<Fingerprint> {
    // The parts are hashes of 128 bits already; mixing them by position keeps ("a", "b") apart from ("b", "a") without copying a value.
    const ODD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
    let mut mixed = None;
    for pointer in &descriptor.effect_key {
        let value = arguments.pointer(pointer).filter(|value| !value.is_null() && !value.as_str().is_some_and(|text| bare(text).is_empty()))?;
        let part = spelt_once(value, &fingerprint).0;
        mixed = Some(mixed.map_or(part, |mixed: u128| mixed.wrapping_mul(ODD).rotate_left(61) ^ part));
    }
    mixed.map(|mixed| Fingerprint(mixed).by_pointers(descriptor.effect_key.iter().map(AsRef::as_ref)))
}

/// Text without what Rust, JavaScript or Python takes for white space around it.
fn bare(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '\u{feff}' | '\u{1c}'..='\u{1f}'))
}

/// A target has one key in all spellings that a server may read as the same: a hold that is too wide waits for a word of the host, one that is too narrow lets a write run twice.
fn spelt_once(value: &Value, fingerprint: impl Fn(&Value) -> Fingerprint) -> Fingerprint {
    let Value::String(text) = value else { return fingerprint(value) };
    let bare = bare(text);
    // `042` and `+42` name something else.
    let digits = bare.strip_prefix('-').unwrap_or(bare);
    let plain = digits == "0" || digits.starts_with(|first: char| matches!(first, '1'..='9'));
    let number = || bare.parse::<i64>().map(Value::from).or_else(|_| bare.parse::<u64>().map(Value::from)).ok();
    match plain.then(number).flatten() {
        Some(number) => fingerprint(&number),
        None if bare.len() == text.len() => fingerprint(value),
        None => fingerprint(&bare.into()),
    }
}

/// The value of the declared idempotency key, where the call carries one. Blank text, null and anything but text or an integer of 64 bits is no key: it cannot tell
/// calls apart. Any other number has several spellings (`1.0`, `1e0`), and a server that compares what it was sent would take the repeat for a new call.
#[must_use]
pub fn idempotency<'a>(descriptor: &ToolDescriptor, arguments: &'a Value) -> Option<&'a Value> {
    let value = arguments.pointer(descriptor.idempotency_key.as_deref()?)?;
    match value {
        Value::String(text) if !text.trim().is_empty() => Some(value),
        Value::Number(number) if number.is_u64() || number.is_i64() => Some(value),
        Value::Number(_) | Value::String(_) | Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

#[cfg(test)]
#[path = "place_tests.rs"]
mod tests;
