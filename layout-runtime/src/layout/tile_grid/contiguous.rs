//! Tiles and regions whose positions follow from numbers of tiles, and the grids of parts.

use core::ops::Range;

use layout_core::spec::Dims;
use layout_core::util::array_vec::ArrayVec;

use super::{TileGrid, TileNumber};
use crate::layout::Layout;
use crate::layout::compact_spec::NestedTiles;
use crate::layout::region::RegionBounds;

impl TileGrid {
    /// The positions of a region whose tiles are contiguous; `None` if only a comparison of
    /// terms can tell whether it has its own layout.
    ///
    /// That array's tiles are those of the whole, so the region begins at the edge of a
    /// tile, and ends at one or where the dimension ends. From major to minor, it is within
    /// one tile along some dimensions, then some tiles along one, then all along the
    /// others.
    #[inline]
    pub(crate) fn contiguous(&self, region: &RegionBounds) -> Option<Range<usize>> {
        let len = self.len_of_whole_tiles()?;
        let (mut first, mut tiles) = (0, 1);
        for (i, dim) in self.dims()? {
            let Range { start, end } = region.range(dim);
            let (entry, count, extent) =
                (self.entries.at(i), self.counts.at(i), self.extents.at(i));
            let of_edge = |at: usize| match at == 0 || entry.is_power_of_two() {
                true => (at >> entry.trailing_zeros(), at & (entry - 1) == 0), // no division
                false => (at / entry, at.is_multiple_of(entry)),
            };
            let (number, starts) = of_edge(start);
            let (next, ends) = match end == extent {
                true => (count, true),
                false => of_edge(end),
            };
            let own = next - number;
            if !starts || !ends || start == end || (own != count && tiles != 1) {
                return None;
            }
            first = first * count + number;
            tiles *= own;
        }
        Some(first * len..(first + tiles) * len)
    }

    /// The extents of regions of about `positions` positions that are
    /// [`contiguous`](TileGrid::contiguous), by which the array can be cut; `None` where no
    /// such are known.
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

    /// The positions at these indices of dimension `dim` and of those that follow it, where
    /// these are the most major ones, but for some of size 1, and not tiled; `None` where
    /// they are not.
    #[inline]
    pub(crate) fn contiguous_at(&self, dim: usize, indices: &[usize]) -> Option<Range<usize>> {
        let dims = self.dims()?.map(|(i, at)| GridDim {
            dim: at,
            // Padding may have tiles where there are no elements.
            count: match self.extents.at(i) {
                0 => 0,
                _ => self.counts.at(i),
            },
            entry: self.entries.at(i),
        });
        contiguous_at(self.len_of_whole_tiles()?, dims, dim, indices)
    }

    /// The same of a layout, whose grid is not made.
    pub(crate) fn contiguous_in(
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
        let rank = layout.dims().len();
        let dims = (0..rank)
            .rev()
            .map(|from_minor| GridDim::nested(layout, &first, from_minor));
        contiguous_at(len, dims, dim, indices)
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

    /// The grid of a part with the same tiles, which has these extents and not the dimensions
    /// of the mask `removed`; `None` where more than the sizes differs.
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

    /// The positions of a tile, where these follow one another and no later tile pads.
    #[inline]
    fn len_of_whole_tiles(&self) -> Option<usize> {
        self.stretch
            .filter(|&len| len == self.entries.iter().product())
    }

    /// The logical dimensions that tiles are numbered in, each with its index in the
    /// counts, from major to minor; `None` where `*` merges some.
    #[inline]
    fn dims(&self) -> Option<impl Iterator<Item = (usize, usize)>> {
        let order = self.order.as_ref()?;
        let ones = self.counts.len() - order.len();
        Some((ones..).zip(order.iter().map(|&dim| usize::from(dim))))
    }
}

/// One of the logical dimensions that tiles are numbered in.
struct GridDim {
    dim: usize,
    /// The tiles along it.
    count: usize,
    /// The size of a tile in it.
    entry: usize,
}

impl GridDim {
    /// A dimension of a layout with a first tile, counted from the most minor one.
    #[inline]
    fn nested(layout: &Layout, first: &Dims, from_minor: usize) -> Self {
        let dim = usize::from(layout.parts.minor_to_major_bytes()[from_minor]);
        let extent = layout.dims()[dim];
        let (count, entry) = match first.len().checked_sub(from_minor + 1) {
            Some(i) => (extent.div_ceil(first.at(i)), first.at(i)),
            None => (extent, 1),
        };
        GridDim { dim, count, entry }
    }
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
        count,
        entry,
    } in dims
    {
        match at.checked_sub(dim).and_then(|at| indices.get(at)) {
            Some(&index) if entry == 1 && is_leading => first = first * count + index,
            Some(_) => return None,
            None if count == 0 => return None,
            None if count == 1 && entry == 1 => (),
            None => {
                is_leading = false;
                tiles *= count;
            }
        }
    }
    Some(first * tiles * len..(first + 1) * tiles * len)
}
