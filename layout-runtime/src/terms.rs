//! `Terms`: a layout's formula as a flat sum, without stages.
//!
//! The position of an element is the sum over terms of
//! `((index[dim] / divisor) % modulus) * stride`. Tiles that divide one
//! another, merged dimensions and tiles that change the rank all flatten; what
//! does not (a later tile that cuts an earlier one's rows unevenly) keeps the
//! staged formula of [`tiling`](crate::tiling).

use crate::list::List;
use crate::spec::{COMBINE, MAX_PHYSICAL_RANK, PhysicalDims, Spec, Tile};
use crate::tiling::{self, Stage};

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
    const fn continues(&self, low: &Term) -> bool {
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

/// A digit of a place's index: `((index[dim] / divisor) % modulus) * weight`,
/// which takes the values `0..extent` times `weight`. The place is one of the
/// dimensions so far, major to minor.
#[derive(Clone, Copy)]
struct Digit {
    dim: usize,
    divisor: usize,
    modulus: usize,
    extent: usize,
    weight: usize,
    place: usize,
}

const NO_DIGIT: Digit = Digit {
    dim: 0,
    divisor: 1,
    modulus: NO_MODULUS,
    extent: 1,
    weight: 1,
    place: 0,
};

/// All digits. Those of a dimension stand together, the most significant one
/// first.
type Digits = List<Digit, { MAX_PHYSICAL_RANK + 1 }>;

// This is evaluated for each layout of a program while it compiles, where
// calls are dear: hence fields of lists instead of their methods.

/// The terms of a checked layout, or `None` where it does not flatten.
pub(crate) const fn terms(spec: &Spec, physical: &PhysicalDims) -> Option<Terms> {
    let rank = spec.dims.len;
    let mut dims = spec.untiled_dims();
    let mut digits = Digits::new(NO_DIGIT);
    let mut place = 0;
    while place < rank {
        let dim = spec.minor_to_major.items[rank - 1 - place];
        let extent = spec.dims.items[dim];
        if extent > 1 {
            digits.push(Digit {
                dim,
                extent,
                place,
                ..NO_DIGIT
            });
        }
        place += 1;
    }
    let mut t = 0;
    while t < spec.tiles.len {
        let tile = &spec.tiles.items[t];
        let Some(stage) = tiling::stage(&dims, tile) else {
            return None;
        };
        match apply(&digits, &stage, tile) {
            Some(next) => digits = next,
            None => return None,
        }
        dims = stage.after();
        t += 1;
    }
    Some(sum(&digits, physical))
}

/// The digits after a tile.
const fn apply(digits: &Digits, stage: &Stage, tile: &Tile) -> Option<Digits> {
    let (untouched, entries) = (stage.untouched, stage.entries.len);
    let mut next = Digits::new(NO_DIGIT);
    let mut i = 0;
    while i < digits.len {
        let mut digit = digits.items[i];
        digit.place += stage.ones;
        i += 1;
        if next.len >= MAX_PHYSICAL_RANK {
            return None; // each digit leaves at least one
        }
        if digit.place < untouched {
            next.push(digit);
            continue;
        }
        // `*` entries weigh the digit by the extents that they merge it over.
        let mut k = digit.place - untouched;
        while tile.items[k] == COMBINE {
            k += 1;
            digit.weight *= stage.before.items[untouched + k];
        }
        digit.place = untouched + k;
        if entries < tile.len {
            let mut before = 0;
            while before < k {
                digit.place -= (tile.items[before] == COMBINE) as usize;
                before += 1;
            }
        }
        // Digits can be cut one by one because a place's digits are a mixed
        // radix: those of smaller weight sum up to less than the next weight,
        // which here divides the tile, so that nothing carries.
        let tile = tile.items[k];
        if !tile.is_multiple_of(digit.weight) {
            if !digit.weight.is_multiple_of(tile) {
                return None;
            }
            digit.weight /= tile; // counts whole tiles
            next.push(digit);
            continue;
        }
        // The digit's values below `size` lie within a tile.
        let size = tile / digit.weight;
        let mut within = digit;
        within.place += entries;
        if digit.extent > size {
            if digit.modulus != NO_MODULUS {
                if !digit.modulus.is_multiple_of(size) {
                    return None;
                }
                digit.modulus /= size;
            }
            // No overflow: `size` is less than the dimension's extent, counted
            // in `divisor`.
            digit.divisor *= size;
            digit.extent = (digit.extent - 1) / size + 1;
            digit.weight = 1;
            next.push(digit);
            within.modulus = size;
            within.extent = size;
        }
        if within.extent > 1 {
            next.push(within);
        }
    }
    if next.len > MAX_PHYSICAL_RANK {
        return None;
    }
    Some(next)
}

/// The terms with the strides of the final dimensions; a term that continues
/// the one before it becomes one with it.
const fn sum(digits: &Digits, physical: &PhysicalDims) -> Terms {
    let mut strides = [1; MAX_PHYSICAL_RANK];
    let mut i = physical.len;
    while i > 1 {
        i -= 1;
        strides[i - 1] = strides[i] * physical.items[i];
    }
    let mut terms = Terms::new(NO_TERM);
    i = 0;
    while i < digits.len {
        let digit = digits.items[i];
        let mut term = Term {
            dim: digit.dim,
            divisor: digit.divisor,
            modulus: digit.modulus,
            stride: digit.weight * strides[digit.place],
        };
        while terms.len > 0 && terms.items[terms.len - 1].continues(&term) {
            terms.len -= 1;
            let high = terms.items[terms.len].modulus;
            terms.items[terms.len] = NO_TERM;
            term.modulus = match high {
                NO_MODULUS => NO_MODULUS,
                _ => high * term.modulus,
            };
        }
        terms.push(term);
        i += 1;
    }
    terms
}
