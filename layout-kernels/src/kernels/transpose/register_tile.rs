//! Transposes of many rows and columns, by tiles in registers.

use core::marker::PhantomData;

use super::line_buffer::{LineBuffer, conflict, overflow};
use super::{RowsColumns, transposed};
use crate::kernels::{At, LINE};
use crate::plan::Axis;
use crate::plan::Nest;
use crate::simd::{Task, Vector};

/// Transposes by tiles of a lane of rows and a vector of columns. There are no
/// fewer rows and columns than that. `K` is `LANE / U`.
pub(super) struct RegisterTiles<V, const U: usize, const K: usize>(PhantomData<V>);

impl<V: Vector, const U: usize, const K: usize> Task for RegisterTiles<V, U, K> {
    #[inline(always)]
    unsafe fn run(nest: &Nest<'_>, at: At) {
        let RowsColumns { rows, columns } = RowsColumns::of::<U>(nest);
        let side = side(columns.src) / U;
        let (height, width) = (rows.extent.min(side), columns.extent.min(side));
        let keep = height * U == LINE && overflow(width, columns.src);
        let mut buffer = LineBuffer::new();
        repeated!(nest, at, |at| {
            each_group!(height, rows.extent, |row| {
                let at = at.step(row, &rows);
                each_group!(width, columns.extent, |column| {
                    let at = at.step(column, &columns);
                    let (rows, columns) = (
                        Axis {
                            extent: height,
                            ..rows
                        },
                        Axis {
                            extent: width,
                            ..columns
                        },
                    );
                    if keep {
                        // SAFETY: a line of rows in each of these columns, which
                        // are at most `LINE`.
                        let src = unsafe { buffer.fill::<V>(at.src, &columns) };
                        let (at, src) = (At { src, ..at }, LineBuffer::PITCH);
                        // SAFETY: the block, whose columns are in the buffer.
                        unsafe { block::<V, U, K>(at, &rows, &Axis { src, ..columns }) }
                    } else {
                        // SAFETY: a part of the rows and of the columns.
                        unsafe { block::<V, U, K>(at, &rows, &columns) }
                    }
                });
            });
        });
    }
}

/// Transposes a block of rows and columns, by tiles.
#[inline(always)]
pub(super) unsafe fn block<V: Vector, const U: usize, const K: usize>(
    at: At,
    rows: &Axis,
    columns: &Axis,
) {
    each_group!(K, rows.extent, |row| {
        let at = at.step(row, rows);
        each_group!(V::BYTES / U, columns.extent, |column| {
            let at = at.step(column, columns);
            // SAFETY: a lane of rows, and a vector of columns.
            unsafe { tile::<V, U, K>(at, columns.src, rows.dst) }
        });
    });
}

/// The bytes of the side of a block: its tiles are done before those of the
/// next one. Half a cache line makes for few places that are written at a time.
/// But the lines of columns whose pitch is a multiple of a large power of two
/// map to few sets of a cache, which evict the other half before it is
/// used.
#[inline(always)]
const fn side(pitch: usize) -> usize {
    if conflict(pitch) { LINE } else { LINE / 2 }
}

/// Transposes one tile of `K` rows, as many as a lane has units.
#[inline(always)]
unsafe fn tile<V: Vector, const U: usize, const K: usize>(at: At, src: usize, dst: usize) {
    let At {
        src: from,
        dst: mut to,
    } = at;
    // SAFETY: a lane of rows in each column of a vector.
    let vectors = unsafe { rows_of_tile::<V, U, K>(from, src) };
    // SAFETY: a vector of columns in the first row.
    unsafe { vectors[0].store(to) }
    unrolled!(K - 1, |k| {
        to = to.wrapping_add(dst);
        // SAFETY: the same one row further.
        unsafe { vectors[k + 1].store(to) }
    });
}

/// The rows of a tile, whose columns are `src` bytes apart. Vector `k` takes
/// each lane from another column, so that interleaving within the lanes makes
/// it row `k`.
#[inline(always)]
pub(super) unsafe fn rows_of_tile<V: Vector, const U: usize, const K: usize>(
    mut from: *const u8,
    src: usize,
) -> [V; K] {
    // SAFETY: the caller promises a lane of each column of a vector; these are
    // `K` columns apart.
    let mut vectors = [unsafe { V::load_lanes(from, K * src) }; K];
    unrolled!(K - 1, |k| {
        from = from.wrapping_add(src);
        // SAFETY: the same, one column further.
        vectors[k + 1] = unsafe { V::load_lanes(from, K * src) };
    });
    transposed::<V, U, K>(vectors)
}
