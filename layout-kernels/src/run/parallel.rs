//! Feature `rayon`: copies by several threads.

use super::CachePolicy;
use crate::plan::{Axis, Hints, LINE, StridedCopy};

/// The fewest bytes of the destination that one thread copies.
const MIN_PARALLEL_BYTES: usize = 1 << 18;

impl StridedCopy {
    /// [`run`](StridedCopy::run) by the threads of rayon's pool, with the same
    /// result. No two of them write to one cache line.
    ///
    /// # Panics
    ///
    /// As [`run`](StridedCopy::run).
    #[track_caller]
    pub fn par_run(&self, hints: Hints, src: &[u8], dst: &mut [u8]) {
        self.par_run_with(
            CachePolicy::of_threads(hints.bytes),
            hints.by_source,
            src,
            dst,
        );
    }

    #[track_caller]
    pub(crate) fn par_run_with(
        &self,
        policy: CachePolicy,
        by_source: bool,
        src: &[u8],
        dst: &mut [u8],
    ) {
        if self.bits.is_multiple_of(8) {
            self.merged().run_halves(policy, by_source, src, dst);
        } else {
            self.run_with(policy, by_source, src, dst);
        }
    }

    /// Splits the outermost loop of the destination in two, as long as both halves are
    /// large.
    #[track_caller]
    fn run_halves(&self, policy: CachePolicy, by_source: bool, src: &[u8], dst: &mut [u8]) {
        let Some((low, high)) = self.halves(dst) else {
            return self.run_with(policy, by_source, src, dst);
        };
        let cut = high.dst * (self.bits / 8);
        let (dst_low, dst_high) = dst.split_at_mut(cut);
        let high = StridedCopy { dst: 0, ..high };
        rayon::join(
            || low.run_halves(policy, by_source, src, dst_low),
            || high.run_halves(policy, by_source, src, dst_high),
        );
    }

    /// The copy in two halves. In the destination, the first ends where the second begins,
    /// at a cache line.
    fn halves(&self, dst: &[u8]) -> Option<(StridedCopy, StridedCopy)> {
        let size = self.bits / 8;
        let outer = (0..self.axes.len()).max_by_key(|&i| self.axes[i].dst)?;
        let axis = self.axes[outer];
        let others = self.axes.iter().enumerate().filter(|&(i, _)| i != outer);
        let reach: usize = others.map(|(_, a)| (a.extent - 1) * a.dst).sum();
        if reach >= axis.dst || axis.extent * axis.dst * size < 2 * MIN_PARALLEL_BYTES {
            return None;
        }
        // The step near the middle at which a cache line begins.
        let start = dst.as_ptr().addr() + self.dst * size;
        let middle = axis.extent / 2;
        let step = (middle..axis.extent)
            .take(LINE)
            .find(|step| (start + step * axis.dst * size).is_multiple_of(LINE))?;
        let (mut low, mut high) = (*self, *self);
        let part = |extent| Axis { extent, ..axis };
        low.axes.set(outer, part(step));
        high.axes.set(outer, part(axis.extent - step));
        high.src += step * axis.src;
        high.dst += step * axis.dst;
        (step > 0).then_some((low, high))
    }
}
