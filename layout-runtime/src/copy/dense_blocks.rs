//! Copies block by block, through two dense blocks that a cache holds. Uneven tiles have short
//! runs in another order on each side; each side beside a dense block has long ones, and
//! between dense blocks a copy is strided.
//!
//! ```text
//! source            first block         second block        destination
//! uneven tiles ---> rows along a   ---> rows along b   ---> other uneven tiles
//!              runs                strided             runs
//! ```
//!
//! `a` is the dimension of the longest runs of the source, `b` that of the destination. If
//! they are the same dimension, runs are copied from the source to the destination.

use alloc::vec::Vec;

use layout_core::formula::formula_ref::FormulaRef;
use layout_core::spec::{Dims, MAX_RANK};
use layout_core::util::arithmetic::{least_common_multiple, product};

use super::layout_pair::LayoutPair;
use super::region_copy::RegionCopy;
use super::short_runs::copy_by_runs;
use super::side_offsets::{MAX_OFFSETS, SideOffsets};
use super::{Axis, Hints, MAX_RUN, Prefetch, RunTable, StridedCopy};

/// The most bytes of a block: the second-level cache holds both dense blocks, and what they
/// are copied from and to. Blocks of half the size are slower, because rows are shorter.
const BLOCK_BYTES: usize = 128 << 10;

/// If the tiles of both sides repeat after up to this number of indices, blocks have
/// multiples of it.
const MAX_REPEAT: usize = 64;

/// The fewest bytes that a thread copies; in tests, of arrays of less.
#[cfg(feature = "rayon")]
const MIN_PARALLEL_BYTES: usize = if cfg!(test) { 1 << 12 } else { 1 << 20 };

/// What is needed for the copy of a block.
struct DenseBlocks<'a> {
    region: &'a RegionCopy,
    layouts: LayoutPair<'a>,
    formulas: [FormulaRef<'a>; 2],
    /// The bytes of an element.
    size: usize,
    /// Where the slice of the destination begins, in bytes.
    dst_start: usize,
    /// The extents of a block.
    shape: Dims,
    /// The period of each side along each dimension.
    periods: [[usize; MAX_RANK]; 2],
    sides: [SideOffsets; 2],
    dense: [SideOffsets; 2],
    buffers: [Vec<u8>; 2],
    table: RunTable,
}

impl RegionCopy {
    /// Copies elements of up to [`MAX_RUN`] whole bytes. Positions must be sums of one
    /// function per index. `dst` begins at byte `dst_start` of the destination.
    #[inline(never)] // because the tables are a large part of a stack
    pub(super) fn run_dense_blocks(
        &self,
        layouts: LayoutPair<'_>,
        src: &[u8],
        dst: &mut [u8],
        dst_start: usize,
    ) {
        let Some(formulas) = layouts.formulas() else {
            return;
        };
        let buffer = || alloc::vec![0; BLOCK_BYTES + MAX_RUN];
        let size = layouts.src.element_bits() / 8;
        let (shape, periods) = self.block_shape(layouts, &formulas, size);
        let offsets = || SideOffsets::new(&shape, size);
        let mut blocks = DenseBlocks {
            region: self,
            layouts,
            formulas,
            size,
            dst_start,
            shape,
            periods,
            sides: [offsets(), offsets()],
            dense: [offsets(), offsets()],
            buffers: [buffer(), buffer()],
            table: RunTable::new(),
        };
        let order = layouts.dst.minor_to_major();
        let mut at = Dims::filled(0, shape.len());
        loop {
            blocks.copy(&at, src, dst);
            let goes_on = order.iter().any(|&dim| {
                let next = at[dim] + shape[dim];
                let goes_on = next < self.extents[dim];
                at.set(dim, if goes_on { next } else { 0 });
                goes_on
            });
            if !goes_on {
                return;
            }
        }
    }

    /// The extents of blocks, and the periods of both sides along each dimension.
    fn block_shape(
        &self,
        layouts: LayoutPair<'_>,
        formulas: &[FormulaRef<'_>; 2],
        size: usize,
    ) -> (Dims, [[usize; MAX_RANK]; 2]) {
        let rank = self.extents.len();
        let mut periods = [[1; MAX_RANK]; 2];
        let (mut shape, mut unit) = (Dims::filled(1, rank), Dims::filled(1, rank));
        for (dim, &extent) in self.extents.iter().enumerate() {
            let ends = [self.src_origin[dim], self.dst_origin[dim]].map(|origin| origin + extent);
            for side in 0..2 {
                periods[side][dim] = formulas[side].period(dim, ends[side]);
            }
            let [src, dst] = periods.map(|periods| periods[dim].min(extent));
            let both = least_common_multiple(src, dst);
            let repeat = if both <= MAX_REPEAT {
                both
            } else {
                src.max(dst)
            };
            unit.set(dim, repeat);
            shape.set(dim, repeat.min(extent));
        }
        let fits = |shape: &Dims| {
            product(shape.as_slice()).saturating_mul(size) <= BLOCK_BYTES
                && shape
                    .iter()
                    .fold(0, |sum: usize, &extent| sum.saturating_add(extent))
                    <= MAX_OFFSETS
        };
        // Ends: each step halves an extent of at least 2, because one element fits.
        while !fits(&shape) {
            let largest = (0..rank).max_by_key(|&dim| shape[dim]).unwrap_or(0);
            shape.set(largest, shape[largest].div_ceil(2));
        }
        // Grows along the minor dimensions of both sides first. Ends: each step makes an extent
        // larger, up to the array's.
        let mut order = Dims::EMPTY;
        let (src, dst) = (layouts.src.minor_to_major(), layouts.dst.minor_to_major());
        for dim in src
            .iter()
            .zip(dst.iter())
            .flat_map(|(&src, &dst)| [src, dst])
        {
            if !order.contains(&dim) {
                order.push(dim);
            }
        }
        loop {
            if let [first, second, ..] = order.as_mut()
                && shape[*first] > shape[*second]
            {
                core::mem::swap(first, second);
            }
            let grown = order.iter().any(|&dim| {
                let before = shape[dim];
                let half = before / unit[dim] / 2 * unit[dim];
                let more = (before + unit[dim].max(half)).min(self.extents[dim]);
                shape.set(dim, more);
                let grown = more > before && fits(&shape);
                if !grown {
                    shape.set(dim, before);
                }
                grown
            });
            if !grown {
                return (shape, periods);
            }
        }
    }
}

#[cfg(feature = "rayon")]
impl RegionCopy {
    /// [`run_dense_blocks`](Self::run_dense_blocks) by several threads: splits the outermost
    /// dimension of the destination, as long as both halves are large and apart.
    pub(super) fn par_run_dense_blocks(
        &self,
        layouts: LayoutPair<'_>,
        src: &[u8],
        dst: &mut [u8],
        dst_start: usize,
    ) {
        let Some((low, high, cut)) = self.halves(layouts) else {
            return self.run_dense_blocks(layouts, src, dst, dst_start);
        };
        let (dst_low, dst_high) = dst.split_at_mut(cut - dst_start);
        rayon::join(
            || low.par_run_dense_blocks(layouts, src, dst_low, dst_start),
            || high.par_run_dense_blocks(layouts, src, dst_high, cut),
        );
    }

    /// The copy in two halves, and the byte of the destination at which the second begins.
    fn halves(&self, layouts: LayoutPair<'_>) -> Option<(RegionCopy, RegionCopy, usize)> {
        let [_, formula] = layouts.formulas()?;
        let size = layouts.src.element_bits() / 8;
        if product(&self.extents) * size < 2 * MIN_PARALLEL_BYTES {
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
        let (low, high) = (
            self.part(dim, 0, middle),
            self.part(dim, middle, extent - middle),
        );
        let (_, low_end) = low.dst_range(layouts, formula)?;
        let (cut, _) = high.dst_range(layouts, formula)?;
        (low_end <= cut).then_some((low, high, cut * size))
    }

    /// The range of positions of all elements in the destination; `None` if it takes long to
    /// find.
    fn dst_range(
        &self,
        layouts: LayoutPair<'_>,
        formula: FormulaRef<'_>,
    ) -> Option<(usize, usize)> {
        let (_, first) = self.start(layouts);
        let (mut start, mut end) = (first, first + 1);
        for (dim, &extent) in self.extents.iter().enumerate() {
            let origin = self.dst_origin[dim];
            let along = |at: usize| formula.along(&self.dst_origin, dim, origin + at);
            let period = formula.period(dim, origin + extent).min(extent);
            if period > MAX_OFFSETS {
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

impl DenseBlocks<'_> {
    /// Copies the block at an index, which counts from the origins.
    fn copy(&mut self, at: &Dims, src: &[u8], dst: &mut [u8]) {
        let rank = self.shape.len();
        let mut extents = Dims::filled(0, rank);
        let origins = [&self.region.src_origin, &self.region.dst_origin];
        for dim in 0..rank {
            let len = self.shape[dim].min(self.region.extents[dim] - at[dim]);
            extents.set(dim, len);
            for (side, offsets) in self.sides.iter_mut().enumerate() {
                let formula = (self.formulas[side], origins[side]);
                let start = origins[side][dim] + at[dim];
                offsets.set(formula, dim, start, len, self.periods[side][dim]);
            }
        }
        let [from, to] = &self.sides;
        let (first_src, first_dst) = self.region.positions(self.layouts, at);
        let src = &src[(first_src * self.size).wrapping_add(from.least())..];
        let dst_start = (first_dst * self.size).wrapping_add(to.least());
        let dst = &mut dst[dst_start - self.dst_start..];
        let [a, b] = [from, to].map(|side| longest_runs(side, &extents));
        let minor = self.layouts.dst.minor_to_major();
        let order = order_of([b, a], &minor);
        let table = &mut self.table;
        if a == b {
            let prefetch = Prefetch {
                src: true,
                dst: true,
            };
            return copy_by_runs(table, (from, src), (to, dst), &order, false, prefetch);
        }
        let first_order = order_of([a, b], &minor);
        let ([first, second], [first_block, second_block]) = (&mut self.dense, &mut self.buffers);
        first.set_dense(&extents, &first_order);
        second.set_dense(&extents, &order);
        let prefetch = Prefetch {
            src: true,
            dst: false,
        };
        let block = (&*first, &mut first_block[..]);
        copy_by_runs(table, (from, src), block, &first_order, true, prefetch);
        let mut copy = StridedCopy::new(8 * self.size);
        for &dim in first_order.iter() {
            let stride = |side: &SideOffsets| match side.along(dim) {
                [_, next, ..] => next / self.size,
                _ => 0,
            };
            let axis = Axis {
                extent: extents[dim],
                src: stride(first),
                dst: stride(second),
            };
            assert!(copy.push(axis), "a copy has a loop for each dimension");
        }
        let hints = Hints {
            bytes: 2 * product(&extents) * self.size,
            by_source: true,
        };
        copy.run(hints, first_block, second_block);
        let prefetch = Prefetch {
            src: false,
            dst: true,
        };
        let block = (&*second, &second_block[..]);
        copy_by_runs(table, block, (to, dst), &order, false, prefetch);
    }
}

/// The dimension with the longest runs, on average.
fn longest_runs(side: &SideOffsets, extents: &Dims) -> usize {
    const UNIT: usize = 64; // fractions of an element
    let mean = |dim: usize| extents[dim] * UNIT / side.num_runs(dim);
    (0..extents.len()).max_by_key(|&dim| mean(dim)).unwrap_or(0)
}

/// The dimensions `first`, then all others as in `minor_to_major`.
fn order_of(first: [usize; 2], minor_to_major: &Dims) -> Dims {
    let mut order = Dims::EMPTY;
    for dim in first.iter().chain(minor_to_major.iter()) {
        if !order.contains(dim) {
            order.push(*dim);
        }
    }
    order
}
