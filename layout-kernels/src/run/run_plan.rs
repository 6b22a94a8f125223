//! Runs a `CopyPlan`: small moves by the kernels that were chosen when it was made,
//! others by kernels that suit the caches.

use super::{CachePolicy, PLAIN, VECTORS, has_vectors, run_nest, run_planned};
use crate::plan::{Axis, Choice, CopyPlan, Inner, Nest, Planned, StridedCopy, ahead};
use crate::simd::At;

/// The most bytes of a small move, on both sides together: a first-level cache holds
/// them.
const SMALL: usize = 1 << 15;

impl CopyPlan {
    /// Runs all copies, from `src` to `dst`.
    ///
    /// # Panics
    ///
    /// When a copy is out of bounds of a buffer.
    pub fn run(&self, src: &[u8], dst: &mut [u8]) {
        if self.hints.bytes <= SMALL && has_vectors() && self.are_runs_within(src, dst) {
            let at = At {
                src: src.as_ptr(),
                dst: dst.as_mut_ptr(),
            };
            // SAFETY: all copies are runs in two loops, which the slices have; these do
            // not overlap, because one is `&mut`; and the processor has the vectors.
            return unsafe { run_planned(self, at) };
        }
        let policy = CachePolicy::of(self.hints.bytes);
        for planned in &self.copies {
            self.run_one(planned, policy, src, dst);
        }
    }

    /// Whether all copies are runs in at most two loops, within buffers.
    fn are_runs_within(&self, src: &[u8], dst: &[u8]) -> bool {
        self.copies.iter().all(|planned| {
            matches!(planned.kernel, Choice::Run { .. })
                && planned.end - planned.first <= 2
                && src.len() >= planned.extents.src_end
                && dst.len() >= planned.extents.dst_end
        })
    }

    /// [`run`](CopyPlan::run) by the threads of rayon's pool, with the same
    /// result. No two of them write to one cache line.
    ///
    /// # Panics
    ///
    /// As [`run`](CopyPlan::run).
    #[cfg(feature = "rayon")]
    pub fn par_run(&self, src: &[u8], dst: &mut [u8]) {
        let policy = CachePolicy::of_threads(self.hints.bytes);
        for planned in &self.copies {
            if policy == CachePolicy::InOrder || matches!(planned.kernel, Choice::Bits { .. }) {
                self.run_one(planned, policy, src, dst);
            } else {
                let copy = self.strided(planned);
                copy.par_run_with(policy, self.hints.by_source, src, dst);
            }
        }
    }

    fn run_one(&self, planned: &Planned, policy: CachePolicy, src: &[u8], dst: &mut [u8]) {
        let loops = self.loops_of(planned);
        let in_order = policy == CachePolicy::InOrder && has_vectors();
        let nest = planned.kernel.inner(loops);
        let nest = match &nest {
            Some((inner, loops)) if in_order || matches!(inner, Inner::Bits { .. }) => {
                Nest::new(inner, loops, ahead(self.hints.by_source))
            }
            _ => {
                let copy = self.strided(planned);
                return copy.run_with(policy, self.hints.by_source, src, dst);
            }
        };
        let kernel = if in_order { VECTORS } else { PLAIN };
        // SAFETY: `push` took the loops and the extents from one nest.
        unsafe { run_nest(&nest, &planned.extents, kernel, src, dst) }
    }

    /// The copy that was planned.
    fn strided(&self, planned: &Planned) -> StridedCopy {
        let size = planned.size;
        let mut copy = StridedCopy::new(8 * size);
        (copy.src, copy.dst) = (
            planned.extents.src_start / size,
            planned.extents.dst_start / size,
        );
        let run = Axis {
            extent: planned.kernel.unit() / size,
            src: 1,
            dst: 1,
        };
        let loops = self.loops_of(planned);
        let loops = loops.iter().map(|axis| axis.divided(size));
        for axis in [run].into_iter().chain(loops) {
            assert!(
                copy.push(axis),
                "a copy has no more loops than when it was made"
            );
        }
        copy
    }
}
