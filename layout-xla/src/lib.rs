//! What XLA writes: the text of HLO and StableHLO modules, protocol buffers, shardings; and
//! the layouts that a TPU chooses.
//!
//! Depend on `tiled-layout`, whose feature `xla` has this package as the module `xla`.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "std")]
pub mod audit;
pub mod hlo;
pub mod proto;
mod remedies;
pub mod shards;
#[cfg(feature = "std")]
pub mod tally;
#[doc(hidden)]
pub mod text;
pub mod tpu;

pub use remedies::{Change, Remedy, remedies};
pub use text::TextError;
