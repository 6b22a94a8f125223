//! Copies in blocks, through a staging buffer, with non-temporal stores. It is for
//! destinations that a kernel would write in partial cache lines, a few lines of each page
//! at a time, or with strides that map to one cache set.
//!
//! ```text
//! source: short pieces        buffer: 80 KiB                    destination: long rows
//!
//!  p00 p10 p20 p01 p11 ..     row 0   p00 p01 p02 p03 .|..      ..|........|........|..
//!  p02 p12 p22 p03 p13 ..     row 1   p10 p11 p12 p13 .|..      ..|........|........|..
//!           ..           fill row 2   p20 p21 p22 p23 .|..  store ..|......|........|..
//!  (any kernel)               strip: the first units of the     whole lines, by
//!                             next block that a line needs      non-temporal stores
//! ```
//!
//! A run is contiguous in the destination; a block is a piece of some runs. For each block,
//! a kernel fills the buffer and prefetches the source of the next block; then whole cache
//! lines are stored from the buffer. A line belongs to the block that contains its first
//! byte. If it reaches into the next piece of the run, the block also reads that strip, so
//! that no line within a run is written in parts, wherever the run begins.

use super::staging_blocks::{LoopSteps, StagingBlocks};
use super::{VECTORS, dispatch};
use crate::list::List;
use crate::plan::{
    Axes, Axis, KernelNest, LINE, MAX_AXES, NO_AXIS, Odometer, PAGE, StridedCopy, sort,
};
use crate::table::Table;

/// The fewest bytes of a piece of the source that the hardware prefetcher covers after its
/// start: then only the first [`PREFETCHED_START`] bytes of the piece in each page are
/// prefetched.
const PREFETCHER_RUN: usize = 512;
const PREFETCHED_START: usize = 2 * LINE;
/// The bytes of the buffer: the second-level cache holds it together with its source.
const BUFFER_BYTES: usize = 80 << 10;

/// Limits of blocks, in bytes. Tests use smaller ones.
#[derive(Clone, Copy)]
pub(super) struct BlockSizes {
    /// The most bytes of the buffer that a block takes.
    pub(super) most: usize,
    /// The shortest piece of a run: at least two cache lines, or a line of one block would
    /// reach beyond the next block.
    pub(super) least_run: usize,
}

pub(super) const BLOCK_SIZES: BlockSizes = BlockSizes {
    most: BUFFER_BYTES,
    least_run: 256,
};

/// A loop of the copy, split into blocks of about the same number of steps.
#[derive(Clone, Copy)]
struct Blocked {
    whole: Axis,
    blocks: usize,
    /// Blocks begin at multiples of `unit` steps.
    unit: usize,
    /// The stride in the buffer, in elements.
    stride: usize,
}

impl Blocked {
    const NONE: Blocked = Blocked {
        whole: NO_AXIS,
        blocks: 1,
        unit: 1,
        stride: 0,
    };

    /// The step at which a block begins.
    fn start(&self, block: usize) -> usize {
        if block == self.blocks {
            return self.whole.extent;
        }
        let start = self.whole.part(block, self.blocks);
        start - start % self.unit
    }

    fn steps(&self, block: usize) -> usize {
        self.start(block + 1) - self.start(block)
    }
}

/// A copy in blocks through the staging buffer.
pub(super) struct StagedCopy {
    /// The loops of a run, the innermost first, then the others.
    axes: List<Blocked, MAX_AXES>,
    /// The number of loops of a run.
    run: usize,
    /// The numbers of all loops in the order of the source, the innermost first.
    order: List<usize, MAX_AXES>,
    /// The loops of a strip within a run: about a cache line.
    strip: Axes,
    /// True if lines cross from one block into the next, which needs strips.
    ragged: bool,
    bits: usize,
}

/// The nests that copy a block with these extents. Most blocks of a copy share them.
struct BlockShape {
    steps: LoopSteps,
    /// Copies the block into the buffer.
    fill: KernelNest,
    /// Copies the strip of the next block into the buffer, after the block.
    strip: KernelNest,
    /// The bytes of each run of the block.
    len: usize,
    /// The loops over the runs, from the buffer to the destination, in bytes.
    runs: Axes,
    /// The loops over the pieces of the source, in bytes, if their starts are prefetched
    /// and the hardware prefetcher covers the rest.
    pieces: Option<Axes>,
}

impl StagedCopy {
    /// Splits a copy into blocks. `None` when the runs of the destination are short.
    pub(super) fn new(loops: &StridedCopy, dst: &[u8], sizes: BlockSizes) -> Option<StagedCopy> {
        assert!(sizes.most <= BUFFER_BYTES && sizes.least_run >= 2 * LINE);
        let size = loops.bits / 8;
        if !loops.bits.is_multiple_of(8) || !LINE.is_multiple_of(size) {
            return None;
        }
        if loops.axes.is_full() {
            return None; // the parts of pieces are a loop more
        }
        let mut staged = StagedCopy {
            axes: List::new(Blocked::NONE),
            run: 0,
            order: List::new(0),
            strip: List::new(NO_AXIS),
            ragged: !(dst.as_ptr().addr() + loops.dst * size).is_multiple_of(LINE),
            bits: loops.bits,
        };
        // In the order of the source: loops that continue one another there then do so in
        // the buffer, unless they belong to a run.
        let mut axes = loops.axes;
        sort(&mut axes, 0, true);
        let blocks = StagingBlocks::of(&axes, size, sizes.most);
        let len = blocks.run.len * size;
        staged.cut(&axes, &blocks);
        if len < sizes.least_run && staged.ragged {
            return None;
        }
        let src = |at: usize| staged.axes[at].whole.src;
        for at in 0..staged.axes.len() {
            let order = &mut staged.order;
            let place = order.iter().position(|&other| src(other) > src(at));
            order.insert(place.unwrap_or(order.len()), at);
        }
        Some(staged)
    }

    /// Splits all loops into blocks: first the loops of a run, then the others.
    fn cut(&mut self, axes: &Axes, StagingBlocks { steps, run }: &StagingBlocks) {
        let size = self.bits / 8;
        let per_line = LINE / size;
        let blocked = |at: usize, unit: usize, stride: usize| Blocked {
            whole: axes[at],
            blocks: axes[at].extent.div_ceil(steps[at]),
            unit,
            stride,
        };
        let mut len = 1;
        for &at in &run.loops {
            let unit = (per_line / len).max(1);
            self.ragged |= steps[at] < axes[at].extent && !(len * unit).is_multiple_of(per_line);
            self.axes.push(blocked(at, unit, len));
            len *= axes[at].extent;
        }
        self.ragged |= !len.is_multiple_of(per_line);
        self.run = self.axes.len();
        self.strip = run.strip;
        let mut stride = run.pitch;
        for at in (0..axes.len()).filter(|at| !run.loops.contains(at)) {
            self.ragged |= !axes[at].dst.is_multiple_of(per_line);
            self.axes.push(blocked(at, 1, stride));
            stride *= steps[at];
        }
    }

    /// Copies from `src` to `dst`, which begin at the first element of each.
    #[inline(never)] // because the buffer is a large part of a stack without `alloc`
    pub(super) fn execute(&self, src: &[u8], dst: &mut [u8]) {
        let mut room = Table::<u8, { BUFFER_BYTES + LINE - 1 }>::full(0);
        let start = room.as_ptr().addr().wrapping_neg() % LINE;
        let buffer = &mut room[start..][..BUFFER_BYTES];
        let mut block = [0; MAX_AXES];
        let mut shape = self.shape(self.steps(&block));
        loop {
            let steps = self.steps(&block);
            if shape.steps != steps {
                shape = self.shape(steps);
            }
            let here = self.start(&block, |axis| axis.src);
            let next = following(&block, &self.axes, self.order.iter().copied());
            let ahead = self
                .start(&next.unwrap_or(block), |axis| axis.src)
                .wrapping_sub(here);
            for (at, _) in shape.pieces.iter().flat_map(|pieces| Odometer::new(pieces)) {
                dispatch::prefetch(
                    src.as_ptr().wrapping_add(here + at).wrapping_add(ahead),
                    PREFETCHED_START,
                );
            }
            let fill = &shape.fill;
            fill.execute_by(VECTORS, ahead, &src[here..], buffer);
            let after = following(&block, &self.axes, 0..self.run);
            if self.ragged
                && let Some(after) = &after
            {
                let from = &src[self.start(after, |axis| axis.src)..];
                let strip = &mut buffer[shape.len..];
                shape.strip.execute_by(VECTORS, ahead, from, strip);
            }
            let dst = &mut dst[self.start(&block, |axis| axis.dst)..];
            let first = block[..self.run].iter().all(|&number| number == 0);
            shape.empty(buffer, dst, first, after.is_none());
            match next {
                Some(next) => block = next,
                None => break,
            }
        }
        dispatch::finish_streaming();
    }

    /// The extents of a block.
    fn steps(&self, block: &LoopSteps) -> LoopSteps {
        let mut steps = [0; MAX_AXES];
        for (at, axis) in self.axes.iter().enumerate() {
            steps[at] = axis.steps(block[at]);
        }
        steps
    }

    /// The offset of a block, in bytes.
    fn start(&self, block: &LoopSteps, stride: impl Fn(Axis) -> usize) -> usize {
        let axes = self.axes.iter().zip(block);
        let elements: usize = axes
            .map(|(axis, &block)| axis.start(block) * stride(axis.whole))
            .sum();
        elements * (self.bits / 8)
    }

    fn shape(&self, steps: LoopSteps) -> BlockShape {
        let size = self.bits / 8;
        let mut fill = StridedCopy::new(self.bits);
        let mut strip = StridedCopy::new(self.bits);
        strip.axes = self.strip;
        let mut runs: Axes = List::new(NO_AXIS);
        let mut len = size;
        for (at, (axis, &extent)) in self.axes.iter().zip(&steps).enumerate() {
            let Axis { src, dst, .. } = axis.whole;
            let filled = Axis {
                extent,
                src,
                dst: axis.stride,
            };
            fill.axes.push(filled);
            if at < self.run {
                len *= extent;
                continue;
            }
            strip.axes.push(filled);
            runs.push(Axis {
                extent,
                src: axis.stride * size,
                dst: dst * size,
            });
        }
        sort(&mut fill.axes, 0, true);
        let mut pieces: Axes = List::new(NO_AXIS);
        let mut piece = size;
        pieces.push(NO_AXIS);
        for &Axis { extent, src, .. } in &fill.axes {
            if src * size == piece {
                piece *= extent;
            } else {
                pieces.push(Axis {
                    extent,
                    src: src * size,
                    dst: 0,
                });
            }
        }
        let pages = Axis {
            extent: piece.div_ceil(PAGE),
            src: PAGE,
            dst: 0,
        };
        pieces.set(0, pages);
        BlockShape {
            steps,
            fill: fill.nest(true),
            strip: strip.nest(true),
            len,
            runs,
            pieces: (piece >= PREFETCHER_RUN).then_some(pieces),
        }
    }
}

impl BlockShape {
    /// Stores the runs from the buffer to the destination. `first` and `last` say whether
    /// the block begins and ends its runs.
    fn empty(&self, buffer: &[u8], dst: &mut [u8], first: bool, last: bool) {
        // In the last block, lines must also end within the run.
        let within = if last {
            self.len - (LINE - 1)
        } else {
            self.len
        };
        dispatch::stream_lines(within, &self.runs, buffer, dst);
        if !first && !last {
            return;
        }
        for (from, to) in Odometer::new(&self.runs) {
            let (from, to) = (&buffer[from..], &mut dst[to..]);
            let address = to.as_ptr().addr();
            let line_at = |byte: usize| byte + (address + byte).wrapping_neg() % LINE;
            let mut copy = |start: usize, end: usize| {
                to[start..end].copy_from_slice(&from[start..end]);
            };
            if first {
                copy(0, line_at(0));
            }
            if last {
                copy(line_at(within), self.len);
            }
        }
    }
}

/// The block after `block` in the order of some loops, the innermost first.
fn following(
    block: &LoopSteps,
    axes: &[Blocked],
    order: impl Iterator<Item = usize>,
) -> Option<LoopSteps> {
    let mut next = *block;
    for at in order {
        next[at] += 1;
        if next[at] < axes[at].blocks {
            return Some(next);
        }
        next[at] = 0;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::BlockSizes;
    use crate::exec::has_vectors;
    use crate::tests::case;

    /// Blocks of a few cache lines whose runs begin and end within lines: of transposes, of
    /// copies from tiles to rows, and of runs of two loops. The runs of the last case are
    /// whole lines.
    #[test]
    fn small_blocks() {
        if !has_vectors() {
            return; // blocks are staged by vectors
        }
        for (bits, loops) in [
            (8, &[(40, 1, 301), (300, 43, 1)][..]),
            (16, &[(41, 1, 290), (287, 41, 1)]),
            (32, &[(17, 1, 1), (3, 17, 120), (7, 51, 17)]),
            (16, &[(2, 1, 1), (3, 2, 537), (268, 6, 2), (2, 2000, 1700)]),
            (64, &[(16, 1, 64), (64, 16, 1)]),
        ] {
            let case = case(bits, "", loops);
            let expected = case.by_plain_loops();
            for most in [13 << 10, 26 << 10] {
                for skew in [8, 0, 56] {
                    if cfg!(miri) && (bits, most, skew) != (8, 13 << 10, 8) {
                        continue; // one takes long enough
                    }
                    expected.check(skew, |copy, from, to| {
                        let sizes = BlockSizes {
                            most,
                            least_run: 128,
                        };
                        assert!(copy.execute_staged(sizes, from, to), "{loops:?}");
                    });
                }
            }
        }
    }
}
