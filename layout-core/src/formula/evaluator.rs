//! `Evaluator`: the evaluator that a layout known only at run time uses.

use crate::formula::Formula;
use crate::formula::strength_reduced::StrengthReduced;
use crate::spec::Spec;

/// The fastest way to positions that a layout has.
#[derive(Clone, Copy, Debug)]
pub enum Evaluator {
    /// The flat formula by multiplications.
    Reduced(StrengthReduced),
    /// The flat formula by divisions: several sums, or a dimension that is too large to divide
    /// by multiplying.
    Formula(Formula),
    /// The staged definition: the formula has too many terms.
    Staged,
}

impl Evaluator {
    pub const fn new(spec: &Spec, formula: &Option<Formula>) -> Evaluator {
        let Some(formula) = formula else {
            return Evaluator::Staged;
        };
        if let Some(terms) = formula.flat()
            && let Some(reduced) = StrengthReduced::new(terms, &spec.dims)
        {
            return Evaluator::Reduced(reduced);
        }
        Evaluator::Formula(*formula)
    }
}
