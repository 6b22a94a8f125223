//! Parts of arrays without copying: regions, and subviews, which have a layout of their own.

use crate::layout::assert_dimension;
use crate::layout::error::RegionError;
use crate::layout::index_ranges::{AxisIndices, IndexRanges};
use crate::layout::region::RegionBounds;
use crate::map::{Subarray, WholeBuffer};
use crate::view::{View, ViewMut};

/// The regions of an array, which share its buffer; for a view or a buffer whose mapping is `M`.
macro_rules! regions {
    ($([$($this:tt)+] $region:ident $region_at:ident $row:ident -> $view:ident<$a:lifetime>:
        ($buffer:expr, $mapping:expr);)*) => {$(
        /// Returns a region of the array, given by one range of indices per dimension, without
        /// copying; as [`View::region`](crate::View::region).
        ///
        /// # Errors
        ///
        /// When there is not one range per dimension, each within it.
        #[doc(alias("slice", "slice_mut"))]
        #[inline]
        pub fn $region(
            $($this)+,
            ranges: impl $crate::layout::index_ranges::IndexRanges,
        ) -> Result<$view<$a, T, $crate::map::Region<M::Whole<'_>, M::Index>>, $crate::layout::error::RegionError> {
            let region = $crate::map::Region::of($mapping, ranges)?;
            // SAFETY: a region's buffer is the buffer of its array.
            Ok(unsafe { $view::new_unchecked($buffer, region) })
        }

        /// Returns the region at an index of dimension `dim`, without that dimension; as
        /// [`View::region_at`](crate::View::region_at).
        ///
        /// # Errors
        ///
        /// When the index is not within dimension `dim`.
        ///
        /// # Panics
        ///
        /// When there is no dimension `dim`, or the array does not have `RANK + 1` dimensions.
        #[inline]
        #[track_caller]
        pub fn $region_at<const RANK: usize>(
            $($this)+,
            dim: usize,
            index: usize,
        ) -> Result<$view<$a, T, $crate::map::Region<M::Whole<'_>, [usize; RANK]>>, $crate::layout::error::RegionError>
        where
            [usize; RANK]: $crate::map::OwnIndex,
        {
            let region = $crate::map::Region::at_index($mapping, dim, index)?;
            // SAFETY: a region's buffer is the buffer of its array.
            Ok(unsafe { $view::new_unchecked($buffer, region) })
        }

        /// Returns the row at an index of an array of 2 dimensions; as
        /// [`View::row`](crate::View::row).
        ///
        /// # Panics
        ///
        /// When the array does not have 2 dimensions, or the index is not within the first one.
        #[inline]
        #[must_use]
        #[track_caller]
        pub fn $row(
            $($this)+,
            index: usize,
        ) -> $view<$a, T, $crate::map::Region<M::Whole<'_>, [usize; 1]>> {
            let row = $crate::map::Region::row($mapping, index);
            // SAFETY: a region's buffer is the buffer of its array.
            unsafe { $view::new_unchecked($buffer, row) }
        }
    )*};
}
pub(crate) use regions;

/// Two views of the sides of an index.
pub(crate) type Sides<V> = Result<(V, V), RegionError>;

/// The parts that views of both kinds become.
macro_rules! into_parts {
    ($view:ident, $buffer:ident[$positions:ident] => $slice:expr) => {
        impl<'a, T, M: WholeBuffer> $view<'a, T, M> {
            #[inline]
            pub(crate) fn into_subview(
                self,
                region: impl IndexRanges,
            ) -> Result<$view<'a, T, Subarray<M>>, RegionError> {
                let ($buffer, mapping) = self.into_parts();
                let part = Subarray::of_region(mapping, region)?;
                let $positions = part.positions();
                // SAFETY: the slice has the positions of the part: `padded_len` of it.
                Ok(unsafe { $view::new_unchecked($slice, part) })
            }

            #[inline]
            #[track_caller]
            pub(crate) fn into_axis(
                self,
                dim: usize,
                index: impl AxisIndices,
            ) -> Result<$view<'a, T, Subarray<M>>, RegionError> {
                let ($buffer, mapping) = self.into_parts();
                let part = Subarray::at_index(mapping, dim, index.indices())?;
                let $positions = part.positions();
                // SAFETY: the slice has the positions of the part: `padded_len` of it.
                Ok(unsafe { $view::new_unchecked($slice, part) })
            }
        }
    };
}

into_parts! { View, buffer[positions] => &buffer[positions] }
into_parts! { ViewMut, buffer[positions] => &mut buffer[positions] }

/// Returns the parts of an array before `index` of dimension `dim`, and from `index` on.
#[track_caller]
pub(super) fn sides<M: WholeBuffer>(
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
