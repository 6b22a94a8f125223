//! `Terms`: a layout's formula as a flat sum, without stages.
//!
//! The position of an element is the sum over terms of
//! `((index[dim] / divisor) % modulus) * stride`. Tiles that divide one
//! another, merged dimensions and tiles that change the rank all flatten; what
//! does not (a later tile that cuts an earlier one's rows unevenly) keeps the
//! staged formula of [`tiling`](crate::tiling).

use crate::list::List;
use crate::spec::{COMBINE, MAX_PHYSICAL_RANK, PhysicalDims, Spec};

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
}

/// The modulus of a term that never wraps: no index reaches it.
pub const NO_MODULUS: usize = usize::MAX;

/// The terms of a flat formula; derefs to a slice.
pub type Terms = List<Term, MAX_PHYSICAL_RANK>;

/// A digit of a physical dimension's index: `((index[dim] / divisor) %
/// modulus) * weight`, which takes the values `0..extent` times `weight`.
#[derive(Clone, Copy)]
struct Digit {
    dim: usize,
    divisor: usize,
    modulus: usize,
    extent: usize,
    weight: usize,
}

const NO_DIGIT: Digit = Digit {
    dim: 0,
    divisor: 1,
    modulus: NO_MODULUS,
    extent: 1,
    weight: 1,
};

/// All digits; `place[i]` is the physical dimension that digit `i` belongs to.
struct Digits {
    digits: List<Digit, MAX_PHYSICAL_RANK>,
    place: List<usize, MAX_PHYSICAL_RANK>,
}

impl Digits {
    const fn new() -> Self {
        Digits {
            digits: List::new(NO_DIGIT),
            place: List::new(0),
        }
    }

    /// Adds a digit, unless it is always 0; `None` when there are too many.
    const fn add(&mut self, digit: Digit, place: usize) -> Option<()> {
        if digit.extent > 1 {
            if self.digits.is_full() {
                return None;
            }
            self.digits.push(digit);
            self.place.push(place);
        }
        Some(())
    }
}

/// Cuts a digit of a dimension at tile size `tile`: what it adds to the tile
/// coordinate and to the place within the tile. `None` when `tile` cuts it
/// unevenly.
///
/// Digits can be cut one by one because a dimension's digits are a mixed
/// radix: those of smaller weight sum up to less than the next weight, which
/// here divides the tile, so that nothing carries.
const fn cut(digit: Digit, tile: usize) -> Option<(Digit, Digit)> {
    let Digit { weight, extent, .. } = digit;
    let none = Digit { extent: 1, ..digit };
    // All of the digit lies within a tile, or it counts whole tiles.
    if (extent - 1).saturating_mul(weight) < tile && tile.is_multiple_of(weight) {
        return Some((none, digit));
    }
    if weight.is_multiple_of(tile) {
        let weight = weight / tile;
        return Some((Digit { weight, ..digit }, none));
    }
    if !tile.is_multiple_of(weight) {
        return None;
    }
    // The digit's values from 0 to `size` lie within a tile.
    let size = tile / weight;
    let wraps = digit.modulus != NO_MODULUS;
    if wraps && !digit.modulus.is_multiple_of(size) {
        return None;
    }
    let coordinate = Digit {
        divisor: match digit.divisor.checked_mul(size) {
            Some(divisor) => divisor,
            None => return None,
        },
        modulus: if wraps {
            digit.modulus / size
        } else {
            NO_MODULUS
        },
        extent: extent.div_ceil(size),
        weight: 1,
        ..digit
    };
    let within = Digit {
        modulus: size,
        extent: if extent < size { extent } else { size },
        ..digit
    };
    Some((coordinate, within))
}

/// The terms of a checked layout, or `None` where it does not flatten.
pub(crate) const fn terms(spec: &Spec, physical: &[usize]) -> Option<Terms> {
    let rank = spec.dims.len();
    let mut dims = spec.untiled_dims();
    let mut digits = Digits::new();
    let mut i = 0;
    while i < rank {
        let dim = spec.minor_to_major.at(rank - 1 - i);
        let digit = Digit {
            dim,
            extent: spec.dims.at(dim),
            ..NO_DIGIT
        };
        if digits.add(digit, i).is_none() {
            return None;
        }
        i += 1;
    }
    let mut t = 0;
    while t < spec.tiles.len() {
        let tile = spec.tiles.at(t);
        match apply(&digits, &dims, tile.as_slice()) {
            Some(next) => digits = next,
            None => return None,
        }
        match crate::tiling::tiled_dims(&dims, &tile) {
            Some(next) => dims = next,
            None => return None,
        }
        t += 1;
    }
    Some(sum(&digits, physical))
}

/// The digits after a tile is applied to dimensions `dims`.
const fn apply(digits: &Digits, dims: &PhysicalDims, tile: &[usize]) -> Option<Digits> {
    let ones = tile.len().saturating_sub(dims.len());
    let untouched = dims.len().saturating_sub(tile.len());
    let mut split = 0;
    let mut k = 0;
    while k < tile.len() {
        split += (tile[k] != COMBINE) as usize;
        k += 1;
    }
    let mut next = Digits::new();
    let mut i = 0;
    while i < digits.digits.len() {
        let (mut digit, place) = (digits.digits.at(i), digits.place.at(i));
        i += 1;
        if place < untouched {
            if next.add(digit, place).is_none() {
                return None;
            }
            continue;
        }
        // `*` entries weigh the digit by the extents that they merge it over.
        let mut k = place - untouched + ones;
        while tile[k] == COMBINE {
            k += 1;
            match digit.weight.checked_mul(dims.at(untouched + k - ones)) {
                Some(weight) => digit.weight = weight,
                None => return None,
            }
        }
        let mut merged = 0;
        let mut before = 0;
        while before < k {
            merged += (tile[before] != COMBINE) as usize;
            before += 1;
        }
        let Some((coordinate, within)) = cut(digit, tile[k]) else {
            return None;
        };
        if next.add(coordinate, untouched + merged).is_none()
            || next.add(within, untouched + split + merged).is_none()
        {
            return None;
        }
    }
    Some(next)
}

/// The terms with the strides of the final dimensions, simplified: terms that
/// continue one another are merged.
const fn sum(digits: &Digits, physical: &[usize]) -> Terms {
    let mut strides = PhysicalDims::filled(1, physical.len());
    let mut i = physical.len();
    while i > 1 {
        i -= 1;
        strides.set(i - 1, strides.at(i) * physical[i]);
    }
    let mut terms = Terms::new(Term {
        dim: 0,
        divisor: 0,
        modulus: 0,
        stride: 0,
    });
    i = 0;
    while i < digits.digits.len() {
        let digit = digits.digits.at(i);
        let term = Term {
            dim: digit.dim,
            divisor: digit.divisor,
            modulus: digit.modulus,
            stride: digit.weight * strides.at(digits.place.at(i)),
        };
        terms.push(term);
        i += 1;
    }
    merge(terms)
}

/// Merges each pair of terms of which one continues the other.
const fn merge(terms: Terms) -> Terms {
    let mut terms = terms;
    let mut again = true;
    while again {
        again = false;
        let mut low = 0;
        while low < terms.len() {
            let mut high = 0;
            while high < terms.len() {
                if let Some(whole) = joined(terms.at(low), terms.at(high)) {
                    terms = without(&terms, high);
                    let low = if high < low { low - 1 } else { low };
                    terms.set(low, whole);
                    again = true;
                    break;
                }
                high += 1;
            }
            if again {
                break;
            }
            low += 1;
        }
    }
    terms
}

/// `high` and `low` as one term, when `high` counts what `low` wraps at.
const fn joined(low: Term, high: Term) -> Option<Term> {
    if low.dim != high.dim || low.modulus == NO_MODULUS {
        return None;
    }
    let (Some(divisor), Some(stride)) = (
        low.divisor.checked_mul(low.modulus),
        low.stride.checked_mul(low.modulus),
    ) else {
        return None;
    };
    if high.divisor != divisor || high.stride != stride {
        return None;
    }
    let modulus = if high.modulus == NO_MODULUS {
        NO_MODULUS
    } else {
        high.modulus * low.modulus
    };
    Some(Term { modulus, ..low })
}

const fn without(terms: &Terms, at: usize) -> Terms {
    let mut rest = *terms;
    let mut i = at;
    while i + 1 < rest.len() {
        let next = rest.at(i + 1);
        rest.set(i, next);
        i += 1;
    }
    rest.pop();
    rest
}
