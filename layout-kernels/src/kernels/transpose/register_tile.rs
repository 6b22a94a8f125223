//! Transposes of many rows and columns, by tiles in registers.
//!
//! A tile is `K` rows, a lane of units, by a vector of columns. With units of 4 bytes and
//! vectors of two lanes, it is 4 rows of columns `a` to `h`:
//!
//! ```text
//!            a lane of column k and of column 4 + k        a butterfly network in each lane
//! vector 0   a0 a1 a2 a3 | e0 e1 e2 e3           row 0     a0 b0 c0 d0 | e0 f0 g0 h0
//! vector 1   b0 b1 b2 b3 | f0 f1 f2 f3    -->    row 1     a1 b1 c1 d1 | e1 f1 g1 h1
//! vector 2   c0 c1 c2 c3 | g0 g1 g2 g3           row 2     a2 b2 c2 d2 | e2 f2 g2 h2
//! vector 3   d0 d1 d2 d3 | h0 h1 h2 h3           row 3     a3 b3 c3 d3 | e3 f3 g3 h3
//! ```
//!
//! Tiles make blocks, whose cache lines stay in the first-level cache until they are read
//! or written to their ends.

use core::marker::PhantomData;

use super::line_buffer::LineBuffer;
use super::{RowsColumns, transposed};
use crate::kernels::{LANE, LINE, line, put_line};
use crate::plan::{Axis, Nest, overflow};
use crate::simd::{At, Task, Vector, prefetch_soon};

/// About how many bytes of each column a block has. Columns of any pitch begin and end
/// within lines, and two blocks read such a line: two lines per block halve this cost.
const COLUMN_BYTES: usize = 2 * LINE;

/// The most rows of a block: the first-level cache holds a line of each row of two blocks.
const MAX_ROWS: usize = 64;

/// The most bytes of each column of a block that has all columns.
const MAX_TALL_COLUMN: usize = 8 * LINE;

/// The least pitch of rows, in bytes, that the hardware prefetcher does not follow.
const MIN_FAR_PITCH: usize = 5 * LINE;

/// The fewest steps of a loop whose next step is prefetched: the prefetch of the last step
/// is wasted.
const MIN_PREFETCHED_STEPS: usize = 4;

/// How many tiles ahead rows are prefetched that are nearer than [`MIN_FAR_PITCH`].
const NEAR_TILES_AHEAD: usize = 4;

/// The most bytes of a unit whose blocks have the most lines, see [`TileShape`].
const MAX_SHORT_UNIT: usize = 2;

/// The most columns that are read for all rows before the next columns: the pages of these
/// columns and of as many rows fit a second-level TLB.
const MAX_READ_COLUMNS: usize = 1024;

/// Transposes tiles of a lane of rows by a vector of columns. `K` is `LANE / U`.
///
/// It writes rows a cache line at a time. The hardware prefetcher does not follow rows that
/// are far apart: each of their lines is prefetched one block ahead.
///
/// # Safety
///
/// As the module `kernels` requires, and there is at least one tile.
pub(super) struct RegisterTiles<V, const U: usize, const K: usize>(PhantomData<V>);

impl<V: Vector, const U: usize, const K: usize> Task<Nest<'_>> for RegisterTiles<V, U, K> {
    #[inline(always)]
    unsafe fn execute(nest: &Nest<'_>, at: At) {
        let RowsColumns { rows, columns } = RowsColumns::of::<U>(nest);
        // The most tiles of columns of a line, and of columns of a lane, which need no blocks:
        // each tile writes whole rows.
        let most_tiles = if columns.extent * U <= LANE { 32 } else { 4 };
        if const { K <= 4 } && columns.extent * U <= LINE && rows.extent <= most_tiles * K {
            // A few tiles take less time than the loops over blocks.
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
        let shape = if const { U == 4 } && nest.tall && TileShape::suits_tall(U, &rows, &columns) {
            TileShape::tall(U, K, &rows, &columns)
        } else {
            TileShape::of(U, K, &rows, &columns, nest.repeats)
        };
        let parts = columns.extent.div_ceil(MAX_READ_COLUMNS);
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
                        if shape.keep {
                            // SAFETY: a line of rows in each of these columns, which are at
                            // most `MAX_COLUMNS`: a block that is kept has at most `LINE`
                            // columns.
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

/// How a transpose is split into blocks.
///
/// Lines whose pitch is a multiple of a large power of two map to few sets of the
/// first-level cache, and evict each other. Blocks of short units have the most lines:
/// these are copied to a [`LineBuffer`] when read, and not prefetched when written. Blocks
/// of longer units prefetch a few lines of each row together, in effect into the
/// second-level cache.
struct TileShape {
    /// The rows and columns of a block. The array may have fewer columns.
    height: usize,
    width: usize,
    /// True if one line of each column is copied to the line buffer. A block then is one line
    /// high. Without it, `s8[128,64,7,7]` cdba to abcd takes 2.6 times as long.
    keep: bool,
    /// How far ahead of the stores rows are prefetched, in bytes; 0 for no prefetch. Far
    /// rows: for the next block, from its second line on, because the line that a piece
    /// begins within is in the cache. Near rows: for the next tiles of this block, because
    /// overlapping stores, and stores across two lines, wait for each line that is not in
    /// the first-level cache. Negative distances wrap.
    ahead: usize,
    /// True if the rows' lines evict each other before a second tile fills them, so that each
    /// line is written at once.
    whole: bool,
}

impl TileShape {
    /// Returns true if a side is so short that a [tall](Self::tall) block has all of it, as the
    /// channels of an image. Not columns of one line and a part of the next: these are faster in
    /// lower blocks.
    #[inline(always)]
    fn suits_tall(unit: usize, rows: &Axis, columns: &Axis) -> bool {
        let lines = columns.extent * unit / LINE;
        let fills_lines = (columns.extent * unit).is_multiple_of(LINE);
        rows.extent.min(columns.extent) * unit <= MAX_TALL_COLUMN && (lines != 1 || fills_lines)
    }

    /// All columns, and up to [`MAX_TALL_COLUMN`] bytes of each, without prefetches: the
    /// hardware prefetcher follows the columns.
    #[inline(always)]
    fn tall(unit: usize, lane: usize, rows: &Axis, columns: &Axis) -> TileShape {
        TileShape {
            height: rows.extent.min(MAX_TALL_COLUMN / unit),
            width: columns.extent,
            keep: false,
            ahead: 0,
            whole: overflow(lane, rows.dst),
        }
    }

    #[inline(always)]
    fn of(unit: usize, lane: usize, rows: &Axis, columns: &Axis, around: [&Axis; 2]) -> TileShape {
        let short = unit <= MAX_SHORT_UNIT;
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
        // The distance in the destination to the block to prefetch: the next columns, the
        // next rows, or the next step of the loop around. If rows map to the same sets, it
        // is the next rows: lines of a later step would be evicted before all rows are
        // written.
        let next = if width < columns.extent {
            width * unit
        } else if writes_meet && rows.extent >= MIN_PREFETCHED_STEPS * height {
            rows.dst.wrapping_mul(height)
        } else if around[0].extent >= MIN_PREFETCHED_STEPS {
            around[0].dst
        } else {
            around[1].dst
        };
        let ahead = if (rows.dst as isize).unsigned_abs() >= MIN_FAR_PITCH {
            if writes_meet && short || next == 0 {
                0
            } else {
                next.wrapping_add(LINE - 1)
            }
        } else if rows.dst.is_multiple_of(LINE / 2) {
            0
        } else {
            rows.dst.wrapping_mul(NEAR_TILES_AHEAD * lane)
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

/// Transposes a block by tiles. Between its stores it prefetches, a line at a time, what is
/// `ahead` bytes after them, unless that is 0. With `whole` each line of a row is written
/// at once.
///
/// # Safety
///
/// The processor has the vector. There are at least a lane of `rows` and a vector of
/// `columns`, whose units of `U` bytes can be read from `at.src` and written from `at.dst`;
/// the sides do not overlap.
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
                // With more rows, two tiles do not fit the registers.
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
                        dst: at.dst.wrapping_add(rows.dst.wrapping_mul(row)),
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
                    prefetch_soon(
                        at.dst
                            .wrapping_add(rows.dst.wrapping_mul(k).wrapping_add(ahead)),
                    )
                });
            }
        });
    });
}

/// Transposes one tile of `K` rows by a vector of columns. Source columns are `src` bytes
/// apart, destination rows `dst` bytes.
///
/// # Safety
///
/// As for [`rows_of_tile`] from `at.src`; a vector can be written at the first `K` multiples
/// of `dst` after `at.dst`.
#[inline(always)]
unsafe fn tile<V: Vector, const U: usize, const K: usize>(at: At, src: usize, dst: usize) {
    // SAFETY: a lane of rows in each column of a vector.
    let vectors = unsafe { rows_of_tile::<V, U, K>(at.src, src) };
    unrolled!(K, |k| {
        // SAFETY: a vector of columns in each row.
        unsafe { vectors[k].store(at.dst.wrapping_add(dst.wrapping_mul(k))) }
    });
}

/// Transposes two tiles, side by side, to a cache line of each of `K` rows. Source columns are
/// `src` bytes apart, destination rows `dst` bytes.
///
/// # Safety
///
/// As for [`rows_of_tile`] from `at.src`, for twice as many columns; two vectors make a line.
/// A line can be written at the first `K` multiples of `dst` after `at.dst`; with `STREAM` each
/// is a multiple of a line.
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
    let from = from.wrapping_add(src.wrapping_mul(V::BYTES / U));
    // SAFETY: the same in the other half of the columns.
    let second = unsafe { rows_of_tile::<V, U, K>(from, src) };
    unrolled!(K, |k| {
        // SAFETY: in each row, a line; with `STREAM` it begins there.
        unsafe { put_line::<V, STREAM>(first[k], second[k], to.wrapping_add(dst.wrapping_mul(k))) }
    });
}

/// Loads a tile, whose columns are `src` bytes apart, and transposes it to rows. The lanes
/// of vector `k` are loaded from columns `k` and `K + k`, so that a butterfly network
/// within the lanes leaves row `k` in vector `k`.
///
/// # Safety
///
/// The processor has the vector; a lane can be read in each of its `V::BYTES / U` columns, at
/// the first multiples of `src` after `from`. `K` is `LANE / U`.
#[inline(always)]
pub(super) unsafe fn rows_of_tile<V: Vector, const U: usize, const K: usize>(
    mut from: *const u8,
    src: usize,
) -> [V; K] {
    // SAFETY: the caller promises a lane of each column of a vector; these are
    // `K` columns apart.
    let mut vectors = [unsafe { V::load_lanes(from, src.wrapping_mul(K)) }; K];
    unrolled!(K - 1, |k| {
        from = from.wrapping_add(src);
        // SAFETY: the same, one column further.
        vectors[k + 1] = unsafe { V::load_lanes(from, src.wrapping_mul(K)) };
    });
    transposed::<V, U, K>(vectors)
}
