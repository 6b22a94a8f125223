//! Copies of repeated blocks. If tiles are uneven, the elements of a block are permuted
//! irregularly, but every block has the same relative positions: one table of offsets and byte
//! shuffles serves all blocks.

use layout_core::formula::formula_ref::FormulaRef;
use layout_core::spec::MAX_RANK;
use layout_core::util::arithmetic::product;

use crate::copy::strategies::choose::{CopyRegion, RegionCopy};
use crate::copy::strategies::layout_pair::LayoutPair;
use crate::copy::strategies::{Axis, MAX_BLOCK, Table, copy_blocks};

/// About the bytes of the destination that a block has along its innermost dimension: a
/// cache line.
const LINE: usize = 64;

/// The fewest repetitions for which finding a block pays off.
const MIN_REPEATS: usize = 64;

impl RegionCopy {
    /// Copies elements of whole bytes by blocks. Positions must be sums of one function per
    /// index. Along each dimension, a block has as many indices as positions repeat after,
    /// or fewer.
    pub(crate) fn run_blocks(&self, layouts: LayoutPair<'_>, src: &[u8], dst: &mut [u8]) {
        let bits = layouts.src.element_bits();
        let formulas = layouts.formulas();
        if let Some(formulas) = &formulas
            && bits.is_multiple_of(8)
            && self.copy_blocks(layouts, formulas, bits / 8, src, dst)
        {
            return;
        }
        self.run_elements(layouts, true, src, dst);
    }

    /// This copy restricted to a part of its region.
    fn within(&self, region: CopyRegion) -> RegionCopy {
        let mut part = *self;
        part.region = region;
        part
    }

    /// Copies whole blocks, then the remainder element by element; false if it copied
    /// nothing.
    fn copy_blocks(
        &self,
        layouts: LayoutPair<'_>,
        formulas: &[FormulaRef<'_>; 2],
        size: usize,
        src: &[u8],
        dst: &mut [u8],
    ) -> bool {
        let rank = self.region.extents.len();
        let extents = self.block_extents(layouts, formulas, size);
        // Goes part by part along a dimension whose positions do not repeat after a block.
        let repeats = |dim: usize| {
            extents[dim].is_multiple_of(self.region.breakpoints(formulas, dim).repeat())
        };
        let counts = (0..rank)
            .filter(|&dim| repeats(dim))
            .map(|dim| self.region.extents[dim] / extents[dim]);
        if counts.product::<usize>() < MIN_REPEATS {
            return false;
        }
        let uneven =
            (0..rank).find(|&dim| extents[dim] < self.region.extents[dim] && !repeats(dim));
        if let Some(dim) = uneven {
            for start in (0..self.region.extents[dim]).step_by(extents[dim]) {
                let len = extents[dim].min(self.region.extents[dim] - start);
                self.within(self.region.part(dim, start, len))
                    .run_blocks(layouts, src, dst);
            }
            return true;
        }
        let extents = &extents[..rank];
        if !self.gather(layouts, formulas, size, extents, src, dst) {
            return false;
        }
        // The remainder of each dimension, within the blocks of the dimensions before it.
        let mut whole = self.region;
        for (dim, &extent) in extents.iter().enumerate() {
            let done = self.region.extents[dim] / extent * extent;
            if done < self.region.extents[dim] {
                let rest = whole.part(dim, done, self.region.extents[dim] - done);
                self.within(rest).run_blocks(layouts, src, dst);
            }
            whole.extents.set(dim, done);
        }
        true
    }

    /// Copies whole blocks of these extents; false if it copied nothing.
    #[inline(never)] // because the block is a large part of a stack without `alloc`
    fn gather(
        &self,
        layouts: LayoutPair<'_>,
        formulas: &[FormulaRef<'_>; 2],
        size: usize,
        extents: &[usize],
        src: &[u8],
        dst: &mut [u8],
    ) -> bool {
        let (first_src, first_dst) = self.region.start(layouts);
        let mut block = Table::<_, MAX_BLOCK>::new((0, 0));
        let mut loops = [Axis {
            extent: 1,
            src: 0,
            dst: 0,
        }; MAX_RANK];
        let mut len = 1;
        let mut fits = block.push((first_src, first_dst));
        for (dim, &extent) in extents.iter().enumerate() {
            let breakpoints = self.region.breakpoints(formulas, dim);
            for at in 1..extent {
                let start = breakpoints.start(at);
                for i in 0..len {
                    let (src, dst) = block[i];
                    let next = (src.wrapping_add(start.src), dst.wrapping_add(start.dst));
                    fits = fits.and_then(|()| block.push(next));
                }
            }
            len *= extent;
            let next = breakpoints.start(extent);
            loops[dim] = Axis {
                extent: self.region.extents[dim] / extent,
                src: next.src.wrapping_mul(size),
                dst: next.dst.wrapping_mul(size),
            };
        }
        assert!(fits.is_some(), "a block has at most `MAX_BLOCK` elements");
        for offsets in &mut *block {
            *offsets = (offsets.0 * size, offsets.1 * size);
        }
        copy_blocks(&mut block, size, &loops[..extents.len()], src, dst)
    }

    /// Returns the extents of a block.
    fn block_extents(
        &self,
        layouts: LayoutPair<'_>,
        formulas: &[FormulaRef<'_>; 2],
        size: usize,
    ) -> [usize; MAX_RANK] {
        let rank = self.region.extents.len();
        let order = layouts.dst.minor_to_major();
        let innermost = order.as_slice().first().map_or(0, |&dim| dim);
        let mut extents = [1; MAX_RANK];
        for (dim, extent) in extents[..rank].iter_mut().enumerate() {
            let all = self.region.extents[dim];
            let period = self.region.breakpoints(formulas, dim).repeat();
            *extent = period.min(all);
            if dim == innermost {
                let periods = LINE.div_ceil(size).div_ceil(period);
                *extent = period.saturating_mul(periods).min(all);
            }
        }
        // The innermost dimension stays last, to keep its lines whole.
        shrink(&mut extents[..rank], MAX_BLOCK, |dim, extent| {
            dim == innermost && extent * size <= LINE
        });
        extents
    }
}

/// Halves extents until their product is at most `most`, which is at least 1: the largest
/// first, and extents that are to `stay` last.
///
/// Each step makes the sum of the extents smaller: it halves an extent of at least 2, and there
/// is one while the product is more than 1.
fn shrink(extents: &mut [usize], most: usize, stay: impl Fn(usize, usize) -> bool) {
    while product(extents) > most {
        let dims = (0..extents.len()).filter(|&dim| extents[dim] > 1);
        let largest = dims.max_by_key(|&dim| (!stay(dim, extents[dim]), extents[dim]));
        let Some(largest) = largest else { break };
        let half = extents[largest].div_ceil(2);
        debug_assert!(half < extents[largest], "each step makes an extent smaller");
        extents[largest] = half;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks of each size down to one element, of extents of which some are 1 and some stay
    /// until no other can shrink.
    #[test]
    fn extents_shrink_to_any_size() {
        for before in [[1, 1, 3], [3, 1, 1], [2, 5, 1], [7, 16, 40], [1, 1, 1]] {
            for stays in 0..3 {
                for most in 1..=product(&before) {
                    let mut extents = before;
                    shrink(&mut extents, most, |dim, extent| {
                        dim == stays && extent <= 16
                    });
                    assert!(
                        product(&extents) <= most,
                        "{before:?} to {most}: {extents:?}"
                    );
                    assert!(extents.iter().all(|&extent| extent > 0));
                    // No more is halved than must be.
                    assert!(2 * product(&extents) > most);
                }
            }
        }
    }
}
