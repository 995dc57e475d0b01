//! The vocabulary of typed decisions: questions with a closed set of answers, put to a decision model about one state, over whatever transport.
//!
//! It knows three forms of question, as the System One wire format has them: a *choice* among labels, a *noul* (a yes-or-no question answered by a probability), and a
//! *score* among ordered situations. What came is [validated](validate()) against what was asked before anybody looks at it. Nothing in here knows about failures or tools; [`decide`](crate::decide) asks about failures.

mod answer;
mod batch;
mod distribution;
mod error;
mod fault;
mod question;
mod validate;

pub use answer::{Answer, Answers, Usage};
pub use batch::Batch;
pub use distribution::{Distribution, Noul, TIE};
#[cfg(feature = "record")]
pub(crate) use distribution::{is_even, is_flat};
pub use error::{EvaluationError, EvaluationErrorKind};
pub use fault::AnswerFault;
pub use question::{ChoiceOption, Form, Question};
pub use validate::{Valid, Validated, validate};
