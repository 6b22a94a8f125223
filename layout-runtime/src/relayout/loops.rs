//! `Loops`: where a move begins, and its loops, before a kernel takes some of
//! them.

use super::cuts::{Axes, Axis, NO_AXIS};
use crate::util::array_vec::ArrayVec as List;

/// The first positions of a nest, its loops, in elements of `bits` bits.
#[derive(Clone, Copy)]
pub(crate) struct Loops {
    pub(crate) axes: Axes,
    pub(crate) src: usize,
    pub(crate) dst: usize,
    pub(crate) bits: usize,
}

impl Loops {
    pub(crate) const fn new(bits: usize) -> Loops {
        Loops {
            axes: List::new(NO_AXIS),
            src: 0,
            dst: 0,
            bits,
        }
    }

    /// The same with loops joined that continue one another.
    pub(crate) const fn merged(mut self) -> Loops {
        merge(&mut self.axes);
        self
    }

    /// Makes elements of less than 8 bits into elements of one byte, where
    /// they lie together so that this can be done; else the bits stay.
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
        self.src /= per_byte;
        self.dst /= per_byte;
        8
    }
}

/// The axis that has these strides.
pub(super) const fn find(axes: &Axes, src: Option<usize>, dst: Option<usize>) -> Option<usize> {
    let mut i = 0;
    while i < axes.len() {
        let axis = axes.at(i);
        let same_src = match src {
            Some(src) => axis.src == src,
            None => true,
        };
        let same_dst = match dst {
            Some(dst) => axis.dst == dst,
            None => true,
        };
        if same_src && same_dst {
            return Some(i);
        }
        i += 1;
    }
    None
}

/// Joins loops of which one continues the other on both sides.
pub(super) const fn merge(axes: &mut Axes) {
    let mut low = 0;
    while low < axes.len() {
        let Axis { extent, src, dst } = axes.at(low);
        // No stride overflows: the positions that it leads to exist, but for
        // one step past the last.
        match find(
            axes,
            Some(src.saturating_mul(extent)),
            Some(dst.saturating_mul(extent)),
        ) {
            Some(high) => {
                let extent = extent * axes.at(high).extent;
                axes.set(low, Axis { extent, src, dst });
                remove(axes, high);
                low = 0;
            }
            None => low += 1,
        }
    }
}

/// Sorts the loops by the strides of the side that is walked through, the
/// smallest first.
pub(super) const fn sort(axes: &mut Axes, walk_src: bool) {
    let mut i = 1;
    while i < axes.len() {
        let mut at = i;
        while at > 0 && axes.at(at).is_within(axes.at(at - 1), walk_src) {
            let (a, b) = (axes.at(at - 1), axes.at(at));
            axes.set(at - 1, b);
            axes.set(at, a);
            at -= 1;
        }
        i += 1;
    }
}

pub(super) const fn remove<const N: usize>(axes: &mut List<Axis, N>, at: usize) {
    let mut i = at;
    while i + 1 < axes.len() {
        let next = axes.at(i + 1);
        axes.set(i, next);
        i += 1;
    }
    axes.pop();
}

impl Axis {
    const fn is_within(self, other: Axis, walk_src: bool) -> bool {
        if walk_src {
            self.src < other.src
        } else {
            self.dst < other.dst
        }
    }
}
