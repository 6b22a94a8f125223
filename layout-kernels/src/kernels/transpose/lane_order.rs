//! Byte orders (tables for byte shuffles) that interleave the pieces of a lane.

use crate::kernels::LANE;
use crate::simd::Vector;

/// The byte order that interleaves the units of `k` contiguous pieces of a lane: from `a0
/// a1 b0 b1` to `a0 b0 a1 b1`. With `inverse`, the order that undoes this.
const fn order(k: usize, unit: usize, inverse: bool) -> [u8; LANE] {
    let mut order = [0; LANE];
    let mut byte = 0;
    while byte < LANE {
        let (row, column, within) = (byte / unit / k, byte / unit % k, byte % unit);
        let apart = column * (LANE / k) + row * unit + within;
        if inverse {
            order[apart] = byte as u8;
        } else {
            order[byte] = apart as u8;
        }
        byte += 1;
    }
    order
}

/// The orders for units of 1, 2, 4 and 8 bytes.
pub(super) const fn orders(k: usize, inverse: bool) -> [[u8; LANE]; 4] {
    let mut all = [[0; LANE]; 4];
    let mut i = 0;
    while i < all.len() && k << i <= LANE {
        all[i] = order(k, 1 << i, inverse);
        i += 1;
    }
    all
}

/// Loads the order for units of `unit` bytes, repeated in each lane of a vector.
///
/// # Safety
///
/// The processor has the vector.
#[inline(always)]
pub(super) unsafe fn load_order<V: Vector>(orders: &[[u8; LANE]; 4], unit: usize) -> V {
    let order = &orders[unit.min(LANE / 2).ilog2() as usize];
    // SAFETY: an order has the bytes of a lane, which is all lanes.
    unsafe { V::load_lanes(order.as_ptr(), 0) }
}
