#![no_main]

#[path = "../ugi_properties.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|text: &str| properties::replies(text));
