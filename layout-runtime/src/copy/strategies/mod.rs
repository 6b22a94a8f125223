//! How a region is copied: [`choose`] decides, and each strategy has a file.

pub(super) mod breakpoints;
pub(super) mod choose;
mod elements;
pub(super) mod partition;
pub(super) mod pieces;
#[cfg(not(feature = "kernels"))]
mod plain_copy;
pub(super) mod sides;
mod strided;
#[cfg(feature = "alloc")]
mod through_rows;

#[cfg(feature = "kernels")]
pub(super) use layout_kernels::{Axis, Destination, Hints, Source, StridedCopy, StridedPlan};
#[cfg(not(feature = "kernels"))]
pub(super) use plain_copy::{Axis, Destination, Hints, Source, StridedCopy, StridedPlan};
