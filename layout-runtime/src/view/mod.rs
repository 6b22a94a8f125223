//! `View` and `ViewMut`: a slice indexed through a layout.

// First, because rustdoc lists methods in this order.
#[expect(clippy::module_inception, reason = "one type, one file")]
mod view;
mod view_mut;

pub(crate) mod iter;

pub(crate) mod access;
pub(crate) mod bitcast;
pub(crate) mod bytes;
pub(crate) mod convert;
pub(crate) mod debug;
mod error;
pub(crate) mod getters;
pub(crate) mod layout;
pub(crate) mod no_uninit;
pub(crate) mod packed;
pub(crate) mod part;
pub(crate) mod stores;

use crate::layout::Index;
use crate::layout::error::LayoutError;
use crate::map::{Element, Mapping, OwnIndex, Ranked, WholeBuffer};
use crate::view::bytes::{Pod, cast, cast_mut};
use crate::view::getters::getters;

pub(crate) use error::write_bytes;
pub use error::{InvalidStrides, LengthError, ViewError};
pub use view::View;
pub use view_mut::ViewMut;

getters! {
    [T, M] View<'_, T, M>;
    [T, M] ViewMut<'_, T, M>;
}

/// What views of both kinds share: their constructors, and the same buffer through another mapping.
macro_rules! of_both {
    ($($view:ident of $slice:ty, $cast:ident($bytes:ty);)*) => {$(
        impl<'a, T, M: Mapping> $view<'a, T, M> {
            /// Returns the same view with an owned layout, for structs that outlive the
            /// [`Layout`](crate::Layout) that the view borrows.
            ///
            /// # Examples
            ///
            /// ```
            /// use std::error::Error;
            ///
            /// use tiled_layout::{Layout, View};
            ///
            /// struct Tensor<'a> {
            ///     values: View<'a, f32, Layout>, // borrows the buffer alone
            /// }
            /// fn tensor<'a>(text: &str, buffer: &'a [f32]) -> Result<Tensor<'a>, Box<dyn Error>> {
            ///     let layout = Layout::parse(text)?;
            ///     let values = layout.view(buffer)?.into_owned_layout();
            ///     Ok(Tensor { values })
            /// }
            /// let tensor = tensor("f32[3,5]{1,0:T(2,2)}", &[1.0; 24])?;
            /// assert_eq!(tensor.values[[2, 4]], 1.0);
            /// assert_eq!(tensor.values.iter().sum::<f32>(), 15.0); // 9 positions are padding
            /// # Ok::<(), Box<dyn Error>>(())
            /// ```
            #[must_use]
            pub fn into_owned_layout(self) -> $view<'a, T, M::Owned>
            where
                M: WholeBuffer,
            {
                let mapping = self.mapping.to_owned_mapping();
                self.with_mapping(mapping)
            }

            /// Returns the same view, indexed by arrays; for run-time layouts of `RANK` dimensions.
            /// See [`Ranked`].
            ///
            /// # Errors
            ///
            /// When the array does not have `RANK` dimensions.
            ///
            /// # Examples
            ///
            /// ```
            /// use tiled_layout::Layout;
            ///
            /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
            /// let buffer: Vec<i32> = (0..24).collect(); // 15 elements, and padding
            /// let view = layout.view(&buffer)?.ranked::<2>()?;
            /// assert_eq!(view[[2, 3]], 17);
            /// for ([i, j], &element) in view.indexed_iter() {
            ///     assert_eq!(element as usize, layout.offset(&[i, j]));
            /// }
            /// assert!(layout.view(&buffer)?.ranked::<3>().is_err());
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn ranked<const RANK: usize>(
                self,
            ) -> Result<$view<'a, T, Ranked<M, RANK>>, LayoutError>
            where
                M: Mapping<Index = Index, WholeIndex = Index>,
                [usize; RANK]: OwnIndex,
            {
                let mapping = Ranked::new(self.mapping)?;
                // SAFETY: the mapping of the same buffer, of the same length.
                Ok(unsafe { $view::new_unchecked(self.buffer, mapping) })
            }

            #[inline]
            pub(crate) fn try_new(buffer: $slice, mapping: M) -> Result<Self, LengthError> {
                LengthError::check(buffer.len(), &mapping)?;
                Ok($view { buffer, mapping })
            }

            /// Returns a view of a whole buffer.
            ///
            /// # Safety
            ///
            /// The buffer has exactly `buffer_len(&mapping)` elements.
            #[inline]
            pub(crate) unsafe fn new_unchecked(buffer: $slice, mapping: M) -> Self {
                debug_assert_eq!(buffer.len(), mapping.buffer_len());
                $view { buffer, mapping }
            }

            /// Returns the buffer and the mapping.
            #[inline]
            pub(crate) fn into_parts(self) -> ($slice, M) {
                (self.buffer, self.mapping)
            }

            /// Returns the same buffer through a mapping of the same `padded_len`.
            pub(crate) fn with_mapping<M2: Mapping>(self, mapping: M2) -> $view<'a, T, M2> {
                assert_eq!(self.buffer.len(), mapping.buffer_len());
                let buffer = self.buffer;
                $view { buffer, mapping }
            }
        }

        impl<'a, T: Element + Pod, M: WholeBuffer> $view<'a, T, M> {
            /// Views bytes as a buffer of any layout; as
            /// [`Layout::view_bytes`](crate::Layout::view_bytes).
            /// [`StaticLayout::view_bytes`](crate::StaticLayout::view_bytes) checks the element
            /// type at compile time.
            ///
            /// # Errors
            ///
            /// As for [`Layout::view_bytes`](crate::Layout::view_bytes).
            pub fn from_bytes(mapping: M, bytes: $bytes) -> Result<Self, ViewError> {
                let buffer = {
                    let layout = mapping.layout();
                    layout.check_holds::<T>()?;
                    $cast(bytes, &layout)?
                };
                Ok($view::try_new(buffer, mapping)?)
            }
        }
    )*};
}

of_both! {
    View of &'a [T], cast(&'a [u8]);
    ViewMut of &'a mut [T], cast_mut(&'a mut [u8]);
}
