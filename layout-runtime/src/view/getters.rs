//! The getters that views, buffers and regions share.

/// Getters of arrays by their mapping. Comments before a type begin its examples:
/// they make an `array` of 3 by 5 elements. With `@shape` it is a part of another
/// array, and has the getters of its shape alone.
macro_rules! getters {
    ($($(#[$example:meta])* [$($generics:tt)*] $array:ty: $field:ident;)*) => {$(
        impl<$($generics)*> $array {
            /// The mapping from indices to positions.
            ///
            /// ```
            $(#[$example])*
            /// assert_eq!(array.mapping().offset(&[2, 3]), 17); // of 24 places, with padding
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[inline]
            #[must_use]
            pub fn mapping(&self) -> &M {
                &self.$field
            }

            /// The layout as a value.
            ///
            /// ```
            $(#[$example])*
            /// assert_eq!(array.layout().padded_len(), 24); // 15 elements, and padding
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[inline]
            #[must_use]
            pub fn layout(&self) -> M::LayoutRef<'_> {
                self.$field.layout()
            }
        }
        $crate::view::getters::getters! {
            @shape
            $(#[$example])*
            [$($generics)*] $array: $field;
        }
    )*};
    (@shape $($(#[$example:meta])* [$($generics:tt)*] $array:ty: $($field:ident).+;)*) => {$(
        impl<$($generics)*> $array {
            /// The logical dimensions, in elements.
            ///
            /// ```
            $(#[$example])*
            /// assert_eq!(array.dims(), [3, 5]); // padding does not count
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[inline]
            #[must_use]
            pub fn dims(&self) -> &[usize] {
                self.$($field).+.dims()
            }

            /// The number of dimensions.
            ///
            /// ```
            $(#[$example])*
            /// assert_eq!(array.rank(), 2);
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[inline]
            #[must_use]
            pub fn rank(&self) -> usize {
                self.dims().len()
            }

            /// The number of elements, padding not counted: as many as
            /// [`iter`](Self::iter) gives.
            ///
            /// ```
            $(#[$example])*
            /// assert_eq!(array.len(), 15);
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[inline]
            #[must_use]
            pub fn len(&self) -> usize {
                self.$($field).+.num_elements()
            }

            /// Whether a dimension is 0, so that there are no elements.
            ///
            /// ```
            $(#[$example])*
            /// assert!(!array.is_empty());
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[inline]
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.dims().contains(&0)
            }
        }
    )*};
}
pub(crate) use getters;
