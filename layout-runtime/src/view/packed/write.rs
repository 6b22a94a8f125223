//! Writes to packed elements.

use super::{PackedElement, PackedViewMut};
use crate::map::Mapping;
use crate::view::ViewError;

/// Writes to the elements of a packed array, whose `parts()` are its bytes and its mapping.
macro_rules! writes {
    ([$($generics:tt)*] $array:ty) => {
        impl<$($generics)*> $array {
            /// Writes an element. Other elements and padding in the same byte are not changed.
            ///
            /// # Panics
            ///
            /// When the index is out of bounds, or the element type does not have the value: 8 in
            /// S4, 4 in U2.
            ///
            /// # Examples
            ///
            /// ```
            /// use tiled_layout::Layout;
            ///
            /// // Elements of 6 bits: position 17 is bits 102 to 107, in bytes 12 and 13.
            /// let layout = Layout::parse("f6e3m2fn[3,5]{1,0:T(2,2)E(6)}")?;
            /// let mut bytes = [0; 18]; // 24 positions
            /// layout.packed_view_mut::<u8>(&mut bytes)?.set([2, 3], 0b111111);
            /// assert_eq!((bytes[12], bytes[13]), (0b11000000, 0b1111));
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            ///
            /// ```should_panic
            /// use tiled_layout::Layout;
            ///
            /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}").unwrap();
            /// let mut bytes = [0; 12];
            /// let mut view = layout.packed_view_mut::<i8>(&mut bytes).unwrap();
            /// view.set([2, 3], 8); // an S4 is -8 to 7
            /// ```
            #[inline]
            #[track_caller]
            pub fn set(&mut self, index: impl $crate::map::NdIndex<M>, value: T) {
                $crate::view::packed::expect_fit(self.try_set(index, value));
            }

            /// Writes an element, if the element type has the value.
            ///
            /// # Errors
            ///
            /// When the element type does not have the value: 8 in S4, 4 in U2. Nothing is written
            /// then.
            ///
            /// # Panics
            ///
            /// When the index is out of bounds.
            ///
            /// # Examples
            ///
            /// ```
            /// use tiled_layout::Layout;
            ///
            /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
            /// let mut bytes = [0; 12]; // 24 positions, with padding
            /// let mut view = layout.packed_view_mut::<i8>(&mut bytes)?;
            /// view.try_set([2, 3], 7)?;
            /// let error = view.try_set([2, 3], 8).unwrap_err();
            /// assert_eq!(error.to_string(), "8 does not fit an element of type s4, which has 4 bits");
            /// assert_eq!(view.get([2, 3]), Some(7));
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[inline]
            #[track_caller]
            pub fn try_set(
                &mut self,
                index: impl $crate::map::NdIndex<M>,
                value: T,
            ) -> Result<(), $crate::ViewError> {
                let (bytes, mapping) = self.parts();
                let Some(position) = index.position_in(mapping) else {
                    index.fail_in(mapping)
                };
                let codec = $crate::view::packed::Codec::of(mapping);
                codec.check(value)?;
                codec.set(bytes, position, value);
                Ok(())
            }

            /// Writes one value to all elements; padding is not changed.
            ///
            /// # Panics
            ///
            /// When the element type does not have the value.
            #[track_caller]
            pub fn fill(&mut self, value: T) {
                $crate::view::packed::expect_fit(self.try_fill(value));
            }

            /// [`fill`](Self::fill), with an error instead of a panic.
            pub(crate) fn try_fill(&mut self, value: T) -> Result<(), $crate::ViewError> {
                let (bytes, mapping) = self.parts();
                let codec = $crate::view::packed::Codec::of(mapping);
                codec.check(value)?;
                for position in $crate::view::iter::order::LogicalPositions::new(mapping.borrowed()) {
                    codec.set(bytes, position, value);
                }
                Ok(())
            }

            /// Writes all elements from row-major data without padding. Padding of the array is not
            /// changed.
            ///
            /// # Errors
            ///
            /// When `data` does not have exactly `num_elements` elements, or the element type does
            /// not have one of the values. Nothing is written then.
            ///
            /// # Examples
            ///
            /// ```
            /// use tiled_layout::Layout;
            ///
            /// let layout = Layout::parse("u4[3,5]{1,0:T(2,2)E(4)}")?;
            /// let mut bytes = [0; 12];
            /// let mut data: Vec<u8> = (0..15).collect();
            /// layout.packed_view_mut(&mut bytes)?.copy_from_row_major(&data)?;
            /// assert_eq!(bytes[..3], [0x10, 0x65, 0x32]); // a tile of 0 1 5 6, then 2 3
            /// assert_eq!(bytes[8], 0xDC); // 12, and 13 at (2,3)
            ///
            /// data[13] = 16;
            /// let error = layout.packed_view_mut(&mut bytes)?.copy_from_row_major(&data).unwrap_err();
            /// assert_eq!(
            ///     error.to_string(),
            ///     "16 does not fit an element of type u4, which has 4 bits (element 13 of the data)"
            /// );
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn copy_from_row_major(&mut self, data: &[T]) -> Result<(), $crate::ViewError> {
                let (bytes, mapping) = self.parts();
                $crate::LengthError::check_row_major(data.len(), mapping)?;
                let codec = $crate::view::packed::Codec::of(mapping);
                for (number, &value) in data.iter().enumerate() {
                    codec.check(value).map_err(|error| error.at(number))?;
                }
                let positions = $crate::view::iter::order::LogicalPositions::new(mapping.borrowed());
                for (position, &value) in positions.zip(data) {
                    codec.set(bytes, position, value);
                }
                Ok(())
            }

            /// Writes a value to all padding; elements are not changed.
            ///
            /// # Panics
            ///
            /// When the element type does not have the value.
            #[track_caller]
            pub fn fill_padding(&mut self, value: T)
            where
                M: $crate::map::WholeBuffer,
            {
                let (bytes, mapping) = self.parts();
                let codec = $crate::view::packed::Codec::of(mapping);
                $crate::view::packed::expect_fit(codec.check(value));
                mapping.layout().each_padding(|start, [outer, inner]| {
                    for from in outer.positions(start) {
                        let positions = inner.positions(from);
                        positions.for_each(|position| codec.set(bytes, position, value));
                    }
                });
            }

            /// Returns the bytes of the elements, padding included, without the metadata of `M(n)`.
            #[inline]
            #[must_use]
            pub fn as_bytes_mut(&mut self) -> &mut [u8]
            where
                M: $crate::map::WholeBuffer,
            {
                self.parts().0
            }
        }
    };
}
#[cfg(feature = "alloc")]
pub(crate) use writes;

writes! { [T: PackedElement, M: Mapping] PackedViewMut<'_, T, M> }

#[inline]
#[track_caller]
pub(crate) fn expect_fit(checked: Result<(), ViewError>) {
    if let Err(error) = checked {
        does_not_fit(&error);
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn does_not_fit(error: &ViewError) -> ! {
    panic!("{error}")
}
