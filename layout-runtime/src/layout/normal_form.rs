//! The normal form of a flat formula as a function of one number: the
//! row-major number of an element.

use layout_core::formula::term::{NO_MODULUS, NO_TERM, Term};
use layout_core::spec::{MAX_PHYSICAL_RANK, MAX_RANK};
use layout_core::util::array_vec::ArrayVec;

use crate::layout::Layout;

/// A digit of the row-major number `n` of an element: it adds
/// `n / weight % extent / divisor` times `stride`, up to where the next step
/// of the same weight begins.
#[derive(Clone, Copy)]
struct Step {
    weight: usize,
    /// [`NO_MODULUS`] for the last step of all: `n` itself ends there.
    extent: usize,
    /// 1, but for the later digits of an uneven dimension.
    divisor: usize,
    stride: usize,
}

const NO_STEP: Step = Step {
    weight: 1,
    extent: 1,
    divisor: 1,
    stride: 0,
};

/// From the most minor step to the most major one, with steps that continue
/// one another merged.
///
/// A digit that its dimension is a multiple of ends at an extent of its own. A
/// dimension is uneven if it ends within its next digit, which it cuts off.
///
/// Equal lists are equal functions, and equal functions have equal lists. The
/// function at 1 is the first stride. The first number where it leaves a
/// straight line is the end of the first step, or where the next digit of an
/// uneven dimension begins. It leaves the line at each multiple of that number,
/// and an uneven dimension does so at its end as well: there the next stride is
/// not what one more of its first digit would give, as each position has its
/// digits only once. The first dimension thus follows from the function, and the
/// others from the function of the numbers that its extent divides.
pub(super) struct NormalForm {
    steps: ArrayVec<Step, { MAX_PHYSICAL_RANK + MAX_RANK }>,
}

impl NormalForm {
    /// `None` where the formula is not flat. The layout has elements.
    pub(super) const fn new(layout: &Layout) -> Option<NormalForm> {
        let Some(terms) = layout.terms() else {
            return None;
        };
        let mut this = NormalForm {
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
                this.add_dim(weight, extent, digits.as_slice(), last);
                weight *= extent;
            }
        }
        Some(this)
    }

    /// Adds a dimension, whose digits come in ascending order of divisor.
    const fn add_dim(&mut self, weight: usize, extent: usize, digits: &[Term], last: bool) {
        let mut k = 0;
        while k + 1 < digits.len() && (last || extent.is_multiple_of(digits[k + 1].divisor)) {
            let Term {
                divisor, stride, ..
            } = digits[k];
            let extent = digits[k + 1].divisor / divisor;
            self.add(weight * divisor, extent, stride);
            k += 1;
        }
        let first = digits[k].divisor;
        let extent = if last { NO_MODULUS } else { extent / first };
        let step = self.add(weight * first, extent, digits[k].stride);
        while k + 1 < digits.len() {
            k += 1;
            self.steps.push(Step {
                divisor: weight * digits[k].divisor / step.weight,
                stride: digits[k].stride,
                ..step
            });
        }
    }

    /// Adds a step, merged into the one before that it continues.
    const fn add(&mut self, weight: usize, extent: usize, stride: usize) -> Step {
        let mut step = Step {
            weight,
            extent,
            stride,
            ..NO_STEP
        };
        if let Some(&before) = self.steps.as_slice().last()
            && before.divisor == 1
            && stride == before.stride * before.extent
        {
            self.steps.len -= 1;
            if extent != NO_MODULUS {
                step.extent = extent * before.extent;
            }
            step.weight = before.weight;
            step.stride = before.stride;
        }
        self.steps.push(step);
        step
    }

    pub(super) const fn same(&self, other: &NormalForm) -> bool {
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
}

/// Returns the terms of one dimension in ascending order of divisor. (The terms of a dimension are
/// adjacent, the most significant one first.)
const fn digits_of(dim: usize, terms: &[Term]) -> ArrayVec<Term, MAX_PHYSICAL_RANK> {
    let mut digits = ArrayVec::new(NO_TERM);
    let mut i = terms.len();
    while i > 0 {
        i -= 1;
        if terms[i].dim == dim {
            digits.push(terms[i]);
        }
    }
    digits
}
