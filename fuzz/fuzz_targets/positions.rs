#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| layout_fuzz::positions(data));
