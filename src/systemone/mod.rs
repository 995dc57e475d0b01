//! The vocabulary of typed decisions: questions with a closed set of answers, put to a decision model about one state, over whatever transport.
//!
//! It knows three forms of question, as the System One wire format has them: a *choice* among labels, a *noul* (a yes-or-no question answered by a probability), and a
//! *score* among ordered situations. Nothing in here knows about failures or tools; [`decide`](crate::decide) asks about failures.

mod answer;
mod batch;
mod error;
mod question;

pub use answer::{Answer, Answers, Usage};
pub use batch::Batch;
pub use error::{EvaluationError, EvaluationErrorKind};
pub use question::{ChoiceOption, Form, Question};
