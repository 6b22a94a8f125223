//! `StridedPlan`: a few strided copies with their kernels chosen, in a compact
//! form.

use super::axis::{Axis, MAX_AXES, UNUSED};
use super::kernel_choice::{Choice, Kernels};
use super::kernel_nest::{Chosen, Extents};
use super::strided_copy::{Hints, StridedCopy};
use crate::list::List;

/// The most copies of a plan. Two dimensions that their tiles do not divide need as many,
/// if two tiles apply to one of them.
const MAX_COPIES: usize = 6;
/// The most loops of all copies of a plan together.
const MAX_LOOPS: usize = 44;

/// The most bytes, on both sides together, that are copied unit by unit: to find blocks of
/// lanes would take longer.
const MAX_BYTES_BY_UNITS: usize = 2048;

/// One copy, without its loops.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Planned {
    pub(crate) kernel: Choice,
    /// The bytes of an element.
    pub(crate) size: usize,
    /// The number of the copy's first loop in the plan's list. The kernel's own loops come
    /// first, then the others, the innermost first.
    pub(crate) first: u8,
    pub(crate) end: u8,
    /// True for runs in at most two loops that are few or long.
    pub(crate) few_runs: bool,
    /// Strides are in bytes; in bits for [`Choice::Bits`].
    pub(crate) extents: Extents,
}

/// Fills unused entries of lists: zeroing them is faster than setting them.
const NO_COPY: Planned = Planned {
    kernel: Choice::Run { len: 0 },
    size: 0,
    first: 0,
    end: 0,
    few_runs: false,
    extents: Extents::EMPTY,
};

/// Strided copies that together copy an array, planned once and run often.
///
/// A plan is made by `const fn`s, without allocation, and is smaller than 2 KB.
///
/// # Examples
///
/// ```
/// use layout_kernels::{Axis, Destination, Hints, Source, StridedCopy, StridedPlan};
///
/// // A matrix of 2 rows and 3 columns of bytes, by columns.
/// const COLUMNS: StridedPlan = {
///     let mut copy = StridedCopy::new(8);
///     assert!(copy.push(Axis { extent: 2, src: 3, dst: 1 }));
///     assert!(copy.push(Axis { extent: 3, src: 1, dst: 2 }));
///     let mut plan = StridedPlan::new(Hints { bytes: 12, by_source: true });
///     assert!(plan.push(&mut copy));
///     plan
/// };
/// let mut columns = [0; 6];
/// COLUMNS.execute(Source::new(&[1, 2, 3, 4, 5, 6]), Destination::new(&mut columns));
/// assert_eq!(columns, [1, 4, 2, 5, 3, 6]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct StridedPlan {
    pub(crate) hints: Hints,
    pub(crate) copies: List<Planned, MAX_COPIES>,
    pub(crate) loops: List<Axis, MAX_LOOPS>,
}

impl StridedPlan {
    /// Returns a plan that copies nothing yet.
    #[must_use]
    pub const fn new(hints: Hints) -> StridedPlan {
        StridedPlan {
            hints,
            copies: List::new(NO_COPY),
            loops: List::new(UNUSED),
        }
    }

    /// Moves the loops of a copy into the plan, and leaves the copy cleared. False when the
    /// plan is full; the plan is then unchanged.
    ///
    /// If two writes of a plan go to the same position, it is unspecified which value
    /// remains.
    #[must_use]
    pub const fn push(&mut self, copy: &mut StridedCopy) -> bool {
        let kernels = if self.hints.bytes < MAX_BYTES_BY_UNITS {
            Kernels::WithoutLanes
        } else {
            Kernels::All
        };
        let Chosen {
            kernel,
            extents,
            size,
        } = copy.choose_kernel(self.hints.by_source, kernels);
        let (axes, first) = (&copy.axes, self.loops.len);
        let end = first + axes.len;
        let fits = self.copies.len < MAX_COPIES && end <= MAX_LOOPS;
        if fits {
            let mut i = 0;
            while i < axes.len {
                self.loops.items[first + i] = axes.items[i];
                i += 1;
            }
            self.loops.len = end;
            self.copies.push(Planned {
                kernel,
                size,
                first: first as u8,
                end: end as u8,
                few_runs: kernel.are_few_runs(axes),
                extents,
            });
        }
        copy.clear();
        fits
    }

    /// Returns the copies, of elements of `bits` bits. The loops are those that were pushed, but may be
    /// in another order, fused, split or turned round.
    ///
    /// # Examples
    ///
    /// ```
    /// use layout_kernels::{Axis, Hints, StridedCopy, StridedPlan};
    ///
    /// let mut copy = StridedCopy::new(32);
    /// assert!(copy.push(Axis { extent: 5, src: 1, dst: 1 }));
    /// assert!(copy.push(Axis { extent: 3, src: 5, dst: 8 }));
    /// let mut plan = StridedPlan::new(Hints { bytes: 120, by_source: true });
    /// assert!(plan.push(&mut copy));
    /// let copy = plan.copies(32).next().unwrap();
    /// assert_eq!(copy.axes()[1], Axis { extent: 3, src: 5, dst: 8 });
    /// ```
    pub fn copies(&self, bits: usize) -> impl Iterator<Item = StridedCopy> {
        self.copies
            .iter()
            .map(move |planned| self.copy(planned, bits))
    }

    /// Returns one of its copies, as [`copies`](StridedPlan::copies).
    pub(crate) fn copy(&self, planned: &Planned, bits: usize) -> StridedCopy {
        // Strides are in bits, in bytes that hold several elements, or in bytes.
        let (unit, by, times) = match planned.kernel {
            Choice::Bits { bits } => (bits, bits, 1),
            kernel if bits < 8 => (kernel.unit(), 1, 8 / bits),
            kernel => (kernel.unit(), bits / 8, 1),
        };
        let mut copy = StridedCopy::new(bits);
        copy.src = planned.extents.src_start / by * times;
        copy.dst = planned.extents.dst_start / by * times;
        let run = Axis {
            extent: unit / by * times,
            src: 1,
            dst: 1,
        };
        assert!(copy.push(run), "a copy has room for a loop");
        for axis in self.loops_of(planned) {
            let Axis { extent, src, dst } = axis.divided(by);
            let (src, dst) = (src.wrapping_mul(times), dst.wrapping_mul(times));
            assert!(
                copy.push(Axis { extent, src, dst }),
                "a copy has no more loops than when it was made"
            );
        }
        copy
    }

    /// Returns the loops of one of its copies.
    #[inline]
    pub(crate) fn loops_of(&self, planned: &Planned) -> &[Axis] {
        &self.loops[planned.first.into()..planned.end.into()]
    }
}

const _: () = assert!(MAX_AXES < MAX_LOOPS && size_of::<StridedPlan>() <= 2048);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Destination, Source};

    const SMALL: Hints = Hints {
        bytes: 0,
        by_source: true,
    };

    #[test]
    fn a_plan_is_full_and_stays_as_it_was() {
        let mut plan = StridedPlan::new(SMALL);
        let mut copy = StridedCopy::new(8);
        while plan.push(&mut { copy }) {
            copy.src += 1;
            copy.dst += 1;
        }
        let (from, mut to) = ([1, 2, 3, 4, 5, 6, 7, 8], [0; 8]);
        plan.execute(Source::new(&from), Destination::new(&mut to));
        let copied = copy.src;
        assert_eq!(copied, MAX_COPIES);
        assert_eq!((&to[..copied], to[copied]), (&from[..copied], 0));
    }

    /// Two copies of 22 loops each fill the list; a third copy of one loop does not fit.
    #[test]
    fn loops_of_all_copies_together() {
        let mut plan = StridedPlan::new(SMALL);
        for extents in [22, 22, 1] {
            let mut copy = StridedCopy::new(8);
            for at in 0..extents {
                // Neighbours do not continue one another.
                let (src, dst) = (1 << at, 3 << (extents - at));
                assert!(copy.push(Axis {
                    extent: 2,
                    src,
                    dst
                }));
            }
            let fits = plan.push(&mut copy);
            assert_eq!((fits, copy.num_axes()), (extents > 1, 0));
        }
        assert_eq!((plan.copies.len(), plan.loops.len()), (2, MAX_LOOPS));
    }

    /// Every second element is a run: 63 are few, and more if they are longer than a lane.
    #[test]
    fn runs_are_few_or_many() {
        let few = |bits, [inner, outer]: [usize; 2]| {
            let mut copy = StridedCopy::new(bits);
            for (extent, src, dst) in [(inner, 2, 1), (outer, 2 * inner, inner + 1)] {
                assert!(copy.push(Axis { extent, src, dst }));
            }
            let mut plan = StridedPlan::new(SMALL);
            assert!(plan.push(&mut copy));
            plan.copies[0].few_runs
        };
        for bits in [32, 128] {
            assert!(few(bits, [63, 1]) && few(bits, [9, 7]));
            assert!(!few(bits, [64, 1]) && !few(bits, [8, 8]) && !few(bits, [2, 32]));
        }
        assert!(few(136, [64, 1]) && few(136, [64, 64]));
    }

    /// Elements of 2 bytes in two groups of 4 by 2: too few bytes to look for lanes, unless the
    /// whole copy has more.
    #[test]
    fn a_small_plan_has_no_lanes() {
        let kernel = |bytes| {
            let mut copy = StridedCopy::new(8);
            for (extent, src, dst) in [(4, 1024, 1), (16, 1, 4), (256, 4096, 64)] {
                assert!(copy.push(Axis { extent, src, dst }));
            }
            let mut plan = StridedPlan::new(Hints { bytes, ..SMALL });
            assert!(plan.push(&mut copy));
            plan.copies[0].kernel
        };
        let lanes = |kernel| matches!(kernel, Choice::Blocks { unit: 1 });
        assert!(!lanes(kernel(MAX_BYTES_BY_UNITS - 1)));
        assert!(lanes(kernel(MAX_BYTES_BY_UNITS)));
    }
}
