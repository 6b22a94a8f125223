//! `SideOffsets`: the positions of a block of elements on one side of a copy, as one table of
//! offsets per dimension.

use alloc::vec::Vec;

use layout_core::formula::formula_ref::FormulaRef;
use layout_core::spec::{Dims, MAX_RANK};

use super::MAX_RUNS;

/// The most indices of a block, of all dimensions together.
pub(super) const MAX_OFFSETS: usize = MAX_RUNS;

/// The offsets of the indices of a block along one dimension.
#[derive(Clone, Copy)]
struct DimOffsets {
    /// Where they begin in the list of all offsets.
    first: usize,
    len: usize,
    /// The first index.
    start: usize,
    /// The distance in bytes from the first index to the one with the least position; it
    /// wraps if negative.
    least: usize,
    /// The largest offset.
    most: usize,
}

/// One side of a block. The position of an element, in bytes from the least position of the
/// block, is the sum of one offset per dimension.
pub(super) struct SideOffsets {
    offsets: Vec<usize>,
    dims: [DimOffsets; MAX_RANK],
    rank: usize,
    /// The bytes of an element.
    pub(super) size: usize,
}

impl SideOffsets {
    /// Room for blocks of at most these extents, which together are at most [`MAX_OFFSETS`].
    pub(super) fn new(extents: &[usize], size: usize) -> SideOffsets {
        let none = DimOffsets {
            first: 0,
            len: 0,
            start: 0,
            least: 0,
            most: 0,
        };
        let mut dims = [none; MAX_RANK];
        let mut first = 0;
        for (dim, extent) in dims.iter_mut().zip(extents) {
            dim.first = first;
            first += extent;
        }
        SideOffsets {
            offsets: alloc::vec![0; first],
            dims,
            rank: extents.len(),
            size,
        }
    }

    /// Sets the offsets of a dense block, whose dimensions are in this order, the innermost
    /// first.
    pub(super) fn set_dense(&mut self, extents: &[usize], order: &[usize]) {
        let mut pitch = self.size;
        for &dim in order {
            let all = &mut self.dims[dim];
            all.len = extents[dim];
            all.most = (all.len - 1) * pitch;
            for (i, offset) in self.offsets[all.first..][..all.len].iter_mut().enumerate() {
                *offset = i * pitch;
            }
            pitch *= all.len;
        }
    }

    /// Sets the offsets of `len` indices of `dim` from `start` on, by a formula whose
    /// positions repeat after `period` indices. The position is a sum of one function per
    /// index, so that the indices of `origin` in other dimensions do not matter.
    pub(super) fn set(
        &mut self,
        (formula, origin): (FormulaRef<'_>, &Dims),
        dim: usize,
        start: usize,
        len: usize,
        period: usize,
    ) {
        let all = &mut self.dims[dim];
        if all.len == len && start.abs_diff(all.start).is_multiple_of(period) {
            all.start = start;
            return;
        }
        let offsets = &mut self.offsets[all.first..][..len];
        let first = formula.along(origin, dim, start);
        let distance = |at: usize| {
            let position = formula.along(origin, dim, start + at);
            position.wrapping_sub(first).wrapping_mul(self.size)
        };
        let mut at = 0;
        // Ends: a piece has an element or more.
        while at < len.min(period) {
            let piece = formula.linear(origin, dim, start + at);
            let end = len.min(at.saturating_add(piece.len));
            let mut offset = distance(at);
            for to in &mut offsets[at..end] {
                *to = offset;
                offset = offset.wrapping_add(piece.stride.wrapping_mul(self.size));
            }
            at = end;
        }
        if at < len {
            let step = distance(period);
            for i in at..len {
                offsets[i] = offsets[i - period].wrapping_add(step);
            }
        }
        let signed = offsets.iter().map(|&offset| offset as isize);
        let least = signed.min().unwrap_or(0) as usize;
        let mut most = 0;
        for offset in offsets {
            *offset = offset.wrapping_sub(least);
            most = most.max(*offset);
        }
        (all.len, all.start, all.least, all.most) = (len, start, least, most);
    }

    /// The distance in bytes from the first element to the one with the least position; it
    /// wraps if negative.
    pub(super) fn least(&self) -> usize {
        let dims = &self.dims[..self.rank];
        dims.iter().fold(0, |sum, dim| dim.least.wrapping_add(sum))
    }

    /// The largest offset of an element.
    pub(super) fn most(&self) -> usize {
        self.dims[..self.rank].iter().map(|dim| dim.most).sum()
    }

    /// The offsets along a dimension.
    pub(super) fn along(&self, dim: usize) -> &[usize] {
        let DimOffsets { first, len, .. } = self.dims[dim];
        &self.offsets[first..][..len]
    }

    /// The number of contiguous runs along a dimension.
    pub(super) fn num_runs(&self, dim: usize) -> usize {
        let apart = |pair: &&[usize]| pair[1] != pair[0].wrapping_add(self.size);
        1 + self.along(dim).windows(2).filter(apart).count()
    }
}
