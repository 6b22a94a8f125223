//! Executes a `StridedPlan`: small copies with the kernels chosen when it was made, larger ones
//! with kernels that suit the caches.

use super::{CachePolicy, PLAIN, VECTORS, execute_nest, execute_planned, has_vectors};
#[cfg(feature = "rayon")]
use crate::plan::Choice;
use crate::plan::{Inner, L1_BYTES, Nest, Planned, StridedCopy, StridedPlan};
use crate::sides::{Destination, Source};
use crate::simd::At;

impl StridedPlan {
    /// Executes all copies, from `src` to `dst`.
    ///
    /// # Panics
    ///
    /// When a copy is out of bounds of a buffer.
    #[track_caller]
    pub fn execute(&self, src: Source<'_>, mut dst: Destination<'_>) {
        if self.hints.bytes <= L1_BYTES && has_vectors() && self.are_few_runs_within(src, &dst) {
            let at = At {
                src: src.as_ptr(),
                dst: dst.as_mut_ptr(),
            };
            // SAFETY: all copies are runs in two loops, whose elements both sides have;
            // nothing else uses what they write, so that the sides do not overlap; and the
            // processor has the vectors.
            return unsafe { execute_planned(self, at) };
        }
        let policy = CachePolicy::of(self.hints.bytes);
        for planned in &self.copies {
            self.execute_one(planned, policy, src, dst.reborrow());
        }
    }

    /// Returns true if all copies are runs in at most two loops, few or long, within buffers.
    fn are_few_runs_within(&self, src: Source<'_>, dst: &Destination<'_>) -> bool {
        self.copies.iter().all(|planned| {
            planned.few_runs
                && src.len() >= planned.extents.src_end
                && dst.len() >= planned.extents.dst_end
        })
    }

    /// [`execute`](StridedPlan::execute) by the threads of rayon's pool, with the same
    /// result.
    ///
    /// # Panics
    ///
    /// As [`execute`](StridedPlan::execute).
    #[cfg(feature = "rayon")]
    #[track_caller]
    pub fn par_execute(&self, src: Source<'_>, mut dst: Destination<'_>) {
        let policy = CachePolicy::of(self.hints.bytes);
        for planned in &self.copies {
            let is_small = self.hints.bytes < super::parallel::MIN_PARALLEL_PLAN;
            if is_small || matches!(planned.kernel, Choice::Bits { .. }) {
                self.execute_one(planned, policy, src, dst.reborrow());
            } else {
                let copy = self.strided(planned, src, &dst);
                copy.par_execute_with(policy, self.hints.by_source, src, dst.reborrow());
            }
        }
    }

    #[track_caller]
    fn execute_one(
        &self,
        planned: &Planned,
        policy: CachePolicy,
        src: Source<'_>,
        mut dst: Destination<'_>,
    ) {
        let loops = self.loops_of(planned);
        let in_order = policy == CachePolicy::InOrder && has_vectors();
        let nest = planned.kernel.inner(loops);
        let mut nest = match &nest {
            // There may be a better kernel if the source does not own its gaps.
            Some((Inner::Fused { .. }, _)) if !src.owns_gaps() => {
                let copy = self.strided(planned, src, &dst);
                return copy.execute_with(policy, self.hints.by_source, src, dst);
            }
            Some((inner, loops)) if in_order || matches!(inner, Inner::Bits { .. }) => {
                Nest::new(inner, loops, 0)
            }
            _ => {
                let copy = self.strided(planned, src, &dst);
                return copy.execute_with(policy, self.hints.by_source, src, dst);
            }
        };
        if in_order
            && self.hints.bytes > L1_BYTES
            && !matches!(nest.inner, Inner::Run { .. } | Inner::Bits { .. })
            && self
                .strided(planned, src, &dst)
                .execute_in_two_steps(src, dst.reborrow())
        {
            return;
        }
        if self.hints.bytes > L1_BYTES {
            CachePolicy::shape_blocks(&mut nest, planned.extents.dst_end);
        }
        let kernel = if in_order { VECTORS } else { PLAIN };
        // SAFETY: `push` took the loops and the extents from one nest.
        unsafe { execute_nest(nest, &planned.extents, kernel, src, dst) }
    }

    /// Returns the planned copy as a [`StridedCopy`], checked against the buffers: a plan does not
    /// keep the loops of a copy that is longer than any buffer.
    ///
    /// # Panics
    ///
    /// When it is out of bounds of a buffer.
    #[track_caller]
    fn strided(&self, planned: &Planned, src: Source<'_>, dst: &Destination<'_>) -> StridedCopy {
        assert!(
            src.len() >= planned.extents.src_end && dst.len() >= planned.extents.dst_end,
            "the buffers are as long as what the copy touches"
        );
        self.copy(planned, 8 * planned.size)
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use crate::{Axis, Destination, Hints, Source, StridedCopy, StridedPlan};

    #[test]
    fn a_small_plan_of_runs_of_any_length() {
        let bytes: Vec<u8> = (0..=255).collect();
        for len in (1..=70).step_by(if cfg!(miri) { 9 } else { 1 }) {
            let mut plan = StridedPlan::new(Hints {
                bytes: 2 * 3 * len,
                by_source: true,
            });
            let axis = |extent, src, dst| Axis { extent, src, dst };
            // Two runs of `len` bytes, and one of two bytes less.
            for (first, runs, len) in [(0, 2, len), (2, 1, len.saturating_sub(2))] {
                let mut copy = StridedCopy::new(8);
                (copy.src, copy.dst) = (first * 80, first * 81 + 1);
                if len > 0 {
                    assert!(copy.push(axis(len, 1, 1)) && copy.push(axis(runs, 80, 81)));
                    assert!(plan.push(&mut copy));
                }
            }
            let mut to = [7; 256];
            plan.execute(Source::new(&bytes), Destination::new(&mut to));
            for (at, &byte) in to.iter().enumerate() {
                let (run, place) = (at.wrapping_sub(1) / 81, at.wrapping_sub(1) % 81);
                let end = [len, len, len.saturating_sub(2), 0];
                let is_copied = place < *end.get(run).unwrap_or(&0);
                let expected = if is_copied {
                    bytes[run * 80 + place]
                } else {
                    7
                };
                assert_eq!(byte, expected, "runs of {len} bytes: byte {at}");
            }
        }
    }
}
