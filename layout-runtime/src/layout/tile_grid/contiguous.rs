//! Tiles and regions whose positions follow from numbers of tiles, and the grids of parts.

use core::iter::repeat_n;
use core::ops::Range;

#[cfg(feature = "alloc")]
use layout_core::spec::Dims;

use super::{TileGrid, TileNumber, number};
use crate::layout::Layout;
use crate::layout::compact_spec::{CompactSpec, NestedTiles};
use crate::layout::region::RegionBounds;

/// The tiles of a mapping.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "it lives for one call")]
pub enum Tiling<'a> {
    /// A grid that is made if it is needed.
    Nested(NestedGrid<'a>),
    /// A constant.
    Known(&'static TileGrid),
    Made(TileGrid),
}

impl<'a> Tiling<'a> {
    /// Returns the tiles of a layout.
    pub(crate) fn of_layout(layout: &'a Layout) -> Self {
        match layout.parts.nested_tiles() {
            Some(tiles) => Tiling::Nested(NestedGrid {
                tiles,
                parts: &layout.parts,
                dims: layout.dims(),
            }),
            None => Tiling::Made(TileGrid::new(&layout.spec())),
        }
    }

    #[inline]
    pub(crate) fn made(self) -> TileGrid {
        match self {
            Tiling::Nested(NestedGrid { tiles, parts, dims }) => {
                TileGrid::of_nested(&tiles, parts.major_to_minor(), dims)
            }
            Tiling::Known(grid) => *grid,
            Tiling::Made(grid) => grid,
        }
    }

    #[inline(always)] // so that a constant stays one
    fn grid(&self) -> Result<&TileGrid, &NestedGrid<'_>> {
        match self {
            Tiling::Nested(nested) => Err(nested),
            Tiling::Known(grid) => Ok(grid),
            Tiling::Made(grid) => Ok(grid),
        }
    }

    /// Returns the tile at an index; `None` out of bounds.
    #[inline(always)] // as `grid`
    pub(crate) fn at(&self, index: &[usize]) -> Option<TileNumber> {
        match self.grid() {
            Ok(grid) => grid.at(index),
            Err(nested) => nested.at(index),
        }
    }

    /// Returns the positions of a region whose tiles are contiguous; `None` if only a comparison of
    /// terms can tell whether it has its own layout.
    ///
    /// That array's tiles are those of the whole, so the region begins at the edge of a
    /// tile, and ends at one or where the dimension ends. From major to minor, it is within
    /// one tile along some dimensions, then some tiles along one, then all along the
    /// others. The dimensions of the mask `removed`, in which the region has one index, are the
    /// most major ones, and not tiled.
    #[inline]
    pub(crate) fn contiguous(&self, region: &RegionBounds, removed: u16) -> Option<Range<usize>> {
        match self.grid() {
            Ok(grid) => contiguous(grid.len_of_whole_tiles()?, grid.dims()?, region, removed),
            Err(nested) => contiguous(nested.len_of_whole_tiles()?, nested.dims(), region, removed),
        }
    }
}

/// Nested tiles of an array.
#[derive(Clone, Copy, Debug)]
pub struct NestedGrid<'a> {
    pub(crate) tiles: NestedTiles,
    /// The order of dimensions.
    pub(crate) parts: &'a CompactSpec,
    pub(crate) dims: &'a [usize],
}

impl NestedGrid<'_> {
    /// [`TileGrid::at`].
    fn at(&self, index: &[usize]) -> Option<TileNumber> {
        let ones = self.tiles.first.len().saturating_sub(self.dims.len());
        if index.len() != ones + self.dims.len() {
            return None;
        }
        let counts = repeat_n(1, ones).chain(self.dims().map(|dim| dim.count));
        let (number, len) = (number(index, counts)?, self.tiles.len);
        Some((number, Some(number * len..(number + 1) * len)))
    }

    /// [`TileGrid::len_of_whole_tiles`].
    #[inline]
    fn len_of_whole_tiles(&self) -> Option<usize> {
        (self.tiles.len == self.tiles.first.iter().product()).then_some(self.tiles.len)
    }

    /// Returns a dimension, counted from the most minor one.
    #[inline]
    fn dim(&self, from_minor: usize) -> GridDim {
        let first = &self.tiles.first;
        let dim = usize::from(self.parts.minor_to_major_bytes()[from_minor]);
        let extent = self.dims[dim];
        let (count, entry) = match first.len().checked_sub(from_minor + 1) {
            Some(i) => {
                let (whole, ends) = divided(extent, first.at(i));
                (whole + usize::from(!ends), first.at(i))
            }
            None => (extent, 1),
        };
        GridDim {
            dim,
            extent,
            count,
            entry,
        }
    }

    /// Returns the dimensions from major to minor.
    #[inline]
    fn dims(&self) -> impl Iterator<Item = GridDim> {
        (0..self.dims.len())
            .rev()
            .map(|from_minor| self.dim(from_minor))
    }
}

impl TileGrid {
    /// Returns the extents of regions of about `positions` positions that are
    /// [`contiguous`](Tiling::contiguous), by which the array can be cut; `None` where no such
    /// are known.
    #[cfg(feature = "alloc")]
    pub(crate) fn contiguous_block(&self, positions: usize) -> Option<Dims> {
        /// Most tiles of other layouts have edges at its multiples.
        const EDGES: usize = 32;
        let order = self.order.as_ref()?;
        let mut tiles = (positions / self.len_of_whole_tiles()?).max(1);
        let ones = self.counts.len() - order.len();
        let mut block = Dims::filled(1, order.len());
        for k in (0..order.len()).rev() {
            let (count, entry) = (self.counts.at(ones + k), self.entries.at(ones + k));
            let extent = self.extents.at(ones + k);
            let even = EDGES.checked_div(entry).unwrap_or(1).max(1);
            let (size, left) = if tiles >= count {
                (extent, tiles / count.max(1))
            } else if tiles > even {
                ((tiles - tiles % even) * entry, 1)
            } else {
                (tiles * entry, 1)
            };
            block.set(usize::from(order.at(k)), size);
            tiles = left;
        }
        Some(block)
    }

    /// Returns the positions of a tile, where these follow one another and no later tile pads.
    #[inline]
    fn len_of_whole_tiles(&self) -> Option<usize> {
        self.stretch
            .filter(|&len| len == self.entries.iter().product())
    }

    /// Returns the logical dimensions that tiles are numbered in, from major to minor; `None` where
    /// `*` merges some.
    #[inline]
    fn dims(&self) -> Option<impl Iterator<Item = GridDim>> {
        let order = self.order.as_ref()?;
        let ones = self.counts.len() - order.len();
        Some((ones..).zip(order).map(|(i, &dim)| GridDim {
            dim: usize::from(dim),
            extent: self.extents.at(i),
            count: self.counts.at(i),
            entry: self.entries.at(i),
        }))
    }
}

/// One of the logical dimensions that tiles are numbered in.
struct GridDim {
    dim: usize,
    /// The elements along it, without padding.
    extent: usize,
    /// The tiles along it.
    count: usize,
    /// The size of a tile in it.
    entry: usize,
}

/// `at / entry`, and whether nothing remains.
#[inline]
fn divided(at: usize, entry: usize) -> (usize, bool) {
    if at == 0 || entry.is_power_of_two() {
        // no division
        (at >> entry.trailing_zeros(), at & (entry - 1) == 0)
    } else {
        (at / entry, at.is_multiple_of(entry))
    }
}

/// [`Tiling::contiguous`] of dimensions from major to minor, in tiles of `len` positions.
#[inline]
fn contiguous(
    len: usize,
    dims: impl Iterator<Item = GridDim>,
    region: &RegionBounds,
    removed: u16,
) -> Option<Range<usize>> {
    let (mut first, mut tiles, mut is_tiled) = (0, 1, false);
    for dim in dims {
        is_tiled |= dim.entry != 1;
        let is_removed = removed & 1 << dim.dim != 0;
        if is_removed && is_tiled {
            return None; // another tile entry would be of the dimensions before
        }
        let Range { start, end } = region.range(dim.dim);
        let (number, starts) = divided(start, dim.entry);
        // A part at the last index does not have the padding that follows it.
        let (next, ends) = if end == dim.extent && !is_removed {
            (dim.count, true)
        } else {
            divided(end, dim.entry)
        };
        let own = next - number;
        if !starts || !ends || start == end || (own != dim.count && tiles != 1) {
            return None;
        }
        first = first * dim.count + number;
        tiles *= own;
    }
    Some(first * len..(first + tiles) * len)
}
