//! What XLA writes: the text of HLO and StableHLO modules, protocol buffers, shardings; and
//! the layouts that a TPU chooses.
//!
//! Depend on `tiled-layout`, whose feature `xla` has this package as the module `xla`.

#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

extern crate alloc;

#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
pub mod audit;
pub mod hlo;
#[cfg(feature = "std")]
mod liveness;
pub mod proto;
mod remedies;
pub mod shards;
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
pub mod tally;
#[doc(hidden)]
pub mod text;
pub mod tpu;

pub use remedies::{Change, Remedy, remedies};
pub use text::TextError;
