//! Sessions run in the order of their steps; answers leave in the order of the input.

use super::replay::Replay;
use std::{
    collections::{HashMap, HashSet, VecDeque, hash_map::RandomState},
    hash::BuildHasher as _,
    io::{self, Write},
    rc::Rc,
    sync::Arc,
};
use tool_recovery::corpus::{Fault, Row};

/// What a waiting row costs beside its text, about.
const OVERHEAD: usize = 128;

/// Takes rows in the order of the input, and writes their answers in that order.
///
/// A row that belongs to a session waits until the input has ended, because a later line may hold an earlier step; so do the answers behind it. When what waits exceeds the
/// bound, the session that began first is taken for complete.
pub(super) struct Order<W> {
    out: W,
    replay: Replay,
    waiting: VecDeque<Place>,
    /// The number of the first waiting place.
    first: u64,
    sessions: HashMap<Rc<str>, Vec<Held>>,
    /// Sessions that ran before the input had ended, by their hash.
    closed: HashSet<u64>,
    hasher: RandomState,
    bytes: usize,
    bound: usize,
}

/// A place in the output.
enum Place {
    /// An answer, which waits for those before it.
    Answer(String),
    /// Nothing is written here: the row failed.
    Nothing,
    /// A row that waits for its session.
    Row(Rc<str>),
}

/// A row that waits, as its text: parsed it could be many times as large.
struct Held {
    step: i64,
    place: u64,
    text: Box<[u8]>,
}

/// Why a row has no answer.
pub(super) enum Refusal {
    /// It is no row.
    Fault(Fault),
    /// Its session was taken for complete before.
    Late,
    /// Something else; not the row's fault.
    Other(String),
    /// The answers cannot be written.
    Io(io::Error),
}

impl<W: Write> Order<W> {
    pub(super) fn new(out: W, replay: Replay, bound: usize) -> Self {
        Self { out, replay, waiting: VecDeque::new(), first: 0, sessions: HashMap::new(), closed: HashSet::new(), hasher: RandomState::new(), bytes: 0, bound }
    }

    /// Takes one line of the input.
    pub(super) fn take(&mut self, line: &[u8]) -> Result<(), Refusal> {
        let row = Row::parse(line).map_err(Refusal::Fault)?;
        match row.step.clone() {
            Some((session, step)) => self.hold(session.as_str().into(), step, line)?,
            None => {
                let answer = self.replay.run().call(&Arc::new(row)).map_err(Refusal::Other)?;
                if self.waiting.is_empty() {
                    return write_line(&mut self.out, &answer);
                }
                self.bytes += answer.len() + OVERHEAD;
                self.waiting.push_back(Place::Answer(answer));
            }
        }
        while self.bytes > self.bound {
            self.settle_first(true)?;
        }
        Ok(())
    }

    /// The input has ended: runs what waits and writes it.
    pub(super) fn finish(&mut self) -> Result<(), Refusal> {
        while !self.waiting.is_empty() {
            self.settle_first(false)?;
        }
        self.out.flush().map_err(Refusal::Io)
    }

    fn hold(&mut self, session: Rc<str>, step: i64, line: &[u8]) -> Result<(), Refusal> {
        if self.closed.contains(&self.hasher.hash_one(&*session)) {
            return Err(Refusal::Late);
        }
        let place = self.first + self.waiting.len() as u64;
        self.bytes += line.len() + OVERHEAD;
        self.waiting.push_back(Place::Row(session.clone()));
        self.sessions.entry(session).or_default().push(Held { step, place, text: line.into() });
        Ok(())
    }

    /// Runs the session of the first waiting row, and writes all answers that then stand first.
    fn settle_first(&mut self, early: bool) -> Result<(), Refusal> {
        if let Some(Place::Row(session)) = self.waiting.front() {
            let session = session.clone();
            if early {
                self.closed.insert(self.hasher.hash_one(&*session));
            }
            self.settle(&session)?;
        }
        while self.waiting.front().is_some_and(|place| !matches!(place, Place::Row(_))) {
            let Some(place) = self.waiting.pop_front() else { break };
            self.first += 1;
            if let Place::Answer(answer) = place {
                self.bytes = self.bytes.saturating_sub(answer.len() + OVERHEAD);
                write_line(&mut self.out, &answer)?;
            }
        }
        Ok(())
    }

    fn settle(&mut self, session: &str) -> Result<(), Refusal> {
        let mut rows = self.sessions.remove(session).unwrap_or_default();
        rows.sort_by_key(|row| (row.step, row.place));
        let mut run = self.replay.run();
        let mut failed = Ok(());
        for held in rows {
            self.bytes = self.bytes.saturating_sub(held.text.len() + OVERHEAD);
            let answer = Row::parse(&held.text).map_err(Refusal::Fault).and_then(|row| run.call(&Arc::new(row)).map_err(Refusal::Other));
            let place = usize::try_from(held.place - self.first).ok().and_then(|at| self.waiting.get_mut(at));
            let (filled, outcome) = match answer {
                Ok(answer) => {
                    self.bytes += answer.len() + OVERHEAD;
                    (Place::Answer(answer), Ok(()))
                }
                Err(refusal) => (Place::Nothing, Err(refusal)),
            };
            if let Some(place) = place {
                *place = filled;
            }
            failed = failed.and(outcome);
        }
        failed
    }
}

fn write_line(out: &mut impl Write, answer: &str) -> Result<(), Refusal> {
    writeln!(out, "{answer}").map_err(Refusal::Io)
}
