//! Runs a `CopyPlan`: small moves by the kernels that were chosen when it was made,
//! others by kernels that suit the caches.

use super::{CachePolicy, PLAIN, VECTORS, has_vectors, run_nest};
use crate::plan::{Axis, Choice, CopyPlan, Inner, Nest, Planned, StridedCopy, ahead};

impl CopyPlan {
    /// Runs all copies, from `src` to `dst`.
    ///
    /// # Panics
    ///
    /// When a copy is out of bounds of a buffer.
    pub fn run(&self, src: &[u8], dst: &mut [u8]) {
        let policy = CachePolicy::of(self.hints.bytes);
        for planned in &self.copies {
            self.run_one(planned, policy, src, dst);
        }
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
        let loops = &self.loops[planned.first.into()..planned.end.into()];
        let in_order = policy == CachePolicy::InOrder && has_vectors();
        let (inner, loops) = match (planned.kernel, loops) {
            (Choice::Bits { bits }, loops) => (Inner::Bits { bits }, loops),
            (Choice::Run { len }, loops) if in_order => (Inner::Run { len }, loops),
            (Choice::Transpose { unit }, &[rows, columns, ref loops @ ..]) if in_order => {
                let unit = unit.into();
                let inner = Inner::Transpose {
                    unit,
                    rows,
                    columns,
                };
                (inner, loops)
            }
            (Choice::Fused { unit }, &[a, b, c, d, ref loops @ ..]) if in_order => {
                let inner = Inner::Fused {
                    unit: unit.into(),
                    rows: [a, b],
                    columns: [c, d],
                };
                (inner, loops)
            }
            _ => {
                let copy = self.strided(planned);
                return copy.run_with(policy, self.hints.by_source, src, dst);
            }
        };
        let nest = Nest::new(&inner, loops, ahead(self.hints.by_source));
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
        let len = match planned.kernel {
            Choice::Run { len } => len,
            Choice::Transpose { unit } | Choice::Fused { unit } => unit.into(),
            Choice::Blocks => size,
            Choice::Bits { .. } => unreachable!("bits are not planned anew"),
        };
        let run = Axis {
            extent: len / size,
            src: 1,
            dst: 1,
        };
        let loops = &self.loops[planned.first.into()..planned.end.into()];
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
