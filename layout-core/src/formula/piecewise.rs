//! A formula along one dimension: the position is a piecewise linear function of the index.

use super::Formula;
use crate::formula::term::{NO_MODULUS, Term};
use crate::spec::{Dims, MAX_PHYSICAL_RANK, MAX_RANK};
use crate::util::arithmetic::greatest_common_divisor;

/// The elements along a dimension from one element to the end of its piece.
#[derive(Debug)]
pub struct Linear {
    /// The position of the first element.
    pub(crate) position: usize,
    /// From each element to the next.
    pub stride: usize,
    /// The number of elements, at least 1; `usize::MAX` if the piece has no end.
    pub len: usize,
}

/// The growth of a term while its index grows by equal steps.
struct Growth {
    /// The increment per step.
    stride: usize,
    /// The growth is constant until the index reaches a multiple of this number;
    /// `usize::MAX` if it always is.
    edge: usize,
}

impl Growth {
    /// Returns the growth at steps of `step`.
    const fn of(term: &Term, step: usize) -> Growth {
        let constant = Growth {
            stride: 0,
            edge: usize::MAX,
        };
        if !step.is_multiple_of(term.divisor) {
            return Growth {
                edge: term.divisor,
                ..constant
            };
        }
        let stride = (step / term.divisor).wrapping_mul(term.stride);
        if term.modulus == NO_MODULUS {
            return Growth { stride, ..constant };
        }
        let edge = term.divisor.saturating_mul(term.modulus);
        if step.is_multiple_of(edge) {
            constant // it wraps at each step, to the same value
        } else {
            Growth { stride, edge }
        }
    }
}

impl Formula {
    /// Returns the position of the element at index `at` of `dim` and at `index` in the other
    /// dimensions. For a flat formula, only the part of the position that depends on `at`.
    pub(crate) const fn along(&self, index: &Dims, dim: usize, at: usize) -> usize {
        let Some(terms) = self.flat() else {
            return self.linear(index, dim, at).position;
        };
        let mut position = 0;
        let mut i = 0;
        while i < terms.len {
            if terms.dims[i] as usize == dim {
                position += terms.at(i).along(at);
            }
            i += 1;
        }
        position
    }

    /// Returns the piece along `dim` from index `at` on, at `index` in the other dimensions.
    pub(crate) const fn linear(&self, index: &Dims, dim: usize, at: usize) -> Linear {
        let mut values = [0; MAX_PHYSICAL_RANK];
        let mut strides = [0usize; MAX_PHYSICAL_RANK];
        let (to, _) = values.split_at_mut(index.len);
        to.copy_from_slice(index.as_slice());
        (values[dim], strides[dim]) = (at, 1);
        let mut len = usize::MAX;
        let mut i = 0;
        while i < self.terms.len {
            let (term, into) = (self.terms.at(i), self.into[i] as usize);
            i += 1;
            let (value, stride) = (values[term.dim], strides[term.dim]);
            values[into] += term.along(value);
            if stride == 0 {
                continue;
            }
            let growth = Growth::of(&term, stride);
            strides[into] += growth.stride;
            if growth.edge < usize::MAX {
                let steps = (growth.edge - value % growth.edge).div_ceil(stride);
                len = if steps < len { steps } else { len };
            }
        }
        Linear {
            position: values[self.last],
            stride: strides[self.last],
            len,
        }
    }

    /// Returns the number of blocks of `len` elements from index `at` on that are equally far apart
    /// and have the same strides. The first block has one stride. The result can be too small if
    /// digits change but their sum does not.
    pub(crate) const fn repeats(&self, index: &Dims, dim: usize, at: usize, len: usize) -> usize {
        let mut values = [0; MAX_PHYSICAL_RANK];
        // The strides from element to element, and from block to block.
        let mut strides = [0usize; MAX_PHYSICAL_RANK];
        let mut blocks = [0usize; MAX_PHYSICAL_RANK];
        let (to, _) = values.split_at_mut(index.len);
        to.copy_from_slice(index.as_slice());
        (values[dim], strides[dim], blocks[dim]) = (at, 1, len);
        let mut count = usize::MAX;
        let mut i = 0;
        while i < self.terms.len {
            let (term, into) = (self.terms.at(i), self.into[i] as usize);
            i += 1;
            let (value, stride, block) = (values[term.dim], strides[term.dim], blocks[term.dim]);
            values[into] += term.along(value);
            let within = Growth::of(&term, stride);
            let between = Growth::of(&term, block);
            strides[into] = strides[into].wrapping_add(within.stride);
            blocks[into] = blocks[into].wrapping_add(between.stride);
            if between.edge == usize::MAX {
                continue;
            }
            // The last element of each block is before the edge as well.
            let last = match within.edge {
                usize::MAX => 0,
                _ => stride * (len - 1),
            };
            let edge = between.edge;
            let times = match (edge - 1 - value % edge).checked_sub(last) {
                Some(room) => room / block + 1,
                None => 1,
            };
            count = if times < count { times } else { count };
        }
        count
    }

    /// Returns the period of the pieces along `dim`: a number of indices after which the position
    /// has grown by the same amount, from any index. `usize::MAX` if indices below `end` have no
    /// period.
    pub(crate) const fn period(&self, dim: usize, end: usize) -> usize {
        let mut period = 1usize;
        // The growth of each dimension and of each sum in a period.
        let mut growth = [0usize; MAX_PHYSICAL_RANK];
        growth[dim] = 1;
        let mut i = 0;
        while i < self.terms.len {
            let (term, into) = (self.terms.at(i), self.into[i] as usize);
            i += 1;
            if growth[term.dim] == 0 || term.dim == dim && term.divisor >= end {
                continue; // the digit is periodic, or constant
            }
            let wrap = term.divisor.saturating_mul(term.modulus);
            let wraps = term.modulus != NO_MODULUS && (term.dim != dim || wrap < end);
            let edge = if wraps { wrap } else { term.divisor };
            let times = edge / greatest_common_divisor(edge, growth[term.dim]);
            period = period.saturating_mul(times);
            if period >= end {
                return usize::MAX;
            }
            let mut other = 0;
            while times > 1 && other < MAX_PHYSICAL_RANK {
                growth[other] *= times;
                other += 1;
            }
            if !wraps {
                growth[into] += growth[term.dim] / term.divisor * term.stride;
            }
        }
        period
    }

    /// Merged dimensions that carry: the position is not a sum of one function per index.
    /// Returns, for the first sum over several dimensions of more than one element,
    /// the dimensions with the smallest and the largest of `extents`.
    pub(crate) const fn carries(&self, extents: &Dims) -> Option<(usize, usize)> {
        let mut takes = [0u32; MAX_PHYSICAL_RANK];
        let mut i = 0;
        while i < self.terms.len && (self.into[i] as usize) < self.last {
            let (dim, into) = (self.terms.dims[i] as usize, self.into[i] as usize);
            i += 1;
            if dim >= MAX_RANK {
                takes[into] |= takes[dim];
            } else if extents.at(dim) > 1 {
                takes[into] |= 1 << dim;
            }
            if takes[into].count_ones() < 2 {
                continue;
            }
            let first = takes[into].trailing_zeros() as usize;
            let (mut fewest, mut most) = (first, first);
            let mut other = first;
            while other < extents.len {
                if takes[into] >> other & 1 == 1 {
                    if extents.at(other) < extents.at(fewest) {
                        fewest = other;
                    }
                    if extents.at(other) > extents.at(most) {
                        most = other;
                    }
                }
                other += 1;
            }
            return Some((fewest, most));
        }
        None
    }
}
