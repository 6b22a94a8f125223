//! Strided copies of bytes, planned by `const fn` and run by vector kernels.
//!
//! A [`StridedCopy`] describes a copy: nested loops, each with an extent and a stride on
//! both sides, around one element; a loop may go backward on either side. A [`StridedPlan`]
//! holds a few of them, with their kernels chosen, and copies from a [`Source`] to a
//! [`Destination`]: slices of bytes, or parts of buffers whose other parts are in use. It checks
//! bounds once per copy.
//!
//! This crate knows nothing of layouts: it runs the copies that `tiled-layout` plans, and
//! that is the crate to use. No public function is generic, so that kernels are compiled
//! once, in this crate.
//!
//! Loops that are contiguous with each other on both sides are fused. The innermost loops then
//! determine the kernel (`kernels`), and the bytes of the copy the order of the other loops and
//! the stores (`exec::cache_policy`).
//!
//! Kernels use AVX2 on x86-64, NEON on AArch64, and arrays of bytes elsewhere. With feature
//! `std` they detect AVX2 at run time; without it, only a program compiled for AVX2 uses
//! it. An x86-64 processor without AVX2 copies with plain loads and stores. Only AVX2 has
//! streaming stores.
//!
//! ```
//! use layout_kernels::{Axis, Destination, Hints, Source, StridedCopy, StridedPlan};
//!
//! // 2 x 4 numbers of 16 bits, in pairs of rows: 0 4, 1 5, 2 6, 3 7.
//! let mut copy = StridedCopy::new(16);
//! assert!(copy.push(Axis { extent: 4, src: 1, dst: 2 }));
//! assert!(copy.push(Axis { extent: 2, src: 4, dst: 1 }));
//! let mut plan = StridedPlan::new(Hints { bytes: 32, by_source: true });
//! assert!(plan.push(&mut copy));
//! let rows: Vec<u8> = (0..8).flat_map(u16::to_le_bytes).collect();
//! let mut pairs = [0; 16];
//! plan.execute(Source::new(&rows), Destination::new(&mut pairs));
//! assert_eq!(pairs[..8], [0, 0, 4, 0, 1, 0, 5, 0]);
//! ```

#![no_std]
#![warn(missing_docs)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod exec;
mod kernels;
mod list;
mod plan;
mod sides;
mod simd;
mod table;
#[cfg(test)]
mod tests;

pub use plan::{Axis, Hints, StridedCopy, StridedPlan};
pub use sides::{Destination, Source};
