//! Plans: from strided copies to loop nests around kernels.

mod axis;
pub(crate) mod gather_block;
mod kernel_choice;
mod kernel_nest;
pub(crate) mod lane_shuffle;
mod loop_order;
mod odometer;
mod strided_copy;
mod strided_plan;

pub use axis::Axis;
pub(crate) use axis::{Axes, NO_AXIS, goes_backward};
pub(crate) use kernel_choice::{Choice, Inner, Kernels};
pub(crate) use kernel_nest::{Extents, KernelNest, Nest, PREFETCH_DISTANCE};
pub(crate) use odometer::Odometer;
pub(crate) use strided_copy::sort;
pub use strided_copy::{Hints, StridedCopy};
pub(crate) use strided_plan::Planned;
pub use strided_plan::StridedPlan;

/// A cache line, in bytes.
pub(crate) const LINE: usize = 64;

/// The smallest common page size, in bytes.
pub(crate) const PAGE: usize = 4096;

/// The bytes of the smallest common first-level cache.
pub(crate) const L1_BYTES: usize = if cfg!(small_limits) { 32 } else { 32 << 10 };

/// Bytes that a second-level cache holds, with room for as many others.
pub(crate) const L2_BYTES: usize = 256 << 10;

/// The distance in bytes at which lines map to the same set of the first-level cache.
pub(crate) const SETS: usize = 4096;

/// Returns true if the first-level cache cannot hold one line of each of `lines` columns, or
/// rows, that are `pitch` bytes apart.
#[inline(always)]
pub(crate) const fn overflow(lines: usize, pitch: usize) -> bool {
    const WAYS: usize = 8;
    let shared = pitch.trailing_zeros();
    let sets = if shared < SETS.ilog2() {
        SETS >> shared
    } else {
        1
    };
    lines > sets * WAYS
}

/// The bytes of a lane, which is also the shortest vector.
pub(crate) const LANE: usize = 16;
