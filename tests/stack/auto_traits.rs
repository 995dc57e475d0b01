//! `Send`, `Sync` and `Unpin` of every public future, service and value, in one table; and the traits that some types must not have.
//!
//! A row is `name: SSU`, a dash for a trait that is missing. *Shared* is a stack around a tool whose future is `Send` alone; *local* one around a tool that is tied to its
//! thread: what is inside decides, and nothing of this crate takes a trait away.

use crate::support::{Raised, Reply, Running, ScriptFacts, Tool, evaluators::Service};
use std::{convert::Infallible, future::Future, marker::PhantomData, pin::Pin, rc::Rc};
use tool_recovery::{
    Admitted, Attempt, Builder, Cancelled, Dispatched, Judged, Normalized, Outcome, Proposed, Recovery, RecoveryLayer, Rejection, Report, StageFuture, Staged,
    Stages, Ticket, ToolCall,
    admission::{Admit, AdmitLayer, ApprovalStore, Catalog, ScopePolicy, ToolDescriptor},
    advice::{Advice, Advise, AdviseFuture, AdviseLayer},
    alternates::{
        Candidate, CatalogAlternates, CatalogSearch, FailedCall, Fallback, FallbackRetrieval, Found, Intent, LexicalRetriever, Query, Retriever, Sought,
        embed::{EmbeddingOptions, EmbeddingRetrieval, EmbeddingRetriever, HttpEmbedder, Warming},
    },
    compare::{Compare, CompareCounters, CompareWorker, Comparison, Events, Shadow},
    config::{ConfigError, RecoveryConfig},
    decide::{
        Abstained, AlternateAnswer, AlternateDecision, Asking, CandidateSummary, Decider, Deciding, Decision, DecisionTrace, OpenCase, RecoveryAdvice,
        RecoveryDecision, RecoveryObservation, RecoveryRequest,
    },
    deferred::{Deferred, DeferredFuture, DeferredLayer},
    execute::{Execute, ExecuteFuture, ExecuteLayer},
    facts::{ExtractFacts, Facts, FactsFuture, FactsLayer, UntrustedText},
    future::RecoveryFuture,
    jev::{Evaluation, Jev, JevBuilder, Preset, Provider},
    ledger::{LedgerSnapshot, MemoryLedger, Observation},
    mcp::McpFuture,
    normalize::{Normalize, NormalizeLayer, Normalizer},
    proposal::{Checking, ProposeFuture, ShadowWorker},
    scrub::Scrubbed,
    systemone::{Answers, Batch, EvaluationError},
};

type S = Stages<Catalog, ScopePolicy, ScriptFacts, MemoryLedger, (), ()>;
/// What embeds in this process, in builds that have it.
#[cfg(feature = "embeddings-local")]
type LocalEmbedding = tool_recovery::alternates::embed::LocalEmbedding;
#[cfg(not(feature = "embeddings-local"))]
type LocalEmbedding = ();

type LocalTool = tower::util::BoxService<ToolCall, Rc<()>, Infallible>;
type LocalRun = Pin<Box<dyn Future<Output = Result<Rc<()>, Infallible>>>>;

/// Whether a type has a trait: an inherent constant with a bound wins over one of a trait, where the bound holds.
macro_rules! has {
    ($type:ty: $($trait:tt)+) => {{
        #[allow(dead_code)]
        #[allow(dead_code)]
        trait Absent {
            const HAS: bool = false;
        }
        impl<T: ?Sized> Absent for T {}
        #[allow(dead_code)]
        struct Asked<T: ?Sized>(PhantomData<T>);
        #[allow(dead_code)]
        impl<T: ?Sized + $($trait)+> Asked<T> {
            const HAS: bool = true;
        }
        <Asked<$type>>::HAS
    }};
}

macro_rules! table {
    ($($name:literal $type:ty),* $(,)?) => {
        [$(($name, has!($type: Send), has!($type: Sync), has!($type: Unpin))),*]
    };
}

#[test]
fn auto_traits() {
    let rows = table! {
        // futures around a tool whose future is Send
        "RecoveryFuture shared" RecoveryFuture<Running, Cancelled, Reply, Raised, S>,
        "DeferredFuture shared" DeferredFuture<Tool, ToolCall, S>,
        "AdviseFuture shared" AdviseFuture<Running, Cancelled, Reply, Raised, S>,
        "StageFuture shared" StageFuture<Running, S>,
        "ExecuteFuture shared" ExecuteFuture<Running, Cancelled, S>,
        "FactsFuture shared" FactsFuture<Running, S>,
        "RecoveryFuture of plain data" RecoveryFuture<std::future::Ready<()>, Cancelled, Reply, Raised, S>,
        // futures around a tool that is tied to its thread
        "RecoveryFuture local" RecoveryFuture<LocalRun, Cancelled, Rc<()>, Infallible, S>,
        "AdviseFuture local" AdviseFuture<LocalRun, Cancelled, Rc<()>, Infallible, S>,
        "StageFuture local" StageFuture<LocalRun, S>,
        "ExecuteFuture local" ExecuteFuture<LocalRun, Cancelled, S>,
        "FactsFuture local" FactsFuture<LocalRun, S>,
        // the proposal check, a client of MCP, an embedder in this process
        "ProposeFuture" ProposeFuture<Execute<ExtractFacts<Tool, S>, S>, ToolCall, S>,
        "Checking" Checking<Service, (), (), (), (), ()>,
        "ShadowWorker" ShadowWorker<Service, (), (), (), (), ()>,
        "McpFuture" McpFuture,
        "LocalEmbedding" LocalEmbedding,
        "Cancelled" Cancelled,
        // decisions
        "Decider" Decider<Service, CatalogAlternates<Catalog, ScopePolicy>>,
        "Deciding" Deciding<Service, CatalogAlternates<Catalog, ScopePolicy>>,
        "CatalogSearch" CatalogSearch<<LexicalRetriever as Retriever>::Retrieval>,
        "Asking" Asking<Service, CatalogAlternates<Catalog, ScopePolicy>>,
        "OpenCase" OpenCase<'static>,
        "Decision" Decision,
        "DecisionTrace" DecisionTrace,
        "RecoveryDecision" RecoveryDecision,
        "RecoveryAdvice" RecoveryAdvice,
        "AlternateDecision" AlternateDecision,
        "AlternateAnswer" AlternateAnswer,
        "CandidateSummary" CandidateSummary,
        "Abstained" Abstained,
        "Evaluation" Evaluation,
        "Jev" Jev,
        "JevBuilder" JevBuilder,
        "Provider" Provider,
        "Preset" Preset,
        "Batch" Batch,
        "Answers" Answers,
        "EvaluationError" EvaluationError,
        "Scrubbed" Scrubbed,
        // comparison
        "Compare" Compare<Service, Events>,
        "CompareWorker" CompareWorker<Service, Events>,
        "Shadow" Shadow,
        "Comparison" Comparison,
        "CompareCounters" CompareCounters,
        "RecoveryObservation" RecoveryObservation,
        "RecoveryRequest" RecoveryRequest,
        // services and layers
        "Recovery" Recovery<Tool, S>,
        "Recovery local" Recovery<Rc<()>, S>,
        "Recovery boxed" Recovery<LocalTool, S>,
        "Deferred" Deferred<Tool, S>,
        "Advise" Advise<Tool, S>,
        "Normalize" Normalize<Tool, S>,
        "Admit" Admit<Tool, S>,
        "Execute" Execute<Tool, S>,
        "ExtractFacts" ExtractFacts<Tool, S>,
        "RecoveryLayer" RecoveryLayer<S>,
        "DeferredLayer" DeferredLayer<S>,
        "AdviseLayer" AdviseLayer<S>,
        "NormalizeLayer" NormalizeLayer<S>,
        "AdmitLayer" AdmitLayer<S>,
        "ExecuteLayer" ExecuteLayer<S>,
        "FactsLayer" FactsLayer<S>,
        "Stages" S,
        "Builder" Builder,
        // states of a call
        "Proposed" Proposed<ToolCall>,
        "Normalized" Normalized<ToolCall>,
        "Admitted" Admitted<ToolCall>,
        "Admitted local" Admitted<Rc<()>>,
        "Dispatched" Dispatched<ToolCall>,
        "Judged" Judged<Reply, Raised>,
        "Staged" Staged<Reply, Raised, S>,
        "Ticket" Ticket<S>,
        // values
        "Attempt" Attempt<Reply, Raised>,
        "Outcome" Outcome<Reply, Raised>,
        "Report" Report,
        "Facts" Facts,
        "Advice" Advice,
        "Rejection" Rejection,
        "UntrustedText" UntrustedText,
        "Observation" Observation,
        "MemoryLedger" MemoryLedger,
        "LedgerSnapshot" LedgerSnapshot,
        "Catalog" Catalog,
        "Candidate" Candidate,
        "Query" Query,
        "LexicalRetriever" LexicalRetriever,
        "Fallback" Fallback<LexicalRetriever>,
        "Found" Found,
        "Intent" Intent,
        "FailedCall" FailedCall<'static>,
        "Sought" Sought,
        "EmbeddingRetriever" EmbeddingRetriever<HttpEmbedder>,
        "EmbeddingRetrieval" EmbeddingRetrieval<HttpEmbedder>,
        "Warming" Warming<HttpEmbedder>,
        "EmbeddingOptions" EmbeddingOptions,
        "FallbackRetrieval" FallbackRetrieval<<LexicalRetriever as Retriever>::Retrieval>,
        "ToolDescriptor" ToolDescriptor,
        "ScopePolicy" ScopePolicy,
        "ApprovalStore" ApprovalStore,
        "Normalizer" Normalizer,
        "RecoveryConfig" RecoveryConfig,
        "ConfigError" ConfigError,
        "ToolCall" ToolCall,
    };
    // Everything else is `Send`, `Sync` and `Unpin`.
    let exceptions = [
        // The tool's own future is `Send` alone.
        ("RecoveryFuture shared", "S-U"),
        ("AdviseFuture shared", "S-U"),
        ("StageFuture shared", "S-U"),
        ("ExecuteFuture shared", "S-U"),
        ("FactsFuture shared", "S-U"),
        ("DeferredFuture shared", "S-U"),
        ("ProposeFuture", "S-U"),
        ("McpFuture", "S-U"),
        // The evaluator's own future is `Send` alone, and a timer has its place.
        ("Deciding", "S--"),
        ("CompareWorker", "S-U"),
        ("Checking", "S--"),
        ("ShadowWorker", "S--"),
        // A box of a future that is `Send` alone.
        ("Evaluation", "S-U"),
        ("EmbeddingRetrieval", "S-U"),
        ("Warming", "S-U"),
        // The tool's own future is neither.
        ("RecoveryFuture local", "--U"),
        ("AdviseFuture local", "--U"),
        ("StageFuture local", "--U"),
        ("ExecuteFuture local", "--U"),
        ("FactsFuture local", "--U"),
        ("Recovery local", "--U"),
        ("Recovery boxed", "SSU"),
        ("Admitted local", "--U"),
    ];
    for (name, send, sync, unpin) in rows {
        let found: String = [(send, 'S'), (sync, 'S'), (unpin, 'U')].map(|(has, letter)| if has { letter } else { '-' }).into_iter().collect();
        let expected = exceptions.iter().find(|(exception, _)| *exception == name).map_or("SSU", |(_, expected)| expected);
        println!("{name:32} {found}");
        assert_eq!(found, expected, "{name}");
    }
    for (exception, _) in exceptions {
        assert!(rows.iter().any(|(name, ..)| *name == exception), "{exception} is no row");
    }
}

#[test]
fn what_must_not_be_implemented() {
    assert!(!has!(Admitted<ToolCall>: Clone), "an admission is used once");
    assert!(!has!(Admitted<ToolCall>: Default) && !has!(Admitted<ToolCall>: From<Normalized<ToolCall>>) && !has!(Admitted<ToolCall>: From<ToolCall>));
    assert!(!has!(Ticket<S>: Clone), "a call is observed once");
    assert!(!has!(Advice: tower::Service<ToolCall>) && !has!(Advice: tower::Layer<Tool>) && !has!(Advice: Into<ToolCall>));
    assert!(!has!(UntrustedText: Into<String>) && !has!(UntrustedText: Into<Box<str>>) && !has!(String: PartialEq<UntrustedText>));
    assert!(!has!(UntrustedText: AsRef<str>) && !has!(UntrustedText: AsRef<[u8]>) && !has!(UntrustedText: std::borrow::Borrow<str>));
    assert!(!has!(UntrustedText: std::ops::Deref) && !has!(UntrustedText: serde::Serialize));
    assert!(has!(UntrustedText: std::fmt::Display) && has!(String: Into<String>), "the question itself can be answered with yes");
}
