//! Copies of buffers to and from other layouts.

use crate::buffer::Buffer;
use crate::buffer::aligned::AlignedSlice;
use crate::copy::CopyError;
use crate::copy::copy_from::Pair;
use crate::copy::error::check_arrays;
use crate::map::{Mapping, StaticMapping, WholeBuffer};
use crate::view::convert::AsView;
use crate::view::no_uninit::NoUninit;
use crate::view::packed::{PackedCopySource, PackedElement};
use crate::view::stores::Stores;
use crate::view::{View, ViewMut};

impl<T: NoUninit, M: WholeBuffer> Buffer<T, M> {
    /// Copies each element of another array to its position in this one, as
    /// [`ViewMut::copy_from`].
    ///
    /// # Errors
    ///
    /// If the arrays differ in dimensions or element type; never between static
    /// layouts.
    #[inline]
    #[doc(alias("assign", "reorder"))]
    pub fn copy_from<V: AsView<Elem = T>>(&mut self, src: V) -> Result<(), CopyError> {
        let () = Pair::<V::Mapping<'_>, M>::FITS;
        self.view_mut().copy_from(src)
    }

    /// Copies each element of another array to its position in this one, and
    /// writes `value` to all padding, as [`ViewMut::copy_from_filling`].
    ///
    /// # Errors
    ///
    /// As [`copy_from`](Buffer::copy_from).
    pub fn copy_from_filling<V: AsView<Elem = T>>(
        &mut self,
        src: V,
        value: T,
    ) -> Result<(), CopyError> {
        let () = Pair::<V::Mapping<'_>, M>::FITS;
        self.view_mut().copy_from_filling(src, value)
    }

    /// Writes `f` of each element of another array to its position in this one, as
    /// [`ViewMut::copy_from_map`].
    ///
    /// # Errors
    ///
    /// If the arrays differ in dimensions.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// let bytes = Buffer::<u8, layout!(U8[3,5]<1,0:T(2,2)>)>::from_fn(|[i, j]| (5 * i + j) as u8);
    /// let mut rows = Buffer::<f32, layout!(F32[3,5])>::zeroed();
    /// rows.copy_from_map(&bytes, |x| f32::from(x) / 2.0)?;
    /// assert_eq!(rows.as_slice()[13..], [6.5, 7.0]);
    /// # Ok::<(), tiled_layout::CopyError>(())
    /// ```
    pub fn copy_from_map<V: AsView<Elem: NoUninit>>(
        &mut self,
        src: V,
        f: impl FnMut(V::Elem) -> T,
    ) -> Result<(), CopyError> {
        self.view_mut().copy_from_map(src, f)
    }

    /// Copies each packed element of another array to its position in this one, as a value
    /// of its type: [`ViewMut::copy_from_packed`].
    ///
    /// # Errors
    ///
    /// When the arrays differ in dimensions, or the values of one element type are not all
    /// of the other.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, PackedBuffer, layout};
    ///
    /// type Weights = layout!(U4[3,5]<1,0:T(2,2)E(4)>);
    /// let weights = PackedBuffer::<u8, Weights>::from_fn(|[i, j]| (5 * i + j) as u8);
    /// let mut tiled = Buffer::<u8, layout!(U8[3,5]<1,0:T(2,2)>)>::from_elem(0);
    /// tiled.fill_padding(99);
    /// tiled.copy_from_packed(&weights)?;
    /// assert_eq!(tiled.as_slice()[..6], [0, 1, 5, 6, 2, 3]);
    /// assert_eq!(tiled.as_slice()[23], 99); // padding stays
    /// # Ok::<(), tiled_layout::CopyError>(())
    /// ```
    pub fn copy_from_packed<V>(&mut self, src: V) -> Result<(), CopyError>
    where
        V: PackedCopySource<Elem: PackedElement>,
        T: From<V::Elem>,
    {
        self.view_mut().copy_from_packed(src)
    }

    /// [`copy_from`](Buffer::copy_from) by the threads of rayon's pool, with the
    /// same result; as [`ViewMut::par_copy_from`].
    ///
    /// # Errors
    ///
    /// As [`copy_from`](Buffer::copy_from).
    #[cfg(feature = "rayon")]
    #[cfg_attr(docsrs, doc(cfg(feature = "rayon")))]
    pub fn par_copy_from<V: AsView<Elem = T>>(&mut self, src: V) -> Result<(), CopyError> {
        let () = Pair::<V::Mapping<'_>, M>::FITS;
        self.view_mut().par_copy_from(src)
    }
}

/// `to_layout` and `to_layout_with` of views and buffers.
macro_rules! to_layout {
    ($($array:ty: $map:ident, $view:ident;)*) => {$(
        impl<T: NoUninit + Default, M: $map> $array {
            /// Returns the same array in a new buffer of layout `L`.
            ///
            /// Copying into an existing buffer with [`copy_from`](ViewMut::copy_from) takes
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
            pub fn to_layout<L>(&self) -> Result<Buffer<T, L>, CopyError>
            where
                L: Stores<T> + StaticMapping, // in this order one error if `L` is not known
            {
                let () = Pair::<<Self as AsView>::Mapping<'_>, L>::FITS;
                let mut buffer = Buffer::default();
                buffer.copy_from(self.$view())?;
                Ok(buffer)
            }

            /// Returns the same array in a new buffer of a layout that may be known at run time.
            ///
            /// # Errors
            ///
            /// When the layouts differ in their dimensions or element type.
            pub fn to_layout_with<L: Stores<T>>(
                &self,
                layout: L,
            ) -> Result<Buffer<T, L>, CopyError> {
                check_arrays(self.$view().mapping(), &layout)?;
                let mut buffer = Buffer::of_padding(layout, T::default);
                buffer.copy_from(self.$view())?;
                Ok(buffer)
            }
        }
    )*};
}

to_layout! {
    Buffer<T, M>: WholeBuffer, view;
    View<'_, T, M>: Mapping, by_ref;
    ViewMut<'_, T, M>: Mapping, as_view;
}

/// `to_owned` of views.
macro_rules! to_owned {
    ($($view:ident)*) => {$(
        impl<T: Copy, M: WholeBuffer> $view<'_, T, M> {
            /// Returns a buffer with a copy of this array, of the same layout and with the same
            /// padding.
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
