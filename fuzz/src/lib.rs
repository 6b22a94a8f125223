//! What each fuzz target checks of its input. Inputs of texts are texts; in the others each byte
//! is a number that a random choice takes (`Random::of_bytes`).

mod arrays;
mod bytes;
mod grammar;
mod texts;

// A check that tests use too.
#[path = "../../tests/support/dumps.rs"]
mod dumps;

pub use arrays::{copies, packed, positions, regions};
pub use bytes::{headers, hlo, protos};
pub use texts::{grammar, notations, pictures, shardings, stablehlo, text};

/// A target: its name, and what it checks of an input.
pub type Target = (&'static str, fn(&[u8]));

/// All targets, by the names of their folders in `corpus/`.
pub const TARGETS: &[Target] = &[
    ("text", text),
    ("grammar", grammar),
    ("positions", positions),
    ("copies", copies),
    ("regions", regions),
    ("packed", packed),
    ("hlo", hlo),
    ("stablehlo", stablehlo),
    ("protos", protos),
    ("shardings", shardings),
    ("headers", headers),
    ("notations", notations),
    ("pictures", pictures),
];
