//! An inner service that does what a script says, and watches how it is used.

use std::{
    collections::VecDeque,
    future::{Future, pending},
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard},
    task::{Context, Poll},
    time::Duration,
};
use tokio::time::sleep;
use tool_recovery::{
    ToolCall, ToolRequest,
    admission::ToolDescriptor,
    classify::{Class, Subkind},
    facts::{Adapter, FactExtractor, Facts, Judgement, Phase, Provenance, Reach, UntrustedText},
};
use tower::Service;

/// What the tool answers. `Done` carries the number of the call.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    Done(u64),
    Input(u64),
    Failed(Facts),
}

/// What the tool raises.
#[derive(Clone, Debug, PartialEq)]
pub struct Raised(pub Facts);

/// Takes the facts out of the script's own outcomes, as an adapter of a host would.
#[derive(Clone, Copy, Debug)]
pub struct ScriptFacts;

impl FactExtractor<Reply, Raised> for ScriptFacts {
    fn judge(&self, _: &ToolDescriptor, outcome: Result<&Reply, &Raised>) -> Judgement {
        match outcome {
            Ok(Reply::Done(_)) => Judgement::Success,
            Ok(Reply::Input(_)) => Judgement::Incomplete,
            Ok(Reply::Failed(facts)) | Err(Raised(facts)) => facts.clone().into(),
        }
    }
}

/// A failure that the tool itself answered, open in everything else.
pub fn open(text: &str) -> Facts {
    Facts::new(Provenance::new(Adapter::Host, "script")).reached(Phase::Execution, Reach::Answered).text(UntrustedText::new(text))
}

/// A failure that the tool itself answered, whose class the facts settle.
pub fn settled(class: Class) -> Facts {
    open("boom").settled(class, None, "script")
}

pub fn throttled(wait: Option<Duration>) -> Facts {
    open("slow down").reached(Phase::Execution, Reach::Refused).settled(Class::RateLimited, Subkind::Throttle, "script").retry_after(wait)
}

/// A failure after which nobody knows what the tool did.
pub fn lost() -> Facts {
    open("connection lost").reached(Phase::Unknown, Reach::MayHaveReached)
}

#[derive(Clone, Debug)]
pub enum End {
    Done,
    Input,
    Failed(Facts),
    Raised(Facts),
    Never,
}

/// What the tool does with one call.
#[derive(Clone, Debug)]
pub struct Plan {
    pub after: Duration,
    pub end: End,
    /// What it does when it is told to stop, and how long that takes.
    pub stopped: Option<(Duration, End)>,
}

impl From<End> for Plan {
    fn from(end: End) -> Self {
        Self { after: Duration::ZERO, end, stopped: None }
    }
}

impl Plan {
    pub fn after(mut self, after: Duration) -> Self {
        self.after = after;
        self
    }

    pub fn when_stopped(mut self, after: Duration, end: End) -> Self {
        self.stopped = Some((after, end));
        self
    }
}

/// What the tool saw.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seen {
    pub calls: Vec<String>,
    pub in_flight: usize,
    pub peak: usize,
    /// Calls whose future was dropped before it was done.
    pub dropped: usize,
    pub told_to_stop: usize,
}

#[derive(Debug)]
struct State {
    plans: VecDeque<Plan>,
    otherwise: Plan,
    seen: Seen,
}

/// The handle that a test keeps.
#[derive(Clone, Debug)]
pub struct Script(Arc<Mutex<State>>);

impl Script {
    pub fn always(plan: impl Into<Plan>) -> Self {
        Self(Arc::new(Mutex::new(State { plans: VecDeque::new(), otherwise: plan.into(), seen: Seen::default() })))
    }

    /// The plans of the next calls.
    pub fn then(&self, plan: impl Into<Plan>) {
        self.lock().plans.push_back(plan.into());
    }

    pub fn otherwise(&self, plan: impl Into<Plan>) {
        self.lock().otherwise = plan.into();
    }

    pub fn forget(&self) {
        self.lock().plans.clear();
    }

    pub fn seen(&self) -> Seen {
        self.lock().seen.clone()
    }

    pub fn calls(&self) -> usize {
        self.lock().seen.calls.len()
    }

    pub fn tool(&self) -> Tool {
        Tool { script: self.clone(), ready: false }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }
}

/// The inner service. A clone forgets that it was ready, and a call without readiness panics: both as tower's contract has it.
#[derive(Debug)]
pub struct Tool {
    script: Script,
    ready: bool,
}

impl Clone for Tool {
    fn clone(&self) -> Self {
        Self { script: self.script.clone(), ready: false }
    }
}

pub type Running = Pin<Box<dyn Future<Output = Result<Reply, Raised>> + Send>>;

impl Service<ToolCall> for Tool {
    type Response = Reply;
    type Error = Raised;
    type Future = Running;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Raised>> {
        self.ready = true;
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, call: ToolCall) -> Running {
        assert!(std::mem::take(&mut self.ready), "called without having been made ready");
        let script = self.script.clone();
        let (plan, number) = {
            let mut state = script.lock();
            state.seen.calls.push(call.tool().to_owned());
            state.seen.in_flight += 1;
            state.seen.peak = state.seen.peak.max(state.seen.in_flight);
            let plan = state.plans.pop_front().unwrap_or_else(|| state.otherwise.clone());
            (plan, state.seen.calls.len() as u64)
        };
        let flight = Flight { script, done: false };
        Box::pin(run(plan, number, call, flight))
    }
}

async fn run(plan: Plan, number: u64, call: ToolCall, mut flight: Flight) -> Result<Reply, Raised> {
    let Plan { after, end, stopped } = plan;
    let token = call.cancellation().cloned();
    let end = match (stopped, token) {
        (Some((delay, other)), Some(token)) => tokio::select! {
            biased;
            end = ended(after, end) => end,
            () = token.cancelled() => {
                flight.script.lock().seen.told_to_stop += 1;
                ended(delay, other).await
            }
        },
        _ => ended(after, end).await,
    };
    flight.done = true;
    match end {
        End::Done => Ok(Reply::Done(number)),
        End::Input => Ok(Reply::Input(number)),
        End::Failed(facts) => Ok(Reply::Failed(facts)),
        End::Raised(facts) => Err(Raised(facts)),
        End::Never => pending().await,
    }
}

async fn ended(after: Duration, end: End) -> End {
    if !after.is_zero() {
        sleep(after).await;
    }
    match end {
        End::Never => pending().await,
        end => end,
    }
}

/// Counts the end of a call, however it comes.
struct Flight {
    script: Script,
    done: bool,
}

impl Drop for Flight {
    fn drop(&mut self) {
        let mut state = self.script.lock();
        state.seen.in_flight -= 1;
        state.seen.dropped += usize::from(!self.done);
    }
}
