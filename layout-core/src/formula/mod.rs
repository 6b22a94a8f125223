//! `Formula`: the flat formula of a position, a sum of terms.
//!
//! The position of an element is the sum over [`terms`](crate::formula::term) of
//! `((index[dim] / divisor) % modulus) * stride`. Tiles that divide one
//! another, merged dimensions and tiles that change the rank all flatten.
//!
//! Otherwise a tile splits a number that has no such digits: the index within an earlier
//! tile that it does not divide, or merged dimensions that carry. That number is itself a
//! sum of terms. It is computed first, and later terms use it as the index of an additional
//! dimension.
//!
//! If the two parts of such a number stay adjacent in memory, the position only multiplies it,
//! and its terms are terms of the position. Tiles that only round a panel up are of this kind:
//! `T(6,1)(*,*,4)` splits the elements of six rows, merged, into groups of four.

pub mod edges;
mod evaluator;
pub mod inverse;
mod piecewise;
pub mod run_pattern;
pub(crate) mod strength_reduced;
pub mod term;
mod unknown_strides;

use crate::formula::term::{Columns, NO_MODULUS, NO_TERM, Term};
use crate::spec::tiling::{self, Stage};
use crate::spec::{COMBINE, MAX_PHYSICAL_RANK, MAX_RANK, PhysicalDims, Spec, Tile, UNKNOWN};
use crate::util::array_vec::ArrayVec;
pub use evaluator::Evaluator;
pub use strength_reduced::StrengthReduced;
pub use unknown_strides::UnknownStrides;

/// One or several sums; the last one is the position.
#[derive(Clone, Copy, Debug)]
pub struct Formula {
    /// Sums are the indices of dimensions `MAX_RANK`, `MAX_RANK + 1` ...
    terms: Columns,
    /// For each term, the dimension that stands for its sum.
    into: [u8; MAX_PHYSICAL_RANK],
    /// The dimension that stands for the last sum.
    last: usize,
}

/// A digit of the index of a current dimension (`axis`, counted major to minor):
/// `((index[dim] / divisor) % modulus) * weight`. Its values are `0..extent` times
/// `weight`.
#[derive(Clone, Copy)]
struct Digit {
    dim: usize,
    divisor: usize,
    modulus: usize,
    extent: usize,
    weight: usize,
    axis: usize,
}

const NO_DIGIT: Digit = Digit {
    dim: 0,
    divisor: 1,
    modulus: NO_MODULUS,
    extent: 1,
    weight: 1,
    axis: 0,
};

/// All digits. Those of a dimension are adjacent, the most significant one
/// first.
type Digits = ArrayVec<Digit, MAX_PHYSICAL_RANK>;

const NO_DIGITS: Digits = Digits::new(NO_DIGIT);

// Const evaluation runs this code for each layout of a program, and calls are slow there:
// so it uses the fields of lists instead of methods.

impl Formula {
    /// No terms.
    const EMPTY: Formula = Formula {
        terms: Columns::EMPTY,
        into: [MAX_RANK as u8; MAX_PHYSICAL_RANK],
        last: MAX_RANK,
    };

    /// Returns the formula of a checked layout; `None` if it has too many terms.
    pub const fn new(spec: &Spec, physical: &PhysicalDims) -> Option<Formula> {
        let mut this = Formula::EMPTY;
        match this.digits(spec) {
            Some((digits, _)) => this.finish(&digits, physical),
            None => return None,
        }
        if this.last != MAX_RANK {
            this = this.flattened();
        }
        Some(this)
    }

    /// Returns the formula of a layout with [`UNKNOWN`] extents, whose structure has been checked;
    /// `None` if it is not flat. Strides that depend on unknown extents are [`UNKNOWN`], and listed
    /// in the second value.
    pub const fn with_unknowns(spec: &Spec) -> Option<(Columns, UnknownStrides)> {
        let mut this = Formula::EMPTY;
        let Some((digits, dims)) = this.digits(spec) else {
            return None;
        };
        if this.last != MAX_RANK {
            return None;
        }
        this.finish(&digits, &dims);
        let strides = row_major(&dims);
        let mut unknown = UnknownStrides::NONE;
        let mut i = 0;
        while i < digits.len {
            let digit = &digits.items[i];
            if strides[digit.axis] == UNKNOWN {
                unknown.axes[digit.dim] = digit.axis as u8;
                unknown.weights[digit.dim] = digit.weight;
            }
            i += 1;
        }
        Some((this.terms, unknown))
    }

    /// Returns the digits of the position, and the physical dimensions.
    const fn digits(&mut self, spec: &Spec) -> Option<(Digits, PhysicalDims)> {
        let rank = spec.dims.len;
        let mut dims = spec.untiled_dims();
        let mut digits = NO_DIGITS;
        let mut axis = 0;
        while axis < rank {
            let dim = spec.minor_to_major.items[rank - 1 - axis];
            let extent = spec.dims.items[dim];
            if extent > 1 {
                digits.items[digits.len] = Digit {
                    dim,
                    extent,
                    axis,
                    ..NO_DIGIT
                };
                digits.len += 1;
            }
            if extent == 0 {
                // An array without elements has no positions, and weights could overflow.
                digits = NO_DIGITS;
                axis = rank;
            }
            axis += 1;
        }
        let mut t = 0;
        while t < spec.tiles.len {
            let tile = &spec.tiles.items[t];
            let Some(stage) = tiling::stage(&dims, tile) else {
                return None;
            };
            // An entry splits at most one digit, and digits become terms.
            if self.terms.len + digits.len + stage.entries.len > MAX_PHYSICAL_RANK {
                return None;
            }
            match apply(&digits, &stage, tile) {
                Ok(next) => {
                    digits = next;
                    dims = stage.after();
                    t += 1;
                }
                Err(entry) => match self.add_up(&digits, &stage, tile, entry) {
                    Some(next) => digits = next,
                    None => return None,
                },
            }
        }
        Some((digits, dims))
    }

    /// Replaces the digits that an entry of a tile splits by their sum, as an additional
    /// dimension.
    const fn add_up(
        &mut self,
        digits: &Digits,
        stage: &Stage,
        tile: &Tile,
        entry: usize,
    ) -> Option<Digits> {
        let mut next = NO_DIGITS;
        let mut sum = Digit {
            dim: self.last,
            axis: stage.untouched + entry - stage.ones,
            ..NO_DIGIT
        };
        let start = self.terms.len;
        let mut i = 0;
        while i < digits.len {
            let mut digit = digits.items[i];
            digit.axis += stage.ones;
            if digit.axis < stage.untouched || digit.merge(stage, tile) != entry {
                next.push(digits.items[i]);
            } else {
                if digit.extent == UNKNOWN {
                    return None;
                }
                sum.extent += (digit.extent - 1) * digit.weight;
                self.add(&digit, digit.weight, start);
            }
            i += 1;
        }
        next.push(sum);
        self.last += 1;
        if self.last == MAX_PHYSICAL_RANK {
            return None;
        }
        Some(next)
    }

    /// Makes the last sum, the position: the digits times the strides of the final
    /// dimensions.
    const fn finish(&mut self, digits: &Digits, physical: &PhysicalDims) {
        let strides = row_major(physical);
        let start = self.terms.len;
        let mut i = 0;
        while i < digits.len {
            let digit = &digits.items[i];
            let stride = match strides[digit.axis] {
                UNKNOWN => UNKNOWN,
                stride => digit.weight * stride,
            };
            self.add(digit, stride, start);
            i += 1;
        }
    }

    /// Adds a digit's term to the last sum, whose terms begin at `start`. Merges it with
    /// the previous term if it continues that one.
    const fn add(&mut self, digit: &Digit, stride: usize, start: usize) {
        let terms = &mut self.terms;
        let mut modulus = digit.modulus;
        while terms.len > start {
            let high = terms.len - 1;
            if modulus == NO_MODULUS
                || terms.dims[high] as usize != digit.dim
                || terms.strides[high] == UNKNOWN
                || terms.strides[high] != stride * modulus
                || terms.divisors[high] != digit.divisor * modulus
            {
                break;
            }
            modulus = match terms.moduli[high] {
                NO_MODULUS => NO_MODULUS,
                high => high * modulus,
            };
            terms.set(high, NO_TERM);
            terms.len = high;
        }
        self.into[terms.len] = self.last as u8;
        terms.dims[terms.len] = digit.dim as u8;
        terms.divisors[terms.len] = digit.divisor;
        terms.moduli[terms.len] = modulus;
        terms.strides[terms.len] = stride;
        terms.len += 1;
    }

    /// Returns the same formula as one sum, if later sums only multiply the earlier ones; otherwise
    /// itself.
    const fn flattened(self) -> Formula {
        // What the position multiplies the sum of each dimension by. Sums come after those that
        // they use.
        let mut scales = [0; MAX_PHYSICAL_RANK];
        scales[self.last] = 1;
        let mut strides = [0; MAX_PHYSICAL_RANK];
        let mut i = self.terms.len;
        while i > 0 {
            i -= 1;
            let term = self.terms.at(i);
            strides[i] = term.stride * scales[self.into[i] as usize];
            if term.dim >= MAX_RANK {
                if term.divisor != 1 || term.modulus != NO_MODULUS || scales[term.dim] != 0 {
                    return self;
                }
                scales[term.dim] = strides[i];
            }
        }
        let mut flat = Formula::EMPTY;
        let mut dim = 0;
        while dim < MAX_RANK {
            let mut below = usize::MAX;
            while let Some(i) = self.most_significant(dim, below) {
                let term = self.terms.at(i);
                below = term.divisor;
                let digit = Digit {
                    dim,
                    divisor: term.divisor,
                    modulus: term.modulus,
                    ..NO_DIGIT
                };
                flat.add(&digit, strides[i], 0);
            }
            dim += 1;
        }
        flat
    }

    /// Returns the number of the term of a dimension with the largest divisor below a bound.
    const fn most_significant(&self, dim: usize, below: usize) -> Option<usize> {
        let (mut found, mut i) = (None, 0);
        while i < self.terms.len {
            let divisor = self.terms.divisors[i];
            if self.terms.dims[i] as usize == dim && divisor < below {
                let is_larger = match found {
                    Some(other) => divisor > self.terms.divisors[other],
                    None => true,
                };
                if is_larger {
                    found = Some(i);
                }
            }
            i += 1;
        }
        found
    }

    /// Returns the number of sums; the last is the position.
    pub const fn sums(&self) -> usize {
        self.last - MAX_RANK + 1
    }

    /// Returns the terms, each with the number of its sum. Sum `i` is the index of dimension
    /// `MAX_RANK + i`.
    pub fn sum_terms(&self) -> impl Iterator<Item = (usize, Term)> + '_ {
        (0..self.terms.len).map(|i| (self.into[i] as usize - MAX_RANK, self.terms.at(i)))
    }

    /// Returns true if a dimension is the most major one in memory: its terms are part of the last
    /// sum only, and have the largest strides there. For a flat formula, items along the
    /// dimension are blocks of the buffer if and only if this is true.
    pub fn leads(&self, dim: usize) -> bool {
        let (mut least, mut others) = (usize::MAX, 0);
        for i in 0..self.terms.len {
            let term = self.terms.at(i);
            let stride = term.stride;
            match (term.dim == dim, usize::from(self.into[i]) == self.last) {
                (true, true) => least = least.min(stride),
                (true, false) => return false,
                (false, true) => others = others.max(stride),
                (false, false) => (),
            }
        }
        least > others
    }

    /// Returns the number of terms of all sums together.
    pub(crate) const fn len(&self) -> usize {
        self.terms.len
    }

    /// Returns the terms, if there is one sum: all use dimensions of the array.
    #[inline]
    pub const fn flat(&self) -> Option<&Columns> {
        if self.last == MAX_RANK {
            Some(&self.terms)
        } else {
            None
        }
    }
}

/// Returns the row-major strides of some dimensions, major to minor; [`UNKNOWN`] if a more
/// minor dimension is.
const fn row_major(dims: &PhysicalDims) -> [usize; MAX_PHYSICAL_RANK] {
    let mut strides = [1; MAX_PHYSICAL_RANK];
    let mut i = dims.len;
    while i > 1 {
        i -= 1;
        strides[i - 1] = match (strides[i], dims.items[i]) {
            (UNKNOWN, _) | (_, UNKNOWN) => UNKNOWN,
            (stride, extent) => stride * extent,
        };
    }
    strides
}

/// Adds term number `$k` to its sum; after all terms, returns the last sum.
macro_rules! steps {
    ($this:ident, $values:ident, $($k:literal)*) => {
        $(if $k == $this.terms.len {
            return $values[$this.last];
        }
        $values[$this.into[$k] as usize] += $this.terms.at($k).value(&$values);)*
    };
}

impl Formula {
    /// Returns the position of the element at `index`, which has one number per dimension, each
    /// within it. For a constant formula it compiles to straight-line code.
    #[inline(always)]
    pub const fn position(&self, index: &[usize]) -> usize {
        let mut values = [0; MAX_PHYSICAL_RANK];
        values.split_at_mut(index.len()).0.copy_from_slice(index);
        steps!(self, values, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
        steps!(self, values, 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31);
        values[self.last]
    }
}

impl Digit {
    /// Merges the digit's dimension by the `*` entries of a tile that has an entry for it.
    /// Returns the entry that then splits it.
    const fn merge(&mut self, stage: &Stage, tile: &Tile) -> usize {
        let mut entry = self.axis - stage.untouched;
        while tile.items[entry] == COMBINE {
            entry += 1;
            self.weight *= stage.before.items[stage.untouched + entry];
        }
        entry
    }
}

/// Returns the digits after a tile; as the error, an entry that does not split digits one by
/// one.
const fn apply(digits: &Digits, stage: &Stage, tile: &Tile) -> Result<Digits, usize> {
    let (untouched, entries) = (stage.untouched, stage.entries.len);
    let mut next = NO_DIGITS;
    let mut i = 0;
    while i < digits.len {
        let mut digit = digits.items[i];
        digit.axis += stage.ones;
        i += 1;
        if digit.axis < untouched {
            next.push(digit);
            continue;
        }
        let mut entry = digit.axis - untouched;
        if entries < tile.len {
            entry = digit.merge(stage, tile);
            digit.axis = untouched + entry;
            let mut before = 0;
            while before < entry {
                digit.axis -= (tile.items[before] == COMBINE) as usize;
                before += 1;
            }
        }
        // Digits can be split one by one because a dimension's digits are a mixed radix:
        // the digits of smaller weight sum to less than the next weight, which here divides
        // the tile, so that nothing carries.
        let tile = tile.items[entry];
        if digit.weight != 1 && !tile.is_multiple_of(digit.weight) {
            if !digit.weight.is_multiple_of(tile) {
                return Err(entry);
            }
            digit.weight /= tile; // counts whole tiles
            next.push(digit);
            continue;
        }
        // The digit's values modulo `size` are within a tile.
        let size = tile / digit.weight;
        let mut within = digit;
        within.axis += entries;
        if digit.extent > size {
            if digit.modulus != NO_MODULUS {
                if !digit.modulus.is_multiple_of(size) {
                    return Err(entry);
                }
                digit.modulus /= size;
            }
            // No overflow: `size` is less than the dimension's extent, counted
            // in `divisor`.
            digit.divisor *= size;
            if digit.extent != UNKNOWN {
                digit.extent = (digit.extent - 1) / size + 1;
            }
            digit.weight = 1;
            next.items[next.len] = digit;
            next.len += 1;
            within.modulus = size;
            within.extent = size;
        }
        if within.extent > 1 {
            next.items[next.len] = within;
            next.len += 1;
        }
    }
    Ok(next)
}

#[cfg(test)]
mod tests;
