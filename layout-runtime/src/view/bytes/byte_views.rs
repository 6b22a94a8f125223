//! Views and buffers of bytes, and the bytes of views.

use super::{AnyBitPattern, bytes_of, bytes_of_mut, cast, cast_mut};
use crate::layout::Layout;
use crate::layout::partial_layout::PartialLayout;
use crate::layout::static_layout::StaticLayout;
use crate::layout::static_layout::params::Params;
use crate::map::{StorageType, WholeBuffer};
use crate::view::construct::constructors_of_bytes;
use crate::view::stores::Stores;
use crate::view::{View, ViewError, ViewMut};

constructors_of_bytes! {
    (View, ViewMut) of AnyBitPattern, as "Layout::view_bytes";
    /// Views bytes as a buffer of this layout, without copying. If the layout has metadata,
    /// `M(n)`, the bytes begin with it, and the view skips it.
    ///
    /// Values are in this machine's byte order. XLA's buffers and nearly all machines are
    /// little-endian; on a big-endian machine, swap the bytes of each value.
    ///
    /// # Errors
    ///
    /// When `T` does not hold the layout's elements, the bytes are not exactly
    /// those of `M(n)` and `padded_bytes`, or the data is not aligned for `T`.
    ///
    /// ```
    /// use tiled_layout::Layout;
    /// #[repr(align(4))]
    /// struct Aligned([u8; 96]); // 24 elements of 4 bytes, of which 15 are the array
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
    /// let mut buffer = Aligned([0; 96]);
    /// buffer.0[17 * 4..][..4].copy_from_slice(&1.5f32.to_ne_bytes());
    /// let view = layout.view_bytes::<f32>(&buffer.0)?;
    /// assert_eq!(view[[2, 3]], 1.5);
    ///
    /// let error = layout.view_bytes::<f32>(&buffer.0[1..]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the buffer has 95 bytes, but the layout takes 96 with padding"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    view_bytes;
    /// Views bytes mutably as a buffer of this layout; as [`view_bytes`](Self::view_bytes).
    view_bytes_mut;
}

impl<E, const RANK: usize, D, O, T, A> StaticLayout<E, RANK, D, O, T, A>
where
    (E, D, O, T, A): Params<RANK>,
{
    /// Views bytes as a buffer of this layout, without copying. If the layout has metadata,
    /// `M(n)`, the bytes begin with it, and the view skips it. [`Layout::view_bytes`]
    /// describes the byte order.
    ///
    /// # Errors
    ///
    /// When the bytes are not exactly those of `M(n)` and `PADDED_BYTES`, or
    /// the data is not aligned for `R`.
    #[inline]
    pub fn view_bytes<R>(bytes: &[u8]) -> Result<View<'_, R, Self>, ViewError>
    where
        R: AnyBitPattern,
        Self: Stores<R>,
    {
        const { Self::assert_holds::<R>() };
        let buffer = cast(bytes, Self::LAYOUT_REF)?;
        Ok(View::from_checked(buffer, StaticLayout::Value))
    }

    /// Views bytes mutably as a buffer of this layout.
    ///
    /// # Errors
    ///
    /// When the bytes are not exactly those of `M(n)` and `PADDED_BYTES`, or
    /// the data is not aligned for `R`.
    #[inline]
    pub fn view_bytes_mut<R>(bytes: &mut [u8]) -> Result<ViewMut<'_, R, Self>, ViewError>
    where
        R: AnyBitPattern,
        Self: Stores<R>,
    {
        const { Self::assert_holds::<R>() };
        let buffer = cast_mut(bytes, Self::LAYOUT_REF)?;
        Ok(ViewMut::from_checked(buffer, StaticLayout::Value))
    }
}

impl<'a, T: StorageType + AnyBitPattern, M: WholeBuffer> View<'a, T, M> {
    /// Views bytes as a buffer of any layout; as [`Layout::view_bytes`].
    /// [`StaticLayout::view_bytes`] checks the element type at compile time.
    ///
    /// # Errors
    ///
    /// As for [`Layout::view_bytes`].
    pub fn from_bytes(mapping: M, bytes: &'a [u8]) -> Result<Self, ViewError> {
        let buffer = {
            let layout = mapping.layout();
            layout.check_holds::<T>()?;
            cast(bytes, &layout)?
        };
        Ok(View::from_checked(buffer, mapping))
    }
}

impl<'a, T: StorageType + AnyBitPattern, M: WholeBuffer> ViewMut<'a, T, M> {
    /// Views bytes mutably as a buffer of any layout.
    ///
    /// # Errors
    ///
    /// As for [`Layout::view_bytes`].
    pub fn from_bytes(mapping: M, bytes: &'a mut [u8]) -> Result<Self, ViewError> {
        let buffer = {
            let layout = mapping.layout();
            layout.check_holds::<T>()?;
            cast_mut(bytes, &layout)?
        };
        Ok(ViewMut::from_checked(buffer, mapping))
    }
}

impl<'a, T: AnyBitPattern, M: WholeBuffer> View<'a, T, M> {
    /// The bytes of the whole buffer, padding included, in this machine's byte order,
    /// without the metadata of `M(n)`.
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
    pub fn as_bytes(&self) -> &'a [u8] {
        bytes_of(self.as_slice())
    }
}

impl<T: AnyBitPattern, M: WholeBuffer> ViewMut<'_, T, M> {
    /// The bytes of the whole buffer, padding included, in this machine's byte order,
    /// without the metadata of `M(n)`.
    #[inline]
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        bytes_of(self.as_slice())
    }

    /// The bytes of the whole buffer, padding included, mutably.
    #[inline]
    #[must_use]
    pub fn as_bytes_mut(&mut self) -> &mut [u8] {
        bytes_of_mut(self.as_mut_slice())
    }
}
