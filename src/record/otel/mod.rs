//! Records as OpenTelemetry spans and events, with the names of the GenAI semantic conventions.

mod names;
mod pending;
mod sink;

pub use sink::OtelSink;
