//! Generated scripts of calls, played on a stack.

use super::{
    Answer, Counted, End, Plan, Raised, Script, ScriptFacts, args, begin, counted,
    deciders::{Evaluator, Manner},
    lost, now_instant, open, poll_once, settled, throttled,
};
use proptest::prelude::*;
use serde_json::json;
use std::{
    pin::Pin,
    sync::{Arc, LazyLock},
    task::Poll,
    time::Duration,
};
use tokio_util::sync::CancellationToken;
use tool_recovery::{
    Builder, FromConfig, RecoveryLayer, Stages, ToolCall, WithFacts,
    admission::{Authorization, Catalog, Policy, PolicyRequest, ToolDescriptor},
    classify::Class,
    config::RecoveryConfig,
    facts::UndeclaredEffect,
    ledger::{BoundsConfig, LedgerConfig, MemoryLedger, Reconciled, RepeatPolicy},
};
use tower::{Service, util::BoxService};

/// The tools of the scripts: name and declaration.
pub const TOOLS: [&str; 8] = ["read", "list", "write", "edit", "plain", "slow_read", "slow_write", "poll"];
/// What is asked for beside the tools: an unknown name.
pub const MISSING: &str = "no_such_tool";

/// What the arguments are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Arguments {
    Fitting(u64),
    Unfitting,
    TooLarge,
    TooDeep,
    Duplicate,
    Truncated,
    Malformed,
    Fenced,
}

/// How the call is left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Leave {
    Awaited,
    /// Awaited; the token is cancelled after the first poll.
    Cancelled,
    Unpolled,
    UnpolledCancelled,
    /// Dropped after one poll.
    Polled,
    PolledCancelled,
    /// Dropped after it was told to stop, by the token or by its timeout.
    InGrace {
        cancels: bool,
    },
}

#[derive(Clone, Debug)]
pub struct Call {
    pub tool: &'static str,
    pub arguments: Arguments,
    pub run: u8,
    /// Decides what policy says; most scopes are allowed.
    pub scope: &'static str,
    pub late: bool,
    pub plan: Plan,
    pub leave: Leave,
}

#[derive(Clone, Debug)]
pub enum Step {
    Call(Call),
    Pass(Duration),
    Reconcile(Reconciled),
    WorldChange(u8),
    Reset(u8, &'static str),
    FinishRun(u8),
}

/// What one stack is made of.
#[derive(Clone, Debug)]
pub struct Setting {
    pub refuse: bool,
    pub undeclared: UndeclaredEffect,
    pub manner: Manner,
}

pub fn class() -> impl Strategy<Value = Class> {
    proptest::sample::select(Class::ALL.as_slice())
}

pub fn undeclared() -> impl Strategy<Value = UndeclaredEffect> {
    proptest::sample::select(vec![UndeclaredEffect::Write, UndeclaredEffect::Unknown, UndeclaredEffect::ReadOnly])
}

pub fn manner() -> impl Strategy<Value = Manner> {
    prop_oneof![
        Just(Manner::Silent),
        class().prop_map(Manner::Says),
        class().prop_map(|class| Manner::SaysAfter(class, Duration::from_secs(1))),
        Just(Manner::Flaps),
        Just(Manner::Hangs),
        Just(Manner::PanicsAtOnce),
        Just(Manner::PanicsInPoll),
        Just(Manner::Abstains),
    ]
}

pub fn setting() -> impl Strategy<Value = Setting> {
    (any::<bool>(), undeclared(), manner()).prop_map(|(refuse, undeclared, manner)| Setting { refuse, undeclared, manner })
}

pub fn failing() -> impl Strategy<Value = End> {
    let facts = prop_oneof![
        3 => class().prop_map(settled),
        3 => "[a-c]{1,2}".prop_map(|text| open(&text)),
        2 => Just(lost()),
        1 => (any::<bool>(), any::<bool>()).prop_map(|(applied, is_open)| if is_open { open("done?").applied(applied) } else { lost().applied(applied) }),
        2 => proptest::option::of(1..100u64).prop_map(|secs| throttled(secs.map(Duration::from_secs))),
        1 => Just(open("closed").kind(tool_recovery::facts::FailureKind::Terminal)),
    ];
    (facts, any::<bool>()).prop_map(|(facts, raised)| if raised { End::Raised(facts) } else { End::Failed(facts) })
}

fn plan() -> impl Strategy<Value = Plan> {
    prop_oneof![
        3 => Just(Plan::from(End::Done)),
        1 => Just(Plan::from(End::Input)),
        8 => failing().prop_map(Plan::from),
        2 => Just(Plan::from(End::Never)),
        1 => failing().prop_map(|end| Plan::from(end).after(Duration::from_secs(1))),
        1 => failing().prop_map(|end| Plan::from(End::Never).when_stopped(Duration::from_secs(1), end)),
    ]
}

fn arguments() -> impl Strategy<Value = Arguments> {
    use Arguments::{Duplicate, Fenced, Fitting, Malformed, TooDeep, TooLarge, Truncated, Unfitting};
    prop_oneof![
        20 => (0..3u64).prop_map(Fitting),
        4 => proptest::sample::select(vec![Unfitting, TooLarge, TooDeep, Duplicate, Truncated, Malformed, Fenced]),
    ]
}

fn leave() -> impl Strategy<Value = Leave> {
    prop_oneof![
        8 => Just(Leave::Awaited),
        1 => Just(Leave::Cancelled),
        1 => Just(Leave::Unpolled),
        1 => Just(Leave::UnpolledCancelled),
        2 => Just(Leave::Polled),
        1 => Just(Leave::PolledCancelled),
        2 => any::<bool>().prop_map(|cancels| Leave::InGrace { cancels }),
    ]
}

pub fn any_call() -> impl Strategy<Value = Call> {
    let tool = prop_oneof![16 => proptest::sample::select(TOOLS.as_slice()), 1 => Just(MISSING)];
    let scope = prop_oneof![20 => Just("open"), 3 => proptest::sample::select(vec!["forbidden", "unapproved", "pending", "denied", "expired", "lapsed"])];
    let late = proptest::bool::weighted(0.05);
    (tool, arguments(), 0..4u8, scope, late, plan(), leave()).prop_map(|(tool, arguments, run, scope, late, plan, leave)| Call {
        tool,
        arguments,
        run,
        scope,
        late,
        plan,
        leave,
    })
}

pub fn step() -> impl Strategy<Value = Step> {
    let passes = proptest::sample::select(vec![Duration::from_millis(60), Duration::from_secs(70), Duration::from_secs(700)]);
    prop_oneof![
        16 => any_call().prop_map(Step::Call),
        2 => passes.prop_map(Step::Pass),
        1 => any::<bool>().prop_map(|applied| Step::Reconcile(if applied { Reconciled::Applied } else { Reconciled::NotApplied })),
        1 => (0..4u8).prop_map(Step::WorldChange),
        1 => (0..4u8, proptest::sample::select(TOOLS.as_slice())).prop_map(|(run, tool)| Step::Reset(run, tool)),
        1 => (0..4u8).prop_map(Step::FinishRun),
    ]
}

pub fn steps() -> impl Strategy<Value = Vec<Step>> {
    proptest::collection::vec(step(), 1..40)
}

/// Answers by the scope.
#[derive(Clone, Copy, Debug)]
pub struct ByScope;

impl Policy for ByScope {
    fn authorize(&self, request: &PolicyRequest<'_>) -> Authorization {
        match request.scope {
            "forbidden" => Authorization::Denied,
            "unapproved" => Authorization::ApprovalAbsent,
            "pending" => Authorization::ApprovalPending,
            "denied" => Authorization::ApprovalDenied,
            "expired" => Authorization::ApprovalExpired,
            "lapsed" => Authorization::Allowed { valid_until: Some(now_instant()) },
            _ => Authorization::ALLOWED,
        }
    }
}

/// Its schemas are compiled once for all players.
static CATALOG: LazyLock<Arc<Catalog>> = LazyLock::new(|| Arc::new(catalog()));

fn catalog() -> Catalog {
    let schema = json!({"type": "object", "properties": {"path": {"type": "string"}, "limit": {"type": "integer"}}, "additionalProperties": false});
    let declared = |name: &str| {
        let tool = ToolDescriptor::new(name).schema(schema.clone());
        match name {
            "read" | "list" => tool.read_only(),
            "slow_read" => tool.read_only().timeout(Duration::from_secs(10)),
            "poll" => tool.read_only().pollable(),
            "write" | "edit" => tool.write(),
            "slow_write" => tool.write().timeout(Duration::from_secs(10)),
            _ => tool,
        }
    };
    Catalog::builder().tools(TOOLS.iter().map(|name| declared(name))).build().unwrap()
}

/// The stack of every player, but for its classifier and its decider.
pub fn builder(
    setting: &Setting,
    ledger: &MemoryLedger,
    config: RecoveryConfig,
) -> Builder<Arc<Catalog>, ByScope, WithFacts<ScriptFacts>, MemoryLedger, FromConfig, ()> {
    RecoveryLayer::builder()
        .catalog(CATALOG.clone())
        .policy(ByScope)
        .facts(ScriptFacts)
        .ledger(ledger.clone())
        .config(config)
        .undeclared_effect(setting.undeclared)
}

pub type Parts = Stages<Arc<Catalog>, ByScope, ScriptFacts, MemoryLedger, (), Evaluator>;
pub type Boxed = BoxService<ToolCall, Answer, Raised>;

/// A stack with its script and ledger.
pub struct Player {
    pub script: Script,
    pub ledger: MemoryLedger,
    pub evaluator: Evaluator,
    pub service: Boxed,
}

/// What one step came to, as far as it can be seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    pub answer: Option<Answer>,
    /// For a call that was dropped: at which point.
    pub dropped: Option<&'static str>,
    /// What this step added.
    pub counted: Counted,
}

impl Player {
    pub fn new(setting: &Setting, wrap: impl FnOnce(&RecoveryLayer<Parts>, Script) -> Boxed) -> Self {
        Self::on(setting, &Self::ledger(setting), Script::always(End::Done), wrap)
    }

    pub fn ledger(setting: &Setting) -> MemoryLedger {
        MemoryLedger::new(Self::ledger_config(setting)).unwrap()
    }

    pub fn ledger_config(setting: &Setting) -> LedgerConfig {
        let repeat_policy = if setting.refuse { RepeatPolicy::Refuse } else { RepeatPolicy::Observe };
        let bounds = BoundsConfig { max_holds: 2, ..BoundsConfig::default() };
        LedgerConfig { repeat_policy, bounds, ..LedgerConfig::default() }
    }

    pub fn on(setting: &Setting, ledger: &MemoryLedger, script: Script, wrap: impl FnOnce(&RecoveryLayer<Parts>, Script) -> Boxed) -> Self {
        let evaluator = Evaluator::new(setting.manner);
        let config = super::config(|config| config.pacing.max_wait_ms = 0);
        let layer = builder(setting, ledger, config).classifier(()).decider(evaluator.clone()).build().unwrap();
        Self { service: wrap(&layer, script.clone()), script, ledger: ledger.clone(), evaluator }
    }

    pub async fn step(&mut self, step: &Step) -> Seen {
        let before = counted(&self.ledger);
        let (answer, dropped) = match step {
            Step::Call(call) => self.call(call).await,
            other => {
                self.host(other).await;
                (None, None)
            }
        };
        Seen { answer, dropped, counted: counted(&self.ledger).since(before) }
    }

    async fn host(&mut self, step: &Step) {
        match step {
            Step::Pass(time) => tokio::time::advance(*time).await,
            Step::Reconcile(outcome) => {
                for hold in self.ledger.holds() {
                    assert!(self.ledger.reconcile_hold(hold.id, *outcome));
                }
            }
            Step::WorldChange(run) => self.ledger.note_world_change(&run.to_string(), "open"),
            Step::Reset(run, tool) => drop(self.ledger.reset(&run.to_string(), tool, None, "open")),
            Step::FinishRun(run) => self.ledger.finish_run(&run.to_string()),
            Step::Call(_) => {}
        }
    }

    async fn call(&mut self, call: &Call) -> (Option<Answer>, Option<&'static str>) {
        self.script.forget();
        self.script.then(call.plan.clone());
        let token = CancellationToken::new();
        let mut future = begin(&mut self.service, request(call, &token)).await;
        if matches!(call.leave, Leave::UnpolledCancelled) {
            token.cancel();
        }
        if matches!(call.leave, Leave::Unpolled | Leave::UnpolledCancelled) {
            return (None, Some("unpolled"));
        }
        if let Poll::Ready(answer) = poll_once(&mut future) {
            return (answer.ok(), None);
        }
        let in_flight = || self.script.seen().in_flight > 0;
        match call.leave {
            Leave::Polled | Leave::PolledCancelled => {
                if call.leave == Leave::PolledCancelled {
                    token.cancel();
                }
                return (None, Some(if in_flight() { "in flight" } else { "in decision" }));
            }
            Leave::InGrace { cancels } if in_flight() => {
                if cancels {
                    token.cancel();
                } else {
                    tokio::time::advance(Duration::from_secs(20)).await;
                }
                if let Poll::Ready(answer) = poll_once(&mut future) {
                    return (answer.ok(), None);
                }
                return (None, Some(if in_flight() { "in grace" } else { "in decision" }));
            }
            Leave::Cancelled => token.cancel(),
            _ => {}
        }
        (future.await.ok(), None)
    }
}

fn request(call: &Call, token: &CancellationToken) -> ToolCall {
    let text = |text: String| ToolCall::from_text(call.tool, text);
    let request = match call.arguments {
        Arguments::Fitting(n) => ToolCall::new(call.tool, args(n)),
        Arguments::Unfitting => ToolCall::new(call.tool, json!({"limit": "many"})),
        Arguments::TooLarge => text(format!("{{\"path\": \"{}\"}}", "x".repeat(300_000))),
        Arguments::TooDeep => text(format!("{{\"path\": {}", "[".repeat(80))),
        Arguments::Duplicate => text("{\"path\": \"a\", \"path\": \"b\"}".to_owned()),
        Arguments::Truncated => text("{\"path\": \"a".to_owned()),
        Arguments::Malformed => text("path=a".to_owned()),
        Arguments::Fenced => text(format!("```json\n{}\n```", args(1))),
    };
    // Whatever never ends by itself ends with the run.
    let left = if call.late { Duration::ZERO } else { Duration::from_secs(20) };
    request.with_run(call.run.to_string()).with_scope(call.scope).with_deadline(now_instant() + left).with_cancellation(token)
}

/// Plays on a paused clock of its own.
pub fn paused<F: Future>(play: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap().block_on(play)
}

pub fn fused(layer: &RecoveryLayer<Parts>, script: Script) -> Boxed {
    BoxService::new(tower::Layer::layer(layer, script.tool()))
}

pub fn by_hand(layer: &RecoveryLayer<Parts>, script: Script) -> Boxed {
    let stack = tower::ServiceBuilder::new().layer(layer.advise()).layer(layer.normalize()).layer(layer.admit()).layer(layer.execute()).layer(layer.facts());
    BoxService::new(stack.service(script.tool()))
}

pub fn deferred(layer: &RecoveryLayer<Parts>, script: Script) -> Boxed {
    BoxService::new(tower::Layer::layer(&layer.deferred(), script.tool()))
}
