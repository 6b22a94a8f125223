//! `TileGrid`: the tiles of the first level.

use core::ops::Range;

use crate::layout::{Index, Layout};
use crate::spec::tiling::{self, Stage};
use crate::spec::{COMBINE, Dims, PhysicalDims, Spec, Tile};

/// The tiles of the first level, numbered in the dimensions of the layout's
/// `tile_counts`: those that the first tile does not name, then tiles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TileGrid {
    /// The layout's `tile_counts`.
    pub(crate) counts: Dims,
    /// The size of a tile in each of them.
    entries: Dims,
    /// The tiled dimensions, without padding.
    extents: Dims,
    /// How many positions each tile takes, where these follow one another.
    stretch: Option<usize>,
}

impl TileGrid {
    pub(crate) fn new(layout: &Layout) -> Self {
        let spec = &layout.spec();
        let (tile, stage) = first_stage(spec, &spec.untiled_dims());
        // Dimensions that are merged with their padding have one extent.
        let extents = if tile.contains(&COMBINE) {
            stage.merged
        } else {
            first_stage(spec, &spec.physical_order(&spec.dims)).1.merged
        };
        let counts = layout.tile_counts();
        let mut entries = Dims::new(0);
        for i in 0..counts.len() {
            entries.push(stage.entry(i).unwrap_or(1));
        }
        let tiles: usize = counts.iter().product();
        let len: usize = layout.physical_dims().iter().product();
        TileGrid {
            counts: Dims::from_slice(&counts),
            entries,
            extents: Dims::from_slice(&extents),
            stretch: (tiles > 0 && later_tiles_stay_within(spec)).then(|| len / tiles),
        }
    }

    /// The number of tiles.
    pub(crate) fn len(&self) -> usize {
        self.counts.iter().product()
    }

    /// The index of tile number `number` in row-major order.
    pub(crate) fn index(&self, number: usize) -> Dims {
        split(number, &self.counts)
    }

    /// The number of the tile at an index; `None` out of bounds.
    pub(crate) fn number(&self, index: &[usize]) -> Option<usize> {
        let mut places = index.iter().zip(&self.counts);
        let number = places.try_fold(0, |number, (&place, &count)| {
            (place < count).then(|| number * count + place)
        })?;
        (index.len() == self.counts.len()).then_some(number)
    }

    /// The positions of tile number `number`, where they follow one another.
    pub(crate) fn positions(&self, number: usize) -> Option<Range<usize>> {
        let len = self.stretch?;
        Some(number * len..(number + 1) * len)
    }

    /// The extents of the part of a tile that is not padding.
    pub(crate) fn extents(&self, tile: &Dims) -> Dims {
        let mut extents = *tile;
        for (i, extent) in extents.as_mut().iter_mut().enumerate() {
            let start = *extent * self.entries[i];
            *extent = self.extents[i].saturating_sub(start).min(self.entries[i]);
        }
        extents
    }

    /// The logical index of an index within a tile; `None` for the tile's
    /// padding. With `PAD` it can be out of bounds.
    pub(crate) fn logical(&self, layout: &Layout, tile: &Dims, place: &Dims) -> Option<Index> {
        let spec = &layout.spec();
        let dims = spec.untiled_dims();
        let (entries, stage) = first_stage(spec, &dims);
        let mut cut = PhysicalDims::from_slice(tile);
        for &within in &place[stage.untouched..] {
            cut.push(within);
        }
        let index = stage.join(&cut, &entries, &dims)?;
        Some(tiling::logical(spec, &index))
    }
}

/// The parts of `number` in a mixed radix, the last one least.
pub(crate) fn split(number: usize, radix: &Dims) -> Dims {
    let mut parts = *radix;
    let mut rest = number;
    for part in parts.as_mut().iter_mut().rev() {
        let extent = *part;
        *part = rest % extent;
        rest /= extent;
    }
    parts
}

/// The first tile, met with dimensions; without one, a tile of no entries.
fn first_stage(spec: &Spec, dims: &PhysicalDims) -> (Tile, Stage) {
    let tile = spec.tiles.first().copied().unwrap_or(Tile::new(0));
    match tiling::stage(dims, &tile) {
        Some(stage) => (tile, stage),
        None => unreachable!("a checked layout's sizes can be counted"),
    }
}

/// Whether each tile of the first level is a contiguous range of the buffer: no
/// later tile splits the tile coordinates, so they stay the most major
/// dimensions.
fn later_tiles_stay_within(spec: &Spec) -> bool {
    let mut dims = spec.untiled_dims();
    let mut numbers = tiling::tile_counts(spec);
    for (level, tile) in spec.tiles.iter().enumerate() {
        if level > 0 {
            for _ in dims.len()..tile.len() {
                numbers.insert(0, 1);
            }
            let named = dims.len().saturating_sub(tile.len());
            let mut kept = PhysicalDims::new(0);
            for (i, &number) in numbers.iter().enumerate() {
                let entry = i.checked_sub(named).map_or(1, |k| tile[k]);
                if entry != 1 && number != 1 {
                    return false;
                }
                if entry != COMBINE {
                    kept.push(number);
                }
            }
            numbers = kept;
        }
        match tiling::stage(&dims, tile) {
            Some(stage) => dims = stage.after(),
            None => return false,
        }
    }
    true
}
