//! Bitcasts of views: another layout for the same memory.

use crate::layout::error::LayoutError;
use crate::map::{StaticMapping, WholeBuffer};
use crate::view::{View, ViewMut};

/// Fails to compile unless a buffer of layout `M` is also a buffer of layout `M2`.
#[track_caller] // so that the error stands there
pub(crate) const fn assert_bitcast<M: StaticMapping, M2: StaticMapping>() {
    if let Err(error) = M::LAYOUT.check_bitcast_of(&M2::LAYOUT) {
        panic!("{}", error.message().as_str());
    }
}

/// The same methods for views and buffers.
macro_rules! bitcasts {
    ($($name:ident[$($param:tt)*] $(where $element:ident: $bound:ident)?, $example:literal;)*) => {$(
        impl<$($param)*, M: StaticMapping> $name<$($param)*, M>
        $(where $element: $bound)?
        {
            /// The same buffer as an array of another layout. Element number `n` in
            /// row-major order must have the same position in both layouts; otherwise this
            /// does not compile.
            ///
            /// ```
            /// use tiled_layout::layout;
            ///
            /// type Tiles = layout!(F32[3,2,2]<2,1,0:T(2,2)>);
            /// type Rows = layout!(F32[3,4]);
            ///
            /// # #[allow(unused_mut, reason = "one text for three types")]
            /// let mut buffer: Vec<f32> = (0..12).map(|i| i as f32).collect();
            #[doc = concat!("let rows = ", $example, "?.bitcast::<Rows>();")]
            /// assert_eq!(rows[[2, 1]], 9.0);
            /// # Ok::<(), tiled_layout::LengthError>(())
            /// ```
            ///
            /// # Examples
            ///
            /// ```compile_fail,E0080
            /// use tiled_layout::layout;
            ///
            /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
            /// type Rows = layout!(F32[3,5]);
            /// let rows = Fig1::view(&[0.0f32; 24]).unwrap().bitcast::<Rows>();
            /// ```
            #[must_use]
            #[doc(alias = "reshape")]
            pub fn bitcast<M2: StaticMapping>(self) -> $name<$($param)*, M2> {
                const { assert_bitcast::<M, M2>() }
                self.with_mapping(M2::default())
            }
        }

        impl<$($param)*, M: WholeBuffer> $name<$($param)*, M>
        $(where $element: $bound)?
        {
            /// The same buffer as an array of another layout, static or known at run time.
            ///
            /// # Errors
            ///
            /// When an element, counted in row-major order, has different positions in the
            /// two layouts.
            ///
            /// # Examples
            ///
            /// ```
            /// use tiled_layout::{Layout, layout};
            ///
            /// type Tiles = layout!(F32[3,2,2]<2,1,0:T(2,2)>);
            /// # #[allow(unused_mut, reason = "one text for three types")]
            /// let mut buffer: Vec<f32> = (0..12).map(|i| i as f32).collect();
            /// let rows = Layout::parse("f32[3,4]")?;
            #[doc = concat!("let rows = ", $example, "?.try_bitcast(rows)?;")]
            /// assert_eq!(rows[[2, 1]], 9.0);
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn try_bitcast<M2: WholeBuffer>(
                self,
                mapping: M2,
            ) -> Result<$name<$($param)*, M2>, LayoutError> {
                self.mapping().layout().check_bitcast_of(&mapping.layout())?;
                Ok(self.with_mapping(mapping))
            }
        }
    )*};
}

#[cfg(feature = "alloc")]
pub(crate) use bitcasts;

bitcasts! {
    View['a, T], "Tiles::view(&buffer)";
    ViewMut['a, T], "Tiles::view_mut(&mut buffer)";
}
