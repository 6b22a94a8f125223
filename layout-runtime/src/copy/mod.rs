//! Copies between layouts.
//!
//! `strategies/choose.rs` decides how a region is copied, and has the table of strategies.
//! `plan` keeps a decision, to run it many times; `copy_from` makes one for two views, at
//! compile time if both layouts are static. `convert` copies elements of another type.

mod bands;
mod convert;
pub(crate) mod copy_from;
pub(crate) mod error;
mod no_uninit;
#[cfg(feature = "alloc")]
mod packed_blocks;
mod plan;
mod row_major;
mod steps;
mod strategies;
mod strided;
#[cfg(all(test, feature = "alloc"))]
mod tests;
mod view;

pub use error::{CopyError, CopySide};
pub use no_uninit::NoUninit;
pub use plan::CopyPlan;
#[cfg(feature = "alloc")]
pub use strategies::loop_nest::{LoopNest, StridedLoop};
pub use strided::{Strided, StridedMut};
