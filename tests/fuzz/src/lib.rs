//! What each fuzz target checks of its input. Inputs of texts are texts; in the others each byte
//! is a number that a random choice takes (`Random::of_bytes`).

#![allow(clippy::missing_panics_doc, reason = "all checks panic")]

mod arrays;
mod bytes;
mod grammar;
mod texts;

// A check that tests use too.
#[path = "../../support/dumps.rs"]
mod dumps;

pub use arrays::{copies, packed, positions, regions};
pub use bytes::{headers, hlo, protos};
pub use texts::{grammar, notations, pictures, shardings, stablehlo, text};
