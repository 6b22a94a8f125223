//! The positions of elements, and the elements at positions.

use layout_core::formula::Evaluator;
use layout_core::formula::Formula;
use layout_core::formula::formula_ref::FormulaRef;
use layout_core::formula::run_pattern::RunPattern;
use layout_core::formula::term::{Columns, Terms};
use layout_core::spec::display::print;
use layout_core::spec::tiling;
use layout_core::util::array_string::ArrayString;

use super::as_index::{self, AsIndex};
use super::{Index, Layout};

impl Layout {
    /// The position of an element in the buffer, in elements. The index is an
    /// array, a slice, an [`Index`]: see [`AsIndex`].
    ///
    /// # Panics
    ///
    /// When `index` does not have one number per dimension, each within it.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// assert_eq!(layout.offset([2, 3]), 17);
    /// assert_eq!(layout.offset(&[2, 3]), 17);
    /// ```
    #[track_caller]
    #[must_use]
    pub const fn offset<I: AsIndex>(&self, index: I) -> usize {
        match self.checked_offset(index) {
            Some(position) => position,
            None => out_of_bounds(as_index::numbers(&index), self),
        }
    }

    /// The position of an element in the buffer, in elements; `None` when
    /// `index` does not have one number per dimension, each within it.
    #[inline]
    #[must_use]
    pub const fn checked_offset<I: AsIndex>(&self, index: I) -> Option<usize> {
        let index = as_index::numbers(&index);
        if contains(self.dims(), index) {
            Some(self.offset_unchecked(index))
        } else {
            None
        }
    }

    /// The position of an element whose index is in bounds.
    #[inline]
    pub(crate) const fn offset_unchecked(&self, index: &[usize]) -> usize {
        match &self.evaluator {
            Evaluator::Reduced(formula) => formula.position(index),
            _ => self.offset_by_divisions(index),
        }
    }

    #[inline(never)] // so that callers have only the usual formula
    const fn offset_by_divisions(&self, index: &[usize]) -> usize {
        match &self.evaluator {
            Evaluator::Reduced(formula) => formula.position(index),
            Evaluator::Formula(formula) => formula.position(index),
            Evaluator::Staged => tiling::offset(&self.spec(), index),
        }
    }

    /// The index of the element at a position: the inverse of
    /// [`offset`](Layout::offset). `None` on padding and past the buffer.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// let padding = (0..24).filter(|&position| layout.index(position).is_none());
    /// assert_eq!(padding.count(), 24 - 15);
    /// ```
    #[must_use]
    pub const fn index(&self, position: usize) -> Option<Index> {
        tiling::index(&self.spec(), position)
    }

    /// How positions change along the last dimension.
    #[inline]
    pub(crate) const fn run_pattern(&self) -> RunPattern {
        self.run_pattern
    }

    /// Returns true if the elements in row-major order have positions 0, 1, 2 and so on. It can be
    /// false for layouts whose formula is not flat.
    #[inline]
    pub(crate) const fn is_row_major(&self) -> bool {
        self.is_row_major
    }

    /// How positions change along dimension `dim`.
    pub(crate) const fn run_pattern_along(&self, dim: usize) -> RunPattern {
        if dim + 1 == self.rank() {
            return self.run_pattern;
        }
        RunPattern::along(self.columns().as_ref(), self.dims(), dim)
    }

    /// The layout's formula as a flat sum of terms; `None` if it does not flatten, because
    /// a later tile splits an earlier one unevenly.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// let terms = layout.terms().unwrap();
    /// let index = [2, 3];
    /// let sum: usize =
    ///     terms.iter().map(|t| index[t.dim] / t.divisor % t.modulus * t.stride).sum();
    /// assert_eq!(sum, 17);
    /// ```
    #[must_use]
    pub const fn terms(&self) -> Option<Terms> {
        match self.columns() {
            Some(columns) => Some(columns.terms()),
            None => None,
        }
    }

    /// [`terms`](Self::terms) as one array per field.
    pub(crate) const fn columns(&self) -> Option<Columns> {
        match &self.evaluator {
            Evaluator::Reduced(formula) => Some(formula.columns(&self.minor_to_major())),
            Evaluator::Formula(formula) => formula.flat().copied(),
            Evaluator::Staged => None,
        }
    }

    /// The formula that the layout stores; `None` if it has too many terms.
    pub(crate) const fn formula_ref(&self) -> Option<FormulaRef<'_>> {
        match &self.evaluator {
            Evaluator::Reduced(formula) => Some(FormulaRef::Reduced(formula)),
            Evaluator::Formula(formula) => Some(FormulaRef::Sums(formula)),
            Evaluator::Staged => None,
        }
    }

    /// The formula by divisions, which need not be flat; `None` if it has too many terms.
    pub(crate) const fn formula(&self) -> Option<Formula> {
        let spec = self.spec();
        Formula::new(&spec, &tiling::physical_dims(&spec))
    }
}

/// Returns true if `index` has one number per dimension, each within it.
#[inline]
pub(crate) const fn contains(dims: &[usize], index: &[usize]) -> bool {
    if index.len() != dims.len() {
        return false;
    }
    let mut i = 0;
    while i < index.len() {
        if index[i] >= dims[i] {
            return false;
        }
        i += 1;
    }
    true
}

#[cold]
#[inline(never)]
#[track_caller]
pub(crate) const fn out_of_bounds(index: &[usize], layout: &Layout) -> ! {
    let mut words = ArrayString::<1024>::new();
    words.str("index [");
    let mut i = 0;
    while i < index.len() {
        words
            .str(if i > 0 { ", " } else { "" })
            .num(index[i] as u128);
        i += 1;
    }
    let rank = layout.rank();
    if index.len() == rank {
        words.str("] is out of bounds of ");
    } else {
        words.str("] has ").num(index.len() as u128);
        words.str(if index.len() == 1 {
            " number for the "
        } else {
            " numbers for the "
        });
        words.num(rank as u128);
        words.str(if rank == 1 {
            " dimension of "
        } else {
            " dimensions of "
        });
    }
    words.str(print(&layout.spec()).as_str());
    panic!("{}", words.as_str())
}
