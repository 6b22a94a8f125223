//! The same copies by other means, if they can do the job: seconds per copy.

use crate::jobs::Job;
use crate::measure::{Lines, least_in_turn};
use bytemuck::Pod;
use ndarray::{ArrayView, ArrayViewMut, ShapeBuilder};
use strided_view::{StridedView, StridedViewMut};
use threadteam::Exec;

/// Seconds of the loop that one writes by hand, over elements of `size` bytes in row-major order,
/// with constant tile sizes.
pub(crate) fn by_hand(job: &Job, size: usize, from: &[u8], to: &mut [u8]) -> f64 {
    fn of<T: Pod>(job: &Job, from: &[u8], to: &mut [u8]) -> f64 {
        let from = bytemuck::cast_slice::<u8, T>(from);
        let to = bytemuck::cast_slice_mut::<u8, T>(to);
        let run = match job.tile {
            [8, 128, 1] => tiled::<T, 8, 128, 1>,
            [8, 128, 2] => tiled::<T, 8, 128, 2>,
            [8, 128, 4] => tiled::<T, 8, 128, 4>,
            [2, 2, 1] => tiled::<T, 2, 2, 1>,
            [4, 4, 1] => tiled::<T, 4, 4, 1>,
            _ => transposed,
        };
        let samples = ((1 << 24) / size_of_val(from)).clamp(2, 32);
        let [seconds] = least_in_turn(samples, |_| run(job, from, to));
        seconds
    }
    match size {
        1 => of::<u8>(job, from, to),
        2 => of::<u16>(job, from, to),
        4 => of::<f32>(job, from, to),
        _ => of::<f64>(job, from, to),
    }
}

/// Tiles of `A` by `B` with `K` interleaved rows.
fn tiled<T: Pod, const A: usize, const B: usize, const K: usize>(
    job: &Job,
    from: &[T],
    to: &mut [T],
) {
    let [m, n] = job.dims;
    let across = n.div_ceil(B);
    for i in 0..m {
        for j in 0..n {
            let tile = (i / A * across + j / B) * A * B;
            let tiled = tile + i % A / K * (B * K) + j % B * K + i % K;
            if job.back {
                to[i * n + j] = from[tiled];
            } else {
                to[tiled] = from[i * n + j];
            }
        }
    }
}

/// From column-major to row-major.
fn transposed<T: Pod>(job: &Job, from: &[T], to: &mut [T]) {
    let [m, n] = job.dims;
    for i in 0..m {
        for j in 0..n {
            to[i * n + j] = from[j * m + i];
        }
    }
}

/// The copy as one between two strided views.
struct Strided {
    dims: [usize; 5],
    src: [usize; 5],
    dst: [usize; 5],
}

impl Strided {
    /// `None` if the tile does not divide the dimensions.
    fn new(job: &Job) -> Option<Strided> {
        let ([m, n], [a, b, k]) = (job.dims, job.tile);
        if !m.is_multiple_of(a) || !n.is_multiple_of(b) {
            return None;
        }
        let (rows, tiled) = ([a * n, k * n, n, b, 1], [a * n, b * k, 1, a * b, k]);
        let (src, dst) = if job.back {
            (tiled, rows)
        } else {
            (rows, tiled)
        };
        Some(Strided {
            dims: [m / a, a / k, k, n / b, b],
            src,
            dst,
        })
    }
}

/// The times of ndarray and strided-perm.
pub(crate) fn strided(job: &Job, size: usize, from: &Lines, to: &mut Lines) -> [Option<f64>; 2] {
    fn both<T: Pod + Send + Sync>(job: &Job, from: &Lines, to: &mut Lines) -> [Option<f64>; 2] {
        let from = bytemuck::cast_slice::<u8, T>(from.bytes());
        let to = bytemuck::cast_slice_mut::<u8, T>(to.bytes_mut());
        [ndarray(job, from, to), strided_perm(job, from, to)]
    }
    match size {
        1 => both::<u8>(job, from, to),
        2 => both::<u16>(job, from, to),
        4 => both::<f32>(job, from, to),
        _ => both::<f64>(job, from, to),
    }
}

/// ndarray's `assign`; `None` if the tile does not divide the dimensions.
fn ndarray<T: Pod>(job: &Job, from: &[T], to: &mut [T]) -> Option<f64> {
    let Strided { dims, src, dst } = Strided::new(job)?;
    let src = ArrayView::from_shape(dims.strides(src), from).ok()?;
    let mut dst = ArrayViewMut::from_shape(dims.strides(dst), to).ok()?;
    Some(least(|| dst.assign(&src)))
}

/// strided-perm, which copies for strided-kernel; `None` if the tile does not divide the
/// dimensions.
fn strided_perm<T: Pod + Send + Sync>(job: &Job, from: &[T], to: &mut [T]) -> Option<f64> {
    let Strided { dims, src, dst } = Strided::new(job)?;
    let signed = |strides: [usize; 5]| strides.map(|stride| stride as isize);
    let src = StridedView::new(from, &dims, &signed(src), 0).ok()?;
    let mut dst = StridedViewMut::new(to, &dims, &signed(dst), 0).ok()?;
    Some(least(|| {
        strided_perm::copy_into(&mut dst, &src, Exec::serial()).unwrap()
    }))
}

/// The minimum seconds of a few runs.
fn least(mut run: impl FnMut()) -> f64 {
    let [seconds] = least_in_turn(4, |_| run());
    seconds
}
