//! Commands over records: `replay`, `inspect`, `export`, and `sample-records`, which makes some.

mod calls;
mod export;
mod input;
mod inspect;
mod replay;
mod rules;
mod sample;

pub(crate) use export::Export;
pub(crate) use inspect::Inspect;
pub(crate) use replay::Replay;
pub(crate) use sample::Sample;

pub(crate) mod help;
