//! `Terms`: what the position of an element is the sum of.

use crate::list::List;
use crate::spec::MAX_PHYSICAL_RANK;

/// One term of a flat formula: `((index[dim] / divisor) % modulus) * stride`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Term {
    /// The logical dimension whose index it takes.
    pub dim: usize,
    /// At least 1.
    pub divisor: usize,
    /// At least 1; [`NO_MODULUS`] where the quotient never reaches it.
    pub modulus: usize,
    /// In elements.
    pub stride: usize,
}

impl Term {
    /// What the term adds to the position of the element at `index`.
    #[inline]
    pub(crate) const fn value(&self, index: &[usize]) -> usize {
        self.along(index[self.dim])
    }

    /// What the term adds when its dimension's index is `digit`. A power of
    /// two is not divided by: a division takes longer than to find out.
    #[inline]
    pub(crate) const fn along(&self, mut digit: usize) -> usize {
        if self.divisor.is_power_of_two() {
            digit >>= self.divisor.trailing_zeros();
        } else {
            digit /= self.divisor;
        }
        if self.modulus.is_power_of_two() {
            digit &= self.modulus - 1;
        } else if self.modulus != NO_MODULUS {
            digit %= self.modulus;
        }
        digit * self.stride
    }

    /// Whether the term counts what `low` wraps at.
    pub(crate) const fn continues(&self, low: &Term) -> bool {
        self.dim == low.dim
            && low.modulus != NO_MODULUS
            && self.divisor == low.divisor * low.modulus
            && self.stride == low.stride * low.modulus
    }
}

/// Fills the places of a list that are not in use.
pub(crate) const NO_TERM: Term = Term {
    dim: 0,
    divisor: 1,
    modulus: NO_MODULUS,
    stride: 0,
};

/// The modulus of a term that never wraps: no index reaches it.
pub const NO_MODULUS: usize = usize::MAX;

/// The terms of a flat formula; derefs to a slice.
pub type Terms = List<Term, MAX_PHYSICAL_RANK>;
