//! `Shuffle`: a block whose bytes are whole lanes in the source and whole lanes in the
//! destination.
//!
//! If extents are powers of two, each bit of a byte's offset is a loop of extent two. Four
//! bits are the offset within a lane of the source, and four bits the offset within a lane
//! of the destination. Five such loops `a` to `e`, the innermost last:
//!
//! ```text
//! source        a | b c d e      lanes of 16 bytes, two of them: bit a is the lane
//! destination   e | c d b a      bit e is the lane
//!
//! in both lanes    b c d         change only their significance: a byte shuffle
//! in one lane      a and e       lane number on one side, piece of a lane on the other:
//!                                a transpose of pieces, by a butterfly network
//! ```

use super::axis::{Axes, Axis, NO_AXIS};
use super::{LANE, LINE};
use crate::list::List;

const BITS: usize = LANE.ilog2() as usize;

/// A table for a byte shuffle: byte `i` of the result is byte `order[i]` of the lane.
pub(crate) type Order = [u8; LANE];

/// The strides of some loops of extent two, in bytes.
pub(crate) type Strides = List<usize, BITS>;

/// The most loops of extent two that make lanes into whole cache lines on both sides.
pub(crate) const MAX_LINES: usize = 2 * (LINE / LANE).ilog2() as usize;

/// The most cache lines of the source that are prefetched for a block.
pub(crate) const MAX_READS: usize = 64;

/// The loops over the lanes that make whole cache lines of the destination.
pub(crate) struct WholeLines {
    /// The offsets, in the source, of the second and of the third lane of a destination
    /// line.
    pub(crate) lanes: [usize; 2],
    /// The other loops.
    pub(crate) others: List<Axis, MAX_LINES>,
}

/// How a block is copied. The kernel reads its `K` lanes, and puts the bytes of each into
/// the order `before`. A butterfly network transposes the `K` pieces of each lane: piece
/// `i` of lane `k` becomes piece `k` of lane `i`. The kernel puts the bytes of each lane
/// into the order `after`, and writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shuffle {
    /// The strides from lane to lane in the source.
    pub(crate) src: Strides,
    /// The strides from lane to lane in the destination; as many as in the source.
    pub(crate) dst: Strides,
    pub(crate) before: Order,
    pub(crate) after: Order,
    /// The loops over the blocks that make whole cache lines on both sides.
    pub(crate) lines: List<Axis, MAX_LINES>,
}

impl Shuffle {
    /// Returns true if the innermost loops make whole lanes of units of `unit` bytes on both
    /// sides.
    pub(super) const fn is_in(axes: &Axes, unit: usize) -> bool {
        unit <= LANE && unit.is_power_of_two() && LaneStrides::find(axes, unit).is_some()
    }

    /// Takes the loops of the block that [is in](Shuffle::is_in) `axes` out of them.
    pub(super) const fn take(axes: &mut Axes, unit: usize) -> Shuffle {
        let Some(lanes) = LaneStrides::find(axes, unit) else {
            panic!("a block is taken where there is one");
        };
        let mut shuffle = lanes.shuffle();
        let mut at = axes.len();
        while at > 0 {
            at -= 1;
            let axis = axes.at(at);
            let bits = bits_within(axis, LINE);
            shuffle.add_lines(axis, bits_within(axis, LANE), bits);
            let rest = Axis {
                extent: axis.extent >> bits,
                src: axis.src << bits,
                dst: axis.dst << bits,
            };
            if rest.extent > 1 {
                axes.set(at, rest);
            } else {
                axes.remove(at);
            }
        }
        shuffle
    }

    /// Adds the bits `first..end` of an axis. The bit that is the next lane in the
    /// destination comes first.
    const fn add_lines(&mut self, axis: Axis, first: usize, end: usize) {
        let mut bit = first;
        while bit < end {
            let mut step = Axis {
                extent: 2,
                src: axis.src << bit,
                dst: axis.dst << bit,
            };
            if step.dst == LANE && !self.lines.is_empty() {
                let other = self.lines.at(0);
                self.lines.set(0, step);
                step = other;
            }
            self.lines.push(step);
            bit += 1;
        }
    }

    /// Returns the loops of lanes, one lane of each of several blocks, that make whole cache lines
    /// of the destination. `None` when they do not.
    pub(crate) fn whole_lines(&self) -> Option<WholeLines> {
        let mut others = self.lines;
        let mut take = |dst: usize| {
            let at = others.iter().position(|axis| axis.dst == dst)?;
            let axis = others[at];
            others.remove(at);
            Some(axis.src)
        };
        let lanes = [take(LANE)?, take(2 * LANE)?];
        let mut all = lanes_and_lines(&self.dst, others.iter().map(|axis| axis.dst));
        let whole = all.all(|dst| dst.is_multiple_of(LINE));
        whole.then_some(WholeLines { lanes, others })
    }

    /// Returns the offsets of the cache lines of the source that the blocks consist of.
    pub(crate) fn reads(&self) -> [usize; MAX_READS] {
        let (mut reads, mut len) = ([0; MAX_READS], 1);
        let all = lanes_and_lines(&self.src, self.lines.iter().map(|axis| axis.src));
        for stride in all.filter(|&stride| stride >= LINE) {
            for i in 0..len.min(MAX_READS - len) {
                reads[len + i] = reads[i] + stride;
            }
            len = (2 * len).min(MAX_READS);
        }
        reads
    }
}

/// Returns the strides of all loops of two in the source or in the destination.
fn lanes_and_lines(
    lanes: &Strides,
    lines: impl Iterator<Item = usize>,
) -> impl Iterator<Item = usize> {
    lanes.iter().copied().chain(lines)
}

/// How many of the loops of two of `axis` have a stride below `bytes` in the source or in
/// the destination.
const fn bits_within(axis: Axis, bytes: usize) -> usize {
    let mut bits = 0;
    while bits < axis.extent.trailing_zeros() as usize
        && (axis.src << bits < bytes || axis.dst << bits < bytes)
    {
        bits += 1;
    }
    bits
}

/// For each bit of an offset within a lane of the source, that bit's stride in the
/// destination; and the inverse.
struct LaneStrides {
    src: [usize; BITS],
    dst: [usize; BITS],
}

impl LaneStrides {
    const fn find(axes: &Axes, unit: usize) -> Option<LaneStrides> {
        let mut lanes = LaneStrides {
            src: [0; BITS],
            dst: [0; BITS],
        };
        let mut i = 0;
        while i < BITS && 1 << i < unit {
            lanes.src[i] = 1 << i;
            lanes.dst[i] = 1 << i;
            i += 1;
        }
        i = 0;
        while i < axes.len() {
            let axis = axes.at(i);
            let mut bit = 0;
            while bit < bits_within(axis, LANE) {
                let (src, dst) = (axis.src << bit, axis.dst << bit);
                if src < LANE && !src.is_power_of_two() || dst < LANE && !dst.is_power_of_two() {
                    return None;
                }
                if src < LANE && !set_once(&mut lanes.src[src.ilog2() as usize], dst)
                    || dst < LANE && !set_once(&mut lanes.dst[dst.ilog2() as usize], src)
                {
                    return None;
                }
                bit += 1;
            }
            i += 1;
        }
        i = 0;
        while i < BITS {
            if lanes.src[i] == 0 || lanes.dst[i] == 0 {
                return None;
            }
            // Two bits that are one bit of the destination write the same bytes.
            let mut j = 0;
            while j < i {
                if lanes.src[i] == lanes.src[j] {
                    return None;
                }
                j += 1;
            }
            i += 1;
        }
        Some(lanes)
    }

    /// Returns the bit of a source lane with the least stride in the destination that is at least a
    /// lane, and greater than all of `before`.
    const fn next_lane(&self, before: &Strides) -> Option<usize> {
        let mut least = LANE;
        if !before.is_empty() {
            least = before.at(before.len() - 1) + 1;
        }
        let mut next = None;
        let mut i = 0;
        while i < BITS {
            if self.src[i] >= least
                && match next {
                    Some(other) => self.src[i] < self.src[other],
                    None => true,
                }
            {
                next = Some(i);
            }
            i += 1;
        }
        next
    }

    const fn shuffle(&self) -> Shuffle {
        // Between the two orders, the bytes of a piece are already in the order of the
        // destination.
        let (mut before, mut after) = ([0; BITS], [0; BITS]);
        let mut within = 0;
        let mut i = 0;
        while i < BITS {
            if self.dst[i] < LANE {
                before[within] = self.dst[i].ilog2() as usize;
                after[i] = within;
                within += 1;
            }
            i += 1;
        }
        let mut src: Strides = List::new(0);
        let mut dst: Strides = List::new(0);
        i = 0;
        while i < BITS {
            if self.dst[i] >= LANE {
                after[i] = within + src.len();
                src.push(self.dst[i]);
            }
            i += 1;
        }
        // Contiguous lanes come first. Ends: the strides of lanes ascend.
        while let Some(i) = self.next_lane(&dst) {
            before[within + dst.len()] = i;
            dst.push(self.src[i]);
        }
        Shuffle {
            src,
            dst,
            before: order(&before),
            after: order(&after),
            lines: List::new(NO_AXIS),
        }
    }
}

/// Sets a stride that is still 0; false if it is not.
const fn set_once(stride: &mut usize, to: usize) -> bool {
    let is_first = *stride == 0;
    *stride = to;
    is_first
}

/// Returns the byte order that moves bit `i` of an offset to bit `bits[i]`.
const fn order(bits: &[usize; BITS]) -> Order {
    let mut order = [0; LANE];
    let mut byte = 0;
    while byte < LANE {
        let mut i = 0;
        while i < BITS {
            order[byte] |= ((byte >> i & 1) << bits[i]) as u8;
            i += 1;
        }
        byte += 1;
    }
    order
}
