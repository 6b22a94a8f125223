//! Interleaving by three: transposes of three columns that are contiguous in the
//! destination, such as planes of colours to pixels. Each lane of the result takes bytes of
//! all three columns: three byte shuffles and two `or`s.
//! [`padded_groups`](super::padded_groups) has the inverse, and other numbers of columns;
//! this kernel is faster because it writes whole lanes only.
//!
//! Without it, planes of u8 to pixels of RGB take 3.1 to 4.9 times as long.

use core::marker::PhantomData;

use super::RowsColumns;
use super::padded_groups::prefetch_groups;
use crate::kernels::{At, LANE};
use crate::plan::Nest;
use crate::simd::{NONE, Task, Vector};

const THREE: usize = 3;

/// Returns true if a loop is three units of less than a lane that are contiguous in the
/// destination, in groups `pitch` bytes apart.
#[inline(always)]
pub(super) const fn are_three(extent: usize, unit: usize, pitch: usize) -> bool {
    extent == THREE && unit < LANE && pitch == THREE * unit
}

/// The distance in bytes between the lanes of a vector in memory: each lane's group of
/// three lanes is contiguous.
const PITCH: usize = THREE * LANE;

/// Reads three columns, along the source, and writes groups of three units.
///
/// # Safety
///
/// As the module `kernels` requires. There is at least a vector of rows, and columns
/// [are three](are_three).
pub(super) struct InterleaveThree<V>(PhantomData<V>);

impl<V: Vector> Task<Nest<'_>> for InterleaveThree<V> {
    #[inline(always)]
    unsafe fn execute(nest: &Nest<'_>, at: At) {
        let (unit, RowsColumns { rows, columns }) = RowsColumns::with_unit(nest);
        // SAFETY: the processor has the vector.
        let orders = unsafe { orders::<V>(&INTO_GROUPS[unit.ilog2() as usize]) };
        repeated!(nest, at, |at| {
            each_group!(V::BYTES / unit, rows.extent, |row| {
                let At { src, dst } = at.step(row, &rows);
                // SAFETY: in the first column, a vector of units.
                let mut vectors = [unsafe { V::load(src) }; THREE];
                unrolled!(THREE - 1, |k| {
                    let from = src.wrapping_add(columns.src.wrapping_mul(k + 1));
                    // SAFETY: the same in the other columns.
                    vectors[k + 1] = unsafe { V::load(from) };
                });
                prefetch_groups(dst, THREE * V::BYTES);
                unrolled!(THREE, |k| {
                    let third = chosen(vectors, orders[k]);
                    // SAFETY: a third of the groups of each lane.
                    unsafe { third.store_lanes(dst.wrapping_add(k * LANE), PITCH) }
                });
            });
        });
    }
}

/// One lane of the result: the bytes that `orders` select from three vectors.
#[inline(always)]
fn chosen<V: Vector>(vectors: [V; THREE], orders: [V; THREE]) -> V {
    let mut chosen = vectors[0].shuffle_lanes(orders[0]);
    unrolled!(THREE - 1, |k| {
        chosen = chosen.or(vectors[k + 1].shuffle_lanes(orders[k + 1]));
    });
    chosen
}

/// `orders[result][column]` is the byte shuffle that puts bytes of a column into a result.
type Orders = [[[u8; LANE]; THREE]; THREE];

/// The orders for units of 1, 2, 4 and 8 bytes.
static INTO_GROUPS: [Orders; 4] = [choices(1), choices(2), choices(4), choices(8)];

/// Returns the orders that interleave three lanes of units of `size` bytes; the results are the
/// thirds of their groups.
const fn choices(size: usize) -> Orders {
    let mut orders = [[[NONE; LANE]; THREE]; THREE];
    let mut byte = 0;
    while byte < THREE * LANE {
        let (unit, within) = (byte / size, byte % size);
        // The vector and the offset of this byte, in the interleaved groups and in the
        // columns.
        let to = (byte / LANE, byte % LANE);
        let from = (unit % THREE, unit / THREE * size + within);
        orders[to.0][from.0][to.1] = from.1 as u8;
        byte += 1;
    }
    orders
}

/// Loads the orders, repeated in each lane of a vector.
///
/// # Safety
///
/// The processor has the vector.
#[inline(always)]
unsafe fn orders<V: Vector>(orders: &Orders) -> [[V; THREE]; THREE] {
    // SAFETY: an order has the bytes of a lane, which is all lanes.
    let any = unsafe { V::load_lanes(orders[0][0].as_ptr(), 0) };
    let mut vectors = [[any; THREE]; THREE];
    unrolled!(THREE * THREE, |i| {
        let (result, from) = (i / THREE, i % THREE);
        // SAFETY: the same.
        vectors[result][from] = unsafe { V::load_lanes(orders[result][from].as_ptr(), 0) };
    });
    vectors
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::{INTO_GROUPS, LANE, NONE, THREE, choices};

    /// Three columns of different bytes, of which one unit each is taken in turn.
    #[test]
    fn one_unit_of_each_column_in_turn() {
        let columns: [Vec<u8>; THREE] =
            [0, 1, 2].map(|column| (0..LANE as u8).map(|byte| 16 * column + byte).collect());
        for size in [1, 2, 4, 8] {
            let orders = choices(size);
            assert_eq!(orders, INTO_GROUPS[size.ilog2() as usize]);
            let units = (0..LANE / size).flat_map(|unit| {
                columns
                    .iter()
                    .map(move |column| &column[unit * size..][..size])
            });
            let expected: Vec<u8> = units.flatten().copied().collect();
            for (third, orders) in expected.chunks(LANE).zip(orders) {
                let chosen = (0..LANE).map(|to| {
                    let bytes =
                        columns
                            .iter()
                            .zip(&orders)
                            .map(|(column, order)| match order[to] {
                                NONE => 0,
                                from => column[from as usize],
                            });
                    bytes.fold(0, |chosen, byte| chosen | byte)
                });
                assert!(chosen.eq(third.iter().copied()), "units of {size} bytes");
            }
        }
    }
}
