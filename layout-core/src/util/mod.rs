//! Utilities that do not depend on layouts.

pub mod arithmetic;
pub mod array_string;
#[macro_use]
pub mod array_vec;
pub mod error_text;
pub(crate) mod integer_literal;
pub mod look_alike;
pub mod odometer;
pub mod words;
