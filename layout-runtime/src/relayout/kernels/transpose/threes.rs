//! Transposes of three rows or three columns that lie together on the other
//! side, such as the colours of pixels to and from planes: what
//! [`groups`](super::groups) are for powers of two.

use core::marker::PhantomData;

use super::Loops;
use crate::relayout::kernels::{At, LANE};
use crate::relayout::nest::Nest;
use crate::relayout::vector::{Task, Vector};
use crate::relayout::walk::Walk;

const THREE: usize = 3;

/// Whether so many steps of a loop are three units of less than a lane that lie
/// together on the other side, where groups are `pitch` bytes apart.
#[inline(always)]
pub(super) const fn are_three(extent: usize, unit: usize, pitch: usize) -> bool {
    extent == THREE && unit < LANE && pitch == THREE * unit
}

/// From lane to lane of a vector, where three vectors lie together as groups.
const PITCHES: [usize; 2] = [THREE * LANE, 2 * THREE * LANE];

/// Reads three columns, along the source, and writes groups. There is at least a
/// vector of rows.
pub(super) struct Interleave<V, const U: usize>(PhantomData<V>);

impl<V: Vector, const U: usize> Task for Interleave<V, U> {
    #[inline(always)]
    unsafe fn run(nest: &Nest, at: At) {
        let Loops { rows, columns } = Loops::of::<U>(nest);
        // SAFETY: the processor has the vector.
        let orders = unsafe { orders::<V>(const { &interleaving::<U>() }) };
        repeated!(nest, at, |at| {
            each_group!(V::BYTES / U, rows.extent, |row| {
                let At { src, dst } = at.step(row, &rows);
                // SAFETY: in the first column, a vector of units.
                let mut vectors = [unsafe { V::load(src) }; THREE];
                unrolled!(THREE - 1, |k| {
                    let from = src.wrapping_add((k + 1) * columns.src);
                    // SAFETY: the same in the other columns.
                    vectors[k + 1] = unsafe { V::load(from) };
                });
                unrolled!(THREE, |k| {
                    let third = joined(vectors, orders[k]);
                    // SAFETY: a third of the groups of each lane.
                    unsafe { third.store_lanes(dst.wrapping_add(k * LANE), PITCHES) }
                });
            });
        });
    }
}

/// Reads groups and writes three rows, along the destination. There is at least
/// a vector of columns.
pub(super) struct Deinterleave<V, const U: usize>(PhantomData<V>);

impl<V: Vector, const U: usize> Task for Deinterleave<V, U> {
    #[inline(always)]
    unsafe fn run(nest: &Nest, at: At) {
        let Loops { rows, columns } = Loops::of::<U>(nest);
        // SAFETY: the processor has the vector.
        let orders = unsafe { orders::<V>(const { &taking_apart::<U>() }) };
        repeated!(nest, at, |at| {
            each_group!(V::BYTES / U, columns.extent, |column| {
                let At { src, dst } = at.step(column, &columns);
                // SAFETY: the first third of the groups of each lane.
                let mut thirds = [unsafe { V::load_lanes(src, PITCHES) }; THREE];
                unrolled!(THREE - 1, |k| {
                    let from = src.wrapping_add((k + 1) * LANE);
                    // SAFETY: the other thirds.
                    thirds[k + 1] = unsafe { V::load_lanes(from, PITCHES) };
                });
                unrolled!(THREE, |k| {
                    let row = joined(thirds, orders[k]);
                    // SAFETY: in each row, a vector of units.
                    unsafe { row.store(dst.wrapping_add(k * rows.dst)) }
                });
            });
        });
    }
}

/// The bytes of three vectors that their orders choose.
#[inline(always)]
fn joined<V: Vector>(vectors: [V; THREE], orders: [V; THREE]) -> V {
    let mut joined = vectors[0].shuffle_lanes(orders[0]);
    unrolled!(THREE - 1, |k| {
        joined = joined.or(vectors[k + 1].shuffle_lanes(orders[k + 1]));
    });
    joined
}

/// For each of three results, the bytes that it takes of each of three vectors.
type Orders = [[[u8; LANE]; THREE]; THREE];

/// No byte.
const NONE: u8 = 0x80;

/// Result `k` is third `k` of the groups.
const fn interleaving<const U: usize>() -> Orders {
    let mut orders = [[[NONE; LANE]; THREE]; THREE];
    let mut byte = 0;
    while byte < THREE * LANE {
        let (unit, within) = (byte / U, byte % U);
        let (group, column) = (unit / THREE, unit % THREE);
        orders[byte / LANE][column][byte % LANE] = (group * U + within) as u8;
        byte += 1;
    }
    orders
}

/// Result `k` is unit `k` of each group.
const fn taking_apart<const U: usize>() -> Orders {
    let mut orders = [[[NONE; LANE]; THREE]; THREE];
    let mut byte = 0;
    while byte < THREE * LANE {
        let (unit, within) = (byte / U, byte % U);
        let (group, row) = (unit / THREE, unit % THREE);
        orders[row][byte / LANE][group * U + within] = (byte % LANE) as u8;
        byte += 1;
    }
    orders
}

/// The orders, the same for each lane of a vector.
///
/// # Safety
///
/// The processor has the vector.
#[inline(always)]
unsafe fn orders<V: Vector>(orders: &Orders) -> [[V; THREE]; THREE] {
    // SAFETY: an order has the bytes of a lane, which is all lanes.
    let any = unsafe { V::load_lanes(orders[0][0].as_ptr(), [0, 0]) };
    let mut vectors = [[any; THREE]; THREE];
    unrolled!(THREE * THREE, |i| {
        let (result, from) = (i / THREE, i % THREE);
        // SAFETY: the same.
        vectors[result][from] = unsafe { V::load_lanes(orders[result][from].as_ptr(), [0, 0]) };
    });
    vectors
}
