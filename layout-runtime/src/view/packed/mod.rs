//! `PackedView` and `PackedViewMut`: bytes viewed as elements of at most 8
//! bits.

mod bit_position;
mod codec;
mod construct;
mod element;
mod iter;
mod source;
mod write;

use core::marker::PhantomData;
use core::ops::Range;

use crate::map::{Mapping, WholeBuffer};
use crate::view::getters::getters;
use crate::view::iter::equality::equalities;
use crate::view::part::regions;
pub(crate) use codec::Codec;
#[cfg(feature = "alloc")]
pub(crate) use construct::assert_packs;
pub use element::PackedElement;
pub use iter::{PackedIndexedIter, PackedIter};
pub use source::PackedCopySource;
pub(crate) use write::expect_fit;
#[cfg(feature = "alloc")]
pub(crate) use write::writes;

/// Bytes viewed as an array of packed elements of at most 8 bits. The width is
/// that of `E(n)`; the first element of a byte is in its low bits.
///
/// Packed elements have no address: [`get`](PackedView::get) returns a `T` made
/// from an element's bits. Elements of 3, 5, 6 or 7 bits may begin in one byte
/// and end in the next. Without `E(n)` an element takes one byte, and its value
/// is in the low bits.
///
/// # Examples
///
/// ```
/// use tiled_layout::Layout;
///
/// // 15 elements in 24 positions of 4 bits: 12 bytes.
/// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
/// let mut bytes = [0u8; 12];
/// bytes[8] = 0xD0; // position 17, that of (2,3), is the high half of byte 8
///
/// let view = layout.packed_view::<i8>(&bytes)?;
/// assert_eq!(view.get([2, 3]), Some(-3));
/// assert_eq!(view.get([2, 2]), Some(0));
/// assert_eq!(view.get([2, 5]), None); // padding, not an element
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PackedView<'a, T, M> {
    bytes: &'a [u8], // exactly `padded_bytes`
    mapping: M,
    element: PhantomData<T>,
}

/// Bytes viewed mutably as an array of packed elements.
///
/// # Examples
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
/// let mut bytes = [0u8; 12]; // 24 positions of 4 bits
/// let mut view = layout.packed_view_mut::<i8>(&mut bytes)?;
/// view.set([2, 3], -3);
/// view.set([2, 2], 7);
/// assert_eq!((view.get([2, 3]), view.get([2, 2])), (Some(-3), Some(7)));
/// assert_eq!(bytes[8], 0xD7); // positions 16 and 17
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PackedViewMut<'a, T, M> {
    bytes: &'a mut [u8], // exactly `padded_bytes`
    mapping: M,
    element: PhantomData<T>,
}

impl<'a, T, M: Mapping> PackedView<'a, T, M> {
    /// Returns the element at a position, which must hold an element.
    #[inline]
    pub(crate) fn at_position(&self, position: usize) -> T
    where
        T: PackedElement,
    {
        Codec::of(&self.mapping).get(self.bytes, position)
    }

    /// Returns the same view with a mapping that is borrowed.
    #[inline]
    pub(crate) fn by_ref(&self) -> PackedView<'a, T, M::Borrowed<'_>> {
        // SAFETY: these are the bytes and the mapping of this array.
        unsafe { PackedView::new_unchecked(self.bytes, self.mapping.borrowed()) }
    }

    /// Returns the bytes of the whole buffer; for a region, the bytes of its array's buffer.
    #[inline]
    pub(crate) fn buffer(&self) -> &'a [u8] {
        self.bytes
    }

    pub(crate) fn codec(&self) -> Codec {
        Codec::of(&self.mapping)
    }

    regions! {
        [&self] region region_at row -> PackedView<'a>: (self.bytes, &self.mapping);
    }
}

impl<'a, T, M: WholeBuffer> PackedView<'a, T, M> {
    /// Returns the bytes of the tile at an index, one number for each of the layout's
    /// `tile_counts`, padding included: 512 for 8 x 128 elements of 4 bits. `None` if the index is
    /// out of bounds, if a tile is not whole bytes, or if it is not contiguous, because a later
    /// tile splits across tiles of the first level.
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
    /// assert_eq!(view.tile_bytes([1, 2]), Some(&[10, 11][..])); // one element, and padding
    /// assert_eq!(view.tile_bytes([2, 0]), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn tile_bytes(&self, index: impl AsRef<[usize]>) -> Option<&'a [u8]> {
        Some(&self.bytes[bytes_of_tile(&self.mapping, index.as_ref())?])
    }
}

/// Returns the byte range of a tile, if it is whole contiguous bytes.
#[inline]
fn bytes_of_tile<M: WholeBuffer>(mapping: &M, index: &[usize]) -> Option<Range<usize>> {
    let positions = mapping.grid().at(index)?.1?;
    let codec = Codec::of(mapping);
    Some(codec.byte_at(positions.start)?..codec.byte_at(positions.end)?)
}

impl<T, M: Mapping> PackedViewMut<'_, T, M> {
    /// Returns the bytes and the mapping.
    #[inline]
    pub(crate) fn parts(&mut self) -> (&mut [u8], &M) {
        (self.bytes, &self.mapping)
    }

    /// Returns a read-only view of the same array.
    #[inline]
    #[must_use]
    pub fn as_view(&self) -> PackedView<'_, T, M::Borrowed<'_>> {
        // SAFETY: these are the bytes and the mapping of this array.
        unsafe { PackedView::new_unchecked(self.bytes, self.mapping.borrowed()) }
    }

    /// Returns a mutable view of the same array with a shorter lifetime, to pass on.
    #[inline]
    #[must_use]
    pub fn reborrow(&mut self) -> PackedViewMut<'_, T, M::Borrowed<'_>> {
        // SAFETY: these are the bytes and the mapping of this array.
        unsafe { PackedViewMut::new_unchecked(self.bytes, self.mapping.borrowed()) }
    }

    pub(crate) fn codec(&self) -> Codec {
        Codec::of(&self.mapping)
    }

    regions! {
        [&self] region region_at row -> PackedView<'_>: (self.bytes, &self.mapping);
        [&mut self] region_mut region_at_mut row_mut -> PackedViewMut<'_>:
            (self.bytes, &self.mapping);
    }
}

impl<T, M: WholeBuffer> PackedViewMut<'_, T, M> {
    /// Returns the bytes of a tile, mutably; as [`PackedView::tile_bytes`].
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
        Some(&mut self.bytes[bytes])
    }
}

getters! {
    [T, M] PackedView<'_, T, M>;
    [T, M] PackedViewMut<'_, T, M>;
}

/// Reads of the elements of a packed array, whose view of lifetime `$a` is `$by_ref()`. Iterators
/// over a reference `&'v` to it live for `$items`.
macro_rules! reads {
    ([$($generics:tt)*] $array:ty, $a:lifetime $by_ref:ident $items:lifetime) => {
        impl<$($generics)*> $array {
            /// Returns the elements in logical, row-major order.
            #[inline]
            pub fn iter(&self) -> $crate::view::packed::PackedIter<$a, T, M::Borrowed<'_>> {
                self.$by_ref().into_iter()
            }

            /// Returns the elements in logical, row-major order, with their indices.
            #[inline]
            pub fn indexed_iter(
                &self,
            ) -> $crate::view::packed::PackedIndexedIter<$a, T, M::Borrowed<'_>> {
                $crate::view::packed::PackedIndexedIter::new(self.$by_ref())
            }

            /// Returns the element at an index; `None` out of bounds.
            #[inline]
            #[must_use]
            pub fn get(&self, index: impl $crate::map::NdIndex<M>) -> Option<T> {
                let position = index.position_in(&self.mapping)?;
                Some(self.$by_ref().at_position(position))
            }

            /// Returns the bytes of the elements, padding included, without the metadata of `M(n)`.
            #[inline]
            #[must_use]
            pub fn as_bytes(&self) -> &$a [u8]
            where
                M: $crate::map::WholeBuffer,
            {
                self.$by_ref().buffer()
            }

            /// Returns the elements without padding, in row-major order.
            #[cfg(feature = "alloc")]
            #[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
            #[must_use]
            #[doc(alias = "to_vec")]
            pub fn to_row_major(&self) -> alloc::vec::Vec<T> {
                let iter = self.iter();
                let mut elements = alloc::vec::Vec::with_capacity(iter.len());
                iter.for_each(|element| elements.push(element));
                elements
            }

            /// Copies the elements, without padding and in row-major order, to `data`.
            ///
            /// # Errors
            ///
            /// When `data` does not have exactly as many elements as the array. Nothing is
            /// written then.
            pub fn copy_to_row_major(&self, data: &mut [T]) -> Result<(), $crate::LengthError> {
                $crate::LengthError::check_row_major(data.len(), &self.mapping)?;
                let mut data = data.iter_mut();
                self.iter().for_each(|element| {
                    if let Some(to) = data.next() {
                        *to = element;
                    }
                });
                Ok(())
            }
        }

        impl<'v, $($generics)*> IntoIterator for &'v $array {
            type Item = T;
            type IntoIter = $crate::view::packed::PackedIter<$items, T, M::Borrowed<'v>>;

            #[inline]
            fn into_iter(self) -> Self::IntoIter {
                self.iter()
            }
        }

        /// Prints as [`View`](crate::View) does.
        impl<$($generics)*> core::fmt::Debug for $array {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                $crate::view::debug::array(self.mapping(), |index| self.get(index), f)
            }
        }
    };
}
#[cfg(feature = "alloc")]
pub(crate) use reads;

reads! { ['a, T: PackedElement, M: Mapping] PackedView<'a, T, M>, 'a by_ref 'a }
reads! { [T: PackedElement, M: Mapping] PackedViewMut<'_, T, M>, '_ as_view 'v }

impl<T, M: Copy> Copy for PackedView<'_, T, M> {}

impl<T, M: Clone> Clone for PackedView<'_, T, M> {
    fn clone(&self) -> Self {
        PackedView {
            bytes: self.bytes,
            mapping: self.mapping.clone(),
            element: PhantomData,
        }
    }
}

/// Returns the same dimensions and equal elements.
pub(crate) fn equal<T: PackedElement + PartialEq<U>, U: PackedElement>(
    left: PackedView<'_, T, impl Mapping>,
    right: PackedView<'_, U, impl Mapping>,
) -> bool {
    left.dims() == right.dims() && left.iter().zip(right.iter()).all(|(a, b)| a == b)
}

equalities! { equal:
    [PackedElement +] PackedView<'_, T, M>: Mapping, by_ref => {
        PackedView<'_, U, N>: Mapping, by_ref;
    }
}

impl<T: PackedElement + Eq, M: Mapping> Eq for PackedView<'_, T, M> {}
