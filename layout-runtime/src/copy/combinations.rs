//! The strided copies of a region, one for each combination of the dimensions' pieces, and
//! its parts.

use layout_core::formula::formula_ref::FormulaRef;
use layout_core::spec::MAX_RANK;

use super::StridedCopy;
use super::layout_pair::LayoutPair;
use super::partition::Partition;
use super::region_copy::RegionCopy;

impl RegionCopy {
    /// The copy of the pieces that begin at `starts`, and where the next pieces begin;
    /// `None` when the copy has too many loops.
    const fn combination(
        &self,
        layouts: LayoutPair<'_>,
        formulas: &[FormulaRef<'_>; 2],
        starts: &[usize; MAX_RANK],
    ) -> Option<(StridedCopy, [usize; MAX_RANK])> {
        let mut copy = StridedCopy::new(layouts.src.element_bits());
        (copy.src, copy.dst) = self.start(layouts);
        let mut next = [0; MAX_RANK];
        let mut dim = 0;
        while dim < self.extents.len() {
            let breakpoints = self.breakpoints(formulas, dim);
            let start = breakpoints.start(starts[dim]);
            let Some(end) = breakpoints.piece(&start, &mut copy) else {
                return None;
            };
            next[dim] = end;
            copy.src = copy.src.wrapping_add(start.src);
            copy.dst = copy.dst.wrapping_add(start.dst);
            dim += 1;
        }
        Some((copy, next))
    }

    /// Advances `at` to the next combination in row-major order; `next` holds the next
    /// start in each dimension. False at the end.
    const fn advance(&self, at: &mut [usize; MAX_RANK], next: &[usize; MAX_RANK]) -> bool {
        let mut dim = self.extents.len();
        while dim > 0 {
            dim -= 1;
            at[dim] = next[dim];
            if at[dim] < self.extents.at(dim) {
                return true;
            }
            at[dim] = 0;
        }
        false
    }

    /// Calls a function with the copy of each combination of one piece of each dimension.
    /// Stops with `None` if a copy has too many loops.
    pub(super) fn each_combination(
        &self,
        layouts: LayoutPair<'_>,
        mut visit: impl FnMut(Option<StridedCopy>),
    ) {
        let Some(formulas) = layouts.formulas() else {
            return visit(None);
        };
        let mut partition = Partition::new(layouts.src.element_bits(), self.start(layouts));
        if self.split(&formulas, &mut partition).is_some() {
            let mut at = partition.first();
            loop {
                let mut copy = StridedCopy::new(layouts.src.element_bits());
                let fits = partition.fill(&at, &mut copy);
                visit(fits.map(|()| copy));
                if fits.is_none() || !partition.advance(&mut at) {
                    return;
                }
            }
        }
        let mut starts = [0; MAX_RANK];
        // Ends: the starts of each combination are after the previous ones in row-major order,
        // because each piece begins after the one before it.
        loop {
            let Some((copy, next)) = self.combination(layouts, &formulas, &starts) else {
                return visit(None);
            };
            visit(Some(copy));
            if !self.advance(&mut starts, &next) {
                return;
            }
        }
    }

    /// Calls a function with the copy of each part of `steps` steps along `dim`.
    pub(super) fn each_part(
        &self,
        layouts: LayoutPair<'_>,
        dim: usize,
        steps: usize,
    ) -> impl Iterator<Item = RegionCopy> {
        let extent = self.extents.at(dim);
        (0..extent).step_by(steps).map(move |start| {
            let (mut src, mut dst) = (self.src_origin, self.dst_origin);
            src.set(dim, src.at(dim) + start);
            dst.set(dim, dst.at(dim) + start);
            let mut extents = self.extents;
            extents.set(dim, steps.min(extent - start));
            RegionCopy::new(layouts, src, dst, extents)
        })
    }
}
