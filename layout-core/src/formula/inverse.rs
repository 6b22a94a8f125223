//! `Inverse`: the index of the element at a position, by a flat formula.

use crate::formula::term::Columns;
use crate::spec::{Dims, MAX_PHYSICAL_RANK};

/// What is at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inverse {
    /// The element at this index.
    Element(Dims),
    /// Padding, or the position is past the buffer.
    NoElement,
    /// The terms do not tell: what the terms of smaller strides add up to is not less than a stride.
    Unknown,
}

// Const evaluation runs this code as well, and calls are slow there: so it uses fields.

impl Columns {
    /// Returns what is at a position, where the terms are those of an array of dimensions `dims`.
    ///
    /// The largest stride divides the position into its digit and a rest, which the other terms add up
    /// to, and so on. Digits of a dimension are a mixed radix, so that they give its index.
    pub const fn inverse(&self, dims: &[usize], position: usize) -> Inverse {
        let mut dim = 0;
        while dim < dims.len() {
            if dims[dim] == 0 {
                return Inverse::NoElement;
            }
            dim += 1;
        }
        let mut largest = [0; MAX_PHYSICAL_RANK];
        let (mut left, mut most) = (0, 0); // the terms that are left, and what they add up to
        let mut i = 0;
        while i < self.len {
            largest[i] = self.at(i).largest(dims);
            left += (largest[i] > 0) as usize;
            most += largest[i] * self.strides[i];
            i += 1;
        }
        if position > most {
            return Inverse::NoElement;
        }
        let mut index = Dims::filled(0, dims.len());
        let (mut rest, mut before) = (position, usize::MAX);
        while left > 0 {
            left -= 1;
            let (mut next, mut stride) = (self.len, 0);
            let mut i = 0;
            while i < self.len {
                let other = self.strides[i];
                if other > stride && other < before && largest[i] > 0 {
                    next = i;
                    stride = other;
                }
                i += 1;
            }
            if next == self.len {
                return Inverse::Unknown; // equal strides
            }
            before = stride;
            most -= largest[next] * stride;
            if most >= stride {
                return Inverse::Unknown;
            }
            let digit = if stride.is_power_of_two() {
                rest >> stride.trailing_zeros()
            } else {
                rest / stride
            };
            if digit > largest[next] {
                return Inverse::NoElement;
            }
            rest -= digit * stride;
            index.items[self.dims[next] as usize] += digit * self.divisors[next];
        }
        if rest > 0 {
            return Inverse::NoElement;
        }
        let mut dim = 0;
        while dim < dims.len() {
            if index.items[dim] >= dims[dim] {
                return Inverse::NoElement;
            }
            dim += 1;
        }
        Inverse::Element(index)
    }
}
