//! Feature `rayon`: copies by several threads.

use super::CachePolicy;
use crate::plan::{Hints, L2_BYTES, LINE, StridedCopy};
use crate::sides::{Destination, Source};

/// The most parts per thread: a thread that is done takes parts of another. Parts of few rows
/// would read their lines in several parts.
const MAX_PARTS_PER_THREAD: usize = 8;

/// The fewest bytes, on both sides together, of a plan that several threads execute: waking them
/// takes some microseconds.
pub(super) const MIN_PARALLEL_PLAN: usize = 1 << 20;

/// How a copy is split.
#[derive(Clone, Copy)]
struct Halves {
    /// The fewest bytes of the destination of a part: what a second-level cache holds, or more.
    least: usize,
    policy: CachePolicy,
    by_source: bool,
}

impl Halves {
    /// Splits the outermost loop of the destination in two, as long as both halves are
    /// large.
    #[track_caller]
    fn execute(self, copy: &StridedCopy, src: Source<'_>, dst: Destination<'_>) {
        let Some((low, high)) = copy.halves(self.least, &dst) else {
            return copy.execute_with(self.policy, self.by_source, src, dst);
        };
        let cut = high.dst * (copy.bits / 8);
        let (dst_low, dst_high) = dst.split_at(cut);
        let high = StridedCopy { dst: 0, ..high };
        rayon::join(
            || self.execute(&low, src, dst_low),
            || self.execute(&high, src, dst_high),
        );
    }
}

impl StridedCopy {
    /// [`execute`](StridedCopy::execute) by the threads of rayon's pool, with the same result.
    ///
    /// # Panics
    ///
    /// As [`execute`](StridedCopy::execute).
    #[track_caller]
    pub fn par_execute(&self, hints: Hints, src: Source<'_>, dst: Destination<'_>) {
        self.par_execute_with(CachePolicy::of(hints.bytes), hints.by_source, src, dst);
    }

    #[track_caller]
    pub(crate) fn par_execute_with(
        &self,
        policy: CachePolicy,
        by_source: bool,
        src: Source<'_>,
        dst: Destination<'_>,
    ) {
        if self.bits.is_multiple_of(8) {
            let extents = self.axes.iter().map(|axis| axis.extent);
            let elements = extents.fold(1, usize::saturating_mul);
            let parts = MAX_PARTS_PER_THREAD * rayon::current_num_threads();
            let least = (elements.saturating_mul(self.bits / 8) / parts).max(L2_BYTES);
            let halves = Halves {
                least,
                policy,
                by_source,
            };
            let mut copy = *self;
            copy.turn();
            halves.execute(&copy.merged(), src, dst);
        } else {
            self.execute_with(policy, by_source, src, dst);
        }
    }

    /// Returns the copy in two halves. In the destination, the first ends where the second begins,
    /// at a cache line if a step begins at one.
    fn halves(&self, least: usize, dst: &Destination<'_>) -> Option<(StridedCopy, StridedCopy)> {
        let size = self.bits / 8;
        let outer = (0..self.axes.len()).max_by_key(|&i| self.axes[i].dst)?;
        let axis = self.axes[outer];
        let others = self.axes.iter().enumerate().filter(|&(i, _)| i != outer);
        let reach: usize = others.map(|(_, a)| (a.extent - 1) * a.dst).sum();
        if reach >= axis.dst || axis.extent * axis.dst * size < 2 * least {
            return None;
        }
        let start = dst.addr() + self.dst * size;
        let middle = axis.extent / 2;
        let step = (middle..axis.extent)
            .take(LINE)
            .find(|step| (start + step * axis.dst * size).is_multiple_of(LINE))
            .unwrap_or(middle);
        let low = self.slice(outer, 0..step)?.merged();
        let high = self.slice(outer, step..axis.extent)?.merged();
        Some((low, high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Axis;
    use std::vec;
    use std::vec::Vec;

    /// A loop of two steps, whose halves have one step, is the innermost one of the source.
    #[test]
    #[cfg_attr(miri, ignore = "large")]
    fn halves_of_two_steps() {
        let mut copy = StridedCopy::new(32);
        for (extent, src, dst) in [(2, 1, 1 << 18), (512, 1024, 1), (512, 2, 512)] {
            assert!(copy.push(Axis { extent, src, dst }));
        }
        let hints = Hints {
            bytes: usize::MAX, // with streaming stores
            by_source: false,
        };
        let from: Vec<u8> = (0..2 << 20).map(|i| (i * 31 + i / 251) as u8).collect();
        let [mut expected, mut to] = [(); 2].map(|()| vec![0; from.len() + LINE]);
        let start = to.as_ptr().addr().wrapping_neg() % LINE;
        let (expected, to) = (&mut expected[..from.len()], &mut to[start..][..from.len()]);
        let (low, high) = copy.halves(L2_BYTES, &Destination::new(to)).unwrap();
        for half in [low, high] {
            assert!(half.axes.iter().all(|axis| axis.extent == 512));
        }
        copy.execute(hints, Source::new(&from), Destination::new(expected));
        copy.par_execute(hints, Source::new(&from), Destination::new(to));
        assert!(to == expected);
    }
}
