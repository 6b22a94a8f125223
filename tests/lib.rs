//! Nothing: the tests are in `integration.rs` and `tools/`.
