//! What must not compile, and what the compiler says then.
//!
//! Promises of the types: a call runs only with the one admission that was made for it; advice is plain data; text of a tool is not printed or handed on by accident, and what goes
//! to a decision service has been scrubbed.
//! And the messages for a part that does not fit. They are compared with `tests/ui/*.stderr`; `TRYBUILD=overwrite cargo test --all-features --test compile_fail` writes
//! them anew. The first run builds every dependency once more and takes minutes.

#[test]
fn the_types_keep_their_promises() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
