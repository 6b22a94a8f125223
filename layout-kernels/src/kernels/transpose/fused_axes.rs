//! Transposes of rows and columns at offsets of tables: either side may be two fused loops,
//! such as the colours of a pixel and then the pixels, and one side may be shorter than a
//! lane. Weights of 3 by 3 in a blocked format are nine rows of many columns:
//!
//! ```text
//! source                            destination
//!   from[0]   r0 r1 r2 .. r8          to[0]   c0 c1 c2 c3 c4 c5 c6 c7 ..
//!   from[1]   r0 r1 r2 .. r8          to[1]   c0 c1 c2 c3 c4 c5 c6 c7 ..
//!   from[2]   r0 r1 r2 .. r8           ..
//!    ..                               to[8]   c0 c1 c2 c3 c4 c5 c6 c7 ..
//! ```
//!
//! A tile loads a lane of each column at its offset, transposes in registers, and stores a
//! vector of each row at its offset.
//!
//! Without it, `bf16[128,64,7,7]` abcd to ABcd16b16a2b takes 5.6 times as long.

use core::marker::PhantomData;

use super::transposed;
use crate::kernels::runs::short_run;
use crate::kernels::{At, LANE, LINE};
use crate::plan::Axis;
use crate::plan::{Inner, Nest};
use crate::simd::{Task, Vector};

/// The 16-byte vector that a processor with `V` has.
type Lane<V> = <<V as Vector>::Half as Vector>::Half;

/// The most rows, and columns, of a block. It is a power of two, so that indices need no
/// bounds checks.
const MAX_OFFSETS: usize = 64;

/// Transposes blocks of at most [`MAX_OFFSETS`] rows and columns. `K` is `LANE / U`.
///
/// # Safety
///
/// As the module `kernels` requires, and one side has at least a lane.
pub(super) struct FusedAxes<V, const U: usize, const K: usize>(PhantomData<V>);

impl<V: Vector, const U: usize, const K: usize> Task<Nest<'_>> for FusedAxes<V, U, K> {
    #[inline(always)]
    unsafe fn execute(nest: &Nest<'_>, at: At) {
        const { assert!(<Lane<V> as Vector>::BYTES == LANE) };
        let Inner::Fused { rows, columns, .. } = *nest.inner else {
            unreachable!("only fused axes come here")
        };
        let extent = |axes: [Axis; 2]| axes[0].extent * axes[1].extent;
        let (along_src, along_dst) = (extent(rows), extent(columns));
        let (height, width) = (part(rows), part(columns));
        // Loads of short rows reach past them, but not past the end of the source, nor into gaps
        // that others may write.
        let is_short = along_src < K;
        let end = if nest.owns_src_gaps {
            at.src.addr() + nest_end(nest, &rows, &columns) + U
        } else {
            0
        };
        let mut spare = [0; MAX_OFFSETS * LANE];
        let (mut from, mut to) = (FusedOffsets::new(), FusedOffsets::new());
        repeated!(nest, at, |at| {
            each_group!(height, along_src, |row| {
                let below = to.fill(rows.map(|axis| (axis.extent, axis.dst)), row, height);
                each_group!(width, along_dst, |column| {
                    let beside = columns.map(|axis| (axis.extent, axis.src));
                    let beside = from.fill(beside, column, width);
                    let mut here = at.plus(beside + row * U, below + column * U);
                    let mut offsets = &from;
                    if is_short && here.src.addr() + from.largest + LANE > end {
                        for column in 0..width {
                            let src = here.src.wrapping_add(from.at(column));
                            let dst = spare.as_mut_ptr().wrapping_add(column * LANE);
                            // SAFETY: the caller promises the rows of each column, fewer than
                            // a lane; `spare` has a lane for each.
                            unsafe { short_run(along_src * U, At { src, dst }) }
                        }
                        (here.src, offsets) = (spare.as_ptr(), &LANES);
                    }
                    if width * U >= V::Tile::BYTES {
                        // SAFETY: in each column, a lane from its offset on: of its rows, or
                        // bytes before the end of a source that owns its gaps, or of `spare`. In each row,
                        // these columns.
                        unsafe { block::<V::Tile, U, K>(here, offsets, &to, height, width) }
                    } else {
                        // SAFETY: the same.
                        unsafe { block::<Lane<V>, U, K>(here, offsets, &to, height, width) }
                    }
                });
            });
        });
    }
}

/// Returns the offset of the last unit of the source.
#[inline(always)]
fn nest_end(nest: &Nest<'_>, rows: &[Axis; 2], columns: &[Axis; 2]) -> usize {
    let around = nest.repeats.into_iter().chain(nest.outer);
    let all = rows.iter().chain(columns).chain(around);
    all.map(|axis| (axis.extent - 1) * axis.src).sum()
}

/// How many steps of two fused loops a block has: whole first loops, if they are short.
#[inline(always)]
fn part([near, far]: [Axis; 2]) -> usize {
    let most = match near.extent {
        0..=MAX_OFFSETS => MAX_OFFSETS / near.extent * near.extent,
        _ => MAX_OFFSETS,
    };
    most.min(near.extent * far.extent)
}

/// The offsets of some steps of two fused loops on the side where their strides differ, from
/// the first of these steps. They wrap if they are negative.
struct FusedOffsets {
    /// Unused entries repeat the last one.
    table: [usize; MAX_OFFSETS],
    largest: usize,
    /// The number of steps before the second loop advances, at most all.
    until: usize,
}

/// Offsets of contiguous lanes.
const LANES: FusedOffsets = {
    let mut lanes = FusedOffsets::new();
    let mut i = 0;
    while i < MAX_OFFSETS {
        lanes.table[i] = i * LANE;
        i += 1;
    }
    lanes
};

impl FusedOffsets {
    const fn new() -> FusedOffsets {
        FusedOffsets {
            table: [0; MAX_OFFSETS],
            largest: 0,
            until: 0,
        }
    }

    #[inline(always)]
    fn at(&self, step: usize) -> usize {
        self.table[step % MAX_OFFSETS]
    }

    /// Fills the table with `count` steps from `first` on, unless it has them, and returns
    /// the offset of the first. Loops are `(extent, stride)`.
    #[inline(always)]
    fn fill(&mut self, loops: [(usize, usize); 2], first: usize, count: usize) -> usize {
        let [near, far] = loops;
        let step = first % near.0;
        let until = count.min(near.0 - step);
        if self.until != until {
            self.until = until;
            self.fill_anew(loops, count);
        }
        first / near.0 * far.1 + step * near.1
    }

    #[inline(never)] // because it is the same for all kernels
    fn fill_anew(&mut self, [near, far]: [(usize, usize); 2], count: usize) {
        let (mut last, mut step) = (0usize, near.0 - self.until);
        self.largest = 0;
        for (i, offset) in self.table[1..].iter_mut().enumerate() {
            if i + 1 < count {
                step += 1;
                last = if step == near.0 {
                    step = 0;
                    last.wrapping_add(far.1).wrapping_sub((near.0 - 1) * near.1)
                } else {
                    last.wrapping_add(near.1)
                };
                self.largest = (self.largest as isize).max(last as isize) as usize;
            }
            *offset = last;
        }
    }
}

/// Transposes a block by tiles of a lane of rows and a vector of columns. Tiles of bytes fill
/// a cache line of each row in turn; otherwise all rows of some columns come before the next
/// columns, whose addresses stay in registers.
///
/// # Safety
///
/// The processor has the vector. In each of the `width` columns, `height` units, but at least
/// a lane, can be read from its offset after `at.src`; in each of the `height` rows, `width`
/// units can be written. The columns are at least a vector, or less than a lane.
#[inline(always)]
unsafe fn block<V: Vector, const U: usize, const K: usize>(
    at: At,
    from: &FusedOffsets,
    to: &FusedOffsets,
    height: usize,
    width: usize,
) {
    let rows = height.min(K);
    let columns = width.min(V::BYTES / U);
    if const { U == 1 } {
        let line = width.min(LINE);
        each_group!(line, width, |start| {
            each_group!(rows, height, |row| {
                each_group!(columns, line, |column| {
                    let at = at.plus(0, (start + column) * U);
                    let tile = TileColumns::<K>::of(at.src, from, start + column);
                    // SAFETY: a vector of columns, or all of them, and a lane of rows, or all.
                    unsafe { tile.copy::<V, U>(at.dst, to, (row, rows), columns) }
                });
            });
        });
    } else {
        each_group!(columns, width, |column| {
            let at = at.plus(0, column * U);
            let tile = TileColumns::<K>::of(at.src, from, column);
            each_group!(rows, height, |row| {
                // SAFETY: a vector of columns, or all of them, and a lane of rows, or all.
                unsafe { tile.copy::<V, U>(at.dst, to, (row, rows), columns) }
            });
        });
    }
}

/// The columns of a tile. The lanes of vector `k` begin at `first[k]`, and `pitches[k]` after
/// it.
struct TileColumns<const K: usize> {
    first: [*const u8; K],
    pitches: [usize; K],
}

impl<const K: usize> TileColumns<K> {
    /// Columns `column` to `column + 2 * K` of a table; entries after its last column repeat it.
    #[inline(always)]
    fn of(src: *const u8, from: &FusedOffsets, column: usize) -> TileColumns<K> {
        let (mut first, mut pitches) = ([src; K], [0; K]);
        unrolled!(K, |k| {
            let offset = from.at(column + k);
            first[k] = src.wrapping_add(offset);
            pitches[k] = from.at(column + K + k).wrapping_sub(offset);
        });
        TileColumns { first, pitches }
    }

    /// Transposes `rows` rows from `row` on, and stores `columns` columns of each.
    ///
    /// # Safety
    ///
    /// The processor has the vector. From row `row` on, a lane can be read in each column; the
    /// columns can be written in each of the rows, which are at most a lane. They are a vector,
    /// or less than a lane.
    #[inline(always)]
    unsafe fn copy<V: Vector, const U: usize>(
        &self,
        dst: *mut u8,
        to: &FusedOffsets,
        (row, rows): (usize, usize),
        columns: usize,
    ) {
        let from = self.first[0].wrapping_add(row * U);
        // SAFETY: the caller promises the processor, and a lane of these columns.
        let mut vectors = [unsafe { V::load_lanes(from, self.pitches[0]) }; K];
        unrolled!(K - 1, |k| {
            let from = self.first[k + 1].wrapping_add(row * U);
            // SAFETY: the same of the next columns.
            vectors[k + 1] = unsafe { V::load_lanes(from, self.pitches[k + 1]) };
        });
        let vectors = transposed::<V, U, K>(vectors);
        if V::BYTES == LANE && columns < K {
            let mut lanes = [0; LANE * LANE];
            unrolled!(K, |k| {
                // SAFETY: `lanes` has a lane for each of at most 16 rows.
                unsafe { vectors[k].store(lanes.as_mut_ptr().wrapping_add(k * LANE)) }
            });
            for k in 0..rows {
                let at = At {
                    src: lanes.as_ptr().wrapping_add(k * LANE),
                    dst: dst.wrapping_add(to.at(row + k)),
                };
                // SAFETY: the columns of a row, fewer than a lane.
                unsafe { short_run(columns * U, at) }
            }
            return;
        }
        unrolled!(K, |k| {
            if k < rows {
                let to = dst.wrapping_add(to.at(row + k));
                // SAFETY: a vector of columns of one of the rows.
                unsafe { vectors[k].store(to) }
            }
        });
    }
}
