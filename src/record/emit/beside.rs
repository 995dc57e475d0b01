//! The records of what is decided beside the stack, after a call has ended.

use super::{Call, call::About, decision::Weight, options::Shared};
use crate::{
    decide::{Decision, DecisionTrace},
    record::{Code, Consequence, Digest, DigestKey, Head},
};
use serde_json::Value;
use std::{sync::Arc, time::Duration};

/// What of a call its later records need. The call itself goes on and ends without it.
pub(crate) struct Beside {
    shared: Arc<Shared>,
    /// That of the time of the failure: it is named beside the digests that were made with it.
    key: Arc<DigestKey>,
    call: Code<'static>,
    session: Option<Digest<'static>>,
    tool: Code<'static>,
    arguments: Digest<'static>,
    consequence: Consequence,
    schema: Option<Arc<Value>>,
    epoch: u64,
}

impl Call {
    /// For a decision that is made beside the stack.
    pub(crate) fn beside(&self) -> Beside {
        Beside {
            shared: self.shared.clone(),
            key: self.shared.key(),
            call: self.id.clone(),
            session: self.session.clone(),
            tool: self.tool.clone(),
            arguments: self.arguments.clone(),
            consequence: self.consequence,
            schema: self.schema.clone(),
            epoch: self.epoch,
        }
    }
}

impl Beside {
    /// Records what came of asking: in the mode `shadow`, for nothing of it was served.
    pub(crate) fn decided(self, decision: &Decision, latency: Duration) {
        let Decision { advice, answered, alternate, attempts, thresholds, asked, failure } = decision.clone();
        let fallback = advice.err();
        let trace = DecisionTrace { attempts, latency: Some(latency), fallback, answered, alternate, thresholds, asked, failure };
        let about = About {
            key: &self.key,
            tool: &self.tool,
            schema: self.schema.as_deref(),
            arguments: &self.arguments,
            consequence: self.consequence,
            number: self.shared.number(self.session.as_ref()),
            epoch: self.epoch,
        };
        for decision in self.shared.decisions(&trace, Weight::Shadow, &about) {
            let mut head = Head::new(self.call.clone());
            head.session = self.session.clone();
            self.shared.record(head, decision.into());
        }
    }
}
