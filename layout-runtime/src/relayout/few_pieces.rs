//! Copies of a few contiguous pieces, without a layout: for a mapping that does not store
//! its layout, making one takes longer than the copy.

use layout_core::util::product::product;

use crate::view::iter::zip::pieces::{Lanes, Positions};

/// The most bytes, and the most pieces, that are copied this way.
const MAX_BYTES: usize = 1 << 14;
const MAX_PIECES: usize = 64;

/// Copies arrays of dimensions `dims` and of elements of `size` bytes. Copies nothing and
/// returns false unless they are few pieces that are contiguous on both sides.
pub(super) fn copy_few_pieces(
    size: usize,
    sides: [&dyn Positions; 2],
    dims: &[usize],
    from: &[u8],
    to: &mut [u8],
) -> bool {
    let elements = product(dims);
    if elements == 0 || elements > MAX_BYTES / size {
        return elements == 0;
    }
    let lanes = Lanes::new(sides, dims);
    let pieces = lanes.rows() * lanes.extent().div_ceil(lanes.shared_run());
    if !lanes.contiguous() || pieces > MAX_PIECES {
        return false;
    }
    lanes.each_piece(0..lanes.rows(), 0..lanes.extent(), &mut |piece| {
        let [src, dst] = [piece.positions[0] * size, piece.positions[1] * size];
        let len = piece.len * size;
        to[dst..][..len].copy_from_slice(&from[src..][..len]);
        true
    })
}
