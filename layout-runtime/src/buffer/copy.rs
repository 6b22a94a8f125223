//! Buffers copied to and from other layouts.

use crate::buffer::Buffer;
use crate::buffer::aligned::AlignedSlice;
use crate::relayout::copy_from::Pair;
use crate::relayout::error::check_arrays;
use crate::relayout::{NoUninit, RelayoutError};
use crate::view::convert::AsView;
use crate::view::mapping::{Mapping, PositionMap, StaticMapping};
use crate::view::stores::Stores;
use crate::view::{View, ViewMut};

impl<T: NoUninit, M: Mapping> Buffer<T, M> {
    /// Copies each element of another array to its position in this one, as
    /// [`ViewMut::copy_from`].
    ///
    /// # Errors
    ///
    /// If the arrays differ in dimensions or element type; never between static
    /// layouts.
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Rows = layout!(F32[3,5]);
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let rows = Buffer::<f32, Rows>::from_fn(|[i, j]| (10 * i + j) as f32);
    /// let mut tiled = Buffer::<f32, Fig1>::zeroed();
    /// tiled.fill_padding(-1.0);
    /// tiled.copy_from(&rows)?;
    /// assert_eq!(tiled.as_slice()[16..20], [22.0, 23.0, -1.0, -1.0]); // padding stays
    /// # Ok::<(), tiled_layout::RelayoutError>(())
    /// ```
    #[inline]
    #[doc(alias = "reorder")]
    #[doc(alias = "relayout")]
    pub fn copy_from<V: AsView<Elem = T>>(&mut self, src: V) -> Result<(), RelayoutError> {
        let () = Pair::<V::Mapping<'_>, M>::FITS;
        self.view_mut().copy_from(src)
    }

    /// Copies each element of another array to its position in this one, and
    /// writes `value` to all padding, as [`ViewMut::copy_from_filling`].
    ///
    /// # Errors
    ///
    /// As [`copy_from`](Buffer::copy_from).
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// let rows = Buffer::<f32, layout!(F32[3,5])>::from_elem(1.0);
    /// let mut tiled = Buffer::<f32, layout!(F32[3,5]<1,0:T(2,2)>)>::zeroed();
    /// tiled.copy_from_filling(&rows, 2.0)?;
    /// assert_eq!(tiled.as_slice().iter().sum::<f32>(), 15.0 + 2.0 * 9.0);
    /// # Ok::<(), tiled_layout::RelayoutError>(())
    /// ```
    pub fn copy_from_filling<V: AsView<Elem = T>>(
        &mut self,
        src: V,
        value: T,
    ) -> Result<(), RelayoutError> {
        let () = Pair::<V::Mapping<'_>, M>::FITS;
        self.view_mut().copy_from_filling(src, value)
    }

    /// [`copy_from`](Buffer::copy_from) by the threads of rayon's pool, with the
    /// same result; as [`ViewMut::par_copy_from`].
    ///
    /// # Errors
    ///
    /// As [`copy_from`](Buffer::copy_from).
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// let rows = Buffer::<f32, layout!(F32[300,500])>::from_elem(1.0);
    /// let mut tiled = Buffer::<f32, layout!(F32[300,500]<1,0:T(8,128)>)>::zeroed();
    /// tiled.par_copy_from(&rows)?;
    /// assert_eq!(tiled.as_slice().iter().sum::<f32>(), 150_000.0); // padding stays zero
    /// # Ok::<(), tiled_layout::RelayoutError>(())
    /// ```
    #[cfg(feature = "rayon")]
    #[cfg_attr(docsrs, doc(cfg(feature = "rayon")))]
    pub fn par_copy_from<V: AsView<Elem = T>>(&mut self, src: V) -> Result<(), RelayoutError> {
        let () = Pair::<V::Mapping<'_>, M>::FITS;
        self.view_mut().par_copy_from(src)
    }
}

/// `Buffer<T, M>` and the like.
macro_rules! to_layout {
    ($($array:ty: $map:ident, $view:ident;)*) => {$(
        impl<T: NoUninit + Default, M: $map> $array {
            /// The same array in a new buffer of layout `L`.
            ///
            /// Copying into a buffer that is there already, with
            /// [`copy_from`](ViewMut::copy_from), takes less time: the system gives
            /// out new memory more slowly than it is written.
            ///
            /// # Errors
            ///
            /// When this array is a region or its layout is known at run time, and
            /// its dimensions or element type are not those of `L`. Two static layouts
            /// of other ones do not compile.
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
            /// # Ok::<(), tiled_layout::RelayoutError>(())
            /// ```
            pub fn to_layout<L>(&self) -> Result<Buffer<T, L>, RelayoutError>
            where
                L: StaticMapping + Stores<T>,
            {
                let () = Pair::<<Self as AsView>::Mapping<'_>, L>::FITS;
                let mut buffer = Buffer::default();
                buffer.copy_from(self.$view())?;
                Ok(buffer)
            }

            /// The same array in a new buffer of a layout that may be known at run
            /// time.
            ///
            /// # Errors
            ///
            /// When the layouts differ in their dimensions or element type.
            ///
            /// ```
            /// use tiled_layout::{Buffer, Layout, layout};
            ///
            /// let rows = Buffer::<f32, layout!(F32[3,5])>::from_elem(1.0);
            /// let tiled = rows.to_layout_with(Layout::parse("f32[3,5]{1,0:T(2,2)}")?)?;
            /// assert_eq!(tiled.as_slice().len(), 24); // 15 elements, and padding
            /// assert_eq!(tiled, rows);
            /// assert!(rows.to_layout_with(Layout::parse("f32[5,3]")?).is_err());
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn to_layout_with<L: Stores<T>>(
                &self,
                layout: L,
            ) -> Result<Buffer<T, L>, RelayoutError> {
                check_arrays(self.$view().mapping(), &layout)?;
                let mut buffer = Buffer::of_padding(layout, T::default);
                buffer.copy_from(self.$view())?;
                Ok(buffer)
            }
        }
    )*};
}

to_layout! {
    Buffer<T, M>: Mapping, view;
    View<'_, T, M>: PositionMap, by_ref;
    ViewMut<'_, T, M>: PositionMap, as_view;
}

/// Views copied to buffers.
macro_rules! to_owned {
    ($($view:ident)*) => {$(
        impl<T: Copy, M: Mapping> $view<'_, T, M> {
            /// The same array in a buffer of its own, of the same layout and with
            /// the same padding.
            ///
            /// ```
            /// use tiled_layout::{Buffer, layout};
            ///
            /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
            /// # #[allow(unused_mut, reason = "one text for both views")]
            /// let mut slice: Vec<f32> = (0..24).map(|n| n as f32).collect();
            #[doc = concat!("let buffer: Buffer<f32, Fig1> = ", to_owned!(@example $view), "?.to_owned();")]
            /// assert_eq!(buffer[[2, 3]], 17.0);
            /// assert_eq!(buffer.as_slice()[18], 18.0); // padding
            /// # Ok::<(), tiled_layout::LengthError>(())
            /// ```
            #[must_use]
            pub fn to_owned(&self) -> Buffer<T, M::Owned> {
                Buffer {
                    memory: AlignedSlice::from_slice(self.as_slice()),
                    mapping: self.mapping().to_owned_mapping(),
                }
            }
        }
    )*};
    (@example View) => { "Fig1::view(&slice)" };
    (@example ViewMut) => { "Fig1::view_mut(&mut slice)" };
}

to_owned! { View ViewMut }
