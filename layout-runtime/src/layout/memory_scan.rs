//! `MemoryScan`: the buffer in memory order, in ranges inside and outside of a
//! region of the array.

use core::cmp::Ordering;
use core::ops::Range;

use layout_core::formula::term::{NO_TERM, Term, Terms};
use layout_core::spec::{Dims, MAX_PHYSICAL_RANK};
use layout_core::util::array_vec::ArrayVec;

use crate::layout::Layout;
use crate::layout::element_count::IndexCount;
use crate::layout::region::RegionBounds;

/// Finds ranges of the buffer by inverting the layout's flat formula.
///
/// The terms, by descending strides, are the digits of a position: the digits of smaller
/// strides sum to less than the next stride, so that a position determines its digits one
/// by one. If no index of the region has a digit after the digits before it, the range ends
/// at the next larger digit that some index has, or at the end of the block. Between two
/// ranges within the region there are thus at most twice as many ranges as digits.
///
/// Blocks that hold only elements of the region are ranges as a whole. Consecutive positions
/// within the region are thus at most twice as many ranges as there are digits, because each
/// digit counts up to the largest block, and down again.
#[derive(Clone, Debug)]
pub(crate) struct MemoryScan {
    /// Sorted by descending stride; `None` where the formula is not flat.
    digits: Option<Digits>,
    region: RegionBounds,
    /// For each dimension the largest sum of its digits.
    largest: Dims,
    /// One bit per dimension: whether more significant digits have smaller
    /// strides.
    scattered: u32,
    /// The number of the first digit whose steps are as long as the blocks of the digits
    /// after it, so that these blocks have no padding but where the array ends.
    dense_from: usize,
}

/// A term with the largest value that its digit takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PositionDigit {
    pub(crate) term: Term,
    pub(crate) max: usize,
}

/// The digits of a position.
pub(crate) type Digits = ArrayVec<PositionDigit, MAX_PHYSICAL_RANK>;

impl MemoryScan {
    /// Over a region of the array.
    pub(crate) fn within(layout: &Layout, region: RegionBounds) -> Self {
        let mut largest = Dims::filled(0, layout.rank());
        let mut scattered = 0;
        let digits = layout.terms().map(|terms| digits(&terms, layout.dims()));
        for PositionDigit { term, max } in digits.iter().flat_map(|digits| digits.iter()) {
            let sum = &mut largest.as_mut()[term.dim];
            if *sum % term.divisor != 0 {
                scattered |= 1 << term.dim; // a smaller divisor came before
            }
            *sum += max * term.divisor;
        }
        let (mut dense_from, mut block_len) = (digits.as_ref().map_or(0, |d| d.len()), 1);
        for PositionDigit { term, max } in digits.iter().flat_map(|d| d.iter().rev()) {
            if term.stride != block_len {
                break;
            }
            block_len *= max + 1;
            dense_from -= 1;
        }
        MemoryScan {
            digits,
            region,
            largest,
            scattered,
            dense_from,
        }
    }

    /// Returns the length of the range that begins at a position of the buffer, and true if it is
    /// within the region. The next range may be of the same kind.
    pub(crate) fn range(&self, layout: &Layout, position: usize) -> (usize, bool) {
        if self.region.is_empty() {
            return (layout.padded_len() - position, false);
        }
        let Some(digits) = &self.digits else {
            let index = layout.index(position);
            return (1, index.is_some_and(|index| self.region.contains(&index)));
        };
        let mut index = Dims::filled(0, self.largest.len());
        let mut largest = self.largest;
        let mut rest = position;
        let mut end_of_block = layout.padded_len();
        for (k, &PositionDigit { term, max }) in digits.iter().enumerate() {
            let digit = rest / term.stride;
            let sum = &mut index.as_mut()[term.dim];
            // The largest sum of the remaining digits.
            let more = &mut largest.as_mut()[term.dim];
            *more -= max * term.divisor;
            match self.next_digit(digits, k, digit, *sum, *more) {
                None => return (end_of_block - position, false),
                Some(next) if next > digit => return (next * term.stride - rest, false),
                Some(_) => *sum += digit * term.divisor,
            }
            rest %= term.stride;
            end_of_block = end_of_block.min(position - rest + term.stride);
            if k >= self.dense_from && rest == 0 && self.covers(&index, &largest) {
                // The blocks of the next values of the digit, too.
                let last = index[term.dim] + largest[term.dim];
                let covered = (self.region.high()[term.dim] - 1 - last) / term.divisor;
                return ((covered.min(max - digit) + 1) * term.stride, true);
            }
        }
        match rest {
            0 => (1, true),
            _ => (end_of_block - position, false),
        }
    }

    /// Returns true if the region has all indices from `index` to `more` further on in each
    /// dimension.
    #[inline]
    fn covers(&self, index: &[usize], more: &[usize]) -> bool {
        let bounds = self.region.low().iter().zip(self.region.high());
        let mut indices = index.iter().zip(more).zip(bounds);
        indices.all(|((&at, more), (&low, &high))| low <= at && at + more < high)
    }

    /// Returns the first value, from `digit` on, of digit number `k` that an index of the region
    /// has: after the digits before it, which add up to `sum` in its dimension, and with those
    /// after it, which add up to `more` at most.
    #[inline]
    fn next_digit(
        &self,
        digits: &Digits,
        k: usize,
        digit: usize,
        sum: usize,
        more: usize,
    ) -> Option<usize> {
        let PositionDigit { term, max } = digits[k];
        let (low, high) = (self.region.low()[term.dim], self.region.high()[term.dim]);
        let mut next = digit;
        let start = sum + digit.min(max) * term.divisor;
        if start < low {
            if self.scattered & 1 << term.dim != 0 {
                next = self.search_digit(digits, k, digit, sum)?;
            } else if start + more < low {
                next = (low - sum - more).div_ceil(term.divisor);
            }
        }
        (next <= max && sum + next * term.divisor < high).then_some(next)
    }

    /// [`next_digit`](Self::next_digit) in a dimension with more significant digits of
    /// smaller strides.
    #[inline(never)] // few layouts have such
    fn search_digit(&self, digits: &Digits, k: usize, digit: usize, sum: usize) -> Option<usize> {
        let (mut without, mut with) = (digit, digits[k].max + 1);
        if without >= with || self.indices(digits, k, digit..with, sum) == 0 {
            return None;
        }
        while with - without > 1 {
            let middle = without + (with - without) / 2;
            match self.indices(digits, k, digit..middle, sum) {
                0 => without = middle,
                _ => with = middle,
            }
        }
        Some(without)
    }

    /// How many indices of the region there are in the dimension of digit number
    /// `k`, of which that digit is one of `values`; the digits before it add up to
    /// `sum`.
    fn indices(&self, digits: &Digits, k: usize, values: Range<usize>, sum: usize) -> usize {
        let dim = digits[k].term.dim;
        let (mut to_low, mut to_high) = (IndexCount::NO_DIGIT, IndexCount::NO_DIGIT);
        let mut divisor = 1;
        let of_dim = || digits.iter().enumerate().filter(|(_, d)| d.term.dim == dim);
        while let Some((i, &PositionDigit { term, max })) =
            of_dim().find(|(_, digit)| digit.term.divisor == divisor)
        {
            let known = sum / term.divisor % term.modulus;
            let values = match i.cmp(&k) {
                Ordering::Less => known..known + 1,
                Ordering::Equal => values.clone(),
                Ordering::Greater => 0..max + 1,
            };
            to_low.add(&term, &values, self.region.low()[dim]);
            to_high.add(&term, &values, self.region.high()[dim]);
            divisor = divisor.saturating_mul(term.modulus);
        }
        to_high.below - to_low.below
    }
}

/// Returns the terms by descending strides, each with the largest value of its digit.
pub(crate) fn digits(terms: &Terms, dims: &[usize]) -> Digits {
    let mut digits = ArrayVec::new(PositionDigit {
        term: NO_TERM,
        max: 0,
    });
    for &term in terms {
        let max = term.largest(dims);
        let at = digits
            .iter()
            .position(|digit| digit.term.stride < term.stride);
        digits.insert(at.unwrap_or(digits.len), PositionDigit { term, max });
    }
    digits
}
