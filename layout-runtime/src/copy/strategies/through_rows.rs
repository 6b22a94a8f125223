//! Copies block by block through rows. Between tiles where neither side's divide the other's,
//! pieces are short; beside rows, each side's are as long as its tiles.
//!
//! ```text
//! source             rows of a block        destination
//! T(6,1) tiles ----> in a cache       ----> T(8,8) tiles
//! ```

use alloc::vec;

use layout_core::spec::Dims;
use layout_core::util::arithmetic::product;

use crate::copy::strategies::choose::{CopyRegion, RegionCopy, Strategy};
use crate::copy::strategies::sides::{Affine, Side, Sides};
use crate::copy::strategies::{Destination, Source};

/// The most bytes of a block: a second-level cache holds it and what it is copied from or to.
const BLOCK_BYTES: usize = if cfg!(small_limits) { 32 } else { 256 << 10 };

impl RegionCopy {
    /// Copies all elements. Positions must be sums of one function per index.
    pub(crate) fn run_through_rows(
        &self,
        sides: Sides<'_>,
        src: Source<'_>,
        mut dst: Destination<'_>,
    ) {
        let shape = self.block_shape(sides);
        let mut block = vec![0; (product(&shape) * sides.bits).div_ceil(8)];
        let order = sides.dst.minor_to_major();
        let mut at = Dims::filled(0, shape.len());
        loop {
            let mut region = self.region;
            for dim in 0..shape.len() {
                let len = shape[dim].min(region.extents[dim] - at[dim]);
                region = region.part(dim, at[dim], len);
            }
            copy_block((sides, &region), src, &mut block, dst.reborrow());
            if !self.region.advance(&mut at, &order, |dim| shape[dim]) {
                return;
            }
        }
    }

    /// Returns the extents of a block: whole tiles of both sides where they are small.
    fn block_shape(&self, sides: Sides<'_>) -> Dims {
        let most = (BLOCK_BYTES * 8 / sides.bits).max(1);
        let mut shape = self.region.extents;
        // Ends: each step halves an extent of at least 2, because one element fits.
        while product(&shape) > most {
            let largest = (0..shape.len()).max_by_key(|&dim| shape[dim]).unwrap_or(0);
            shape.set(largest, shape[largest].div_ceil(2));
        }
        let Some(formulas) = sides.formulas() else {
            return shape;
        };
        for (dim, &extent) in self.region.extents.iter().enumerate() {
            let len = shape[dim];
            if len == extent {
                continue;
            }
            let both = self.region.period(&formulas, dim);
            let dst = formulas[1].period(dim, self.region.dst_origin[dim] + extent);
            if let Some(tile) = [both, dst].into_iter().find(|&tile| tile <= len) {
                shape.set(dim, len - len % tile);
            }
        }
        shape
    }
}

/// Copies a region to `block`, whose rows are along the source's minor dimension, and from there to
/// the destination.
fn copy_block(
    (sides, region): (Sides<'_>, &CopyRegion),
    src: Source<'_>,
    block: &mut [u8],
    dst: Destination<'_>,
) {
    let zero = Dims::filled(0, region.extents.len());
    let rows = Affine::contiguous(&region.extents, &sides.src.minor_to_major());
    let to_rows = Sides {
        dst: Side::Affine(&rows),
        ..sides
    };
    let from = CopyRegion {
        dst_origin: zero,
        ..*region
    };
    copy_within(to_rows, from, src, Destination::new(block));
    let from_rows = Sides {
        src: Side::Affine(&rows),
        ..sides
    };
    let to = CopyRegion {
        src_origin: zero,
        ..*region
    };
    copy_within(from_rows, to, Source::new(block), dst);
}

/// Copies a region by strided copies, or element by element.
fn copy_within(sides: Sides<'_>, region: CopyRegion, src: Source<'_>, dst: Destination<'_>) {
    let copy = RegionCopy::of(sides, region);
    match copy.how {
        Strategy::ThroughRows => copy.run_elements(sides, true, src, dst),
        _ => copy.run(sides, src, dst),
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;
    use crate::layout::Layout;

    /// A block has at most `BLOCK_BYTES`, whichever dimensions are 1.
    #[test]
    fn blocks_of_large_arrays() {
        for dims in ["1,700,900", "700,1,900", "900,700,1", "1,1,630000"] {
            let layout = |sections: &str| Layout::parse(&format!("f32[{dims}]{sections}")).unwrap();
            let [src, dst] = ["{2,1,0:T(3,5)(2,2)}", "{0,1,2:T(4,3)(3,2)}"].map(layout);
            let sides = Sides::of_layouts(&src, &dst);
            let shape = RegionCopy::whole(sides, *src.dims_list()).block_shape(sides);
            assert!(product(&shape) <= BLOCK_BYTES / 4, "{dims}: {shape:?}");
            assert!(product(&shape) > BLOCK_BYTES / 16, "{dims}: {shape:?}");
        }
    }
}
