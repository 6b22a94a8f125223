//! The ranges of padding, found without visiting elements.

use core::ops::Range;

use layout_core::spec::Dims;

use crate::layout::Layout;
use crate::layout::memory_scan::{Digits, PositionDigit, digits};

impl Layout {
    /// Visits the ranges of positions that hold padding, in memory order;
    /// neighbours may touch.
    pub(crate) fn each_padding(&self, mut visit: impl FnMut(Range<usize>)) {
        let all = 0..self.padded_len();
        if self.num_elements() == 0 {
            return visit(all);
        }
        match self.terms() {
            Some(terms) => {
                NestedBlocks::new(self, digits(&terms, self.dims())).each(0, all, &mut visit)
            }
            None => all
                .filter(|&position| self.is_padding(position))
                .for_each(|position| visit(position..position + 1)),
        }
    }
}

/// The digits of a position split the buffer into nested blocks. The positions
/// after a block's last element are padding; a block of elements only is
/// skipped as a whole.
struct NestedBlocks<'a> {
    dims: &'a [usize],
    /// Sorted by descending stride.
    digits: Digits,
    /// From this digit on, each step of a digit is a block that the digits of
    /// smaller stride fill without gaps.
    filled_from: usize,
    /// The index of the first element of the block.
    index: Dims,
    /// How much larger the index of its last element is, if the array does not
    /// end before it.
    reach: Dims,
}

impl<'a> NestedBlocks<'a> {
    fn new(layout: &'a Layout, digits: Digits) -> Self {
        let mut reach = Dims::filled(0, layout.rank());
        let (mut filled_from, mut len) = (digits.len(), 1);
        for (level, &PositionDigit { term, max }) in digits.iter().enumerate().rev() {
            if level + 1 == filled_from && term.stride == len {
                (filled_from, len) = (level, len * (max + 1));
            }
            reach.as_mut()[term.dim] += max * term.divisor;
        }
        NestedBlocks {
            dims: layout.dims(),
            digits,
            filled_from,
            index: Dims::filled(0, layout.rank()),
            reach,
        }
    }

    /// The padding of a block that the digits from `level` on make.
    fn each(&mut self, level: usize, block: Range<usize>, visit: &mut impl FnMut(Range<usize>)) {
        let Some(&PositionDigit { term, max }) = self.digits.get(level) else {
            let after = block.start + 1; // the element
            if after < block.end {
                visit(after..block.end);
            }
            return;
        };
        let (dim, first) = (term.dim, self.index[term.dim]);
        self.reach.as_mut()[dim] -= max * term.divisor;
        let left = self.dims[dim] - first;
        let end = left.div_ceil(term.divisor).min(max + 1);
        let mut step = 0;
        if level >= self.filled_from && self.is_whole_but_for(dim) {
            let whole = left.saturating_sub(self.reach[dim]);
            step = whole.div_ceil(term.divisor).min(end);
        }
        while step < end {
            self.index.as_mut()[dim] = first + step * term.divisor;
            let start = block.start + step * term.stride;
            self.each(level + 1, start..start + term.stride, visit);
            step += 1;
        }
        self.index.as_mut()[dim] = first;
        self.reach.as_mut()[dim] += max * term.divisor;
        let after = block.start + end * term.stride;
        if after < block.end {
            visit(after..block.end);
        }
    }

    /// Whether no dimension but `dim` ends within the block.
    fn is_whole_but_for(&self, dim: usize) -> bool {
        let mut dims = self.dims.iter().enumerate();
        dims.all(|(d, &extent)| d == dim || self.index[d] + self.reach[d] < extent)
    }
}
