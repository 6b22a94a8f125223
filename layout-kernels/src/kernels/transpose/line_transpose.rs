//! Transposes of many rows and columns with non-temporal stores: whole cache lines of
//! both sides, but for the ends of long rows.
//!
//! A step reads one cache line of each of up to 64 columns, and writes whole lines of as many
//! rows as a line has units. With 32 columns of units of 4 bytes:
//!
//! ```text
//! source: each column is contiguous          destination: each row is contiguous
//!
//!   column 0    | r0 r1 r2 ... r15 |             row 0   | c0 c1 ... c15 | c16 ... c31 |
//!   column 1    | r0 r1 r2 ... r15 |             row 1   | c0 c1 ... c15 | c16 ... c31 |
//!     ...          one line each                   ...        two lines each
//!   column 31   | r0 r1 r2 ... r15 |             row 15  | c0 c1 ... c15 | c16 ... c31 |
//! ```
//!
//! If rows begin within a line, the columns of one more line are read: the last line of
//! the block is then whole, and the next block begins after it. Rows of units of one byte are
//! whole lines.
//!
//! Without it, transposes of 8 MiB of s8 take 4.2 times as long, of bf16 3.5 times.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::RowsColumns;
use super::line_buffer::{LineBuffer, MAX_COLUMNS, conflict};
use super::register_tile::{line_of_tiles, rows_of_tile};
use crate::kernels::runs::lines;
use crate::kernels::{At, LANE, LINE};
use crate::plan::Axis;
use crate::plan::Nest;
use crate::simd::{Task, Vector, prefetch_line};

/// The most columns whose lines are written together: at least a line of units of one byte.
const MAX_WRITTEN_COLUMNS: usize = 64;

/// How far ahead columns are prefetched, in bytes of each: they are more streams than the
/// hardware prefetcher follows. The next group of columns follows
/// the end of a block, if there are several.
const PREFETCH_DISTANCE: usize = 256;

/// About how many bytes of each column are read before the next group of columns. That
/// group's first columns were read past this one's, to complete lines, and are still in the
/// second-level cache.
const BLOCK_COLUMN_BYTES: usize = 8192;

/// One lane of each column, transposed to rows. It lies within a page: a load across two
/// pages waits until all earlier stores are done, as in [`LineBuffer`].
#[repr(align(2048))]
struct Rows([MaybeUninit<u8>; MAX_COLUMNS * LANE]);

const _: () = assert!(size_of::<Rows>() == align_of::<Rows>());
// Units of two bytes read the most columns past the block: half a block.
const _: () = assert!(MAX_WRITTEN_COLUMNS + LINE / 2 <= MAX_COLUMNS);

/// Returns true if a transpose of units of `unit` bytes writes whole cache lines. `whole`: its
/// rows begin and end at cache lines.
#[inline(always)]
pub(crate) const fn fills_lines(unit: usize, rows: &Axis, columns: &Axis, whole: bool) -> bool {
    // Partial lines at the ends of long rows cost little.
    const MIN_ROW_BYTES: usize = 12 * LINE;
    const MIN_COLUMN_BYTES: usize = 4 * LINE;
    let (along_src, along_dst) = (rows.extent * unit, columns.extent * unit);
    whole && along_src >= LINE
        || unit > 1
            && along_src >= MIN_COLUMN_BYTES
            && along_dst >= MIN_ROW_BYTES
            && columns.extent >= MAX_WRITTEN_COLUMNS / 2 + past(unit, whole)
}

/// How many columns past a block are read to complete its last line: a line's worth, or
/// none if rows are whole lines.
#[inline(always)]
const fn past(unit: usize, whole: bool) -> usize {
    if whole { 0 } else { LINE / unit }
}

/// Reads a cache line of each of some columns, and writes whole lines of rows. `K` is
/// `LANE / U`.
///
/// A block of columns that evict each other's lines is `LINES` lines wide. It is a constant:
/// a variable slows other columns by a tenth.
///
/// # Safety
///
/// As the module `kernels` requires, and the transpose [fills lines](fills_lines).
pub(super) struct LineTranspose<V, const U: usize, const K: usize, const LINES: usize>(
    PhantomData<V>,
);

impl<V: Vector, const U: usize, const K: usize, const LINES: usize> Task<Nest<'_>>
    for LineTranspose<V, U, K, LINES>
{
    #[inline(always)]
    unsafe fn execute(nest: &Nest<'_>, at: At) {
        let RowsColumns { rows, columns } = RowsColumns::of::<U>(nest);
        let mut buffer = LineBuffer::new();
        let blocks = (rows.extent * U).div_ceil(BLOCK_COLUMN_BYTES);
        let meet = conflict(columns.src);
        repeated!(nest, at, |at| {
            let whole = |bytes: usize| bytes.is_multiple_of(LINE);
            let whole = whole(at.dst.addr()) && whole(rows.dst) && whole(columns.extent * U);
            let past = past(U, whole);
            let most = if meet { LINES * LINE / U } else { usize::MAX };
            let most = MAX_WRITTEN_COLUMNS.min(most);
            let width = most.min(columns.extent - past);
            for block in 0..blocks {
                let start = rows.part(block, blocks);
                let height = rows.part(block + 1, blocks) - start;
                let at = at.step(start, &rows);
                each_group!(width, columns.extent - past, |column| {
                    let at = at.step(column, &columns);
                    let ends = Ends {
                        first: column == 0,
                        last: column + width + past == columns.extent,
                        past,
                    };
                    each_group!(LINE / U, height, |row| {
                        let continues = row * U + PREFETCH_DISTANCE < height * U;
                        let ahead = if continues || width == columns.extent {
                            PREFETCH_DISTANCE
                        } else {
                            (width * columns.src + PREFETCH_DISTANCE).wrapping_sub(height * U)
                        };
                        let At { mut src, dst } = at.step(row, &rows);
                        let mut columns = Axis {
                            extent: width + past,
                            ..columns
                        };
                        for column in 0..columns.extent {
                            prefetch_line(
                                src.wrapping_add(ahead.wrapping_add(column * columns.src)),
                            );
                        }
                        if meet {
                            // SAFETY: a line of rows in each of these columns:
                            // at most `MAX_WRITTEN_COLUMNS`, and `past`, which are at most
                            // `MAX_COLUMNS` together.
                            src = unsafe { buffer.fill::<V>(src, &columns) };
                            columns.src = LineBuffer::PITCH;
                        }
                        let at = At { src, dst };
                        each_group!(K, LINE / U, |row| {
                            let at = at.step(row, &rows);
                            if const { U == 1 } || whole {
                                // SAFETY: a lane of rows in each column, which
                                // are lines of the destination.
                                unsafe { put_lines::<V, U, K>(at, &columns, rows.dst) }
                            } else {
                                // SAFETY: a lane of rows in each column, and
                                // in the destination no more than these.
                                unsafe { put_rows::<V, U, K>(at, &columns, rows.dst, ends) }
                            }
                        });
                    });
                });
            }
        });
    }
}

/// Transposes a lane of each column to whole lines of `K` rows, `pitch` bytes apart.
///
/// # Safety
///
/// The processor has the vector, of half a line. A lane can be read in each of the `columns`,
/// at least a line of units, from `at.src`; these columns can be written in the `K` rows from
/// `at.dst`, which begin at multiples of a line and are whole lines.
#[inline(always)]
unsafe fn put_lines<V: Vector, const U: usize, const K: usize>(
    at: At,
    columns: &Axis,
    pitch: usize,
) {
    each_group!(LINE / U, columns.extent, |column| {
        let at = at.step(column, columns);
        // SAFETY: a lane in each column of two vectors, and in each row a line,
        // which the caller promises begins there.
        unsafe { line_of_tiles::<V, U, K, true>(at, columns.src, pitch) }
    });
}

/// Which bytes of a row a block writes, if rows begin and end within lines: the lines that
/// begin in its columns, without the `past` columns. The `first` block also writes the
/// row's partial first line, the `last` block its partial last line.
#[derive(Clone, Copy)]
struct Ends {
    first: bool,
    last: bool,
    past: usize,
}

/// Transposes a lane of each column to `K` rows, `pitch` bytes apart, that begin within
/// lines.
///
/// # Safety
///
/// The processor has the vector. A lane can be read in each of the `columns`, from a vector of
/// units to `MAX_COLUMNS`, from `at.src`; in each of the `K` rows from `at.dst`, the bytes that
/// [`Ends`] says can be written. `past` is a line of units.
#[inline(always)]
unsafe fn put_rows<V: Vector, const U: usize, const K: usize>(
    at: At,
    columns: &Axis,
    pitch: usize,
    Ends { first, last, past }: Ends,
) {
    let mut rows = Rows([MaybeUninit::uninit(); _]);
    let rows = rows.0.as_mut_ptr().cast::<u8>();
    let len = columns.extent * U;
    each_group!(V::BYTES / U, columns.extent, |column| {
        let src = at.src.wrapping_add(column * columns.src);
        // SAFETY: a lane in each column of a vector.
        let vectors = unsafe { rows_of_tile::<V, U, K>(src, columns.src) };
        unrolled!(K, |k| {
            let to = rows.wrapping_add(k * len + column * U);
            // SAFETY: `K` rows of at most `MAX_COLUMNS` columns are at most `LANE *
            // MAX_COLUMNS` bytes.
            unsafe { vectors[k].store(to) }
        });
    });
    for row in 0..K {
        let at = At {
            src: rows.wrapping_add(row * len),
            dst: at.dst.wrapping_add(row * pitch),
        };
        let to_line = at.dst.addr().wrapping_neg() % LINE;
        let start = if first { 0 } else { to_line };
        let end = if last { len } else { to_line + len - past * U };
        // SAFETY: `to_line` is less than the bytes of the columns `past`, so
        // the end is within the row.
        unsafe { lines::<V>(end - start, at.plus(start, start), 0) }
    }
}
