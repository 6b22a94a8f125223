//! The methods of arrays that copy.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

#[cfg(feature = "rayon")]
use super::copy_from::PARALLEL;
use super::copy_from::{Pair, SERIAL, copy_with};
use super::error::{self, CopyError};
use super::{convert, row_major};
use crate::array::into_array::IntoArray;
use crate::array::{Array, LengthError, ViewError};
use crate::map::{Mapping, WholeBuffer};
use crate::storage::no_uninit::NoUninit;
use crate::storage::{Storage, StorageMut};

/// Arrays whose elements can be written: copies from other arrays.
impl<S: StorageMut<Elem: Copy, Unit: NoUninit>, M: Mapping> Array<S, M> {
    /// Copies each element of `src` to its position in this array.
    ///
    /// The source is any array, by value or by reference. The layouts may be any two with the same
    /// dimensions and element type, static or known at run time. Padding is not touched. Two static
    /// layouts whose dimensions or element types differ do not compile.
    ///
    /// Packed elements are copied to elements of a byte or more of the same Rust type, if that holds
    /// their values: S4 to S4 or S8 as `i8`. Elements of a byte or more are copied to packed ones of the
    /// same element type, if they fit: S4 of a byte each to S4 with `E(4)`. In other types
    /// [`copy_from_map`](Self::copy_from_map) converts them, and
    /// [`try_copy_from`](Self::try_copy_from) and
    /// [`copy_from_saturating`](Self::copy_from_saturating) copy to fewer bits: S8 to S4.
    ///
    /// # Errors
    ///
    /// When the arrays differ in dimensions or element type; never between static layouts. When a
    /// value does not fit a packed element: the first such one in row-major order, and its index.
    /// Nothing is written then.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let rows = Layout::parse("f32[3,5]{1,0}")?;
    /// let tiled = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
    /// let from: Vec<f32> = (0..15).map(|i| i as f32).collect();
    /// let mut to = [-1.0; 24];
    /// tiled.view_mut(&mut to)?.copy_from(&rows.view(&from)?)?;
    /// assert_eq!(to[17], from[13]); // element (2,3)
    /// assert_eq!(to[18], -1.0); // padding stays
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// `u16` holds both `f16` and `bf16`, and these still differ:
    ///
    /// ```compile_fail,E0080
    /// use tiled_layout::layout;
    ///
    /// type Half = layout!(F16[3,5]);
    /// type Brain = layout!(BF16[3,5]<1,0:T(2,2)>);
    /// let mut to = [0u16; 24];
    /// Brain::view_mut(&mut to).unwrap().copy_from(&Half::view(&[0x3C00; 15]).unwrap()).unwrap();
    /// ```
    ///
    /// ```
    /// use tiled_layout::{Buffer, PackedBuffer, layout};
    ///
    /// type Weights = layout!(S4[3,5]<1,0:T(2,2)E(4)>);
    /// let weights = PackedBuffer::<i8, Weights>::from_fn(|[i, j]| i as i8 - j as i8);
    /// let mut rows = Buffer::<i8, layout!(S8[3,5])>::zeroed();
    /// rows.copy_from(&weights)?;
    /// assert_eq!(rows.as_slice()[10..], [2, 1, 0, -1, -2]);
    /// # Ok::<(), tiled_layout::CopyError>(())
    /// ```
    #[inline]
    #[doc(alias("assign", "reorder", "unpack", "widen"))]
    pub fn copy_from<A>(&mut self, src: A) -> Result<(), CopyError>
    where
        A: IntoArray<Storage: Storage<Elem = S::Elem>>,
    {
        let () = Pair::<A, Self>::FITS;
        if let Some(convert) = Pair::<A, Self>::CONVERSION {
            return convert(&src.into_array(), self);
        }
        // SAFETY: elements that are not packed are the units of `self`, which are `NoUninit`.
        unsafe { copy_with(&SERIAL, &src.into_array(), self) }
    }

    /// [`copy_from`](Self::copy_from) by the threads of rayon's pool, with the same result.
    ///
    /// # Errors
    ///
    /// As [`copy_from`](Self::copy_from).
    #[cfg(feature = "rayon")]
    #[cfg_attr(docsrs, doc(cfg(feature = "rayon")))]
    pub fn par_copy_from<A>(&mut self, src: A) -> Result<(), CopyError>
    where
        A: IntoArray<Storage: Storage<Elem = S::Elem>>,
    {
        let () = Pair::<A, Self>::FITS;
        if let Some(convert) = Pair::<A, Self>::CONVERSION {
            return convert(&src.into_array(), self);
        }
        // SAFETY: elements that are not packed are the units of `self`, which are `NoUninit`.
        unsafe { copy_with(&PARALLEL, &src.into_array(), self) }
    }

    /// Writes `f` of each element of `src` to its position in this array: `f16` in tiles to
    /// `f32` in rows. Each element is converted once, in any order. Padding is not touched.
    ///
    /// The source is any array, by value or by reference. The layouts may be any two with the same
    /// dimensions. Long runs that both have are converted where they are. Otherwise it copies as
    /// [`copy_from`](Self::copy_from) does, through buffers of at most 128 KiB that stay in a cache,
    /// which takes less time than a [`Zip`](crate::Zip) of layouts that differ. Without the feature
    /// `alloc`, elements are converted one by one.
    ///
    /// # Errors
    ///
    /// When the arrays differ in dimensions; and when an element type does not have a value of `f`:
    /// other elements may have been written then.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let tiled = Layout::parse("bf16[3,5]{1,0:T(2,2)}")?;
    /// let rows = Layout::parse("f32[3,5]")?;
    /// let from = [0x3F80u16; 24]; // 1.0
    /// let mut to = [0.0f32; 15];
    /// rows.view_mut(&mut to)?
    ///     .copy_from_map(tiled.view(&from)?, |x| f32::from_bits(u32::from(x) << 16))?;
    /// assert_eq!(to, [1.0; 15]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Weights are widened:
    ///
    /// ```
    /// use tiled_layout::{Buffer, PackedBuffer, layout};
    ///
    /// type Weights = layout!(S4[3,5]<1,0:T(2,2)E(4)>);
    /// let weights = PackedBuffer::<i8, Weights>::from_fn(|[i, j]| i as i8 - j as i8);
    /// let mut floats = Buffer::<f32, layout!(F32[3,5]<0,1>)>::zeroed();
    /// floats.copy_from_map(&weights, f32::from)?;
    /// assert_eq!(floats[[2, 4]], -2.0);
    /// # Ok::<(), tiled_layout::CopyError>(())
    /// ```
    pub fn copy_from_map<A, U>(
        &mut self,
        src: A,
        f: impl FnMut(U) -> S::Elem,
    ) -> Result<(), CopyError>
    where
        A: IntoArray<Storage: Storage<Elem = U, Unit: NoUninit>>,
        U: Copy,
    {
        let src = src.into_array();
        error::check_dims(src.dims(), self.dims())?;
        convert::copy_map(self, &src, f)
    }

    /// Writes `f` of each index and the element of `src` there to its position in this array: a scale
    /// per row, a mean per channel. Calls `f` in row-major order. Padding is not touched.
    ///
    /// # Errors
    ///
    /// When the arrays differ in dimensions; and when an element type does not have a value of `f`:
    /// the elements before it have been written then.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, PackedBuffer, layout};
    ///
    /// type Weights = layout!(S4[3,5]<1,0:T(2,2)E(4)>);
    /// let rows = Buffer::<f32, layout!(F32[3,5])>::from_fn(|[i, j]| (i * j) as f32);
    /// let scales = [1.0, 2.0, 4.0];
    /// let mut weights = PackedBuffer::<i8, Weights>::zeroed();
    /// weights.copy_from_indexed_map(&rows, |[i, _], x| (x / scales[i]) as i8)?;
    /// assert_eq!(weights.get([2, 4]), Some(2));
    /// # Ok::<(), tiled_layout::CopyError>(())
    /// ```
    pub fn copy_from_indexed_map<A, U: Copy>(
        &mut self,
        src: A,
        f: impl FnMut(M::Index, U) -> S::Elem,
    ) -> Result<(), CopyError>
    where
        A: IntoArray<Storage: Storage<Elem = U>>,
    {
        let src = src.into_array();
        error::check_dims(src.dims(), self.dims())?;
        convert::copy_indexed_map(self, &src, f)
    }

    /// Writes all elements from row-major data without padding. Padding of the array is not
    /// changed.
    ///
    /// # Errors
    ///
    /// When `data` does not have exactly as many elements as the array, or the element type does not
    /// have one of the values. Nothing is written then.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let mut buffer = [-1; 24];
    /// let rows: Vec<i32> = (0..15).collect();
    /// let mut view = layout.view_mut(&mut buffer)?;
    /// view.copy_from_row_major(&rows)?;
    /// view.region_mut((1.., 3..))?.copy_from_row_major(&[80, 90, 130, 140])?;
    /// assert_eq!(buffer[16..], [12, 130, -1, -1, 140, -1, -1, -1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("u4[3,5]{1,0:T(2,2)E(4)}")?;
    /// let mut bytes = [0; 12];
    /// let mut data: Vec<u8> = (0..15).collect();
    /// layout.packed_view_mut(&mut bytes)?.copy_from_row_major(&data)?;
    /// assert_eq!(bytes[..3], [0x10, 0x65, 0x32]); // a tile of 0 1 5 6, then 2 3
    ///
    /// data[13] = 16;
    /// let error = layout.packed_view_mut(&mut bytes)?.copy_from_row_major(&data).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "16 does not fit an element of type u4, which has 4 bits (element 13 of the data)"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn copy_from_row_major(&mut self, data: &[S::Elem]) -> Result<(), ViewError> {
        LengthError::check_row_major(data.len(), self.mapping())?;
        row_major::read_rows(self, data)
    }
}

/// Whole buffers whose elements can be written: copies that write padding too.
impl<S: StorageMut<Elem: Copy, Unit: NoUninit>, M: WholeBuffer> Array<S, M> {
    /// Copies each element of `src` to its position in this array, and writes
    /// `value` to all padding. Each position is written once.
    ///
    /// # Errors
    ///
    /// As [`copy_from`](Self::copy_from).
    ///
    /// # Panics
    ///
    /// When the element type does not have `value`.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let rows = Layout::parse("f32[3,5]{1,0}")?;
    /// let tiled = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
    /// let mut to = [f32::NAN; 24];
    /// tiled.view_mut(&mut to)?.copy_from_filling(&rows.view(&[1.0; 15])?, 0.0)?;
    /// assert_eq!(to.iter().sum::<f32>(), 15.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[track_caller]
    pub fn copy_from_filling<A>(&mut self, src: A, value: S::Elem) -> Result<(), CopyError>
    where
        A: IntoArray<Storage: Storage<Elem = S::Elem>>,
    {
        let () = Pair::<A, Self>::FITS;
        self.copy_from(src)?;
        self.fill_padding(value);
        Ok(())
    }
}

/// Arrays of any storage: copies to row-major data.
impl<S: Storage<Elem: Copy, Unit: NoUninit>, M: Mapping> Array<S, M> {
    /// The elements without padding, in row-major order.
    ///
    /// For a `T` that is not `NoUninit`, write `iter().cloned().collect()`. Copying into existing memory with
    /// [`copy_to_row_major`](Self::copy_to_row_major) takes less time.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let buffer: Vec<i32> = (0..24).collect();
    /// let view = layout.view(&buffer)?;
    /// assert_eq!(view.to_row_major()[..6], [0, 1, 4, 5, 8, 2]); // next to 8 is padding
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "alloc")]
    #[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
    #[must_use]
    #[doc(alias("to_vec", "untile"))]
    pub fn to_row_major(&self) -> Vec<S::Elem> {
        row_major::to_rows(self)
    }

    /// Copies the elements, without padding and in row-major order, to `data`.
    ///
    /// # Errors
    ///
    /// When `data` does not have exactly as many elements as the array. Nothing is
    /// written then.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let buffer: Vec<i32> = (0..24).collect();
    /// let view = layout.view(&buffer)?;
    /// let mut rows = [0; 15];
    /// view.copy_to_row_major(&mut rows)?;
    /// assert_eq!(rows[..6], [0, 1, 4, 5, 8, 2]); // next to 8 is padding
    ///
    /// let error = view.copy_to_row_major(&mut rows[..14]).unwrap_err();
    /// assert_eq!(error.to_string(), "the data has 14 elements, but the array has 15");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn copy_to_row_major(&self, data: &mut [S::Elem]) -> Result<(), LengthError> {
        LengthError::check_row_major(data.len(), self.mapping())?;
        row_major::write_rows(self, data);
        Ok(())
    }
}
