//! The formula of a static layout as straight-line code.
//!
//! What a layout does not need is behind a `match` on a constant, so that the
//! compiler drops it before it generates any code: nothing depends on a loop
//! being unrolled, and builds without optimisation are spared it too.

use super::StaticLayout;
use super::parts::{Attributes, DimsList, Tiles};
use crate::element::ElementMarker;
use crate::terms::{NO_MODULUS, Term, Terms};

/// The terms of a layout, or none where the formula is not flat.
const fn flat(terms: Option<Terms>) -> Terms {
    match terms {
        Some(terms) => terms,
        None => Terms::new(NO_TERM),
    }
}

const NO_TERM: Term = Term {
    dim: 0,
    divisor: 1,
    modulus: NO_MODULUS,
    stride: 0,
};

/// The value of term number `$k`, 0 if there is none.
macro_rules! term {
    ($index:ident, $k:literal) => {
        if const { Self::FLAT.len > $k } {
            let mut digit = $index[const { Self::FLAT.items[$k].dim }];
            if const { Self::FLAT.items[$k].divisor != 1 } {
                digit /= const { Self::FLAT.items[$k].divisor };
            }
            if const { Self::FLAT.items[$k].modulus != NO_MODULUS } {
                digit %= const { Self::FLAT.items[$k].modulus };
            }
            digit * const { Self::FLAT.items[$k].stride }
        } else {
            0
        }
    };
}

/// The sum of some terms.
macro_rules! terms {
    ($index:ident, $($k:literal)*) => { 0 $(+ term!($index, $k))* };
}

/// The position of an element.
macro_rules! position {
    ($index:ident) => {
        if const { Self::TERMS.is_none() } {
            crate::tiling::offset(Self::LAYOUT_REF.spec(), &$index)
        } else {
            let more = const { Self::FLAT.len > 6 };
            terms!($index, 0 1 2 3 4 5) + if more { Self::from_term_6($index) } else { 0 }
        }
    };
}

/// Whether some numbers of the index are within their dimensions.
macro_rules! within {
    ($index:ident, $($dim:literal)*) => {
        $((const { RANK <= $dim } || $index[$dim] < D::SLICE[$dim]))&&*
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
    const TERMS: Option<Terms> = Self::LAYOUT_REF.terms();
    const FLAT: &'static Terms = &flat(Self::TERMS);

    /// The position of an element; `None` out of bounds. Few functions call
    /// one another here: without optimisation each call counts.
    #[inline]
    pub(crate) const fn checked(index: [usize; RANK]) -> Option<usize> {
        if within!(index, 0 1 2 3) && (const { RANK <= 4 } || Self::within_from_4(index)) {
            Some(position!(index))
        } else {
            None
        }
    }

    /// The position of an element whose index is in bounds.
    #[inline]
    pub(crate) const fn unchecked(index: [usize; RANK]) -> usize {
        position!(index)
    }

    /// Whether the numbers from dimension 4 on are within their dimensions.
    #[inline]
    const fn within_from_4(index: [usize; RANK]) -> bool {
        within!(index, 4 5 6 7 8 9 10 11)
    }

    /// The sum of the terms from number 6 on.
    #[inline]
    const fn from_term_6(index: [usize; RANK]) -> usize {
        let more = const { Self::FLAT.len > 10 };
        terms!(index, 6 7 8 9) + if more { Self::from_term_10(index) } else { 0 }
    }

    /// The sum of the terms from number 10 on; few layouts have one.
    #[inline]
    const fn from_term_10(index: [usize; RANK]) -> usize {
        let mut sum = 0;
        let mut k = 10;
        while k < Self::FLAT.len {
            sum += Self::FLAT.items[k].value(&index);
            k += 1;
        }
        sum
    }
}
