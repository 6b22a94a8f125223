//! Copies between layouts.
//!
//! A copy is planned, then run. The plan is a few *strided copies*: nested loops, each with an
//! extent and a stride on both sides. The crate `layout-kernels` runs them on bytes.
//!
//! ```text
//! two layouts -> breakpoints of each dimension -> pieces -> strided copies -> kernels
//! ```
//!
//! `strategies/choose.rs` decides how a region is copied, and has the table of strategies.
//! `plan` keeps a decision, to run it many times; `copy_from` makes one for two views, at
//! compile time if both layouts are static. `convert` copies elements of another type.
//!
//! The time to plan depends on the number of terms and pieces, not on the number of elements.
//! Between two static layouts, strided copies are a constant of less than 2 KB, and the program does
//! not contain the layouts.

mod array;
#[cfg(feature = "alloc")]
mod bands;
#[cfg(feature = "alloc")]
mod buffer;
mod convert;
pub(crate) mod copy_from;
mod display;
pub(crate) mod error;
#[cfg(feature = "alloc")]
mod packed_blocks;
mod plan;
pub(crate) mod row_major;
mod steps;
mod strategies;
#[cfg(all(test, feature = "alloc"))]
mod tests;

pub use error::{CopyError, CopySide};
pub use plan::{CopyPlan, PlanSide};
