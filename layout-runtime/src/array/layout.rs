//! What layouts do with buffers: views of all three kinds, and `Display` of static layouts.

use core::fmt;

use layout_core::spec::Spec;
use layout_core::spec::display::{LONGEST, print};
use layout_core::util::array_string::ArrayString;

use crate::layout::Layout;
use crate::layout::partial_layout::PartialLayout;
use crate::layout::static_layout::StaticLayout;
use crate::layout::static_layout::params::Params;
use crate::map::{Element, OwnIndex, WholeBuffer};
use crate::storage::bytes::Pod;
use crate::storage::{Mut, Ref};

use super::aliases::{View, ViewMut};
use super::bytes::{cast, cast_mut};
use super::stores::Stores;
use super::{Array, LengthError, ViewError};

impl Layout {
    /// Returns a view of a buffer that has this layout.
    ///
    /// # Errors
    ///
    /// When `T` does not hold the layout's elements, or the buffer does not have
    /// exactly `padded_len` of them.
    ///
    /// # Examples
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
    pub fn view<'a, T: Element>(&self, buffer: &'a [T]) -> Result<View<'a, T, &Layout>, ViewError> {
        self.check_holds::<T>()?;
        Ok(Array::try_new(Ref::new(buffer), self)?)
    }

    /// Returns a mutable view of a buffer that has this layout.
    ///
    /// # Errors
    ///
    /// When `T` does not hold the layout's elements, or the buffer does not have
    /// exactly `padded_len` of them.
    #[inline]
    pub fn view_mut<'a, T: Element>(
        &self,
        buffer: &'a mut [T],
    ) -> Result<ViewMut<'a, T, &Layout>, ViewError> {
        self.check_holds::<T>()?;
        Ok(Array::try_new(Mut::new(buffer), self)?)
    }

    /// Checks that an element of the buffer is one value of `T`.
    pub(crate) fn check_holds<T: Element>(&self) -> Result<(), ViewError> {
        if T::holds(self.element_type()) && size_of::<T>() * 8 == self.element_bits() {
            return Ok(());
        }
        Err(ViewError::not_held::<T>(self))
    }
}

impl<E, const RANK: usize, D, O, T, A> StaticLayout<E, RANK, D, O, T, A>
where
    (E, D, O, T, A): Params<RANK>,
    [usize; RANK]: OwnIndex,
{
    /// Returns a view of a buffer that has this layout.
    ///
    /// # Errors
    ///
    /// When the buffer does not have exactly `PADDED_LEN` elements.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::layout;
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let buffer: Vec<f32> = (0..24).map(|i| i as f32).collect();
    /// assert_eq!(Fig1::view(&buffer)?[[2, 3]], 17.0);
    /// assert!(Fig1::view(&buffer[..15]).is_err());
    /// # Ok::<(), tiled_layout::LengthError>(())
    /// ```
    #[inline]
    pub const fn view<R>(buffer: &[R]) -> Result<View<'_, R, Self>, LengthError>
    where
        Self: Stores<R>,
    {
        const { Self::assert_holds::<R>() };
        if buffer.len() != Self::PADDED_LEN {
            return Err(LengthError::of_layout(buffer.len(), Self::LAYOUT_REF));
        }
        Ok(Array {
            storage: Ref::new(buffer),
            mapping: StaticLayout::Value,
        })
    }

    /// Returns a view of an array of exactly `PADDED_LEN` elements. It cannot fail: an array of
    /// another length does not compile.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{View, layout};
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// static NUMBERS: [f32; Fig1::PADDED_LEN] = [1.0; Fig1::PADDED_LEN];
    /// static VIEW: View<'static, f32, Fig1> = Fig1::view_array(&NUMBERS);
    /// assert_eq!(VIEW.iter().sum::<f32>(), 15.0); // 9 positions are padding
    /// ```
    ///
    /// ```compile_fail,E0080
    /// use tiled_layout::layout;
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let view = Fig1::view_array(&[1.0f32; 15]); // without padding
    /// ```
    #[inline]
    #[must_use]
    pub const fn view_array<R, const N: usize>(array: &[R; N]) -> View<'_, R, Self>
    where
        Self: Stores<R>,
    {
        const { Self::assert_holds::<R>() };
        const { assert_len(N, Self::LAYOUT_REF) };
        Array {
            storage: Ref::new(array),
            mapping: StaticLayout::Value,
        }
    }

    /// Returns a mutable view of an array of exactly `PADDED_LEN` elements; as
    /// [`view_array`](Self::view_array).
    #[inline]
    #[must_use]
    pub const fn view_array_mut<R, const N: usize>(array: &mut [R; N]) -> ViewMut<'_, R, Self>
    where
        Self: Stores<R>,
    {
        const { Self::assert_holds::<R>() };
        const { assert_len(N, Self::LAYOUT_REF) };
        Array {
            storage: Mut::new(array),
            mapping: StaticLayout::Value,
        }
    }

    /// Returns a mutable view of a buffer that has this layout.
    ///
    /// # Errors
    ///
    /// When the buffer does not have exactly `PADDED_LEN` elements.
    #[inline]
    pub const fn view_mut<R>(buffer: &mut [R]) -> Result<ViewMut<'_, R, Self>, LengthError>
    where
        Self: Stores<R>,
    {
        const { Self::assert_holds::<R>() };
        if buffer.len() != Self::PADDED_LEN {
            return Err(LengthError::of_layout(buffer.len(), Self::LAYOUT_REF));
        }
        Ok(Array {
            storage: Mut::new(buffer),
            mapping: StaticLayout::Value,
        })
    }

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
        R: Pod,
        Self: Stores<R>,
    {
        const { Self::assert_holds::<R>() };
        let buffer = cast(bytes, Self::LAYOUT_REF)?;
        Ok(Array::try_new(Ref::new(buffer), StaticLayout::Value)?)
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
        R: Pod,
        Self: Stores<R>,
    {
        const { Self::assert_holds::<R>() };
        let buffer = cast_mut(bytes, Self::LAYOUT_REF)?;
        Ok(Array::try_new(Mut::new(buffer), StaticLayout::Value)?)
    }

    /// Fails const evaluation unless an element of the buffer is one value of `R`.
    #[track_caller] // so that the error stands there
    pub(crate) const fn assert_holds<R>() {
        assert_size::<R>(&Self::LAYOUT_REF.spec());
    }
}

/// Fails const evaluation unless a buffer of a layout has `len` elements.
#[track_caller] // as its callers
pub(crate) const fn assert_len(len: usize, layout: &Layout) {
    if len != layout.padded_len() {
        let error = LengthError::of_layout(len, layout);
        panic!("{}", error.message().as_str());
    }
}

/// Fails const evaluation unless an element of a layout has the size of `R`.
#[track_caller] // as its callers
pub(crate) const fn assert_size<R>(spec: &Spec) {
    let (bits, held) = (spec.element_bits(), size_of::<R>() * 8);
    if bits != held {
        let mut words = ArrayString::<{ 2 * LONGEST }>::new();
        words.str("an element of `").str(print(spec).as_str());
        words.str("` takes ").num(bits as u128);
        words.str(" bits, a value of the buffer ").num(held as u128);
        if bits < 8 {
            words.str("\nhelp: elements of less than a byte are seen through `packed_view`");
        } else if spec.bits.is_some() {
            words.str("\nhelp: leave `E(n)` out");
        }
        panic!("{}", words.as_str());
    }
}

impl<E, const RANK: usize, D, O, T, A> fmt::Display for StaticLayout<E, RANK, D, O, T, A>
where
    Self: WholeBuffer,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.layout().fmt(f)
    }
}

impl<E, const RANK: usize, D, O, T, A> fmt::Debug for StaticLayout<E, RANK, D, O, T, A>
where
    Self: WholeBuffer,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StaticLayout({})", *self.layout())
    }
}

impl<E, const RANK: usize, D, O, T, A> PartialLayout<E, RANK, D, O, T, A>
where
    (E, D, O, T, A): Params<RANK>,
    [usize; RANK]: OwnIndex,
{
    /// Returns a view of a buffer that has this layout. It holds the layout's value, 40 bytes at
    /// rank 2.
    ///
    /// # Errors
    ///
    /// When the buffer does not have exactly `padded_len` elements.
    #[inline]
    pub fn view<'a, R>(&self, buffer: &'a [R]) -> Result<View<'a, R, Self>, LengthError>
    where
        Self: Stores<R>,
    {
        const { Self::assert_holds::<R>() };
        Array::try_new(Ref::new(buffer), *self)
    }

    /// Returns a mutable view of a buffer that has this layout.
    ///
    /// # Errors
    ///
    /// When the buffer does not have exactly `padded_len` elements.
    #[inline]
    pub fn view_mut<'a, R>(&self, buffer: &'a mut [R]) -> Result<ViewMut<'a, R, Self>, LengthError>
    where
        Self: Stores<R>,
    {
        const { Self::assert_holds::<R>() };
        Array::try_new(Mut::new(buffer), *self)
    }

    /// Fails const evaluation unless an element of the buffer is one value of `R`.
    #[track_caller] // so that the error stands there
    pub(crate) const fn assert_holds<R>() {
        assert_size::<R>(Self::SPEC);
    }
}

/// Constructors of views of bytes, of layouts whose type of elements is checked at run time.
macro_rules! constructors_of_bytes {
    ($($(#[$doc:meta])* $name:ident: $view:ident of &$($mut:ident)?, $elements:ident;)*) => {$(
        impl Layout {
            $(#[$doc])*
            pub fn $name<'a, T: Element + $elements>(
                &self,
                bytes: &'a $($mut)? [u8],
            ) -> Result<$view<'a, T, &Layout>, ViewError> {
                $view::from_bytes(self, bytes)
            }
        }

        impl<E, const RANK: usize, D, O, T, A> PartialLayout<E, RANK, D, O, T, A>
        where
            (E, D, O, T, A): Params<RANK>,
            [usize; RANK]: $crate::map::OwnIndex,
        {
            #[doc = concat!("A view of bytes; as [`Layout::", stringify!($name), "`].")]
            ///
            /// # Errors
            ///
            /// For the same reasons.
            pub fn $name<'a, R: Element + $elements>(
                &self,
                bytes: &'a $($mut)? [u8],
            ) -> Result<$view<'a, R, Self>, ViewError> {
                $view::from_bytes(*self, bytes)
            }
        }
    )*};
}
pub(crate) use constructors_of_bytes;

constructors_of_bytes! {
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
    view_bytes: View of &, Pod;
    /// Views bytes mutably as a buffer of this layout; as [`view_bytes`](Self::view_bytes).
    ///
    /// # Errors
    ///
    /// For the same reasons.
    view_bytes_mut: ViewMut of &mut, Pod;
}

#[cfg(test)]
mod tests {
    use super::assert_size;
    use crate::layout::Layout;

    fn check<R>(text: &str) {
        assert_size::<R>(&Layout::parse(text).unwrap().spec());
    }

    #[test]
    fn values_of_the_size_of_elements() {
        check::<f32>("f32[3]");
        check::<u8>("s4[3]");
        check::<u16>("s4[3]{0:E(16)}");
    }

    #[test]
    #[should_panic(
        expected = "an element of `s4[3]{0:E(4)}` takes 4 bits, a value of the buffer 8\nhelp: elements of less than a byte are seen through `packed_view`"
    )]
    fn packed_elements() {
        check::<u8>("s4[3]{0:E(4)}");
    }

    /// There is no `E(n)` to leave out. The whole message is compared.
    #[test]
    #[cfg(feature = "std")]
    fn another_size() {
        let message = std::panic::catch_unwind(|| check::<u16>("f32[3]")).unwrap_err();
        assert_eq!(
            message.downcast_ref::<std::string::String>().unwrap(),
            "an element of `f32[3]{0}` takes 32 bits, a value of the buffer 16"
        );
    }

    #[test]
    #[should_panic(
        expected = "an element of `s8[3]{0:E(16)}` takes 16 bits, a value of the buffer 8\nhelp: leave `E(n)` out"
    )]
    fn wider_elements() {
        check::<u8>("s8[3]{0:E(16)}");
    }
}
