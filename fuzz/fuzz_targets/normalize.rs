#![no_main]

#[path = "../checks/normalize.rs"]
mod normalize;

libfuzzer_sys::fuzz_target!(|data: &[u8]| normalize::check(data));
