//! Types of other crates, each with an optional feature.

#[cfg(feature = "half")]
mod half;
