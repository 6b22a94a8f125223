//! The layout of one tile of the first level.

use layout_core::spec::{COMBINE, Dims, Spec};

use crate::layout::Layout;
use crate::layout::error::RegionError;

/// Returns the layout of one tile.
pub(crate) const fn tile_layout(whole: &Spec) -> Result<Layout, RegionError> {
    if !later_tiles_stay_within(whole) {
        return Err(RegionError::SplitTiles);
    }
    let mut dims = Dims::EMPTY;
    let mut later = whole.tiles;
    if !whole.tiles.is_empty() {
        let first = whole.tiles.at(0);
        later.remove(0);
        let mut k = 0;
        while k < first.len() {
            if first.at(k) != COMBINE {
                dims.push(first.at(k));
            }
            k += 1;
        }
    }
    let own = Spec {
        tiles: later,
        bits: whole.bits,
        space: whole.space,
        ..Spec::new(whole.element, dims)
    };
    match Layout::checked(own) {
        Ok(layout) => Ok(layout),
        // Only a buffer without tiles can be smaller than a tile.
        Err(_) => Err(RegionError::LargeTile),
    }
}

/// Returns true if each later tile splits only what is within the first one, so that a tile of the
/// first level is a contiguous range of the buffer.
pub(crate) const fn later_tiles_stay_within(spec: &Spec) -> bool {
    let (mut within, mut level) = (0, 0);
    while level < spec.tiles.len() {
        let tile = spec.tiles.at(level);
        if level > 0 && !stays_within(tile.as_slice(), within) {
            return false;
        }
        within += count_split(tile.as_slice());
        level += 1;
    }
    true
}

/// Returns true if a later tile splits only the last `within` dimensions, and merges none.
pub(crate) const fn stays_within(tile: &[usize], within: usize) -> bool {
    let mut i = 0;
    while i < tile.len() {
        if tile[i] == COMBINE || (tile[i] != 1 && tile.len() - i > within) {
            return false;
        }
        i += 1;
    }
    true
}

/// Returns the number of entries of a tile that split a dimension: all but `*`.
pub(crate) const fn count_split(tile: &[usize]) -> usize {
    let (mut count, mut i) = (0, 0);
    while i < tile.len() {
        count += (tile[i] != COMBINE) as usize;
        i += 1;
    }
    count
}
