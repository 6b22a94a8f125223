//! Tiles and regions whose positions follow from numbers of tiles, and the grids of parts.

use core::ops::Range;

use layout_core::spec::Dims;
use layout_core::util::array_vec::ArrayVec;

use super::{TileGrid, TileNumber};
use crate::layout::Layout;
use crate::layout::compact_spec::NestedTiles;
use crate::layout::region::RegionBounds;

/// The tiles of a mapping.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "it lives for one call")]
pub enum Tiling<'a> {
    /// Those of a layout, whose grid is made if it is needed.
    OfLayout(&'a Layout),
    /// A constant.
    Known(&'static TileGrid),
    Made(TileGrid),
}

impl Tiling<'_> {
    #[inline]
    pub(crate) fn made(self) -> TileGrid {
        match self {
            Tiling::OfLayout(layout) => TileGrid::of_layout(layout),
            Tiling::Known(grid) => *grid,
            Tiling::Made(grid) => grid,
        }
    }

    /// Returns the grid, if it is made, or the layout, whose grid is not made.
    #[inline(always)] // so that a constant stays one
    fn grid(&self) -> Result<&TileGrid, &Layout> {
        match self {
            Tiling::OfLayout(layout) => Err(layout),
            Tiling::Known(grid) => Ok(grid),
            Tiling::Made(grid) => Ok(grid),
        }
    }

    /// Returns the tile at an index; `None` out of bounds.
    #[inline(always)] // as `grid`
    pub(crate) fn at(&self, index: &[usize]) -> Option<TileNumber> {
        match self.grid() {
            Ok(grid) => grid.at(index),
            Err(layout) => TileGrid::at_in(layout, index),
        }
    }

    /// [`contiguous`](TileGrid::contiguous) of these tiles.
    #[inline]
    pub(crate) fn contiguous(&self, region: &RegionBounds) -> Option<Range<usize>> {
        match self.grid() {
            Ok(grid) => grid.contiguous(region),
            Err(layout) => TileGrid::contiguous_in(layout, region),
        }
    }

    /// [`contiguous_at`](TileGrid::contiguous_at) of these tiles.
    #[inline]
    pub(crate) fn contiguous_at(&self, dim: usize, indices: &[usize]) -> Option<Range<usize>> {
        match self.grid() {
            Ok(grid) => grid.contiguous_at(dim, indices),
            Err(layout) => TileGrid::contiguous_at_in(layout, dim, indices),
        }
    }
}

impl TileGrid {
    /// Returns the positions of a region whose tiles are contiguous; `None` if only a comparison of
    /// terms can tell whether it has its own layout.
    ///
    /// That array's tiles are those of the whole, so the region begins at the edge of a
    /// tile, and ends at one or where the dimension ends. From major to minor, it is within
    /// one tile along some dimensions, then some tiles along one, then all along the
    /// others.
    #[inline]
    pub(crate) fn contiguous(&self, region: &RegionBounds) -> Option<Range<usize>> {
        contiguous(self.len_of_whole_tiles()?, self.dims()?, region)
    }

    /// Returns the same of a layout, whose grid is not made.
    pub(crate) fn contiguous_in(layout: &Layout, region: &RegionBounds) -> Option<Range<usize>> {
        let Some(NestedTiles { first, len, .. }) = layout.parts.nested_tiles() else {
            return TileGrid::new(&layout.spec()).contiguous(region);
        };
        if len != first.iter().product() {
            return None;
        }
        contiguous(len, GridDim::all_nested(layout, &first), region)
    }

    /// Returns the extents of regions of about `positions` positions that are
    /// [`contiguous`](TileGrid::contiguous), by which the array can be cut; `None` where no such
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
            let (size, left) = match tiles < count {
                true if tiles > even => ((tiles - tiles % even) * entry, 1),
                true => (tiles * entry, 1),
                false => (extent, tiles / count.max(1)),
            };
            block.set(usize::from(order.at(k)), size);
            tiles = left;
        }
        Some(block)
    }

    /// Returns the positions at these indices of dimension `dim` and of those that follow it, where
    /// these are the most major ones, but for some of size 1, and not tiled; `None` where they are
    /// not.
    #[inline]
    pub(crate) fn contiguous_at(&self, dim: usize, indices: &[usize]) -> Option<Range<usize>> {
        contiguous_at(self.len_of_whole_tiles()?, self.dims()?, dim, indices)
    }

    /// Returns the same of a layout, whose grid is not made.
    pub(crate) fn contiguous_at_in(
        layout: &Layout,
        dim: usize,
        indices: &[usize],
    ) -> Option<Range<usize>> {
        let Some(NestedTiles { first, len, .. }) = layout.parts.nested_tiles() else {
            return TileGrid::new(&layout.spec()).contiguous_at(dim, indices);
        };
        if len != first.iter().product() {
            return None;
        }
        contiguous_at(len, GridDim::all_nested(layout, &first), dim, indices)
    }

    /// [`at`](TileGrid::at) of a layout, whose grid is not made.
    pub(crate) fn at_in(layout: &Layout, index: &[usize]) -> Option<TileNumber> {
        let Some(NestedTiles { first, len, .. }) = layout.parts.nested_tiles() else {
            return TileGrid::new(&layout.spec()).at(index);
        };
        let order = layout.parts.minor_to_major_bytes();
        if index.len() != order.len().max(first.len()) {
            return None;
        }
        let mut number = 0;
        for (i, &at) in index.iter().enumerate() {
            let from_minor = index.len() - 1 - i;
            let count = match from_minor < order.len() {
                true => GridDim::nested(layout, &first, from_minor).count,
                false => 1,
            };
            if at >= count {
                return None;
            }
            number = number * count + at;
        }
        Some((number, Some(number * len..(number + 1) * len)))
    }

    /// Returns the grid of a part with the same tiles, which has these extents and not the
    /// dimensions of the mask `removed`; `None` where more than the sizes differs.
    pub(crate) fn of_part(&self, extents: &[usize], removed: u16) -> Option<Self> {
        let order = self.order.as_ref()?;
        let tile = self.nested?;
        let mut part = *self;
        let kept = |dim: u8| removed & 1 << dim == 0;
        let mut kept_order = ArrayVec::new(0);
        for &dim in order.iter().filter(|&&dim| kept(dim)) {
            let before = (0..dim).filter(|&dim| kept(dim)).count();
            kept_order.push(before as u8); // below `MAX_RANK`
        }
        let len = tile.max(kept_order.len());
        part.entries = Dims::filled(1, len - tile);
        for &entry in &self.entries[self.entries.len() - tile..] {
            part.entries.push(entry);
        }
        part.counts = Dims::filled(1, len);
        part.extents = part.counts;
        part.order = Some(kept_order);
        part.stretch = Some(self.stretch?);
        Some(part.with_dims(extents))
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

impl GridDim {
    /// Returns a dimension of a layout with a first tile, counted from the most minor one.
    #[inline]
    fn nested(layout: &Layout, first: &Dims, from_minor: usize) -> Self {
        let dim = usize::from(layout.parts.minor_to_major_bytes()[from_minor]);
        let extent = layout.dims()[dim];
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

    /// Returns the dimensions of a layout with a first tile, from major to minor.
    #[inline]
    fn all_nested(layout: &Layout, first: &Dims) -> impl Iterator<Item = Self> {
        let dims = (0..layout.dims().len()).rev();
        dims.map(|from_minor| GridDim::nested(layout, first, from_minor))
    }
}

/// `at / entry`, and whether nothing remains.
#[inline]
fn divided(at: usize, entry: usize) -> (usize, bool) {
    match at == 0 || entry.is_power_of_two() {
        true => (at >> entry.trailing_zeros(), at & (entry - 1) == 0), // no division
        false => (at / entry, at.is_multiple_of(entry)),
    }
}

/// [`TileGrid::contiguous`] of dimensions from major to minor, in tiles of `len` positions.
#[inline]
fn contiguous(
    len: usize,
    dims: impl Iterator<Item = GridDim>,
    region: &RegionBounds,
) -> Option<Range<usize>> {
    let (mut first, mut tiles) = (0, 1);
    for dim in dims {
        let Range { start, end } = region.range(dim.dim);
        let (number, starts) = divided(start, dim.entry);
        let (next, ends) = match end == dim.extent {
            true => (dim.count, true),
            false => divided(end, dim.entry),
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

/// [`TileGrid::contiguous_at`] of dimensions from major to minor, in tiles of `len` positions.
#[inline]
fn contiguous_at(
    len: usize,
    dims: impl Iterator<Item = GridDim>,
    dim: usize,
    indices: &[usize],
) -> Option<Range<usize>> {
    let (mut first, mut tiles, mut is_leading) = (0, 1, true);
    for GridDim {
        dim: at,
        extent,
        count,
        entry,
    } in dims
    {
        match at.checked_sub(dim).and_then(|at| indices.get(at)) {
            Some(&index) if entry == 1 && is_leading => first = first * count + index,
            Some(_) => return None,
            // Padding may have tiles where there are no elements.
            None if extent == 0 => return None,
            None if count == 1 && entry == 1 => (),
            None => {
                is_leading = false;
                tiles *= count;
            }
        }
    }
    Some(first * tiles * len..(first + 1) * tiles * len)
}
