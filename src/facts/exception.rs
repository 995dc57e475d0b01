//! Exceptions of interpreted languages: a type name and a message.

use super::{Adapter, Code, FactExtractor, Facts, Judgement, Provenance, UntrustedText, status};
use crate::admission::ToolDescriptor;
use std::borrow::Cow;

/// An exception that a tool in another language raised.
pub trait Exception {
    /// The name of its type, such as `TimeoutError` or `requests.exceptions.ConnectionError`. It must come from the runtime, not from a text.
    fn type_name(&self) -> &str;

    /// Its message, with the traceback where there is one.
    fn message(&self) -> Cow<'_, str>;
}

/// An exception as plain data.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Raised {
    /// The name of the type.
    pub type_name: Box<str>,
    /// The message.
    pub message: Box<str>,
}

impl Exception for Raised {
    fn type_name(&self) -> &str {
        &self.type_name
    }

    fn message(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.message)
    }
}

/// `Debug` prints the type alone: the message may hold anything.
impl std::fmt::Debug for Raised {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Raised").field("type_name", &Code::name(&self.type_name)).finish_non_exhaustive()
    }
}

/// Facts from an error that is an [`Exception`]. Every `Ok` is a success.
///
/// A raised exception never proves that nothing happened, whatever its name: the code before it ran. Its name may settle the class.
///
/// ```
/// use tool_recovery::{admission::ToolDescriptor, facts::{FactExtractor, ExceptionFacts, Judgement, Reach, exception::Raised}};
///
/// let raised = Raised { type_name: "FileNotFoundError".into(), message: "no such file".into() };
/// let outcome: Result<&(), _> = Err(&raised);
/// let Judgement::Failure(facts) = ExceptionFacts::new().judge(&ToolDescriptor::new("python"), outcome) else { unreachable!() };
/// assert_eq!(facts.reach, Reach::MayHaveReached);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExceptionFacts {
    _private: (),
}

impl ExceptionFacts {
    /// Reads the type name and the message.
    #[must_use]
    pub const fn new() -> Self {
        Self { _private: () }
    }
}

/// The facts of an exception, such as one from a record.
#[must_use]
pub fn exception_facts(type_name: &str, message: UntrustedText) -> Facts {
    Facts::new(Provenance::new(Adapter::Exception, "type")).code(Code::name(type_name)).settled_by(status::exception(type_name)).text_from(message, "message")
}

impl<T, E: Exception> FactExtractor<T, E> for ExceptionFacts {
    #[inline]
    fn judge(&self, _: &ToolDescriptor, outcome: Result<&T, &E>) -> Judgement {
        match outcome {
            Ok(_) => Judgement::Success,
            Err(error) => exception_facts(error.type_name(), UntrustedText::new(&error.message())).into(),
        }
    }
}

#[cfg(test)]
#[path = "exception_tests.rs"]
mod tests;
