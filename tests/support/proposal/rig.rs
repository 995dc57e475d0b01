//! A stack with a proposal check, a host and a model of a mood.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used, missing_docs)]

use crate::{
    proposal_support::{Accounts, Host, Model, Mood},
    support::{self, Answer, ByName, End, Script, ScriptFacts, args, call},
};
use std::time::Duration;
use tool_recovery::{
    RecoveryLayer, ToolCall,
    admission::{Catalog, Consequence, ToolDescriptor},
    ledger::MemoryLedger,
    proposal::{EvaluationStatus, ExposedFields, MemoryReviewQueue, ProposalCheck, ProposalPolicy},
    systemone::EvaluationErrorKind,
};
use tower::{Layer, Service};

pub const SECOND: Duration = Duration::from_secs(1);

pub fn catalog() -> Catalog {
    Catalog::builder()
        .tool(ToolDescriptor::new("read").read_only().capability("Reads."))
        .tool(ToolDescriptor::new("dossier").read_only().consequence(Consequence::ReadSensitive).capability("Reads a dossier."))
        .tool(ToolDescriptor::new("edit").write().consequence(Consequence::ReversibleWrite).capability("Edits."))
        .tool(ToolDescriptor::new("pay").write().consequence(Consequence::Irreversible).capability("Pays."))
        .tool(ToolDescriptor::new("forbidden").write().consequence(Consequence::Irreversible).capability("Nobody may."))
        .tool(ToolDescriptor::new("lapsed").write().consequence(Consequence::Irreversible).capability("Too late."))
        .build()
        .unwrap()
}

pub const TOOLS: [(&str, Consequence); 4] =
    [("read", Consequence::Read), ("dossier", Consequence::ReadSensitive), ("edit", Consequence::ReversibleWrite), ("pay", Consequence::Irreversible)];

pub type Check = ProposalCheck<Model, Host, ExposedFields, MemoryReviewQueue, Accounts>;

pub struct Rig {
    pub model: Model,
    pub host: Host,
    pub accounts: Accounts,
    pub script: Script,
    pub ledger: MemoryLedger,
    pub check: Check,
}

impl Rig {
    pub fn new(mood: Mood, policy: ProposalPolicy) -> Self {
        let (model, host, accounts) = (Model::new(mood), Host::default(), Accounts::default());
        let check = ProposalCheck::builder(model.clone(), host.clone())
            .projection(ExposedFields::new("1").expose("edit", "/path").expose("pay", "/path"))
            .observer(accounts.clone())
            .queue(MemoryReviewQueue::new(2, Duration::from_secs(60)))
            .policy(policy)
            .build()
            .unwrap();
        Self { model, host, accounts, script: Script::always(End::Done), ledger: MemoryLedger::default(), check }
    }

    pub fn service(&self) -> impl Service<ToolCall, Response = Answer, Error = support::Raised, Future: Send> + Clone + use<> {
        let layer = RecoveryLayer::builder()
            .catalog(catalog())
            .policy(ByName)
            .facts(ScriptFacts)
            .ledger(self.ledger.clone())
            .classifier(())
            .proposal(self.check.clone())
            .build()
            .unwrap();
        layer.deferred().layer(self.script.tool())
    }

    pub async fn call(&self, tool: &str) -> Answer {
        call(&mut self.service(), ToolCall::new(tool, args(1))).await
    }
}

/// Every way of getting no usable answer, with the status that the record gives it.
pub const OUTAGES: [(Mood, EvaluationStatus); 8] = [
    (Mood::Silent, EvaluationStatus::Timeout),
    (Mood::After(0.01, Duration::from_secs(3)), EvaluationStatus::Late),
    (Mood::Malformed, EvaluationStatus::Malformed),
    (Mood::Panics, EvaluationStatus::Error),
    (Mood::PanicsAtOnce, EvaluationStatus::Error),
    (Mood::Fails(EvaluationErrorKind::Unavailable), EvaluationStatus::Error),
    (Mood::Fails(EvaluationErrorKind::RateLimited), EvaluationStatus::RateLimited),
    (Mood::Fails(EvaluationErrorKind::BreakerOpen), EvaluationStatus::CircuitOpen),
];
