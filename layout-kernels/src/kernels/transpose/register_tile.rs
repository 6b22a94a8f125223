//! Transposes of many rows and columns, by tiles in registers.

use core::marker::PhantomData;

use super::line_buffer::{LineBuffer, overflow};
use super::{RowsColumns, transposed};
use crate::kernels::{LINE, line, put_line};
use crate::plan::Axis;
use crate::plan::Nest;
use crate::simd::{At, Task, Vector, prefetch_line, prefetch_soon};

/// About the bytes of a column that a block has: two cache lines, because those
/// of columns of any pitch begin and end within lines, which are then read twice.
const COLUMN_BYTES: usize = 2 * LINE;

/// The most rows of a block: a line of each of two blocks is in the first-level
/// cache.
const MAX_ROWS: usize = 64;

/// The least bytes from row to row that the hardware prefetcher does not follow.
const MIN_FAR_PITCH: usize = 5 * LINE;

/// The fewest steps of a loop of which the next step is prefetched: the last one has
/// none.
const MIN_PREFETCHED_STEPS: usize = 4;

/// How many tiles ahead rows that are nearer are prefetched.
const NEAR_TILES_AHEAD: usize = 4;

/// The bytes of the longest units of which columns are prefetched: copies of longer ones
/// that are larger than the caches have another kernel.
const MAX_PREFETCHED_UNIT: usize = 2;

/// The most columns that are read for all rows before the next ones are: their
/// pages, and those of as many rows, are fewer than a second-level TLB has entries.
const MAX_READ_COLUMNS: usize = 1024;

/// Transposes by tiles of a lane of rows and a vector of columns. There are no
/// fewer rows and columns than that. `K` is `LANE / U`.
///
/// Rows are written a cache line at a time. Where they are far apart, the
/// hardware prefetcher does not follow them: each line is prefetched one block ahead.
pub(super) struct RegisterTiles<V, const U: usize, const K: usize>(PhantomData<V>);

impl<V: Vector, const U: usize, const K: usize> Task<Nest<'_>> for RegisterTiles<V, U, K> {
    #[inline(always)]
    unsafe fn run(nest: &Nest<'_>, at: At) {
        let RowsColumns { rows, columns } = RowsColumns::of::<U>(nest);
        if const { K <= 4 } && columns.extent * U <= LINE && rows.extent <= 2 * K {
            // A few tiles, which take less time than the loops of blocks.
            repeated!(nest, at, |at| {
                each_group!(V::BYTES / U, columns.extent, |column| {
                    let at = at.step(column, &columns);
                    each_group!(K, rows.extent, |row| {
                        // SAFETY: a lane of rows, and a vector of columns.
                        unsafe { tile::<V, U, K>(at.step(row, &rows), columns.src, rows.dst) }
                    });
                });
            });
            return;
        }
        let shape = TileShape::of(U, K, &rows, &columns, nest.repeats);
        // Columns that are prefetched are read to their ends before the next ones are.
        let most = if const { U > MAX_PREFETCHED_UNIT } || nest.ahead == 0 {
            MAX_READ_COLUMNS
        } else {
            shape.width
        };
        let parts = columns.extent.div_ceil(most);
        let least = if shape.keep { shape.height } else { K };
        let mut buffer = LineBuffer::new();
        repeated!(nest, at, |at| {
            for part in 0..parts {
                let start = columns.part(part, parts);
                let extent = columns.part(part + 1, parts) - start;
                let width = shape.width.min(extent);
                each_part!(shape.height, least, rows.extent, |row, height| {
                    let at = at.step(row, &rows).step(start, &columns);
                    let rows = Axis {
                        extent: height,
                        ..rows
                    };
                    each_part!(width, V::BYTES / U, extent, |column, width| {
                        let mut at = at.step(column, &columns);
                        let mut columns = Axis {
                            extent: width,
                            ..columns
                        };
                        if const { U <= MAX_PREFETCHED_UNIT } {
                            prefetch_columns(at.src, &columns, rows.extent * U, nest.ahead);
                        }
                        if shape.keep {
                            // SAFETY: a line of rows in each of these columns,
                            // which are at most `MOST`.
                            at.src = unsafe { buffer.fill::<V>(at.src, &columns) };
                            columns.src = LineBuffer::PITCH;
                        }
                        // SAFETY: a part of the rows and of the columns, here or
                        // in the buffer.
                        unsafe { block::<V, U, K>(at, &rows, &columns, shape.ahead, shape.whole) }
                    });
                });
            }
        });
    }
}

/// Prefetches `len` bytes of each of some columns, `ahead` bytes on unless that is 0. It
/// is a function of its own, or the compiler makes two kernels of each.
#[inline(never)]
fn prefetch_columns(from: *const u8, columns: &Axis, len: usize, ahead: usize) {
    let count = if ahead == 0 { 0 } else { columns.extent };
    for column in 0..count {
        let piece = from.wrapping_add(ahead).wrapping_add(column * columns.src);
        for line in (0..len).step_by(LINE) {
            prefetch_line(piece.wrapping_add(line));
        }
    }
}

/// How a transpose is split into blocks.
///
/// Lines whose pitch is a multiple of a large power of two map to few sets of
/// the first-level cache, which does not keep many of them. Short units have the
/// most lines in a block, so that it reads them together, and does not prefetch
/// those that it writes; of longer units it prefetches a few lines of a row
/// together, to the second-level cache in effect.
struct TileShape {
    /// Rows and columns of a block; these may be more than there are.
    height: usize,
    width: usize,
    /// Whether columns are read a line at a time, which is all that a block has
    /// of them.
    keep: bool,
    /// How far ahead rows are prefetched, in bytes; 0 if they are not. Those that are
    /// far apart, for the next block: of a piece that begins within a line, this line
    /// is there, and the one at the end comes next. Those that are near, for tiles of
    /// the same block: stores that overlap, or cross lines, wait for each line that is
    /// not in the first-level cache.
    ahead: usize,
    /// Whether a line of each row of a tile does not stay in the cache until it is
    /// full.
    whole: bool,
}

impl TileShape {
    #[inline(always)]
    fn of(unit: usize, lane: usize, rows: &Axis, columns: &Axis, around: [&Axis; 2]) -> TileShape {
        let short = unit <= MAX_PREFETCHED_UNIT;
        let keep = short && rows.extent * unit >= LINE && overflow(LINE / unit, columns.src);
        let most = if keep {
            LINE
        } else {
            COLUMN_BYTES.min(MAX_ROWS * unit)
        };
        let blocks = ((rows.extent * unit + most / 2) / most).max(1);
        let height = rows.extent.div_ceil(blocks).next_multiple_of(lane);
        let height = if keep {
            LINE / unit
        } else {
            height.min(rows.extent)
        };
        let writes_meet = overflow(height, rows.dst);
        let lines = if writes_meet && !short { 4 } else { 1 };
        let width = (lines * LINE / unit).min(columns.extent);
        // From a block to one that is written after it. Lines that meet do not stay in a
        // cache until all rows are written.
        let next = if width < columns.extent {
            width * unit
        } else if writes_meet && rows.extent >= MIN_PREFETCHED_STEPS * height {
            height * rows.dst
        } else if around[0].extent >= MIN_PREFETCHED_STEPS {
            around[0].dst
        } else {
            around[1].dst
        };
        let ahead = if rows.dst >= MIN_FAR_PITCH {
            if writes_meet && short || next == 0 {
                0
            } else {
                next + LINE - 1
            }
        } else if rows.dst.is_multiple_of(LINE / 2) {
            0
        } else {
            NEAR_TILES_AHEAD * lane * rows.dst
        };
        TileShape {
            height,
            width,
            keep,
            ahead,
            whole: overflow(lane, rows.dst),
        }
    }
}

/// Transposes a block of rows and columns, by tiles. Between the stores, and not all at
/// once, it prefetches what is `ahead` bytes after them, unless that is 0. With `whole`
/// each line of a row is written at once.
#[inline(always)]
pub(super) unsafe fn block<V: Vector, const U: usize, const K: usize>(
    at: At,
    rows: &Axis,
    columns: &Axis,
    ahead: usize,
    whole: bool,
) {
    let mut buffer = LineBuffer::new();
    let width = columns.extent.min(LINE / U);
    each_group!(width, columns.extent, |column| {
        let at = at.step(column, columns);
        each_group!(K, rows.extent, |row| {
            let at = at.step(row, rows);
            if const { K <= 8 && 2 * V::BYTES == LINE } && width * U == LINE {
                // Two tiles of more rows do not fit the registers.
                // SAFETY: a lane of rows, and two vectors of columns.
                unsafe { line_of_tiles::<V, U, K, false>(at, columns.src, rows.dst) }
            } else if const { K > 8 } && whole && width * U == LINE {
                let to = buffer.start();
                each_group!(V::BYTES / U, width, |column| {
                    let at = At { dst: to, ..at }.step(column, columns);
                    // SAFETY: a lane of rows, and a vector of columns, of which the
                    // buffer has a line for each.
                    unsafe { tile::<V, U, K>(at, columns.src, LineBuffer::PITCH) }
                });
                for row in 0..K {
                    let at = At {
                        src: to.wrapping_add(row * LineBuffer::PITCH),
                        dst: at.dst.wrapping_add(row * rows.dst),
                    };
                    // SAFETY: a line of each row, which the tiles have written to the
                    // buffer.
                    unsafe { line::<V, false>(at) }
                }
            } else {
                each_group!(V::BYTES / U, width, |column| {
                    let at = at.step(column, columns);
                    // SAFETY: a lane of rows, and a vector of columns.
                    unsafe { tile::<V, U, K>(at, columns.src, rows.dst) }
                });
            }
            if ahead > 0 {
                unrolled!(K, |k| {
                    prefetch_soon(at.dst.wrapping_add(ahead + k * rows.dst))
                });
            }
        });
    });
}

/// Transposes one tile of `K` rows, as many as a lane has units.
#[inline(always)]
unsafe fn tile<V: Vector, const U: usize, const K: usize>(at: At, src: usize, dst: usize) {
    // SAFETY: a lane of rows in each column of a vector.
    let vectors = unsafe { rows_of_tile::<V, U, K>(at.src, src) };
    unrolled!(K, |k| {
        // SAFETY: a vector of columns in each row.
        unsafe { vectors[k].store(at.dst.wrapping_add(k * dst)) }
    });
}

/// Transposes two tiles that make a cache line of each of `K` rows.
#[inline(always)]
pub(super) unsafe fn line_of_tiles<
    V: Vector,
    const U: usize,
    const K: usize,
    const STREAM: bool,
>(
    At { src: from, dst: to }: At,
    src: usize,
    dst: usize,
) {
    // SAFETY: a lane of rows in each column of a vector.
    let first = unsafe { rows_of_tile::<V, U, K>(from, src) };
    let from = from.wrapping_add(V::BYTES / U * src);
    // SAFETY: the same in the other half of the columns.
    let second = unsafe { rows_of_tile::<V, U, K>(from, src) };
    unrolled!(K, |k| {
        // SAFETY: in each row, a line; with `STREAM` it begins there.
        unsafe { put_line::<V, STREAM>(first[k], second[k], to.wrapping_add(k * dst)) }
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
