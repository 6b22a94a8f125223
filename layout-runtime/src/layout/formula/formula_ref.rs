//! `FormulaRef`: the formula that a layout stores, along one dimension.

use super::Formula;
use super::piecewise::Linear;
use super::strength_reduced::StrengthReduced;
use crate::layout::formula::term::NO_MODULUS;
use crate::spec::Dims;

/// The formula by which a layout's evaluator computes positions.
#[derive(Clone, Copy)]
pub(crate) enum FormulaRef<'a> {
    Reduced(&'a StrengthReduced),
    Sums(&'a Formula),
}

impl FormulaRef<'_> {
    /// The position of the element at `at` along `dim`, and at `index` in the other
    /// dimensions. Of a flat formula it is only what `at` adds to the position.
    pub(crate) const fn along(&self, index: &Dims, dim: usize, at: usize) -> usize {
        match self {
            FormulaRef::Reduced(formula) => formula.along(dim, at),
            FormulaRef::Sums(formula) => formula.along(index, dim, at),
        }
    }

    /// The piece along `dim` from the element at `at` on, and at `index` in the other
    /// dimensions.
    pub(crate) const fn linear(&self, index: &Dims, dim: usize, at: usize) -> Linear {
        match self {
            FormulaRef::Reduced(formula) => formula.linear(dim, at),
            FormulaRef::Sums(formula) => formula.linear(index, dim, at),
        }
    }

    /// As [`Formula::period`].
    pub(crate) const fn period(&self, dim: usize, end: usize) -> usize {
        match self {
            FormulaRef::Reduced(formula) => formula.period(dim, end),
            FormulaRef::Sums(formula) => formula.period(dim, end),
        }
    }

    /// As [`Formula::carries`].
    pub(crate) const fn carries(&self, extents: &Dims) -> Option<(usize, usize)> {
        match self {
            FormulaRef::Reduced(_) => None,
            FormulaRef::Sums(formula) => formula.carries(extents),
        }
    }

    /// Whether the position is a sum of terms of one dimension each.
    pub(crate) const fn is_flat(&self) -> bool {
        match self {
            FormulaRef::Reduced(_) => true,
            FormulaRef::Sums(formula) => formula.flat().is_some(),
        }
    }

    /// Number `i` of the indices along `dim` at whose multiples a digit of a flat
    /// formula begins anew, in any order and some several times; `None` after the
    /// last one.
    pub(crate) const fn edge(&self, dim: usize, i: usize) -> Option<usize> {
        let formula = match self {
            FormulaRef::Reduced(formula) => return formula.cut(dim, i),
            FormulaRef::Sums(formula) => formula,
        };
        if i / 2 >= formula.len() {
            return None;
        }
        let term = formula.terms.at(i / 2);
        Some(if term.dim != dim {
            1
        } else if i.is_multiple_of(2) {
            term.divisor
        } else if term.modulus == NO_MODULUS {
            usize::MAX
        } else {
            term.divisor.saturating_mul(term.modulus)
        })
    }

    /// How many terms there are, of `rank` dimensions.
    pub(crate) const fn num_terms(&self, rank: usize) -> usize {
        match self {
            FormulaRef::Reduced(formula) => formula.num_terms(rank),
            FormulaRef::Sums(formula) => formula.len(),
        }
    }
}
