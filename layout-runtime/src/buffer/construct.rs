//! The constructors of `Buffer`.

use alloc::vec::Vec;

use super::{AlignedSlice, Buffer};
use crate::relayout::{self, NoUninit};
use crate::view::LengthError;
use crate::view::mapping::{Mapping, StaticMapping};
use crate::view::stores::Stores;

/// For static layouts, which need not be passed.
impl<T: Copy, M: Mapping> Buffer<T, M> {
    /// A buffer of zeros, or whatever `T::default()` is.
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let buffer = Buffer::<f32, Fig1>::zeroed();
    /// assert_eq!(buffer.as_slice(), [0.0; 24]);
    /// ```
    pub fn zeroed() -> Self
    where
        T: Default,
        M: StaticMapping + Stores<T>,
    {
        Self::from_elem(T::default())
    }

    /// A buffer whose elements all have one value.
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let buffer: Buffer<f32, Fig1> = Buffer::from_elem(1.0);
    /// assert_eq!(buffer[[2, 4]], 1.0);
    /// assert_eq!(buffer.as_slice()[23], 0.0); // padding
    /// ```
    pub fn from_elem(value: T) -> Self
    where
        T: Default,
        M: StaticMapping + Stores<T>,
    {
        Self::from_fn(|_| value)
    }

    /// A buffer whose elements `f` makes from their indices, called in
    /// row-major order.
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let buffer = Buffer::<f32, Fig1>::from_fn(|[i, j]| (10 * i + j) as f32);
    /// assert_eq!(buffer.as_slice()[17], 23.0); // element (2,3)
    /// ```
    pub fn from_fn(f: impl FnMut(M::Index) -> T) -> Self
    where
        T: Default,
        M: StaticMapping + Stores<T>,
    {
        match Self::from_fn_in(f, M::default()) {
            Ok(buffer) => buffer,
            Err(_) => unreachable!("a static layout is checked while the program compiles"),
        }
    }

    /// A buffer of the array whose elements are `data`, in row-major order and
    /// without padding.
    ///
    /// # Errors
    ///
    /// When `data` has not exactly `num_elements` elements.
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
        Self::from_row_major_in(data, M::default())
    }

    /// A buffer with the contents of a `Vec`, padding included. They are
    /// copied, so that the buffer is aligned.
    ///
    /// # Errors
    ///
    /// When `vec` has not exactly `padded_len` elements.
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let buffer: Buffer<f32, Fig1> = Buffer::from_vec((0..24).map(|n| n as f32).collect())?;
    /// assert_eq!(buffer[[2, 3]], 17.0);
    /// # Ok::<(), tiled_layout::LengthError>(())
    /// ```
    pub fn from_vec(vec: Vec<T>) -> Result<Self, M::Error>
    where
        M: StaticMapping + Stores<T>,
    {
        Self::from_vec_in(vec, M::default())
    }
}

/// For any mapping: the mapping is passed.
impl<T: Copy, M: Mapping> Buffer<T, M> {
    /// A buffer of zeros, or whatever `T::default()` is.
    ///
    /// # Errors
    ///
    /// When `T` does not hold the layout's elements.
    ///
    /// ```
    /// use tiled_layout::{Buffer, Layout};
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
    /// let buffer: Buffer<f32, Layout> = Buffer::zeroed_in(layout)?;
    /// assert_eq!(buffer.as_slice(), [0.0; 24]);
    /// assert!(Buffer::<f64, Layout>::zeroed_in(layout).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn zeroed_in(mapping: M) -> Result<Self, M::Error>
    where
        T: Default,
        M: Stores<T>,
    {
        Self::from_elem_in(T::default(), mapping)
    }

    /// A buffer whose elements all have one value.
    ///
    /// # Errors
    ///
    /// When `T` does not hold the layout's elements.
    ///
    /// ```
    /// use tiled_layout::{Buffer, Layout};
    ///
    /// let layout = Layout::parse("s32[2,3]{0,1:PAD(3,5=highest)}")?;
    /// let buffer = Buffer::from_elem_in(7, layout)?;
    /// assert_eq!(buffer.as_slice()[..4], [7, 7, i32::MAX, 7]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_elem_in(value: T, mapping: M) -> Result<Self, M::Error>
    where
        T: Default,
        M: Stores<T>,
    {
        Self::from_fn_in(|_| value, mapping)
    }

    /// A buffer whose elements `f` makes from their indices, called in
    /// row-major order.
    ///
    /// # Errors
    ///
    /// When `T` does not hold the layout's elements.
    ///
    /// ```
    /// use tiled_layout::{Buffer, Layout};
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let buffer = Buffer::from_fn_in(|index| index.iter().sum::<usize>() as i32, layout)?;
    /// assert_eq!(buffer[[2, 3]], 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_fn_in(f: impl FnMut(M::Index) -> T, mapping: M) -> Result<Self, M::Error>
    where
        T: Default,
        M: Stores<T>,
    {
        mapping.check_held()?;
        Ok(Self::padding_only(mapping).filled(f))
    }

    /// A buffer of the array whose elements are `data`, in row-major order and
    /// without padding.
    ///
    /// # Errors
    ///
    /// When `T` does not hold the layout's elements, or `data` has not exactly
    /// `num_elements` of them.
    ///
    /// ```
    /// use tiled_layout::{Buffer, Layout};
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let data: Vec<i32> = (0..15).collect();
    /// assert_eq!(Buffer::from_row_major_in(&data, layout)?[[2, 3]], 13);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_row_major_in(data: &[T], mapping: M) -> Result<Self, M::Error>
    where
        T: Default + NoUninit,
        M: Stores<T>,
    {
        mapping.check_held()?;
        LengthError::check_row_major(data.len(), &mapping.layout())?;
        let mut buffer = Self::padding_only(mapping);
        relayout::from_row_major(data, buffer.view_mut());
        Ok(buffer)
    }

    /// A buffer with the contents of a `Vec`, padding included. They are
    /// copied, so that the buffer is aligned.
    ///
    /// # Errors
    ///
    /// When `T` does not hold the layout's elements, or `vec` has not exactly
    /// `padded_len` of them.
    ///
    /// ```
    /// use tiled_layout::{Buffer, Layout};
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// assert_eq!(Buffer::from_vec_in((0..24).collect(), layout)?[[2, 3]], 17);
    /// assert!(Buffer::from_vec_in((0..15).collect::<Vec<i32>>(), layout).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_vec_in(vec: Vec<T>, mapping: M) -> Result<Self, M::Error>
    where
        M: Stores<T>,
    {
        mapping.check_held()?;
        LengthError::check(vec.len(), &mapping)?;
        let memory = AlignedSlice::from_slice(&vec);
        Ok(Buffer { memory, mapping })
    }

    /// All of it is what padding holds. The caller has checked that `T` holds
    /// the layout's elements.
    fn padding_only(mapping: M) -> Self
    where
        T: Default,
        M: Stores<T>,
    {
        let padding = mapping.padding_value().unwrap_or_default();
        let memory = AlignedSlice::from_elem(padding, mapping.padded_len());
        Buffer { memory, mapping }
    }

    /// With each element made by `f` from its index.
    fn filled(mut self, mut f: impl FnMut(M::Index) -> T) -> Self {
        for (index, element) in self.view_mut().indexed_iter_mut() {
            *element = f(index);
        }
        self
    }
}
