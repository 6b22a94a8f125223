//! The formula of a static layout as straight-line code.
//!
//! What a layout does not need is behind a `match` on a constant, so that the
//! compiler drops it before it generates any code: nothing depends on a loop
//! being unrolled, and builds without optimisation are spared it too.

use super::parts::{Attributes, DimsList, Tiles};
use super::{Parts, StaticLayout};
use crate::element::ElementMarker;
use crate::formula::Formula;
use crate::terms::{NO_MODULUS, NO_TERM, Terms};

const NO_TERMS: &Terms = &Terms::new(NO_TERM);

/// Whether an array of `RANK` dimensions has none of number `D`: a constant
/// that all layouts of a rank share.
struct HasNo<const D: usize, const RANK: usize>;

impl<const D: usize, const RANK: usize> HasNo<D, RANK> {
    const DIM: bool = RANK <= D;
}

/// The value of term number `$k`, 0 if there is none.
macro_rules! term {
    ($index:ident, $k:literal) => {
        match const { Self::FLAT.items[$k].stride } {
            0 => 0,
            stride => {
                let digit = $index[const { Self::FLAT.items[$k].dim }];
                let digit = match const { Self::FLAT.items[$k].divisor } {
                    1 => digit,
                    divisor => digit / divisor,
                };
                let digit = match const { Self::FLAT.items[$k].modulus } {
                    NO_MODULUS => digit,
                    modulus => digit % modulus,
                };
                digit * stride
            }
        }
    };
}

/// The sum of some terms.
macro_rules! terms {
    ($index:ident, $($k:literal)*) => { 0 $(+ term!($index, $k))* };
}

/// The sum of some terms that few layouts have: no constants of their own, as
/// each layout of a program would take time for them.
macro_rules! later_terms {
    ($index:ident, $($k:literal)*) => {
        0 $(+ if Self::FLAT.len > $k { Self::FLAT.items[$k].value(&$index) } else { 0 })*
    };
}

/// The position of an element.
macro_rules! position {
    ($index:ident) => {
        if Self::IS_FLAT {
            let more = const { Self::FLAT.len > 6 };
            terms!($index, 0 1 2 3 4 5) + if more { Self::from_term_6($index) } else { 0 }
        } else {
            Self::by_sums($index)
        }
    };
}

/// Whether some numbers of the index are within their dimensions.
macro_rules! within {
    ($index:ident, $($dim:literal)*) => {
        $((HasNo::<$dim, RANK>::DIM || $index[$dim] < D::SLICE[$dim]))&&*
    };
}

impl<E, const RANK: usize, D, O, T, A> StaticLayout<E, RANK, D, O, T, A>
where
    E: ElementMarker,
    D: DimsList<RANK>,
    O: DimsList<RANK>,
    T: Tiles,
    A: Attributes,
{
    pub(super) const FORMULA: &'static Option<Formula> = {
        let Parts { spec, sizes } = Self::PARTS;
        &Formula::new(spec, &sizes.physical)
    };
    /// The terms, or none where the formula is not flat.
    const FLAT: &'static Terms = match Self::FORMULA {
        Some(formula) => match formula.flat() {
            Some(terms) => terms,
            None => NO_TERMS,
        },
        None => NO_TERMS,
    };
    const IS_FLAT: bool = match Self::FORMULA {
        Some(formula) => formula.flat().is_some(),
        None => false,
    };

    /// The position of an element; `None` out of bounds. Few functions call
    /// one another here: without optimisation each call counts.
    #[inline(always)] // so that it is optimised once, where it is used
    pub(crate) const fn checked(index: [usize; RANK]) -> Option<usize> {
        if within!(index, 0 1 2 3) && (HasNo::<4, RANK>::DIM || Self::within_from_4(index)) {
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

    /// Whether the numbers from dimension 4 on are within their dimensions.
    #[inline]
    const fn within_from_4(index: [usize; RANK]) -> bool {
        let mut dim = 4;
        let mut within = true;
        while dim < RANK {
            within &= index[dim] < D::SLICE[dim];
            dim += 1;
        }
        within
    }

    /// The formula of several sums.
    #[inline]
    const fn by_sums(index: [usize; RANK]) -> usize {
        match Self::FORMULA {
            Some(formula) => formula.position(&index),
            None => crate::tiling::offset(&Self::PARTS.spec, &index),
        }
    }

    /// The sum of the terms from number 6 on.
    #[inline]
    const fn from_term_6(index: [usize; RANK]) -> usize {
        let sum = later_terms!(index, 6 7 8 9 10 11 12 13);
        if Self::FLAT.len <= 14 {
            return sum;
        }
        sum + later_terms!(index, 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31)
    }
}
