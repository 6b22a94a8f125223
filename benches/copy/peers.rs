//! The same copies by other means, if they can do the job: seconds per copy.

use bytemuck::Pod;
use ndarray::{ArrayView, ArrayViewMut, ShapeBuilder};
use strided_view::{StridedView, StridedViewMut};
use threadteam::Exec;
use tiled_layout::Layout;

use crate::timing::time;

/// A copy of a matrix between rows and tiles, or between rows and columns.
pub(crate) struct Matrix {
    dims: [usize; 2],
    /// The layout's first tile, and the number of rows that it interleaves.
    tile: [usize; 3],
    /// From the tiled layout to rows.
    back: bool,
}

impl Matrix {
    pub(crate) fn of(src: &Layout, dst: &Layout) -> Option<Matrix> {
        let &[m, n] = src.dims() else {
            return None;
        };
        let body = |layout: &Layout| {
            let text = layout.to_string();
            let (_, body) = text.split_once('{').unwrap_or_default();
            body.trim_end_matches('}').to_string()
        };
        let (dims, tile, back) = match (&*body(src), &*body(dst)) {
            ("1,0", "0,1") => ([n, m], tile("0,1", n)?, false),
            ("1,0", tiled) => ([m, n], tile(tiled, m)?, false),
            (tiled, "1,0") => ([m, n], tile(tiled, m)?, true),
            _ => return None,
        };
        Some(Matrix { dims, tile, back })
    }
}

/// The first tile of a layout of `rows` rows, and the number of rows that it interleaves.
fn tile(body: &str, rows: usize) -> Option<[usize; 3]> {
    Some(match body {
        "1,0:T(8,128)" => [8, 128, 1],
        "1,0:T(8,128)(2,1)" => [8, 128, 2],
        "1,0:T(8,128)(4,1)" => [8, 128, 4],
        "1,0:T(2,2)" => [2, 2, 1],
        "1,0:T(4,4)" => [4, 4, 1],
        "0,1" => [rows, 1, 1], // one column of all rows
        _ => return None,
    })
}

/// Calls a generic function with the element type of a number of bits, and its slices of two buffers.
macro_rules! of_bits {
    ($function:ident, $bits:expr, $matrix:expr, $from:expr, $to:expr) => {
        of_bits!($function, $bits, $matrix, $from, $to, 8 u8, 16 u16, 32 f32, 64 f64)
    };
    ($function:ident, $bits:expr, $matrix:expr, $from:expr, $to:expr, $($width:literal $t:ty),*) => {
        match $bits {
            $($width => $function::<$t>(
                $matrix,
                bytemuck::cast_slice($from),
                bytemuck::cast_slice_mut($to),
            ),)*
            bits => panic!("elements of {bits} bits"),
        }
    };
}

/// Seconds of a hand-written loop, in row-major order, with constant tile sizes.
pub(crate) fn by_hand(matrix: &Matrix, bits: usize, from: &[u8], to: &mut [u8]) -> f64 {
    of_bits!(loop_by_hand, bits, matrix, from, to)
}

/// The times of the hand-written loop, ndarray and strided-perm.
pub(crate) fn seconds(
    matrix: &Matrix,
    bits: usize,
    from: &[u8],
    to: &mut [u8],
) -> [Option<f64>; 3] {
    [
        Some(by_hand(matrix, bits, from, to)),
        of_bits!(ndarray, bits, matrix, from, to),
        of_bits!(strided_perm, bits, matrix, from, to),
    ]
}

fn loop_by_hand<T: Pod>(matrix: &Matrix, from: &[T], to: &mut [T]) -> f64 {
    let run = match matrix.tile {
        [8, 128, 1] => tiled::<T, 8, 128, 1>,
        [8, 128, 2] => tiled::<T, 8, 128, 2>,
        [8, 128, 4] => tiled::<T, 8, 128, 4>,
        [2, 2, 1] => tiled::<T, 2, 2, 1>,
        [4, 4, 1] => tiled::<T, 4, 4, 1>,
        _ => transposed,
    };
    let [seconds] = time(1, [&mut || run(matrix, from, to)]);
    seconds
}

/// Tiles of `A` by `B` with `K` interleaved rows.
fn tiled<T: Pod, const A: usize, const B: usize, const K: usize>(
    matrix: &Matrix,
    from: &[T],
    to: &mut [T],
) {
    let [m, n] = matrix.dims;
    let across = n.div_ceil(B);
    for i in 0..m {
        for j in 0..n {
            let tile = (i / A * across + j / B) * A * B;
            let tiled = tile + i % A / K * (B * K) + j % B * K + i % K;
            if matrix.back {
                to[i * n + j] = from[tiled];
            } else {
                to[tiled] = from[i * n + j];
            }
        }
    }
}

/// From column-major to row-major.
fn transposed<T: Pod>(matrix: &Matrix, from: &[T], to: &mut [T]) {
    let [m, n] = matrix.dims;
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
    fn new(matrix: &Matrix) -> Option<Strided> {
        let ([m, n], [a, b, k]) = (matrix.dims, matrix.tile);
        if !m.is_multiple_of(a) || !n.is_multiple_of(b) {
            return None;
        }
        let (rows, tiled) = ([a * n, k * n, n, b, 1], [a * n, b * k, 1, a * b, k]);
        let (src, dst) = if matrix.back {
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

/// ndarray's `assign`; `None` if the tile does not divide the dimensions.
fn ndarray<T: Pod>(matrix: &Matrix, from: &[T], to: &mut [T]) -> Option<f64> {
    let Strided { dims, src, dst } = Strided::new(matrix)?;
    let src = ArrayView::from_shape(dims.strides(src), from).ok()?;
    let mut dst = ArrayViewMut::from_shape(dims.strides(dst), to).ok()?;
    let [seconds] = time(1, [&mut || dst.assign(&src)]);
    Some(seconds)
}

/// strided-perm, which copies for strided-kernel; `None` if the tile does not divide the
/// dimensions.
fn strided_perm<T: Pod + Send + Sync>(matrix: &Matrix, from: &[T], to: &mut [T]) -> Option<f64> {
    let Strided { dims, src, dst } = Strided::new(matrix)?;
    let signed = |strides: [usize; 5]| strides.map(|stride| stride as isize);
    let src = StridedView::new(from, &dims, &signed(src), 0).ok()?;
    let mut dst = StridedViewMut::new(to, &dims, &signed(dst), 0).ok()?;
    let mut copy = || strided_perm::copy_into(&mut dst, &src, Exec::serial()).unwrap();
    let [seconds] = time(1, [&mut copy]);
    Some(seconds)
}
