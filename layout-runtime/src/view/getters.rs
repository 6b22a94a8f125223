//! The getters that views and buffers share.

use layout_core::spec::Dims;

use crate::layout::strides::{self, LogicalStrides};
use crate::view::mapping::PositionMap;

/// The strides of an array's dimensions, if positions are affine in the index.
pub(crate) fn logical_strides<M: PositionMap>(map: &M) -> Option<LogicalStrides> {
    let extents = map.extents();
    let start = Dims::filled(0, extents.len());
    let origin = map.origin().unwrap_or(&start);
    strides::of_region(&map.buffer_layout(), origin, extents)
}

/// The getters of an array with the mapping `M`.
macro_rules! getters {
    ($([$($generics:tt)*] $array:ty;)*) => {$(
        impl<$($generics)*> $array
        where
            M: $crate::view::mapping::PositionMap,
        {
            /// The map from indices to positions.
            #[inline]
            #[must_use]
            pub fn mapping(&self) -> &M {
                &self.mapping
            }

            /// The layout as a value.
            #[inline]
            #[must_use]
            pub fn layout(&self) -> M::LayoutRef<'_>
            where
                M: $crate::view::mapping::Mapping,
            {
                self.mapping.buffer_layout()
            }

            /// The logical dimensions, in elements.
            #[inline]
            #[must_use]
            pub fn dims(&self) -> &[usize] {
                self.mapping.extents()
            }

            /// The number of dimensions.
            #[inline]
            #[must_use]
            pub fn rank(&self) -> usize {
                self.mapping.extents().len()
            }

            /// The number of elements, without padding: as many as [`iter`](Self::iter)
            /// yields.
            #[inline]
            #[must_use]
            pub fn len(&self) -> usize {
                self.mapping.count()
            }

            /// The strides of the logical dimensions, in elements, if the position of each
            /// element is the position of the first one plus the sum of index times stride;
            /// `None` otherwise. A dimension of size 0 or 1 has stride 0, and so have all
            /// dimensions of an array without elements.
            ///
            /// It compares the terms of the layout's formula. If the formula has no
            /// [`terms`](crate::Layout::terms), it compares the positions of all elements.
            #[must_use]
            pub fn logical_strides(&self) -> Option<$crate::LogicalStrides> {
                $crate::view::getters::logical_strides(&self.mapping)
            }

            /// Whether a dimension is 0, so that there are no elements.
            #[inline]
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.mapping.extents().contains(&0)
            }
        }
    )*};
}
pub(crate) use getters;
