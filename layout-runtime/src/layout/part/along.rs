//! `Along`: two flat formulas compared along one dimension.

use core::ops::Range;

use layout_core::formula::term::{Term, Terms};

use crate::layout::error::RegionError;

/// The positions of the indices along one dimension of a region, from both formulas.
pub(super) struct Along<'a> {
    pub(super) whole: DimPositions<'a>,
    pub(super) own: DimPositions<'a>,
    /// The region's indices in the whole.
    pub(super) range: Range<usize>,
}

impl Along<'_> {
    /// Fails unless each index has the same distance from the first one by both formulas.
    ///
    /// The distance of an index from the previous one depends on the largest
    /// divisor of the formula that divides it. The formulas agree if, for each
    /// pair of divisors, they agree at one index for which these are the largest.
    /// The indices that both divide are regularly spaced. A larger divisor of
    /// either formula divides each second of them, each third or fewer, so that
    /// one of the first four is left, unless none is.
    #[inline]
    pub(super) fn check(&self) -> Result<(), RegionError> {
        for whole in self.whole.divisors() {
            for own in self.own.divisors() {
                let mut compared = self.common(whole, own).flat_map(|at| [at - 1, at]);
                if let Some(at) = compared.find(|&at| self.distance(at) != self.own.at(at)) {
                    return Err(self.error(at));
                }
            }
        }
        Ok(())
    }

    /// Returns the first four indices of the part, from 1 on, that `own` divides, and `whole` in
    /// the whole.
    #[inline]
    fn common(&self, whole: usize, own: usize) -> impl Iterator<Item = usize> {
        let low = self.range.start;
        let (first, step) = if whole > own {
            (whole - low % whole, whole)
        } else {
            (own, own)
        };
        // If the smaller divisor divides none of that many multiples of the larger one, it divides
        // none at all.
        let multiples = (first..self.range.len()).step_by(step);
        multiples
            .take(whole.min(own).saturating_mul(4))
            .filter(move |&at| at.is_multiple_of(own) && (low + at).is_multiple_of(whole))
            .take(4)
    }

    /// Returns the distance of an index of the part from the first one, in the whole.
    #[inline]
    fn distance(&self, at: usize) -> usize {
        let low = self.range.start;
        self.whole.at(low + at).wrapping_sub(self.whole.at(low))
    }

    /// Why the formulas do not agree at an index.
    fn error(&self, at: usize) -> RegionError {
        let (dim, index) = (self.whole.dim, self.range.start);
        let mut tiles = self.whole.divisors();
        if tiles.all(|tile| index.is_multiple_of(tile)) {
            RegionError::Scattered {
                dim,
                distance: self.distance(at),
                expected: self.own.at(at),
            }
        } else {
            RegionError::WithinTile { dim, index }
        }
    }
}

/// The positions along one dimension: the sum of its terms.
pub(super) struct DimPositions<'a> {
    pub(super) terms: &'a Terms,
    pub(super) dim: usize,
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
