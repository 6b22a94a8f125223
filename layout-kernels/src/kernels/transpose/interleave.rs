//! Interleaving by powers of two: transposes of many rows and 2, 4 or 8 columns, or of 2, 4
//! or 8 rows and many columns.
//!
//! Reads one 16-byte lane from each of `K` columns. Two columns of 2-byte units:
//!
//! ```text
//! column 0   a0 a1 a2 a3 a4 a5 a6 a7
//! column 1   b0 b1 b2 b3 b4 b5 b6 b7
//!                 a butterfly network transposes the pieces, `K` in each lane
//! lane 0     a0 a1 a2 a3 b0 b1 b2 b3
//! lane 1     a4 a5 a6 a7 b4 b5 b6 b7
//!                 a byte shuffle orders the bytes of each lane, by a table
//! lane 0     a0 b0 a1 b1 a2 b2 a3 b3
//! lane 1     a4 b4 a5 b5 a6 b6 a7 b7
//! ```
//!
//! The inverse shuffles first. The code is compiled for each `K`; only the table depends on
//! the size of a unit. If `K` units are more than a lane, each network takes the `B`
//! columns whose units fill one. Four columns of bytes need no table, and fewer
//! instructions.
//!
//! Without it, rows of bf16 to T(8,128)(2,1) take 2.4 to 2.8 times as long.

use core::marker::PhantomData;

use super::lane_order::{load_order, orders};
use super::{RowsColumns, transposed_groups};
use crate::kernels::{At, LANE, LINE, opaque_load, put, streams};
use crate::plan::Nest;
use crate::simd::{Task, Vector, prefetch_line};

/// True if `extent` units of `unit` bytes are contiguous on the other side, in groups that
/// are `pitch` bytes apart, and vectors of `vector` bytes can interleave them: vectors of one
/// lane take groups of up to a lane, longer vectors groups of up to a cache line.
#[inline(always)]
pub(super) const fn is_group(extent: usize, unit: usize, pitch: usize, vector: usize) -> bool {
    let most = match (vector, extent) {
        (LANE, _) => LANE,
        (_, 8) => 2 * LANE,
        _ => LINE,
    };
    matches!(extent, 2 | 4 | 8) && extent * unit == pitch && pitch <= most
}

/// What one iteration of the innermost loop copies.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// One vector per column, or several cache lines of each row, with streaming stores.
    Streams,
    /// Two vectors per column, or a cache line of each row: with less, the loop takes
    /// longer than its body.
    Long,
    /// One vector of each column, or of each row.
    Short,
}

#[inline(always)]
pub(super) fn unit_of(nest: &Nest<'_>) -> usize {
    RowsColumns::with_unit(nest).0
}

/// Executes the kernel compiled for a group of `$group` units.
macro_rules! by_group {
    ($kernel:ident, $group:ident, $nest:ident, $at:ident) => {
        by_group! {
            $kernel, $group, $nest, $at,
            2 of 1 16, 2 of 2 8, 4 of 1 16, 4 of 2 8, 4 of 4 4, 8 of 4 4, 8 of 8 2
        }
    };
    ($kernel:ident, $group:ident, $nest:ident, $at:ident, $($k:literal of $b:literal $p:literal),*) => {
        match ($group, $group.min(LANE / unit_of($nest))) {
            $(($k, $b) if const { V::BYTES > LANE || $k == $b } => {
                // SAFETY: the caller promises the loops, the buffers, the processor, and the
                // group, which is `$k`.
                unsafe { V::execute::<_, $kernel<V, $k, $b, $p>>($nest, $at) }
            })*
            _ => unreachable!("groups are what `is_group` says, or shorter than a lane"),
        }
    };
}
pub(super) use by_group;

/// Reads groups of columns along the source, and interleaves each into pieces of the
/// destination.
///
/// # Safety
///
/// As the module `kernels` requires. `rows` has at least a vector. For vectors of two lanes,
/// `columns` is the group, and the pieces are contiguous; for vectors of one lane, `columns` has
/// at least a group, which is at most a lane unless the pieces are contiguous.
#[inline(always)]
pub(super) unsafe fn interleave<V: Vector>(group: usize, nest: &Nest<'_>, at: At) {
    if const { V::BYTES > LANE } && (group, unit_of(nest)) == (4, 1) {
        // SAFETY: the caller promises the loops, the buffers, the processor, and the group,
        // which is 4.
        return unsafe { V::execute::<_, Interleave<V, 4, 4, 1>>(nest, at) };
    }
    by_group!(Interleave, group, nest, at)
}

/// [`interleave`] of groups of `K` columns. `P` is `LANE / B`; or the unit, if the network
/// alone leaves the units in order.
///
/// # Safety
///
/// As [`interleave`] requires, for a group of `K`.
struct Interleave<V, const K: usize, const B: usize, const P: usize>(PhantomData<V>);

impl<V: Vector, const K: usize, const B: usize, const P: usize> Task<Nest<'_>>
    for Interleave<V, K, B, P>
{
    #[inline(always)]
    unsafe fn execute(nest: &Nest<'_>, at: At) {
        let (unit, RowsColumns { rows, columns }) = RowsColumns::with_unit(nest);
        // SAFETY: the caller promises the processor.
        let order = unsafe { load_order::<V>(const { &orders(B, false) }, unit) };
        let step = V::BYTES >> unit.trailing_zeros(); // no division within the loops
        if const { V::BYTES == LANE } {
            repeated!(nest, at, |at| {
                each_group!(K, columns.extent, |column| {
                    let at = at.step(column, &columns);
                    each_group!(step, rows.extent, |row| {
                        let At { src, dst } = at.step(row, &rows);
                        // SAFETY: the group ends within `rows`: in each of the `K` columns, the
                        // caller promises a vector of units from `src`, and the processor.
                        let vectors = unsafe { interleaved::<V, K, B, P>(src, columns.src, order) };
                        if rows.dst == K * unit {
                            // SAFETY: the pieces of these rows are contiguous, `K` vectors.
                            unsafe { put_together::<V, K, false>(vectors, dst) }
                        } else {
                            unrolled!(K, |k| {
                                let units = P >> unit.trailing_zeros();
                                let dst = dst.wrapping_add(rows.dst.wrapping_mul(k * units));
                                // SAFETY: `units` units fill a lane; for each of them, the
                                // caller promises a piece of `K * unit` bytes, `rows.dst`
                                // bytes after the one before; the vector has one lane.
                                unsafe { put_apart::<V, K>(vectors[k], K * unit, dst, rows.dst) }
                            });
                        }
                    });
                });
            });
            return;
        }
        // The columns are one group, whose pieces are contiguous: `byte` bytes of each column
        // are `K * byte` bytes of the destination.
        let len = rows.extent * unit;
        let turn = if streams::<V>(nest) {
            Turn::Streams
        } else if const { K <= 4 } && len >= 2 * V::BYTES {
            Turn::Long
        } else {
            Turn::Short
        };
        repeated!(nest, at, |at| {
            let turn = opaque_load(&turn);
            if const { V::STREAMS } && turn == Turn::Streams {
                each_group!(V::BYTES, len, |byte| {
                    let At { src, dst } = at.plus(byte, K * byte);
                    unrolled!(K, |k| {
                        prefetch_line(src.wrapping_add(nest.ahead + k * columns.src))
                    });
                    // SAFETY: the group ends within `rows`: in each of the `K` columns, the
                    // caller promises a vector of units from `src`, and the processor.
                    let vectors = unsafe { interleaved::<V, K, B, P>(src, columns.src, order) };
                    // SAFETY: the pieces of these rows are contiguous, `K` vectors; the
                    // nest fills lines: `dst` is a multiple of one.
                    unsafe { put_together::<V, K, true>(vectors, dst) }
                });
            } else if const { K <= 4 } && turn == Turn::Long {
                each_group!(2 * V::BYTES, len, |byte| {
                    let At { src, dst } = at.plus(byte, K * byte);
                    // SAFETY: the group ends within `rows`: in each of the `K` columns, the
                    // caller promises a vector of units from `src`, and the processor.
                    let first = unsafe { interleaved::<V, K, B, P>(src, columns.src, order) };
                    // SAFETY: the pieces of these rows are contiguous, `K` vectors.
                    unsafe { put_together::<V, K, false>(first, dst) }
                    let src = src.wrapping_add(V::BYTES);
                    // SAFETY: the same; the group has a second vector of each column.
                    let second = unsafe { interleaved::<V, K, B, P>(src, columns.src, order) };
                    let dst = dst.wrapping_add(K * V::BYTES);
                    // SAFETY: the same of the second half of the group's rows.
                    unsafe { put_together::<V, K, false>(second, dst) }
                });
            } else {
                each_group!(V::BYTES, len, |byte| {
                    let At { src, dst } = at.plus(byte, K * byte);
                    // SAFETY: the group ends within `rows`: in each of the `K` columns, the
                    // caller promises a vector of units from `src`, and the processor.
                    let vectors = unsafe { interleaved::<V, K, B, P>(src, columns.src, order) };
                    // SAFETY: the pieces of these rows are contiguous, `K` vectors.
                    unsafe { put_together::<V, K, false>(vectors, dst) }
                });
            }
        });
    }
}

/// Loads a vector of each of `K` columns, and interleaves them into pieces of `K` units.
///
/// # Safety
///
/// The processor has the vector; `V::BYTES` bytes can be read at the first `K` multiples of
/// `pitch` after `from`.
#[inline(always)]
unsafe fn interleaved<V: Vector, const K: usize, const B: usize, const P: usize>(
    from: *const u8,
    pitch: usize,
    order: V,
) -> [V; K] {
    let mut vectors = [order; K];
    unrolled!(K, |k| {
        // SAFETY: the caller promises the processor and a vector of each column.
        vectors[k] = unsafe { V::load(from.wrapping_add(pitch.wrapping_mul(k))) };
    });
    let mut vectors = columns_by_row::<V, K, B, P>(vectors);
    if const { K == B && P * B == LANE } {
        unrolled!(K, |k| {
            vectors[k] = vectors[k].shuffle_lanes(order);
        });
    }
    vectors
}

/// Turns the lanes of `K` columns into lanes of rows: each network transposes `B` columns,
/// and the first lanes of all networks make the first row.
#[inline(always)]
fn columns_by_row<V: Vector, const K: usize, const B: usize, const P: usize>(
    vectors: [V; K],
) -> [V; K] {
    let groups = transposed_groups::<V, P, B, K>(vectors);
    let mut rows = groups;
    unrolled!(K, |k| { rows[k] = groups[k % (K / B) * B + k / (K / B)] });
    rows
}

/// Stores `K` vectors contiguously: all their first lanes, then all their second lanes.
///
/// # Safety
///
/// `K` vectors can be written at `to`, which is a multiple of a line with `STREAM`.
#[inline(always)]
unsafe fn put_together<V: Vector, const K: usize, const STREAM: bool>(
    mut vectors: [V; K],
    to: *mut u8,
) {
    if const { V::BYTES > LANE } {
        let lanes = vectors;
        unrolled!(K / 2, |k| {
            (vectors[k], vectors[K / 2 + k]) = lanes[2 * k].join_lanes(lanes[2 * k + 1]);
        });
    }
    unrolled!(K, |k| {
        // SAFETY: the caller promises `K` vectors, of which this is number `k`, and with
        // `STREAM` the address of the first, a multiple of `V::BYTES`, as then is this one.
        unsafe { put::<V, STREAM>(vectors[k], to.wrapping_add(k * V::BYTES)) }
    });
}

/// Stores a 16-byte vector as pieces of `len` bytes, `pitch` bytes apart.
///
/// # Safety
///
/// `LANE / len` pieces can be written, at multiples of `pitch` after `to`; the vector has one
/// lane; `len` is `K` units of a power of two of bytes, at most 8 bytes.
#[inline(always)]
unsafe fn put_apart<V: Vector, const K: usize>(vector: V, len: usize, to: *mut u8, pitch: usize) {
    let mut bytes = [0; LANE];
    // SAFETY: the vector has one lane, and `bytes` has its bytes.
    unsafe { vector.store(bytes.as_mut_ptr()) }
    let at = At {
        src: bytes.as_ptr(),
        dst: to,
    };
    // SAFETY: the caller promises the pieces of the destination; those of the source are
    // `bytes`.
    unsafe { pieces::<K, false>(len, at, pitch) }
}

/// Copies the pieces of a lane. A piece is `K` units, `len` = 2, 4 or 8 bytes. Pieces are
/// `pitch` bytes apart in the source if `GATHER`, otherwise in the destination. The offsets
/// in the lane are constants, so that it stays in registers: a load that spans several
/// recent stores would wait.
///
/// # Safety
///
/// `LANE / len` pieces of `len` bytes can be read from `at.src` and written from `at.dst`,
/// `pitch` bytes apart on the side that `GATHER` says, contiguous on the other; the sides do
/// not overlap.
#[inline(always)]
pub(super) unsafe fn pieces<const K: usize, const GATHER: bool>(len: usize, at: At, pitch: usize) {
    macro_rules! of {
        ($len:literal) => {
            for i in 0..LANE / $len {
                let At { src, dst } = if GATHER {
                    at.plus(pitch.wrapping_mul(i), i * $len)
                } else {
                    at.plus(i * $len, pitch.wrapping_mul(i))
                };
                // SAFETY: the caller promises piece `i` of `LANE / len` on both sides, and that
                // they do not overlap.
                unsafe { dst.copy_from_nonoverlapping(src, $len) }
            }
        };
    }
    match len {
        2 if const { K == 2 } => of!(2),
        4 if const { K <= 4 } => of!(4),
        _ => of!(8),
    }
}
