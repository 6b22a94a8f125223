//! Elements counted by the digits of their positions.
//!
//! Each term of a flat formula is a digit: of an index, and of the position. A
//! smaller position has one smaller digit, and equal digits of larger stride.
//! An index within a dimension has one digit smaller than that of the extent,
//! and equal more significant ones.

use core::ops::Range;

use layout_core::formula::term::{Columns, NO_MODULUS, Term};
use layout_core::spec::MAX_PHYSICAL_RANK;

use crate::layout::Layout;

/// Returns the number of elements of a non-empty array that are before a position. The formula
/// is flat.
pub(crate) fn elements_before(layout: &Layout, position: usize) -> usize {
    let Some(terms) = layout.columns() else {
        unreachable!("the formula of {layout} is not flat");
    };
    let dims = layout.dims();
    let mut ranges: RangeList = [const { 0..0 }; MAX_PHYSICAL_RANK];
    for (i, range) in ranges[..terms.len].iter_mut().enumerate() {
        *range = 0..terms.at(i).largest(dims) + 1;
    }
    let mut count = 0;
    let mut rest = position;
    let mut last = usize::MAX;
    let next = |last| (0..terms.len).filter(move |&i| terms.strides[i] < last);
    while let Some(i) = next(last).max_by_key(|&i| terms.strides[i]) {
        last = terms.strides[i];
        let digit = rest / last;
        rest %= last;
        let end = ranges[i].end;
        ranges[i] = 0..digit.min(end);
        count += elements(&terms, dims, &ranges);
        if digit >= end {
            return count;
        }
        ranges[i] = digit..digit + 1;
    }
    if rest > 0 {
        count += elements(&terms, dims, &ranges); // the one with all digits the same
    }
    count
}

/// The values that each digit may have.
type RangeList = [Range<usize>; MAX_PHYSICAL_RANK];

/// Returns the number of elements whose digits are in `ranges`. (The terms of a dimension are
/// adjacent, the most significant one first.)
fn elements(terms: &Columns, dims: &[usize], ranges: &RangeList) -> usize {
    let mut elements = 1;
    let mut indices = IndexCount::NO_DIGIT;
    for i in (0..terms.len).rev() {
        let term = terms.at(i);
        indices.add(&term, &ranges[i], dims[term.dim]);
        if i == 0 || terms.at(i - 1).dim != term.dim {
            elements *= indices.below;
            indices = IndexCount::NO_DIGIT;
        }
    }
    elements
}

/// The indices of one dimension with their digits in ranges, counted digit by
/// digit, the least significant one first.
pub(crate) struct IndexCount {
    /// The number of indices, whatever their more significant digits.
    all: usize,
    /// The number of indices below a bound that has the same more significant digits.
    pub(crate) below: usize,
}

impl IndexCount {
    pub(crate) const NO_DIGIT: IndexCount = IndexCount { all: 1, below: 0 };

    /// Adds the next digit, restricted to a range of values.
    pub(crate) fn add(&mut self, term: &Term, values: &Range<usize>, bound: usize) {
        let mut digit = bound / term.divisor;
        if term.modulus != NO_MODULUS {
            digit %= term.modulus;
        }
        let smaller = digit.clamp(values.start, values.end) - values.start;
        let same = usize::from(values.contains(&digit));
        self.below = smaller * self.all + same * self.below;
        self.all *= values.len();
    }
}

#[cfg(test)]
mod tests {
    use super::elements_before;
    use crate::layout::Layout;

    #[test]
    #[cfg_attr(miri, ignore = "many layouts")]
    fn before_each_position() {
        for text in [
            "u8[]{:T(3)}",
            "u8[3,5]{1,0:T(2,2)L(7)}",
            "u8[9,6]{0,1:T(2,4)(2,1)PAD(11,6)}",
            "u8[13]{0:T(4)(2,1)}",
            "u8[23]{0:T(12)(3)(2,1)(2,1)}",
            "u8[4,3,5]{1,2,0:T(*,6)(3)}",
        ] {
            let layout = Layout::parse(text).unwrap();
            assert!(layout.terms().is_some(), "{text}");
            let mut count = 0;
            for position in 0..=layout.padded_len() {
                assert_eq!(
                    elements_before(&layout, position),
                    count,
                    "{text} at {position}"
                );
                count += usize::from(layout.index(position).is_some());
            }
        }
    }
}
