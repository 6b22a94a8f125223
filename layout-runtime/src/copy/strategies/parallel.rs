//! Copies by several threads, each to a part of the destination that no other writes to.

use layout_core::formula::formula_ref::FormulaRef;
use layout_core::util::arithmetic::product;

use crate::copy::strategies::choose::{CopyRegion, RegionCopy};
use crate::copy::strategies::layout_pair::LayoutPair;

/// The fewest bytes that a thread copies; in tests, of arrays of less.
const MIN_PARALLEL_BYTES: usize = if cfg!(test) { 1 << 12 } else { 1 << 20 };

/// The longest period whose positions are compared one by one.
const MAX_PERIOD: usize = 1 << 12;

impl RegionCopy {
    /// Copies all elements. Splits the outermost dimension of the destination, as long as both
    /// halves are large and apart.
    pub(crate) fn run_halves(&self, layouts: LayoutPair<'_>, src: &[u8], dst: &mut [u8]) {
        let Some([low, high]) = self.region.halves(layouts) else {
            return self.run(layouts, src, dst);
        };
        let cut = (high.dst_start - low.dst_start) * (layouts.src.element_bits() / 8);
        let (dst_low, dst_high) = dst.split_at_mut(cut);
        rayon::join(
            || RegionCopy::of(layouts, low).run_halves(layouts, src, dst_low),
            || RegionCopy::of(layouts, high).run_halves(layouts, src, dst_high),
        );
    }
}

impl CopyRegion {
    /// Returns the two halves. The slice of the second half's destination begins at its first
    /// element.
    fn halves(&self, layouts: LayoutPair<'_>) -> Option<[CopyRegion; 2]> {
        let [_, formula] = layouts.formulas()?;
        let bits = layouts.src.element_bits();
        if !bits.is_multiple_of(8) || product(&self.extents) < 2 * MIN_PARALLEL_BYTES / (bits / 8) {
            return None;
        }
        let order = layouts.dst.minor_to_major();
        let dim = *order.iter().rev().find(|&&dim| self.extents[dim] > 1)?;
        let (extent, origin) = (self.extents[dim], self.dst_origin[dim]);
        let period = formula.period(dim, origin + extent);
        let middle = origin + extent / 2;
        let middle = (middle - middle % period).saturating_sub(origin);
        if middle == 0 {
            return None;
        }
        let low = self.part(dim, 0, middle);
        let high = self.part(dim, middle, extent - middle);
        let (_, low_end) = low.dst_range(layouts, formula)?;
        let (cut, _) = high.dst_range(layouts, formula)?;
        let high = CopyRegion {
            dst_start: cut,
            ..high
        };
        (low_end <= cut).then_some([low, high])
    }

    /// Returns the range of positions of all elements in the destination; `None` if it takes long
    /// to find.
    fn dst_range(
        &self,
        layouts: LayoutPair<'_>,
        formula: FormulaRef<'_>,
    ) -> Option<(usize, usize)> {
        let (_, first) = self.start(layouts);
        let (mut start, mut end) = (self.dst_start + first, self.dst_start + first + 1);
        for (dim, &extent) in self.extents.iter().enumerate() {
            let origin = self.dst_origin[dim];
            let along = |at: usize| formula.along(&self.dst_origin, dim, origin + at);
            let period = formula.period(dim, origin + extent).min(extent);
            if period > MAX_PERIOD {
                return None;
            }
            // Positions grow with each period.
            let least = (0..period).map(along).min()?;
            let most = (extent - period..extent).map(along).max()?;
            start = (start + least).checked_sub(along(0))?;
            end = (end + most).checked_sub(along(0))?;
        }
        Some((start, end))
    }
}
