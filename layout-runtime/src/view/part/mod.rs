//! Parts of arrays without copying: regions, and subviews, which have their own layout.

pub(crate) mod region;
pub(crate) mod subview;
