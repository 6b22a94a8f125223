//! The methods of views that iterate, or write in any order.

use crate::layout::error::RegionError;
use crate::map::{Mapping, NdIndex, WholeBuffer};
use crate::view::iter::axes::{AxisIter, AxisIterMut};
use crate::view::iter::in_place::{self, fill_padding};
use crate::view::iter::lend::{IntoZip, Zip};
use crate::view::iter::runs::{Runs, RunsMut};
use crate::view::iter::tiles::{TileView, TileViewMut, Tiles, TilesMut};
use crate::view::iter::{IndexedIter, IndexedIterMut, Iter, IterMut};
use crate::view::{View, ViewMut};

impl<'a, T, M: Mapping> View<'a, T, M> {
    /// Returns the elements in logical, row-major order.
    ///
    /// Padding is skipped. `sum`, `fold` and `for_each` are faster than a `for` loop: they run one
    /// innermost loop per contiguous run.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// layout! { type Fig1 = F32[3,5]<1,0:T(2,2)>; }
    ///
    /// let buffer = Buffer::<f32, Fig1>::from_fn(|[i, j]| (10 * i + j) as f32);
    /// let view = buffer.view();
    /// assert_eq!(view.iter().count(), 15); // of 24 positions
    /// assert!(view.iter().take(6).eq(&[0.0, 1.0, 2.0, 3.0, 4.0, 10.0]));
    /// ```
    #[inline]
    pub fn iter(&self) -> Iter<'a, T, M::Borrowed<'_>> {
        Iter::new(self.by_ref())
    }

    /// Returns the elements in logical, row-major order, each with its index.
    ///
    /// Padding is skipped.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// layout! { type Fig1 = F32[3,5]<1,0:T(2,2)>; }
    ///
    /// let buffer = Buffer::<f32, Fig1>::from_fn(|[i, j]| (10 * i + j) as f32);
    /// let last = buffer.view().indexed_iter().last();
    /// assert_eq!(last, Some(([2, 4], &24.0)));
    /// ```
    #[inline]
    pub fn indexed_iter(&self) -> IndexedIter<'a, T, M::Borrowed<'_>> {
        IndexedIter::new(self.by_ref())
    }

    /// Returns the array as slices: the longest contiguous runs along the last dimension, in
    /// logical order, each with the index of its first element. The compiler vectorises loops over
    /// slices.
    ///
    /// If the last dimension is not contiguous, each run has one element.
    /// [`runs_along`](View::runs_along) yields longer runs along the most minor dimension,
    /// `minor_to_major()[0]`.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// layout! { type Fig1 = F32[3,5]<1,0:T(2,2)>; }
    ///
    /// let buffer = Buffer::<f32, Fig1>::from_fn(|[i, j]| (10 * i + j) as f32);
    /// let view = buffer.view();
    /// let mut runs = view.runs(); // tiles cut rows of 5 after columns 1 and 3
    /// assert_eq!(runs.next(), Some(([0, 0], &[0.0, 1.0][..])));
    /// assert_eq!(runs.next(), Some(([0, 2], &[2.0, 3.0][..])));
    /// assert_eq!(runs.next(), Some(([0, 4], &[4.0][..])));
    /// ```
    #[inline]
    pub fn runs(&self) -> Runs<'a, T, M::Borrowed<'_>> {
        Runs::new(self.by_ref())
    }

    /// Returns the array as slices along dimension `dim`: the longest contiguous runs, each with
    /// the index of its first element. The loop over `dim` is the innermost one; the other
    /// dimensions are in logical order.
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{0,1:T(4)}")?; // columns of 3, padded to 4
    /// let buffer: Vec<i32> = (0..20).collect();
    /// let view = layout.view(&buffer)?;
    /// let columns: Vec<&[i32]> = view.runs_along(0).map(|(_, run)| run).collect();
    /// assert_eq!(columns[..2], [[0, 1, 2], [4, 5, 6]]);
    /// assert!(view.runs().all(|(_, run)| run.len() == 1)); // rows are not contiguous
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[track_caller]
    pub fn runs_along(&self, dim: usize) -> Runs<'a, T, M::Borrowed<'_>> {
        Runs::along(self.by_ref(), dim)
    }

    /// Returns the tiles of the first level in physical order: row-major order of their indices,
    /// which have one number for each of the layout's `tile_counts`. If the layout has no tile,
    /// each element is a tile.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// layout! { type Fig1 = F32[3,5]<1,0:T(2,2)>; }
    ///
    /// let buffer = Buffer::<f32, Fig1>::from_fn(|[i, j]| (10 * i + j) as f32);
    /// let view = buffer.view();
    /// assert_eq!(view.tiles().count(), 2 * 3);
    /// let sums: Vec<f32> = view.tiles().map(|tile| tile.iter().sum()).collect();
    /// assert_eq!(sums[0], 0.0 + 1.0 + 10.0 + 11.0);
    /// ```
    pub fn tiles(&self) -> Tiles<'a, T, M::Borrowed<'_>>
    where
        M: WholeBuffer,
    {
        Tiles::new(self.by_ref())
    }

    /// Returns the tile at an index of tiles in physical order: one number for each of the layout's
    /// `tile_counts`, major to minor; `None` out of bounds. [`tile_at`](View::tile_at) finds the
    /// tile of an element.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// layout! { type Fig1 = F32[3,5]<1,0:T(2,2)>; }
    ///
    /// let buffer = Buffer::<f32, Fig1>::from_fn(|[i, j]| (10 * i + j) as f32);
    /// let view = buffer.view();
    /// let tile = view.tile([0, 2]).unwrap(); // columns 4 and 5, of which 5 is padding
    /// assert_eq!(tile.ranges(), [0..2, 4..5]);
    /// assert!(view.tile([2, 0]).is_none());
    /// ```
    #[inline]
    #[must_use]
    pub fn tile(&self, index: impl AsRef<[usize]>) -> Option<TileView<'a, T, M::Borrowed<'_>>>
    where
        M: WholeBuffer,
    {
        TileView::at(self.by_ref(), index.as_ref())
    }

    /// Returns the tile of the element at a logical index; `None` out of bounds.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{0,1:T(2,2)}")?; // columns are the major dimension
    /// let buffer: Vec<i32> = (0..24).collect();
    /// let view = layout.view(&buffer)?;
    /// let tile = view.tile_at([2, 3]).unwrap();
    /// assert_eq!(tile.ranges(), [2..3, 2..4]);
    /// assert_eq!(tile.index(), [1, 1]);
    /// assert!(view.tile_at([3, 0]).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn tile_at<'v>(
        &'v self,
        index: impl NdIndex<M::Borrowed<'v>>,
    ) -> Option<TileView<'a, T, M::Borrowed<'v>>>
    where
        M: WholeBuffer,
    {
        TileView::of_element(self.by_ref(), index)
    }
}

impl<'a, T, M: WholeBuffer> View<'a, T, M> {
    /// Iterates over the indices of dimension `dim`: each item is the array at one index,
    /// without that dimension and without copying, as [`index_axis`](View::index_axis)
    /// returns it.
    ///
    /// # Errors
    ///
    /// When the items have no layout of their own: the dimension is tiled, or not the most
    /// major.
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// layout! { type Batch = F32[2,3,5]<:T(2,2)>; }
    ///
    /// let batch = Buffer::<f32, Batch>::from_fn(|[b, i, j]| (100 * b + 10 * i + j) as f32);
    /// let sums: Vec<f32> = batch.view().axis_iter(0).unwrap().map(|item| item.iter().sum()).collect();
    /// assert_eq!(sums, [180.0, 1680.0]);
    /// assert!(batch.view().axis_iter(1).is_err()); // rows are tiled
    /// ```
    #[doc(alias = "outer_iter")]
    #[track_caller]
    pub fn axis_iter(&self, dim: usize) -> Result<AxisIter<'a, T, M::Borrowed<'_>>, RegionError> {
        AxisIter::new(self.by_ref(), dim, None)
    }

    /// Iterates over chunks of `size` indices of dimension `dim`, without copying; the last
    /// chunk may be shorter. Each chunk is as [`subview`](View::subview) returns it. Along
    /// a tiled dimension, `size` must be a multiple of the tile's size.
    ///
    /// # Errors
    ///
    /// When chunks have no layout of their own: a chunk ends within a tile, or the
    /// dimension is not the most major. [`region`](View::region)s of the same indices
    /// always exist.
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`, or `size` is 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[5,3]{1,0:T(2,2)}")?;
    /// let buffer: Vec<i32> = (0..24).collect(); // 15 elements, and padding
    /// let view = layout.view(&buffer)?;
    /// let rows: Vec<usize> = view.axis_chunks_iter(0, 2)?.map(|chunk| chunk.dims()[0]).collect();
    /// assert_eq!(rows, [2, 2, 1]);
    /// assert_eq!(
    ///     view.axis_chunks_iter(0, 3).unwrap_err().to_string(),
    ///     "index 3 in dimension 0 lies within a tile, so that the region has no layout of its own"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[track_caller]
    pub fn axis_chunks_iter(
        &self,
        dim: usize,
        size: usize,
    ) -> Result<AxisIter<'a, T, M::Borrowed<'_>>, RegionError> {
        AxisIter::new(self.by_ref(), dim, Some(size))
    }
}

impl<T, M: Mapping> ViewMut<'_, T, M> {
    /// Returns the elements in logical, row-major order.
    #[inline]
    pub fn iter(&self) -> Iter<'_, T, M::Borrowed<'_>> {
        Iter::new(self.as_view())
    }

    /// Returns the elements in logical, row-major order, each with its index.
    #[inline]
    pub fn indexed_iter(&self) -> IndexedIter<'_, T, M::Borrowed<'_>> {
        IndexedIter::new(self.as_view())
    }

    /// Mutable references to the elements, in logical, row-major order.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// layout! { type Fig1 = F32[3,5]<1,0:T(2,2)>; }
    ///
    /// let mut buffer = Buffer::<f32, Fig1>::zeroed();
    /// for element in buffer.view_mut().iter_mut() {
    ///     *element += 1.0;
    /// }
    /// assert_eq!(buffer.as_slice().iter().sum::<f32>(), 15.0); // padding stays zero
    /// ```
    #[inline]
    pub fn iter_mut(&mut self) -> IterMut<'_, T, M::Borrowed<'_>> {
        IterMut::new(self.reborrow())
    }

    /// Mutable references to the elements, in logical, row-major order, each with its
    /// index.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// layout! { type Fig1 = F32[3,5]<1,0:T(2,2)>; }
    ///
    /// let mut buffer = Buffer::<f32, Fig1>::zeroed();
    /// for ([i, j], element) in buffer.view_mut().indexed_iter_mut() {
    ///     *element = (10 * i + j) as f32;
    /// }
    /// assert_eq!(buffer[[2, 4]], 24.0);
    /// ```
    #[inline]
    pub fn indexed_iter_mut(&mut self) -> IndexedIterMut<'_, T, M::Borrowed<'_>> {
        IndexedIterMut::new(self.reborrow())
    }

    /// Returns the array as slices; as [`View::runs`].
    #[inline]
    pub fn runs(&self) -> Runs<'_, T, M::Borrowed<'_>> {
        Runs::new(self.as_view())
    }

    /// Returns the array as slices along dimension `dim`, as [`View::runs_along`].
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    #[track_caller]
    pub fn runs_along(&self, dim: usize) -> Runs<'_, T, M::Borrowed<'_>> {
        Runs::along(self.as_view(), dim)
    }

    /// Returns the array as mutable slices: the longest contiguous runs along the last dimension,
    /// in logical order, each with the index of its first element.
    #[inline]
    pub fn runs_mut(&mut self) -> RunsMut<'_, T, M::Borrowed<'_>> {
        RunsMut::new(self.reborrow())
    }

    /// Returns the array as mutable slices along dimension `dim`, as [`View::runs_along`].
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    #[track_caller]
    pub fn runs_along_mut(&mut self, dim: usize) -> RunsMut<'_, T, M::Borrowed<'_>> {
        RunsMut::along(self.reborrow(), dim)
    }

    /// Calls a function with a mutable reference to each element. Padding is not touched.
    /// The order is unspecified; it follows memory, so that this is at least as fast as
    /// [`iter_mut`](ViewMut::iter_mut).
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// layout! { type Fig1 = F32[3,5]<1,0:T(2,2)>; }
    ///
    /// let mut buffer = Buffer::<f32, Fig1>::from_elem(2.0);
    /// buffer.view_mut().map_inplace(|x| *x *= 3.0);
    /// assert!(buffer.iter().all(|&x| x == 6.0));
    /// ```
    #[inline]
    pub fn map_inplace(&mut self, f: impl FnMut(&mut T)) {
        in_place::map(self.reborrow(), f);
    }

    /// Calls `f` with each element and the element of `other` at the same index, in any
    /// order; as [`Zip`].
    ///
    /// # Panics
    ///
    /// When the arrays differ in their dimensions.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let tiled = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
    /// let columns = Layout::parse("u8[3,5]{0,1}")?;
    /// let mut sums = [0.5; 24];
    /// tiled.view_mut(&mut sums)?.zip_mut_with(&columns.view(&[1u8; 15])?, |sum, n| {
    ///     *sum += f32::from(*n);
    /// });
    /// assert_eq!((sums[17], sums[18]), (1.5, 0.5)); // element (2,3), and padding
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[track_caller]
    pub fn zip_mut_with<'b, U: 'b>(
        &mut self,
        other: impl IntoZip<Item = &'b U>,
        f: impl FnMut(&mut T, &U),
    ) {
        Zip::from(self).and(other).for_each(f);
    }
}

impl<T: Copy, M: Mapping> ViewMut<'_, T, M> {
    /// Writes a value to all elements; padding is not touched.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
    /// let mut buffer = [0.0f32; 24];
    /// layout.view_mut(&mut buffer)?.fill(1.0);
    /// assert_eq!(buffer.iter().sum::<f32>(), 15.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fill(&mut self, value: T) {
        self.map_inplace(|element| *element = value);
    }

    /// Writes a value to all padding; elements are not touched.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
    /// let mut buffer = [1.0f32; 24];
    /// layout.view_mut(&mut buffer)?.fill_padding(0.0);
    /// assert_eq!(buffer.iter().sum::<f32>(), 15.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "pad")]
    pub fn fill_padding(&mut self, value: T)
    where
        M: WholeBuffer,
    {
        let (buffer, mapping) = self.parts();
        fill_padding(&mapping.layout(), buffer, value);
    }
}

impl<T, M: WholeBuffer> ViewMut<'_, T, M> {
    /// Returns the tiles of the first level; as [`View::tiles`].
    pub fn tiles(&self) -> Tiles<'_, T, M::Borrowed<'_>> {
        Tiles::new(self.as_view())
    }

    /// Returns the tile at an index of tiles in physical order; as [`View::tile`].
    #[inline]
    #[must_use]
    pub fn tile(&self, index: impl AsRef<[usize]>) -> Option<TileView<'_, T, M::Borrowed<'_>>> {
        TileView::at(self.as_view(), index.as_ref())
    }

    /// Returns the tile of the element at a logical index; as [`View::tile_at`].
    #[must_use]
    pub fn tile_at<'v>(
        &'v self,
        index: impl NdIndex<M::Borrowed<'v>>,
    ) -> Option<TileView<'v, T, M::Borrowed<'v>>> {
        TileView::of_element(self.as_view(), index)
    }

    /// Returns the tiles of the first level, mutably, in row-major order of their indices. If the
    /// layout has no tile, each element is a tile.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// layout! { type Fig1 = F32[3,5]<1,0:T(2,2)>; }
    ///
    /// let mut buffer = Buffer::<f32, Fig1>::zeroed();
    /// for mut tile in buffer.view_mut().tiles_mut() {
    ///     tile.as_mut_slice().unwrap().fill(1.0); // padding too
    /// }
    /// assert_eq!(buffer.as_slice(), [1.0; 24]);
    /// ```
    pub fn tiles_mut(&mut self) -> TilesMut<'_, T, M::Borrowed<'_>> {
        TilesMut::new(self.reborrow())
    }

    /// Returns the tile at an index of tiles in physical order, mutably; as [`View::tile`].
    #[inline]
    #[must_use]
    pub fn tile_mut(
        &mut self,
        index: impl AsRef<[usize]>,
    ) -> Option<TileViewMut<'_, T, M::Borrowed<'_>>> {
        TileViewMut::at(self.reborrow(), index.as_ref())
    }

    /// Returns the tile of the element at a logical index, mutably; as [`View::tile_at`].
    #[must_use]
    pub fn tile_at_mut<'v>(
        &'v mut self,
        index: impl NdIndex<M::Borrowed<'v>>,
    ) -> Option<TileViewMut<'v, T, M::Borrowed<'v>>> {
        TileViewMut::of_element(self.reborrow(), index)
    }

    /// Iterates over the indices of dimension `dim`; as [`View::axis_iter`].
    ///
    /// # Errors
    ///
    /// As for [`View::axis_iter`].
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    #[doc(alias = "outer_iter")]
    #[track_caller]
    pub fn axis_iter(&self, dim: usize) -> Result<AxisIter<'_, T, M::Borrowed<'_>>, RegionError> {
        AxisIter::new(self.as_view(), dim, None)
    }

    /// Iterates mutably over the indices of dimension `dim`; as [`View::axis_iter`]. All
    /// items can be in use at once: no two share a position, padding included.
    ///
    /// # Errors
    ///
    /// As for [`View::axis_iter`]: if tiles or the order of the dimensions interleave the
    /// items, an item is not one slice. [`runs_mut`](ViewMut::runs_mut) writes to any
    /// layout.
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    #[doc(alias = "outer_iter_mut")]
    #[track_caller]
    pub fn axis_iter_mut(
        &mut self,
        dim: usize,
    ) -> Result<AxisIterMut<'_, T, M::Borrowed<'_>>, RegionError> {
        AxisIterMut::new(self.reborrow(), dim, None)
    }

    /// Iterates mutably over chunks of `size` indices of dimension `dim`; as
    /// [`View::axis_chunks_iter`]. All chunks can be in use at once.
    ///
    /// # Errors
    ///
    /// As for [`View::axis_chunks_iter`].
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`, or `size` is 0.
    #[track_caller]
    pub fn axis_chunks_iter_mut(
        &mut self,
        dim: usize,
        size: usize,
    ) -> Result<AxisIterMut<'_, T, M::Borrowed<'_>>, RegionError> {
        AxisIterMut::new(self.reborrow(), dim, Some(size))
    }
}

impl<'a, T, M: Mapping> IntoIterator for View<'a, T, M> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T, M>;

    #[inline]
    fn into_iter(self) -> Iter<'a, T, M> {
        Iter::new(self)
    }
}

impl<'a, 'm, T, M: Mapping> IntoIterator for &'m View<'a, T, M> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T, M::Borrowed<'m>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T, M: Mapping> IntoIterator for ViewMut<'a, T, M> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T, M>;

    #[inline]
    fn into_iter(self) -> IterMut<'a, T, M> {
        IterMut::new(self)
    }
}

impl<'v, T, M: Mapping> IntoIterator for &'v ViewMut<'_, T, M> {
    type Item = &'v T;
    type IntoIter = Iter<'v, T, M::Borrowed<'v>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'v, T, M: Mapping> IntoIterator for &'v mut ViewMut<'_, T, M> {
    type Item = &'v mut T;
    type IntoIter = IterMut<'v, T, M::Borrowed<'v>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}
