//! Utilities that do not depend on layouts.

pub(crate) mod array_string;
pub(crate) mod array_vec;
pub(crate) mod axis;
pub(crate) mod common_multiple;
pub(crate) mod disjoint_slice;
pub(crate) mod integer_literal;
pub(crate) mod last_segment;
pub(crate) mod odometer;
pub(crate) mod product;
