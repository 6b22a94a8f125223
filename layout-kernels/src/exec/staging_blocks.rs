//! The block sizes of a copy through the staging buffer.
//!
//! A block should have long contiguous pieces on both sides, because each piece costs a TLB
//! entry and a DRAM row. The search begins with a block of one element, and doubles one
//! loop at a time, on the side with the shorter pieces:
//!
//! ```text
//! block = one element
//! loop:
//!     piece of a side = what is contiguous there in the block
//!     double the loop that continues the source's piece         if it is short
//!         or the loop that continues the destination's piece    if that is short
//!     stop if both are long, or the block does not fit the buffer
//! ```

use crate::list::List;
use crate::plan::{Axes, Axis, LINE, MAX_AXES, NO_AXIS, SETS};

/// One number for each loop.
pub(super) type LoopSteps = [usize; MAX_AXES];

/// The bytes from which a piece of the source need not grow: the next block continues it,
/// and its DRAM row stays open.
const MAX_SRC_BYTES: usize = 512;
/// The bytes from which a piece of the destination need not grow.
const MAX_DST_BYTES: usize = 4096;
/// [`MAX_DST_BYTES`] if the piece's elements map to few cache sets in the source.
const MAX_DST_BYTES_IN_FEW_SETS: usize = 256;
/// How many times as long as pieces of the source those of the destination should be: loads
/// can be prefetched, stores cannot.
const DST_TIMES: usize = 2;
/// The fewest bytes for which a block pays off.
const MIN_BLOCK_BYTES: usize = 32 << 10;

/// The fewest bytes after which a run may end before the last contiguous loop.
const MIN_RUN_BYTES: usize = 512;

/// How a copy is split into blocks.
pub(super) struct StagingBlocks {
    /// The extents of a block.
    pub(super) steps: LoopSteps,
    pub(super) run: StagedRun,
}

/// The runs of a block, which are contiguous in the destination and in the buffer. Lengths
/// are in elements.
pub(super) struct StagedRun {
    /// The numbers of the run's loops, the innermost first.
    pub(super) loops: List<usize, MAX_AXES>,
    /// The elements of a run that are in one block.
    pub(super) len: usize,
    /// The loops of the first elements of a run, about a cache line.
    pub(super) strip: Axes,
    /// The pitch of runs in the buffer: at least a run and a strip.
    pub(super) pitch: usize,
}

impl StagingBlocks {
    /// The blocks of a copy of elements of `size` bytes, in a buffer of `room` bytes.
    pub(super) fn of(axes: &Axes, size: usize, room: usize) -> StagingBlocks {
        let mut blocks = StagingBlocks {
            steps: [1; _],
            run: StagedRun::of(axes, &[1; _], size),
        };
        // Ends: each step makes a loop of the block longer, up to the copy's.
        while let Some(steps) = blocks.doubled(axes, size) {
            let elements: usize = steps[..axes.len()].iter().product();
            let run = StagedRun::of(axes, &steps, size);
            if elements / run.len * run.pitch * size > room {
                break;
            }
            blocks = StagingBlocks { steps, run };
        }
        blocks
    }

    /// The extents with one loop doubled. `None` when the block is large enough.
    fn doubled(&self, axes: &Axes, size: usize) -> Option<LoopSteps> {
        let pitch = axes.iter().find(|axis| axis.dst == 1);
        let in_few_sets = pitch.is_some_and(|axis| (axis.src * size).is_multiple_of(SETS));
        let dst_most = if in_few_sets {
            MAX_DST_BYTES_IN_FEW_SETS
        } else {
            MAX_DST_BYTES
        };
        let mut steps = self.steps;
        let src = Piece::of(axes, &steps, |at| axes[at].src);
        let dst = Piece::of(axes, &steps, |at| axes[at].dst);
        let from = src.next.filter(|_| src.len * size < MAX_SRC_BYTES);
        let to = dst.next.filter(|_| dst.len * size < dst_most);
        let next = match (from, to) {
            (Some(from), Some(_)) if src.len * DST_TIMES <= dst.len => from,
            (_, Some(to)) => to,
            (Some(from), None) => from,
            (None, None) => {
                let elements: usize = steps[..axes.len()].iter().product();
                if elements * size >= MIN_BLOCK_BYTES {
                    return None;
                }
                let rest = (0..axes.len()).filter(|&at| steps[at] < axes[at].extent);
                rest.min_by_key(|&at| axes[at].src)?
            }
        };
        steps[next] = axes[next].extent.min(2 * steps[next]);
        Some(steps)
    }
}

impl StagedRun {
    fn of(axes: &Axes, steps: &LoopSteps, size: usize) -> StagedRun {
        let per_line = LINE / size;
        let mut run = StagedRun {
            loops: List::new(0),
            len: 1,
            strip: List::new(NO_AXIS),
            pitch: 0,
        };
        let (mut whole, mut strip) = (1, 1);
        // Ends: loops have two steps or more, so that `whole` grows past all strides.
        while let Some(at) = axes.iter().position(|axis| axis.dst == whole) {
            let axis = axes[at];
            run.loops.push(at);
            run.len *= steps[at];
            whole *= axis.extent;
            if strip < per_line {
                let extent = axis.extent.min(per_line.div_ceil(strip));
                run.strip.push(Axis { extent, ..axis });
                strip *= extent;
            }
            let long = run.len * size >= MIN_RUN_BYTES && whole.is_multiple_of(per_line);
            if steps[at] < axis.extent || long {
                break;
            }
        }
        // With an odd number of lines, runs do not map to the same cache set.
        let lines = (run.len + strip).div_ceil(per_line) | 1;
        run.pitch = lines * per_line;
        run
    }
}

/// A piece of a block that is contiguous on one side.
struct Piece {
    /// In elements.
    len: usize,
    /// The loop that continues it, if there is one.
    next: Option<usize>,
}

impl Piece {
    fn of(axes: &Axes, steps: &LoopSteps, stride: impl Fn(usize) -> usize) -> Piece {
        let mut len = 1;
        // Ends: loops have two steps or more, so that `len` grows past all strides.
        loop {
            let next = (0..axes.len()).find(|&at| stride(at) == len);
            let whole = next.is_some_and(|at| steps[at] == axes[at].extent);
            len *= next.map_or(1, |at| steps[at]);
            if !whole {
                return Piece { len, next };
            }
        }
    }
}
