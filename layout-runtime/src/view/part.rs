//! Parts of arrays without copying: regions, and subviews, which have a layout of their own.

use crate::layout::assert_dimension;
use crate::layout::error::RegionError;
use crate::layout::index_ranges::{AxisIndices, IndexRanges};
use crate::layout::region::RegionBounds;
use crate::map::{Subarray, WholeBuffer};
use crate::view::{View, ViewMut};

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
                Ok($view::from_checked($slice, part))
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
                Ok($view::from_checked($slice, part))
            }
        }
    };
}

into_parts! { View, buffer[positions] => &buffer[positions] }
into_parts! { ViewMut, buffer[positions] => &mut buffer[positions] }

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
