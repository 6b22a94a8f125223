//! `Axis`: one loop of a strided copy.

use crate::list::List;

/// One loop of a strided copy: its extent, and its stride on each side. Strides
/// count elements in a `StridedCopy`, and bytes in a plan. A stride that is negative as `isize`
/// goes backward.
///
/// # Examples
///
/// ```
/// use layout_kernels::Axis;
///
/// // The rows of a matrix of 8 columns, each to a row of 10.
/// let rows = Axis { extent: 5, src: 8, dst: 10 };
/// assert_eq!(rows.extent, 5);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Axis {
    /// The number of steps, at least 1.
    pub extent: usize,
    /// The stride in the source; negative ones wrap.
    pub src: usize,
    /// The stride in the destination; negative ones wrap.
    pub dst: usize,
}

/// A loop of one step.
pub(crate) const NO_AXIS: Axis = Axis {
    extent: 1,
    src: 0,
    dst: 0,
};

/// Fills unused entries of lists: zeroing them is faster than setting them.
pub(crate) const UNUSED: Axis = Axis {
    extent: 0,
    src: 0,
    dst: 0,
};

/// The most loops of a copy.
pub(crate) const MAX_AXES: usize = 32;
pub(crate) type Axes = List<Axis, MAX_AXES>;

impl Axis {
    /// Returns the step at which part number `part` of `parts` begins; `part == parts` gives the
    /// extent. The sizes of parts differ by at most one step.
    pub(crate) const fn part(&self, part: usize, parts: usize) -> usize {
        let rest = self.extent % parts;
        part * (self.extent / parts) + if part < rest { part } else { rest }
    }

    /// Turns the loop round: it visits the same elements from the last to the first. `starts` are
    /// the places where it begins, which wrap.
    pub(super) const fn turn(&mut self, starts: [&mut usize; 2]) {
        let steps = self.extent - 1;
        let [src, dst] = starts;
        *src = src.wrapping_add(steps.wrapping_mul(self.src));
        *dst = dst.wrapping_add(steps.wrapping_mul(self.dst));
        self.src = self.src.wrapping_neg();
        self.dst = self.dst.wrapping_neg();
    }

    /// Returns the same steps with strides divided by `by`.
    pub(crate) const fn divided(self, by: usize) -> Axis {
        Axis {
            extent: self.extent,
            src: (self.src as isize / by as isize) as usize,
            dst: (self.dst as isize / by as isize) as usize,
        }
    }
}

/// Returns true if a loop goes backward on a side.
pub(crate) const fn goes_backward(axes: &Axes) -> bool {
    let (mut strides, mut i) = (0, 0);
    while i < axes.len {
        strides |= axes.items[i].src | axes.items[i].dst;
        i += 1;
    }
    (strides as isize) < 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_differ_by_one_step_at_most() {
        let axis = Axis {
            extent: 10,
            src: 1,
            dst: 1,
        };
        assert_eq!(
            [0, 1, 2, 3, 4].map(|part| axis.part(part, 4)),
            [0, 3, 6, 8, 10]
        );
        assert_eq!([0, 1, 2, 3].map(|part| axis.part(part, 3)), [0, 4, 7, 10]);
    }
}
