//! `MemoryScan`: the buffer in memory order, in stretches that lie within a region
//! of the array or outside of it.

use crate::layout::formula::term::{NO_TERM, Term, Terms};
use crate::layout::index_box::Region;
use crate::layout::{Index, Layout};
use crate::spec::{Dims, MAX_PHYSICAL_RANK};
use crate::util::array_vec::ArrayVec;

/// Finds stretches of the buffer by the layout's flat formula, read backwards.
///
/// The terms, by descending strides, are the digits of a position: those of
/// smaller stride sum up to less than the next stride. So the digits follow
/// from a position one by one, and as soon as one of them is too large, or no
/// index of the region can have it, neither can the rest of its block.
#[derive(Clone, Debug)]
pub struct MemoryScan {
    /// By descending strides; `None` where the formula is not flat.
    digits: Option<Digits>,
    region: Region,
    /// For each dimension the largest sum of its digits.
    largest: Dims,
    padded_len: usize,
}

/// A term with the largest value that its digit takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Digit {
    pub(crate) term: Term,
    pub(crate) max: usize,
}

/// The digits of a position.
pub(crate) type Digits = ArrayVec<Digit, MAX_PHYSICAL_RANK>;

/// Positions that follow one another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stretch {
    /// At least 1.
    pub(crate) len: usize,
    /// The index of the first element, counted from the region's low corner;
    /// `None` outside of the region.
    pub(crate) index: Option<Index>,
    /// From each element to the next, the index grows in this dimension ...
    pub(crate) dim: usize,
    /// ... by this number.
    pub(crate) by: usize,
}

impl Stretch {
    const fn outside(len: usize) -> Self {
        Stretch {
            len,
            index: None,
            dim: 0,
            by: 0,
        }
    }

    /// The stretch without its first element; `None` when there is no more.
    pub(crate) fn rest(mut self) -> Option<Self> {
        self.len -= 1;
        if let Some(index) = &mut self.index
            && self.len > 0
        {
            index.as_mut()[self.dim] += self.by;
        }
        (self.len > 0).then_some(self)
    }

    const fn single(index: Index) -> Self {
        Stretch {
            len: 1,
            index: Some(index),
            dim: 0,
            by: 0,
        }
    }
}

impl MemoryScan {
    /// Over the whole array.
    pub(crate) fn new(layout: &Layout) -> Self {
        MemoryScan::within(layout, Region::whole(layout.dims()))
    }

    /// Over a region of the array.
    pub(crate) fn within(layout: &Layout, region: Region) -> Self {
        let mut largest = Dims::filled(0, layout.rank());
        let digits = layout.terms().map(|terms| digits(&terms, layout.dims()));
        for digit in digits.iter().flat_map(|digits| digits.iter()) {
            largest.as_mut()[digit.term.dim] += digit.max * digit.term.divisor;
        }
        MemoryScan {
            digits,
            region,
            largest,
            padded_len: layout.padded_len(),
        }
    }

    /// The stretch that begins at a position of the buffer. The next one may
    /// be of the same kind.
    pub(crate) fn stretch(&self, layout: &Layout, position: usize) -> Stretch {
        if self.region.is_empty() {
            return Stretch::outside(self.padded_len - position);
        }
        let Some(digits) = &self.digits else {
            return match layout.index(position) {
                Some(index) if self.region.contains(&index) => {
                    Stretch::single(self.region.relative(index))
                }
                _ => Stretch::outside(1),
            };
        };
        let (low, high) = (self.region.low(), self.region.high());
        let mut index = Dims::filled(0, layout.rank());
        let mut largest = self.largest;
        let mut rest = position;
        let mut end_of_block = self.padded_len;
        for &Digit { term, max } in digits {
            let digit = rest / term.stride;
            if digit > max {
                return Stretch::outside(end_of_block - position);
            }
            rest %= term.stride;
            end_of_block = end_of_block.min(position - rest + term.stride);
            let place = &mut index.as_mut()[term.dim];
            *place += digit * term.divisor;
            // What the digits that are not known yet add at most.
            let more = &mut largest.as_mut()[term.dim];
            *more -= max * term.divisor;
            if *place >= high[term.dim] || *place + *more < low[term.dim] {
                return Stretch::outside(end_of_block - position);
            }
        }
        if rest > 0 {
            return Stretch::outside(end_of_block - position);
        }
        match digits.last() {
            Some(&Digit { term, max }) if term.stride == 1 => {
                let dim = term.dim;
                let digit = index[dim] / term.divisor % term.modulus;
                let in_region = (high[dim] - 1 - index[dim]) / term.divisor;
                Stretch {
                    len: in_region.min(max - digit) + 1,
                    index: Some(self.region.relative(index)),
                    dim,
                    by: term.divisor,
                }
            }
            _ => Stretch::single(self.region.relative(index)),
        }
    }
}

/// The terms by descending strides, each with the largest value of its digit.
pub(crate) fn digits(terms: &Terms, dims: &[usize]) -> Digits {
    let mut digits = ArrayVec::new(Digit {
        term: NO_TERM,
        max: 0,
    });
    for &term in terms {
        let max = term.largest(dims);
        let at = digits
            .iter()
            .position(|digit| digit.term.stride < term.stride);
        digits.insert(at.unwrap_or(digits.len), Digit { term, max });
    }
    digits
}
