//! `TileGrid`: the tiles of the first level.

mod contiguous;

use core::ops::Range;

use layout_core::spec::tiling::{self, Stage};
use layout_core::spec::{Dims, MAX_RANK, PhysicalDims, Spec, Tile};
use layout_core::util::arithmetic::product;
use layout_core::util::array_vec::ArrayVec;

use crate::layout::Layout;
use crate::layout::compact_spec::NestedTiles;
use crate::layout::ranges::Ranges;
use crate::layout::strides::split;
use crate::layout::tile_layout::later_tiles_stay_within;
pub(crate) use contiguous::{NestedGrid, Tiling};

/// The number of a tile, and its positions if they are contiguous.
pub(crate) type TileNumber = (usize, Option<Range<usize>>);

/// The tiles of the first level, numbered by the layout's `tile_counts`: first the
/// dimensions that the first tile has no entry for, then the tiled ones.
#[derive(Clone, Copy, Debug)]
pub struct TileGrid {
    /// The layout's `tile_counts`.
    pub(crate) counts: Dims,
    /// The size of a tile along each dimension of `counts`.
    entries: Dims,
    /// The sizes of these dimensions without padding.
    extents: Dims,
    /// Their logical dimensions, without the leading dimensions of size 1 that the tile adds;
    /// `None` where `*` merges dimensions.
    order: Option<ArrayVec<u8, MAX_RANK>>,
    /// The number of positions of each tile, if they are contiguous.
    stretch: Option<usize>,
    /// True if a tile's positions are in row-major order.
    row_major: bool,
}

impl TileGrid {
    pub(crate) const fn new(spec: &Spec) -> Self {
        let (tile, stage) = first_stage(spec, &spec.untiled_dims());
        let merges = stage.entries.len() < tile.len();
        // Dimensions that are merged with their padding have one extent.
        let extents = if merges || spec.pad.is_none() {
            stage.merged
        } else {
            first_stage(spec, &spec.physical_order(&spec.dims)).1.merged
        };
        let mut order = ArrayVec::new(0);
        let mut i = spec.minor_to_major.len();
        while i > 0 {
            i -= 1;
            order.push(spec.minor_to_major.at(i) as u8); // below `MAX_RANK`
        }
        let mut counts = stage.after();
        counts.truncate(stage.merged.len());
        let mut entries = Dims::EMPTY;
        while entries.len() < counts.len() {
            entries.push(match stage.entry(entries.len()) {
                Some(entry) => entry,
                None => 1,
            });
        }
        let tiles = product(counts.as_slice());
        let stretch = if tiles > 0 && later_tiles_stay_within(spec) {
            Some(product(tiling::physical_dims(spec).as_slice()) / tiles)
        } else {
            None
        };
        TileGrid {
            counts: Dims::from_slice(counts.as_slice()),
            entries,
            extents: Dims::from_slice(extents.as_slice()),
            order: if merges { None } else { Some(order) },
            stretch,
            // Dimensions that are merged with their padding have padding within a tile's extents.
            row_major: stretch.is_some()
                && spec.tiles.len() <= 1
                && !(merges && spec.pad.is_some()),
        }
    }

    /// Returns the same of nested tiles, which the array of dimensions `dims` in the order `order`,
    /// major to minor, has.
    fn of_nested(tiles: &NestedTiles, order: ArrayVec<u8, MAX_RANK>, dims: &[usize]) -> Self {
        let len = order.len().max(tiles.first.len());
        let mut extents = Dims::filled(1, len);
        let (mut entries, mut counts) = (extents, extents);
        for (i, &dim) in (len - order.len()..).zip(&order) {
            extents.set(i, dims[usize::from(dim)]);
        }
        for (i, &entry) in (len - tiles.first.len()..).zip(&tiles.first) {
            entries.set(i, entry);
        }
        for i in 0..len {
            counts.set(i, extents.at(i).div_ceil(entries.at(i)));
        }
        let has_tiles = !counts.contains(&0);
        TileGrid {
            counts,
            entries,
            extents,
            order: Some(order),
            stretch: has_tiles.then_some(tiles.len),
            row_major: has_tiles && tiles.single,
        }
    }

    /// Returns the logical dimension of number `i` of the counts; `None` where the tile adds it,
    /// and where `*` merges dimensions.
    pub(crate) fn dim(&self, i: usize) -> Option<usize> {
        let order = self.order.as_ref()?;
        let i = i.checked_sub(self.counts.len() - order.len())?;
        order.get(i).map(|&dim| usize::from(dim))
    }

    /// Returns the number of elements of tile number `number` if they are the first positions of
    /// the tile, in row-major order; otherwise 0. The tiles after it have as many, up to the second
    /// number.
    pub(crate) fn prefix(&self, number: usize) -> (usize, usize) {
        if !self.row_major {
            return (0, usize::MAX);
        }
        let index = self.index(number);
        let extents = self.extents(&index);
        let (mut len, mut is_prefix) = (1, true);
        for (&extent, &entry) in extents.iter().zip(&self.entries) {
            is_prefix &= len == 1 || extent == entry;
            len *= extent;
        }
        let alike = match (index.last(), self.extents.last(), self.entries.last()) {
            (Some(at), Some(extent), Some(entry)) => (extent / entry).saturating_sub(*at),
            _ => 1,
        };
        (if is_prefix { len } else { 0 }, number + alike.max(1))
    }

    /// Returns the number of tiles.
    pub(crate) fn len(&self) -> usize {
        product(&self.counts)
    }

    /// Returns the index of tile number `number` in row-major order.
    pub(crate) fn index(&self, number: usize) -> Dims {
        split(number, &self.counts)
    }

    /// Returns the number of the tile at an index; `None` out of bounds.
    #[inline]
    pub(crate) fn number(&self, index: &[usize]) -> Option<usize> {
        let is_index = index.len() == self.counts.len();
        is_index.then(|| number(index, self.counts.iter().copied()))?
    }

    /// Returns the number of the tile that has a position, if tiles are contiguous.
    pub(crate) fn number_at(&self, position: usize) -> Option<usize> {
        position.checked_div(self.stretch?)
    }

    /// Returns the number of the tile of the element at a logical index.
    pub(crate) fn number_of(&self, layout: &Layout, index: &[usize]) -> Option<usize> {
        let spec = &layout.spec();
        let (tile, stage) = first_stage(spec, &spec.untiled_dims());
        let physical = spec.physical_order(&Dims::from_slice(index));
        let mut coordinates = stage.split(&physical, &tile);
        coordinates.truncate(self.counts.len());
        self.number(&coordinates)
    }

    /// Returns the logical indices of a tile's elements in an array of dimensions `dims`; `None`
    /// where `*` merges dimensions.
    pub(crate) fn ranges(&self, tile: &Dims, dims: &[usize]) -> Option<Ranges> {
        let starts = self.unmerged(tile, &Dims::filled(0, tile.len()))?;
        let ends = self.unmerged(tile, &self.extents(tile))?;
        let ranges = starts.iter().zip(&ends).zip(dims);
        Some(Ranges::new(
            ranges.map(|((&start, &end), &dim)| start.min(dim)..end.min(dim)),
        ))
    }

    /// Returns the number of the tile at an index, and its positions if they are contiguous; `None`
    /// out of bounds.
    #[inline]
    pub(crate) fn at(&self, index: &[usize]) -> Option<TileNumber> {
        let number = self.number(index)?;
        Some((number, self.positions(number)))
    }

    /// Returns the positions of tile number `number`, if they are contiguous.
    #[inline]
    pub(crate) fn positions(&self, number: usize) -> Option<Range<usize>> {
        let len = self.stretch?;
        Some(number * len..(number + 1) * len)
    }

    /// Returns the extents of the part of a tile that is not padding.
    pub(crate) fn extents(&self, tile: &Dims) -> Dims {
        let mut extents = *tile;
        for (i, extent) in extents.as_mut().iter_mut().enumerate() {
            let start = *extent * self.entries[i];
            *extent = self.extents[i].saturating_sub(start).min(self.entries[i]);
        }
        extents
    }

    /// Returns the logical index of an index within the extents of a tile; `None` where `*` merges
    /// dimensions. With `PAD` that of a tile's corner can be out of bounds.
    #[inline]
    pub(crate) fn unmerged(&self, tile: &Dims, within: &Dims) -> Option<Dims> {
        let order = self.order.as_ref()?;
        let ones = self.counts.len() - order.len();
        let mut index = Dims::filled(0, order.len());
        for (i, &dim) in (ones..).zip(order) {
            let first = tile.at(i) * self.entries.at(i);
            index.set(usize::from(dim), first + within.at(i));
        }
        Some(index)
    }

    /// Returns the logical index of an index within a tile of any layout; `None` for the tile's
    /// padding.
    pub(crate) fn logical(&self, layout: &Layout, tile: &Dims, within: &Dims) -> Option<Dims> {
        let spec = &layout.spec();
        let dims = spec.untiled_dims();
        let (entries, stage) = first_stage(spec, &dims);
        let mut cut = PhysicalDims::from_slice(tile);
        for &within in &within[stage.untouched..] {
            cut.push(within);
        }
        let index = stage.join(&cut, &entries, &dims)?;
        Some(tiling::logical(spec, &index))
    }
}

/// Returns the number of an index in row-major order; `None` out of bounds.
#[inline]
fn number(index: &[usize], counts: impl Iterator<Item = usize>) -> Option<usize> {
    let mut pairs = index.iter().zip(counts);
    pairs.try_fold(0, |number, (&at, count)| {
        (at < count).then(|| number * count + at)
    })
}

/// Returns the first tile, met with dimensions; without one, a tile of no entries.
const fn first_stage(spec: &Spec, dims: &PhysicalDims) -> (Tile, Stage) {
    let tile = if spec.tiles.is_empty() {
        Tile::EMPTY
    } else {
        spec.tiles.at(0)
    };
    match tiling::stage(dims, &tile) {
        Some(stage) => (tile, stage),
        None => panic!("a checked layout's sizes can be counted"),
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use alloc::format;

    use layout_oracle::random;

    use super::{TileGrid, Tiling};
    use crate::layout::Layout;

    /// The grid from a layout's compact spec equals the grid by definition.
    #[test]
    #[cfg_attr(miri, ignore = "many layouts")]
    fn grids_of_layouts() {
        let given = [
            "u32[]{:T(128)}",
            "bf16[16,40]{1,0:T(8,16)(2,1)}",
            "f32[3]{0:T(2,4,8)(3,8)(2,2)}",
            "f32[0,3]{1,0:T(2,2)}",
        ];
        for text in random::texts(&given, 31, "f32") {
            let layout = Layout::parse(&text).unwrap();
            let (found, expected) = (
                Tiling::of_layout(&layout).made(),
                TileGrid::new(&layout.spec()),
            );
            assert_eq!(format!("{found:?}"), format!("{expected:?}"), "{text}");
            for number in 0..found.len().min(50) {
                let index = found.index(number);
                assert_eq!(
                    Tiling::of_layout(&layout).at(&index),
                    found.at(&index),
                    "{text}"
                );
            }
            if layout.rank() > 0 {
                let past = Tiling::of_layout(&layout).at(&found.counts);
                assert_eq!(past, None, "{text}");
            }
        }
    }
}
