//! The same moves by other means: seconds of one, where they can do the job.

use crate::jobs::Job;
use crate::measure::Lines;
use std::time::Instant;
use tiled_layout::RelayoutPlan;

/// `dst[d.offset(i)] = src[s.offset(i)]` for each index.
pub(crate) fn naive(plan: &RelayoutPlan, from: &Lines, to: &mut Lines) -> Option<f64> {
    let (src, dst) = (plan.src(), plan.dst());
    let &[m, n] = src.dims() else { return None };
    let size = src.element_bits() / 8;
    let start = Instant::now();
    for i in 0..m {
        for j in 0..n {
            let (s, d) = (src.offset(&[i, j]) * size, dst.offset(&[i, j]) * size);
            to.bytes_mut()[d..d + size].copy_from_slice(&from.bytes()[s..s + size]);
        }
    }
    Some(start.elapsed().as_secs_f64())
}

pub(crate) fn ndarray(_job: &Job, _from: &Lines, _to: &mut Lines) -> Option<f64> {
    None
}

pub(crate) fn strided_kernel(_job: &Job, _from: &Lines, _to: &mut Lines) -> Option<f64> {
    None
}
