//! The formula of a static layout as straight-line code.
//!
//! Each step is guarded by a comparison of constants: nothing depends on a
//! loop being unrolled, and in unoptimised builds a layout of few terms skips
//! the steps that it does not have in few branches.

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
        if Self::FLAT.len() > $k {
            let term = Self::FLAT.item($k);
            let mut digit = $index[term.dim];
            if term.divisor != 1 {
                digit /= term.divisor;
            }
            if term.modulus != NO_MODULUS {
                digit %= term.modulus;
            }
            digit * term.stride
        } else {
            0
        }
    };
}

/// The sum of eight terms.
macro_rules! terms {
    ($index:ident, $($k:literal)*) => { 0 $(+ term!($index, $k))* };
}

/// Returns `None` when a number of the index is not within its dimension.
macro_rules! check {
    ($index:ident, $($dim:literal)*) => {$(
        if RANK > $dim && $index[$dim] >= D::SLICE[$dim] {
            return None;
        }
    )*};
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

    /// The position of an element; `None` out of bounds.
    #[inline]
    pub(crate) const fn checked(index: [usize; RANK]) -> Option<usize> {
        check!(index, 0 1 2 3);
        if RANK > 4 {
            check!(index, 4 5 6 7 8 9 10 11);
        }
        Some(Self::unchecked(index))
    }

    /// The position of an element whose index is in bounds.
    #[inline]
    pub(crate) const fn unchecked(index: [usize; RANK]) -> usize {
        if Self::TERMS.is_none() {
            return crate::tiling::offset(Self::LAYOUT_REF.spec(), &index);
        }
        let mut position = terms!(index, 0 1 2 3);
        if Self::FLAT.len() > 4 {
            position += terms!(index, 4 5 6 7 8 9 10 11);
        }
        if Self::FLAT.len() > 12 {
            position += terms!(index, 12 13 14 15 16 17 18 19 20 21);
            position += terms!(index, 22 23 24 25 26 27 28 29 30 31);
        }
        position
    }
}
