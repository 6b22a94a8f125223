//! Byte orders (tables for byte shuffles) that interleave the pieces of a lane.

use crate::kernels::LANE;
use crate::simd::Vector;

/// Returns the byte order that interleaves the units of `k` contiguous pieces of a lane: from
/// `a0 a1 b0 b1` to `a0 b0 a1 b1`. With `inverse`, the order that undoes this.
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

/// Returns the orders for units of 1, 2, 4 and 8 bytes.
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

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::orders;
    use crate::kernels::LANE;

    /// Pieces of a lane, of which one unit each is taken in turn.
    #[test]
    fn one_unit_of_each_piece_in_turn() {
        let lane: Vec<u8> = (0..LANE as u8).collect();
        for k in [2, 4, 8, 16] {
            let (into, back) = (orders(k, false), orders(k, true));
            for i in 0..=(LANE / k).ilog2() as usize {
                let (unit, into, back) = (1 << i, into[i], back[i]);
                let pieces: Vec<_> = lane.chunks(LANE / k).collect();
                let rows = (0..LANE / k / unit)
                    .flat_map(|row| pieces.iter().map(move |piece| &piece[row * unit..][..unit]));
                assert!(rows.flatten().eq(&into), "{k} pieces, units of {unit}");
                assert!(into.iter().map(|&at| back[at as usize]).eq(0..LANE as u8));
            }
        }
    }
}
