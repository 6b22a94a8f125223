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
use super::nest::remove;
use crate::list::List;

const BITS: usize = LANE.ilog2() as usize;

/// For each byte of a lane, the byte that is put there.
pub(super) type Order = [u8; LANE];

/// The strides of some loops of two, in bytes.
pub(super) type Strides = List<usize, BITS>;

/// The most loops of two that make lanes into whole cache lines on both sides.
pub(super) const MAX_LINES: usize = 2 * (LINE / LANE).ilog2() as usize;

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
            if self.src[i] >= LANE {
                before[within + dst.len()] = i;
                dst.push(self.src[i]);
            }
            if self.dst[i] >= LANE {
                after[i] = within + src.len();
                src.push(self.dst[i]);
            }
            i += 1;
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
