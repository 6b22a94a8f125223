//! Utilities that do not depend on layouts.

pub mod array_string;
pub mod array_vec;
pub mod common_multiple;
pub(crate) mod integer_literal;
pub(crate) mod look_alike;
pub mod odometer;
pub mod product;
#[cfg(feature = "alloc")]
pub mod words;
