//! `View` and `ViewMut`: a slice indexed through a layout.

// First, because rustdoc lists methods in this order.
pub(crate) mod get;
mod view_mut;

pub(crate) mod iter;

pub(crate) mod bitcast;
pub(crate) mod bytes;
mod construct;
pub(crate) mod convert;
pub(crate) mod debug;
mod error;
pub(crate) mod getters;
pub(crate) mod packed;
pub(crate) mod part;
pub(crate) mod stores;

use core::ops;

use crate::layout::Layout;
use crate::map::{Mapping, NdIndex, StorageType, WholeBuffer, buffer_len};
use crate::view::getters::getters;

pub(crate) use error::write_bytes;
pub use error::{LengthError, ViewError};
pub use view_mut::ViewMut;

/// A slice seen as the array that a layout describes.
///
/// Making the view checks the buffer's length once; indexing checks each number against its
/// dimension.
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
/// let buffer: Vec<f32> = (0..24).map(|i| i as f32).collect();
/// let view = layout.view(&buffer)?;
/// assert_eq!(view[[2, 3]], 17.0);
/// assert_eq!(view.get([2, 4]), Some(&20.0));
/// assert_eq!(view.get([2, 5]), None); // padding, not an element
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct View<'a, T, M> {
    buffer: &'a [T], // exactly `buffer_len(&mapping)` elements
    mapping: M,
}

impl Layout {
    /// A view of a buffer that has this layout.
    ///
    /// # Errors
    ///
    /// When `T` does not hold the layout's elements, or the buffer does not have
    /// exactly `padded_len` of them.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
    /// let buffer = [0.0f32; 15];
    /// let error = layout.view(&buffer).unwrap_err();
    /// assert!(error.to_string().starts_with(
    ///     "the buffer has 15 elements, but the layout takes 24 with padding (15 without)"
    /// ));
    /// # Ok::<(), tiled_layout::ParseError>(())
    /// ```
    #[inline]
    pub fn view<'a, T: StorageType>(
        &self,
        buffer: &'a [T],
    ) -> Result<View<'a, T, &Layout>, ViewError> {
        self.check_holds::<T>()?;
        Ok(View::new(buffer, self)?)
    }

    /// A mutable view of a buffer that has this layout.
    ///
    /// # Errors
    ///
    /// When `T` does not hold the layout's elements, or the buffer does not have
    /// exactly `padded_len` of them.
    #[inline]
    pub fn view_mut<'a, T: StorageType>(
        &self,
        buffer: &'a mut [T],
    ) -> Result<ViewMut<'a, T, &Layout>, ViewError> {
        self.check_holds::<T>()?;
        Ok(ViewMut::new(buffer, self)?)
    }

    /// Checks that an element of the buffer is one value of `T`.
    pub(crate) fn check_holds<T: StorageType>(&self) -> Result<(), ViewError> {
        if T::holds(self.element_type()) && size_of::<T>() * 8 == self.element_bits() {
            return Ok(());
        }
        Err(ViewError::not_held::<T>(self))
    }
}

impl<'a, T, M: Mapping> View<'a, T, M> {
    #[inline]
    pub(crate) fn new(buffer: &'a [T], mapping: M) -> Result<Self, LengthError> {
        LengthError::check(buffer.len(), &mapping)?;
        Ok(View { buffer, mapping })
    }

    /// A view of a whole buffer. The caller has checked its length.
    #[inline]
    pub(crate) fn from_checked(buffer: &'a [T], mapping: M) -> Self {
        debug_assert_eq!(buffer.len(), buffer_len(&mapping));
        View { buffer, mapping }
    }

    /// The buffer and the mapping.
    #[inline]
    pub(crate) fn into_parts(self) -> (&'a [T], M) {
        (self.buffer, self.mapping)
    }

    /// The same view with a mapping that is borrowed.
    #[inline]
    pub(crate) fn by_ref(&self) -> View<'a, T, M::Borrowed<'_>> {
        View {
            buffer: self.buffer,
            mapping: self.mapping.borrowed(),
        }
    }

    /// The same buffer through a mapping of the same `padded_len`.
    pub(crate) fn with_mapping<M2: Mapping>(self, mapping: M2) -> View<'a, T, M2> {
        assert_eq!(self.buffer.len(), buffer_len(&mapping));
        let buffer = self.buffer;
        View { buffer, mapping }
    }

    /// The whole buffer; for a region, the buffer of its array.
    #[inline]
    pub(crate) fn buffer(&self) -> &'a [T] {
        self.buffer
    }
}

getters! {
    [T, M] View<'_, T, M>;
    [T, M] ViewMut<'_, T, M>;
}

/// The reading methods that `View` and `ViewMut` share.
macro_rules! of_both {
    ($($view:ident)*) => {$(
        /// The whole buffer, padding included.
        impl<T, M: WholeBuffer> AsRef<[T]> for $view<'_, T, M> {
            fn as_ref(&self) -> &[T] {
                self.as_slice()
            }
        }

        impl<T, M: Mapping, I: NdIndex<M>> ops::Index<I> for $view<'_, T, M> {
            type Output = T;

            #[inline]
            #[track_caller]
            fn index(&self, index: I) -> &T {
                match index.position_in(&self.mapping) {
                    // SAFETY: as in `View::get`:
                    // - `position` is that of an index in bounds, below `buffer_len`;
                    // - `buffer` has exactly `buffer_len` elements.
                    Some(position) => unsafe { self.buffer.get_unchecked(position) },
                    None => index.fail_in(&self.mapping),
                }
            }
        }
    )*};
}

of_both! { View ViewMut }

impl<T, M: Copy> Copy for View<'_, T, M> {}

impl<T, M: Clone> Clone for View<'_, T, M> {
    fn clone(&self) -> Self {
        View {
            buffer: self.buffer,
            mapping: self.mapping.clone(),
        }
    }
}
