//! The constructors of `PackedBuffer`.

use core::marker::PhantomData;

use super::PackedBuffer;
use crate::buffer::aligned::AlignedSlice;
use crate::copy::CopyError;
use crate::copy::copy_from::Pair;
use crate::map::{Element, StaticMapping, WholeBuffer};
use crate::view::ViewError;
use crate::view::bytes::data;
use crate::view::iter::order::LogicalOrder;
use crate::view::packed::{Codec, PackedElement, assert_packs, expect_fit};

/// Constructors for static layouts, which take no layout argument. A layout whose elements
/// take more than 8 bits does not compile.
impl<T, M> PackedBuffer<T, M>
where
    T: Element + PackedElement + Element<M::Element>,
    M: StaticMapping,
{
    /// Returns a buffer of zero bits.
    ///
    /// # Examples
    ///
    /// ```compile_fail,E0080
    /// use tiled_layout::{PackedBuffer, layout};
    /// type Wide = layout!(PRED[3,5]<1,0:T(2,2)E(32)>);
    /// PackedBuffer::<bool, Wide>::zeroed(); // 32 bits an element
    /// ```
    #[must_use]
    pub fn zeroed() -> Self {
        const { assert_packs(&M::LAYOUT) };
        Self::padding_only(M::default())
    }

    /// Returns a buffer whose elements all have one value.
    ///
    /// # Panics
    ///
    /// When the element type does not have the value.
    #[must_use]
    #[track_caller]
    pub fn from_elem(value: T) -> Self {
        let mut buffer = Self::zeroed();
        buffer.fill(value);
        buffer
    }

    /// Returns a buffer whose element at each index is `f(index)`. Calls `f` in row-major order.
    ///
    /// # Panics
    ///
    /// When the element type does not have a value of `f`.
    #[must_use]
    #[track_caller]
    pub fn from_fn(f: impl FnMut(M::Index) -> T) -> Self {
        Self::zeroed().filled(f)
    }

    /// Returns a buffer of the elements `data`, which are in row-major order, without padding.
    ///
    /// # Errors
    ///
    /// When `data` does not have exactly `num_elements` elements, or the element type does
    /// not have one of the values.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{PackedBuffer, layout};
    ///
    /// type Small = layout!(S4[3,5]<1,0:T(2,2)E(4)>);
    /// let mut data: Vec<i8> = (-8..7).collect();
    /// let buffer = PackedBuffer::<i8, Small>::from_row_major(&data)?;
    /// assert_eq!(buffer.get([2, 3]), Some(5));
    /// assert_eq!(buffer.as_bytes().len(), 12); // 24 positions, with padding
    ///
    /// data[13] = 8;
    /// let error = PackedBuffer::<i8, Small>::from_row_major(&data).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "8 does not fit an element of type s4, which has 4 bits (element 13 of the data)"
    /// );
    /// # Ok::<(), tiled_layout::ViewError>(())
    /// ```
    pub fn from_row_major(data: &[T]) -> Result<Self, ViewError> {
        let mut buffer = Self::zeroed();
        buffer.copy_from_row_major(data)?;
        Ok(buffer)
    }

    /// Returns a buffer with the contents of packed bytes. Skips the metadata of `M(n)` at the
    /// start.
    ///
    /// # Errors
    ///
    /// When the bytes are not exactly those of `M(n)` and `padded_bytes`.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ViewError> {
        const { assert_packs(&M::LAYOUT) };
        Self::of_bytes(bytes, M::default())
    }
}

/// Constructors for any mapping, which is an argument.
impl<T: Element + PackedElement, M: WholeBuffer> PackedBuffer<T, M> {
    /// Returns a buffer of zero bits.
    ///
    /// # Errors
    ///
    /// When `T` does not hold the layout's elements, or an element takes more
    /// than 8 bits.
    pub fn zeroed_with(mapping: M) -> Result<Self, ViewError> {
        mapping.layout().check_packs::<T>()?;
        Ok(Self::padding_only(mapping))
    }

    /// Returns a buffer whose elements all have one value.
    ///
    /// # Errors
    ///
    /// When `T` does not hold the layout's elements, an element takes more than 8 bits, or
    /// the element type does not have the value.
    pub fn from_elem_with(mapping: M, value: T) -> Result<Self, ViewError> {
        let mut buffer = Self::zeroed_with(mapping)?;
        buffer.try_fill(value)?;
        Ok(buffer)
    }

    /// Returns a buffer whose element at each index is `f(index)`. Calls `f` in row-major order.
    ///
    /// # Errors
    ///
    /// When `T` does not hold the layout's elements, or an element takes more
    /// than 8 bits.
    ///
    /// # Panics
    ///
    /// When the element type does not have a value of `f`.
    #[track_caller]
    pub fn from_fn_with(mapping: M, f: impl FnMut(M::Index) -> T) -> Result<Self, ViewError> {
        Ok(Self::zeroed_with(mapping)?.filled(f))
    }

    /// Returns a buffer of the elements `data`, which are in row-major order, without padding.
    ///
    /// # Errors
    ///
    /// When `T` does not hold the layout's elements, an element takes more than 8 bits, or
    /// `data` does not have exactly `num_elements` values that the element type has.
    pub fn from_row_major_with(mapping: M, data: &[T]) -> Result<Self, ViewError> {
        let mut buffer = Self::zeroed_with(mapping)?;
        buffer.copy_from_row_major(data)?;
        Ok(buffer)
    }

    /// Returns a buffer with the contents of packed bytes. Skips the metadata of `M(n)` at the
    /// start.
    ///
    /// # Errors
    ///
    /// When `T` does not hold the layout's elements, an element takes more than
    /// 8 bits, or the bytes are not exactly those of `M(n)` and `padded_bytes`.
    pub fn from_bytes_with(mapping: M, bytes: &[u8]) -> Result<Self, ViewError> {
        mapping.layout().check_packs::<T>()?;
        Self::of_bytes(bytes, mapping)
    }

    /// Returns the same array in a new buffer of layout `L`.
    ///
    /// # Errors
    ///
    /// When this buffer's layout is known at run time and differs from `L`
    /// in dimensions, element type or bits of an element. Two static
    /// layouts that differ in these do not compile.
    pub fn to_layout<L>(&self) -> Result<PackedBuffer<T, L>, CopyError>
    where
        T: Element<L::Element>,
        L: StaticMapping,
    {
        let () = Pair::<M, L>::FITS;
        let mut buffer = PackedBuffer::zeroed();
        buffer.copy_from(self)?;
        Ok(buffer)
    }

    /// Returns a buffer of bytes. The caller has checked that `T` holds the elements of the layout.
    fn of_bytes(bytes: &[u8], mapping: M) -> Result<Self, ViewError> {
        let bytes = AlignedSlice::from_slice(data(bytes, &mapping.layout())?);
        Ok(PackedBuffer {
            bytes,
            mapping,
            element: PhantomData,
        })
    }

    /// Returns a buffer of zero bits, with the value of `PAD` in padding. The caller has checked
    /// that `T` holds the layout's elements.
    fn padding_only(mapping: M) -> Self {
        let (len, padding) = {
            let layout = mapping.layout();
            let value = layout.pad().map(|pad| pad.value);
            let padding = value.and_then(|value| T::padding(layout.element_type(), value));
            (layout.padded_bytes(), padding)
        };
        let mut buffer = PackedBuffer {
            bytes: AlignedSlice::from_elem(0, len),
            mapping,
            element: PhantomData,
        };
        if let Some(value) = padding {
            buffer.fill_padding(value);
        }
        buffer
    }

    /// Sets the element at each index to `f(index)`.
    #[track_caller]
    fn filled(mut self, mut f: impl FnMut(M::Index) -> T) -> Self {
        let codec = Codec::of(&self.mapping);
        for (index, position) in LogicalOrder::new(self.mapping.borrowed()) {
            let value = f(index);
            expect_fit(codec.check(value));
            codec.set(self.bytes.as_mut_slice(), position, value);
        }
        self
    }
}
