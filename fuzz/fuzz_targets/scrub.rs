#![no_main]

#[path = "../checks/scrub.rs"]
mod scrub;

libfuzzer_sys::fuzz_target!(|data: &[u8]| scrub::check(data));
