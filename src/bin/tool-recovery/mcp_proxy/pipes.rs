//! Threads that read and write lines. Blocking reads and writes work with whatever a stream is: a pipe, a socket, a terminal or a file.

use super::{
    facts::Lost,
    message::{Head, Id},
};
use std::{
    io::{self, BufRead, BufReader, Read, Write},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};
use tokio::sync::{Notify, mpsc};

/// What a stream gave.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Incoming {
    /// One line, without its end.
    Line(String),
    /// A line of so many bytes that is not UTF-8.
    NotText(usize),
    /// A line that is longer than the bound, and was passed over; the request that it answers, where that can be told.
    TooLong(Option<Id>),
    /// The server cannot answer these requests; why, and whether they can have reached it.
    Failed(Id, Lost),
}

/// How many lines wait between a thread and the relay.
const WAITING: usize = 16;

/// Reads lines until the stream ends: then the channel is closed.
pub(super) fn read(name: &str, stream: impl Read + Send + 'static, limit: usize) -> io::Result<mpsc::Receiver<Incoming>> {
    let (sender, receiver) = mpsc::channel(WAITING);
    thread::Builder::new().name(name.into()).spawn(move || {
        let mut stream = BufReader::with_capacity(64 * 1024, stream);
        while let Ok(Some(line)) = next(&mut stream, limit) {
            if sender.blocking_send(line).is_err() {
                break;
            }
        }
    })?;
    Ok(receiver)
}

fn next(stream: &mut impl BufRead, limit: usize) -> io::Result<Option<Incoming>> {
    let mut bytes = Vec::new();
    let bound = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    if stream.take(bound).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    } else if bytes.len() > limit {
        let tail = last_of_line(stream)?;
        return Ok(Some(Incoming::TooLong(answered_by(first_of(&bytes), &tail))));
    }
    if bytes.last() == Some(&b'\r') {
        bytes.pop();
    }
    let length = bytes.len();
    Ok(Some(String::from_utf8(bytes).map_or(Incoming::NotText(length), Incoming::Line)))
}

/// How much of the ends of a line is looked at that is too long.
const ENDS: usize = 2048;

/// Passes over the rest of a line, and keeps the last of it.
fn last_of_line(stream: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut tail = Vec::new();
    loop {
        let piece = stream.fill_buf()?;
        let end = piece.iter().position(|byte| *byte == b'\n');
        let taken = end.map_or(piece.len(), |end| end + 1);
        tail.extend_from_slice(piece.get(..end.unwrap_or(taken)).unwrap_or_default());
        tail.drain(..tail.len().saturating_sub(ENDS));
        stream.consume(taken);
        if end.is_some() || taken == 0 {
            return Ok(tail);
        }
    }
}

fn first_of(line: &[u8]) -> &[u8] {
    line.get(..ENDS.min(line.len())).unwrap_or_default()
}

/// The id of a response that cannot be read as a whole.
pub(super) fn answered(line: &[u8]) -> Option<Id> {
    answered_by(first_of(line), line.get(line.len().saturating_sub(ENDS)..).unwrap_or_default())
}

/// The id of a response of which only the ends are known: it stands before everything long, or as the last member of all.
fn answered_by(head: &[u8], tail: &[u8]) -> Option<Id> {
    let (head, tail) = (String::from_utf8_lossy(head), String::from_utf8_lossy(tail));
    // Whole members, from the left: what follows them is cut off.
    let whole = |at: usize| format!("{}}}", head.get(..at).unwrap_or_default());
    let last = head.rmatch_indices(',').map(|(at, _)| (at, whole(at))).find(|(_, text)| serde_json::from_str::<Head<'_>>(text).is_ok());
    let known = last.as_ref().and_then(|(_, text)| serde_json::from_str::<Head<'_>>(text).ok());
    let cut = head.get(last.as_ref().map_or_else(|| head.find('{').unwrap_or(0), |(at, _)| *at) + 1..)?.trim_start();
    // A request of the server has an id of its own, which may be that of a call as well.
    let is_response =
        known.as_ref().is_some_and(|known| known.result.is_some() || known.error.is_some()) || cut.starts_with("\"result\"") || cut.starts_with("\"error\"");
    if !is_response || known.as_ref().is_some_and(|known| known.method.is_some()) {
        return None;
    }
    known.and_then(|known| known.id).and_then(Id::read).or_else(|| {
        let member = tail.trim_end().strip_suffix('}')?;
        // The quotation marks of a member's name cannot stand in a text unescaped, so that this one is a member of the message itself.
        let (_, value) = member.rsplit_once("\"id\"")?;
        Id::read(serde_json::from_str(value.trim_start().strip_prefix(':')?).ok()?)
    })
}

/// Where lines are sent to. Sending never waits; whoever reads further input waits for [`room`](Outlet::room) first.
#[derive(Clone)]
pub(super) struct Outlet {
    lines: Arc<Mutex<Option<mpsc::UnboundedSender<Vec<u8>>>>>,
    gauge: Arc<Gauge>,
}

#[derive(Default)]
struct Gauge {
    bytes: AtomicUsize,
    drained: Notify,
}

/// How many bytes may wait to be written before no further input is read.
const FULL: usize = 8 * 1024 * 1024;

impl Outlet {
    pub(super) fn new() -> (Self, Drain) {
        let (sender, lines) = mpsc::unbounded_channel();
        let gauge = Arc::<Gauge>::default();
        (Self { lines: Arc::new(Mutex::new(Some(sender))), gauge: gauge.clone() }, Drain { lines, gauge })
    }

    /// `false` where nobody takes lines any more.
    pub(super) fn send(&self, line: Vec<u8>) -> bool {
        let bytes = line.len();
        self.gauge.bytes.fetch_add(bytes, Ordering::SeqCst);
        let sent = self.lines().as_ref().is_some_and(|lines| lines.send(line).is_ok());
        if !sent {
            self.gauge.bytes.fetch_sub(bytes, Ordering::SeqCst);
        }
        sent
    }

    /// Ends the stream behind what was sent.
    pub(super) fn close(&self) {
        self.lines().take();
    }

    /// Whether whoever takes the lines is gone.
    pub(super) fn is_closed(&self) -> bool {
        self.lines().as_ref().is_none_or(mpsc::UnboundedSender::is_closed)
    }

    /// Waits until whoever takes the lines is gone.
    pub(super) async fn closed(&self) {
        loop {
            let drained = self.gauge.drained.notified();
            if self.is_closed() {
                return;
            }
            drained.await;
        }
    }

    fn lines(&self) -> std::sync::MutexGuard<'_, Option<mpsc::UnboundedSender<Vec<u8>>>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until little enough is waiting to be written.
    pub(super) async fn room(&self) {
        loop {
            let drained = self.gauge.drained.notified();
            if self.gauge.bytes.load(Ordering::SeqCst) < FULL || self.is_closed() {
                return;
            }
            drained.await;
        }
    }
}

/// The other end of an [`Outlet`].
pub(super) struct Drain {
    lines: mpsc::UnboundedReceiver<Vec<u8>>,
    gauge: Arc<Gauge>,
}

impl Drain {
    pub(super) async fn next(&mut self) -> Option<Vec<u8>> {
        let line = self.lines.recv().await?;
        self.gauge.took(line.len());
        Some(line)
    }

    /// Writes lines until the outlet is closed or the stream is.
    pub(super) fn write(mut self, name: &str, mut stream: impl Write + Send + 'static) -> io::Result<thread::JoinHandle<()>> {
        thread::Builder::new().name(name.into()).spawn(move || {
            while let Some(line) = self.lines.blocking_recv() {
                let written = stream.write_all(&line).and_then(|()| stream.flush());
                self.gauge.took(line.len());
                if written.is_err() {
                    break;
                }
            }
        })
    }
}

impl Drop for Drain {
    fn drop(&mut self) {
        self.lines.close();
        self.gauge.drained.notify_waiters();
    }
}

impl Gauge {
    fn took(&self, bytes: usize) {
        self.bytes.fetch_sub(bytes, Ordering::SeqCst);
        self.drained.notify_waiters();
    }
}

#[cfg(test)]
#[path = "pipes_tests.rs"]
mod tests;
