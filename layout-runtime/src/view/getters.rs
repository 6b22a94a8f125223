//! The getters that views and buffers share.

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
