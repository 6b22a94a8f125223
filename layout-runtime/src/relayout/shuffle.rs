//! `Shuffle`: a block that is made of whole lanes on both sides, with its bytes
//! in another order.
//!
//! Where extents are powers of two, a byte's place is a number whose bits are
//! steps of loops of two. Four of them are the places within a lane of the
//! source, four those within a lane of the destination. A bit that is both only
//! changes its place. The others number the lanes of a block on one side and
//! the pieces of each lane on the other side: this is a transpose of pieces.

use super::cuts::{Axes, Axis, NO_AXIS};
use super::kernels::{LANE, LINE};
use super::loops::remove;
use crate::util::array_vec::ArrayVec as List;

const BITS: usize = LANE.ilog2() as usize;

/// For each byte of a lane, the byte that is put there.
pub(super) type Order = [u8; LANE];

/// The strides of some loops of two, in bytes.
pub(super) type Strides = List<usize, BITS>;

/// The most loops of two that make lanes into whole cache lines on both sides.
pub(super) const MAX_LINES: usize = 2 * (LINE / LANE).ilog2() as usize;

/// The most cache lines of the source that are loaded ahead for a block.
pub(super) const MAX_READS: usize = 64;

/// How vectors of four lanes make whole cache lines of the destination.
pub(super) struct Lines {
    /// The loops from the first lane of a vector to the second and to the third;
    /// `NO_AXIS` where there are no more.
    pub(super) lanes: [Axis; 2],
    pub(super) join: Join,
    /// The other loops.
    pub(super) others: List<Axis, MAX_LINES>,
}

/// The lanes that make a line, by the vectors of a block, each of which is a lane
/// of four blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Join {
    /// Those of one vector.
    Whole,
    /// Two lanes of each of two vectors, in turn.
    InTurn,
    /// Two lanes of one vector, then two of another.
    Halves,
    /// One lane of each of four vectors.
    Quarters,
}

/// How a block is moved. Its lanes are read; each is put into the order
/// `before`; then pieces of a lane, of which there are as many as lanes, are
/// transposed: piece `i` of lane `k` becomes piece `k` of lane `i`. Each lane is
/// put into the order `after` and written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shuffle {
    /// From lane to lane in the source.
    pub(super) src: Strides,
    /// From lane to lane in the destination; as many as in the source.
    pub(super) dst: Strides,
    pub(super) before: Order,
    pub(super) after: Order,
    /// The blocks that make whole cache lines on both sides.
    pub(super) lines: List<Axis, MAX_LINES>,
}

impl Shuffle {
    /// The block of units of `unit` bytes, whose loops are taken out of `axes`;
    /// `None` when the innermost loops on a side do not make a lane.
    pub(super) const fn take(axes: &mut Axes, unit: usize) -> Option<Shuffle> {
        let Some(lanes) = Lanes::find(axes, unit) else {
            return None;
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
                remove(axes, at);
            }
        }
        Some(shuffle)
    }

    /// Adds the bits of an axis from `first` to `end`; the one that is the next
    /// lane in the destination comes first.
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

    /// How the blocks make whole cache lines of the destination; `None` when they
    /// do not.
    pub(super) fn lines(&self) -> Option<Lines> {
        const SECOND: usize = LANE;
        const THIRD: usize = 2 * LANE;
        let all = || lanes_and_lines(&self.dst, self.lines.iter().map(|axis| axis.dst));
        let within = |dst| dst == SECOND || dst == THIRD;
        if all().filter(|&dst| within(dst)).count() < 2
            || !all().all(|dst| within(dst) || dst.is_multiple_of(LINE))
        {
            return None;
        }
        let mut others = self.lines;
        let mut take = |dst: Option<usize>| {
            let suits = |axis: &Axis| dst.is_none_or(|dst| axis.dst == dst);
            let at = others.iter().position(suits)?;
            let axis = others[at];
            remove(&mut others, at);
            Some(axis)
        };
        let (second, third) = (take(Some(SECOND)), take(Some(THIRD)));
        let mut other = || take(None).unwrap_or(NO_AXIS);
        let (lanes, join) = match (second, third) {
            (Some(second), Some(third)) => ([second, third], Join::Whole),
            (None, Some(third)) => ([third, other()], Join::InTurn),
            (Some(second), None) => ([other(), second], Join::Halves),
            (None, None) => ([other(), other()], Join::Quarters),
        };
        Some(Lines {
            lanes,
            join,
            others,
        })
    }

    /// Where the cache lines of the source are that the blocks are made of.
    pub(super) fn reads(&self) -> [usize; MAX_READS] {
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

    /// The bytes of a piece of the source that is read together, and how many
    /// there are.
    pub(super) fn src_pieces(&self) -> (usize, usize) {
        pieces(&self.src, self.lines.iter().map(|axis| axis.src))
    }

    /// The same of what is written.
    pub(super) fn dst_pieces(&self) -> (usize, usize) {
        pieces(&self.dst, self.lines.iter().map(|axis| axis.dst))
    }

    /// How far the last byte is from the first, on both sides.
    pub(super) const fn reach(&self) -> (usize, usize) {
        let (mut src, mut dst) = (LANE - 1, LANE - 1);
        let mut i = 0;
        while i < self.src.len() {
            src += self.src.at(i);
            dst += self.dst.at(i);
            i += 1;
        }
        i = 0;
        while i < self.lines.len() {
            src += self.lines.at(i).src;
            dst += self.lines.at(i).dst;
            i += 1;
        }
        (src, dst)
    }
}

/// The strides of all loops on a side.
fn lanes_and_lines(
    lanes: &Strides,
    lines: impl Iterator<Item = usize>,
) -> impl Iterator<Item = usize> {
    lanes.iter().copied().chain(lines)
}

/// The bytes of the pieces that lanes with these strides make, and how many
/// pieces there are.
fn pieces(lanes: &Strides, lines: impl Iterator<Item = usize> + Clone) -> (usize, usize) {
    let all = || lanes_and_lines(lanes, lines.clone());
    let mut piece = LANE;
    while all().any(|stride| stride == piece) {
        piece *= 2;
    }
    (piece, (LANE << all().count()) / piece)
}

/// How many steps of two a loop takes within so many bytes, on the side on which
/// these are more.
const fn bits_within(axis: Axis, bytes: usize) -> usize {
    let mut bits = 0;
    while bits < axis.extent.trailing_zeros() as usize
        && (axis.src << bits < bytes || axis.dst << bits < bytes)
    {
        bits += 1;
    }
    bits
}

/// For each bit of a place within a lane, the stride of that bit on the other
/// side.
struct Lanes {
    src: [usize; BITS],
    dst: [usize; BITS],
}

impl Lanes {
    const fn find(axes: &Axes, unit: usize) -> Option<Lanes> {
        let mut lanes = Lanes {
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
                if src < LANE {
                    lanes.src[src.ilog2() as usize] = dst;
                }
                if dst < LANE {
                    lanes.dst[dst.ilog2() as usize] = src;
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
            i += 1;
        }
        Some(lanes)
    }

    /// The bit of the source with the least stride from lane to lane of the
    /// destination that is more than all of `before`.
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
        // Between the orders, a piece keeps the order of the destination.
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
        // The lanes that lie together come first.
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

/// The order that takes bit `i` of a place to bit `bits[i]`.
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
