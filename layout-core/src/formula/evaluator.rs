//! `Evaluator`: the formula that a layout stores.

use super::Formula;
use super::piecewise::Linear;
use super::strength_reduced::StrengthReduced;
use crate::spec::{Dims, Spec};

/// The fastest evaluator of a layout's formula.
#[derive(Clone, Copy, Debug)]
pub enum Evaluator {
    /// The flat formula by multiplications.
    Reduced(StrengthReduced),
    /// The formula by divisions: it has several sums, or a dimension is too large for
    /// division by reciprocals.
    Formula(Formula),
}

impl Evaluator {
    /// `None` without a formula: it has too many terms.
    pub const fn new(spec: &Spec, formula: &Option<Formula>) -> Option<Evaluator> {
        let Some(formula) = formula else {
            return None;
        };
        if let Some(terms) = formula.flat()
            && let Some(reduced) = StrengthReduced::new(terms, &spec.dims)
        {
            return Some(Evaluator::Reduced(reduced));
        }
        Some(Evaluator::Formula(*formula))
    }

    /// Returns the position of the element at index `at` of `dim` and at `index` in the other
    /// dimensions. For a flat formula, only the part of the position that depends on `at`.
    #[inline]
    pub const fn along(&self, index: &Dims, dim: usize, at: usize) -> usize {
        match self {
            Evaluator::Reduced(formula) => formula.along(dim, at),
            Evaluator::Formula(formula) => formula.along(index, dim, at),
        }
    }

    /// Returns the piece along `dim` from index `at` on, at `index` in the other dimensions.
    #[inline]
    pub const fn linear(&self, index: &Dims, dim: usize, at: usize) -> Linear {
        match self {
            Evaluator::Reduced(formula) => formula.linear(dim, at),
            Evaluator::Formula(formula) => formula.linear(index, dim, at),
        }
    }

    /// Returns the number of blocks of `len` elements from index `at` on that are equally far apart
    /// and have the same strides. A block is no longer than the piece at `at`.
    pub const fn repeats(&self, index: &Dims, dim: usize, at: usize, len: usize) -> usize {
        match self {
            Evaluator::Reduced(formula) => formula.repeats(dim, at, len),
            Evaluator::Formula(formula) => formula.repeats(index, dim, at, len),
        }
    }

    /// Returns the number of indices of `dim` after which the position has grown by the same
    /// amount, from any index; `usize::MAX` if indices below `end` have no period.
    pub const fn period(&self, dim: usize, end: usize) -> usize {
        match self {
            Evaluator::Reduced(formula) => formula.period(dim, end),
            Evaluator::Formula(formula) => formula.period(dim, end),
        }
    }

    /// Merged dimensions that carry: the ones with the smallest and the largest of `extents` in the
    /// first sum over several dimensions. `None` if the position is one function per index.
    pub const fn carries(&self, extents: &Dims) -> Option<(usize, usize)> {
        match self {
            Evaluator::Reduced(_) => None,
            Evaluator::Formula(formula) => formula.carries(extents),
        }
    }

    /// Returns true if the position is a sum of terms of one dimension each.
    #[inline]
    pub const fn is_flat(&self) -> bool {
        match self {
            Evaluator::Reduced(_) => true,
            Evaluator::Formula(formula) => formula.flat().is_some(),
        }
    }

    /// Returns the stride along `dim` between the cuts of a flat formula; `None` if the formula is
    /// not flat.
    pub const fn stride(&self, dim: usize) -> Option<usize> {
        match self {
            Evaluator::Reduced(formula) => Some(formula.stride(dim)),
            Evaluator::Formula(formula) => match formula.flat() {
                Some(terms) => Some(terms.stride(dim)),
                None => None,
            },
        }
    }

    /// Cut number `i` of a flat formula along `dim`, and its jump; `None` after the last
    /// cut. Cuts ascend, and each is a multiple of the one before.
    pub const fn cut(&self, dim: usize, i: usize) -> Option<(usize, usize)> {
        match self {
            Evaluator::Reduced(formula) => formula.cut(dim, i),
            Evaluator::Formula(formula) => match formula.flat() {
                Some(terms) => terms.cut(dim, i),
                None => None,
            },
        }
    }

    /// Returns the number of terms, for `rank` dimensions.
    pub const fn num_terms(&self, rank: usize) -> usize {
        match self {
            Evaluator::Reduced(formula) => formula.num_terms(rank),
            Evaluator::Formula(formula) => formula.len(),
        }
    }
}
