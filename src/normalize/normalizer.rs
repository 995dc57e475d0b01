//! placeholder until merge
use crate::{
    ArgumentsRef, Rejection,
    admission::ToolDescriptor,
    normalize::{Repair, Repairs},
};
use serde_json::Value;
use std::sync::Arc;
/// x
#[derive(Debug, Default)]
pub struct Normalizer;
/// x
#[derive(Debug)]
pub enum Normalization {
    /// x
    Unchanged,
    /// x
    Replaced {
        /// x
        value: Arc<Value>,
        /// x
        repairs: Repairs,
    },
}
/// x
#[derive(Debug)]
pub struct NormalizeFault;
impl NormalizeFault {
    /// x
    pub fn rejection(&self) -> Rejection {
        Rejection::new(crate::RejectionKind::Malformed, "x")
    }
}
impl Normalizer {
    /// x
    pub fn normalize(&self, a: ArgumentsRef<'_>, _: Option<&ToolDescriptor>) -> Result<Normalization, NormalizeFault> {
        match a {
            ArgumentsRef::Shared(v) if v.is_object() => Ok(Normalization::Unchanged),
            ArgumentsRef::Owned(v) if v.is_object() => Ok(Normalization::Unchanged),
            ArgumentsRef::Text(t) => Ok(Normalization::Replaced {
                value: Arc::new(serde_json::from_str(t).map_err(|_| NormalizeFault)?),
                repairs: Repairs::NONE.with(Repair::TextToObject),
            }),
            _ => Ok(Normalization::Replaced { value: Arc::new(Value::Object(Default::default())), repairs: Repairs::NONE.with(Repair::AbsentToEmpty) }),
        }
    }
    /// x
    pub fn count(&self, _: Repair) {}
}
