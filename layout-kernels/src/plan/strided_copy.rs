//! `StridedCopy`: loops of fixed strides that copy one element each.

use core::ops::Range;

use super::axis::{Axes, Axis, MAX_AXES, UNUSED, goes_backward};
use crate::list::List;

/// A copy of elements by nested loops of fixed strides.
///
/// It says what to copy. A [`StridedPlan`](crate::StridedPlan) also holds how, chosen once for
/// many runs.
///
/// Loops go forward or backward, on each side. Around elements that are not whole bytes, a loop
/// that goes backward is out of bounds of any buffer.
///
/// # Examples
///
/// ```
/// use layout_kernels::{Axis, Destination, Hints, Source, StridedCopy};
///
/// // A matrix of 2 rows and 3 columns of bytes, by columns.
/// let mut copy = StridedCopy::new(8);
/// assert!(copy.push(Axis { extent: 2, src: 3, dst: 1 }));
/// assert!(copy.push(Axis { extent: 3, src: 1, dst: 2 }));
/// let mut columns = [0; 6];
/// let hints = Hints { bytes: 12, by_source: true };
/// copy.execute(hints, Source::new(&[1, 2, 3, 4, 5, 6]), Destination::new(&mut columns));
/// assert_eq!(columns, [1, 4, 2, 5, 3, 6]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct StridedCopy {
    pub(crate) axes: Axes,
    /// The position of the first element in the source: that of the first step of each loop.
    pub src: usize,
    /// The position of the same element in the destination.
    pub dst: usize,
    pub(crate) bits: usize,
}

/// What a strided copy should know of the whole copy that it is a part of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hints {
    /// The bytes that all parts read and write together. They decide between cached and
    /// non-temporal stores.
    pub bytes: usize,
    /// True if the loops visit the source in memory order, rather than the destination. The better side
    /// is the one with fewer tiles.
    pub by_source: bool,
}

impl StridedCopy {
    /// Returns a copy of one element of `bits` bits, from position 0 to position 0. The first
    /// element of a byte is in its low bits.
    ///
    /// # Panics
    ///
    /// When `bits` is 0.
    #[must_use]
    #[track_caller]
    pub const fn new(bits: usize) -> StridedCopy {
        assert!(bits > 0, "an element has at least one bit");
        StridedCopy {
            axes: List::new(UNUSED),
            src: 0,
            dst: 0,
            bits,
        }
    }

    /// Adds a loop around the others, with strides in elements. False when there are too
    /// many loops; nothing is then added. A loop of one step is not stored.
    ///
    /// # Panics
    ///
    /// When the extent is 0.
    #[must_use]
    #[inline]
    #[track_caller]
    pub const fn push(&mut self, axis: Axis) -> bool {
        assert!(axis.extent > 0, "a loop has at least one step");
        if axis.extent > 1 {
            if self.axes.is_full() {
                return false;
            }
            self.axes.push(axis);
        }
        true
    }

    /// Adds the loops `first..end` of another copy of elements of the same size. False when
    /// there are too many loops; some may then have been added.
    ///
    /// # Panics
    ///
    /// When the other copy has fewer loops.
    #[must_use]
    #[track_caller]
    pub const fn push_from(&mut self, other: &StridedCopy, first: usize, end: usize) -> bool {
        assert!(end <= other.axes.len, "the other copy has these loops");
        let mut i = first;
        while i < end && self.axes.len < MAX_AXES {
            self.axes.items[self.axes.len] = other.axes.items[i];
            self.axes.len += 1;
            i += 1;
        }
        i >= end
    }

    /// How many loops there are.
    #[must_use]
    #[inline]
    pub const fn num_axes(&self) -> usize {
        self.axes.len
    }

    /// Returns the loops, in the order in which they were added, with strides in elements.
    #[must_use]
    #[inline]
    pub const fn axes(&self) -> &[Axis] {
        self.axes.as_slice()
    }

    /// Resets this to a copy of one element, from position 0 to position 0.
    pub const fn clear(&mut self) {
        self.axes.clear();
        (self.src, self.dst) = (0, 0);
    }

    /// Some steps of one loop, which goes forward in the destination; `None` if there are none. A
    /// loop of one step stays, so that the numbers of loops do, until loops are
    /// [merged](StridedCopy::merged).
    pub(crate) fn slice(&self, at: usize, steps: Range<usize>) -> Option<StridedCopy> {
        let mut part = *self;
        let axis = self.axes[at];
        let extent = steps.len();
        part.axes.set(at, Axis { extent, ..axis });
        part.src = part.src.wrapping_add(steps.start.wrapping_mul(axis.src));
        part.dst += steps.start * axis.dst;
        (!steps.is_empty()).then_some(part)
    }

    /// Turns loops round that go backward in the destination, if elements are whole bytes. A
    /// position outside of the address space wraps, to one from which the loops reach outside of it
    /// too.
    pub(crate) const fn turn(&mut self) {
        let in_bytes = self.bits.is_multiple_of(8);
        let mut i = 0;
        while in_bytes && i < self.axes.len {
            let axis = &mut self.axes.items[i];
            if (axis.dst as isize) < 0 {
                axis.turn([&mut self.src, &mut self.dst]);
            }
            i += 1;
        }
    }

    /// Returns the same copy without loops of one step, and with loops fused that continue one
    /// another.
    pub(crate) const fn merged(mut self) -> StridedCopy {
        merge(&mut self.axes);
        self
    }

    /// Fuses elements of less than 8 bits into bytes if they are contiguous; otherwise the
    /// unit stays one bit.
    pub(super) const fn whole_bytes(&mut self) -> usize {
        if self.bits > 8 || 8 % self.bits != 0 {
            return self.bits;
        }
        let per_byte = 8 / self.bits;
        let mut within = usize::MAX;
        let mut even = !goes_backward(&self.axes)
            && self.src.is_multiple_of(per_byte)
            && self.dst.is_multiple_of(per_byte);
        let mut i = 0;
        while i < self.axes.len() {
            let Axis { extent, src, dst } = self.axes.at(i);
            let fills = src == 1 && dst == 1 && extent.is_multiple_of(per_byte);
            if fills && within == usize::MAX {
                within = i;
            } else {
                even &= src.is_multiple_of(per_byte) && dst.is_multiple_of(per_byte);
            }
            i += 1;
        }
        if !even || within == usize::MAX {
            return self.bits;
        }
        i = 0;
        while i < self.axes.len() {
            let mut axis = self.axes.at(i);
            if i == within {
                axis.extent /= per_byte;
            } else {
                axis.src /= per_byte;
                axis.dst /= per_byte;
            }
            self.axes.set(i, axis);
            i += 1;
        }
        self.src /= per_byte;
        self.dst /= per_byte;
        8
    }
}

/// Drops loops of one step, and fuses two loops if one continues the other on both sides. The loops
/// are then in any order.
pub(super) const fn merge(axes: &mut Axes) {
    let mut at = 0;
    // Ends: `at` grows, except where there is one loop fewer.
    while at < axes.len {
        if axes.items[at].extent == 1 {
            axes.swap_remove(at); // it would hide a loop of the same strides
        } else {
            at += 1;
        }
    }
    let mut low = 0;
    // Ends: `low` grows, except where there is one loop fewer.
    while low < axes.len {
        let Axis { extent, src, dst } = axes.items[low];
        // Products of an `isize` and a `usize` fit in 128 bits.
        let next_src = src as isize as i128 * extent as i128;
        let next_dst = dst as isize as i128 * extent as i128;
        let mut high = 0;
        while high < axes.len
            && (axes.items[high].src as isize as i128 != next_src
                || axes.items[high].dst as isize as i128 != next_dst)
        {
            high += 1;
        }
        if high < axes.len && high != low {
            axes.items[low].extent = extent.saturating_mul(axes.items[high].extent);
            axes.swap_remove(high);
            low = 0;
        } else {
            low += 1;
        }
    }
}

/// Sorts the loops by their strides, backward or forward, on the side that is visited in memory
/// order, the smallest first. The first `own` loops stay.
pub(crate) const fn sort(axes: &mut Axes, own: usize, walk_src: bool) {
    let mut i = own + 1;
    while i < axes.len {
        let axis = axes.items[i];
        let mut at = i;
        while at > own {
            let before = axes.items[at - 1];
            let is_within = if walk_src {
                (axis.src as isize).unsigned_abs() < (before.src as isize).unsigned_abs()
            } else {
                axis.dst < before.dst // never negative
            };
            if !is_within {
                break;
            }
            axes.items[at] = before;
            at -= 1;
        }
        axes.items[at] = axis;
        i += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a copy of elements of `bits` bits in loops of (extent, source stride, destination
    /// stride).
    fn copy(bits: usize, loops: &[(usize, usize, usize)]) -> StridedCopy {
        let mut copy = StridedCopy::new(bits);
        for &(extent, src, dst) in loops {
            assert!(copy.push(Axis { extent, src, dst }));
        }
        copy
    }

    #[test]
    fn a_loop_of_one_step_is_not_stored() {
        assert_eq!(copy(8, &[(1, 5, 7), (2, 1, 1)]).num_axes(), 1);
    }

    #[test]
    fn loops_of_another_copy() {
        let other = copy(8, &[(2, 1, 3), (3, 2, 1), (5, 6, 7)]);
        let mut copy = StridedCopy::new(8);
        assert!(copy.push_from(&other, 1, 3));
        assert_eq!(*copy.axes(), other.axes()[1..]);
        assert!(copy.push_from(&other, 2, 2), "no loops fit");
        while copy.num_axes() < 31 {
            assert!(copy.push_from(&other, 0, 1));
        }
        assert!(!copy.push_from(&other, 0, 2), "32 loops are the most");
        assert!(!copy.push_from(&other, 0, 1));
        assert_eq!(copy.num_axes(), 32);
    }

    #[test]
    fn a_slice_moves_the_start() {
        let part = copy(8, &[(5, 2, 3)]).slice(0, 1..4).unwrap();
        assert_eq!((part.src, part.dst, part.axes()[0].extent), (2, 3, 3));
        assert!(part.slice(0, 2..2).is_none());
    }

    /// Loops fuse if one continues the other on both sides: 3 rows of 4 elements are 12
    /// elements, whichever loop comes first, unless the rows are 5 apart on one side.
    #[test]
    fn loops_that_continue_one_another_are_fused() {
        for loops in [[(4, 1, 1), (3, 4, 4)], [(3, 4, 4), (4, 1, 1)]] {
            assert_eq!(
                *copy(8, &loops).merged().axes(),
                *copy(8, &[(12, 1, 1)]).axes()
            );
        }
        let apart = copy(8, &[(4, 1, 1), (3, 4, 5)]);
        assert_eq!(apart.merged().axes(), apart.axes());
        // Three loops are one, beside a loop that continues none of them.
        let nested = copy(8, &[(2, 12, 12), (4, 1, 1), (3, 4, 4), (7, 1, 50)]).merged();
        assert_eq!(*nested.axes(), *copy(8, &[(7, 1, 50), (24, 1, 1)]).axes());
    }

    /// Two elements of 4 bits are a byte if they are contiguous and begin a byte on both sides.
    #[test]
    fn elements_of_less_than_a_byte_fuse_into_bytes() {
        let mut even = copy(4, &[(6, 1, 1), (5, 8, 10)]);
        (even.src, even.dst) = (2, 4);
        assert_eq!(even.whole_bytes(), 8);
        assert_eq!(*even.axes(), *copy(8, &[(3, 1, 1), (5, 4, 5)]).axes());
        assert_eq!((even.src, even.dst), (1, 2));
        for odd in [
            [(5, 1, 1), (5, 8, 10)],
            [(6, 1, 1), (5, 8, 9)],
            [(6, 1, 2), (5, 8, 12)],
        ] {
            let mut odd = copy(4, &odd);
            let before = odd;
            assert_eq!(odd.whole_bytes(), 4);
            assert_eq!(odd.axes(), before.axes());
        }
        let mut begins_within = copy(4, &[(6, 1, 1)]);
        begins_within.src = 1;
        assert_eq!(begins_within.whole_bytes(), 4);
        assert_eq!(copy(3, &[(8, 1, 1)]).whole_bytes(), 3);
    }

    #[test]
    fn loops_are_sorted_after_those_of_the_kernel() {
        let sorted = |own, walk_src| {
            let mut copy = copy(8, &[(2, 9, 1), (3, 7, 2), (4, 5, 3), (5, 6, 0)]);
            sort(&mut copy.axes, own, walk_src);
            [0, 1, 2, 3].map(|at| copy.axes()[at].extent)
        };
        assert_eq!(sorted(0, true), [4, 5, 3, 2]);
        assert_eq!(sorted(0, false), [5, 2, 3, 4]);
        assert_eq!(sorted(2, true), [2, 3, 4, 5]);
        assert_eq!(sorted(2, false), [2, 3, 5, 4]);
    }
}
