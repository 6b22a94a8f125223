//! Copies with non-temporal stores in blocks through a staging buffer, for
//! destinations that a kernel would write in parts of cache lines, or with strides
//! that meet in one set of a cache.
//!
//! A block is a piece of some runs, which are contiguous in the destination. A
//! kernel fills the buffer with it; then whole cache lines leave the buffer,
//! while the source of the next block is prefetched. A line belongs to the
//! block that its first byte is in, which also takes the strip of the next
//! piece that the line needs: so no line within a run is written in parts,
//! wherever the run begins.

use super::dispatch;
use super::staging_blocks::{Blocks, Place};
use crate::list::List;
use crate::plan::{Axes, Axis, LINE, LoopNest, MAX_AXES, NO_AXIS, Odometer, StridedCopy, sort};

/// The most bytes that are loaded ahead at once.
const PIECE: usize = 256;
/// The bytes of the shortest run that is worth it.
const LEAST: usize = 256;
/// The bytes of the buffer: with what it is filled from, it stays in the
/// smallest caches.
const BUFFER: usize = 80 << 10;

/// A loop of the copy, split into blocks of about the same number of steps.
#[derive(Clone, Copy)]
struct Blocked {
    whole: Axis,
    blocks: usize,
    /// Blocks begin at a multiple of so many steps.
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

/// A move by blocks.
pub(super) struct StagedCopy {
    /// The loops of a run, the innermost first, and then the others.
    axes: List<Blocked, MAX_AXES>,
    /// How many of them are loops of a run.
    run: usize,
    /// The numbers of all loops in the order of the source, the innermost first.
    order: List<usize, MAX_AXES>,
    /// The loops of a strip within a run: about a cache line.
    strip: Axes,
    /// Whether lines need strips.
    ragged: bool,
    bits: usize,
}

/// How blocks of some steps are moved: most are alike.
struct Shape {
    steps: Place,
    /// Into the buffer.
    fill: LoopNest,
    /// The strip behind it, into the buffer.
    strip: LoopNest,
    /// The bytes of each run.
    len: usize,
    /// The loops over the runs, from the buffer to the destination, in bytes.
    runs: Axes,
    /// How many runs there are.
    rows: usize,
    /// The loops over the pieces that are read, in bytes.
    pieces: Axes,
    /// The bytes of a piece.
    piece: usize,
    /// How many pieces there are.
    reads: usize,
}

impl StagedCopy {
    /// The blocks of a move; `None` when the runs of the destination are
    /// short.
    pub(super) fn new(loops: &StridedCopy, dst: &[u8]) -> Option<StagedCopy> {
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
        // In the order of the source, so that loops which continue one another
        // there do so in the buffer as well, where they are not of a run.
        let mut axes = loops.axes;
        sort(&mut axes, 0, true);
        let blocks = Blocks::of(&axes, size, BUFFER);
        let len = blocks.run.len * size;
        if len < LEAST && !len.is_multiple_of(LINE) {
            return None;
        }
        staged.cut(&axes, &blocks);
        let src = |at: usize| staged.axes[at].whole.src;
        for at in 0..staged.axes.len() {
            let order = &mut staged.order;
            let place = order.iter().position(|&other| src(other) > src(at));
            order.insert(place.unwrap_or(order.len()), at);
        }
        Some(staged)
    }

    /// Splits all loops, those of a run first and then the others.
    fn cut(&mut self, axes: &Axes, Blocks { steps, run }: &Blocks) {
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

    /// Moves from `src` to `dst`, which begin at the first element of each.
    #[inline(never)] // because the buffer is a large part of a stack
    pub(super) fn run(&self, src: &[u8], dst: &mut [u8]) {
        let mut buffer = Buffer([0; BUFFER]);
        let mut block = [0; MAX_AXES];
        let mut shape = self.shape(self.steps(&block));
        loop {
            let steps = self.steps(&block);
            if shape.steps != steps {
                shape = self.shape(steps);
            }
            shape
                .fill
                .run(&src[self.start(&block, |axis| axis.src)..], &mut buffer.0);
            let after = following(&block, &self.axes, 0..self.run);
            if self.ragged
                && let Some(after) = &after
            {
                let strip = &mut buffer.0[shape.len..];
                shape
                    .strip
                    .run(&src[self.start(after, |axis| axis.src)..], strip);
            }
            let next = following(&block, &self.axes, self.order.iter().copied());
            let ahead = &src[self.start(&next.unwrap_or(block), |axis| axis.src)..];
            let dst = &mut dst[self.start(&block, |axis| axis.dst)..];
            let first = block[..self.run].iter().all(|&number| number == 0);
            shape.empty(&buffer.0, dst, (first, after.is_none()), ahead);
            match next {
                Some(next) => block = next,
                None => break,
            }
        }
        dispatch::finish_streaming();
    }

    /// The steps of a block.
    fn steps(&self, block: &Place) -> Place {
        let mut steps = [0; MAX_AXES];
        for (at, axis) in self.axes.iter().enumerate() {
            steps[at] = axis.steps(block[at]);
        }
        steps
    }

    /// The byte at which a block begins.
    fn start(&self, block: &Place, stride: impl Fn(Axis) -> usize) -> usize {
        let axes = self.axes.iter().zip(block);
        let elements: usize = axes
            .map(|(axis, &block)| axis.start(block) * stride(axis.whole))
            .sum();
        elements * (self.bits / 8)
    }

    fn shape(&self, steps: Place) -> Shape {
        let size = self.bits / 8;
        let mut fill = StridedCopy::new(self.bits);
        let mut strip = StridedCopy::new(self.bits);
        strip.axes = self.strip;
        let mut runs: Axes = List::new(NO_AXIS);
        let (mut len, mut rows) = (size, 1);
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
            rows *= extent;
            runs.push(Axis {
                extent,
                src: axis.stride * size,
                dst: dst * size,
            });
        }
        sort(&mut fill.axes, 0, true);
        let mut pieces: Axes = List::new(NO_AXIS);
        let (mut piece, mut reads) = (size, 1);
        pieces.push(NO_AXIS);
        for &Axis { extent, src, .. } in &fill.axes {
            if src * size == piece {
                piece *= extent;
            } else {
                reads *= extent;
                pieces.push(Axis {
                    extent,
                    src: src * size,
                    dst: 0,
                });
            }
        }
        // Long pieces are loaded in parts, so that none delays the stores.
        let parts = piece.div_ceil(PIECE);
        pieces.set(
            0,
            Axis {
                extent: parts,
                src: PIECE,
                dst: 0,
            },
        );
        Shape {
            steps,
            fill: fill.nest(true),
            strip: strip.nest(true),
            len,
            runs,
            rows,
            pieces,
            piece: piece.min(PIECE),
            reads: reads * parts,
        }
    }
}

impl Shape {
    /// Moves the runs out of the buffer, and loads `ahead` between them; a
    /// block may be the `(first, last)` one of its runs.
    fn empty(&self, buffer: &[u8], dst: &mut [u8], (first, last): (bool, bool), ahead: &[u8]) {
        let mut pieces = Odometer::new(&self.pieces);
        let reads = self.reads.div_ceil(self.rows);
        for (from, to) in Odometer::new(&self.runs) {
            let address = dst.as_ptr().addr() + to;
            let line_at = |byte: usize| byte + (address + byte).wrapping_neg() % LINE;
            let start = if first { 0 } else { line_at(0) };
            let end = if last { self.len } else { line_at(self.len) };
            let (from, to) = (
                &buffer[from + start..from + end],
                &mut dst[to + start..to + end],
            );
            dispatch::stream(from, to);
            for (at, _) in pieces.by_ref().take(reads) {
                dispatch::prefetch(ahead.as_ptr().wrapping_add(at), self.piece);
            }
        }
    }
}

/// The block after `block` in the order of some loops, the innermost first.
fn following(block: &Place, axes: &[Blocked], order: impl Iterator<Item = usize>) -> Option<Place> {
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

/// The buffer begins at a cache line.
#[repr(align(64))]
struct Buffer([u8; BUFFER]);
