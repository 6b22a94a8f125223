//! Whether a loop nest uses non-temporal stores, and how.
//!
//! A streaming store writes a whole cache line without reading it first. The first of these that
//! fills lines runs the copy; otherwise cached stores do:
//!
//! 1. a transpose between whole lines of both sides;
//! 2. runs of whole lines in the order of the source, if the usual order leaves no good distance to
//!    prefetch;
//! 3. runs of half a line, if one loop fills the lines;
//! 4. the order of the side with more tiles;
//! 5. a sink, if the destination is contiguous and begins within a line.

use super::dispatch::{self, VECTOR};
use crate::kernels::{Groups, conflict, fills_lines};
use crate::plan::{
    Inner, KernelNest, Kernels, L1_BYTES, LINE, PREFETCH_DISTANCE, StridedCopy, sort,
};
use crate::sides::{Destination, Source};

/// The fewest bytes of a run whose ends may be partial lines.
const MIN_LONG_RUN: usize = 4 * LINE;
/// The most source streams that are read in turn.
const MAX_STREAMS: usize = 16;

impl StridedCopy {
    /// Executes the copy with non-temporal stores if it fills lines, and returns whether it does.
    /// `nest` is its nest in the order of the side with more tiles.
    ///
    /// # Panics
    ///
    /// When the copy is out of bounds of a buffer.
    #[track_caller]
    pub(super) fn execute_streaming(
        &self,
        nest: &KernelNest,
        by_source: bool,
        src: Source<'_>,
        mut dst: Destination<'_>,
    ) -> bool {
        let kernels = Kernels::between(src, &dst);
        let is_transpose = matches!(nest.inner, Inner::Transpose { .. });
        if is_transpose && self.execute_by_whole_lines(by_source, src, dst.reborrow())
            || nest.prefetches_in_vain() && self.nest_of(true, kernels).stream(src, dst.reborrow())
            || self.execute_halves_of_lines(src, dst.reborrow())
        {
            return true;
        }
        nest.stream(src, dst.reborrow())
            || nest.begins_within_a_line(dst.addr()) && nest.execute_through_sink(src, dst)
    }

    /// Executes the copy if its runs are half a line and one loop fills the lines, and returns
    /// whether it did. The loop reads a few streams; if there are many, it is split, and the
    /// source is visited in memory order. Without it, rows of s8 to COL32 take 2.8 times as long.
    ///
    /// # Panics
    ///
    /// When the copy is out of bounds of a buffer.
    #[track_caller]
    fn execute_halves_of_lines(&self, src: Source<'_>, mut dst: Destination<'_>) -> bool {
        let kernels = Kernels::between(src, &dst);
        let mut nest = self.nest_of(false, kernels);
        if nest.inner != (Inner::Run { len: VECTOR }) {
            return false;
        }
        sort(&mut nest.loops, 0, false);
        let has_few = nest
            .loops
            .first()
            .is_some_and(|axis| axis.extent <= MAX_STREAMS);
        has_few && nest.stream(src, dst.reborrow()) || self.nest_of(true, kernels).stream(src, dst)
    }
}

impl KernelNest {
    /// Executes the loops with non-temporal stores if they fill lines, and returns whether they
    /// do.
    ///
    /// # Panics
    ///
    /// When the loops are out of bounds of a buffer.
    #[track_caller]
    pub(super) fn stream(&self, src: Source<'_>, dst: Destination<'_>) -> bool {
        let streams = self.streams(dst.addr());
        if streams {
            self.execute_by(dispatch::STREAMING, self.ahead, src, dst);
            dispatch::finish_streaming();
        }
        streams
    }

    /// Returns true if there are streaming stores, and the loops fill lines of a destination at
    /// this address.
    pub(super) fn streams(&self, address: usize) -> bool {
        dispatch::STREAMING.streams && self.fills_lines(address)
    }

    /// Returns true if the kernel writes whole cache lines of a destination at this address, except at the ends of long
    /// runs and rows.
    pub(crate) fn fills_lines(&self, address: usize) -> bool {
        let whole = |bytes: usize| bytes.is_multiple_of(LINE);
        let begin = whole(address + self.extents.dst_start)
            && self.loops.iter().all(|axis| whole(axis.dst));
        match self.inner {
            // A partial line at each end costs little.
            Inner::Run { len } => {
                len >= MIN_LONG_RUN || begin && whole(len) || self.fills_lines_by_halves(address)
            }
            Inner::Transpose { unit, .. } if !unit.is_power_of_two() => false,
            Inner::Transpose {
                unit,
                rows,
                columns,
            } => {
                let along_rows = begin && whole(columns.extent * unit) && whole(rows.dst);
                match Groups::of(unit, &rows, &columns, VECTOR) {
                    Groups::Columns => begin && whole(rows.extent * rows.dst),
                    Groups::Rows => along_rows,
                    Groups::Neither => fills_lines(unit, &rows, &columns, along_rows),
                }
            }
            Inner::Shuffle(shuffle) => begin && shuffle.whole_lines().is_some(),
            Inner::Fused { .. } | Inner::Gather(_) | Inner::Bits { .. } => false,
        }
    }

    /// Returns true if a destination at this address begins within a cache line. Rows of bf16 to
    /// T(8,128)(2,1) then take up to 1.7 times as long without a sink; otherwise a sink makes copies
    /// up to 7 times slower.
    fn begins_within_a_line(&self, address: usize) -> bool {
        !(address + self.extents.dst_start).is_multiple_of(LINE)
    }

    /// Returns true if runs of whole lines, in the order of the destination, read what is
    /// [`PREFETCH_DISTANCE`] further in the source so early that the prefetch is no use, or so
    /// late that the cache has evicted it. Without it, the permute of attention, `f32[8,512,16,64]`, takes
    /// 1.7 to 2.2 times as long.
    fn prefetches_in_vain(&self) -> bool {
        const MIN_BYTES: usize = 1024;
        let Inner::Run { len } = self.inner else {
            return false;
        };
        if len > PREFETCH_DISTANCE || !len.is_multiple_of(LINE) {
            return false;
        }
        let mut between = len;
        for axis in &self.loops {
            let reached = axis.extent.saturating_mul(axis.src);
            if axis.src <= PREFETCH_DISTANCE && PREFETCH_DISTANCE < reached {
                between *= PREFETCH_DISTANCE / axis.src;
                return !(MIN_BYTES..=L1_BYTES).contains(&between);
            }
            between = between.saturating_mul(axis.extent);
        }
        false
    }

    /// Returns true if runs are half a line, and the innermost loop fills the lines.
    fn fills_lines_by_halves(&self, address: usize) -> bool {
        let whole = |bytes: usize| bytes.is_multiple_of(LINE);
        let [first, others @ ..] = &self.loops[..] else {
            return false;
        };
        self.inner == (Inner::Run { len: VECTOR })
            && first.dst == VECTOR
            && whole(first.extent * VECTOR)
            && whole(address + self.extents.dst_start)
            && others.iter().all(|axis| whole(axis.dst))
    }

    /// Returns true if the kernel transposes many rows, which evict each other's lines from the
    /// caches while cached stores fill these. Without it, `bf16[1024,1024]` takes twice as long.
    pub(super) fn writes_conflict(&self) -> bool {
        match self.inner {
            Inner::Transpose { rows, columns, .. } => {
                rows.extent > MAX_STREAMS && columns.extent > MAX_STREAMS && conflict(rows.dst)
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::case;

    /// Lines in the order of the destination: prefetches suit rows to tiles of 16 rows, and
    /// not columns of tiles, whose next line is 512 bytes further, or many lines later.
    #[test]
    fn prefetches_of_lines() {
        let in_vain = |loops| {
            case(32, "run", loops)
                .copy(0, 0)
                .nest(false)
                .prefetches_in_vain()
        };
        assert!(!in_vain(&[(16, 1, 1), (16, 2048, 16), (128, 16, 256)]));
        assert!(in_vain(&[(16, 1, 1), (8, 128, 16), (4, 1024, 128)]));
        assert!(in_vain(&[(16, 1, 1), (600, 4096, 16), (256, 16, 9600)]));
        // Runs that are no whole lines, and longer runs.
        assert!(!in_vain(&[(24, 1, 1), (8, 128, 24), (4, 1024, 192)]));
        assert!(!in_vain(&[
            (256, 1, 1),
            (600, 4096, 256),
            (16, 256, 153600)
        ]));
    }
}
