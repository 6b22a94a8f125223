//! Selects the kernels that the processor supports, and its prefetch and fence
//! instructions.

use crate::kernels::{self, LinesOfRuns, PlannedRuns};
use crate::plan::{Axis, Inner, LINE, Nest, StridedPlan};
use crate::sides::{Destination, Source};
#[cfg(all(target_arch = "x86_64", not(miri)))]
use crate::simd::Avx2 as Widest;
#[cfg(target_arch = "aarch64")]
#[cfg(not(miri))]
use crate::simd::Neon as Widest;
#[cfg(any(miri, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
use crate::simd::Portable as Widest;
use crate::simd::{At, Task, Vector, prefetch_line};

/// A kernel, which runs all loops of a nest.
#[derive(Clone, Copy)]
pub(crate) struct Kernel {
    /// As the module `kernels` requires.
    pub(crate) execute: unsafe fn(&Nest<'_>, At),
    /// True if it requires a processor that [has vectors](has_vectors).
    pub(crate) has_vectors: bool,
    /// True if its stores are streaming stores. It then requires a nest that [fills
    /// lines](crate::plan::KernelNest::fills_lines).
    pub(crate) streams: bool,
}

/// The kernels for the vectors that the processor has.
pub(crate) const VECTORS: Kernel = Kernel {
    execute: kernels::inner::<Widest>,
    has_vectors: true,
    streams: false,
};

/// [`VECTORS`] with streaming stores, on processors that have these.
pub(crate) const STREAMING: Kernel = Kernel {
    streams: Widest::STREAMS,
    ..VECTORS
};

/// Runs of plain loads and stores, for processors without the vectors.
pub(crate) const PLAIN: Kernel = Kernel {
    execute: kernels::plain_runs,
    has_vectors: false,
    streams: false,
};

/// The bytes of the widest vector.
pub(crate) const VECTOR: usize = Widest::BYTES;

/// Returns true if the processor has [`VECTORS`]: known at compile time, or detected if there is
/// a standard library.
#[inline]
pub(crate) fn has_vectors() -> bool {
    #[cfg(any(miri, not(target_arch = "x86_64")))]
    return true;
    #[cfg(all(target_arch = "x86_64", not(miri), feature = "std"))]
    return std::is_x86_feature_detected!("avx2");
    #[cfg(all(target_arch = "x86_64", not(miri), not(feature = "std")))]
    return cfg!(target_feature = "avx2");
}

/// Orders streaming stores before all later stores (`sfence`), as ordinary stores are.
pub(crate) fn finish_streaming() {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: SSE, which has it, is part of x86-64.
    unsafe {
        core::arch::x86_64::_mm_sfence()
    }
}

/// Executes a plan whose copies are all runs in at most two loops.
///
/// # Safety
///
/// As the module `kernels` requires, for these runs and the widest vector.
pub(crate) unsafe fn execute_planned(plan: &StridedPlan, at: At) {
    // SAFETY: the caller promises it.
    unsafe { Widest::execute::<_, PlannedRuns<Widest>>(plan, at) }
}

/// Executes a task compiled for the widest vector, on a processor that has [`VECTORS`].
///
/// # Safety
///
/// The processor has them, and the task's requirements hold.
pub(super) unsafe fn execute_vectorised<P: ?Sized, T: Task<P>>(planned: &P, at: At) {
    // SAFETY: the caller promises it.
    unsafe { Widest::execute::<P, T>(planned, at) }
}

/// Copies, with streaming stores, all cache lines of the destination that begin in one of
/// the runs of `len` bytes. The whole lines are elements.
///
/// # Panics
///
/// When the runs and a cache line after them are out of bounds of a buffer, or the
/// processor does not have [`VECTORS`].
#[track_caller]
pub(crate) fn stream_lines(len: usize, runs: &[Axis], from: Source<'_>, mut to: Destination<'_>) {
    let end = |stride: fn(&Axis) -> usize| {
        let steps = runs.iter().map(|axis| (axis.extent - 1) * stride(axis));
        steps.sum::<usize>() + len + LINE - 1
    };
    assert!(
        end(|axis| axis.src) <= from.len() && end(|axis| axis.dst) <= to.len(),
        "the lines that begin in runs end in both buffers"
    );
    assert!(has_vectors(), "streaming stores are stores of vectors");
    let at = At {
        src: from.as_ptr(),
        dst: to.as_mut_ptr(),
    };
    let run = Inner::Run { len };
    // SAFETY:
    // - a line that begins in a run ends less than a line after the run, and both sides
    //   have these bytes, which are elements;
    // - nothing else uses what is written, so that the sides do not overlap;
    // - the processor has the vectors.
    unsafe { Widest::execute::<_, LinesOfRuns<Widest>>(&Nest::new(&run, runs, 0), at) }
}

/// Prefetches the cache lines of `len` bytes, as [`prefetch_line`].
pub(crate) fn prefetch(from: *const u8, len: usize) {
    for line in (0..len).step_by(LINE) {
        prefetch_line(from.wrapping_add(line));
    }
    prefetch_line(from.wrapping_add(len - 1));
}
