//! Packed views of the bytes of a layout's buffer.

use core::ops::Range;

use super::aliases::{PackedView, PackedViewMut};
use super::bytes::{data, data_mut};
use super::layout::constructors_of_bytes;
use super::{Array, ViewError};
use crate::layout::Layout;
use crate::layout::partial_layout::PartialLayout;
use crate::layout::static_layout::StaticLayout;
use crate::layout::static_layout::params::Params;
use crate::map::{Element, OwnIndex, WholeBuffer};
use crate::storage::packed::{Codec, PackedElement};
use crate::storage::{Mut, Packed, Ref, Storage, StorageMut};

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

/// Views of packed bytes.
impl<'a, T: Element + PackedElement, M: WholeBuffer> PackedView<'a, T, M> {
    /// Returns a view of bytes that hold packed elements of any layout; as [`Layout::packed_view`].
    ///
    /// # Errors
    ///
    /// As for [`Layout::packed_view`].
    pub fn from_bytes(mapping: M, bytes: &'a [u8]) -> Result<Self, ViewError> {
        mapping.layout().check_packs::<T>()?;
        PackedView::of_data(bytes, mapping)
    }
}

impl<'a, T: PackedElement, M: WholeBuffer> PackedView<'a, T, M> {
    /// Returns a view of the bytes of a buffer. The caller has checked the elements.
    #[inline]
    fn of_data(bytes: &'a [u8], mapping: M) -> Result<Self, ViewError> {
        let bytes = data(bytes, &mapping.layout())?;
        let storage = Packed::new(Ref::new(bytes));
        Ok(Array { storage, mapping })
    }
}

/// Mutable views of packed bytes.
impl<'a, T: Element + PackedElement, M: WholeBuffer> PackedViewMut<'a, T, M> {
    /// Returns a mutable view of bytes that hold packed elements of any layout; as
    /// [`Layout::packed_view`].
    ///
    /// # Errors
    ///
    /// As for [`Layout::packed_view`].
    pub fn from_bytes(mapping: M, bytes: &'a mut [u8]) -> Result<Self, ViewError> {
        mapping.layout().check_packs::<T>()?;
        PackedViewMut::of_data(bytes, mapping)
    }
}

impl<'a, T: PackedElement, M: WholeBuffer> PackedViewMut<'a, T, M> {
    /// Returns a mutable view of the bytes of a buffer. The caller has checked the elements.
    #[inline]
    fn of_data(bytes: &'a mut [u8], mapping: M) -> Result<Self, ViewError> {
        let bytes = data_mut(bytes, &mapping.layout())?;
        let storage = Packed::new(Mut::new(bytes));
        Ok(Array { storage, mapping })
    }
}

/// Whole buffers of packed elements.
impl<B: Storage<Elem = u8, Unit = u8>, T: PackedElement, M: WholeBuffer> Array<Packed<B, T>, M> {
    /// Returns the bytes of the tile at an index, one number for each of the layout's `tile_counts`,
    /// padding included: 512 for 8 x 128 elements of 4 bits. `None` if the index is out of bounds, if
    /// a tile is not whole bytes, or if it is not contiguous, because a later tile splits across tiles
    /// of the first level.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// // 15 elements in 24 positions of 4 bits: 12 bytes, 2 a tile.
    /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
    /// let bytes: Vec<u8> = (0..12).collect();
    /// let view = layout.packed_view::<i8>(&bytes)?;
    /// assert_eq!(view.tile_bytes([1, 2]).as_deref(), Some(&[10, 11][..])); // one element, and padding
    /// assert_eq!(view.tile_bytes([2, 0]), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn tile_bytes(&self, index: impl AsRef<[usize]>) -> Option<B::Bytes<'_>> {
        let bytes = bytes_of_tile(&self.mapping, index.as_ref())?;
        // SAFETY: the mapping of a part of a buffer is not a `WholeBuffer`.
        Some(unsafe { self.storage.bytes(bytes) })
    }
}

/// Whole buffers of packed elements that can be written.
impl<B: StorageMut<Elem = u8, Unit = u8>, T: PackedElement, M: WholeBuffer> Array<Packed<B, T>, M> {
    /// Returns the bytes of a tile, mutably; as [`tile_bytes`](Self::tile_bytes).
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
    /// let mut bytes = [0; 12]; // 24 positions of 4 bits, 2 bytes a tile
    /// let mut view = layout.packed_view_mut::<i8>(&mut bytes)?;
    /// view.tile_bytes_mut([0, 1]).unwrap().fill(0x77);
    /// assert_eq!((view.get([0, 2]), view.get([1, 3])), (Some(7), Some(7)));
    /// assert_eq!(bytes[..5], [0, 0, 0x77, 0x77, 0]); // no other tile, no padding
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn tile_bytes_mut(&mut self, index: impl AsRef<[usize]>) -> Option<&mut [u8]> {
        let bytes = bytes_of_tile(&self.mapping, index.as_ref())?;
        Some(&mut self.as_bytes_mut()[bytes])
    }
}

/// Returns the byte range of a tile, if it is whole contiguous bytes.
#[inline]
fn bytes_of_tile<M: WholeBuffer>(mapping: &M, index: &[usize]) -> Option<Range<usize>> {
    let positions = mapping.grid().at(index)?.1?;
    let codec = Codec::of(mapping);
    Some(codec.byte_at(positions.start)?..codec.byte_at(positions.end)?)
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
        PackedView::of_data(bytes, StaticLayout::Value)
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
        PackedViewMut::of_data(bytes, StaticLayout::Value)
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
