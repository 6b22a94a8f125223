//! The layout of one tile of the first level.

use layout_core::spec::tiling::{self, Stage};
use layout_core::spec::{COMBINE, Dims, PhysicalDims, Spec, Tile, TileList};

use crate::layout::Layout;
use crate::layout::error::RegionError;

/// Returns the layout of one tile; unknown extents count as large.
pub(crate) const fn tile_layout(whole: &Spec) -> Result<Layout, RegionError> {
    if !later_tiles_stay_within(whole) {
        return Err(RegionError::SplitTiles);
    }
    let mut dims = Dims::EMPTY;
    let mut later = TileList::new(Tile::EMPTY);
    if !whole.tiles.is_empty() {
        let first = whole.tiles.at(0);
        let mut k = 0;
        while k < first.len() {
            if first.at(k) != COMBINE {
                dims.push(first.at(k));
            }
            k += 1;
        }
        let mut t = 1;
        while t < whole.tiles.len() {
            later.push(whole.tiles.at(t));
            t += 1;
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
        Err(_) => panic!("a tile is no larger than the array that it holds a part of"),
    }
}

/// Returns true if each tile of the first level is a contiguous range of the buffer: no
/// later tile splits the tile coordinates, so they stay the most major
/// dimensions. Unknown extents count as large.
pub(crate) const fn later_tiles_stay_within(spec: &Spec) -> bool {
    if spec.tiles.len() <= 1 {
        return true;
    }
    let mut dims = spec.untiled_dims();
    let mut numbers = tiling::tile_counts(spec);
    let mut level = 0;
    while level < spec.tiles.len() {
        let tile = spec.tiles.at(level);
        let Some(stage) = tiling::stage(&dims, &tile) else {
            return false;
        };
        if level > 0 {
            let Some(kept) = unsplit(numbers, &stage, &tile) else {
                return false;
            };
            numbers = kept;
        }
        dims = stage.after();
        level += 1;
    }
    true
}

/// Returns the tile coordinates after a later tile, which are still the most major dimensions;
/// `None` where the tile splits one of them.
const fn unsplit(mut numbers: PhysicalDims, stage: &Stage, tile: &Tile) -> Option<PhysicalDims> {
    let mut i = 0;
    while i < stage.ones {
        numbers.insert(0, 1);
        i += 1;
    }
    let mut kept = PhysicalDims::new(0);
    i = 0;
    while i < numbers.len() {
        let number = numbers.at(i);
        let entry = match i.checked_sub(stage.untouched) {
            Some(k) => tile.at(k),
            None => 1,
        };
        if entry != 1 && number != 1 {
            return None;
        }
        if entry != COMBINE {
            kept.push(number);
        }
        i += 1;
    }
    Some(kept)
}
