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
use crate::copy::strategies::layout_pair::{LayoutPair, unpadded};
use crate::copy::strategies::{Destination, Source};
use crate::layout::Layout;

/// The most bytes of a block: a second-level cache holds it and what it is copied from or to.
const BLOCK_BYTES: usize = if cfg!(small_limits) { 32 } else { 256 << 10 };

impl RegionCopy {
    /// Copies all elements. Positions must be sums of one function per index.
    pub(crate) fn run_through_rows(
        &self,
        layouts: LayoutPair<'_>,
        src: Source<'_>,
        mut dst: Destination<'_>,
    ) {
        let shape = self.block_shape(layouts);
        let mut rows = rows_of(layouts, shape);
        let mut block = vec![0; rows.padded_bytes()];
        let order = layouts.dst.minor_to_major();
        let mut at = Dims::filled(0, shape.len());
        loop {
            let mut region = self.region;
            for dim in 0..shape.len() {
                let len = shape[dim].min(region.extents[dim] - at[dim]);
                region = region.part(dim, at[dim], len);
            }
            if rows.dims() != &*region.extents {
                rows = rows_of(layouts, region.extents);
            }
            copy_block((layouts, &region), src, (&rows, &mut block), dst.reborrow());
            if !self.region.advance(&mut at, &order, |dim| shape[dim]) {
                return;
            }
        }
    }

    /// Returns the extents of a block: whole tiles of both sides where they are small.
    fn block_shape(&self, layouts: LayoutPair<'_>) -> Dims {
        let most = (BLOCK_BYTES * 8 / layouts.src.element_bits()).max(1);
        let mut shape = self.region.extents;
        // Ends: each step halves an extent of at least 2, because one element fits.
        while product(&shape) > most {
            let largest = (0..shape.len()).max_by_key(|&dim| shape[dim]).unwrap_or(0);
            shape.set(largest, shape[largest].div_ceil(2));
        }
        let Some(formulas) = layouts.formulas() else {
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

/// Copies a region to `block`, which has the layout `rows`, and from there to the destination.
fn copy_block(
    (layouts, region): (LayoutPair<'_>, &CopyRegion),
    src: Source<'_>,
    (rows, block): (&Layout, &mut [u8]),
    dst: Destination<'_>,
) {
    let zero = Dims::filled(0, rows.rank());
    let to_rows = LayoutPair {
        dst: rows,
        ..layouts
    };
    let from = CopyRegion {
        dst_origin: zero,
        ..*region
    };
    copy_within(to_rows, from, src, Destination::new(block));
    let from_rows = LayoutPair {
        src: rows,
        ..layouts
    };
    let to = CopyRegion {
        src_origin: zero,
        ..*region
    };
    copy_within(from_rows, to, Source::new(block), dst);
}

/// Copies a region by strided copies, or element by element.
fn copy_within(layouts: LayoutPair<'_>, region: CopyRegion, src: Source<'_>, dst: Destination<'_>) {
    let copy = RegionCopy::of(layouts, region);
    match copy.how {
        Strategy::ThroughRows => copy.run_elements(layouts, true, src, dst),
        _ => copy.run(layouts, src, dst),
    }
}

/// Returns the layout of a block: its rows are along the source's minor dimension.
fn rows_of(layouts: LayoutPair<'_>, dims: Dims) -> Layout {
    let mut spec = unpadded(layouts.src, dims);
    spec.minor_to_major = layouts.src.minor_to_major();
    Layout::from_spec(spec).expect("a block is no larger than its array")
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;

    /// A block has at most `BLOCK_BYTES`, whichever dimensions are 1.
    #[test]
    fn blocks_of_large_arrays() {
        for dims in ["1,700,900", "700,1,900", "900,700,1", "1,1,630000"] {
            let layout = |sections: &str| Layout::parse(&format!("f32[{dims}]{sections}")).unwrap();
            let [src, dst] = ["{2,1,0:T(3,5)(2,2)}", "{0,1,2:T(4,3)(3,2)}"].map(layout);
            let layouts = LayoutPair {
                src: &src,
                dst: &dst,
            };
            let shape = RegionCopy::whole(layouts).block_shape(layouts);
            assert!(product(&shape) <= BLOCK_BYTES / 4, "{dims}: {shape:?}");
            assert!(product(&shape) > BLOCK_BYTES / 16, "{dims}: {shape:?}");
        }
    }
}
