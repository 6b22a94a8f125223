//! The constructors of `Buffer`.

use alloc::vec::Vec;

use super::{AlignedSlice, Buffer};
use crate::map::{StaticMapping, WholeBuffer};
use crate::relayout::NoUninit;
use crate::view::bytes::{AnyBitPattern, Zeroable, bytes_of_mut, data, zero};
use crate::view::stores::Stores;
use crate::view::{LengthError, ViewError};

/// The bound that makes rustc explain swapped type parameters: the first is the element
/// type, the second a mapping.
#[diagnostic::on_unimplemented(
    message = "`{M}` is not a layout; the order is `Buffer<{M}, ..>`",
    label = "`{M}` is not a layout",
    note = "the elements' type comes first, then the layout: `Buffer<f32, Fig1>`"
)]
pub trait ElementsThenLayout<T, M> {}

impl<T: Copy, M: WholeBuffer> ElementsThenLayout<T, M> for Buffer<T, M> {}

/// No type implements this.
pub trait Never {}

/// Implements a trait for number types in place of the mapping. With two candidate
/// implementations, rustc reports the trait and its message, rather than the first one's
/// bounds.
macro_rules! no_layouts {
    ($($number:ty)*) => {$(
        #[doc(hidden)]
        impl<T: Copy> ElementsThenLayout<T, $number> for Buffer<T, $number> where Self: Never {}
    )*};
}

no_layouts! { bool u8 u16 u32 u64 i8 i16 i32 i64 f32 f64 [f32; 2] [f64; 2] }

/// Constructors for static layouts, which take no layout argument.
impl<T: Copy, M> Buffer<T, M>
where
    Self: ElementsThenLayout<T, M>,
{
    /// A buffer of zeros: all bytes of elements and padding are zero. If the layout has
    /// `PAD(...=value)`, padding has that value.
    #[must_use]
    pub fn zeroed() -> Self
    where
        T: Zeroable,
        M: StaticMapping + Stores<T>,
    {
        match Self::zeroed_with(M::default()) {
            Ok(buffer) => buffer,
            Err(_) => unreachable!("a static layout is checked while the program compiles"),
        }
    }

    /// A buffer whose elements all have one value.
    #[must_use]
    pub fn from_elem(value: T) -> Self
    where
        T: Default,
        M: StaticMapping + Stores<T>,
    {
        match Self::from_elem_with(M::default(), value) {
            Ok(buffer) => buffer,
            Err(_) => unreachable!("a static layout is checked while the program compiles"),
        }
    }

    /// A buffer whose element at each index is `f(index)`. Calls `f` in row-major order.
    #[must_use]
    pub fn from_fn(f: impl FnMut(M::Index) -> T) -> Self
    where
        T: Default,
        M: StaticMapping + Stores<T>,
    {
        match Self::from_fn_with(M::default(), f) {
            Ok(buffer) => buffer,
            Err(_) => unreachable!("a static layout is checked while the program compiles"),
        }
    }

    /// A buffer of the elements `data`, which are in row-major order, without padding.
    ///
    /// # Errors
    ///
    /// When `data` does not have exactly `num_elements` elements.
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let data: Vec<f32> = (0..15).map(|n| n as f32).collect();
    /// let buffer: Buffer<f32, Fig1> = Buffer::from_row_major(&data)?;
    /// assert_eq!(buffer[[2, 3]], 13.0);
    ///
    /// let error = Buffer::<f32, Fig1>::from_row_major(&data[..14]).unwrap_err();
    /// assert_eq!(error.to_string(), "the data has 14 elements, but the array has 15");
    /// # Ok::<(), tiled_layout::LengthError>(())
    /// ```
    pub fn from_row_major(data: &[T]) -> Result<Self, M::Error>
    where
        T: Default + NoUninit,
        M: StaticMapping + Stores<T>,
    {
        Self::from_row_major_with(M::default(), data)
    }

    /// A buffer with the contents of a `Vec`, padding included. It copies them into aligned
    /// memory.
    ///
    /// # Errors
    ///
    /// When `vec` does not have exactly `padded_len` elements.
    pub fn from_vec(vec: Vec<T>) -> Result<Self, M::Error>
    where
        M: StaticMapping + Stores<T>,
    {
        Self::from_vec_with(M::default(), vec)
    }
}

/// Every element is `T::default()`; as [`from_elem`](Buffer::from_elem).
impl<T: Copy + Default, M: StaticMapping + Stores<T>> Default for Buffer<T, M> {
    fn default() -> Self {
        Self::from_elem(T::default())
    }
}

/// Constructors for any mapping, which is an argument.
impl<T: Copy, M> Buffer<T, M>
where
    Self: ElementsThenLayout<T, M>,
{
    /// A buffer of zeros; as [`zeroed`](Buffer::zeroed).
    ///
    /// # Errors
    ///
    /// When `T` does not hold the layout's elements.
    pub fn zeroed_with(mapping: M) -> Result<Self, M::Error>
    where
        T: Zeroable,
        M: Stores<T>,
    {
        mapping.check_held()?;
        let padding = mapping.padding_value();
        let mut buffer = Self::of_padding(mapping, zero);
        if padding.is_some() {
            buffer.fill(zero());
        }
        Ok(buffer)
    }

    /// A buffer whose elements all have one value.
    ///
    /// # Errors
    ///
    /// When `T` does not hold the layout's elements.
    pub fn from_elem_with(mapping: M, value: T) -> Result<Self, M::Error>
    where
        T: Default,
        M: Stores<T>,
    {
        mapping.check_held()?;
        let mut buffer = Self::of_padding(mapping, T::default);
        buffer.fill(value);
        Ok(buffer)
    }

    /// A buffer whose element at each index is `f(index)`. Calls `f` in row-major order.
    ///
    /// # Errors
    ///
    /// When `T` does not hold the layout's elements.
    pub fn from_fn_with(mapping: M, f: impl FnMut(M::Index) -> T) -> Result<Self, M::Error>
    where
        T: Default,
        M: Stores<T>,
    {
        mapping.check_held()?;
        Ok(Self::of_padding(mapping, T::default).filled(f))
    }

    /// A buffer of the elements `data`, which are in row-major order, without padding.
    ///
    /// # Errors
    ///
    /// When `T` does not hold the layout's elements, or `data` does not have exactly
    /// `num_elements` of them.
    pub fn from_row_major_with(mapping: M, data: &[T]) -> Result<Self, M::Error>
    where
        T: Default + NoUninit,
        M: Stores<T>,
    {
        mapping.check_held()?;
        LengthError::check_row_major(data.len(), &mapping)?;
        let mut buffer = Self::of_padding(mapping, T::default);
        buffer.copy_from_row_major(data)?;
        Ok(buffer)
    }

    /// A buffer with the contents of a `Vec`, padding included. It copies them into aligned
    /// memory.
    ///
    /// # Errors
    ///
    /// When `T` does not hold the layout's elements, or `vec` does not have exactly
    /// `padded_len` of them.
    pub fn from_vec_with(mapping: M, vec: Vec<T>) -> Result<Self, M::Error>
    where
        M: Stores<T>,
    {
        mapping.check_held()?;
        LengthError::check(vec.len(), &mapping)?;
        let memory = AlignedSlice::from_slice(&vec);
        Ok(Buffer { memory, mapping })
    }

    /// A buffer filled with the layout's padding value, or with `otherwise()`
    /// if the layout has none. The caller has checked that `T` holds the
    /// layout's elements.
    pub(super) fn of_padding(mapping: M, otherwise: fn() -> T) -> Self
    where
        M: Stores<T>,
    {
        let padding = mapping.padding_value().unwrap_or_else(otherwise);
        let memory = AlignedSlice::from_elem(padding, mapping.padded_len());
        Buffer { memory, mapping }
    }
}

impl<T: Copy, M: WholeBuffer> Buffer<T, M> {
    /// Sets the element at each index to `f(index)`.
    fn filled(mut self, mut f: impl FnMut(M::Index) -> T) -> Self {
        let mut view = self.view_mut();
        view.indexed_iter_mut()
            .for_each(|(index, element)| *element = f(index));
        self
    }
}

impl<T: AnyBitPattern, M: Stores<T>> Buffer<T, M> {
    /// A buffer of a static layout, copied from bytes of any alignment. Skips the metadata
    /// of `M(n)` at the start.
    ///
    /// # Errors
    ///
    /// When the bytes are not exactly those of `M(n)` and `padded_bytes`.
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Fig1 = layout!(U16[3,5]<1,0:T(2,2)>);
    ///
    /// let mut bytes = [0; 48]; // 24 elements, of which 15 are the array
    /// bytes[34..36].copy_from_slice(&7u16.to_ne_bytes());
    /// let buffer: Buffer<u16, Fig1> = Buffer::from_bytes(&bytes)?;
    /// assert_eq!(buffer[[2, 3]], 7); // at 17
    /// # Ok::<(), tiled_layout::ViewError>(())
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ViewError>
    where
        M: StaticMapping,
    {
        Self::from_bytes_with(M::default(), bytes)
    }

    /// A buffer of any layout, copied from bytes of any alignment. Skips the metadata of
    /// `M(n)` at the start.
    ///
    /// # Errors
    ///
    /// When `T` does not hold the layout's elements, or the bytes are not
    /// exactly those of `M(n)` and `padded_bytes`.
    pub fn from_bytes_with(mapping: M, bytes: &[u8]) -> Result<Self, ViewError> {
        let mut buffer = Self::zeroed_with(mapping).map_err(Into::into)?;
        let data = data(bytes, &buffer.layout())?;
        bytes_of_mut(buffer.as_mut_slice()).copy_from_slice(data);
        Ok(buffer)
    }
}
