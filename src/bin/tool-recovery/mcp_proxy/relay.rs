//! The two directions between a client and a server.
//!
//! Messages are lines of text that pass as they are, whatever their method and members. Only `tools/call` is taken out on its way to the server, and its response on the
//! way back; of `tools/list` a copy is read as it passes. The proxy sends no request of its own, so that the server sees the client's requests and no others.

use super::{
    answer,
    facts::Lost,
    guard::{Guard, UnderWay},
    message::{AMBIGUOUS, CallParams, Cursor, Head, Id, Message, ODD_ID, UNREADABLE_PARAMS, cancelled, doubtful_answer, line},
    notes::{Notes, say},
    pipes::{Incoming, Outlet, answered},
    upstream::{Response, Upstream},
};
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use std::{collections::HashMap, future::poll_fn, sync::Arc, task::Poll};
use tokio::task::JoinSet;

/// How many requests of the client are kept in mind that are no calls.
const MAX_REQUESTS: usize = 65_536;

/// JSON-RPC 2.0 section 5.1.
const PARSE_ERROR: i64 = -32700;
const INVALID_REQUEST: i64 = -32600;
const INVALID_PARAMS: i64 = -32602;
/// The code that MCP clients use for a closed connection.
const CONNECTION_CLOSED: i64 = -32000;

/// A request of the client that is no call of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Request {
    /// `tools/list`, from its first page or a later one.
    List {
        first: bool,
    },
    Other,
}

/// Where messages go.
pub(super) struct Relay {
    pub(super) client: Outlet,
    pub(super) server: Outlet,
    pub(super) upstream: Upstream,
    pub(super) guard: Arc<Guard>,
    /// The calls that have to wait.
    pub(super) calls: JoinSet<()>,
    /// The command that writes a starting file.
    pub(super) init: String,
    /// The run of the connection.
    run: Arc<str>,
    under_way: UnderWay,
    requests: HashMap<Id, Request>,
    notes: Notes,
}

impl Relay {
    pub(super) fn new(client: Outlet, server: Outlet, guard: Guard, init: String) -> Self {
        let upstream = Upstream::new(server.clone());
        Self {
            client,
            server,
            upstream,
            guard: Arc::new(guard),
            calls: JoinSet::new(),
            init,
            run: "connection".into(),
            under_way: UnderWay::default(),
            requests: HashMap::new(),
            notes: Notes::default(),
        }
    }

    /// A line of the client.
    pub(super) async fn hear_client(&mut self, incoming: Incoming) {
        let text = match incoming {
            Incoming::Line(text) => text,
            Incoming::NotText(_) => return self.refuse(None, PARSE_ERROR, "The message is not UTF-8 text"),
            Incoming::TooLong(_) => return self.refuse(None, INVALID_REQUEST, "The message is longer than this proxy takes"),
            Incoming::Failed(..) => return,
        };
        match Message::read(&text) {
            // What is not read here is not passed either: a server that reads more than we do would run calls that nobody admitted.
            None if text.trim().is_empty() => {}
            None => self.refuse(None, PARSE_ERROR, "The message is not one JSON object with distinct members"),
            Some(Message::One(head)) => {
                if self.take(&head, &text).await {
                    self.server.send(line(text));
                }
            }
            Some(Message::Batch(items)) => {
                let mut rest = Vec::new();
                for item in items {
                    match serde_json::from_str::<Head<'_>>(item.get()) {
                        Ok(head) if !self.take(&head, item.get()).await => {}
                        Ok(_) => rest.push(item.get()),
                        Err(_) => self.refuse(None, INVALID_REQUEST, "A message of the batch is not one JSON object with distinct members"),
                    }
                }
                if !rest.is_empty() {
                    self.server.send(line(format!("[{}]", rest.join(","))));
                }
            }
        }
    }

    fn refuse(&self, id: Option<&Id>, code: i64, why: &str) {
        self.client.send(answer::error(id, code, why));
    }

    /// Looks at a message of the client. `false` where it does not pass: it is a call, which has its own way.
    async fn take(&mut self, head: &Head<'_>, text: &str) -> bool {
        let id = head.id.and_then(Id::read);
        if head.ambiguous || head.has_odd_id() {
            let (id, why) = if head.has_odd_id() { (None, ODD_ID) } else { (id.as_ref(), AMBIGUOUS) };
            self.refuse(id, INVALID_REQUEST, why);
            return false;
        }
        if let Some(id) = id.as_ref().filter(|id| head.method.is_some() && self.is_under_way(id)) {
            self.refuse(Some(id), INVALID_REQUEST, "A request with this id is under way");
            return false;
        }
        match head.method.as_deref() {
            Some("tools/call") => {
                self.call(head, id, text).await;
                return false;
            }
            Some("notifications/cancelled") => {
                // A server that reads another id would end a call that goes on here.
                let Ok(named) = cancelled(head.params) else { return false };
                if let Some(id) = named {
                    self.under_way.cancel(&id);
                }
            }
            Some(method) => {
                let Some(id) = id.filter(|_| self.requests.len() < MAX_REQUESTS) else { return true };
                let list = method == "tools/list";
                self.requests.insert(id, if list { Request::List { first: Cursor::is_first(head.params) } } else { Request::Other });
            }
            None => {}
        }
        true
    }

    /// Whether a response of this id may be on its way: it would be taken for that of another request.
    fn is_under_way(&self, id: &Id) -> bool {
        self.requests.contains_key(id) || self.under_way.has(id) || self.upstream.awaits(id)
    }

    async fn call(&mut self, head: &Head<'_>, id: Option<Id>, text: &str) {
        // Without an id nobody could be told what became of it.
        let Some(id) = id else { return self.refuse(None, INVALID_REQUEST, "tools/call needs an id") };
        let params = CallParams::read(head.params);
        let call = params.ok_or_else(|| UNREADABLE_PARAMS.to_owned()).and_then(|params| self.guard.admit(&self.run, id.clone(), &params, text));
        let call = match call {
            Ok(call) => call,
            Err(why) => return self.refuse(Some(&id), INVALID_PARAMS, &why),
        };
        if !self.under_way.begin(&call) {
            return self.refuse(Some(&id), INVALID_REQUEST, "A call with this id is under way");
        }
        let (guard, under_way, upstream, client) = (self.guard.clone(), self.under_way.clone(), self.upstream.clone(), self.client.clone());
        let mut running = Box::pin(async move {
            let answer = guard.answer(guard.attempt(upstream, call).await, &id);
            if let (true, Some(line)) = (under_way.end(&id), answer) {
                client.send(line);
            }
        });
        // Polled once right here: a call that need not wait is sent before the next message of the client is read.
        if poll_fn(|cx| Poll::Ready(running.as_mut().poll(cx).is_pending())).await {
            self.calls.spawn(running);
        }
    }

    /// A line of the server.
    pub(super) fn hear_server(&mut self, incoming: Incoming) {
        let text = match incoming {
            Incoming::Line(text) => text,
            Incoming::NotText(bytes) => return self.notes.passed_over(format_args!("a line of {bytes} bytes that is not UTF-8")),
            Incoming::TooLong(answered) => {
                say("the server wrote a line that is longer than --max-message-mib; passed over");
                return answered.into_iter().for_each(|id| self.failed(&id, Lost::TooLong));
            }
            Incoming::Failed(id, lost) => return self.failed(&id, lost),
        };
        match Message::read(&text) {
            None if text.trim().is_empty() => {}
            None => self.unreadable(text),
            Some(Message::One(head)) => {
                let answers = head.answers();
                if head.is("notifications/tools/list_changed") {
                    self.guard.list_changed();
                }
                self.pass(answers, text);
            }
            Some(Message::Batch(items)) => self.batch(&items),
        }
    }

    fn batch(&mut self, items: &[&RawValue]) {
        let mut rest = Vec::new();
        for item in items {
            let Ok(head) = serde_json::from_str::<Head<'_>>(item.get()) else {
                self.unreadable(item.get().to_owned());
                continue;
            };
            if let Some(id) = head.answers() {
                let Response::Other(_) = self.upstream.respond(&id, item.get().to_owned()) else { continue };
                self.requests.remove(&id);
            }
            rest.push(item.get());
        }
        if !rest.is_empty() {
            self.client.send(line(format!("[{}]", rest.join(","))));
        }
    }

    fn pass(&mut self, answers: Option<Id>, text: String) {
        let Some(id) = answers else {
            self.client.send(line(text));
            return;
        };
        let Response::Other(text) = self.upstream.respond(&id, text) else { return };
        if let Some(Request::List { first }) = self.requests.remove(&id)
            && let Some(tools) = self.guard.page(first, &text)
        {
            self.notes.tools(&tools, &self.init);
        }
        self.client.send(line(text));
    }

    /// A line that is no message. What it answers need not be awaited for ever: a call is lost, and of anything else the client may read more than is read here.
    fn unreadable(&mut self, text: String) {
        let id = if serde_json::from_str::<IgnoredAny>(&text).is_ok() {
            doubtful_answer(&text)
        } else {
            // What a server logs may have a response in it.
            let whole = Some(text.trim()).filter(|line| line.starts_with('{') && line.ends_with('}'));
            whole.and_then(|line| answered(line.as_bytes()))
        };
        if id.as_ref().is_some_and(|id| self.upstream.fail(id, Lost::Unreadable)) {
            return;
        }
        if id.is_some_and(|id| self.requests.remove(&id).is_some()) {
            self.client.send(line(text));
        } else {
            self.notes.passed_over(format_args!("a line of {} bytes", text.len()));
        }
    }

    fn failed(&mut self, id: &Id, lost: Lost) {
        let words = lost.words();
        if !self.upstream.fail(id, lost) && self.requests.remove(id).is_some() {
            self.client.send(answer::error(Some(id), CONNECTION_CLOSED, &words));
        }
    }

    /// The server has ended: everything that is still awaited is answered.
    pub(super) async fn end(&mut self, patience: std::time::Duration) {
        self.upstream.end();
        for id in self.requests.drain().map(|(id, _)| id) {
            self.client.send(answer::error(Some(&id), CONNECTION_CLOSED, "The MCP server has ended"));
        }
        let all = async { while self.calls.join_next().await.is_some() {} };
        if tokio::time::timeout(patience, all).await.is_err() {
            // These wait for a pause to end, which is no use any more.
            for id in self.under_way.take() {
                self.client.send(answer::unavailable(&id, &Lost::NotSent));
            }
            self.calls.abort_all();
        }
    }
}

/// Waits for the threads to have written what was sent.
pub(super) async fn written(client: &Outlet, writer: std::thread::JoinHandle<()>, patience: std::time::Duration) {
    client.close();
    let ended = async {
        while !writer.is_finished() {
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        }
    };
    if tokio::time::timeout(patience, ended).await.is_err() {
        say("the client does not read; what it was sent last is lost");
    }
}
