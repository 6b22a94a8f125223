//! Parts of arrays in place: regions, and subviews, which have a layout of their own.

pub(crate) mod copy_source;
pub(crate) mod equality;
pub(crate) mod region;
mod subview;
