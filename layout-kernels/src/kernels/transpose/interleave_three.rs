//! Interleaving by three: transposes of three columns that are contiguous in the
//! destination, such as planes of colours to pixels.
//! [`padded_groups`](super::padded_groups) has the inverse, and other numbers; this
//! is faster because it writes whole lanes only.

use core::marker::PhantomData;

use super::RowsColumns;
use super::padded_groups::prefetch_groups;
use crate::kernels::{At, LANE};
use crate::plan::Nest;
use crate::simd::{Task, Vector};

const THREE: usize = 3;

/// Whether a loop has three steps of units smaller than a lane, which are
/// contiguous on the other side with groups `pitch` bytes apart.
#[inline(always)]
pub(super) const fn are_three(extent: usize, unit: usize, pitch: usize) -> bool {
    extent == THREE && unit < LANE && pitch == THREE * unit
}

/// The distance of the lanes of a vector, where three vectors are contiguous as
/// groups.
const PITCH: usize = THREE * LANE;

/// Reads three columns, along the source, and writes groups. There is at least a
/// vector of rows.
pub(super) struct InterleaveThree<V>(PhantomData<V>);

impl<V: Vector> Task<Nest<'_>> for InterleaveThree<V> {
    #[inline(always)]
    unsafe fn run(nest: &Nest<'_>, at: At) {
        let (unit, RowsColumns { rows, columns }) = RowsColumns::with_unit(nest);
        // SAFETY: the processor has the vector.
        let orders = unsafe { orders::<V>(&INTO_GROUPS[unit.ilog2() as usize]) };
        repeated!(nest, at, |at| {
            each_group!(V::BYTES / unit, rows.extent, |row| {
                let At { src, dst } = at.step(row, &rows);
                // SAFETY: in the first column, a vector of units.
                let mut vectors = [unsafe { V::load(src) }; THREE];
                unrolled!(THREE - 1, |k| {
                    let from = src.wrapping_add((k + 1) * columns.src);
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

/// The bytes of three vectors that their orders choose.
#[inline(always)]
fn chosen<V: Vector>(vectors: [V; THREE], orders: [V; THREE]) -> V {
    let mut chosen = vectors[0].shuffle_lanes(orders[0]);
    unrolled!(THREE - 1, |k| {
        chosen = chosen.or(vectors[k + 1].shuffle_lanes(orders[k + 1]));
    });
    chosen
}

/// For each of three results, the bytes that it takes of each of three vectors.
type Orders = [[[u8; LANE]; THREE]; THREE];

/// Those for units of 1, 2, 4 and 8 bytes.
static INTO_GROUPS: [Orders; 4] = [choices(1), choices(2), choices(4), choices(8)];

/// No byte.
const NONE: u8 = 0x80;

/// The orders that make vectors of units of `size` bytes into groups, whose
/// thirds are the results.
const fn choices(size: usize) -> Orders {
    let mut orders = [[[NONE; LANE]; THREE]; THREE];
    let mut byte = 0;
    while byte < THREE * LANE {
        let (unit, within) = (byte / size, byte % size);
        // Which vector a byte is in, and where: as groups, and as units.
        let to = (byte / LANE, byte % LANE);
        let from = (unit % THREE, unit / THREE * size + within);
        orders[to.0][from.0][to.1] = from.1 as u8;
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
    let any = unsafe { V::load_lanes(orders[0][0].as_ptr(), 0) };
    let mut vectors = [[any; THREE]; THREE];
    unrolled!(THREE * THREE, |i| {
        let (result, from) = (i / THREE, i % THREE);
        // SAFETY: the same.
        vectors[result][from] = unsafe { V::load_lanes(orders[result][from].as_ptr(), 0) };
    });
    vectors
}
