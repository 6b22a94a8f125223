//! Parts of arrays in place: regions, and subviews, which have a layout of their own.

pub(crate) mod region;
pub(crate) mod subview;
