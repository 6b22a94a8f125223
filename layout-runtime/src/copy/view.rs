//! The methods of views that copy.

#[cfg(feature = "alloc")]
use super::bands::copy_bands;
#[cfg(not(feature = "alloc"))]
use super::convert::convert_each;
use super::convert::unpack;
#[cfg(feature = "rayon")]
use super::copy_from::PARALLEL;
use super::copy_from::{Pair, SERIAL, copy_with};
use super::error::{self, CopyError};
use super::row_major;
use crate::map::{Mapping, WholeBuffer};
use crate::view::convert::AsView;
use crate::view::no_uninit::NoUninit;
use crate::view::packed::{PackedCopySource, PackedElement};
use crate::view::{LengthError, View, ViewMut};

impl<T: NoUninit, M: Mapping> ViewMut<'_, T, M> {
    /// Copies each element of `src` to its position in this array.
    ///
    /// The source is a view, a buffer or a region, by value or by reference. The layouts
    /// may be any two with the same dimensions and element type, static or known at run
    /// time. Padding is not touched. Two static layouts whose dimensions or element types
    /// differ do not compile.
    ///
    /// # Errors
    ///
    /// When the arrays differ in dimensions or element type; never
    /// between static layouts.
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
    #[inline]
    #[doc(alias("assign", "reorder"))]
    pub fn copy_from<V: AsView<Elem = T>>(&mut self, src: V) -> Result<(), CopyError> {
        let () = Pair::<V::Mapping<'_>, M>::FITS;
        copy_with(&SERIAL, &src.as_view(), self)
    }

    /// [`copy_from`](ViewMut::copy_from) by the threads of rayon's pool, with the same result.
    ///
    /// # Errors
    ///
    /// As [`copy_from`](ViewMut::copy_from).
    #[cfg(feature = "rayon")]
    #[cfg_attr(docsrs, doc(cfg(feature = "rayon")))]
    pub fn par_copy_from<V: AsView<Elem = T>>(&mut self, src: V) -> Result<(), CopyError> {
        let () = Pair::<V::Mapping<'_>, M>::FITS;
        copy_with(&PARALLEL, &src.as_view(), self)
    }

    /// Writes `f` of each element of `src` to its position in this array: `f16` in tiles to
    /// `f32` in rows. Each element is converted once, in any order. Padding is not touched.
    ///
    /// The source is a view, a buffer or a region, by value or by reference. The layouts may
    /// be any two with the same dimensions. It copies as [`copy_from`](ViewMut::copy_from)
    /// does, through buffers of at most 128 KiB that stay in a cache, which takes less time
    /// than a [`Zip`](crate::Zip) of layouts that differ. Without the feature `alloc`, elements
    /// are converted one by one.
    ///
    /// # Errors
    ///
    /// When the arrays differ in dimensions.
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
    pub fn copy_from_map<V>(&mut self, src: V, f: impl FnMut(V::Elem) -> T) -> Result<(), CopyError>
    where
        V: AsView<Elem: NoUninit>,
    {
        let src = src.as_view();
        error::check_dims(src.mapping().dims(), self.mapping().dims())?;
        #[cfg(feature = "alloc")]
        return copy_bands(self, src, f);
        #[cfg(not(feature = "alloc"))]
        return convert_each(self, src, f);
    }

    /// Copies each packed element of `src` to its position in this array, as a value of
    /// its type: S4 to S8, S16 or F32, U4 to U8, and S4 with `E(4)` to S4 of a byte each.
    /// Both layouts may be any of the same dimensions. Padding is not touched.
    ///
    /// The source is a packed view, buffer or region, by value or by reference. Integers
    /// are copied to integers of at least as many bits, and to F32 and F64; other types
    /// to the same type. [`try_copy_from`](crate::PackedViewMut::try_copy_from) copies back.
    ///
    /// Whole arrays whose tiles follow one another are unpacked in blocks of some ten
    /// thousand elements, in memory of their own. Regions and other layouts are first copied
    /// to rows, in memory of the size of the region. Arrays of less than 256 elements, and
    /// all without the feature `alloc`, are copied one by one.
    ///
    /// # Errors
    ///
    /// When the arrays differ in dimensions, or the values of one element type are not all
    /// of the other: U4 to S4, or bits as `u8` of S4 to S8.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, PackedBuffer, layout};
    ///
    /// type Weights = layout!(S4[3,5]<1,0:T(2,2)E(4)>);
    /// type Rows = layout!(S8[3,5]);
    /// let weights = PackedBuffer::<i8, Weights>::from_fn(|[i, j]| i as i8 - j as i8);
    /// let mut rows = Buffer::<i8, Rows>::zeroed();
    /// rows.view_mut().copy_from_packed(&weights)?;
    /// assert_eq!(rows.as_slice()[10..], [2, 1, 0, -1, -2]);
    ///
    /// let mut floats = Buffer::<f32, layout!(F32[3,5]<0,1>)>::zeroed();
    /// floats.copy_from_packed(&weights)?;
    /// assert_eq!(floats[[2, 4]], -2.0);
    /// # Ok::<(), tiled_layout::CopyError>(())
    /// ```
    #[doc(alias = "unpack")]
    #[doc(alias = "widen")]
    pub fn copy_from_packed<V>(&mut self, src: V) -> Result<(), CopyError>
    where
        V: PackedCopySource<Elem: PackedElement>,
        T: From<V::Elem>,
    {
        unpack(self, src.packed_source())
    }
}

impl<T: NoUninit, M: WholeBuffer> ViewMut<'_, T, M> {
    /// Copies each element of `src` to its position in this array, and writes
    /// `value` to all padding. Each position is written once, and none is read.
    ///
    /// # Errors
    ///
    /// As [`copy_from`](ViewMut::copy_from).
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
    pub fn copy_from_filling<V: AsView<Elem = T>>(
        &mut self,
        src: V,
        value: T,
    ) -> Result<(), CopyError> {
        let () = Pair::<V::Mapping<'_>, M>::FITS;
        self.copy_from(src)?;
        self.fill_padding(value);
        Ok(())
    }
}

impl<T, M: Mapping> ViewMut<'_, T, M> {
    /// Writes all elements from row-major data without padding. Padding of the array is not
    /// changed.
    ///
    /// # Errors
    ///
    /// When `data` does not have exactly as many elements as the array. Nothing is written
    /// then.
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
    pub fn copy_from_row_major(&mut self, data: &[T]) -> Result<(), LengthError>
    where
        T: NoUninit,
    {
        LengthError::check_row_major(data.len(), self.mapping())?;
        row_major::read_rows(self, data);
        Ok(())
    }
}

/// Copies out of views.
macro_rules! to_row_major {
    ($($view:ident $by_ref:ident)*) => {$(
        impl<T, M: Mapping> $view<'_, T, M> {
            /// The elements without padding, in row-major order.
            ///
            /// For a `T` that is `Copy` but not `NoUninit`, call
            /// [`to_row_major_copied`](Self::to_row_major_copied); for one that is only `Clone`,
            /// `iter().cloned().collect()`. Copying into existing memory with
            /// [`copy_to_row_major`](Self::copy_to_row_major) takes less time.
            ///
            /// # Examples
            ///
            /// ```
            /// use tiled_layout::Layout;
            ///
            /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
            /// let mut buffer: Vec<i32> = (0..24).collect();
            #[doc = concat!("let view = layout.", to_row_major!(@example $view))]
            /// assert_eq!(view.to_row_major()[..6], [0, 1, 4, 5, 8, 2]); // next to 8 is padding
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[cfg(feature = "alloc")]
            #[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
            #[must_use]
            #[doc(alias("to_vec", "untile"))]
            pub fn to_row_major(&self) -> alloc::vec::Vec<T>
            where
                T: NoUninit,
            {
                row_major::to_rows(&self.$by_ref())
            }

            /// [`to_row_major`](Self::to_row_major) of elements of any `Copy` type, which may
            /// have uninitialised bytes. It copies values instead of bytes, without kernels.
            ///
            /// # Examples
            ///
            /// ```
            /// use tiled_layout::{Element, layout, types::U32};
            ///
            /// #[derive(Clone, Copy, Debug, PartialEq)]
            /// struct Pixel(u8, u16); // one byte is not initialised
            ///
            /// impl Element<U32> for Pixel {}
            ///
            /// type Tiled = layout!(U32[1,3]<1,0:T(2,2)>);
            /// let mut buffer: [Pixel; 8] = std::array::from_fn(|at| Pixel(1, at as u16));
            #[doc = concat!("let view = Tiled::", to_row_major!(@example $view))]
            /// assert_eq!(view.to_row_major_copied(), [Pixel(1, 0), Pixel(1, 1), Pixel(1, 4)]);
            /// # Ok::<(), tiled_layout::LengthError>(())
            /// ```
            #[cfg(feature = "alloc")]
            #[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
            #[must_use]
            pub fn to_row_major_copied(&self) -> alloc::vec::Vec<T>
            where
                T: Copy,
            {
                row_major::to_rows_copied(&self.$by_ref())
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
            /// let mut buffer: Vec<i32> = (0..24).collect();
            #[doc = concat!("let view = layout.", to_row_major!(@example $view))]
            /// let mut rows = [0; 15];
            /// view.copy_to_row_major(&mut rows)?;
            /// assert_eq!(rows[..6], [0, 1, 4, 5, 8, 2]); // next to 8 is padding
            ///
            /// let error = view.copy_to_row_major(&mut rows[..14]).unwrap_err();
            /// assert_eq!(error.to_string(), "the data has 14 elements, but the array has 15");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn copy_to_row_major(&self, data: &mut [T]) -> Result<(), LengthError>
            where
                T: NoUninit,
            {
                LengthError::check_row_major(data.len(), self.mapping())?;
                row_major::write_rows(&self.$by_ref(), data);
                Ok(())
            }
        }
    )*};
    (@example View) => { "view(&buffer)?;" };
    (@example ViewMut) => { "view_mut(&mut buffer)?;" };
}

to_row_major! { View by_ref ViewMut as_view }
