//! `Buffer`: an owned buffer with its layout.

use alloc::vec::Vec;
use core::fmt;

use crate::buffer::aligned::AlignedSlice;
use crate::map::{StaticMapping, WholeBuffer};
use crate::view::access::{reads, writes};
use crate::view::bytes::{Pod, Zeroable, bytes_of_mut, data, zero};
use crate::view::getters::getters;
use crate::view::no_uninit::NoUninit;
use crate::view::stores::Stores;
use crate::view::{LengthError, View, ViewError, ViewMut};

/// An owned buffer with its layout: `padded_len` elements of type `T`, at a
/// multiple of 64 bytes.
///
/// `T` is the Rust type of an element, and `M` the mapping: a static layout, a
/// [`PartialLayout`](crate::PartialLayout) or a [`Layout`](crate::Layout).
///
/// ```
/// use tiled_layout::{Buffer, Layout, layout};
///
/// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
///
/// let mut buffer = Buffer::<f32, Fig1>::from_fn(|[i, j]| (10 * i + j) as f32);
/// assert_eq!(buffer[[2, 3]], 23.0);
/// buffer[[2, 3]] = -1.0;
/// assert_eq!(buffer.as_slice()[17], -1.0);
/// assert_eq!(buffer.as_slice().len(), 24); // 15 elements, and padding that holds 0.0
///
/// // The same for a layout known only at run time:
/// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
/// let mut other = Buffer::from_fn_with(layout, |index| (10 * index[0] + index[1]) as f32)?;
/// other[[2, 3]] = -1.0;
/// assert_eq!(buffer, other);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Making one
///
/// | what | static layout | run-time layout |
/// |---|---|---|
/// | zeros | `Buffer::zeroed()` | `Buffer::zeroed_with(layout)?` |
/// | `T::default()` | `Buffer::default()` | |
/// | one value | `Buffer::from_elem(value)` | `Buffer::from_elem_with(layout, value)?` |
/// | a function of the index | `Buffer::<f32, Fig1>::from_fn(f)` | `Buffer::from_fn_with(layout, f)?` |
/// | row-major data, without padding | `Buffer::from_row_major(&data)?` | `Buffer::from_row_major_with(layout, &data)?` |
/// | a whole buffer, padding included | `Buffer::from_vec(vec)?` | `Buffer::from_vec_with(layout, vec)?` |
///
/// Code that is generic over [`Stores`] uses the last column.
///
/// # Padding
///
/// Padding is always initialised. All constructors except `from_vec` fill it with the value
/// of the layout's `PAD(...=value)`, or with `T::default()` if there is none (`zeroed` with
/// zero); [`fill_padding`](Buffer::fill_padding) writes another value. Two buffers are
/// equal if their dimensions and elements are; layouts may differ, and padding is not
/// compared.
///
/// ```
/// use tiled_layout::{Buffer, Layout};
///
/// let layout = |text| Layout::parse(text).unwrap();
/// let tiled = Buffer::from_elem_with(layout("f32[3,5]{1,0:T(2,2)}"), 1.0f32)?;
/// let mut other = Buffer::from_elem_with(layout("f32[3,5]{0,1:T(4,4)}"), 1.0f32)?;
/// assert_eq!(tiled, other);
/// other.as_mut_slice()[3] = 7.0; // padding below the first column
/// assert_eq!(tiled, other);
/// other[[2, 4]] = 7.0;
/// assert_ne!(tiled, other);
/// assert_eq!(tiled, tiled.view()); // views are compared as buffers are
/// # Ok::<(), tiled_layout::ViewError>(())
/// ```
///
/// # No growth
///
/// # Examples
///
/// The layout determines the number of elements. A buffer does not grow: it has no
/// `Extend`, no `push` and no `FromIterator`. Write values to an existing buffer:
///
/// ```
/// use tiled_layout::{Buffer, layout};
///
/// let mut buffer = Buffer::<f32, layout!(F32[3,5]<1,0:T(2,2)>)>::zeroed();
/// for (element, n) in buffer.iter_mut().zip(0u8..) {
///     *element = n.into();
/// }
/// assert_eq!(buffer[[2, 3]], 13.0);
/// assert_eq!(buffer.as_slice()[17..19], [13.0, 0.0]); // then padding
/// ```
///
/// [`Stores`]: crate::Stores
#[derive(Clone)]
#[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
pub struct Buffer<T: Copy, M> {
    pub(super) memory: AlignedSlice<T>, // exactly `padded_len` elements
    pub(super) mapping: M,
}

/// Those without an argument for the layout are for static layouts.
impl<T: Copy, M> Buffer<T, M> {
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

    /// Returns a buffer of the elements `data`, which are in row-major order, without padding.
    ///
    /// # Errors
    ///
    /// When `data` does not have exactly `num_elements` elements.
    ///
    /// # Examples
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

    /// Returns a buffer with the contents of a `Vec`, padding included. It copies them into aligned
    /// memory.
    ///
    /// # Errors
    ///
    /// When `vec` does not have exactly `padded_len` elements.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// layout! { type Fig1 = F32[3,5]<1,0:T(2,2)>; }
    ///
    /// let positions = (0..24).map(|position| position as f32).collect();
    /// let buffer = Buffer::<f32, Fig1>::from_vec(positions).unwrap();
    /// assert_eq!(buffer[[2, 3]], 17.0);
    /// assert!(Buffer::<f32, Fig1>::from_vec(vec![0.0; 15]).is_err()); // without padding
    /// ```
    pub fn from_vec(vec: Vec<T>) -> Result<Self, M::Error>
    where
        M: StaticMapping + Stores<T>,
    {
        Self::from_vec_with(M::default(), vec)
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
        mapping.check_held()?;
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
        mapping.check_held()?;
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
        mapping.check_held()?;
        let mut buffer = Self::of_padding(mapping, T::default);
        let mut view = buffer.view_mut();
        let elements = view.indexed_iter_mut();
        elements.for_each(|(index, element)| *element = f(index));
        Ok(buffer)
    }

    /// Returns a buffer of the elements `data`, which are in row-major order, without padding.
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

    /// Returns a buffer with the contents of a `Vec`, padding included. It copies them into aligned
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

    /// Returns a buffer filled with the layout's padding value, or with `otherwise()` if the layout
    /// has none. The caller has checked that `T` holds the layout's elements.
    pub(super) fn of_padding(mapping: M, otherwise: fn() -> T) -> Self
    where
        M: Stores<T>,
    {
        let padding = mapping.padding_value().unwrap_or_else(otherwise);
        let memory = AlignedSlice::from_elem(padding, mapping.padded_len());
        Buffer { memory, mapping }
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

reads! { [T: Copy, M] Buffer<T, M>, '_ }
writes! { [T: Copy, M] Buffer<T, M> }

impl<T: Copy, M> Buffer<T, M> {
    #[inline]
    fn buffer(&self) -> &[T] {
        self.memory.as_slice()
    }

    #[inline]
    fn parts(&mut self) -> (&mut [T], &M) {
        (self.memory.as_mut_slice(), &self.mapping)
    }
}

impl<T: Copy, M: WholeBuffer> Buffer<T, M> {
    /// Returns the whole buffer, padding included.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// layout! { type Fig1 = F32[3,5]<1,0:T(2,2)>; }
    ///
    /// let buffer = Buffer::<f32, Fig1>::from_elem(1.0);
    /// assert_eq!(buffer.as_slice().len(), 24);
    /// ```
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        self.memory.as_slice()
    }

    /// Returns a copy of the whole buffer, padding included. It must copy, because a `Vec` frees
    /// its memory with the alignment of `T`.
    #[must_use]
    pub fn into_vec(self) -> Vec<T> {
        self.memory.as_slice().to_vec()
    }

    /// Returns a view of the array.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// layout! { type Fig1 = F32[3,5]<1,0:T(2,2)>; }
    ///
    /// let buffer = Buffer::<f32, Fig1>::from_elem(1.0);
    /// let view = buffer.view();
    /// assert_eq!(view.dims(), [3, 5]);
    /// assert_eq!(view[[2, 4]], 1.0);
    /// ```
    #[inline]
    #[must_use]
    pub fn view(&self) -> View<'_, T, M::Borrowed<'_>> {
        // SAFETY: this buffer's memory and mapping.
        unsafe { View::new_unchecked(self.memory.as_slice(), self.mapping.borrowed()) }
    }

    /// Returns a mutable view of the array.
    #[inline]
    #[must_use]
    pub fn view_mut(&mut self) -> ViewMut<'_, T, M::Borrowed<'_>> {
        // SAFETY: this buffer's memory and mapping.
        unsafe { ViewMut::new_unchecked(self.memory.as_mut_slice(), self.mapping.borrowed()) }
    }

    /// Returns the same memory through a mapping of the same `padded_len`.
    pub(crate) fn with_mapping<M2: WholeBuffer>(self, mapping: M2) -> Buffer<T, M2> {
        assert_eq!(self.as_slice().len(), mapping.buffer_len());
        let memory = self.memory;
        Buffer { memory, mapping }
    }
}

impl<T: Copy + Default, M: StaticMapping + Stores<T>> Default for Buffer<T, M> {
    fn default() -> Self {
        Self::from_elem(T::default())
    }
}

getters! {
    [T: Copy, M] Buffer<T, M>;
}

impl<T: Copy + fmt::Debug, M: WholeBuffer> fmt::Debug for Buffer<T, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view().fmt(f)
    }
}

/// What a constructor made of a static layout, which is checked while the program compiles.
fn checked<T: Copy, M, E>(made: Result<Buffer<T, M>, E>) -> Buffer<T, M> {
    match made {
        Ok(buffer) => buffer,
        Err(_) => unreachable!("a static layout is checked while the program compiles"),
    }
}
