//! The formula of a partial layout as straight-line code; see `straight_line`.
//!
//! Only the most significant digit of a dimension can have a stride that is not
//! constant. Sums wrap, because that stride is kept as a difference, which may be
//! negative.

use layout_core::formula::term::Columns;
use layout_core::spec::UNKNOWN;

use super::PartialLayout;
use crate::layout::position::out_of_bounds;
use crate::layout::static_layout::params::{DimsList, DimsOf, Params};
use crate::layout::straight_line::{HasNo, each_term, within, within_from_4};

/// Adds those of some terms that exist to a position.
macro_rules! add_terms {
    ($this:ident, $position:ident, $index:ident, $($k:literal)*) => {
        each_term!($index, $($k)*, |digit, dim, stride| {
            let stride = if stride == UNKNOWN { $this.strides[dim] } else { stride };
            $position = digit.wrapping_mul(stride).wrapping_add($position);
        })
    };
}

impl<E, const RANK: usize, D, O, T, A> PartialLayout<E, RANK, D, O, T, A>
where
    (E, D, O, T, A): Params<RANK>,
{
    const TERMS: &'static Columns = &Self::KNOWN.straight_terms;

    /// The position of an element in the buffer, in elements.
    ///
    /// # Panics
    ///
    /// When an index is not within its dimension.
    #[inline(always)] // as in a static layout
    #[track_caller]
    #[must_use]
    pub const fn offset(&self, index: [usize; RANK]) -> usize {
        match self.checked_offset(index) {
            Some(position) => position,
            None => self.fail(&index),
        }
    }

    /// The position of an element, in elements; `None` out of bounds.
    #[inline(always)] // as in a static layout
    #[must_use]
    pub const fn checked_offset(&self, index: [usize; RANK]) -> Option<usize> {
        if self.is_within(&index) {
            Some(self.offset_unchecked(index))
        } else {
            None
        }
    }

    /// The position of an element whose index is in bounds, in elements. For an index out
    /// of bounds, the result is unspecified.
    #[inline(always)] // as in a static layout
    pub(crate) const fn offset_unchecked(&self, index: [usize; RANK]) -> usize {
        let mut position = 0;
        add_terms!(self, position, index, 0 1 2 3 4 5);
        match const { Self::TERMS.len > 6 } {
            true => self.terms_from_6(&index).wrapping_add(position),
            false => position,
        }
    }

    #[inline(always)]
    const fn is_within(&self, index: &[usize; RANK]) -> bool {
        macro_rules! extent {
            ($dim:literal) => {
                match const { DimsOf::<(E, D, O, T, A), RANK>::DIMS.items[$dim] } {
                    UNKNOWN => self.dims[$dim],
                    extent => extent,
                }
            };
        }
        within!(index, extent, &self.dims)
    }

    /// The sum of the terms from number 6 on, which few layouts have.
    #[inline]
    const fn terms_from_6(&self, index: &[usize; RANK]) -> usize {
        let mut sum: usize = 0;
        add_terms!(self, sum, index, 6 7 8 9 10 11 12 13 14 15 16 17 18 19);
        match const { Self::TERMS.len > 20 } {
            true => {
                add_terms!(self, sum, index, 20 21 22 23 24 25 26 27 28 29 30 31);
                sum
            }
            false => sum,
        }
    }

    /// Panics with the index that is out of bounds.
    #[cold]
    #[inline(never)]
    #[track_caller]
    pub(crate) const fn fail(&self, index: &[usize]) -> ! {
        out_of_bounds(index, &self.to_layout())
    }
}
