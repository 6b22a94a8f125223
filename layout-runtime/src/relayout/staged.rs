//! Moves past the caches, by blocks through a small buffer: a kernel fills it
//! in the order of the destination, and long runs of whole cache lines leave
//! it. No cache line is written in parts, and strides of a power of two do not
//! meet in one set of a cache.

use super::cuts::{Axes, Axis, NO_AXIS};
use super::nest::{Loops, Nest, remove};
use crate::list::List;
use crate::spec::PhysicalDims;

/// The bytes of the buffer, with what sets its rows apart.
const BUFFER: usize = ROWS * (RUN + LINE);
/// The bytes of a run that leaves the buffer at once.
const RUN: usize = 2048;
/// The runs that the buffer holds.
const ROWS: usize = 64;
/// A cache line, in bytes: it keeps the rows out of one set of the cache.
const LINE: usize = 64;

/// One loop of the whole move and the part of it that a block takes.
#[derive(Clone, Copy)]
struct Blocked {
    whole: Axis,
    /// The steps of a block; the last block may have fewer.
    steps: usize,
    /// The stride in the buffer, in elements.
    stride: usize,
}

/// A move by blocks.
pub(super) struct Staged {
    /// The outermost loop first.
    axes: List<Blocked, { super::cuts::MAX_AXES }>,
    bits: usize,
    /// The nests of a block that has all its steps.
    full: Option<(Nest, Nest)>,
    size: usize,
}

impl Staged {
    /// The blocks of a move of whole bytes; `None` when there is nothing to
    /// gain: kernels write cache lines after one another anyway, or the
    /// destination has no runs.
    pub(super) fn new(loops: &Loops) -> Option<Staged> {
        let size = loops.bits / 8;
        if !loops.bits.is_multiple_of(8) || !RUN.is_multiple_of(size) {
            return None;
        }
        if !loops.nest(true).is_large_transpose() {
            return None;
        }
        let mut rest = loops.axes;
        let mut run = List::new(NO_AXIS);
        let mut len = 1;
        while len < RUN / size
            && let Some(at) = rest.iter().position(|axis| axis.dst == len)
        {
            len *= rest[at].extent;
            run.push(rest[at]);
            remove(&mut rest, at);
        }
        if len * size < RUN {
            return None;
        }
        let mut staged = Staged {
            axes: List::new(Blocked {
                whole: NO_AXIS,
                steps: 1,
                stride: 0,
            }),
            bits: loops.bits,
            full: None,
            size,
        };
        staged.divide(&run, 1, RUN / size);
        sort_by_src(&mut rest);
        staged.divide(&rest, (RUN + LINE) / size, ROWS);
        staged.sort();
        let mut block = PhysicalDims::new(0);
        for axis in &staged.axes {
            block.push(axis.steps);
        }
        staged.full = Some(staged.nests(&block));
        Some(staged)
    }

    /// Gives each of `axes` its part of a block that has room for `room`
    /// steps, `stride` elements apart.
    fn divide(&mut self, axes: &Axes, mut stride: usize, mut room: usize) {
        for &whole in axes {
            let steps = whole.extent.min(room.max(1));
            self.axes.push(Blocked {
                whole,
                steps,
                stride,
            });
            room /= steps;
            stride *= steps;
        }
    }

    /// The loops in the order of the source.
    fn sort(&mut self) {
        for i in 1..self.axes.len() {
            let mut at = i;
            while at > 0 && self.axes[at].whole.src > self.axes[at - 1].whole.src {
                let (a, b) = (self.axes[at - 1], self.axes[at]);
                self.axes.set(at - 1, b);
                self.axes.set(at, a);
                at -= 1;
            }
        }
    }

    /// The nests of one block: into the buffer, and out of it.
    fn nests(&self, steps: &[usize]) -> (Nest, Nest) {
        let mut fill = Loops::new(self.bits);
        let mut empty = Loops::new(self.bits);
        for (blocked, &extent) in self.axes.iter().zip(steps) {
            if extent > 1 {
                let Axis { src, dst, .. } = blocked.whole;
                let buffer = blocked.stride;
                fill.axes.push(Axis {
                    extent,
                    src,
                    dst: buffer,
                });
                empty.axes.push(Axis {
                    extent,
                    src: buffer,
                    dst,
                });
            }
        }
        (fill.nest(true), empty.nest(true))
    }

    /// Moves from `src` to `dst`, which begin at the first element of each.
    #[inline]
    pub(super) fn run(&self, src: &[u8], dst: &mut [u8]) {
        self.run_through::<BUFFER>(src, dst);
    }

    /// Generic, so that it is compiled where it is used, but on its own,
    /// because the buffer is a large part of a stack.
    #[inline(never)]
    fn run_through<const BUFFER: usize>(&self, src: &[u8], dst: &mut [u8]) {
        let mut buffer = Buffer([0; BUFFER]);
        let mut steps = [0; super::cuts::MAX_AXES];
        self.blocks(0, &mut steps, src, dst, &mut buffer.0);
    }

    /// All blocks of the loops from `at` on.
    #[inline]
    fn blocks(
        &self,
        at: usize,
        steps: &mut [usize; super::cuts::MAX_AXES],
        src: &[u8],
        dst: &mut [u8],
        buffer: &mut [u8],
    ) {
        let Some(axis) = self.axes.get(at) else {
            let steps = &steps[..at];
            let all = self
                .axes
                .iter()
                .zip(steps)
                .all(|(axis, &n)| axis.steps == n);
            let partial;
            let (fill, empty) = match &self.full {
                Some(full) if all => full,
                _ => {
                    partial = self.nests(steps);
                    &partial
                }
            };
            empty.prefetch_run_ends(buffer, dst);
            fill.run(src, buffer);
            empty.run_streaming(buffer, dst);
            return;
        };
        let mut done = 0;
        while done < axis.whole.extent {
            steps[at] = axis.steps.min(axis.whole.extent - done);
            let src = &src[done * axis.whole.src * self.size..];
            let dst = &mut dst[done * axis.whole.dst * self.size..];
            self.blocks(at + 1, steps, src, dst, buffer);
            done += axis.steps;
        }
    }
}

/// The buffer begins at a cache line.
#[repr(align(64))]
struct Buffer<const BYTES: usize>([u8; BYTES]);

/// The smallest stride first.
fn sort_by_src(axes: &mut Axes) {
    for i in 1..axes.len() {
        let mut at = i;
        while at > 0 && axes[at].src < axes[at - 1].src {
            let (a, b) = (axes[at - 1], axes[at]);
            axes.set(at - 1, b);
            axes.set(at, a);
            at -= 1;
        }
    }
}
