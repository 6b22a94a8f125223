//! A formula along one dimension: the position is a piecewise linear function of
//! the index.

use super::Formula;
use crate::formula::term::NO_MODULUS;
use crate::spec::{Dims, MAX_PHYSICAL_RANK, MAX_RANK};
use crate::util::common_multiple::greatest_common_divisor;

/// An element, and those after it along a dimension up to the end of a piece.
#[derive(Debug)]
pub struct Linear {
    /// The position of the element.
    pub(crate) position: usize,
    /// From each element to the next.
    pub stride: usize,
    /// How many elements there are, at least 1; `usize::MAX` without an end.
    pub len: usize,
}

impl Formula {
    /// The position of the element at `at` along `dim`, and at `index` in the other
    /// dimensions. Of a flat formula it is only what `at` adds to the position.
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

    /// The piece along `dim` from the element at `at` on, and at `index` in the other
    /// dimensions.
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
            // The digit is constant up to a multiple of its divisor, or grows evenly
            // until it wraps.
            let mut edge = term.divisor;
            if stride.is_multiple_of(term.divisor) {
                strides[into] += stride / term.divisor * term.stride;
                if term.modulus == NO_MODULUS {
                    continue;
                }
                edge = edge.saturating_mul(term.modulus);
            }
            let steps = (edge - value % edge).div_ceil(stride);
            len = if steps < len { steps } else { len };
        }
        Linear {
            position: values[self.last],
            stride: strides[self.last],
            len,
        }
    }

    /// The steps along `dim` after which the pieces repeat: from any index to the
    /// one so much later, the position grows by the same. `usize::MAX` where an
    /// index below `end` has none.
    pub(crate) const fn period(&self, dim: usize, end: usize) -> usize {
        let mut period = 1usize;
        // What each dimension and each sum grow by in a period.
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

    /// Dimensions that are merged so that they carry: the position is no sum of
    /// a function of each. Of the first sum that takes several with more than
    /// one of the `extents`, the dimensions with the fewest and the most.
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
