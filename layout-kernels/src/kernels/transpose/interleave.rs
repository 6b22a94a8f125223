//! Transposes of a few rows, or a few columns, and many of the other: by
//! groups of a power of two.

use core::marker::PhantomData;

use super::RowsColumns;
use crate::kernels::{At, LANE, LINE, put, put_line};
use crate::plan::Axis;
use crate::plan::Nest;
use crate::run::prefetch_line;
use crate::simd::{Task, Vector};

/// Whether so many steps of a loop are one group that lies together on the
/// other side, where groups are `pitch` bytes apart, and vectors of `vector`
/// bytes interleave it: at most a cache line, in half of the registers.
#[inline(always)]
pub(super) const fn is_group(extent: usize, unit: usize, pitch: usize, vector: usize) -> bool {
    extent.is_power_of_two()
        && extent > 1
        && extent * unit == pitch
        && is_whole_group(extent, unit, vector)
}

#[inline(always)]
const fn is_whole_group(k: usize, unit: usize, vector: usize) -> bool {
    k * unit <= LINE && (k <= 8 || vector == 64 && k == 16)
}

/// Whether there is a kernel for groups of `k` units: whole ones, or pieces
/// shorter than a lane, of which there are many in no larger vector than that.
const fn has<V: Vector, const U: usize, const WHOLE: bool>(k: usize) -> bool {
    if WHOLE {
        is_whole_group(k, U, V::BYTES)
    } else {
        V::BYTES == LANE && k * U < LANE
    }
}

/// Runs the kernel for a group.
macro_rules! by_group {
    ($kernel:ident, $group:ident, $nest:ident, $at:ident, $($k:literal)*) => {
        match $group {
            $($k if const { has::<V, U, WHOLE>($k) } => {
                // SAFETY: the same loops and group.
                unsafe { V::run::<$kernel<V, U, $k, WHOLE, STREAM>>($nest, $at) }
            })*
            _ => unreachable!("groups are what `is_group` says, or short"),
        }
    };
}

/// Reads groups of columns, along the source, and interleaves each to pieces of
/// the destination.
///
/// # Safety
///
/// What the module `kernels` says; `rows` is at least a vector, `columns` at
/// least a group; `WHOLE`: pieces lie together.
#[inline(always)]
pub(super) unsafe fn interleave<
    V: Vector,
    const U: usize,
    const WHOLE: bool,
    const STREAM: bool,
>(
    group: usize,
    nest: &Nest<'_>,
    at: At,
) {
    by_group!(Interleave, group, nest, at, 2 4 8 16)
}

/// Writes groups of rows, along the destination, each out of pieces of the
/// source.
///
/// # Safety
///
/// What the module `kernels` says; `columns` is at least a vector, `rows` at
/// least a group; `WHOLE`, without which nothing is stored past the caches:
/// pieces lie together.
#[inline(always)]
pub(super) unsafe fn deinterleave<
    V: Vector,
    const U: usize,
    const WHOLE: bool,
    const STREAM: bool,
>(
    group: usize,
    nest: &Nest<'_>,
    at: At,
) {
    by_group!(Deinterleave, group, nest, at, 2 4 8 16)
}

/// [`interleave`] of groups of `K` columns.
struct Interleave<V, const U: usize, const K: usize, const WHOLE: bool, const STREAM: bool>(
    PhantomData<V>,
);

impl<V: Vector, const U: usize, const K: usize, const WHOLE: bool, const STREAM: bool> Task
    for Interleave<V, U, K, WHOLE, STREAM>
{
    #[inline(always)]
    unsafe fn run(nest: &Nest<'_>, at: At) {
        let RowsColumns { rows, columns } = RowsColumns::of::<U>(nest);
        let rows = if WHOLE {
            Axis { dst: K * U, ..rows }
        } else {
            rows
        };
        repeated!(nest, at, |at| {
            each_group!(K, columns.extent, |column| {
                let at = at.step(column, &columns);
                each_group!(V::BYTES / U, rows.extent, |row| {
                    let At { src, dst } = at.step(row, &rows);
                    if STREAM {
                        unrolled!(K, |k| {
                            prefetch_line(src.wrapping_add(nest.ahead + k * columns.src))
                        });
                    }
                    // SAFETY: in the first column, a vector of units.
                    let mut vectors = [unsafe { V::load(src) }; K];
                    unrolled!(K - 1, |k| {
                        let from = src.wrapping_add((k + 1) * columns.src);
                        // SAFETY: the same in the other columns.
                        vectors[k + 1] = unsafe { V::load(from) };
                    });
                    butterfly!(K, vectors, interleave, 8 4 2 1);
                    // SAFETY: for each of these units, a piece of `K`.
                    unsafe { put_pieces::<V, U, K, WHOLE, STREAM>(vectors, dst, rows.dst) }
                });
            });
        });
    }
}

/// [`deinterleave`] of groups of `K` rows.
struct Deinterleave<V, const U: usize, const K: usize, const WHOLE: bool, const STREAM: bool>(
    PhantomData<V>,
);

impl<V: Vector, const U: usize, const K: usize, const WHOLE: bool, const STREAM: bool> Task
    for Deinterleave<V, U, K, WHOLE, STREAM>
{
    #[inline(always)]
    unsafe fn run(nest: &Nest<'_>, at: At) {
        let RowsColumns { rows, columns } = RowsColumns::of::<U>(nest);
        let columns = if WHOLE {
            Axis {
                src: K * U,
                ..columns
            }
        } else {
            columns
        };
        // Stores across two cache lines are slow when two rows take turns. A
        // few rows, of which taking apart is cheap, are written one by one.
        let one_by_one = !STREAM && WHOLE && K <= 4 && U > 1 && !rows.dst.is_multiple_of(LINE);
        repeated!(nest, at, |at| {
            each_group!(K, rows.extent, |row| {
                let at = at.step(row, &rows);
                if one_by_one {
                    let chunk = columns.extent.min(CHUNK / (K * U));
                    each_group!(chunk, columns.extent, |column| {
                        let at = at.step(column, &columns);
                        unrolled!(K, |k| {
                            each_group!(V::BYTES / U, chunk, |column| {
                                let At { src, dst } = at.step(column, &columns);
                                // SAFETY: a vector of pieces of `K` units.
                                let vectors =
                                    unsafe { taken_apart::<V, U, K, WHOLE>(src, columns.src) };
                                let to = dst.wrapping_add(k * rows.dst);
                                // SAFETY: a vector of units in row `k`.
                                unsafe { vectors[k].store(to) }
                            });
                        });
                    });
                } else if STREAM && K <= 4 && (columns.extent * U).is_multiple_of(2 * LINE) {
                    each_group!(2 * LINE / U, columns.extent, |column| {
                        let at = at.step(column, &columns);
                        // SAFETY: two lines of columns.
                        unsafe { put_lines::<V, U, K, 2>(at, rows.dst, nest.ahead) }
                    });
                } else if STREAM {
                    each_group!(LINE / U, columns.extent, |column| {
                        let at = at.step(column, &columns);
                        // SAFETY: a line of columns.
                        unsafe { put_lines::<V, U, K, 1>(at, rows.dst, nest.ahead) }
                    });
                } else {
                    each_group!(V::BYTES / U, columns.extent, |column| {
                        let At { src, dst } = at.step(column, &columns);
                        // SAFETY: a vector of pieces of `K` units.
                        let vectors = unsafe { taken_apart::<V, U, K, WHOLE>(src, columns.src) };
                        unrolled!(K, |k| {
                            // SAFETY: in each row, a vector of units.
                            unsafe { vectors[k].store(dst.wrapping_add(k * rows.dst)) }
                        });
                    });
                }
            });
        });
    }
}

/// Stores `L` cache lines of each of `K` rows past the caches. Of each row they
/// are stored together, because memory that lies together is faster.
#[inline(always)]
unsafe fn put_lines<V: Vector, const U: usize, const K: usize, const L: usize>(
    At { src, dst }: At,
    pitch: usize,
    ahead: usize,
) {
    unrolled!(L * K, |i| {
        prefetch_line(src.wrapping_add(ahead + i * LINE))
    });
    // SAFETY: a vector of pieces of `K` units, which lie together.
    let vectors = unsafe { taken_apart::<V, U, K, true>(src, K * U) };
    let (mut first, mut second) = ([vectors; L], [vectors; L]);
    unrolled!(L, |line| {
        let src = src.wrapping_add(line * K * LINE);
        // SAFETY: the same in another line.
        first[line] = unsafe { taken_apart::<V, U, K, true>(src, K * U) };
        if V::BYTES < LINE {
            let src = src.wrapping_add(K * V::BYTES);
            // SAFETY: the same in the other half of the line.
            second[line] = unsafe { taken_apart::<V, U, K, true>(src, K * U) };
        }
    });
    unrolled!(K, |k| {
        let to = dst.wrapping_add(k * pitch);
        unrolled!(L, |line| {
            let to = to.wrapping_add(line * LINE);
            // SAFETY: in each row, a line of units.
            unsafe { put_line(first[line][k], second[line][k], to) }
        });
    });
}

/// The bytes of the source that are taken apart again for each row: they stay
/// in the first-level cache.
const CHUNK: usize = 8192;

/// `K` vectors of units, out of pieces of `K` units.
#[inline(always)]
unsafe fn taken_apart<V: Vector, const U: usize, const K: usize, const WHOLE: bool>(
    from: *const u8,
    pitch: usize,
) -> [V; K] {
    // SAFETY: the caller promises a vector of pieces.
    let mut vectors = unsafe { get_pieces::<V, U, K, WHOLE>(from, pitch) };
    butterfly!(K, vectors, deinterleave, 1 2 4 8);
    vectors
}

/// Stores `K` vectors as pieces of `K` units that are `pitch` bytes apart.
#[inline(always)]
unsafe fn put_pieces<
    V: Vector,
    const U: usize,
    const K: usize,
    const WHOLE: bool,
    const STREAM: bool,
>(
    vectors: [V; K],
    to: *mut u8,
    pitch: usize,
) {
    unrolled!(K, |k| {
        let start = k * V::BYTES;
        if WHOLE {
            // SAFETY: the pieces lie together, `K` vectors long.
            unsafe { put::<V, STREAM>(vectors[k], to.wrapping_add(start)) }
        } else {
            let to = to.wrapping_add(start / (K * U) * pitch);
            // SAFETY: the pieces of one vector.
            unsafe { put_apart::<V, U, K>(vectors[k], to, pitch) }
        }
    });
}

/// Stores a vector of one lane as pieces of `K` units.
#[inline(always)]
unsafe fn put_apart<V: Vector, const U: usize, const K: usize>(
    vector: V,
    to: *mut u8,
    pitch: usize,
) {
    let mut bytes = [0; LANE];
    // SAFETY: `has` says that the vector has as many bytes.
    unsafe { vector.store(bytes.as_mut_ptr()) }
    unrolled!(LANE / (K * U), |i| {
        let to = to.wrapping_add(i * pitch);
        let from = bytes.as_ptr().wrapping_add(i * K * U);
        // SAFETY: one piece of the destination.
        unsafe { to.copy_from_nonoverlapping(from, K * U) }
    });
}

/// Loads `K` vectors from pieces of `K` units that are `pitch` bytes apart.
#[inline(always)]
unsafe fn get_pieces<V: Vector, const U: usize, const K: usize, const WHOLE: bool>(
    from: *const u8,
    pitch: usize,
) -> [V; K] {
    // SAFETY: an array of at least the size of a vector.
    let mut vectors = [unsafe { V::load([0u8; 64].as_ptr()) }; K];
    unrolled!(K, |k| {
        let start = k * V::BYTES;
        if WHOLE {
            // SAFETY: the pieces lie together, `K` vectors long.
            vectors[k] = unsafe { V::load(from.wrapping_add(start)) };
        } else {
            let from = from.wrapping_add(start / (K * U) * pitch);
            // SAFETY: the pieces of one vector.
            vectors[k] = unsafe { get_apart::<V, U, K>(from, pitch) };
        }
    });
    vectors
}

/// Loads a vector of one lane from pieces of `K` units.
#[inline(always)]
unsafe fn get_apart<V: Vector, const U: usize, const K: usize>(from: *const u8, pitch: usize) -> V {
    let mut bytes = [0; LANE];
    unrolled!(LANE / (K * U), |i| {
        let from = from.wrapping_add(i * pitch);
        let to = bytes.as_mut_ptr().wrapping_add(i * K * U);
        // SAFETY: one piece of the source.
        unsafe { to.copy_from_nonoverlapping(from, K * U) }
    });
    // SAFETY: `has` says that the vector has as many bytes.
    unsafe { V::load(bytes.as_ptr()) }
}
