//! Transposes of many rows and columns past the caches: whole cache lines of
//! both sides.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::Loops;
use super::tiles::rows_of_tile;
use crate::relayout::kernels::{At, LANE, LINE, put_line};
use crate::relayout::nest::Nest;
use crate::relayout::vector::{Task, Vector};

/// The most columns that are read side by side: about as many as the processor
/// foresees.
const COLUMNS: usize = 32;

/// From column to column in the buffer: an odd number of lanes, so that they
/// don't meet in few sets of a cache as those of the source may.
const PITCH: usize = LINE + LANE;

/// Whether units of `unit` bytes have lines of so few columns.
#[inline(always)]
pub(in crate::relayout) const fn has_lines(unit: usize) -> bool {
    unit * COLUMNS >= LINE
}

/// Transposes by a cache line of each of some columns, through a buffer. There
/// is no less than a line along either side. `K` is `LANE / U`.
pub(super) struct Lines<V, const U: usize, const K: usize>(PhantomData<V>);

impl<V: Vector, const U: usize, const K: usize> Task for Lines<V, U, K> {
    #[inline(always)]
    unsafe fn run(nest: &Nest, at: At) {
        let Loops {
            repeats,
            rows,
            columns,
        } = Loops::of::<U>(nest);
        let mut buffer = MaybeUninit::<[u8; COLUMNS * PITCH]>::uninit();
        let buffer = buffer.as_mut_ptr().cast::<u8>();
        let width = columns.extent.min(COLUMNS).min(2 * LINE / U);
        repeated!(repeats, at, |at| {
            each_group!(width, columns.extent, |column| {
                let at = at.step(column, &columns);
                each_group!(LINE / U, rows.extent, |row| {
                    let At { src, dst } = at.step(row, &rows);
                    for column in 0..width {
                        let from = src.wrapping_add(column * columns.src);
                        let to = buffer.wrapping_add(column * PITCH);
                        // SAFETY: a line of the column; `width` places of
                        // `PITCH` bytes are at most the buffer.
                        unsafe { copy_line::<V>(from, to) }
                    }
                    each_group!(K, LINE / U, |row| {
                        each_group!(LINE / U, width, |column| {
                            let from = buffer.wrapping_add(row * U + column * PITCH);
                            let to = dst.wrapping_add(row * rows.dst + column * U);
                            // SAFETY: a lane of each of a line of columns, which
                            // are all in the buffer; in each row, a line of the
                            // destination, where lines begin because the nest
                            // fills them.
                            unsafe { transpose::<V, U, K>(from, to, rows.dst) }
                        });
                    });
                });
            });
        });
    }
}

/// Copies a cache line.
#[inline(always)]
unsafe fn copy_line<V: Vector>(from: *const u8, to: *mut u8) {
    unrolled!(LINE / V::BYTES, |i| {
        // SAFETY: the caller promises a line.
        let vector = unsafe { V::load(from.wrapping_add(i * V::BYTES)) };
        // SAFETY: the same.
        unsafe { vector.store(to.wrapping_add(i * V::BYTES)) }
    });
}

/// Transposes `K` rows of a cache line each, out of the buffer.
#[inline(always)]
unsafe fn transpose<V: Vector, const U: usize, const K: usize>(
    from: *const u8,
    to: *mut u8,
    pitch: usize,
) {
    // SAFETY: a lane in each column of a vector.
    let first = unsafe { rows_of_tile::<V, U, K>(from, PITCH) };
    let mut second = first;
    if V::BYTES < LINE {
        let from = from.wrapping_add(V::BYTES / U * PITCH);
        // SAFETY: the same in the other half of the columns.
        second = unsafe { rows_of_tile::<V, U, K>(from, PITCH) };
    }
    unrolled!(K, |k| {
        let to = to.wrapping_add(k * pitch);
        // SAFETY: in each row, a line, which the caller promises begins there.
        unsafe { put_line(first[k], second[k], to) }
    });
}
