//! The methods of arrays that iterate, or write in any order.

use super::axes::AxisIter;
use super::blocks::Blocks;
use super::elements::Iter;
use super::in_place::{each_padded_range, each_position};
use super::indexed::IndexedIter;
use super::runs::Runs;
use super::tile::{Tile, TileViewMut};
use super::tiles::Tiles;
use super::zip::Zip;
use crate::array::access::expect_fit;
use crate::array::into_array::IntoArray;
use crate::array::part::{Smaller, assert_planar};
use crate::array::{Array, ViewError};
use crate::layout::index_ranges::Planar;
use crate::map::{Mapping, NdIndex, WholeBuffer};
use crate::storage::{Mut, Ref, Slice, Storage, StorageMut};

/// Arrays of any storage: iteration.
impl<S: Storage, M: Mapping> Array<S, M> {
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
    pub fn iter(&self) -> Iter<S::Shared<'_>, M::Borrowed<'_>> {
        Iter::new(self.view())
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
    pub fn indexed_iter(&self) -> IndexedIter<S::Shared<'_>, M::Borrowed<'_>> {
        IndexedIter::new(self.view())
    }

    /// Iterates over dimension `dim`, without copying. Each item is a view of the elements at one index,
    /// and does not have that dimension.
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
    /// let sums: Vec<f32> = batch.axis_iter(0).map(|item| item.iter().sum()).collect();
    /// assert_eq!(sums, [180.0, 1680.0]);
    /// let last: Vec<f32> = batch.axis_iter(2).map(|columns| columns[[1, 2]]).collect();
    /// assert_eq!(last, [120.0, 121.0, 122.0, 123.0, 124.0]);
    /// ```
    #[doc(alias("outer_iter", "columns"))]
    #[inline]
    #[track_caller]
    pub fn axis_iter(&self, dim: usize) -> AxisIter<S::Shared<'_>, M::Whole<'_>, Smaller<M>> {
        AxisIter::new(self.storage_ref().shared(), self.mapping(), dim)
    }

    /// Returns chunks of `size` indices of dimension `dim`, without copying; the last one may have
    /// fewer.
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
    /// let rows: Vec<usize> = view.axis_chunks(0, 3).map(|chunk| chunk.dims()[0]).collect();
    /// assert_eq!(rows, [3, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "axis_chunks_iter")]
    #[track_caller]
    pub fn axis_chunks(
        &self,
        dim: usize,
        size: usize,
    ) -> Blocks<S::Shared<'_>, M::Whole<'_>, M::Index> {
        Blocks::chunks(self.storage_ref().shared(), self.mapping(), dim, size)
    }

    /// Iterates over blocks of shape `size` in row-major order, without copying. Blocks at the end of a
    /// dimension may be smaller. If the layout has one tile level of this size, they are the
    /// elements of its tiles.
    ///
    /// # Panics
    ///
    /// When `size` contains a 0, or, with a rank known at run time, differs from the array in its
    /// number of dimensions.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// let buffer = Buffer::<f32, layout!(F32[16,256]<1,0:T(8,128)>)>::from_elem(1.0);
    /// let sums: Vec<f32> = buffer.blocks([8, 128]).map(|block| block.iter().sum()).collect();
    /// assert_eq!(sums, [1024.0; 4]);
    /// ```
    #[doc(alias = "exact_chunks")]
    #[track_caller]
    pub fn blocks(
        &self,
        size: impl Into<M::Index>,
    ) -> Blocks<S::Shared<'_>, M::Whole<'_>, M::Index> {
        Blocks::new(self.storage_ref().shared(), self.mapping(), size.into())
    }
}

/// Arrays of two dimensions, of any storage.
impl<S: Storage, M: Mapping> Array<S, M> {
    /// Returns the rows of an array of 2 dimensions, without copying.
    ///
    /// # Panics
    ///
    /// When the array, if its rank is known at run time, does not have 2 dimensions.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// let points = Buffer::<f32, layout!(F32[4,3])>::from_fn(|[i, j]| (i * j) as f32);
    /// let sums: Vec<f32> = points.rows().map(|p| p[[0]] + p[[1]] + p[[2]]).collect();
    /// assert_eq!(sums, [0.0, 3.0, 6.0, 9.0]);
    /// ```
    #[inline]
    #[track_caller]
    pub fn rows(&self) -> AxisIter<S::Shared<'_>, M::Whole<'_>, [usize; 1]>
    where
        M::Index: Planar,
    {
        assert_planar(self.dims());
        AxisIter::new(self.storage_ref().shared(), self.mapping(), 0)
    }
}

/// Arrays of elements with addresses: runs.
impl<S: Slice, M: Mapping> Array<S, M> {
    /// Returns the array as slices: the longest contiguous runs along the last dimension, in
    /// logical order, each with the index of its first element. The compiler vectorises loops over
    /// slices.
    ///
    /// If the last dimension is not contiguous, each run has one element.
    /// [`runs_along`](Self::runs_along) yields longer runs along the most minor dimension,
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
    pub fn runs(&self) -> Runs<S::Shared<'_>, M::Borrowed<'_>> {
        Runs::new(self.view())
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
    pub fn runs_along(&self, dim: usize) -> Runs<S::Shared<'_>, M::Borrowed<'_>> {
        Runs::along(self.view(), dim)
    }
}

/// Whole buffers of elements with addresses: tiles, and arrays along a dimension.
impl<S: Slice, M: WholeBuffer> Array<S, M> {
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
    pub fn tiles(&self) -> Tiles<S::Shared<'_>, M::Borrowed<'_>> {
        Tiles::new(self.view())
    }

    /// Returns the tile at an index of tiles in physical order: one number for each of the layout's
    /// `tile_counts`, major to minor; `None` out of bounds. [`tile_at`](Self::tile_at) finds the
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
    pub fn tile(&self, index: impl AsRef<[usize]>) -> Option<Tile<S::Shared<'_>, M::Borrowed<'_>>> {
        Tile::at(self.view(), index.as_ref())
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
    ) -> Option<Tile<S::Shared<'v>, M::Borrowed<'v>>> {
        Tile::of_element(self.view(), index)
    }
}

/// Arrays of elements with addresses that can be written: iteration, and writes in any order.
impl<S: Slice + StorageMut, M: Mapping> Array<S, M> {
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
    pub fn iter_mut(&mut self) -> Iter<Mut<'_, S::Elem>, M::Borrowed<'_>> {
        Iter::new(self.exclusive())
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
    pub fn indexed_iter_mut(&mut self) -> IndexedIter<Mut<'_, S::Elem>, M::Borrowed<'_>> {
        IndexedIter::new(self.exclusive())
    }

    /// Returns the array as mutable slices: the longest contiguous runs along the last dimension,
    /// in logical order, each with the index of its first element.
    #[inline]
    pub fn runs_mut(&mut self) -> Runs<Mut<'_, S::Elem>, M::Borrowed<'_>> {
        Runs::new(self.exclusive())
    }

    /// Returns the array as mutable slices along dimension `dim`, as [`runs_along`](Self::runs_along).
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    #[track_caller]
    pub fn runs_along_mut(&mut self, dim: usize) -> Runs<Mut<'_, S::Elem>, M::Borrowed<'_>> {
        Runs::along(self.exclusive(), dim)
    }

    /// Calls a function with a mutable reference to each element. Padding is not touched.
    /// The order is unspecified; it follows memory, so that this is at least as fast as
    /// [`iter_mut`](Self::iter_mut).
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
    pub fn map_inplace(&mut self, mut f: impl FnMut(&mut S::Elem)) {
        let (storage, mapping) = self.parts_mut();
        let mut elements = storage.units_mut();
        // SAFETY: each position is one of an element, and is passed once.
        each_position(mapping, |at| f(unsafe { elements.item(mapping, at) }));
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
        other: impl IntoArray<Storage = Ref<'b, U>>,
        f: impl FnMut(&mut S::Elem, &U),
    ) {
        Zip::from(self.exclusive()).and(other).for_each(f);
    }

    /// Returns the parts at each index of dimension `dim`, mutably; as [`axis_iter`](Self::axis_iter).
    /// All of them may be in use at the same time, also in other threads.
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    #[doc(alias = "outer_iter_mut")]
    #[inline]
    #[track_caller]
    pub fn axis_iter_mut(
        &mut self,
        dim: usize,
    ) -> AxisIter<Mut<'_, S::Elem>, M::Whole<'_>, Smaller<M>> {
        let (storage, mapping) = self.parts_mut();
        AxisIter::new(storage.units_mut(), mapping, dim)
    }

    /// Returns chunks of `size` indices of dimension `dim`, mutably; as
    /// [`axis_chunks`](Self::axis_chunks). All of them may be in use at the same time, also in other
    /// threads.
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`, or `size` is 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::thread;
    ///
    /// use tiled_layout::{Buffer, layout};
    ///
    /// let mut buffer = Buffer::<u32, layout!(U32[5,3]<1,0:T(2,2)>)>::zeroed();
    /// thread::scope(|scope| {
    ///     for (number, mut chunk) in buffer.axis_chunks_mut(0, 3).enumerate() {
    ///         scope.spawn(move || chunk.fill(number as u32));
    ///     }
    /// });
    /// assert_eq!(buffer.iter().sum::<u32>(), 6); // of the last two rows
    /// ```
    #[doc(alias = "axis_chunks_iter_mut")]
    #[track_caller]
    pub fn axis_chunks_mut(
        &mut self,
        dim: usize,
        size: usize,
    ) -> Blocks<Mut<'_, S::Elem>, M::Whole<'_>, M::Index> {
        let (storage, mapping) = self.parts_mut();
        Blocks::chunks(storage.units_mut(), mapping, dim, size)
    }

    /// Returns the blocks of `size` elements, mutably; as [`blocks`](Self::blocks). All of them may be
    /// in use at the same time, also in other threads.
    ///
    /// # Panics
    ///
    /// See [`blocks`](Self::blocks).
    #[doc(alias = "exact_chunks_mut")]
    #[track_caller]
    pub fn blocks_mut(
        &mut self,
        size: impl Into<M::Index>,
    ) -> Blocks<Mut<'_, S::Elem>, M::Whole<'_>, M::Index> {
        let (storage, mapping) = self.parts_mut();
        Blocks::new(storage.units_mut(), mapping, size.into())
    }
}

/// Arrays of two dimensions of elements with addresses that can be written.
impl<S: Slice + StorageMut, M: Mapping> Array<S, M> {
    /// Returns the rows of an array of 2 dimensions, mutably; as [`rows`](Self::rows). All of them may
    /// be in use at the same time, also in other threads.
    ///
    /// # Panics
    ///
    /// See [`rows`](Self::rows).
    #[inline]
    #[track_caller]
    pub fn rows_mut(&mut self) -> AxisIter<Mut<'_, S::Elem>, M::Whole<'_>, [usize; 1]>
    where
        M::Index: Planar,
    {
        assert_planar(self.dims());
        let (storage, mapping) = self.parts_mut();
        AxisIter::new(storage.units_mut(), mapping, 0)
    }
}

/// Arrays whose elements can be written.
impl<S: StorageMut<Elem: Copy>, M: Mapping> Array<S, M> {
    /// Writes a value to all elements; padding is not touched.
    ///
    /// # Panics
    ///
    /// When the element type does not have the value: 8 in S4.
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
    #[inline]
    #[track_caller]
    pub fn fill(&mut self, value: S::Elem) {
        expect_fit(self.try_fill(value));
    }

    /// [`fill`](Self::fill), with an error instead of a panic.
    #[inline]
    pub(crate) fn try_fill(&mut self, value: S::Elem) -> Result<(), ViewError> {
        self.check_fits(&value)?;
        let (storage, mapping) = self.parts_mut();
        let mut elements = storage.exclusive();
        // SAFETY: each position is one of an element, whose type has the value.
        each_position(mapping, |at| unsafe { elements.write(mapping, at, value) });
        Ok(())
    }
}

/// Whole buffers whose elements can be written: their padding.
impl<S: StorageMut<Elem: Copy>, M: WholeBuffer> Array<S, M> {
    /// Writes a value to all padding; elements are not touched.
    ///
    /// # Panics
    ///
    /// When the element type does not have the value.
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
    #[track_caller]
    pub fn fill_padding(&mut self, value: S::Elem) {
        expect_fit(self.check_fits(&value));
        let (storage, mapping) = self.parts_mut();
        let mut elements = storage.exclusive();
        each_padded_range(&mapping.layout(), |range| {
            for at in range {
                // SAFETY: it is a position of the whole buffer, and the element type has the value.
                unsafe { elements.write(mapping, at, value) };
            }
        });
    }
}

/// Whole buffers of elements with addresses that can be written: tiles, and arrays along a dimension.
impl<S: Slice + StorageMut, M: WholeBuffer> Array<S, M> {
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
    pub fn tiles_mut(&mut self) -> Tiles<Mut<'_, S::Elem>, M::Borrowed<'_>> {
        Tiles::new(self.exclusive())
    }

    /// Returns the tile at an index of tiles in physical order, mutably; as [`tile`](Self::tile).
    #[inline]
    #[must_use]
    pub fn tile_mut(
        &mut self,
        index: impl AsRef<[usize]>,
    ) -> Option<TileViewMut<'_, S::Elem, M::Borrowed<'_>>> {
        Tile::at(self.exclusive(), index.as_ref())
    }

    /// Returns the tile of the element at a logical index, mutably; as [`tile_at`](Self::tile_at).
    #[must_use]
    pub fn tile_at_mut<'v>(
        &'v mut self,
        index: impl NdIndex<M::Borrowed<'v>>,
    ) -> Option<TileViewMut<'v, S::Elem, M::Borrowed<'v>>> {
        Tile::of_element(self.exclusive(), index)
    }
}

impl<S: Storage, M: Mapping> IntoIterator for Array<S, M> {
    type Item = S::Item;
    type IntoIter = Iter<S, M>;

    #[inline]
    fn into_iter(self) -> Iter<S, M> {
        Iter::new(self)
    }
}

impl<'v, S: Storage, M: Mapping> IntoIterator for &'v Array<S, M> {
    type Item = <S::Shared<'v> as Storage>::Item;
    type IntoIter = Iter<S::Shared<'v>, M::Borrowed<'v>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'v, S: Slice<Elem: 'v> + StorageMut, M: Mapping> IntoIterator for &'v mut Array<S, M> {
    type Item = &'v mut S::Elem;
    type IntoIter = Iter<Mut<'v, S::Elem>, M::Borrowed<'v>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}
