//! `StridedCopy`: loops of fixed strides that copy one element each.

use super::axis::{Axes, Axis, UNUSED};
use crate::list::List;

/// A copy of elements by nested loops of fixed strides.
///
/// It says what to copy; [`CopyPlan`](crate::CopyPlan) says how, once for many
/// runs.
///
/// ```
/// use layout_kernels::{Axis, Hints, StridedCopy};
///
/// // A matrix of 2 rows and 3 columns of bytes, by columns.
/// let mut copy = StridedCopy::new(8);
/// assert!(copy.push(Axis { extent: 2, src: 3, dst: 1 }));
/// assert!(copy.push(Axis { extent: 3, src: 1, dst: 2 }));
/// let mut columns = [0; 6];
/// copy.run(Hints { bytes: 12, by_source: true }, &[1, 2, 3, 4, 5, 6], &mut columns);
/// assert_eq!(columns, [1, 4, 2, 5, 3, 6]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct StridedCopy {
    pub(crate) axes: Axes,
    /// The position of the first element in the source.
    pub src: usize,
    /// The position of the first element in the destination.
    pub dst: usize,
    pub(crate) bits: usize,
}

/// A whole copy, of which a strided copy may be a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hints {
    /// The bytes that are read and written, of all parts together. They decide
    /// how the caches are used.
    pub bytes: usize,
    /// Whether the source is better visited in memory order, or else the
    /// destination: the side that has fewer tiles.
    pub by_source: bool,
}

impl StridedCopy {
    /// A copy of one element of `bits` bits, from position 0 to position 0. The
    /// first bits of a byte are the low ones.
    ///
    /// # Panics
    ///
    /// When `bits` is 0.
    #[must_use]
    pub const fn new(bits: usize) -> StridedCopy {
        assert!(bits > 0, "an element has at least one bit");
        StridedCopy {
            axes: List::new(UNUSED),
            src: 0,
            dst: 0,
            bits,
        }
    }

    /// Adds a loop around the others, with strides in elements. False when there
    /// are too many; then nothing is added. A loop of one step is none.
    ///
    /// # Panics
    ///
    /// When the extent is 0.
    #[must_use]
    #[inline]
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

    /// The loops, in the order in which they were added, with strides in elements.
    #[must_use]
    #[inline]
    pub const fn axes(&self) -> &[Axis] {
        self.axes.as_slice()
    }

    /// Makes it a copy of one element again, from position 0 to position 0.
    pub const fn clear(&mut self) {
        self.axes.clear();
        (self.src, self.dst) = (0, 0);
    }

    /// The same with loops fused that continue one another.
    pub(crate) const fn merged(mut self) -> StridedCopy {
        merge(&mut self.axes);
        self
    }

    /// Fuses elements of less than 8 bits into bytes where they are contiguous;
    /// otherwise the unit stays a bit.
    pub(super) const fn whole_bytes(&mut self) -> usize {
        if self.bits > 8 || 8 % self.bits != 0 {
            return self.bits;
        }
        let per_byte = 8 / self.bits;
        let mut within = usize::MAX;
        let mut even = self.src.is_multiple_of(per_byte) && self.dst.is_multiple_of(per_byte);
        let mut i = 0;
        while i < self.axes.len() {
            let Axis { extent, src, dst } = self.axes.at(i);
            if src == 1 && dst == 1 && extent.is_multiple_of(per_byte) {
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
        // A loop of one step would hide the next one, which may now have the
        // same strides.
        if self.axes.at(within).extent == 1 {
            self.axes.remove(within);
        }
        self.src /= per_byte;
        self.dst /= per_byte;
        8
    }
}

/// The axis that has these strides.
pub(super) const fn find(axes: &Axes, src: Option<usize>, dst: Option<usize>) -> Option<usize> {
    let mut i = 0;
    while i < axes.len {
        let axis = &axes.items[i];
        let same = match (src, dst) {
            (Some(src), Some(dst)) => axis.src == src && axis.dst == dst,
            (Some(src), None) => axis.src == src,
            (None, Some(dst)) => axis.dst == dst,
            (None, None) => true,
        };
        if same {
            return Some(i);
        }
        i += 1;
    }
    None
}

/// Fuses loops of which one continues the other on both sides.
pub(super) const fn merge(axes: &mut Axes) {
    let mut low = 0;
    while low < axes.len {
        let Axis { extent, src, dst } = axes.items[low];
        match find(
            axes,
            Some(src.saturating_mul(extent)),
            Some(dst.saturating_mul(extent)),
        ) {
            Some(high) if high != low => {
                let extent = extent.saturating_mul(axes.at(high).extent);
                axes.set(low, Axis { extent, src, dst });
                axes.remove(high);
                low = 0;
            }
            _ => low += 1,
        }
    }
}

/// Sorts the loops by the strides of the side that is visited in memory order,
/// the smallest first, but for the first `own` loops, which stay.
pub(crate) const fn sort(axes: &mut Axes, own: usize, walk_src: bool) {
    let mut i = own + 1;
    while i < axes.len {
        let mut at = i;
        while at > own && axes.items[at].is_within(&axes.items[at - 1], walk_src) {
            (axes.items[at - 1], axes.items[at]) = (axes.items[at], axes.items[at - 1]);
            at -= 1;
        }
        i += 1;
    }
}

impl Axis {
    const fn is_within(&self, other: &Axis, walk_src: bool) -> bool {
        if walk_src {
            self.src < other.src
        } else {
            self.dst < other.dst
        }
    }
}
