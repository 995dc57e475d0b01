#![no_main]

#[path = "../checks/answers.rs"]
mod answers;

libfuzzer_sys::fuzz_target!(|data: &[u8]| answers::check(data));
