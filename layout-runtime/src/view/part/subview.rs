//! Views of the same memory with their own layout: subviews, the two sides of an index, and
//! permuted dimensions.

use crate::layout::Layout;
use crate::layout::assert_dimension;
use crate::layout::error::RegionError;
use crate::layout::index_ranges::{AxisIndices, IndexRanges};
use crate::layout::region::RegionBounds;
use crate::map::{Mapping, Subarray, WholeBuffer};
use crate::view::{View, ViewMut};

/// A part of an array, with its own layout: [`View::subview`].
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let buffer: Vec<i32> = (0..24).collect(); // 15 elements, and padding
/// let view = layout.view(&buffer)?;
/// let last_row = view.subview((2.., ..))?;
/// assert_eq!(last_row.to_row_major(), [12, 13, 16, 17, 20]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type SubarrayView<'a, T, M> = View<'a, T, Subarray<M>>;

/// A mutable part of an array, with its own layout: [`ViewMut::subview_mut`].
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let mut buffer = [0; 24]; // 15 elements, and padding
/// layout.view_mut(&mut buffer)?.subview_mut((2.., ..))?.fill(1);
/// assert_eq!(buffer.iter().sum::<i32>(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type SubarrayViewMut<'a, T, M> = ViewMut<'a, T, Subarray<M>>;

/// Two views of the sides of an index.
pub(crate) type Sides<V> = Result<(V, V), RegionError>;

impl<'a, T, M: Mapping> View<'a, T, M> {
    /// A region of the array as an array with its own layout, without copying. Usually it
    /// begins and ends at the edges of tiles and is one contiguous range of the buffer. If
    /// the region's tiles are contiguous, the check takes constant time; otherwise the time
    /// depends on the number of the layout's [`terms`](Layout::terms), not on its size.
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
    #[doc(alias = "slice")]
    #[inline]
    pub fn subview(
        &self,
        region: impl IndexRanges,
    ) -> Result<SubarrayView<'a, T, M::Borrowed<'_>>, RegionError>
    where
        M: WholeBuffer,
    {
        self.by_ref().into_subview(region)
    }

    /// The array at `index` along dimension `dim`, without that dimension and without
    /// copying. Several indices, `[i, j]`, select along dimension `dim` and the dimensions
    /// after it.
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
    ) -> Result<SubarrayView<'a, T, M::Borrowed<'_>>, RegionError>
    where
        M: WholeBuffer,
    {
        self.by_ref().into_axis(dim, index)
    }
}

impl<T, M: WholeBuffer> ViewMut<'_, T, M> {
    /// A region as a mutable array with its own layout; as [`View::subview`].
    ///
    /// # Errors
    ///
    /// As for [`View::subview`].
    #[inline]
    pub fn subview_mut(
        &mut self,
        region: impl IndexRanges,
    ) -> Result<SubarrayViewMut<'_, T, M::Borrowed<'_>>, RegionError> {
        self.reborrow().into_subview(region)
    }

    /// The mutable array at `index` along dimension `dim`; as [`View::index_axis`].
    ///
    /// # Errors
    ///
    /// As for [`View::index_axis`].
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
    ) -> Result<SubarrayViewMut<'_, T, M::Borrowed<'_>>, RegionError> {
        self.reborrow().into_axis(dim, index)
    }
}

/// The parts that views of both kinds become.
macro_rules! into_parts {
    ($view:ident, $part:ident, $buffer:ident[$positions:ident] => $slice:expr) => {
        impl<'a, T, M: WholeBuffer> $view<'a, T, M> {
            #[inline]
            pub(crate) fn into_subview(
                self,
                region: impl IndexRanges,
            ) -> Result<$part<'a, T, M>, RegionError> {
                let ($buffer, mapping) = self.into_parts();
                let part = Subarray::of_region(mapping, region)?;
                let $positions = part.positions();
                Ok($view::from_checked($slice, part))
            }

            #[inline]
            #[track_caller]
            pub(crate) fn into_axis(
                self,
                dim: usize,
                index: impl AxisIndices,
            ) -> Result<$part<'a, T, M>, RegionError> {
                let ($buffer, mapping) = self.into_parts();
                let part = Subarray::at_index(mapping, dim, index.indices())?;
                let $positions = part.positions();
                Ok($view::from_checked($slice, part))
            }
        }
    };
}

into_parts! { View, SubarrayView, buffer[positions] => &buffer[positions] }
into_parts! { ViewMut, SubarrayViewMut, buffer[positions] => &mut buffer[positions] }

/// The parts of an array before `index` of dimension `dim`, and from `index` on.
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
    ) -> Sides<SubarrayView<'a, T, M::Borrowed<'_>>> {
        self.by_ref().into_split(dim, index)
    }
}

impl<'a, T, M: WholeBuffer> View<'a, T, M> {
    #[track_caller]
    pub(crate) fn into_split(self, dim: usize, index: usize) -> Sides<SubarrayView<'a, T, M>> {
        let (buffer, mapping) = self.into_parts();
        let view = |part: Subarray<M>| View::from_checked(&buffer[part.positions()], part);
        let [low, high] = sides(&mapping, dim, index)?;
        Ok((view(low), view(high)))
    }
}

impl<T, M: WholeBuffer> ViewMut<'_, T, M> {
    /// Splits the array in two mutable parts along a dimension; as [`View::split_at`].
    ///
    /// # Errors
    ///
    /// As for [`View::split_at`].
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    #[track_caller]
    pub fn split_at_mut(
        &mut self,
        dim: usize,
        index: usize,
    ) -> Sides<SubarrayViewMut<'_, T, M::Borrowed<'_>>> {
        self.reborrow().into_split(dim, index)
    }
}

impl<'a, T, M: WholeBuffer> ViewMut<'a, T, M> {
    #[track_caller]
    pub(crate) fn into_split(self, dim: usize, index: usize) -> Sides<SubarrayViewMut<'a, T, M>> {
        let (buffer, mapping) = self.into_parts();
        let [low, high] = sides(&mapping, dim, index)?;
        let (before, after) = (low.positions(), high.positions());
        // A part begins with one of its elements, which the other part does not contain.
        let cut = match after.is_empty() {
            true => before.end,
            false => after.start,
        };
        let (first, second) = buffer.split_at_mut(cut);
        Ok((
            ViewMut::from_checked(&mut first[before], low),
            ViewMut::from_checked(&mut second[..after.len()], high),
        ))
    }
}

impl<'a, T, M: WholeBuffer> View<'a, T, M> {
    /// The same buffer as an array whose dimension `i` is dimension
    /// `permutation[i]` of this one: a transpose that copies nothing. Every
    /// layout allows it, because tiles follow the order in memory.
    ///
    /// # Panics
    ///
    /// When `permutation` does not name each dimension once.
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
    #[doc(alias = "transpose")]
    pub fn permuted(&self, permutation: &[usize]) -> View<'a, T, Layout> {
        let layout = self.layout().permute_dimensions(permutation);
        View::from_checked(self.as_slice(), layout)
    }
}

impl<T, M: WholeBuffer> ViewMut<'_, T, M> {
    /// The same buffer with permuted dimensions, mutably; as [`View::permuted`].
    ///
    /// # Panics
    ///
    /// When `permutation` does not name each dimension once.
    #[track_caller]
    #[must_use]
    pub fn permuted_mut(&mut self, permutation: &[usize]) -> ViewMut<'_, T, Layout> {
        let layout = self.layout().permute_dimensions(permutation);
        ViewMut::from_checked(self.as_mut_slice(), layout)
    }
}
