//! `Evaluator`: computes positions of a layout known only at run time.

use crate::formula::Formula;
use crate::formula::strength_reduced::StrengthReduced;
use crate::spec::Spec;

/// The fastest evaluator of a layout's formula.
#[derive(Clone, Copy, Debug)]
pub enum Evaluator {
    /// The flat formula by multiplications.
    Reduced(StrengthReduced),
    /// The formula by divisions: it has several sums, or a dimension is too large for
    /// division by reciprocals.
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
