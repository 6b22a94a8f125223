//! `Term` and `Terms`: the summands of a position.

use crate::spec::MAX_PHYSICAL_RANK;

/// One term of a flat formula: `((index[dim] / divisor) % modulus) * stride`.
///
/// `f32[3,5]{1,0:T(2,2)}` has rows in pairs. Index 0 thus has two terms: the pair, with divisor
/// 2, no modulus and stride 12; and the row within it, with divisor 1, modulus 2 and stride 2.
/// [`Terms`] has an example.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Term {
    /// The logical dimension whose index it uses.
    pub dim: usize,
    /// At least 1.
    pub divisor: usize,
    /// At least 1; `usize::MAX` if the quotient needs none.
    pub modulus: usize,
    /// In elements.
    pub stride: usize,
}

impl Term {
    /// Returns the contribution of the term to the position of the element at `index`.
    #[doc(hidden)]
    #[inline]
    pub const fn value(&self, index: &[usize]) -> usize {
        self.along(index[self.dim])
    }

    /// Returns the contribution of the term when its dimension's index is `digit`. Powers of two
    /// are shifted: the test costs less than a division.
    #[doc(hidden)]
    #[inline]
    pub const fn along(&self, mut digit: usize) -> usize {
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

    /// Returns the number of indices after which the term repeats; without a modulus, the number
    /// after which it has grown by its stride.
    #[doc(hidden)]
    #[inline]
    pub const fn period(&self) -> usize {
        match self.modulus {
            NO_MODULUS => self.divisor,
            modulus => self.divisor * modulus,
        }
    }

    /// Returns the largest value of the digit before it is multiplied by the stride.
    #[doc(hidden)]
    #[inline]
    pub const fn largest(&self, dims: &[usize]) -> usize {
        let quotient = dims[self.dim].saturating_sub(1) / self.divisor;
        if quotient < self.modulus {
            quotient
        } else {
            self.modulus - 1
        }
    }
}

/// Fills the unused entries.
pub const NO_TERM: Term = Term {
    dim: 0,
    divisor: 1,
    modulus: NO_MODULUS,
    stride: 0,
};

/// The modulus of a term that never wraps: no index reaches it.
pub const NO_MODULUS: usize = usize::MAX;

/// The terms of a flat formula; derefs to a slice.
///
/// # Examples
///
/// ```
/// use tiled_layout::{Layout, Term};
///
/// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
/// let terms = layout.terms().unwrap();
/// assert_eq!(terms.len(), 4); // per dimension, the tile and the element in it
/// assert!(terms.contains(&Term { dim: 0, divisor: 2, modulus: usize::MAX, stride: 12 }));
/// ```
#[derive(Clone, Copy)]
pub struct Terms {
    pub(crate) len: usize,
    pub(crate) items: [Term; 32],
}

list! { [] Terms: [Term; 32] }

const _: () = assert!(Terms::new(NO_TERM).items.len() == MAX_PHYSICAL_RANK);

/// Terms as one array per field. The compiler validates each field of a constant
/// separately, but an array of numbers as a whole.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    pub len: usize,
    pub dims: [u8; MAX_PHYSICAL_RANK],
    pub divisors: [usize; MAX_PHYSICAL_RANK],
    pub moduli: [usize; MAX_PHYSICAL_RANK],
    pub strides: [usize; MAX_PHYSICAL_RANK],
}

impl Columns {
    /// No terms.
    pub const EMPTY: Columns = Columns {
        len: 0,
        dims: [0; MAX_PHYSICAL_RANK],
        divisors: [NO_TERM.divisor; MAX_PHYSICAL_RANK],
        moduli: [NO_TERM.modulus; MAX_PHYSICAL_RANK],
        strides: [NO_TERM.stride; MAX_PHYSICAL_RANK],
    };

    /// Term number `i`.
    #[inline(always)] // straight-line formulas consist of it
    pub const fn at(&self, i: usize) -> Term {
        Term {
            dim: self.dims[i] as usize,
            divisor: self.divisors[i],
            modulus: self.moduli[i],
            stride: self.strides[i],
        }
    }

    /// Sets term number `i`.
    pub(crate) const fn set(&mut self, i: usize, term: Term) {
        self.dims[i] = term.dim as u8;
        self.divisors[i] = term.divisor;
        self.moduli[i] = term.modulus;
        self.strides[i] = term.stride;
    }

    /// Returns true if the elements of an array of dimensions `dims`, in row-major order, have
    /// positions 0, 1, 2 and so on: each digit of an index counts as much as in that order.
    pub const fn is_row_major(&self, dims: &[usize]) -> bool {
        let mut i = 0;
        while i < self.len {
            let (mut span, mut dim) = (self.divisors[i], self.dims[i] as usize + 1);
            while dim < dims.len() {
                span = span.wrapping_mul(dims[dim]); // wraps only if the array is empty
                dim += 1;
            }
            if self.strides[i] != span {
                return false;
            }
            i += 1;
        }
        true
    }

    /// Returns the stride along `dim` up to its first cut.
    pub(crate) const fn stride(&self, dim: usize) -> usize {
        match self.digit(dim, 0) {
            Some(lowest) => self.strides[lowest],
            None => 0,
        }
    }

    /// Cut number `i` of `dim`, in ascending order, and its jump; `None` after the last
    /// cut.
    pub(crate) const fn cut(&self, dim: usize, i: usize) -> Option<(usize, usize)> {
        let (Some(low), Some(high)) = (self.digit(dim, i), self.digit(dim, i + 1)) else {
            return None;
        };
        let jump = self.strides[high].wrapping_sub(self.strides[low] * self.moduli[low]);
        Some((self.divisors[high], jump))
    }

    /// Returns the number of the term that is digit `i` of `dim`, counted from the least
    /// significant one.
    const fn digit(&self, dim: usize, mut i: usize) -> Option<usize> {
        let mut at = self.len;
        while at > 0 {
            at -= 1;
            if self.dims[at] as usize == dim {
                if i == 0 {
                    return Some(at);
                }
                i -= 1;
            }
        }
        None
    }

    /// Returns the terms as a list.
    pub const fn terms(&self) -> Terms {
        let mut terms = Terms::new(NO_TERM);
        while terms.len < self.len {
            terms.push(self.at(terms.len));
        }
        terms
    }
}
