//! `PackedTiles` and `PackedTileView`: the tiles of a packed array.

use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

use layout_core::spec::Dims;

use super::bit_position::Packing;
use super::{PackedElement, PackedView, PackedViewMut, bytes_at, take};
use crate::layout::ranges::Ranges;
use crate::layout::strides::LogicalStrides;
use crate::map::{NdIndex, WholeBuffer};
use crate::view::iter::tiles::{TileAt, TilesLeft};

/// A tile of the first level of a packed array: [`PackedView::tile`] and
/// [`PackedView::tiles`].
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
    bytes: &'a [u8], // exactly `padded_bytes`
    tile: TileAt<M>,
    element: PhantomData<T>,
}

/// The tiles of a packed array, in row-major order of their indices: [`PackedView::tiles`].
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
    bytes: &'a [u8], // exactly `padded_bytes`
    left: TilesLeft<M>,
    element: PhantomData<T>,
}

impl<'a, T, M: WholeBuffer> PackedTileView<'a, T, M> {
    /// The tile of a view at an index; `None` out of bounds.
    #[inline]
    pub(crate) fn at(view: PackedView<'a, T, M>, index: &[usize]) -> Option<Self> {
        let tile = TileAt::at(view.mapping, index)?;
        Some(PackedTileView::new(view.bytes, tile))
    }

    pub(crate) fn of_element(view: PackedView<'a, T, M>, index: impl NdIndex<M>) -> Option<Self> {
        let tile = TileAt::of_element(view.mapping, index)?;
        Some(PackedTileView::new(view.bytes, tile))
    }

    #[inline]
    fn new(bytes: &'a [u8], tile: TileAt<M>) -> Self {
        let element = PhantomData;
        PackedTileView {
            bytes,
            tile,
            element,
        }
    }

    /// The tile's index in physical order: one number for each of the layout's `tile_counts`.
    #[must_use]
    pub fn index(&self) -> Dims {
        self.tile.index()
    }

    /// The index of the tile's first element in logical order; as [`TileView::origin`](crate::TileView::origin).
    #[must_use]
    pub fn origin(&self) -> M::Index {
        self.tile.origin()
    }

    /// The extents of the tile in physical order, without padding; as
    /// [`TileView::extents`](crate::TileView::extents).
    #[must_use]
    pub fn extents(&self) -> Dims {
        self.tile.extents()
    }

    /// The indices of the tile's elements in logical order; as
    /// [`TileView::ranges`](crate::TileView::ranges).
    #[must_use]
    pub fn ranges(&self) -> Ranges {
        self.tile.bounds().0
    }

    /// The strides in logical order, in elements; as
    /// [`TileView::logical_strides`](crate::TileView::logical_strides).
    #[must_use]
    pub fn logical_strides(&self) -> Option<LogicalStrides> {
        self.tile.logical_strides()
    }

    /// The tile's bytes, padding included; `None` as of
    /// [`tile_bytes`](PackedView::tile_bytes).
    #[inline]
    #[must_use]
    pub fn as_bytes(&self) -> Option<&'a [u8]> {
        let positions = self.tile.positions()?;
        Some(&self.bytes[bytes_at(self.tile.mapping(), positions)?])
    }
}

impl<'a, T: PackedElement, M: WholeBuffer> PackedTileView<'a, T, M> {
    /// The element at an index within the tile, in physical order: one number for each of the
    /// tile's [`extents`](PackedTileView::extents); `None` past them.
    #[must_use]
    pub fn get(&self, index: impl AsRef<[usize]>) -> Option<T> {
        let position = self.tile.position(index.as_ref())?;
        Some(take(self.bytes, Packing::of(self.tile.mapping()), position))
    }

    /// The elements of the tile in physical order, row by row, without padding.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = T> {
        let (bytes, packing) = (self.bytes, Packing::of(self.tile.mapping()));
        let positions = self.tile.element_positions();
        positions.map(move |position| take(bytes, packing, position))
    }

    /// The elements of the tile in physical order, row by row and without padding, each with
    /// its index in the array, which is in logical order.
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
        let (bytes, packing) = (self.bytes, Packing::of(self.tile.mapping()));
        let elements = self.tile.elements();
        elements.map(move |(index, position)| (index, take(bytes, packing, position)))
    }
}

impl<'a, T, M: WholeBuffer> PackedTiles<'a, T, M> {
    pub(crate) fn new(view: PackedView<'a, T, M>) -> Self {
        PackedTiles {
            bytes: view.bytes,
            left: TilesLeft::new(view.mapping),
            element: PhantomData,
        }
    }
}

impl<'a, T, M: WholeBuffer> Iterator for PackedTiles<'a, T, M> {
    type Item = PackedTileView<'a, T, M>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let tile = self.left.next()?;
        Some(PackedTileView::new(self.bytes, tile))
    }

    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        let number = self.left.numbers.nth(n)?;
        Some(PackedTileView::new(self.bytes, self.left.tile(number)))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.numbers.size_hint()
    }
}

impl<T, M: WholeBuffer> DoubleEndedIterator for PackedTiles<'_, T, M> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let number = self.left.numbers.next_back()?;
        Some(PackedTileView::new(self.bytes, self.left.tile(number)))
    }
}

impl<T, M: WholeBuffer> ExactSizeIterator for PackedTiles<'_, T, M> {}
impl<T, M: WholeBuffer> FusedIterator for PackedTiles<'_, T, M> {}

impl<'a, T, M: WholeBuffer> PackedView<'a, T, M> {
    /// The tiles of the first level in physical order; as [`View::tiles`](crate::View::tiles).
    pub fn tiles(&self) -> PackedTiles<'a, T, M::Borrowed<'_>> {
        PackedTiles::new(self.by_ref())
    }

    /// The tile at an index of tiles in physical order: one number for each of the layout's
    /// `tile_counts`; `None` out of bounds. [`tile_bytes`](PackedView::tile_bytes) gives its
    /// bytes only, and [`tile_at`](PackedView::tile_at) finds the tile of an element.
    #[inline]
    #[must_use]
    pub fn tile(
        &self,
        index: impl AsRef<[usize]>,
    ) -> Option<PackedTileView<'a, T, M::Borrowed<'_>>> {
        PackedTileView::at(self.by_ref(), index.as_ref())
    }

    /// The tile of the element at a logical index; as [`View::tile_at`](crate::View::tile_at).
    #[must_use]
    pub fn tile_at<'v>(
        &'v self,
        index: impl NdIndex<M::Borrowed<'v>>,
    ) -> Option<PackedTileView<'a, T, M::Borrowed<'v>>> {
        PackedTileView::of_element(self.by_ref(), index)
    }
}

impl<T, M: WholeBuffer> PackedViewMut<'_, T, M> {
    /// The tiles of the first level; as [`PackedView::tiles`].
    pub fn tiles(&self) -> PackedTiles<'_, T, M::Borrowed<'_>> {
        PackedTiles::new(self.as_view())
    }

    /// The tile at an index of tiles in physical order; as [`PackedView::tile`].
    #[inline]
    #[must_use]
    pub fn tile(
        &self,
        index: impl AsRef<[usize]>,
    ) -> Option<PackedTileView<'_, T, M::Borrowed<'_>>> {
        PackedTileView::at(self.as_view(), index.as_ref())
    }

    /// The tile of the element at a logical index; as [`View::tile_at`](crate::View::tile_at).
    #[must_use]
    pub fn tile_at<'v>(
        &'v self,
        index: impl NdIndex<M::Borrowed<'v>>,
    ) -> Option<PackedTileView<'v, T, M::Borrowed<'v>>> {
        PackedTileView::of_element(self.as_view(), index)
    }
}

impl<T, M: WholeBuffer> fmt::Debug for PackedTileView<'_, T, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PackedTileView")
            .field("layout", &*self.tile.mapping().layout())
            .field("index", &self.tile.index())
            .finish_non_exhaustive()
    }
}

impl<T, M: WholeBuffer> fmt::Debug for PackedTiles<'_, T, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PackedTiles")
            .field("layout", &*self.left.mapping().layout())
            .field("tiles", &self.left.numbers)
            .finish_non_exhaustive()
    }
}
