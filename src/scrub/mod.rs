//! The scrubber: what a tool wrote, without anything that is nobody else's business.
//!
//! A decision service sees text from tools only as [`Scrubbed`], and only a [`Scrubber`] makes one. Secrets, people, addresses and long numbers are replaced by placeholders; the
//! words, short codes and structure that say what went wrong stay. `docs/scrub.md` lists both.

mod address;
mod assign;
mod bytes;
mod call;
mod code;
mod confusables;
mod directory;
mod flag;
mod fold;
mod home;
mod item;
mod letters;
mod names;
mod number;
mod owned;
mod paint;
mod pair;
mod pem;
mod phrase;
mod protocol;
mod scrubbed;
mod scrubber;
mod select;
mod shape;
mod spoken;
mod table;
mod token;
mod url;
mod vendors;
mod vocabulary;

pub use scrubbed::{Role, Scrubbed};
pub use scrubber::Scrubber;
#[cfg(feature = "record")]
pub(crate) use scrubber::is_harmless;
pub(crate) use scrubber::whole;
#[cfg(feature = "compare")]
pub(crate) use shape::outline;
pub use shape::shape_of;
