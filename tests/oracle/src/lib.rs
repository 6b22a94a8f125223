//! What the tests of `tiled-layout` compare with. Only `laws`, a feature, uses the crates under
//! test.

#![allow(
    clippy::missing_panics_doc,
    reason = "a law panics with the case where it does not hold"
)]

#[cfg(test)]
mod aims;
pub mod data;
pub mod exhaustive;
pub mod help;
#[cfg(feature = "laws")]
pub mod laws;
pub mod mistakes;
pub mod naive;
pub mod part;
pub mod random;
pub mod sharding;
