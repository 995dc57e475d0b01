//! The server as a service: one call out, one response back.

use super::{
    answer,
    call::Call,
    facts::{Lost, Reply},
    message::Id,
    pipes::Outlet,
};
use std::{
    collections::{HashMap, VecDeque},
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
};
use tokio::sync::oneshot;
use tower_service::Service;

/// Sends calls to the server and finds their responses among its messages.
#[derive(Clone)]
pub(super) struct Upstream(Arc<Shared>);

struct Shared {
    server: Outlet,
    waiting: Mutex<Waiting>,
}

#[derive(Default)]
struct Waiting {
    calls: HashMap<Id, oneshot::Sender<Result<Reply, Lost>>>,
    /// Calls that nobody awaits, and that the server may still answer. Where they were answered in its place its own answers are for nobody; those of calls that the
    /// client cancelled are for the client, which knows what to do with them.
    given_up: VecDeque<(Id, For)>,
}

/// Whom a late answer is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum For {
    Nobody,
    Client,
}

/// How many late answers are kept in mind.
const MAX_GIVEN_UP: usize = 4096;

/// What to do with a response of the server.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Response {
    /// A call took it.
    Taken,
    /// Nobody awaits it any longer.
    Late,
    /// It is not that of a call: it goes to the client as it is.
    Other(String),
}

impl Upstream {
    pub(super) fn new(server: Outlet) -> Self {
        Self(Arc::new(Shared { server, waiting: Mutex::default() }))
    }

    /// Finds the call of a response.
    pub(super) fn respond(&self, id: &Id, response: String) -> Response {
        let mut waiting = self.0.waiting();
        if let Some(call) = waiting.calls.remove(id) {
            return call.send(Ok(Reply(response))).map_or(Response::Late, |()| Response::Taken);
        }
        let late = waiting.given_up.iter().position(|(late, _)| late == id);
        match late.and_then(|at| waiting.given_up.remove(at)) {
            Some((_, For::Nobody)) => Response::Late,
            Some((_, For::Client)) | None => Response::Other(response),
        }
    }

    /// Whether the server may still answer a call of this id.
    pub(super) fn awaits(&self, id: &Id) -> bool {
        let waiting = self.0.waiting();
        waiting.calls.contains_key(id) || waiting.given_up.iter().any(|(late, _)| late == id)
    }

    /// The server cannot answer a call. `false` where no call of this id is awaited.
    pub(super) fn fail(&self, id: &Id, lost: Lost) -> bool {
        self.0.waiting().calls.remove(id).is_some_and(|call| call.send(Err(lost)).is_ok())
    }

    /// The server has ended: no call will be answered.
    pub(super) fn end(&self) {
        self.0.server.close();
        self.0.waiting().calls.clear();
    }
}

impl Shared {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A call that was sent. The drop forgets it, and tells the server where the client has not.
struct Sent {
    shared: Arc<Shared>,
    call: Call,
    open: bool,
    told: bool,
}

impl Sent {
    fn answered(&mut self) {
        self.open = false;
    }

    /// A client that cancels tells the server itself: its notification passes.
    fn tell(&mut self) {
        if !self.told && !self.call.client.is_cancelled() {
            self.told = true;
            self.shared.server.send(answer::cancelled(&self.call.id));
        }
    }
}

impl Drop for Sent {
    fn drop(&mut self) {
        if !self.open {
            return;
        }
        self.tell();
        let mut waiting = self.shared.waiting();
        if waiting.calls.remove(&self.call.id).is_some() {
            if waiting.given_up.len() == MAX_GIVEN_UP {
                waiting.given_up.pop_front();
            }
            let whose = if self.told { For::Nobody } else { For::Client };
            waiting.given_up.push_back((self.call.id.clone(), whose));
        }
    }
}

impl Service<Call> for Upstream {
    type Response = Reply;
    type Error = Lost;
    type Future = Pin<Box<dyn Future<Output = Result<Reply, Lost>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Lost>> {
        Poll::Ready(Ok(()))
    }

    /// Sends the call before it returns, so that calls and other messages of a client keep their order.
    fn call(&mut self, call: Call) -> Self::Future {
        let (sender, mut answer) = oneshot::channel();
        self.0.waiting().calls.insert(call.id.clone(), sender);
        let line = call.line();
        let mut sent = Sent { shared: self.0.clone(), call, open: true, told: false };
        if !sent.shared.server.send(line) {
            sent.answered();
            self.0.waiting().calls.remove(&sent.call.id);
            return Box::pin(std::future::ready(Err(Lost::NotSent)));
        }
        Box::pin(async move {
            let token = sent.call.token.clone();
            let answered = tokio::select! {
                biased;
                answered = &mut answer => answered,
                () = token.cancelled() => {
                    sent.tell();
                    answer.await
                }
            };
            sent.answered();
            answered.unwrap_or(Err(Lost::Ended))
        })
    }
}

#[cfg(test)]
#[path = "upstream_tests.rs"]
mod tests;
