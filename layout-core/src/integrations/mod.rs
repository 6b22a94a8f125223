//! Traits of other crates for types here, each with an optional feature.

#[cfg(feature = "serde")]
pub mod serde;
