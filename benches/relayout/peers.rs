//! The same moves by other means: seconds of one, where they can do the job.

use crate::jobs::Job;
use crate::measure::Lines;
use ndarray::{ArrayView, ArrayViewMut};
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

/// ndarray's `assign` of a view with permuted axes: f32, tiles that divide the dimensions.
pub(crate) fn ndarray(job: &Job, from: &Lines, to: &mut Lines) -> Option<f64> {
    let ("f32", Some([a, b])) = (job.element, job.tile) else {
        return None;
    };
    let [m, n] = job.dims;
    if !m.is_multiple_of(a) || !n.is_multiple_of(b) {
        return None;
    }
    let from = bytemuck::cast_slice::<u8, f32>(from.bytes());
    let to = bytemuck::cast_slice_mut::<u8, f32>(to.bytes_mut());
    let (rows, tiled) = ([m / a, a, n / b, b], [m / a, n / b, a, b]);
    let (src_shape, dst_shape) = if job.back {
        (tiled, rows)
    } else {
        (rows, tiled)
    };
    let src = ArrayView::from_shape(src_shape, from).ok()?;
    let mut dst = ArrayViewMut::from_shape(dst_shape, to).ok()?;
    let src = src.permuted_axes([0, 2, 1, 3]);
    dst.assign(&src);
    let start = Instant::now();
    dst.assign(&src);
    Some(start.elapsed().as_secs_f64())
}
