//! The normal form of a flat formula as a function of one number: the
//! row-major number of an element.

use crate::layout::Layout;
use crate::layout::formula::term::{NO_MODULUS, Term};
use crate::spec::{MAX_PHYSICAL_RANK, MAX_RANK};
use crate::util::array_vec::ArrayVec;

/// A digit of the row-major number `n` of an element: it adds
/// `n / weight % extent / divisor` times `stride`, up to where the next step
/// of the same weight begins.
#[derive(Clone, Copy)]
struct Step {
    weight: usize,
    /// [`NO_MODULUS`] for the last step of all: `n` itself ends there.
    extent: usize,
    /// 1, but for the digits of an uneven dimension.
    divisor: usize,
    stride: usize,
    /// Whether it belongs to a dimension that its tiles do not divide.
    uneven: bool,
}

const NO_STEP: Step = Step {
    weight: 1,
    extent: 1,
    divisor: 1,
    stride: 0,
    uneven: false,
};

/// From the most minor step to the most major one, with steps that continue
/// one another merged.
///
/// Equal lists are equal functions. Of lists without uneven steps the converse
/// holds too: the first step ends at the first number where the function
/// leaves a straight line, and so on for the function of the numbers that
/// this step's extent divides.
pub(super) struct RunPattern {
    steps: ArrayVec<Step, { MAX_PHYSICAL_RANK + MAX_RANK }>,
}

/// Numbers at which steps end.
pub(super) type Corners = ArrayVec<usize, { 2 * (MAX_PHYSICAL_RANK + MAX_RANK) }>;

impl RunPattern {
    /// `None` where the formula is not flat. The layout has elements.
    pub(super) const fn new(layout: &Layout) -> Option<RunPattern> {
        let Some(terms) = layout.terms() else {
            return None;
        };
        let mut steps = RunPattern {
            steps: ArrayVec::new(NO_STEP),
        };
        let mut weight = 1;
        let mut dim = layout.rank();
        while dim > 0 {
            dim -= 1;
            let extent = layout.dims()[dim];
            if extent > 1 {
                let last = weight * extent == layout.num_elements();
                let digits = digits_of(dim, terms.as_slice());
                steps.add_dim(weight, extent, digits.as_slice(), last);
                weight *= extent;
            }
        }
        Some(steps)
    }

    /// Adds a dimension, whose digits come in ascending order of divisor.
    const fn add_dim(&mut self, weight: usize, extent: usize, digits: &[Term], last: bool) {
        let top = digits[digits.len() - 1].divisor;
        let uneven = !last && !extent.is_multiple_of(top);
        let mut k = 0;
        while k < digits.len() {
            let Term {
                divisor, stride, ..
            } = digits[k];
            let step = if uneven {
                Step {
                    weight,
                    extent,
                    divisor,
                    stride,
                    uneven,
                }
            } else {
                Step {
                    weight: weight * divisor,
                    extent: if k + 1 < digits.len() {
                        digits[k + 1].divisor / divisor
                    } else if last {
                        NO_MODULUS
                    } else {
                        extent / divisor
                    },
                    stride,
                    ..NO_STEP
                }
            };
            self.add(step);
            k += 1;
        }
    }

    /// Adds a step, merged into the one before that it continues.
    const fn add(&mut self, step: Step) {
        let mut step = step;
        if let Some(before) = self.last() {
            if before.uneven && step.uneven && before.extent != step.extent {
                // A digit of a dimension whose first digit was merged below.
                if let Some(scale) = step.weight.checked_div(before.weight)
                    && step.divisor > 1
                    && before.weight * before.extent == step.weight * step.extent
                {
                    step.weight = before.weight;
                    step.extent = before.extent;
                    step.divisor *= scale;
                }
            } else if !before.uneven
                && step.divisor == 1
                && step.stride == before.stride * before.extent
            {
                self.steps.pop();
                step = Step {
                    weight: before.weight,
                    extent: match step.extent {
                        NO_MODULUS => NO_MODULUS,
                        extent => extent * before.extent,
                    },
                    stride: before.stride,
                    ..step
                };
            }
        }
        self.steps.push(step);
    }

    const fn last(&self) -> Option<Step> {
        match self.steps.len() {
            0 => None,
            len => Some(self.steps.at(len - 1)),
        }
    }

    pub(super) const fn same(&self, other: &RunPattern) -> bool {
        if self.steps.len() != other.steps.len() {
            return false;
        }
        let mut i = 0;
        while i < self.steps.len() {
            let (a, b) = (self.steps.at(i), other.steps.at(i));
            if a.weight != b.weight
                || a.extent != b.extent
                || a.divisor != b.divisor
                || a.stride != b.stride
            {
                return false;
            }
            i += 1;
        }
        true
    }

    /// Whether the tiles divide every dimension but perhaps the most major.
    pub(super) const fn is_even(&self) -> bool {
        let mut i = 0;
        while i < self.steps.len() {
            if self.steps.at(i).uneven {
                return false;
            }
            i += 1;
        }
        true
    }

    /// The numbers at which steps begin and end.
    pub(super) const fn corners(&self) -> Corners {
        let mut corners = Corners::new(0);
        let mut i = 0;
        while i < self.steps.len() {
            let step = self.steps.at(i);
            corners.push(step.weight * step.divisor);
            if step.extent != NO_MODULUS {
                corners.push(step.weight * step.extent);
            }
            i += 1;
        }
        corners
    }
}

/// The terms of one dimension in ascending order of divisor.
const fn digits_of(dim: usize, terms: &[Term]) -> ArrayVec<Term, MAX_PHYSICAL_RANK> {
    let mut digits = ArrayVec::new(Term {
        dim,
        divisor: 1,
        modulus: NO_MODULUS,
        stride: 0,
    });
    let mut least = 0;
    loop {
        let mut next: Option<Term> = None;
        let mut i = 0;
        while i < terms.len() {
            let term = terms[i];
            let sooner = match next {
                Some(next) => term.divisor < next.divisor,
                None => true,
            };
            if term.dim == dim && term.divisor > least && sooner {
                next = Some(term);
            }
            i += 1;
        }
        match next {
            Some(term) => {
                digits.push(term);
                least = term.divisor;
            }
            None => return digits,
        }
    }
}
