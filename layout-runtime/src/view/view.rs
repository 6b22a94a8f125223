//! `View`: a slice indexed through a layout.

use crate::layout::Layout;
use crate::layout::error::RegionError;
use crate::layout::index_ranges::{AxisIndices, IndexRanges};
use crate::map::{Mapping, OwnIndex, Region, Subarray, WholeBuffer};
use crate::view::access::reads;
use crate::view::part::{Sides, sides};

/// A slice seen as the array that a layout describes.
///
/// Making the view checks the buffer's length once; indexing checks each number against its
/// dimension.
///
/// ![A 3x5 array in tiles of 2x2, and its 24 positions in memory][figure1]
///
/// # Examples
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
/// let buffer: Vec<f32> = (0..24).map(|i| i as f32).collect();
/// let view = layout.view(&buffer)?;
/// assert_eq!(view[[2, 3]], 17.0);
/// assert_eq!(view.get([2, 4]), Some(&20.0));
/// assert_eq!(view.get([2, 5]), None); // padding, not an element
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg_attr(doc, doc = "", doc = include_str!("../figure1_link.md"))]
pub struct View<'a, T, M> {
    pub(super) buffer: &'a [T], // exactly `buffer_len(&mapping)` elements
    pub(super) mapping: M,
}

reads! { ['a, T, M] View<'a, T, M>, 'a }

impl<'a, T, M: Mapping> View<'a, T, M> {
    /// Returns the whole buffer, padding included.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let buffer: Vec<i32> = (0..24).collect();
    /// let view = layout.view(&buffer)?;
    /// assert_eq!(view.as_slice().len(), 24); // 15 elements, and padding
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// An array is not `AsRef<[T]>`: a function of slices would read the padding without a word.
    ///
    /// ```compile_fail,E0277
    /// # let layout = tiled_layout::Layout::parse("s32[3,5]{1,0:T(2,2)}").unwrap();
    /// # let buffer: Vec<i32> = (0..24).collect();
    /// fn sum(numbers: impl AsRef<[i32]>) -> i32 {
    ///     numbers.as_ref().iter().sum()
    /// }
    /// sum(layout.view(&buffer).unwrap());
    /// ```
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &'a [T]
    where
        M: WholeBuffer,
    {
        self.buffer
    }

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
    ) -> Result<View<'a, T, Region<M::Whole<'_>, M::Index>>, RegionError> {
        let region = Region::of(self.mapping(), ranges)?;
        // SAFETY: a region's buffer is the buffer of its array, this view.
        Ok(unsafe { View::new_unchecked(self.buffer(), region) })
    }

    /// Returns the region at `index` of dimension `dim`, without that dimension and without
    /// copying. It exists for every layout. [`index_axis`](View::index_axis) returns it as an array
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
    ) -> Result<View<'a, T, Region<M::Whole<'_>, [usize; RANK]>>, RegionError>
    where
        [usize; RANK]: OwnIndex,
    {
        let region = Region::at_index(self.mapping(), dim, index)?;
        // SAFETY: a region's buffer is the buffer of its array, this view.
        Ok(unsafe { View::new_unchecked(self.buffer(), region) })
    }

    /// Returns the row at an index of an array of 2 dimensions, without copying:
    /// [`region_at`](View::region_at) of dimension 0.
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
    pub fn row(&self, index: usize) -> View<'a, T, Region<M::Whole<'_>, [usize; 1]>> {
        let row = Region::row(self.mapping(), index);
        // SAFETY: a region's buffer is the buffer of its array, this view.
        unsafe { View::new_unchecked(self.buffer(), row) }
    }

    /// Returns a region of the array as an array with its own layout, without copying. Usually it
    /// begins and ends at the edges of tiles and is one contiguous range of the buffer. If the
    /// region's tiles are contiguous, the check takes constant time; otherwise the time depends on
    /// the number of the layout's [`terms`](Layout::terms), not on its size.
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
    ) -> Result<View<'a, T, Subarray<M::Borrowed<'_>>>, RegionError>
    where
        M: WholeBuffer,
    {
        self.by_ref().into_subview(region)
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
    ) -> Result<View<'a, T, Subarray<M::Borrowed<'_>>>, RegionError>
    where
        M: WholeBuffer,
    {
        self.by_ref().into_axis(dim, index)
    }

    /// Returns the same view with a mapping that is borrowed.
    #[inline]
    pub(crate) fn by_ref(&self) -> View<'a, T, M::Borrowed<'_>> {
        // SAFETY: this view's buffer and mapping.
        unsafe { View::new_unchecked(self.buffer, self.mapping.borrowed()) }
    }

    /// Returns the whole buffer; for a region, the buffer of its array.
    #[inline]
    pub(crate) fn buffer(&self) -> &'a [T] {
        self.buffer
    }
}

impl<'a, T, M: WholeBuffer> View<'a, T, M> {
    /// Splits the array in two along dimension `dim`: the indices before `index`, and the
    /// indices from `index` on; without copying.
    ///
    /// # Errors
    ///
    /// When `index` is past the dimension, or when a part has no layout of its own: `index`
    /// is not at the edge of a tile, or the dimension is not the most major.
    /// [`region`](View::region)s of the same indices always exist.
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
    ) -> Sides<View<'a, T, Subarray<M::Borrowed<'_>>>> {
        self.by_ref().into_split(dim, index)
    }

    /// Returns the same buffer as an array whose dimension `i` is dimension `permutation[i]` of
    /// this one: a transpose that copies nothing. Every layout allows it, because tiles follow the
    /// order in memory.
    ///
    /// # Panics
    ///
    /// When `permutation` does not name each dimension once.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let buffer: Vec<i32> = (0..24).collect();
    /// let view = layout.view(&buffer)?;
    /// let transposed = view.permuted(&[1, 0]);
    /// assert_eq!(transposed.layout().to_string(), "s32[5,3]{0,1:T(2,2)}");
    /// assert_eq!(transposed[[3, 2]], view[[2, 3]]);
    /// assert_eq!(transposed.as_slice(), buffer); // 15 elements, and padding
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[track_caller]
    #[must_use]
    #[doc(alias("t", "transpose", "swap_axes"))]
    pub fn permuted(&self, permutation: &[usize]) -> View<'a, T, Layout> {
        let layout = self.layout().permuted(permutation);
        self.by_ref().with_mapping(layout)
    }

    #[track_caller]
    pub(crate) fn into_split(self, dim: usize, index: usize) -> Sides<View<'a, T, Subarray<M>>> {
        let (buffer, mapping) = self.into_parts();
        // SAFETY: the slice has the positions of the part: `padded_len` of it.
        let view =
            |part: Subarray<M>| unsafe { View::new_unchecked(&buffer[part.positions()], part) };
        let [low, high] = sides(&mapping, dim, index)?;
        Ok((view(low), view(high)))
    }
}

impl<T, M: Copy> Copy for View<'_, T, M> {}

impl<T, M: Clone> Clone for View<'_, T, M> {
    fn clone(&self) -> Self {
        View {
            buffer: self.buffer,
            mapping: self.mapping.clone(),
        }
    }
}
