//! Parts of arrays without copying, all of them regions.

use core::ops::Range;

use super::Array;
use super::aliases::ViewMut;
use crate::layout::error::RegionError;
use crate::layout::index_ranges::{IndexRanges, Planar};
use crate::layout::{Layout, assert_dimension, part};
use crate::map::{Mapping, OwnIndex, Region, WholeBuffer};
use crate::storage::{Mut, Parts, Slice, Storage, StorageMut};

/// The indices of a part at one index of a dimension.
pub(crate) type Smaller<M> = <<M as Mapping>::Index as OwnIndex>::Smaller;

/// The shared part of an array, whose indices are of type `I`.
type Part<'v, S, M, I> = Array<<S as Storage>::Shared<'v>, Region<<M as Mapping>::Whole<'v>, I>>;

/// The only mutable part of an array, whose indices are of type `I`.
type PartMut<'v, S, M, I> =
    Array<<S as StorageMut>::Exclusive<'v>, Region<<M as Mapping>::Whole<'v>, I>>;

/// One of several mutable parts of an array.
type SideMut<'v, S, M> =
    ViewMut<'v, <S as Storage>::Elem, Region<<M as Mapping>::Whole<'v>, <M as Mapping>::Index>>;

/// Arrays of any storage: parts, which exist for every layout.
impl<S: Storage, M: Mapping> Array<S, M> {
    /// Returns the part of the array that one range or index per dimension selects, without copying.
    /// An index removes its dimension. `ranges` is a tuple, an array or a slice: see [`IndexRanges`].
    /// The part is a view, whose indices count from its first index.
    ///
    /// # Errors
    ///
    /// When there is not one range or index per dimension, each within it.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// let batch = Buffer::<i32, layout!(S32[4,3,5]<2,1,0:T(2,2)>)>::from_fn(|[n, i, j]| {
    ///     (100 * n + 10 * i + j) as i32
    /// });
    /// let corner = batch.region((2, 1.., 3..))?; // of item 2
    /// assert_eq!(corner.dims(), [2, 2]);
    /// assert_eq!(corner[[1, 0]], 223);
    /// assert_eq!(batch.region((2, .., 4))?.iter().sum::<i32>(), 204 + 214 + 224);
    /// assert!(batch.region((2, 1..4, ..)).is_err()); // there are 3 rows
    /// # Ok::<(), tiled_layout::RegionError>(())
    /// ```
    #[doc(alias("slice", "subview"))]
    #[inline]
    pub fn region<R: IndexRanges<M::Index>>(
        &self,
        ranges: R,
    ) -> Result<Part<'_, S, M, R::Index>, RegionError> {
        let mapping = Region::of(&self.mapping, &ranges)?;
        let storage = self.storage.shared();
        Ok(Array { storage, mapping })
    }

    /// Returns the part at an index of dimension `dim` as a view, without that dimension and without
    /// copying.
    ///
    /// If the index is input, call [`region`](Self::region): `array.region((i, ..))?` returns an error
    /// instead of panicking.
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`, or the index is not within it.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let buffer: Vec<i32> = (0..24).collect();
    /// let view = layout.view(&buffer)?;
    /// let column = view.index_axis(1, 3);
    /// assert_eq!(column.to_row_major(), [5, 7, 17]);
    /// assert_eq!(column[[2]], view[[2, 3]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn index_axis(&self, dim: usize, index: usize) -> Part<'_, S, M, Smaller<M>> {
        self.at(dim, index)
    }

    #[inline]
    #[track_caller]
    fn at<I: OwnIndex>(&self, dim: usize, index: usize) -> Part<'_, S, M, I> {
        Array {
            storage: self.storage.shared(),
            mapping: Region::at_index(&self.mapping, dim, index),
        }
    }

    /// Splits the array at an index of dimension `dim`, without copying. The second part begins at the
    /// index.
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`, or the index is past its size.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let buffer: Vec<i32> = (0..24).collect();
    /// let view = layout.view(&buffer)?;
    /// let (above, below) = view.split_at(0, 1); // within a tile
    /// assert_eq!((above.dims(), below.dims()), (&[1, 5][..], &[2, 5][..]));
    /// assert_eq!(below[[1, 3]], 17);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[expect(clippy::type_complexity, reason = "two of what `region` returns")]
    #[must_use]
    #[track_caller]
    pub fn split_at(
        &self,
        dim: usize,
        index: usize,
    ) -> (Part<'_, S, M, M::Index>, Part<'_, S, M, M::Index>) {
        let side = |mapping| Array {
            storage: self.storage.shared(),
            mapping,
        };
        let [low, high] = sides(&self.mapping, dim, index);
        (side(low), side(high))
    }
}

/// Arrays whose elements can be written: one mutable part.
impl<S: StorageMut, M: Mapping> Array<S, M> {
    /// Returns a part of the array, mutably; as [`region`](Self::region).
    ///
    /// # Errors
    ///
    /// When there is not one range or index per dimension, each within it.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{PackedBuffer, layout};
    ///
    /// let mut cache = PackedBuffer::<i8, layout!(S4[2,8,64]<2,1,0:T(2,32)E(4)>)>::zeroed();
    /// cache.region_mut((1, 3, ..))?.fill(-1);
    /// assert_eq!(cache.iter().map(i32::from).sum::<i32>(), -64);
    /// # Ok::<(), tiled_layout::RegionError>(())
    /// ```
    #[doc(alias("slice_mut", "subview_mut"))]
    #[inline]
    pub fn region_mut<R: IndexRanges<M::Index>>(
        &mut self,
        ranges: R,
    ) -> Result<PartMut<'_, S, M, R::Index>, RegionError> {
        let mapping = Region::of(&self.mapping, &ranges)?;
        let storage = self.storage.exclusive();
        Ok(Array { storage, mapping })
    }

    /// Returns the part at an index of dimension `dim`, without that dimension, mutably; as
    /// [`index_axis`](Self::index_axis).
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`, or the index is not within it.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn index_axis_mut(&mut self, dim: usize, index: usize) -> PartMut<'_, S, M, Smaller<M>> {
        self.at_mut(dim, index)
    }

    #[inline]
    #[track_caller]
    fn at_mut<I: OwnIndex>(&mut self, dim: usize, index: usize) -> PartMut<'_, S, M, I> {
        Array {
            mapping: Region::at_index(&self.mapping, dim, index),
            storage: self.storage.exclusive(),
        }
    }
}

/// Arrays of two dimensions, of any storage.
impl<S: Storage, M: Mapping> Array<S, M> {
    /// Returns the row at an index of an array of 2 dimensions as a view, without copying.
    ///
    /// # Panics
    ///
    /// When the array, if its rank is known at run time, does not have 2 dimensions, or the index is
    /// not within the first one.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, Mapping, View, layout};
    ///
    /// fn norm<M: Mapping<Index = [usize; 1]>>(row: View<'_, f32, M>) -> f32 {
    ///     row.iter().map(|x| x * x).sum::<f32>().sqrt()
    /// }
    /// let b = Buffer::<f32, layout!(F32[3,5]<1,0:T(2,2)>)>::from_fn(|[i, _]| i as f32);
    /// assert_eq!(norm(b.row(1)), 5f32.sqrt()); // five elements, in three tiles
    /// ```
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn row(&self, index: usize) -> Part<'_, S, M, [usize; 1]>
    where
        M::Index: Planar,
    {
        assert_planar(self.dims());
        self.at(0, index)
    }

    /// Returns the column at an index of an array of 2 dimensions as a view, without copying.
    ///
    /// # Panics
    ///
    /// When the array, if its rank is known at run time, does not have 2 dimensions, or the index is
    /// not within the second one.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn column(&self, index: usize) -> Part<'_, S, M, [usize; 1]>
    where
        M::Index: Planar,
    {
        assert_planar(self.dims());
        self.at(1, index)
    }
}

/// Arrays of two dimensions whose elements can be written.
impl<S: StorageMut, M: Mapping> Array<S, M> {
    /// Returns the row at an index of an array of 2 dimensions, mutably; as [`row`](Self::row).
    ///
    /// # Panics
    ///
    /// See [`row`](Self::row).
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn row_mut(&mut self, index: usize) -> PartMut<'_, S, M, [usize; 1]>
    where
        M::Index: Planar,
    {
        assert_planar(self.dims());
        self.at_mut(0, index)
    }

    /// Returns the column at an index of an array of 2 dimensions, mutably; as
    /// [`column`](Self::column).
    ///
    /// # Panics
    ///
    /// See [`column`](Self::column).
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn column_mut(&mut self, index: usize) -> PartMut<'_, S, M, [usize; 1]>
    where
        M::Index: Planar,
    {
        assert_planar(self.dims());
        self.at_mut(1, index)
    }
}

/// Arrays of elements with addresses that can be written: several mutable parts. (Packed elements of
/// different parts may share a byte.)
impl<S: Slice + StorageMut, M: Mapping> Array<S, M> {
    /// Returns the parts before an index of dimension `dim`, and from it on, mutably; as
    /// [`split_at`](Self::split_at).
    ///
    /// # Panics
    ///
    /// See [`split_at`](Self::split_at).
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// let mut buffer = Buffer::<f32, layout!(F32[3,5]<1,0:T(2,2)>)>::zeroed();
    /// let (mut left, mut right) = buffer.split_at_mut(1, 3); // within a tile
    /// right.fill(1.0);
    /// left.column_mut(2).copy_from(right.column(0))?;
    /// assert_eq!(buffer.iter().sum::<f32>(), 9.0);
    /// # Ok::<(), tiled_layout::CopyError>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn split_at_mut(
        &mut self,
        dim: usize,
        index: usize,
    ) -> (SideMut<'_, S, M>, SideMut<'_, S, M>) {
        let [low, high] = sides(&self.mapping, dim, index);
        let storage: Mut<'_, S::Elem> = self.storage.units_mut();
        // SAFETY: no index is on both sides, and no two indices have one position.
        let other = unsafe { storage.part() };
        let side = |storage, mapping| Array { storage, mapping };
        (side(storage, low), side(other, high))
    }
}

/// Parts of whole buffers: their memory, and their own layouts.
impl<S: Slice, M: WholeBuffer, I: OwnIndex> Array<S, Region<M, I>> {
    /// Returns the memory of the part with its padding, if it is one range of the buffer that begins
    /// with an element of the part and contains no other elements; otherwise `None`.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let buffer: Vec<i32> = (0..24).collect();
    /// let view = layout.view(&buffer)?;
    /// let last_row = view.region((2.., ..))?;
    /// assert_eq!(last_row.as_slice(), Some(&buffer[12..])); // 5 elements, and padding
    /// assert_eq!(view.row(1).as_slice(), None); // its tiles have elements of row 0
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> Option<<S::Shared<'_> as Storage>::Run> {
        let positions = own_positions(&self.mapping).ok()?;
        // SAFETY: the positions are those of elements of this part and of padding. Those of another
        // part begin with one of its elements, so that none of them is among these.
        Some(unsafe { self.storage.shared().run(positions.start, positions.len()) })
    }
}

/// Parts of whole buffers that can be written: their memory.
impl<S: Slice + StorageMut, M: WholeBuffer, I: OwnIndex> Array<S, Region<M, I>> {
    /// Returns the memory of the part with its padding, mutably; as [`as_slice`](Self::as_slice).
    #[inline]
    #[must_use]
    pub fn as_mut_slice(&mut self) -> Option<&mut [S::Elem]> {
        let positions = own_positions(&self.mapping).ok()?;
        // SAFETY: as in `as_slice`.
        Some(unsafe {
            self.storage
                .units_mut()
                .run(positions.start, positions.len())
        })
    }
}

/// Parts of whole buffers, of any storage.
impl<S: Parts, M: WholeBuffer, I: OwnIndex> Array<S, Region<M, I>> {
    /// Returns the part as a whole array with its own layout, for code that needs a layout and its
    /// memory. It has the part's dimensions, and the order and tiles of the array. If the part ends
    /// where a dimension ends, it includes the padding of `PAD`. Usually the part begins and ends at
    /// the edges of tiles.
    ///
    /// If the part's tiles are contiguous, the check takes constant time; otherwise the time depends
    /// on the number of the layout's [`terms`](Layout::terms), not on its size.
    ///
    /// # Errors
    ///
    /// If no such layout gives the part's elements their positions; if its padding would overlap
    /// other elements or the end of the buffer; if a formula is not flat; and if packed elements share
    /// a byte with others.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Layout, View, layout};
    ///
    /// let layout = Layout::parse("s32[4,3,5]{2,1,0:T(2,2)}")?;
    /// let buffer: Vec<i32> = (0..96).collect();
    /// let view = layout.view(&buffer)?;
    /// let second = view.index_axis(0, 1).into_whole()?;
    /// assert_eq!(second.layout().to_string(), "s32[3,5]{1,0:T(2,2)}");
    /// assert_eq!(second.as_slice(), &buffer[24..48]);
    ///
    /// type Item = layout!(S32[3,5]<1,0:T(2,2)>);
    /// let second: View<'_, i32, Item> = second.try_into()?;
    /// assert_eq!(second[[2, 3]], 24 + 17);
    ///
    /// let error = view.region((1, 1.., ..))?.into_whole().unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "index 1 in dimension 1 lies within a tile, so that the region has no layout of its own"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn into_whole(self) -> Result<Array<S, Layout>, RegionError> {
        let positions = own_positions(&self.mapping)?;
        let whole = *self.mapping.whole_array().layout();
        let removed = self.mapping.corner().removed;
        let mapping = part::own_layout(&whole, &self.mapping.bounds(), removed);
        let units = if S::PACKED {
            packed_bytes(&whole, &mapping, positions)?
        } else {
            positions
        };
        // SAFETY: the positions are below the `padded_len` of the whole buffer, which is the memory.
        let storage = unsafe { self.storage.narrowed(units) };
        Ok(Array { storage, mapping })
    }
}

/// Returns the bytes of positions of packed elements, if they share none with others.
fn packed_bytes(
    whole: &Layout,
    own: &Layout,
    positions: Range<usize>,
) -> Result<Range<usize>, RegionError> {
    let bits = whole.element_bits();
    let is_edge = |position: usize| (position % 8 * bits).is_multiple_of(8);
    let is_end = positions.end == whole.padded_len();
    if !is_edge(positions.start) || !(is_edge(positions.end) || is_end) {
        return Err(RegionError::WithinByte);
    }
    let start = whole.bytes(positions).start;
    Ok(start..start + own.padded_bytes())
}

/// Returns the positions of a part that has its own layout.
#[inline]
fn own_positions<M: WholeBuffer, I: OwnIndex>(
    part: &Region<M, I>,
) -> Result<Range<usize>, RegionError> {
    let (whole, corner) = (part.whole_array(), part.corner());
    let (bounds, removed) = (part.bounds(), corner.removed);
    match whole.grid().contiguous(&bounds, removed) {
        Some(positions) => Ok(positions),
        None => part::positions(&whole.layout(), &bounds, removed),
    }
}

/// Returns the maps of the parts before `index` of dimension `dim`, and from it on.
#[track_caller]
fn sides<'m, M: Mapping>(
    map: &'m M,
    dim: usize,
    index: usize,
) -> [Region<M::Whole<'m>, M::Index>; 2] {
    let dims = map.dims();
    assert_dimension(dim, dims.len());
    let extent = dims[dim];
    assert!(
        index <= extent,
        "index {index} is past dimension {dim}, whose size is {extent}"
    );
    let all = Region::all(map);
    [0..index, index..extent].map(|range| all.along(dim, range))
}

/// Panics unless an array has rows and columns.
#[inline]
#[track_caller]
pub(crate) fn assert_planar(dims: &[usize]) {
    let rank = dims.len();
    assert!(
        rank == 2,
        "rows and columns need an array of 2 dimensions, but this one has {rank}; \
         call `index_axis(0, i)`"
    );
}
