//! `StrengthReduced`: the flat formula of a layout known only at run time.
//!
//! Along a dimension, the position grows by a stride per index, and by an additional *jump*
//! at each multiple of a *cut*, an index at which a tile begins. The position of an element
//! is the sum of `index[dim] * stride` over dimensions and of `index[dim] / cut * jump`
//! over cuts. This is equivalent to [`terms`](crate::formula::term), but needs no modulus,
//! and divides by multiplication with the reciprocal. Sums wrap, because a jump may be
//! negative.

use super::piecewise::Linear;
use crate::formula::term::{Columns, NO_MODULUS, Term};
use crate::spec::{Dims, MAX_PHYSICAL_RANK, MAX_RANK};

/// A flat formula as strides and jumps. (Arrays of numbers, because const evaluation of structures
/// is slower.)
#[derive(Clone, Copy, Debug)]
pub struct StrengthReduced {
    /// The stride of each dimension, in elements.
    strides: [usize; MAX_RANK],
    /// For each cut, its reciprocal (2^64 divided by it, rounded up; 0 for no cut) and its
    /// jump, in elements. The smallest cut of each dimension comes first.
    cuts: [[u64; 2]; MAX_PHYSICAL_RANK],
    /// The cuts themselves.
    divisors: [usize; MAX_PHYSICAL_RANK],
    /// The index of the first larger cut of each dimension.
    starts: [u8; MAX_RANK],
    ends: [u8; MAX_RANK],
}

impl StrengthReduced {
    /// Returns the formula of an array of fixed strides, in elements.
    pub const fn of_strides(strides: [usize; MAX_RANK]) -> StrengthReduced {
        StrengthReduced {
            strides,
            cuts: [[0; 2]; MAX_PHYSICAL_RANK],
            divisors: [0; MAX_PHYSICAL_RANK],
            starts: [0; MAX_RANK],
            ends: [0; MAX_RANK],
        }
    }

    /// Returns the formula of `terms`; `None` when a dimension of `dims` is too large for division
    /// by reciprocals, or when there are too many cuts.
    pub(crate) const fn new(terms: &Columns, dims: &Dims) -> Option<StrengthReduced> {
        let mut this = StrengthReduced::of_strides([0; MAX_RANK]);
        let mut len = dims.len;
        let mut i = terms.len;
        while i > 0 {
            i -= 1;
            let (dim, divisor, stride) =
                (terms.dims[i] as usize, terms.divisors[i], terms.strides[i]);
            if divisor == 1 {
                this.strides[dim] = stride;
                continue;
            }
            let mut cut = dim;
            if this.cuts[dim][0] != 0 {
                if len == MAX_PHYSICAL_RANK {
                    return None;
                }
                cut = len;
                len += 1;
                if this.ends[dim] == 0 {
                    this.starts[dim] = cut as u8;
                }
                this.ends[dim] = len as u8;
            }
            // The upper half of index * reciprocal is the quotient: with the
            // reciprocal (2^64 + e) / divisor the product is, counted in 2^64,
            // index / divisor and index * e / divisor more, which is too small
            // to matter as long as index * e is less than 2^64.
            this.divisors[cut] = divisor;
            let divisor = divisor as u64;
            let e = divisor - 1 - u64::MAX % divisor; // 0 for a power of two
            if e > u64::MAX / dims.items[dim] as u64 {
                return None;
            }
            let reciprocal = u64::MAX / divisor + 1;
            // The previous term wraps where this one increments.
            let low = terms.strides[i + 1] * terms.moduli[i + 1];
            let jump = stride.wrapping_sub(low);
            this.cuts[cut] = [reciprocal, jump as u64];
        }
        Some(this)
    }

    /// Returns the formula as terms, by dimensions in `order` from its end. Along a dimension they
    /// are the digits of a mixed radix: the modulus of each is the next divisor divided by its own.
    pub const fn columns(&self, order: &Dims) -> Columns {
        let mut terms = Columns::EMPTY;
        let mut entry = order.len;
        while entry > 0 {
            entry -= 1;
            let dim = order.items[entry];
            if self.strides[dim] == 0 {
                continue; // a dimension of size 1
            }
            let first = terms.len;
            let cuts = (self.cuts[dim][0] != 0) as usize;
            let more = (self.ends[dim] - self.starts[dim]) as usize;
            terms.len += 1 + cuts + more;
            // From the least significant digit, which comes last, to the most.
            let (mut divisor, mut stride) = (1, self.strides[dim]);
            let mut at = terms.len;
            let mut cut = dim;
            loop {
                at -= 1;
                let mut term = Term {
                    dim,
                    divisor,
                    modulus: NO_MODULUS,
                    stride,
                };
                if at > first {
                    divisor = self.divisors[cut];
                    term.modulus = divisor / term.divisor;
                    let jump = self.cuts[cut][1] as usize;
                    stride = (stride * term.modulus).wrapping_add(jump);
                    cut = if cut == dim {
                        self.starts[dim] as usize
                    } else {
                        cut + 1
                    };
                }
                terms.set(at, term);
                if at == first {
                    break;
                }
            }
        }
        terms
    }

    /// Returns the position of the element at `index`, which has one number per dimension, each
    /// within it.
    #[inline(always)] // so that an array's length is known, and no loop is left
    pub const fn position(&self, index: &[usize]) -> usize {
        let mut position = 0usize;
        let mut dim = 0;
        while dim < index.len() {
            position = position.wrapping_add(self.along(dim, index[dim]));
            dim += 1;
        }
        position
    }

    /// Returns the part of the position that index `at` of dimension `dim` contributes.
    #[inline(always)] // as the formula
    pub(crate) const fn along(&self, dim: usize, at: usize) -> usize {
        let along = at.wrapping_mul(self.strides[dim]);
        let mut position = along.wrapping_add(self.jumped(dim, at));
        let mut cut = self.starts[dim] as usize;
        while cut < self.ends[dim] as usize {
            position = position.wrapping_add(self.jumped(cut, at));
            cut += 1;
        }
        position
    }

    /// Returns the stride along `dim` up to its first cut.
    pub(crate) const fn stride(&self, dim: usize) -> usize {
        self.strides[dim]
    }

    /// Cut number `i` of a dimension, and its jump; `None` after the last cut. Cuts ascend,
    /// and each is a multiple of the one before.
    pub(crate) const fn cut(&self, dim: usize, i: usize) -> Option<(usize, usize)> {
        let mut at = dim;
        if i > 0 {
            at = self.starts[dim] as usize + i - 1;
            if at >= self.ends[dim] as usize {
                return None;
            }
        }
        let [reciprocal, jump] = self.cuts[at];
        if reciprocal == 0 {
            return None;
        }
        Some((self.divisors[at], jump as usize))
    }

    /// Returns the piece of `dim` from index `at` up to the next cut.
    #[inline]
    pub(crate) const fn linear(&self, dim: usize, at: usize) -> Linear {
        Linear {
            position: self.along(dim, at),
            stride: self.strides[dim],
            len: match self.divisors[dim] {
                0 => usize::MAX, // no cut
                cut => cut - at % cut,
            },
        }
    }

    /// Returns the number of blocks of `len` elements from index `at` on that are equally far apart
    /// and have the same strides.
    pub(crate) const fn repeats(&self, dim: usize, at: usize, len: usize) -> usize {
        let mut i = 0;
        while let Some((cut, _)) = self.cut(dim, i) {
            if !len.is_multiple_of(cut) {
                let count = (cut - at % cut) / len; // later cuts come no sooner
                return if count > 1 { count } else { 1 };
            }
            i += 1;
        }
        usize::MAX
    }

    /// Returns the period along `dim` for indices below `end`: the largest cut.
    pub(crate) const fn period(&self, dim: usize, end: usize) -> usize {
        let mut period = 1;
        let mut i = 0;
        while let Some((cut, _)) = self.cut(dim, i)
            && cut < end
        {
            period = cut;
            i += 1;
        }
        period
    }

    /// Returns the number of terms of the same formula, for `rank` dimensions.
    pub(crate) const fn num_terms(&self, rank: usize) -> usize {
        let mut count = 0;
        let mut dim = 0;
        while dim < rank {
            let cuts = (self.cuts[dim][0] != 0) as u8 + self.ends[dim] - self.starts[dim];
            count += (self.strides[dim] != 0) as usize + cuts as usize;
            dim += 1;
        }
        count
    }

    /// Returns the sum of all jumps of a cut up to an index of the dimension.
    #[inline(always)] // as the formula
    const fn jumped(&self, cut: usize, index: usize) -> usize {
        let [reciprocal, jump] = self.cuts[cut];
        let count = (index as u128 * reciprocal as u128) >> 64;
        (count as usize).wrapping_mul(jump as usize)
    }
}

#[cfg(test)]
mod tests {
    use crate::formula::Formula;
    use crate::formula::strength_reduced::StrengthReduced;
    use crate::formula::term::Columns;
    use crate::parse::parse;

    /// Returns the flat formula of a layout, by terms and by jumps.
    fn formulas(text: &str) -> (Columns, Option<StrengthReduced>) {
        let layout = parse(text).unwrap();
        let formula = Formula::new(&layout.spec, layout.physical_dims()).unwrap();
        let terms = *formula.flat().unwrap();
        (terms, StrengthReduced::new(&terms, &layout.spec.dims))
    }

    /// Compares jumps with terms, on both sides of cuts.
    fn check(text: &str, n: usize) {
        let (terms, reduced) = formulas(text);
        let reduced = reduced.unwrap();
        assert_eq!(
            terms.terms(),
            reduced
                .columns(&parse(text).unwrap().spec.minor_to_major)
                .terms()
        );
        for term in &terms.terms() {
            let last = (n - 1) / term.divisor * term.divisor;
            for i in [0, term.divisor - 1, term.divisor, last - 1, last, n - 1] {
                let terms = terms.terms();
                let sum = terms.iter().map(|t| i / t.divisor % t.modulus * t.stride);
                assert_eq!(reduced.position(&[i]), sum.sum::<usize>(), "{text} at {i}");
            }
        }
    }

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn large_dimensions() {
        check("u8[1000]{0:T(24)(2,1)(6)}", 1000);
        check("u8[4294967295]{0:T(1000003)(2,1)}", 4294967295);
        check("u8[4611686018427387904]{0:T(1024)(128)(2,1)}", 1 << 62);
        // The reciprocal of 3 is (2^64 + 2) / 3, that of 11 (2^64 + 6) / 11.
        check("u8[4611686018427387904]{0:T(3)(2,1)}", 1 << 62);
        let (_, reduced) = formulas("u8[4611686018427387904]{0:T(11)(2,1)}");
        assert!(reduced.is_none());
    }

    #[test]
    fn morton_order_in_three_dimensions() {
        let (_, reduced) = formulas(
            "u8[256,256,256]{2,1,0:T(128,128,128)(64,64,64)(32,32,32)(16,16,16)(8,8,8)(4,4,4)(2,2,2)}",
        );
        // The bits of the indices alternate.
        for index in [[1, 2, 4], [255, 0, 170], [85, 204, 240], [255, 255, 254]] {
            let mut position = 0;
            for bit in (0..8).rev() {
                for i in index {
                    position = position << 1 | i >> bit & 1;
                }
            }
            assert_eq!(reduced.unwrap().position(&index), position, "{index:?}");
        }
    }
}
