//! `Along`: two flat formulas compared along one dimension.

use core::iter::successors;
use core::ops::Range;

use layout_core::formula::term::{Term, Terms};

use crate::layout::error::RegionError;

/// The positions of the indices along one dimension, from both formulas.
pub(super) struct Along<'a> {
    whole: DimPositions<'a>,
    own: DimPositions<'a>,
    /// The region's first index in the whole, and its position.
    low: usize,
    start: usize,
    len: usize,
}

impl<'a> Along<'a> {
    #[inline]
    pub(super) fn new(
        (whole, dim): (&'a Terms, usize),
        (own, own_dim): (&'a Terms, usize),
        range: Range<usize>,
    ) -> Self {
        let whole = DimPositions { terms: whole, dim };
        Along {
            start: whole.at(range.start),
            whole,
            own: DimPositions {
                terms: own,
                dim: own_dim,
            },
            low: range.start,
            len: range.len(),
        }
    }

    /// Returns an index of the part whose distance from the first one is not the same by both
    /// formulas; `None` where they agree.
    ///
    /// The distance of an index from the previous one depends on the largest
    /// divisor of the formula that divides it. The formulas agree if, for each
    /// pair of divisors, they agree at one index for which these are the largest.
    /// The indices that both divide are regularly spaced. A larger divisor of
    /// either formula divides each second of them, each third or fewer, so that
    /// one of the first four is left, unless none is.
    #[inline]
    pub(super) fn difference(&self) -> Option<usize> {
        for whole in self.whole.divisors() {
            for own in self.own.divisors() {
                let Some(first) = first_common(self.low, whole, own) else {
                    continue;
                };
                let positions = successors(Some(first.at), |at| at.checked_add(first.next));
                for at in positions.take(4).take_while(|&at| at < self.len) {
                    let differing = (at - 1..=at).find(|&at| !self.agrees(at));
                    if differing.is_some() {
                        return differing;
                    }
                }
            }
        }
        None
    }

    /// Returns true if an index has the same distance from the first one in both formulas.
    #[inline]
    fn agrees(&self, at: usize) -> bool {
        self.whole.at(self.low + at) == self.start + self.own.at(at)
    }

    /// Why the formulas do not agree at an index.
    #[inline]
    pub(super) fn error(&self, dim: usize, at: usize) -> RegionError {
        let index = self.low;
        if self
            .whole
            .divisors()
            .any(|tile| !index.is_multiple_of(tile))
        {
            return RegionError::WithinTile { dim, index };
        }
        RegionError::Scattered {
            dim,
            distance: self.whole.at(index + at) - self.start,
            expected: self.own.at(at),
        }
    }
}

/// The positions along one dimension: the sum of its terms.
struct DimPositions<'a> {
    terms: &'a Terms,
    dim: usize,
}

impl<'a> DimPositions<'a> {
    #[inline]
    fn terms(&self) -> impl Iterator<Item = &'a Term> {
        let dim = self.dim;
        self.terms.iter().filter(move |term| term.dim == dim)
    }

    #[inline]
    fn at(&self, index: usize) -> usize {
        self.terms().map(|term| term.along(index)).sum()
    }

    /// Each divides a larger one; the smallest is 1.
    #[inline]
    fn divisors(&self) -> impl Iterator<Item = usize> {
        self.terms().map(|term| term.divisor)
    }
}

/// Numbers that are regularly spaced.
struct Spaced {
    at: usize,
    /// From one to the next; `usize::MAX` when that is further than any index.
    next: usize,
}

/// Returns the numbers from 1 on that `own` divides, and with `low` added, `whole`.
#[inline]
fn first_common(low: usize, whole: usize, own: usize) -> Option<Spaced> {
    let (whole, own, low) = (whole as i128, own as i128, low as i128);
    // Euclid's algorithm: `own * inverse` is `gcd` but for multiples of `whole`.
    let (mut gcd, mut rest) = (own, whole);
    let (mut inverse, mut next) = (1, 0);
    while rest > 0 {
        let quotient = gcd / rest;
        (gcd, rest) = (rest, gcd - quotient * rest);
        (inverse, next) = (next, inverse - quotient * next);
    }
    if low % gcd != 0 {
        return None;
    }
    let count = whole / gcd; // of multiples of `own` from one number to the next
    let first = (-low / gcd % count * inverse).rem_euclid(count);
    let first = if first == 0 { count } else { first };
    Some(Spaced {
        at: usize::try_from(own * first).ok()?,
        next: usize::try_from(own * count).unwrap_or(usize::MAX),
    })
}
