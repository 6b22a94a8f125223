//! Runs strided copies with the kernels of the processor, and cached or non-temporal
//! stores.

mod bit_blocks;
mod bits;
mod cache_policy;
mod dispatch;
#[cfg(feature = "rayon")]
mod parallel;
mod plan;
mod sink;
mod streaming;
mod two_steps;
mod whole_lines;

pub(crate) use cache_policy::CachePolicy;
#[cfg(all(test, unix, not(miri)))]
pub(crate) use dispatch::{Kernel, STREAMING};
pub(crate) use dispatch::{PLAIN, VECTORS, execute_planned, has_vectors};

use crate::plan::{Extents, Hints, Inner, KernelNest, Kernels, Nest, StridedCopy, goes_backward};
use crate::sides::{Destination, Source};
use crate::simd::At;
#[cfg(not(all(test, unix, not(miri))))]
use dispatch::Kernel;

impl KernelNest {
    /// Executes the loops.
    ///
    /// # Panics
    ///
    /// When the loops are out of bounds of a buffer.
    #[track_caller]
    pub(crate) fn execute(&self, src: Source<'_>, dst: Destination<'_>) {
        self.execute_by(VECTORS, 0, src, dst);
    }

    /// Executes the loops with a kernel that prefetches `ahead` bytes ahead.
    #[track_caller]
    pub(crate) fn execute_by(
        &self,
        kernel: Kernel,
        ahead: usize,
        src: Source<'_>,
        dst: Destination<'_>,
    ) {
        assert!(
            !kernel.streams || self.fills_lines(dst.addr()),
            "a kernel of streaming stores has whole lines to store"
        );
        let mut nest = Nest::new(&self.inner, &self.loops, ahead);
        nest.streams = kernel.streams;
        CachePolicy::shape_blocks(&mut nest, self.extents.dst_end);
        // SAFETY: the extents are those of the loops, and these fill lines if
        // the kernel streams.
        unsafe { execute_nest(nest, &self.extents, kernel, src, dst) }
    }
}

/// Executes a nest.
///
/// # Safety
///
/// `extents` are those of the loops: they begin at its starts, and all that they touch lies between
/// the starts of the buffers and its ends. If the kernel streams, the nest fills lines.
///
/// # Panics
///
/// When the loops are out of bounds of a buffer, or the processor lacks the
/// kernel's vectors.
#[track_caller]
pub(crate) unsafe fn execute_nest(
    mut nest: Nest<'_>,
    extents: &Extents,
    kernel: Kernel,
    src: Source<'_>,
    mut dst: Destination<'_>,
) {
    assert!(
        src.len() >= extents.src_end && dst.len() >= extents.dst_end,
        "the buffers are as long as what the copy touches"
    );
    assert!(
        !kernel.has_vectors || has_vectors(),
        "only processors with vectors run their kernels"
    );
    if let Inner::Bits { bits } = *nest.inner {
        return bits::copy_bits(&nest, extents, bits, src, dst);
    }
    nest.owns_src_gaps = src.owns_gaps();
    nest.owns_dst_gaps = dst.owns_gaps();
    let at = At {
        src: src.as_ptr(),
        dst: dst.as_mut_ptr(),
    };
    let at = at.plus(extents.src_start, extents.dst_start);
    // SAFETY:
    // - the loops touch elements, which lie between the starts of the buffers and the ends: both
    //   sides have these bytes; between them only what a side owns;
    // - nothing else uses what the copy writes, so that the sides do not overlap;
    // - the processor has the vectors, and the caller promises the lines.
    unsafe { (kernel.execute)(&nest, at) }
}

impl StridedCopy {
    /// Plans the copy, executes it, and drops the plan.
    ///
    /// # Panics
    ///
    /// When the copy is out of bounds of a buffer.
    #[track_caller]
    pub fn execute(&self, hints: Hints, src: Source<'_>, dst: Destination<'_>) {
        let mut copy = *self;
        copy.turn();
        copy.execute_with(CachePolicy::of(hints.bytes), hints.by_source, src, dst);
    }

    #[track_caller]
    pub(crate) fn execute_with(
        &self,
        policy: CachePolicy,
        by_source: bool,
        src: Source<'_>,
        mut dst: Destination<'_>,
    ) {
        if !has_vectors() {
            return self.nest_of_runs(by_source).execute_by(PLAIN, 0, src, dst);
        }
        if policy != CachePolicy::Streaming && self.execute_in_two_steps(src, dst.reborrow()) {
            return;
        }
        let kernels = Kernels::between(src, &dst);
        // The other orders and stores are for loops that go forward.
        if policy == CachePolicy::InOrder || goes_backward(&self.axes) {
            return self.nest_of(by_source, kernels).execute(src, dst);
        }
        let merged = self.merged();
        let mut nest = merged.nest_of(!by_source, kernels);
        let streams = policy == CachePolicy::Streaming || nest.writes_conflict();
        if streams && merged.execute_streaming(&nest, by_source, src, dst.reborrow()) {
            return;
        }
        if streams || matches!(nest.inner, Inner::Shuffle(_)) {
            nest = merged.nest_of(by_source, kernels);
        }
        nest.execute(src, dst);
    }
}
