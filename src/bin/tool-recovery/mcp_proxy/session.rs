//! One client and one server, from the first message to the last process.

use super::{
    child::{self, Group, STEP, Server, Signal},
    notes::say,
    pipes::{Incoming, Outlet},
    relay::{Relay, written},
    signals::Signals,
};
use std::{future::pending, io, pin::Pin, thread::JoinHandle, time::Duration};
use tokio::{
    sync::{mpsc, oneshot},
    time::{Sleep, sleep, timeout},
};

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The client went away, and the server after it.
    Client,
    /// The server ended by itself.
    Server,
    /// A signal ended it.
    Signal(Signal),
}

/// The ends of a session.
pub(super) struct Session {
    pub(super) relay: Relay,
    pub(super) client: mpsc::Receiver<Incoming>,
    pub(super) writer: JoinHandle<()>,
    pub(super) server: Served,
    /// How long a server may go on without its client.
    pub(super) grace: Duration,
}

/// The server's side.
pub(super) struct Served {
    pub(super) lines: mpsc::Receiver<Incoming>,
    pub(super) process: Option<(Group, oneshot::Receiver<()>)>,
}

impl From<Server> for Served {
    fn from(server: Server) -> Self {
        Self { lines: server.lines, process: Some((server.group, server.ended)) }
    }
}

/// How far the end of the server is.
struct Ending {
    /// Why it has to end.
    why: Option<End>,
    /// The next step, and when it is taken.
    step: Step,
    at: Option<Pin<Box<Sleep>>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Terminate,
    Kill,
    GiveUp,
}

/// How long the last lines of a server are awaited after its process has ended, in case something else holds its output open.
const LAST_LINES: Duration = Duration::from_millis(500);

impl Session {
    pub(super) async fn run(mut self) -> io::Result<End> {
        let mut signals = Signals::new()?;
        let (group, mut exited) = self.server.process.map_or((None, None), |(group, ended)| (Some(group), Some(ended)));
        let (client, server) = (self.relay.client.clone(), self.relay.server.clone());
        let mut ending = Ending { why: None, step: Step::Terminate, at: None };
        loop {
            let clients_turn = ending.why.is_none();
            tokio::select! {
                incoming = next(&client, &mut self.server.lines) => match incoming {
                    Some(incoming) => {
                        self.relay.hear_server(incoming);
                        // A call that took this line answers its client before the next line is read: messages keep their order.
                        tokio::task::yield_now().await;
                    }
                    None => break,
                },
                incoming = next_of_client(&client, &server, &mut self.client), if clients_turn => match incoming {
                    Some(incoming) => self.relay.hear_client(incoming).await,
                    None => {
                        // The server sees the same end of input that it would see without us.
                        self.relay.server.close();
                        ending.begin(End::Client, self.grace);
                    }
                },
                () = gone(&mut exited) => {
                    exited = None;
                    ending.at = Some(Box::pin(sleep(LAST_LINES)));
                    ending.step = Step::GiveUp;
                    if let Some(group) = &group {
                        // What the server left behind would hold its output open.
                        group.signal(Signal::Kill);
                    }
                }
                signal = signals.next() => {
                    if let Some(group) = &group {
                        group.signal(signal);
                    }
                    self.relay.server.close();
                    ending.begin(End::Signal(signal), STEP);
                }
                () = until(&mut ending.at) => if !ending.next(group.as_ref()) { break },
                Some(_) = self.relay.calls.join_next() => {}
            }
        }
        let end = ending.why.unwrap_or(End::Server);
        self.relay.end(STEP).await;
        // It may have closed its output before its end.
        let _ = timeout(STEP, ended(&mut exited)).await;
        let status = group.and_then(|group| group.reap());
        if end == End::Server {
            say(format_args!("the server {}", child::told(status)));
        }
        written(&self.relay.client, self.writer, STEP).await;
        Ok(end)
    }
}

impl Ending {
    fn begin(&mut self, why: End, patience: Duration) {
        self.why = Some(self.why.unwrap_or(why));
        self.at = Some(Box::pin(sleep(patience)));
    }

    /// Takes the next step. `false` when there is none.
    fn next(&mut self, group: Option<&Group>) -> bool {
        let (signal, step) = match self.step {
            Step::Terminate => (Signal::Terminate, Step::Kill),
            Step::Kill => (Signal::Kill, Step::GiveUp),
            Step::GiveUp => return false,
        };
        if let Some(group) = group {
            group.signal(signal);
        }
        (self.step, self.at) = (step, Some(Box::pin(sleep(STEP))));
        true
    }
}

/// The server's next line, once the client has room for it.
async fn next(client: &Outlet, lines: &mut mpsc::Receiver<Incoming>) -> Option<Incoming> {
    client.room().await;
    lines.recv().await
}

/// The client's next line, once there is room for what comes of it. `None` also when the client no longer reads.
async fn next_of_client(client: &Outlet, server: &Outlet, lines: &mut mpsc::Receiver<Incoming>) -> Option<Incoming> {
    server.room().await;
    tokio::select! {
        line = lines.recv() => line,
        () = client.closed() => None,
    }
}

async fn gone(exited: &mut Option<oneshot::Receiver<()>>) {
    match exited {
        Some(exited) => {
            if exited.await.is_err() {
                pending::<()>().await;
            }
        }
        None => pending().await,
    }
}

/// Waits for the end of a process that has not ended yet.
async fn ended(exited: &mut Option<oneshot::Receiver<()>>) {
    if let Some(exited) = exited {
        let _ = exited.await;
    }
}

async fn until(at: &mut Option<Pin<Box<Sleep>>>) {
    match at {
        Some(at) => at.await,
        None => pending().await,
    }
}
