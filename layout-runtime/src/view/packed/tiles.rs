//! `PackedTiles` and `PackedTileView`: the tiles of a packed array.

use core::convert::identity;
use core::fmt;
use core::iter::FusedIterator;
#[cfg(feature = "rayon")]
use core::ops::Range;

use layout_core::spec::Dims;

use super::bit_position::Packing;
use super::{PackedBytes, PackedElement, PackedView, bytes_at, take};
use crate::layout::ranges::Ranges;
use crate::map::{NdIndex, WholeBuffer};
use crate::view::iter::tiles::{TileAt, TilesLeft, tile_views, tiles};

/// A tile of the first level of a packed array: [`PackedView::tile`] and
/// [`PackedView::tiles`].
///
/// # Examples
///
/// ```
/// use tiled_layout::{PackedBuffer, layout};
///
/// type Weights = layout!(S4[3,5]<1,0:T(2,2)E(4)>);
/// let weights = PackedBuffer::<i8, Weights>::from_fn(|[i, j]| i as i8 - j as i8);
/// let view = weights.view();
/// let tile = view.tile([1, 2]).unwrap(); // at the lower right corner
/// assert_eq!((tile.origin(), &tile.extents()[..]), ([2, 4], &[1, 1][..]));
/// assert_eq!(tile.iter().collect::<Vec<_>>(), [-2]); // the rest of 2x2 is padding
/// ```
#[derive(Clone)]
pub struct PackedTileView<'a, T, M> {
    buffer: PackedBytes<'a, T>,
    tile: TileAt<M>,
}

/// The tiles of a packed array, in row-major order of their indices: [`PackedView::tiles`].
///
/// # Examples
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("u4[3,5]{1,0:T(2,2)E(4)}")?;
/// let bytes: Vec<u8> = (0..12).collect(); // 2 a tile
/// let view = layout.packed_view::<u8>(&bytes)?;
/// assert_eq!(view.tiles().len(), 6); // 2x3 tiles of 2x2
/// let sums: Vec<u8> = view.tiles().map(|tile| tile.iter().sum()).collect();
/// assert_eq!(sums, [1, 5, 9, 6, 8, 10]); // without padding
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct PackedTiles<'a, T, M> {
    buffer: PackedBytes<'a, T>,
    left: TilesLeft<M>,
}

tile_views! {
    PackedTileView of PackedView, identity;
}

tiles! {
    PackedTiles of PackedView, identity, PackedTileView: buffer => *buffer;
}

impl<'a, T, M: WholeBuffer> PackedTileView<'a, T, M> {
    /// Returns the tile's bytes, padding included; `None` as of
    /// [`tile_bytes`](PackedView::tile_bytes).
    #[inline]
    #[must_use]
    pub fn as_bytes(&self) -> Option<&'a [u8]> {
        let positions = self.tile.positions()?;
        Some(&self.buffer.bytes[bytes_at(self.tile.mapping(), positions)?])
    }
}

impl<'a, T: PackedElement, M: WholeBuffer> PackedTileView<'a, T, M> {
    /// Returns the element at an index within the tile, in physical order: one number for each of
    /// the tile's [`extents`](PackedTileView::extents); `None` past them.
    #[must_use]
    pub fn get(&self, index: impl AsRef<[usize]>) -> Option<T> {
        let position = self.tile.position(index.as_ref())?;
        Some(take(
            self.buffer.bytes,
            Packing::of(self.tile.mapping()),
            position,
        ))
    }

    /// Returns the elements of the tile in physical order, row by row, without padding.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = T> {
        let (bytes, packing) = (self.buffer.bytes, Packing::of(self.tile.mapping()));
        let positions = self.tile.element_positions();
        positions.map(move |position| take(bytes, packing, position))
    }

    /// Returns the elements of the tile in physical order, row by row and without padding, each
    /// with its index in the array, which is in logical order.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("u4[3,5]{1,0:T(2,2)E(4)}")?;
    /// let bytes: Vec<u8> = (0..12).collect();
    /// let view = layout.packed_view::<u8>(&bytes)?;
    /// let tile = view.tile([0, 2]).unwrap(); // bytes 4 and 5
    /// let elements: Vec<_> = tile.indexed_iter().map(|(index, n)| (index.to_vec(), n)).collect();
    /// assert_eq!(elements, [(vec![0, 4], 4), (vec![1, 4], 5)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn indexed_iter(&self) -> impl Iterator<Item = (M::Index, T)> {
        let (bytes, packing) = (self.buffer.bytes, Packing::of(self.tile.mapping()));
        let elements = self.tile.elements();
        elements.map(move |(index, position)| (index, take(bytes, packing, position)))
    }
}
