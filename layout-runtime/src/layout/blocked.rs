//! Blocked formats: an outer order of the dimensions, then blocks within.

use layout_core::spec::error_kind::ErrorKind;
use layout_core::spec::{Dims, MAX_RANK, MAX_TILES, Spec, Tile, reversed};

/// Returns the spec of a blocked format of the array of `spec`.
///
/// The first tile has, for each dimension, the product of its blocks. If the blocks'
/// dimensions ascend in the outer order, this tile also has the blocks in their order.
/// Otherwise it leaves the longest ascending prefix of blocks as tile coordinates for the
/// next tile, which has the remaining product of each dimension.
pub(crate) const fn blocked_spec(
    mut spec: Spec,
    outer: &[usize],
    blocks: &[(usize, usize)],
) -> Result<Spec, ErrorKind> {
    let rank = spec.dims.len();
    if outer.len() != rank {
        let found = outer.len();
        return Err(ErrorKind::OrderCount { found, rank });
    }
    let mut outer_axis = [MAX_RANK; MAX_RANK]; // of each dimension
    let mut i = 0;
    while i < rank {
        let entry = outer[i];
        if entry >= rank {
            return Err(ErrorKind::OrderRange { entry, rank });
        }
        outer_axis[entry] = i;
        i += 1;
    }
    spec.minor_to_major = reversed(&Dims::from_slice(outer)); // the validator sees repetitions
    let mut size = [1usize; MAX_RANK]; // of the blocks that are left, of each dimension
    i = 0;
    while i < blocks.len() {
        let (dim, block) = blocks[i];
        if dim >= rank {
            return Err(ErrorKind::OrderRange { entry: dim, rank });
        }
        size[dim] = match size[dim].checked_mul(block) {
            Some(0) => return Err(ErrorKind::ZeroTile),
            Some(size) => size,
            None => return Err(ErrorKind::TileTooLarge { entry: block }),
        };
        i += 1;
    }
    let mut first = 0;
    while first < rank && size[outer[first]] == 1 {
        first += 1;
    }
    if first == rank {
        return Ok(spec);
    }
    let mut at = 0;
    loop {
        if spec.tiles.is_full() {
            return Err(ErrorKind::TooManyTiles { limit: MAX_TILES });
        }
        let mut tile = Tile::EMPTY;
        i = first;
        while i < rank {
            tile.push(size[outer[i]]);
            i += 1;
        }
        spec.tiles.push(tile);
        let mut end = at + 1;
        while end < blocks.len() && outer_axis[blocks[end].0] > outer_axis[blocks[end - 1].0] {
            end += 1;
        }
        if end >= blocks.len() {
            return Ok(spec);
        }
        while at < end {
            size[blocks[at].0] /= blocks[at].1;
            at += 1;
        }
    }
}
