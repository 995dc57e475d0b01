//! Splits: whole groups are held out, and a lock file says so for good.
//!
//! Rows of one tool family (or only of one template), of one session, of one incident, and rows that repeat each other word for word stay together. The group decides the part:
//! the hash of a salt and the group's name. A row that is added later moves no other one, unless it joins two groups.

mod leak;
mod lock;
mod member;
mod plan;

pub use leak::{Leak, LeakKind, leaks};
pub use lock::{Lock, LockedFile, SCHEMA};
pub use member::{By, Member};
pub use plan::{Component, Plan, plan};
