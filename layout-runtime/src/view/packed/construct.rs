//! Packed views of the bytes of a layout's buffer.

use core::marker::PhantomData;

use super::{PackedElement, PackedView, PackedViewMut};
use crate::layout::Layout;
use crate::layout::partial_layout::PartialLayout;
use crate::layout::static_layout::StaticLayout;
use crate::layout::static_layout::params::Params;
use crate::map::{Element, Mapping, OwnIndex, WholeBuffer, layout_of};
use crate::view::ViewError;
use crate::view::bytes::{data, data_mut};
use crate::view::layout::constructors_of_bytes;

constructors_of_bytes! {
    /// A view of bytes that hold packed elements. If the layout has metadata, `M(n)`, the
    /// bytes begin with it.
    ///
    /// # Errors
    ///
    /// When `T` does not hold the layout's elements, an element takes more
    /// than 8 bits, or the bytes are not exactly those of `M(n)` and
    /// `padded_bytes`.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("pred[3,5]{1,0:T(2,2)E(1)}")?;
    /// let view = layout.packed_view::<bool>(&[0, 0, 0b10])?; // 24 positions of 1 bit
    /// assert_eq!(view.get([2, 3]), Some(true)); // position 17
    /// assert_eq!(view.get([2, 2]), Some(false));
    /// assert!(layout.packed_view::<bool>(&[0; 2]).is_err());
    /// assert!(layout.packed_view::<i8>(&[0; 3]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "pack")]
    #[doc(alias = "unpack")]
    packed_view: PackedView of &, PackedElement;
    /// A mutable view of bytes that hold packed elements; as [`packed_view`](Self::packed_view).
    ///
    /// # Errors
    ///
    /// For the same reasons.
    packed_view_mut: PackedViewMut of &mut, PackedElement;
}

impl Layout {
    /// Checks that an element takes at most 8 bits and that `T` holds it.
    pub(crate) fn check_packs<T: Element>(&self) -> Result<(), ViewError> {
        if T::holds(self.element_type()) && self.element_bits() <= 8 {
            return Ok(());
        }
        Err(ViewError::not_held::<T>(self))
    }
}

/// The constructors that both views share.
macro_rules! of_both {
    ($($view:ident of $bytes:ty, $data:ident;)*) => {$(
        impl<'a, T, M: Mapping> $view<'a, T, M> {
            #[inline]
            pub(crate) fn try_new(bytes: $bytes, mapping: M) -> Result<Self, ViewError> {
                let bytes = $data(bytes, &layout_of(&mapping))?;
                // SAFETY: their number has just been checked.
                Ok(unsafe { $view::new_unchecked(bytes, mapping) })
            }

            /// Returns a view of the bytes of a whole buffer.
            ///
            /// # Safety
            ///
            /// The bytes are exactly `padded_bytes` of the mapping's whole array.
            #[inline]
            pub(crate) unsafe fn new_unchecked(bytes: $bytes, mapping: M) -> Self {
                $view {
                    bytes,
                    mapping,
                    element: PhantomData,
                }
            }
        }

        impl<'a, T: Element + PackedElement, M: WholeBuffer> $view<'a, T, M> {
            /// Returns a view of bytes that hold packed elements of any layout; as
            /// [`Layout::packed_view`].
            ///
            /// # Errors
            ///
            /// As for [`Layout::packed_view`].
            pub fn from_bytes(mapping: M, bytes: $bytes) -> Result<Self, ViewError> {
                mapping.layout().check_packs::<T>()?;
                $view::try_new(bytes, mapping)
            }
        }
    )*};
}

of_both! {
    PackedView of &'a [u8], data;
    PackedViewMut of &'a mut [u8], data_mut;
}

impl<E, const RANK: usize, D, O, T, A> StaticLayout<E, RANK, D, O, T, A>
where
    (E, D, O, T, A): Params<RANK>,
    [usize; RANK]: OwnIndex,
{
    /// Returns a view of bytes that hold packed elements. If the layout has metadata, `M(n)`, the
    /// bytes begin with it. A layout whose elements take more than 8 bits does not compile.
    ///
    /// # Errors
    ///
    /// When the bytes are not exactly those of `M(n)` and `PADDED_BYTES`.
    ///
    /// # Examples
    ///
    /// ```compile_fail,E0080
    /// use tiled_layout::layout;
    ///
    /// type Wide = layout!(PRED[3,5]<1,0:T(2,2)E(32)>);
    /// Wide::packed_view::<bool>(&[0; Wide::PADDED_BYTES]); // 32 bits an element
    /// ```
    #[inline]
    pub fn packed_view<R>(bytes: &[u8]) -> Result<PackedView<'_, R, Self>, ViewError>
    where
        R: Element<E> + PackedElement,
    {
        const { assert_packs(Self::LAYOUT_REF) };
        PackedView::try_new(bytes, StaticLayout::Value)
    }

    /// Returns a mutable view of bytes that hold packed elements. A layout whose elements take more
    /// than 8 bits does not compile.
    ///
    /// # Errors
    ///
    /// When the bytes are not exactly those of `M(n)` and `PADDED_BYTES`.
    #[inline]
    pub fn packed_view_mut<R>(bytes: &mut [u8]) -> Result<PackedViewMut<'_, R, Self>, ViewError>
    where
        R: Element<E> + PackedElement,
    {
        const { assert_packs(Self::LAYOUT_REF) };
        PackedViewMut::try_new(bytes, StaticLayout::Value)
    }
}

/// For const evaluation.
#[track_caller] // so that the error stands there
pub(crate) const fn assert_packs(layout: &Layout) {
    assert!(
        layout.element_bits() <= 8,
        "packed elements take at most 8 bits: use `view`, `view_mut` and `Buffer`"
    );
}
