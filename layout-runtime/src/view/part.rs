//! Parts of arrays without copying: regions, and subviews, which have a layout of their own.

use crate::layout::assert_dimension;
use crate::layout::error::RegionError;
use crate::layout::index_ranges::{AxisIndices, IndexRanges};
use crate::layout::region::RegionBounds;
use crate::map::{Region, Subarray, WholeBuffer};
use crate::view::{View, ViewMut};

/// A region of an array: [`View::region`].
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let buffer: Vec<i32> = (0..24).collect();
/// let view = layout.view(&buffer)?;
/// let region = view.region((1.., 2..))?;
/// assert_eq!(region.dims(), [2, 3]);
/// assert_eq!(region[[1, 1]], 17); // element (2,3)
/// assert_eq!(region.to_row_major(), [6, 7, 10, 16, 17, 20]);
/// assert_eq!(region.get([1, 3]), None); // padding
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type RegionView<'a, T, M> = View<'a, T, Region<M>>;

/// A mutable region of an array: [`ViewMut::region_mut`].
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let mut buffer = [0; 24];
/// let mut view = layout.view_mut(&mut buffer)?;
/// let mut region = view.region_mut((1.., 2..))?;
/// region.fill(1);
/// region[[1, 1]] = 7; // element (2,3)
/// assert_eq!(view[[2, 3]], 7);
/// assert_eq!(buffer.iter().sum::<i32>(), 5 + 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type RegionViewMut<'a, T, M> = ViewMut<'a, T, Region<M>>;

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
