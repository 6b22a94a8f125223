//! The access to elements that views and buffers share.

/// Reads of the elements of an array, whose `buffer()` lives for `$a`.
macro_rules! reads {
    ([$($generics:tt)*] $array:ty, $a:lifetime) => {
        impl<$($generics)*> $array
        where
            M: $crate::map::Mapping,
        {
            /// Returns the element at an index; `None` out of bounds.
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
            /// assert_eq!(view.get([2, 3]), Some(&23.0));
            /// assert_eq!(view.get([2, 5]), None); // padding
            /// ```
            #[inline]
            #[must_use]
            pub fn get(&self, index: impl $crate::map::NdIndex<M>) -> Option<&$a T> {
                let position = index.position_in(&self.mapping)?;
                // SAFETY:
                // - `NdIndex` returns a position below `buffer_len`, or none;
                // - the buffer has exactly `buffer_len` elements: its constructors checked it.
                Some(unsafe { self.buffer().get_unchecked(position) })
            }

            /// Returns the element at an index, without a bounds check.
            ///
            /// # Safety
            ///
            /// The index is in bounds: each number is less than its dimension.
            ///
            /// # Examples
            ///
            /// ```
            /// use tiled_layout::Layout;
            ///
            /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
            /// let buffer = [1.0f32; 24];
            /// let view = layout.view(&buffer)?;
            /// // SAFETY: 2 < 3 and 4 < 5.
            /// assert_eq!(*unsafe { view.get_unchecked([2, 4]) }, 1.0);
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[inline]
            #[must_use]
            pub unsafe fn get_unchecked(&self, index: impl $crate::map::NdIndex<M>) -> &$a T {
                let position = index.position_in_unspecified(&self.mapping);
                // SAFETY:
                // - the caller promises that the index is in bounds, so that `NdIndex` returns a
                //   position below `buffer_len`;
                // - the buffer has exactly `buffer_len` elements: its constructors checked it.
                unsafe { self.buffer().get_unchecked(position) }
            }

            /// Returns a pointer to the first element, whose index is 0 in each dimension; with
            /// [`logical_strides`](Self::logical_strides), what routines such as `gemm` expect of a
            /// matrix. It may access the whole buffer while this array borrows or owns it. If the
            /// array has no elements, it points to the start of the buffer.
            ///
            /// # Examples
            ///
            /// ```
            /// use tiled_layout::Layout;
            ///
            /// let layout = Layout::parse("f32[16,256]{1,0:T(8,128)}")?;
            /// let buffer: Vec<f32> = (0..4096u16).map(f32::from).collect();
            /// let view = layout.view(&buffer)?;
            /// assert_eq!(view.logical_strides(), None); // tiles split both dimensions
            ///
            /// let part = view.region((2..7, 100..120))?; // within one tile
            /// let strides = part.logical_strides().unwrap();
            /// assert_eq!(strides, [128, 1]);
            /// // SAFETY: element (4,19) of the region.
            /// let last = unsafe { *part.as_ptr().offset(4 * strides[0] + 19 * strides[1]) };
            /// assert_eq!(last, part[[4, 19]]);
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[inline]
            #[must_use]
            pub fn as_ptr(&self) -> *const T {
                let first = $crate::map::first_position(&self.mapping);
                self.buffer().as_ptr().wrapping_add(first)
            }

            /// Returns the bytes of the whole buffer, padding included, in this machine's byte
            /// order, without the metadata of `M(n)`.
            ///
            /// # Examples
            ///
            /// ```
            /// use tiled_layout::Layout;
            ///
            /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
            /// let buffer = [1.0f32; 24];
            /// let bytes = layout.view(&buffer)?.as_bytes();
            /// assert_eq!(bytes.len(), 96);
            /// assert_eq!(bytes[17 * 4..][..4], 1.0f32.to_ne_bytes());
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[inline]
            #[must_use]
            pub fn as_bytes(&self) -> &$a [u8]
            where
                T: $crate::view::bytes::Pod,
                M: $crate::map::WholeBuffer,
            {
                $crate::view::bytes::bytes_of(self.as_slice())
            }
        }

        impl<$($generics)*, I> core::ops::Index<I> for $array
        where
            M: $crate::map::Mapping,
            I: $crate::map::NdIndex<M>,
        {
            type Output = T;

            #[inline]
            #[track_caller]
            fn index(&self, index: I) -> &T {
                match self.get(index) {
                    Some(element) => element,
                    None => index.fail_in(&self.mapping),
                }
            }
        }
    };
}
pub(crate) use reads;

/// Writes to the elements of an array, whose `parts()` are its buffer and its mapping.
macro_rules! writes {
    ([$($generics:tt)*] $array:ty) => {
        impl<$($generics)*> $array
        where
            M: $crate::map::Mapping,
        {
            /// Returns a mutable reference to the element at an index; `None` out of bounds.
            ///
            /// # Examples
            ///
            /// ```
            /// use tiled_layout::{Buffer, layout};
            ///
            /// layout! { type Fig1 = F32[3,5]<1,0:T(2,2)>; }
            ///
            /// let mut buffer = Buffer::<f32, Fig1>::zeroed();
            /// let mut view = buffer.view_mut();
            /// *view.get_mut([2, 3]).unwrap() = 1.5;
            /// assert_eq!(view[[2, 3]], 1.5);
            /// assert!(view.get_mut([3, 0]).is_none());
            /// ```
            #[inline]
            #[must_use]
            pub fn get_mut(&mut self, index: impl $crate::map::NdIndex<M>) -> Option<&mut T> {
                let (buffer, mapping) = self.parts();
                let position = index.position_in(mapping)?;
                // SAFETY:
                // - `NdIndex` returns a position below `buffer_len`, or none;
                // - the buffer has exactly `buffer_len` elements: its constructors checked it.
                Some(unsafe { buffer.get_unchecked_mut(position) })
            }

            /// Returns a mutable reference to the element at an index that is not checked.
            ///
            /// # Safety
            ///
            /// The index is in bounds: each number is less than its dimension.
            #[inline]
            #[must_use]
            pub unsafe fn get_unchecked_mut(
                &mut self,
                index: impl $crate::map::NdIndex<M>,
            ) -> &mut T {
                let (buffer, mapping) = self.parts();
                let position = index.position_in_unspecified(mapping);
                // SAFETY:
                // - the caller promises that the index is in bounds, so that `NdIndex` returns a
                //   position below `buffer_len`;
                // - the buffer has exactly `buffer_len` elements: its constructors checked it.
                unsafe { buffer.get_unchecked_mut(position) }
            }

            /// Returns the whole buffer, padding included.
            ///
            /// # Examples
            ///
            /// ```
            /// use tiled_layout::{Buffer, layout};
            ///
            /// layout! { type Fig1 = F32[3,5]<1,0:T(2,2)>; }
            ///
            /// let mut buffer = Buffer::<f32, Fig1>::zeroed();
            /// buffer.view_mut().as_mut_slice()[17] = 1.5;
            /// assert_eq!(buffer[[2, 3]], 1.5);
            /// ```
            #[inline]
            #[must_use]
            pub fn as_mut_slice(&mut self) -> &mut [T]
            where
                M: $crate::map::WholeBuffer,
            {
                self.parts().0
            }

            /// Returns a mutable pointer to the first element; as [`as_ptr`](Self::as_ptr).
            #[inline]
            #[must_use]
            pub fn as_mut_ptr(&mut self) -> *mut T {
                let (buffer, mapping) = self.parts();
                let first = $crate::map::first_position(mapping);
                buffer.as_mut_ptr().wrapping_add(first)
            }

            /// Returns the bytes of the whole buffer, padding included, mutably.
            #[inline]
            #[must_use]
            pub fn as_bytes_mut(&mut self) -> &mut [u8]
            where
                T: $crate::view::bytes::Pod,
                M: $crate::map::WholeBuffer,
            {
                $crate::view::bytes::bytes_of_mut(self.as_mut_slice())
            }
        }

        impl<$($generics)*, I> core::ops::IndexMut<I> for $array
        where
            M: $crate::map::Mapping,
            I: $crate::map::NdIndex<M>,
        {
            #[inline]
            #[track_caller]
            fn index_mut(&mut self, index: I) -> &mut T {
                // Not `get_mut`: its result would borrow `self` in both arms.
                match index.position_in(&self.mapping) {
                    // SAFETY:
                    // - `NdIndex` returns a position below `buffer_len`, or none;
                    // - the buffer has exactly `buffer_len` elements: its constructors checked
                    //   it.
                    Some(position) => unsafe { self.parts().0.get_unchecked_mut(position) },
                    None => index.fail_in(&self.mapping),
                }
            }
        }
    };
}
pub(crate) use writes;
