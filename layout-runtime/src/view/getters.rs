//! The getters that views and buffers share.

/// The getters of an array with the mapping `M`.
macro_rules! getters {
    ($([$($generics:tt)*] $array:ty;)*) => {$(
        impl<$($generics)*> $array
        where
            M: $crate::map::Mapping,
        {
            /// Returns the map from indices to positions.
            #[inline]
            #[must_use]
            pub fn mapping(&self) -> &M {
                &self.mapping
            }

            /// Returns the layout as a value.
            #[inline]
            #[must_use]
            pub fn layout(&self) -> M::LayoutRef<'_>
            where
                M: $crate::map::WholeBuffer,
            {
                self.mapping.layout()
            }

            /// Returns the logical dimensions, in elements.
            #[doc(alias("shape", "sizes"))]
            #[inline]
            #[must_use]
            pub fn dims(&self) -> &[usize] {
                self.mapping.dims()
            }

            /// Returns the number of dimensions.
            #[doc(alias = "ndim")]
            #[inline]
            #[must_use]
            pub fn rank(&self) -> usize {
                self.mapping.rank()
            }

            /// Returns the number of elements, without padding: as many as [`iter`](Self::iter)
            /// yields.
            #[inline]
            #[must_use]
            pub fn len(&self) -> usize {
                self.mapping.num_elements()
            }

            /// Returns the strides of the logical dimensions, in elements, if the position of each
            /// element is the position of the first one plus the sum of index times stride; `None`
            /// otherwise. A dimension of size 0 or 1 has stride 0, and so have all dimensions of an
            /// array without elements.
            ///
            /// It compares the terms of the layout's formula. If the formula is not
            /// a flat sum, it compares the positions of all elements.
            #[must_use]
            pub fn logical_strides(&self) -> Option<$crate::LogicalStrides> {
                self.mapping.affine_strides()
            }

            /// Returns true if a dimension is 0, so that there are no elements.
            #[inline]
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.mapping.dims().contains(&0)
            }
        }
    )*};
}
pub(crate) use getters;
