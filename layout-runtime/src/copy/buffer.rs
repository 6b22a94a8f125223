//! The constructors of buffers that copy.

use super::copy_from::Pair;
use super::error::{CopyError, check_arrays};
use crate::array::aliases::{Buffer, PackedBuffer, View};
use crate::array::stores::{Stores, check_held};
use crate::array::{Array, LengthError, ViewError};
use crate::map::{Element, Mapping, StaticMapping, WholeBuffer};
use crate::storage::no_uninit::NoUninit;
use crate::storage::packed::PackedElement;
use crate::storage::{Packed, Slice, Storage};

/// Arrays of elements with addresses: copies in other layouts.
impl<S: Slice<Elem: NoUninit + Default>, M: Mapping> Array<S, M> {
    /// Returns the same array in a new buffer of layout `L`.
    ///
    /// Copying into an existing buffer with [`copy_from`](Self::copy_from) takes
    /// less time, because allocating new pages takes longer than writing to them.
    ///
    /// # Errors
    ///
    /// When the dimensions or the element type of this array differ from those of
    /// `L`. Between two static layouts this is a compile error.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Rows = layout!(F32[3,5]);
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let rows = Buffer::<f32, Rows>::from_fn(|[i, j]| (10 * i + j) as f32);
    /// let tiled = rows.to_layout::<Fig1>()?;
    /// assert_eq!((tiled[[2, 3]], tiled.as_slice().len()), (23.0, 24));
    /// assert_eq!(tiled.view().to_layout::<Rows>()?, rows);
    /// # Ok::<(), tiled_layout::CopyError>(())
    /// ```
    pub fn to_layout<L>(&self) -> Result<Buffer<S::Elem, L>, CopyError>
    where
        L: Stores<S::Elem> + StaticMapping, // in this order one error if `L` is not known
    {
        // The source of the copy below, so that its error is the only one.
        let () = Pair::<View<'_, S::Elem, M::Borrowed<'_>>, Buffer<S::Elem, L>>::FITS;
        let mut buffer = Buffer::default();
        buffer.copy_from(self.units_view())?;
        Ok(buffer)
    }

    /// Returns the same array in a new buffer of a layout that may be known at run time.
    ///
    /// # Errors
    ///
    /// When the layouts differ in their dimensions or element type.
    pub fn to_layout_with<L: Stores<S::Elem>>(
        &self,
        layout: L,
    ) -> Result<Buffer<S::Elem, L>, CopyError> {
        check_arrays(self.mapping(), &layout)?;
        let mut buffer = Buffer::of_padding(layout, S::Elem::default);
        buffer.copy_from(self.units_view())?;
        Ok(buffer)
    }
}

/// Arrays of packed elements: copies in other layouts.
impl<B, T, M: Mapping> Array<Packed<B, T>, M>
where
    B: Storage<Elem = u8, Unit = u8>,
    T: Element + PackedElement,
{
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
        let () = Pair::<&Self, PackedBuffer<T, L>>::FITS;
        let mut buffer = PackedBuffer::zeroed();
        buffer.copy_from(self)?;
        Ok(buffer)
    }
}

/// Buffers of elements with addresses.
impl<T: Copy + Default + NoUninit, M: Mapping> Buffer<T, M> {
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
        M: StaticMapping + Stores<T>,
    {
        Self::from_row_major_with(M::default(), data)
    }

    /// Returns a buffer of the elements `data`, which are in row-major order, without padding.
    ///
    /// # Errors
    ///
    /// When `T` does not hold the layout's elements, or `data` does not have exactly
    /// `num_elements` of them.
    pub fn from_row_major_with(mapping: M, data: &[T]) -> Result<Self, M::Error>
    where
        M: Stores<T>,
    {
        check_held::<T, _>(&mapping)?;
        LengthError::check_row_major(data.len(), &mapping)?;
        let mut buffer = Self::of_padding(mapping, T::default);
        super::row_major::write_elements(&mut buffer, data);
        Ok(buffer)
    }
}

/// Buffers of packed elements of a static layout.
impl<T, M> PackedBuffer<T, M>
where
    T: Element + PackedElement + Element<M::Element>,
    M: StaticMapping,
{
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
}

/// Buffers of packed elements of any layout.
impl<T: Element + PackedElement, M: WholeBuffer> PackedBuffer<T, M> {
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
}
