//! The formula of a static layout as straight-line code; see `straight_line`.

use layout_core::formula::Formula;
use layout_core::formula::term::Columns;
use layout_core::spec::checked_spec::CheckedSpec;

use super::StaticLayout;
use super::params::{DimsList, DimsOf, Params};
use crate::layout::position::out_of_bounds;
use crate::layout::straight_line::{HasNo, each_term, within, within_from_4};

/// The sum of some terms that few layouts have. They have no constants, because const
/// evaluation takes time for each layout of a program.
macro_rules! later_terms {
    ($index:ident, $($k:literal)*) => {
        0 $(+ if Self::TERMS.len > $k { Self::TERMS.at($k).value(&$index) } else { 0 })*
    };
}

/// The position of an element.
macro_rules! position {
    ($index:ident) => {
        if const { Self::TERMS.len == 0 } {
            Self::by_sums($index)
        } else {
            let mut position = 0;
            each_term!($index, 0 1 2 3 4 5, |digit, dim, stride| position += digit * stride);
            if const { Self::TERMS.len > 6 } {
                position += Self::from_term_6($index);
            }
            position
        }
    };
}

/// The extent of a dimension.
macro_rules! extent {
    ($dim:literal) => {
        DimsOf::<(E, D, O, T, A), RANK>::DIMS.items[$dim]
    };
}

impl<E, const RANK: usize, D, O, T, A> StaticLayout<E, RANK, D, O, T, A>
where
    (E, D, O, T, A): Params<RANK>,
{
    pub(super) const FORMULA: &'static Option<Formula> = {
        let CheckedSpec { spec, sizes } = Self::CHECKED;
        &Formula::new(spec, &sizes.physical)
    };
    /// The terms, or none where the formula is not flat.
    const TERMS: &'static Columns = match Self::FORMULA {
        Some(formula) => match formula.flat() {
            Some(terms) => terms,
            None => &Columns::EMPTY,
        },
        None => &Columns::EMPTY,
    };

    /// The position of an element in the buffer, in elements.
    ///
    /// # Panics
    ///
    /// When an index is not within its dimension.
    #[inline(always)] // as `checked`
    #[track_caller]
    #[must_use]
    pub const fn offset(index: [usize; RANK]) -> usize {
        if within!(index, extent, &DimsOf::<(E, D, O, T, A), RANK>::DIMS.items) {
            position!(index)
        } else {
            out_of_bounds(&index, Self::LAYOUT_REF)
        }
    }

    /// The position of an element; `None` out of bounds. There are few calls, because each
    /// takes time without optimisation.
    #[inline(always)] // so that it is optimised once, where it is used
    pub(crate) const fn checked(index: [usize; RANK]) -> Option<usize> {
        if within!(index, extent, &DimsOf::<(E, D, O, T, A), RANK>::DIMS.items) {
            Some(position!(index))
        } else {
            None
        }
    }

    /// The position of an element whose index is in bounds.
    #[inline(always)] // as `checked`
    pub(crate) const fn unchecked(index: [usize; RANK]) -> usize {
        position!(index)
    }

    /// The formula of several sums.
    #[inline]
    const fn by_sums(index: [usize; RANK]) -> usize {
        match Self::FORMULA {
            Some(formula) => formula.position(&index),
            None => layout_core::spec::tiling::offset(&Self::CHECKED.spec, &index),
        }
    }

    /// The sum of the terms from number 6 on.
    #[inline]
    const fn from_term_6(index: [usize; RANK]) -> usize {
        let sum = later_terms!(index, 6 7 8 9 10 11 12 13);
        if Self::TERMS.len <= 14 {
            return sum;
        }
        sum + later_terms!(index, 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31)
    }
}
