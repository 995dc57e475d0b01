//! What a subscriber sees.

use std::{
    collections::BTreeMap,
    fmt::Debug,
    sync::{Arc, Mutex, OnceLock},
};
use tracing::{
    Dispatch, Event, Id, Subscriber,
    field::{Field, Visit},
    span::{Attributes, Record},
    subscriber::DefaultGuard,
};
use tracing_subscriber::{Layer, layer::Context, prelude::*, registry::LookupSpan};

pub type Fields = BTreeMap<String, String>;

#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    pub name: String,
    pub target: String,
    /// Every field that the event can have.
    pub declared: Vec<String>,
    pub fields: Fields,
}

#[derive(Debug, Default)]
struct Store {
    events: Vec<Seen>,
    spans: Vec<Seen>,
    /// Entered, left, and closed spans in their order: `+`, `-`, `x`.
    moves: String,
}

/// Captures every event and span of this thread while its guard lives.
#[derive(Clone, Debug, Default)]
pub struct Capture(Arc<Mutex<Store>>);

impl Capture {
    pub fn begin() -> (Self, DefaultGuard) {
        // While there is one subscriber alone, an event that another thread meets first is taken for one that nobody wants.
        static SECOND: OnceLock<Dispatch> = OnceLock::new();
        SECOND.get_or_init(|| Dispatch::new(tracing_subscriber::registry()));
        let capture = Self::default();
        let guard = tracing_subscriber::registry().with(capture.clone()).set_default();
        (capture, guard)
    }

    /// The events since the last look.
    pub fn events(&self) -> Vec<Seen> {
        std::mem::take(&mut self.0.lock().unwrap().events)
    }

    pub fn spans(&self) -> Vec<Seen> {
        std::mem::take(&mut self.0.lock().unwrap().spans)
    }

    pub fn moves(&self) -> String {
        std::mem::take(&mut self.0.lock().unwrap().moves)
    }

    /// A mark of the test's own among the moves.
    pub fn mark(&self, mark: char) {
        self.0.lock().unwrap().moves.push(mark);
    }
}

struct Visitor(Fields);

impl Visit for Visitor {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.insert(field.name().to_owned(), format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name().to_owned(), value.to_owned());
    }
}

fn seen(metadata: &tracing::Metadata<'_>, fields: Fields) -> Seen {
    let declared = metadata.fields().iter().map(|field| field.name().to_owned()).collect();
    Seen { name: metadata.name().to_owned(), target: metadata.target().to_owned(), declared, fields }
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Capture {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut visitor = Visitor(Fields::new());
        event.record(&mut visitor);
        self.0.lock().unwrap().events.push(seen(event.metadata(), visitor.0));
    }

    fn on_new_span(&self, attributes: &Attributes<'_>, _: &Id, _: Context<'_, S>) {
        let mut visitor = Visitor(Fields::new());
        attributes.record(&mut visitor);
        self.0.lock().unwrap().spans.push(seen(attributes.metadata(), visitor.0));
    }

    fn on_record(&self, _: &Id, _: &Record<'_>, _: Context<'_, S>) {
        self.mark('r');
    }

    fn on_enter(&self, _: &Id, _: Context<'_, S>) {
        self.mark('+');
    }

    fn on_exit(&self, _: &Id, _: Context<'_, S>) {
        self.mark('-');
    }

    fn on_close(&self, _: Id, _: Context<'_, S>) {
        self.mark('x');
    }
}
