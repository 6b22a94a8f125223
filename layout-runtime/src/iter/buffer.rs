//! The constructors of buffers that write all elements, in the order of their indices.

use super::order::LogicalOrder;
use crate::array::access::expect_fit;
use crate::array::aliases::{Buffer, PackedBuffer};
use crate::array::bytes::data;
use crate::array::packed::assert_packs;
use crate::array::stores::{Stores, check_held};
use crate::array::{Array, ViewError};
use crate::map::{Element, Mapping, StaticMapping, WholeBuffer};
use crate::storage::bytes::{Pod, Zeroable, bytes_of_mut, zero};
use crate::storage::packed::PackedElement;
use crate::storage::{Aligned, Packed, StorageMut};

/// Those without an argument for the layout are for static layouts.
impl<T: Copy, M: Mapping> Buffer<T, M> {
    /// Returns a buffer of zeros: all bytes of elements and padding are zero. If the layout has
    /// `PAD(...=value)`, padding has that value.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// layout! { type Fig1 = F32[3,5]<1,0:T(2,2)>; }
    ///
    /// let buffer = Buffer::<f32, Fig1>::zeroed();
    /// assert_eq!(buffer.as_slice(), [0.0; 24]);
    /// ```
    #[must_use]
    pub fn zeroed() -> Self
    where
        T: Zeroable,
        M: StaticMapping + Stores<T>,
    {
        checked(Self::zeroed_with(M::default()))
    }

    /// Returns a buffer whose elements all have one value.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// layout! { type Fig1 = F32[3,5]<1,0:T(2,2)>; }
    ///
    /// let buffer = Buffer::<f32, Fig1>::from_elem(1.0);
    /// assert_eq!(buffer.iter().sum::<f32>(), 15.0);
    /// ```
    #[must_use]
    pub fn from_elem(value: T) -> Self
    where
        T: Default,
        M: StaticMapping + Stores<T>,
    {
        checked(Self::from_elem_with(M::default(), value))
    }

    /// Returns a buffer whose element at each index is `f(index)`. Calls `f` in row-major order.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// layout! { type Fig1 = F32[3,5]<1,0:T(2,2)>; }
    ///
    /// let buffer = Buffer::<f32, Fig1>::from_fn(|[i, j]| (10 * i + j) as f32);
    /// assert_eq!(buffer.as_slice()[17], 23.0); // the position of element (2,3)
    /// ```
    #[must_use]
    pub fn from_fn(f: impl FnMut(M::Index) -> T) -> Self
    where
        T: Default,
        M: StaticMapping + Stores<T>,
    {
        checked(Self::from_fn_with(M::default(), f))
    }

    /// Returns a buffer of zeros; as [`zeroed`](Buffer::zeroed).
    ///
    /// # Errors
    ///
    /// When `T` does not hold the layout's elements.
    pub fn zeroed_with(mapping: M) -> Result<Self, M::Error>
    where
        T: Zeroable,
        M: Stores<T>,
    {
        check_held::<T, _>(&mapping)?;
        let padding = mapping.padding_value();
        let mut buffer = Self::of_padding(mapping, zero);
        if padding.is_some() {
            buffer.fill(zero());
        }
        Ok(buffer)
    }

    /// Returns a buffer whose elements all have one value.
    ///
    /// # Errors
    ///
    /// When `T` does not hold the layout's elements.
    pub fn from_elem_with(mapping: M, value: T) -> Result<Self, M::Error>
    where
        T: Default,
        M: Stores<T>,
    {
        check_held::<T, _>(&mapping)?;
        let mut buffer = Self::of_padding(mapping, T::default);
        buffer.fill(value);
        Ok(buffer)
    }

    /// Returns a buffer whose element at each index is `f(index)`. Calls `f` in row-major order.
    ///
    /// # Errors
    ///
    /// When `T` does not hold the layout's elements.
    pub fn from_fn_with(mapping: M, mut f: impl FnMut(M::Index) -> T) -> Result<Self, M::Error>
    where
        T: Default,
        M: Stores<T>,
    {
        check_held::<T, _>(&mapping)?;
        let mut buffer = Self::of_padding(mapping, T::default);
        let elements = buffer.indexed_iter_mut();
        elements.for_each(|(index, element)| *element = f(index));
        Ok(buffer)
    }

    /// Returns a buffer filled with the layout's padding value, or with `otherwise()` if the layout
    /// has none. The caller has checked that `T` holds the layout's elements.
    pub(crate) fn of_padding(mapping: M, otherwise: fn() -> T) -> Self
    where
        M: Stores<T>,
    {
        let padding = mapping.padding_value().unwrap_or_else(otherwise);
        let memory = Aligned::from_elem(padding, mapping.padded_len());
        // SAFETY: it has `padded_len` elements.
        unsafe { Array::new_unchecked(memory, mapping) }
    }
}

impl<T: Pod, M: Stores<T>> Buffer<T, M> {
    /// Returns a buffer of a static layout, copied from bytes of any alignment. Skips the metadata
    /// of `M(n)` at the start.
    ///
    /// # Errors
    ///
    /// When the bytes are not exactly those of `M(n)` and `padded_bytes`.
    ///
    /// # Examples
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

    /// Returns a buffer of any layout, copied from bytes of any alignment. Skips the metadata of
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

impl<T: Copy + Default, M: StaticMapping + Stores<T>> Default for Buffer<T, M> {
    fn default() -> Self {
        Self::from_elem(T::default())
    }
}

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

    /// Returns a buffer of bytes. The caller has checked that `T` holds the elements of the layout.
    fn of_bytes(bytes: &[u8], mapping: M) -> Result<Self, ViewError> {
        let bytes = Aligned::from_slice(data(bytes, &mapping.layout())?);
        // SAFETY: their number has just been checked.
        Ok(unsafe { Array::new_unchecked(Packed::new(bytes), mapping) })
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
        let bytes = Aligned::from_elem(0, len);
        // SAFETY: there are `padded_bytes` of them.
        let mut buffer = unsafe { Array::new_unchecked(Packed::new(bytes), mapping) };
        if let Some(value) = padding {
            buffer.fill_padding(value);
        }
        buffer
    }

    /// Sets the element at each index to `f(index)`.
    #[track_caller]
    fn filled(mut self, mut f: impl FnMut(M::Index) -> T) -> Self {
        let mut view = self.view_mut();
        let order = LogicalOrder::new(*view.mapping());
        for (index, position) in order {
            let value = f(index);
            expect_fit(view.check_fits(&value));
            let (storage, mapping) = view.parts_mut();
            // SAFETY: it is the position of an element, whose type has the value.
            unsafe { storage.write(mapping, position, value) };
        }
        self
    }
}

/// What a constructor made of a static layout, which is checked while the program compiles.
fn checked<T: Copy, M, E>(made: Result<Buffer<T, M>, E>) -> Buffer<T, M> {
    match made {
        Ok(buffer) => buffer,
        Err(_) => unreachable!("a static layout is checked while the program compiles"),
    }
}
