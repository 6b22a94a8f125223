//! Transposes of many rows and columns whose units have 3 to 15 bytes, not a power of two:
//! for example, whole pixels of three bytes.
//!
//! Registers hold units padded to `P` bytes, the next power of two. With units of three
//! bytes, `P` is 4; `a1` is a byte of the unit in column `a` and row 1:
//!
//! ```text
//! load       a0 a0 a0|a1 a1 a1|a2 a2 a2|a3 a3 a3|a4 a4 a4|a5     the last four are not used
//! pad        a0 a0 a0 ..|a1 a1 a1 ..|a2 a2 a2 ..|a3 a3 a3 ..     a byte shuffle
//! network    a0 a0 a0 ..|b0 b0 b0 ..|c0 c0 c0 ..|d0 d0 d0 ..     of columns a to d: row 0 of 4
//! unpad      a0 a0 a0|b0 b0 b0|c0 c0 c0|d0 d0 d0|.. .. .. ..     a byte shuffle
//! ```
//!
//! A store writes the whole lane, and the store of the row's next lane overwrites the
//! padding. At the end of a row nothing follows, and stores write only the units. At the
//! end of a column, a load ends with the last unit.
//!
//! Without it, an image of u8 RGB from HWC to WHC takes 1.3 to 2.7 times as long.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::{RowsColumns, transposed};
use crate::kernels::{LANE, LINE};
use crate::plan::Nest;
use crate::simd::{At, NONE, Task, Vector, prefetch_soon};

/// The most rows and columns of a block. For units of three bytes these are one and a half
/// cache lines of each, because rows and columns begin and end within lines.
const MAX_BLOCK_SIDE: usize = 32;
/// The same for a tall nest that is larger than a second-level cache: a block then begins and
/// ends within fewer lines.
const MAX_TALL_BLOCK_SIDE: usize = 64;
const MIN_TALL_BYTES: usize = 4 << 20;

/// Transposes tiles of `K` rows by a vector of padded units. `K` is `LANE / P`.
///
/// # Safety
///
/// As [`padded_units`] requires; units have more than `P / 2` and less than `P` bytes.
pub(super) struct PaddedUnits<V, const P: usize, const K: usize>(PhantomData<V>);

impl<V: Vector, const P: usize, const K: usize> PaddedUnits<V, P, K> {
    /// True if the units of both lanes are stored at once: these are 12 bytes each.
    const JOINS: bool = P == 4 && V::BYTES > LANE;
}

impl<V: Vector, const P: usize, const K: usize> Task<Nest<'_>> for PaddedUnits<V, P, K> {
    #[inline(always)]
    unsafe fn execute(nest: &Nest<'_>, at: At) {
        let (unit, RowsColumns { rows, columns }) = RowsColumns::with_unit(nest);
        let bytes = rows.extent * columns.extent * unit;
        let most = if nest.tall && bytes >= MIN_TALL_BYTES {
            MAX_TALL_BLOCK_SIDE
        } else {
            MAX_BLOCK_SIDE
        };
        let (height, width) = (rows.extent.min(most), columns.extent.min(most));
        // How many columns of the next block are prefetched with each lane of rows.
        let share = (K * width).div_ceil(height);
        // The bytes of a lane in memory that follow its `K` units.
        let past = LANE - K * unit;
        // The bytes of the units that follow, which a store overwrites.
        let beyond = if Self::JOINS { 2 * past } else { past };
        // SAFETY: an order has the bytes of a lane, which is all lanes.
        let pad = unsafe { V::load_lanes(padding(unit, P, 0).as_ptr(), 0) };
        // SAFETY: the same.
        let pad_last = unsafe { V::load_lanes(padding(unit, P, past).as_ptr(), 0) };
        // SAFETY: the same.
        let unpad = unsafe { V::load_lanes(packing(unit, P).as_ptr(), 0) };
        let joining = joining(K * unit);
        // SAFETY: an order has the bytes of two lanes.
        let first = unsafe { V::load_lanes(joining[0].as_ptr(), LANE) };
        // SAFETY: the same.
        let second = unsafe { V::load_lanes(joining[1].as_ptr(), LANE) };
        repeated!(nest, at, |at| {
            each_group!(height, rows.extent, |first_row| {
                each_group!(width, columns.extent, |first_column| {
                    let next = at.step(first_row, &rows);
                    let next = next.step(first_column + width, &columns);
                    each_group!(K, height, |row| {
                        // A few lines per tile: all of a block at once would fill the line
                        // fill buffers.
                        let to = next.dst.wrapping_add(rows.dst.wrapping_mul(row));
                        prefetch_pieces(to, width * unit, K, rows.dst);
                        let from = next
                            .src
                            .wrapping_add((row / K * share).wrapping_mul(columns.src));
                        prefetch_pieces(from, height * unit, share, columns.src);
                        let row = first_row + row;
                        let is_last_row = (rows.extent - row - K) * unit < past;
                        let (back, order) = if is_last_row {
                            (past, pad_last)
                        } else {
                            (0, pad)
                        };
                        each_group!(V::BYTES / P, width, |column| {
                            let column = first_column + column;
                            let At { src, dst } = at.step(row, &rows).step(column, &columns);
                            let src = src.wrapping_sub(back);
                            let left = columns.extent - column - V::BYTES / P;
                            let pitch = columns.src;
                            // SAFETY: in each column of the vector, the caller promises a lane
                            // from `src`: `back` keeps it from going past the last row.
                            let vectors = unsafe { tile::<V, P, K>(src, pitch, order, unpad) };
                            unrolled!(K, |k| {
                                let to = dst.wrapping_add(rows.dst.wrapping_mul(k));
                                if left * unit < beyond {
                                    // SAFETY: in each row, the units of a vector.
                                    unsafe {
                                        put_exactly(vectors[k], K * unit, [first, second], to)
                                    }
                                } else if const { Self::JOINS } {
                                    // SAFETY: the same, and 8 bytes of the columns after
                                    // them.
                                    unsafe { vectors[k].join_twelves().store(to) }
                                } else {
                                    // SAFETY: the same, and less than a lane of
                                    // the columns after them.
                                    unsafe { vectors[k].store_lanes(to, K * unit) }
                                }
                            });
                        });
                    });
                });
            });
        });
    }
}

/// Prefetches `pieces` pieces of `len` bytes, `pitch` bytes apart, that are about to be
/// read or written. A piece that begins within a line finds this line in the cache, so the
/// prefetches begin with the next line.
#[inline(always)]
fn prefetch_pieces(first: *const u8, len: usize, pieces: usize, pitch: usize) {
    for piece in 0..pieces {
        let piece = first.wrapping_add(pitch.wrapping_mul(piece));
        for line in (0..len).step_by(LINE) {
            prefetch_soon(piece.wrapping_add(line + LINE - 1));
        }
    }
}

/// Loads `K` rows of a vector of columns, `pitch` bytes apart, and transposes them.
///
/// # Safety
///
/// The processor has the vector; a lane can be read in each of its columns, at the first
/// multiples of `pitch` after `from`.
#[inline(always)]
unsafe fn tile<V: Vector, const P: usize, const K: usize>(
    from: *const u8,
    pitch: usize,
    pad: V,
    unpad: V,
) -> [V; K] {
    // SAFETY: the caller promises a lane of each column of a vector; these are `K`
    // columns apart.
    let mut vectors = [unsafe { V::load_lanes(from, pitch.wrapping_mul(K)) }.shuffle_lanes(pad); K];
    unrolled!(K - 1, |k| {
        let from = from.wrapping_add(pitch.wrapping_mul(k + 1));
        // SAFETY: the same, other columns.
        vectors[k + 1] = unsafe { V::load_lanes(from, pitch.wrapping_mul(K)) }.shuffle_lanes(pad);
    });
    let mut vectors = transposed::<V, P, K>(vectors);
    unrolled!(K, |k| { vectors[k] = vectors[k].shuffle_lanes(unpad) });
    vectors
}

/// Stores the first `len` bytes of each lane contiguously, and nothing after them. The bytes
/// of two lanes are `joined` into two lanes that overlap.
///
/// # Safety
///
/// `len` is from 8 to 15, and `len` bytes for each lane of the vector can be written at `to`.
#[inline(always)]
unsafe fn put_exactly<V: Vector>(vector: V, len: usize, joined: [V; 2], to: *mut u8) {
    if const { V::BYTES > LANE } {
        let (first, second) = vector.join_lanes(vector);
        let both = first.shuffle_lanes(joined[0]);
        let both = both.or(second.shuffle_lanes(joined[1]));
        // SAFETY: the caller promises `2 * len` bytes for two lanes, where the first of
        // these begins and the second ends.
        return unsafe { both.store_lanes(to, 2 * len - LANE) };
    }
    let mut bytes = [MaybeUninit::<u8>::uninit(); LANE];
    let from = bytes.as_mut_ptr().cast::<u8>();
    // SAFETY: the buffer is a lane.
    unsafe { vector.store(from) }
    for start in [0, len - LANE / 2] {
        let to = to.wrapping_add(start);
        // SAFETY: the caller promises `len` bytes; this is half a lane of them.
        unsafe { to.copy_from_nonoverlapping(from.wrapping_add(start), LANE / 2) }
    }
}

/// Returns the byte orders that join the first `len` bytes of two lanes contiguously, as two
/// overlapping lanes: the first lane begins with these bytes, the second ends with them. One
/// order for the bytes of each source lane.
fn joining(len: usize) -> [[u8; 2 * LANE]; 2] {
    let mut orders = [[NONE; 2 * LANE]; 2];
    for lane in 0..2 {
        for byte in 0..LANE {
            let at = lane * (2 * len - LANE) + byte;
            orders[at / len][lane * LANE + byte] = (at % len) as u8;
        }
    }
    orders
}

/// Returns the byte order that pads units of `unit` bytes, from byte `start` on, to `padded`
/// bytes.
fn padding(unit: usize, padded: usize, start: usize) -> [u8; LANE] {
    let mut order = [NONE; LANE];
    for (at, byte) in order.iter_mut().enumerate() {
        if at % padded < unit {
            *byte = (start + at / padded * unit + at % padded) as u8;
        }
    }
    order
}

/// Returns the inverse of [`padding`] with `start` = 0.
fn packing(unit: usize, padded: usize) -> [u8; LANE] {
    let mut order = [NONE; LANE];
    for (at, byte) in order[..LANE / padded * unit].iter_mut().enumerate() {
        *byte = (at / unit * padded + at % unit) as u8;
    }
    order
}

/// Transposes units of `unit` bytes.
///
/// # Safety
///
/// As the module `kernels` requires. Units have 3 to 15 bytes, not a power of two, and
/// there are at least two lanes of rows, and of columns.
#[inline(always)]
pub(crate) unsafe fn padded_units<V: Vector>(unit: usize, nest: &Nest<'_>, at: At) {
    match unit {
        // SAFETY: the same loops.
        3 => unsafe { V::execute::<_, PaddedUnits<V, 4, 4>>(nest, at) },
        // SAFETY: the same loops.
        5..8 => unsafe { V::execute::<_, PaddedUnits<V, 8, 2>>(nest, at) },
        // SAFETY: the same loops.
        _ => unsafe { V::execute::<_, PaddedUnits<V, 16, 1>>(nest, at) },
    }
}
