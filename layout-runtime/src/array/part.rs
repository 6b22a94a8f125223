//! Parts of arrays without copying: regions, and subviews, which have a layout of their own.

use super::Array;
use super::aliases::ViewMut;
use crate::layout::assert_dimension;
use crate::layout::error::RegionError;
use crate::layout::index_ranges::{AxisIndices, IndexRanges};
use crate::layout::region::RegionBounds;
use crate::map::{Mapping, OwnIndex, Region, Subarray, WholeBuffer};
use crate::storage::{Parts, Slice, Storage, StorageMut};

/// Arrays of any storage: regions, which exist for every layout.
impl<S: Storage, M: Mapping> Array<S, M> {
    /// Returns a region of the array, given by one range of indices per dimension, without copying.
    /// `ranges` is a tuple, an array or a slice of ranges: see [`IndexRanges`]. The result is a
    /// view, whose indices count from the region's first index.
    ///
    /// # Errors
    ///
    /// When there is not one range per dimension, each within it.
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
    /// let corner = view.region((1.., 3..)).unwrap();
    /// assert_eq!(corner.dims(), [2, 2]);
    /// assert_eq!(corner[[1, 0]], 23.0);
    /// assert!(view.region((1..4, ..)).is_err()); // there are 3 rows
    /// ```
    #[doc(alias("slice", "slice_mut"))]
    #[expect(clippy::type_complexity, reason = "an alias would hide what it is")]
    #[inline]
    pub fn region(
        &self,
        ranges: impl IndexRanges,
    ) -> Result<Array<S::Shared<'_>, Region<M::Whole<'_>, M::Index>>, RegionError> {
        let mapping = Region::of(&self.mapping, ranges)?;
        let storage = self.storage.shared();
        Ok(Array { storage, mapping })
    }

    /// Returns the region at `index` of dimension `dim`, without that dimension and without
    /// copying. It exists for every layout. [`index_axis`](Self::index_axis) returns it as an array
    /// with its own layout, if it has one.
    ///
    /// # Errors
    ///
    /// When the index is not within dimension `dim`.
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`, or the array does not have `RANK + 1` dimensions.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let buffer: Vec<i32> = (0..24).collect();
    /// let view = layout.view(&buffer)?;
    /// assert!(view.index_axis(1, 3).is_err()); // columns are tiled
    /// let column = view.region_at::<1>(1, 3)?;
    /// assert_eq!(column.to_row_major(), [5, 7, 17]);
    /// assert_eq!(column[[2]], view[[2, 3]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[expect(clippy::type_complexity, reason = "an alias would hide what it is")]
    #[inline]
    #[track_caller]
    pub fn region_at<const RANK: usize>(
        &self,
        dim: usize,
        index: usize,
    ) -> Result<Array<S::Shared<'_>, Region<M::Whole<'_>, [usize; RANK]>>, RegionError>
    where
        [usize; RANK]: OwnIndex,
    {
        let mapping = Region::at_index(&self.mapping, dim, index)?;
        let storage = self.storage.shared();
        Ok(Array { storage, mapping })
    }

    /// Returns the row at an index of an array of 2 dimensions, without copying:
    /// [`region_at`](Self::region_at) of dimension 0.
    ///
    /// # Panics
    ///
    /// When the array does not have 2 dimensions, or the index is not within the first one.
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
    pub fn row(&self, index: usize) -> Array<S::Shared<'_>, Region<M::Whole<'_>, [usize; 1]>> {
        Array {
            storage: self.storage.shared(),
            mapping: Region::row(&self.mapping, index),
        }
    }
}

/// Arrays whose elements can be written: regions.
impl<S: StorageMut, M: Mapping> Array<S, M> {
    /// Returns a region of the array, mutably; as [`region`](Self::region).
    ///
    /// # Errors
    ///
    /// When there is not one range per dimension, each within it.
    #[doc(alias("slice", "slice_mut"))]
    #[expect(clippy::type_complexity, reason = "an alias would hide what it is")]
    #[inline]
    pub fn region_mut(
        &mut self,
        ranges: impl IndexRanges,
    ) -> Result<Array<S::Exclusive<'_>, Region<M::Whole<'_>, M::Index>>, RegionError> {
        let mapping = Region::of(&self.mapping, ranges)?;
        let storage = self.storage.exclusive();
        Ok(Array { storage, mapping })
    }

    /// Returns the region at an index of dimension `dim`, without that dimension, mutably; as
    /// [`region_at`](Self::region_at).
    ///
    /// # Errors
    ///
    /// When the index is not within dimension `dim`.
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`, or the array does not have `RANK + 1` dimensions.
    #[expect(clippy::type_complexity, reason = "an alias would hide what it is")]
    #[inline]
    #[track_caller]
    pub fn region_at_mut<const RANK: usize>(
        &mut self,
        dim: usize,
        index: usize,
    ) -> Result<Array<S::Exclusive<'_>, Region<M::Whole<'_>, [usize; RANK]>>, RegionError>
    where
        [usize; RANK]: OwnIndex,
    {
        let mapping = Region::at_index(&self.mapping, dim, index)?;
        let storage = self.storage.exclusive();
        Ok(Array { storage, mapping })
    }

    /// Returns the row at an index of an array of 2 dimensions, mutably; as [`row`](Self::row).
    ///
    /// # Panics
    ///
    /// When the array does not have 2 dimensions, or the index is not within the first one.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn row_mut(
        &mut self,
        index: usize,
    ) -> Array<S::Exclusive<'_>, Region<M::Whole<'_>, [usize; 1]>> {
        Array {
            mapping: Region::row(&self.mapping, index),
            storage: self.storage.exclusive(),
        }
    }
}

/// Whole buffers of elements with addresses: parts that have a layout of their own.
impl<S: Slice, M: WholeBuffer> Array<S, M> {
    /// Returns a region of the array as an array with its own layout, without copying. Usually it
    /// begins and ends at the edges of tiles and is one contiguous range of the buffer. If the
    /// region's tiles are contiguous, the check takes constant time; otherwise the time depends on
    /// the number of the layout's [`terms`](crate::Layout::terms), not on its size.
    ///
    /// The subview's layout has the region's dimensions, and the order and tiles of this
    /// array. If the region ends where a dimension ends, it includes the padding of `PAD`.
    /// Its padding is padding of the whole array.
    ///
    /// # Errors
    ///
    /// If there is not one range per dimension, each within bounds; if no such layout gives
    /// the region's elements their positions; if its padding would overlap other elements
    /// or the end of the buffer; and if a formula is not flat.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let buffer: Vec<i32> = (0..24).collect();
    /// let view = layout.view(&buffer)?;
    /// let last_row = view.subview((2.., ..))?;
    /// assert_eq!(last_row.layout().to_string(), "s32[1,5]{1,0:T(2,2)}");
    /// assert_eq!(last_row[[0, 3]], 17);
    /// assert_eq!(last_row.as_slice(), &buffer[12..]);
    ///
    /// let error = view.subview((1.., ..)).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "index 1 in dimension 0 lies within a tile, so that the region has no layout of its own"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn subview(
        &self,
        region: impl IndexRanges,
    ) -> Result<Array<S::Shared<'_>, Subarray<M::Borrowed<'_>>>, RegionError> {
        let part = Subarray::of_region(self.mapping.borrowed(), region)?;
        // SAFETY: the elements of the array are shared.
        Ok(unsafe { part_of(&self.storage.shared(), part) })
    }

    /// Returns the array at `index` along dimension `dim`, without that dimension and without
    /// copying. Several indices, `[i, j]`, select along dimension `dim` and the dimensions after
    /// it.
    ///
    /// # Errors
    ///
    /// When an index is not within its dimension, or when the elements have no layout of
    /// their own: a dimension is tiled, or these dimensions are not the most major.
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`, or none for one of the indices.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[4,3,5]{2,1,0:T(2,2)}")?;
    /// let buffer: Vec<i32> = (0..96).collect();
    /// let view = layout.view(&buffer)?;
    /// let second = view.index_axis(0, 1)?;
    /// assert_eq!(second.layout().to_string(), "s32[3,5]{1,0:T(2,2)}");
    /// assert_eq!(second[[2, 3]], 24 + 17);
    /// assert!(view.index_axis(1, 0).is_err()); // rows are tiled
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn index_axis(
        &self,
        dim: usize,
        index: impl AxisIndices,
    ) -> Result<Array<S::Shared<'_>, Subarray<M::Borrowed<'_>>>, RegionError> {
        let part = Subarray::at_index(self.mapping.borrowed(), dim, index.indices())?;
        // SAFETY: the elements of the array are shared.
        Ok(unsafe { part_of(&self.storage.shared(), part) })
    }

    /// Splits the array in two along dimension `dim`: the indices before `index`, and the
    /// indices from `index` on; without copying.
    ///
    /// # Errors
    ///
    /// When `index` is past the dimension, or when a part has no layout of its own: `index`
    /// is not at the edge of a tile, or the dimension is not the most major.
    /// [`region`](Self::region)s of the same indices always exist.
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
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let buffer: Vec<i32> = (0..24).collect();
    /// let view = layout.view(&buffer)?;
    /// let (above, below) = view.split_at(0, 2)?;
    /// assert_eq!((above.dims(), below.dims()), (&[2, 5][..], &[1, 5][..]));
    /// assert_eq!(below.as_slice(), &buffer[12..]); // 5 elements, and padding
    /// assert_eq!(
    ///     view.split_at(0, 1).unwrap_err().to_string(),
    ///     "index 1 in dimension 0 lies within a tile, so that the region has no layout of its own"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[track_caller]
    pub fn split_at(
        &self,
        dim: usize,
        index: usize,
    ) -> Sides<Array<S::Shared<'_>, Subarray<M::Borrowed<'_>>>> {
        let [low, high] = sides(&self.mapping.borrowed(), dim, index)?;
        let storage = self.storage.shared();
        // SAFETY: the elements of the array are shared.
        let side = |part| unsafe { part_of(&storage, part) };
        Ok((side(low), side(high)))
    }
}

/// Whole buffers of elements with addresses that can be written: parts that have a layout of their
/// own.
impl<S: Slice + StorageMut, M: WholeBuffer> Array<S, M> {
    /// Returns a region as a mutable array with its own layout; as [`subview`](Self::subview).
    ///
    /// # Errors
    ///
    /// As for [`subview`](Self::subview).
    #[inline]
    pub fn subview_mut(
        &mut self,
        region: impl IndexRanges,
    ) -> Result<ViewMut<'_, S::Elem, Subarray<M::Borrowed<'_>>>, RegionError> {
        let part = Subarray::of_region(self.mapping.borrowed(), region)?;
        // SAFETY: the part is the only one while the array is borrowed.
        Ok(unsafe { part_of(&self.storage.units_mut(), part) })
    }

    /// Returns the mutable array at `index` along dimension `dim`; as
    /// [`index_axis`](Self::index_axis).
    ///
    /// # Errors
    ///
    /// As for [`index_axis`](Self::index_axis).
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    #[inline]
    #[track_caller]
    pub fn index_axis_mut(
        &mut self,
        dim: usize,
        index: impl AxisIndices,
    ) -> Result<ViewMut<'_, S::Elem, Subarray<M::Borrowed<'_>>>, RegionError> {
        let part = Subarray::at_index(self.mapping.borrowed(), dim, index.indices())?;
        // SAFETY: the part is the only one while the array is borrowed.
        Ok(unsafe { part_of(&self.storage.units_mut(), part) })
    }

    /// Splits the array in two mutable parts along a dimension; as [`split_at`](Self::split_at).
    ///
    /// # Errors
    ///
    /// As for [`split_at`](Self::split_at).
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    #[track_caller]
    pub fn split_at_mut(
        &mut self,
        dim: usize,
        index: usize,
    ) -> Sides<ViewMut<'_, S::Elem, Subarray<M::Borrowed<'_>>>> {
        let [low, high] = sides(&self.mapping.borrowed(), dim, index)?;
        let storage = self.storage.units_mut();
        // SAFETY: no element is on both sides of an index, and each side begins with one of its
        // elements and contains none of the other side.
        let side = |part| unsafe { part_of(&storage, part) };
        Ok((side(low), side(high)))
    }
}

/// Two parts, on the sides of an index.
pub(crate) type Sides<V> = Result<(V, V), RegionError>;

/// Returns the part of a whole buffer that has its own layout.
///
/// # Safety
///
/// If elements can be written, no other part that is in use has one of the positions.
#[inline]
pub(crate) unsafe fn part_of<S: Parts, M: WholeBuffer>(
    storage: &S,
    part: Subarray<M>,
) -> Array<S, Subarray<M>> {
    let positions = part.positions();
    assert!(positions.end <= storage.units().len());
    // SAFETY: the caller keeps other parts from having the positions.
    let storage = unsafe { storage.part() };
    // SAFETY: the positions have just been compared with the length.
    let storage = unsafe { storage.narrowed(positions) };
    Array {
        storage,
        mapping: part,
    }
}

/// Returns the parts of an array before `index` of dimension `dim`, and from `index` on.
#[track_caller]
fn sides<M: WholeBuffer>(
    whole: &M,
    dim: usize,
    index: usize,
) -> Result<[Subarray<M>; 2], RegionError> {
    let dims = whole.dims();
    assert_dimension(dim, dims.len());
    let side = |range| {
        let region = RegionBounds::of_range(dims, dim, range)?;
        Subarray::new(whole.clone(), &region)
    };
    let high = side(index..dims[dim].max(index))?;
    Ok([side(0..index)?, high])
}
