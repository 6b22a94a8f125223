//! Tests if two layouts without a normal form give their elements the same positions.

use layout_core::formula::formula_ref::FormulaRef;
use layout_core::spec::Dims;
use layout_core::util::arithmetic::least_common_multiple;

use crate::layout::Layout;

/// The most pieces of constant stride that are compared.
pub(super) const MAX_PIECES: usize = 1 << 12;

/// Returns true if elements of the same row-major number have the same positions, in two arrays
/// with the same number of elements. `None` if there are too many pieces.
pub(super) const fn same_positions(a: &Layout, b: &Layout) -> Option<bool> {
    let (Some(a_formula), Some(b_formula)) = (a.formula_ref(), b.formula_ref()) else {
        return same_elements(a, b);
    };
    let (a, b) = (
        ComparedLayout::new(a, a_formula),
        ComparedLayout::new(b, b_formula),
    );
    if !a.extents.same(&b.extents) || a.carries() || b.carries() {
        return same_pieces(&a, &b);
    }
    // Both positions are sums of one function for each dimension.
    let mut budget = MAX_PIECES;
    let mut dim = 0;
    while dim < a.extents.len() {
        match same_along(&a.along(dim), &b.along(dim), &mut budget) {
            Some(true) => dim += 1,
            other => return other,
        }
    }
    Some(true)
}

/// A layout, and its dimensions of more than one element.
struct ComparedLayout<'a> {
    layout: &'a Layout,
    formula: FormulaRef<'a>,
    extents: Dims,
    dims: Dims,
}

impl<'a> ComparedLayout<'a> {
    const fn new(layout: &'a Layout, formula: FormulaRef<'a>) -> Self {
        let mut this = ComparedLayout {
            layout,
            formula,
            extents: Dims::EMPTY,
            dims: Dims::EMPTY,
        };
        let mut dim = 0;
        while dim < layout.rank() {
            if layout.dims()[dim] > 1 {
                this.extents.push(layout.dims()[dim]);
                this.dims.push(dim);
            }
            dim += 1;
        }
        this
    }

    /// Returns true if the position is not a sum of one function per index.
    const fn carries(&self) -> bool {
        self.formula.carries(self.layout.dims_list()).is_some()
    }

    /// Returns the elements along dimension `number` of those with more than one element, at index
    /// 0 of the other dimensions.
    const fn along(&self, number: usize) -> DimElements<'a> {
        DimElements {
            layout: self.layout,
            formula: self.formula,
            index: Dims::filled(0, self.layout.rank()),
            dim: self.dims.at(number),
            extent: self.extents.at(number),
        }
    }

    /// Returns the elements along the last dimension with more than one element, through element
    /// number `number`, and that element's index along it.
    const fn through(&self, number: usize) -> (DimElements<'a>, usize) {
        let mut line = self.along(self.dims.len() - 1);
        line.index = index_of(self.layout, number);
        let at = line.index.at(line.dim);
        (line, at)
    }
}

/// The elements along one dimension.
struct DimElements<'a> {
    layout: &'a Layout,
    formula: FormulaRef<'a>,
    /// The indices of the other dimensions.
    index: Dims,
    dim: usize,
    extent: usize,
}

impl DimElements<'_> {
    /// Returns the position of the element at `at`, the stride there, and the number of elements
    /// with that stride.
    const fn piece(&self, at: usize) -> (usize, usize, usize) {
        let linear = self.formula.linear(&self.index, self.dim, at);
        let rest = self.extent - at;
        let len = if linear.len < rest { linear.len } else { rest };
        let mut index = self.index;
        index.set(self.dim, at);
        let position = self.layout.offset_unchecked(index.as_slice());
        (position, linear.stride, len)
    }

    const fn period(&self) -> usize {
        self.formula.period(self.dim, self.extent)
    }
}

/// Compares the pieces of one common period: after it, positions grow by the same amounts.
const fn same_along(a: &DimElements<'_>, b: &DimElements<'_>, budget: &mut usize) -> Option<bool> {
    let period = least_common_multiple(a.period(), b.period());
    let end = if period < a.extent {
        period + 1
    } else {
        a.extent
    };
    let mut at = 0;
    while at < end {
        let Some(rest) = budget.checked_sub(1) else {
            return None;
        };
        *budget = rest;
        let Some(len) = same_piece(a.piece(at), b.piece(at)) else {
            return Some(false);
        };
        // A block that repeats at the same distance on both sides needs one comparison.
        let next = at + len;
        if next >= end {
            return Some(true);
        }
        let blocks = (end - at) / len;
        let blocks = min(blocks, a.formula.repeats(&a.index, a.dim, at, len));
        let blocks = min(blocks, b.formula.repeats(&b.index, b.dim, at, len));
        if blocks > 1 && a.piece(next).0 != b.piece(next).0 {
            return Some(false);
        }
        at += blocks * len;
    }
    Some(true)
}

/// Compares pieces along the last dimensions, in row-major order.
const fn same_pieces(a: &ComparedLayout<'_>, b: &ComparedLayout<'_>) -> Option<bool> {
    let (mut at, mut pieces) = (0, 0);
    while at < a.layout.num_elements() {
        if pieces == MAX_PIECES {
            return None;
        }
        pieces += 1;
        let ((a, a_at), (b, b_at)) = (a.through(at), b.through(at));
        match same_piece(a.piece(a_at), b.piece(b_at)) {
            Some(len) => at += len,
            None => return Some(false),
        }
    }
    Some(true)
}

/// Compares elements one by one.
const fn same_elements(a: &Layout, b: &Layout) -> Option<bool> {
    let mut at = 0;
    while at < a.num_elements() {
        if at == MAX_PIECES {
            return None;
        }
        let (in_a, in_b) = (index_of(a, at), index_of(b, at));
        if a.offset_unchecked(in_a.as_slice()) != b.offset_unchecked(in_b.as_slice()) {
            return Some(false);
        }
        at += 1;
    }
    Some(true)
}

/// Returns the number of elements that two pieces share; `None` if they differ.
const fn same_piece(a: (usize, usize, usize), b: (usize, usize, usize)) -> Option<usize> {
    let len = min(a.2, b.2);
    if a.0 == b.0 && (len == 1 || a.1 == b.1) {
        Some(len)
    } else {
        None
    }
}

/// Returns the index of the element of row-major number `number`.
const fn index_of(layout: &Layout, number: usize) -> Dims {
    let mut index = Dims::filled(0, layout.rank());
    let mut rest = number;
    let mut dim = layout.rank();
    while dim > 0 {
        dim -= 1;
        index.set(dim, rest % layout.dims()[dim]);
        rest /= layout.dims()[dim];
    }
    index
}

const fn min(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}
