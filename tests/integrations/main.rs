//! Types of other crates, each with its feature.

#[cfg(feature = "half")]
mod half;
