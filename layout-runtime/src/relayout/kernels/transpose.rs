//! Transposes of units of `U` bytes: `rows` lie together in the source,
//! `columns` in the destination.
//!
//! Interleaving is the transpose of a few columns, taking apart that of a few
//! rows, and a large transpose is made of small ones.

use super::{At, put, unit};
use crate::relayout::cuts::Axis;
use crate::relayout::vector::Vector;

/// Transposes by the widest vectors that fit.
///
/// # Safety
///
/// What the parent module says, of the loops `rows` and `columns`.
#[inline(always)]
pub(super) unsafe fn transpose<V: Vector, const U: usize, const STREAM: bool>(
    rows: Axis,
    columns: Axis,
    at: At,
) {
    let (along_src, along_dst) = (rows.extent * U, columns.extent * U);
    // Units that lie together on this side, few enough to be one group.
    let packed_src = columns.src == along_src && along_src <= V::BYTES;
    let packed_dst = rows.dst == along_dst && along_dst <= V::BYTES;
    if along_src >= V::BYTES && (packed_dst || !packed_src || along_dst < V::BYTES) {
        // SAFETY: the same loops; `rows` is at least a vector.
        unsafe { interleave_groups::<V, U, STREAM>(rows, columns, at) }
    } else if along_dst >= V::BYTES {
        // SAFETY: the same loops; `columns` is at least a vector.
        unsafe { deinterleave_groups::<V, U, STREAM>(rows, columns, at) }
    } else if V::BYTES > V::Half::BYTES {
        // SAFETY: the same loops; who has a vector has its half.
        unsafe { transpose::<V::Half, U, STREAM>(rows, columns, at) }
    } else {
        for row in 0..rows.extent {
            for column in 0..columns.extent {
                // SAFETY: one step of both loops.
                unsafe { unit::<U>(at.step(row, rows).step(column, columns)) }
            }
        }
    }
}

/// How many rows or columns one group takes at most.
const fn largest_group<V: Vector, const U: usize>() -> usize {
    let most = if V::BYTES == 64 { 16 } else { 8 };
    if most * U > 64 { 64 / U } else { most }
}

/// Splits a loop into groups of a constant size, a power of two; the last
/// group may overlap the one before it.
macro_rules! by_groups {
    ($extent:expr, |$first:ident| $kernel:ident::<$v:ty, $u:ident, $stream:ident>($($arg:expr),*)) => {{
        let extent = $extent;
        let most = largest_group::<$v, $u>();
        let group = if extent < most { 1 << extent.ilog2() } else { most };
        let mut at = 0;
        while at < extent {
            let $first = if at + group > extent { extent - group } else { at };
            // SAFETY: `group` steps of the loop from `first` on are within it.
            unsafe {
                match group {
                    16 => $kernel::<$v, $u, 16, $stream>($($arg),*),
                    8 => $kernel::<$v, $u, 8, $stream>($($arg),*),
                    4 => $kernel::<$v, $u, 4, $stream>($($arg),*),
                    2 => $kernel::<$v, $u, 2, $stream>($($arg),*),
                    _ => $kernel::<$v, $u, 1, $stream>($($arg),*),
                }
            }
            at += group;
        }
    }};
}

/// Reads columns in groups, along the source, and interleaves each group.
/// `rows` is at least a vector long.
#[inline(always)]
unsafe fn interleave_groups<V: Vector, const U: usize, const STREAM: bool>(
    rows: Axis,
    columns: Axis,
    at: At,
) {
    by_groups!(columns.extent, |first| interleave::<V, U, STREAM>(
        rows,
        columns.src,
        at.step(first, columns)
    ));
}

/// Writes rows in groups, along the destination, each group out of pieces of
/// the source. `columns` is at least a vector long.
#[inline(always)]
unsafe fn deinterleave_groups<V: Vector, const U: usize, const STREAM: bool>(
    rows: Axis,
    columns: Axis,
    at: At,
) {
    by_groups!(rows.extent, |first| deinterleave::<V, U, STREAM>(
        columns,
        rows.dst,
        at.step(first, rows)
    ));
}

/// Interleaves `K` columns, which are `pitch` bytes apart in the source.
#[inline(always)]
unsafe fn interleave<V: Vector, const U: usize, const K: usize, const STREAM: bool>(
    rows: Axis,
    pitch: usize,
    at: At,
) {
    let at_once = V::BYTES / U;
    let mut row = 0;
    while row < rows.extent {
        // The last vector may overlap the one before it.
        let first = if row + at_once > rows.extent {
            rows.extent - at_once
        } else {
            row
        };
        let At { src, dst } = at.step(first, rows);
        // SAFETY: in the first column, `at_once` units from `first` on.
        let mut vectors = [unsafe { V::load(src) }; K];
        for (k, vector) in vectors.iter_mut().enumerate().skip(1) {
            // SAFETY: the same in the other columns.
            *vector = unsafe { V::load(src.wrapping_add(k * pitch)) };
        }
        // SAFETY: for each of these units, a piece of `K` in the destination.
        unsafe { put_pieces::<V, U, K, STREAM>(interleaved::<V, U, K>(vectors), dst, rows.dst) }
        row += at_once;
    }
}

/// Takes pieces of `K` units apart into `K` rows, which are `pitch` bytes
/// apart in the destination.
#[inline(always)]
unsafe fn deinterleave<V: Vector, const U: usize, const K: usize, const STREAM: bool>(
    columns: Axis,
    pitch: usize,
    at: At,
) {
    let at_once = V::BYTES / U;
    let mut column = 0;
    while column < columns.extent {
        // The last vector may overlap the one before it.
        let first = if column + at_once > columns.extent {
            columns.extent - at_once
        } else {
            column
        };
        let At { src, dst } = at.step(first, columns);
        // SAFETY: `at_once` pieces of `K` units from `first` on.
        let vectors = unsafe { get_pieces::<V, U, K>(src, columns.src) };
        for (k, vector) in deinterleaved::<V, U, K>(vectors).into_iter().enumerate() {
            // SAFETY: in each row, `at_once` units from `first` on.
            unsafe { put::<V, STREAM>(vector, dst.wrapping_add(k * pitch)) }
        }
        column += at_once;
    }
}

/// `K` vectors, of which each has one unit of each piece, as `K` vectors that
/// hold the pieces one after the other.
#[inline(always)]
fn interleaved<V: Vector, const U: usize, const K: usize>(mut from: [V; K]) -> [V; K] {
    let mut stage = 1;
    while stage < K {
        let mut to = from;
        for i in 0..K / 2 {
            (to[2 * i], to[2 * i + 1]) = from[i].interleave::<U>(from[i + K / 2]);
        }
        from = to;
        stage *= 2;
    }
    from
}

/// The inverse of [`interleaved`].
#[inline(always)]
fn deinterleaved<V: Vector, const U: usize, const K: usize>(mut from: [V; K]) -> [V; K] {
    let mut stage = 1;
    while stage < K {
        let mut to = from;
        for i in 0..K / 2 {
            (to[i], to[i + K / 2]) = from[2 * i].deinterleave::<U>(from[2 * i + 1]);
        }
        from = to;
        stage *= 2;
    }
    from
}

/// A vector's bytes in memory, whatever its size.
type Spill = [u8; 64];

/// Stores `K` vectors as pieces of `K` units that are `pitch` bytes apart.
#[inline(always)]
unsafe fn put_pieces<V: Vector, const U: usize, const K: usize, const STREAM: bool>(
    vectors: [V; K],
    to: *mut u8,
    pitch: usize,
) {
    let piece = K * U;
    for (k, vector) in vectors.into_iter().enumerate() {
        let start = k * V::BYTES;
        if pitch == piece {
            // SAFETY: the pieces lie together, `K` vectors long.
            unsafe { put::<V, STREAM>(vector, to.wrapping_add(start)) }
        } else if piece >= V::BYTES {
            let to = to.wrapping_add(start / piece * pitch + start % piece);
            // SAFETY: a piece is whole vectors long; this one is within it.
            unsafe { put::<V, STREAM>(vector, to) }
        } else {
            let mut bytes: Spill = [0; 64];
            // SAFETY: a vector has at most 64 bytes.
            unsafe { vector.store(bytes.as_mut_ptr()) }
            for (i, piece) in bytes[..V::BYTES].chunks_exact(piece).enumerate() {
                let to = to.wrapping_add((start / piece.len() + i) * pitch);
                // SAFETY: one piece of the destination.
                unsafe { to.copy_from_nonoverlapping(piece.as_ptr(), K * U) }
            }
        }
    }
}

/// Loads `K` vectors from pieces of `K` units that are `pitch` bytes apart.
#[inline(always)]
unsafe fn get_pieces<V: Vector, const U: usize, const K: usize>(
    from: *const u8,
    pitch: usize,
) -> [V; K] {
    let piece = K * U;
    // SAFETY: an array of at least the size of a vector.
    let mut vectors = [unsafe { V::load([0u8; 64].as_ptr()) }; K];
    for (k, vector) in vectors.iter_mut().enumerate() {
        let start = k * V::BYTES;
        if pitch == piece {
            // SAFETY: the pieces lie together, `K` vectors long.
            *vector = unsafe { V::load(from.wrapping_add(start)) };
        } else if piece >= V::BYTES {
            let from = from.wrapping_add(start / piece * pitch + start % piece);
            // SAFETY: a piece is whole vectors long; this one is within it.
            *vector = unsafe { V::load(from) };
        } else {
            let mut bytes: Spill = [0; 64];
            for (i, piece) in bytes[..V::BYTES].chunks_exact_mut(piece).enumerate() {
                let from = from.wrapping_add((start / piece.len() + i) * pitch);
                // SAFETY: one piece of the source.
                unsafe { piece.as_mut_ptr().copy_from_nonoverlapping(from, K * U) }
            }
            // SAFETY: a vector has at most 64 bytes.
            *vector = unsafe { V::load(bytes.as_ptr()) };
        }
    }
    vectors
}
