//! The inverse of [`interleave`](super::interleave): pieces of 2, 4 or 8 rows, taken apart.
//!
//! Without it, bf16 from T(8,128)(2,1) to rows takes 2.5 to 3.0 times as long.

use core::marker::PhantomData;

use super::interleave::{Turn, by_group, pieces, unit_of};
use super::lane_order::{load_order, orders};
use super::{RowsColumns, transposed_groups};
use crate::kernels::{At, LANE, LINE, opaque_load, put_line, streams};
use crate::plan::Nest;
use crate::simd::{Task, Vector, prefetch_line, prefetch_soon};

/// Deinterleaves pieces of the source into groups of rows, written along the destination.
///
/// # Safety
///
/// As the module `kernels` requires. `columns` has at least a vector. For vectors of two lanes,
/// `rows` is the group, and the pieces are contiguous; for vectors of one lane, `rows` has at
/// least a group, which is at most a lane unless the pieces are contiguous.
#[inline(always)]
pub(super) unsafe fn deinterleave<V: Vector>(group: usize, nest: &Nest<'_>, at: At) {
    by_group!(Deinterleave, group, nest, at)
}

/// [`deinterleave`] of groups of `K` rows. `P` is `LANE / B`.
///
/// # Safety
///
/// As [`deinterleave`] requires, for a group of `K`.
struct Deinterleave<V, const K: usize, const B: usize, const P: usize>(PhantomData<V>);

impl<V: Vector, const K: usize, const B: usize, const P: usize> Task<Nest<'_>>
    for Deinterleave<V, K, B, P>
{
    #[inline(always)]
    unsafe fn execute(nest: &Nest<'_>, at: At) {
        let (unit, RowsColumns { rows, columns }) = RowsColumns::with_unit(nest);
        // SAFETY: the caller promises the processor.
        let order = unsafe { load_order::<V>(const { &orders(B, true) }, unit) };
        let step = V::BYTES >> unit.trailing_zeros(); // no division within the loops
        if const { V::BYTES == LANE } {
            repeated!(nest, at, |at| {
                each_group!(K, rows.extent, |row| {
                    let at = at.step(row, &rows);
                    each_group!(step, columns.extent, |column| {
                        let At { src, dst } = at.step(column, &columns);
                        let pitch = columns.src;
                        // SAFETY: the group ends within `columns`: the caller promises a vector
                        // of pieces, and the processor.
                        let vectors = unsafe { taken_apart::<V, K, B, P>(src, unit, pitch, order) };
                        unrolled!(K, |k| {
                            // SAFETY: in each of the `K` rows, the caller promises a vector of
                            // units from `dst`.
                            unsafe { vectors[k].store(dst.wrapping_add(rows.dst.wrapping_mul(k))) }
                        });
                    });
                });
            });
            return;
        }
        // The rows are one group, whose pieces are contiguous: `byte` bytes of each row are
        // `K * byte` bytes of the source.
        let len = columns.extent * unit;
        let turn = if streams::<V>(nest) && len >= const { stream_at_once(K) } * LINE {
            Turn::Streams
        } else if len >= LINE {
            Turn::Long
        } else {
            Turn::Short
        };
        repeated!(nest, at, |at| {
            let turn = opaque_load(&turn);
            if const { V::STREAMS } && turn == Turn::Streams {
                each_group!(const { stream_at_once(K) } * LINE, len, |byte| {
                    let at = at.plus(K * byte, byte);
                    unrolled!(const { stream_at_once(K) } * K, |i| {
                        prefetch_line(at.src.wrapping_add(nest.ahead + i * LINE))
                    });
                    // SAFETY:
                    // - the group ends within `columns`: the caller promises both sides of
                    //   `stream_at_once(K)` lines of them, and the processor;
                    // - the nest fills lines: each row begins at a multiple of one.
                    unsafe { stream_lines::<V, K, B, P>(at, rows.dst, order) }
                });
            } else if turn == Turn::Long {
                each_group!(LINE, len, |byte| {
                    let at = at.plus(K * byte, byte);
                    // SAFETY: the group ends within `columns`: the caller promises both
                    // sides of a line of them, and the processor.
                    unsafe { put_lines::<V, K, B, P>(at, rows.dst, order) }
                });
            } else {
                each_group!(V::BYTES, len, |byte| {
                    let At { src, dst } = at.plus(K * byte, byte);
                    // SAFETY: the group ends within `columns`: the caller promises a vector
                    // of contiguous pieces, and the processor.
                    let vectors = unsafe { taken_apart::<V, K, B, P>(src, 1, K, order) };
                    unrolled!(K, |k| {
                        // SAFETY: in each of the `K` rows, the caller promises a vector of
                        // units from `dst`.
                        unsafe { vectors[k].store(dst.wrapping_add(rows.dst.wrapping_mul(k))) }
                    });
                });
            }
        });
    }
}

/// Stores a cache line of each of `K` rows.
///
/// # Safety
///
/// As for [`line_taken_apart`] for `src`; a line can be written at the first `K`
/// multiples of `pitch` after `dst`.
#[inline(always)]
unsafe fn put_lines<V: Vector, const K: usize, const B: usize, const P: usize>(
    At { src, dst }: At,
    pitch: usize,
    order: V,
) {
    // SAFETY: the caller promises the same of `src`.
    let (first, second) = unsafe { line_taken_apart::<V, K, B, P>(src, order) };
    // If rows begin within lines, two stores write each line in parts. The second one waits
    // unless the line is in the cache.
    let within_lines = !pitch.is_multiple_of(LINE);
    unrolled!(K, |k| {
        let to = dst.wrapping_add(pitch.wrapping_mul(k));
        // SAFETY: the caller promises a line of each row.
        unsafe { put_line::<V, false>(first[k], second[k], to) }
        if within_lines {
            prefetch_soon(to.wrapping_add(WRITE_PREFETCH_DISTANCE));
        }
    });
}

/// How many cache lines of each of `k` rows one iteration streams: two if registers hold
/// them, because longer contiguous writes are faster.
const fn stream_at_once(k: usize) -> usize {
    if k <= 4 { 2 } else { 1 }
}

/// Stores `stream_at_once(K)` cache lines of each of `K` rows with streaming stores.
///
/// # Safety
///
/// As for [`line_taken_apart`] for each of the lines from `src`; they can be written at
/// the first `K` multiples of `pitch` after `dst`, which are multiples of a line.
#[inline(always)]
unsafe fn stream_lines<V: Vector, const K: usize, const B: usize, const P: usize>(
    At { src, dst }: At,
    pitch: usize,
    order: V,
) {
    // SAFETY: the caller promises the same of `src`.
    let (first, second) = unsafe { line_taken_apart::<V, K, B, P>(src, order) };
    let (mut third, mut fourth) = (first, second);
    if const { stream_at_once(K) == 2 } {
        let src = src.wrapping_add(K * LINE);
        // SAFETY: the same of the second line.
        (third, fourth) = unsafe { line_taken_apart::<V, K, B, P>(src, order) };
    }
    unrolled!(K, |k| {
        let to = dst.wrapping_add(k * pitch);
        // SAFETY: the caller promises a line of each row, and its address.
        unsafe { put_line::<V, true>(first[k], second[k], to) }
        if const { stream_at_once(K) == 2 } {
            // SAFETY: the same of the second line.
            unsafe { put_line::<V, true>(third[k], fourth[k], to.wrapping_add(LINE)) }
        }
    });
}

/// Loads and deinterleaves a line of each of `K` rows, as its two halves.
///
/// # Safety
///
/// The processor has the vector, of two lanes; `K * LINE` bytes can be read at `src`.
#[inline(always)]
unsafe fn line_taken_apart<V: Vector, const K: usize, const B: usize, const P: usize>(
    src: *const u8,
    order: V,
) -> ([V; K], [V; K]) {
    // SAFETY: the caller promises the processor and `K` lines, of which this reads the first
    // `K` vectors: pieces of `K` bytes, which are contiguous.
    let first = unsafe { taken_apart::<V, K, B, P>(src, 1, K, order) };
    let src = src.wrapping_add(K * V::BYTES);
    // SAFETY: the same of the next `K` vectors, which end with the lines.
    let second = unsafe { taken_apart::<V, K, B, P>(src, 1, K, order) };
    (first, second)
}

/// How far ahead of the stores rows are prefetched that begin within lines, in bytes.
const WRITE_PREFETCH_DISTANCE: usize = 4 * LINE;

/// Deinterleaves pieces of `K` units, `pitch` bytes apart, into `K` vectors, one for each
/// row.
///
/// # Safety
///
/// The processor has the vector. Pieces of `V::BYTES` units can be read at `from`: `K`
/// vectors if the pieces are contiguous, as they are for vectors of two lanes, otherwise
/// each piece at a multiple of `pitch`.
#[inline(always)]
unsafe fn taken_apart<V: Vector, const K: usize, const B: usize, const P: usize>(
    from: *const u8,
    unit: usize,
    pitch: usize,
    order: V,
) -> [V; K] {
    // A second lane of a vector comes from later pieces than all first lanes: in each row,
    // its units follow those of the first lane.
    let mut vectors = [order; K];
    unrolled!(K, |k| {
        vectors[k] = if const { V::BYTES > LANE } || pitch == K * unit {
            // SAFETY: the caller promises `K` vectors, of which these lanes are `k` and
            // `K + k`, and the processor.
            unsafe { V::load_lanes(from.wrapping_add(k * LANE), K * LANE) }
        } else {
            let units = P >> unit.trailing_zeros();
            let from = from.wrapping_add(pitch.wrapping_mul(k * units));
            // SAFETY: the caller promises the pieces of this lane, and the processor, whose
            // vector has one lane.
            unsafe { get_apart::<V, K>(K * unit, from, pitch) }
        };
        if const { K == B } {
            vectors[k] = vectors[k].shuffle_lanes(order);
        }
    });
    rows_by_column::<V, K, B, P>(vectors)
}

/// Returns the inverse of `columns_by_row`.
#[inline(always)]
fn rows_by_column<V: Vector, const K: usize, const B: usize, const P: usize>(
    vectors: [V; K],
) -> [V; K] {
    let mut groups = vectors;
    unrolled!(K, |k| { groups[k] = vectors[k % B * (K / B) + k / B] });
    transposed_groups::<V, P, B, K>(groups)
}

/// Loads a 16-byte vector from pieces of `len` bytes, `pitch` bytes apart.
///
/// # Safety
///
/// The processor has the vector, of one lane; `LANE / len` pieces can be read, at multiples of
/// `pitch` after `from`; `len` is as for [`put_apart`].
#[inline(always)]
unsafe fn get_apart<V: Vector, const K: usize>(len: usize, from: *const u8, pitch: usize) -> V {
    let mut bytes = [0; LANE];
    let at = At {
        src: from,
        dst: bytes.as_mut_ptr(),
    };
    // SAFETY: the caller promises the pieces of the source; those of the destination are
    // `bytes`.
    unsafe { pieces::<K, true>(len, at, pitch) }
    // SAFETY: the caller promises the processor, and that the vector has one lane: the bytes
    // of `bytes`.
    unsafe { V::load(bytes.as_ptr()) }
}
