//! placeholder until merge
use super::ToolDescriptor;
use crate::{
    facts::{EffectDeclaration, UndeclaredEffect},
    ledger::{Fingerprint, HoldPlace},
};
use serde_json::Value;
pub(crate) fn hold_place(tool: Option<&ToolDescriptor>, undeclared: UndeclaredEffect, _: &Value, _: impl Fn(&Value) -> Fingerprint) -> Option<HoldPlace> {
    match (tool.and_then(|t| t.effect), undeclared) {
        (Some(EffectDeclaration::ReadOnly), _) | (None, UndeclaredEffect::ReadOnly) => None,
        (Some(EffectDeclaration::Write), _) | (None, UndeclaredEffect::Write) => Some(HoldPlace::Operation),
        (None, UndeclaredEffect::Unknown) => Some(HoldPlace::Identical),
    }
}
pub(crate) fn idempotency<'a>(tool: &ToolDescriptor, arguments: &'a Value) -> Option<&'a Value> {
    arguments.pointer(tool.idempotency_key.as_deref()?)
}
