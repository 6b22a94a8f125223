//! `PackedView` and `PackedViewMut`: bytes seen as elements of at most 8 bits.

mod bit_place;
mod packed_construct;
mod packed_element;
mod packed_write;

use core::iter::FusedIterator;
use core::marker::PhantomData;

use crate::view::bytes::{BytesError, data, data_mut};
use crate::view::iter::LogicalOrder;
use crate::view::mapping::Mapping;
use crate::view::nd_index::NdIndex;
use bit_place::{Packing, Place};
pub use packed_element::PackedElement;

/// Bytes seen as the array that a layout describes, of elements of at most 8
/// bits that lie packed, the low bits of a byte first, as `E(n)` says.
///
/// Elements are values, not places in memory: [`get`](PackedView::get) makes a
/// `T` from an element's bits. Elements of 3, 5, 6 or 7 bits may begin in one
/// byte and end in the next. Without `E(n)` an element takes one byte, of
/// which the low bits count.
///
/// ```
/// use tiled_layout::Layout;
///
/// // 15 elements in 24 places of 4 bits: 12 bytes.
/// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
/// let mut bytes = [0u8; 12];
/// bytes[8] = 0xD0; // place 17, that of (2,3), is the high half of byte 8
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

/// Bytes seen as an array of packed elements, to be written.
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
/// let mut bytes = [0u8; 12]; // 24 places of 4 bits
/// let mut view = layout.packed_view_mut::<i8>(&mut bytes)?;
/// view.set([2, 3], -3);
/// view.set([2, 2], 7);
/// assert_eq!((view.get([2, 3]), view.get([2, 2])), (Some(-3), Some(7)));
/// assert_eq!(bytes[8], 0xD7); // places 16 and 17
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PackedViewMut<'a, T, M> {
    bytes: &'a mut [u8], // exactly `padded_bytes`
    mapping: M,
    element: PhantomData<T>,
}

impl<'a, T, M: Mapping> PackedView<'a, T, M> {
    #[inline]
    pub(crate) fn new(bytes: &'a [u8], mapping: M) -> Result<Self, BytesError> {
        let bytes = data(bytes, &mapping.layout())?;
        Ok(PackedView {
            bytes,
            mapping,
            element: PhantomData,
        })
    }

    /// The bytes of the elements, padding included, without the metadata of
    /// `M(n)`.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// // 15 elements in 24 places of 4 bits: 12 bytes.
    /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
    /// let view = layout.packed_view::<i8>(&[0xF1; 12])?; // 1 in even places, else -1
    /// assert_eq!(view.as_bytes(), [0xF1; 12]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn as_bytes(&self) -> &'a [u8] {
        self.bytes
    }
}

impl<'a, T, M: Mapping> PackedViewMut<'a, T, M> {
    #[inline]
    pub(crate) fn new(bytes: &'a mut [u8], mapping: M) -> Result<Self, BytesError> {
        let bytes = data_mut(bytes, &mapping.layout())?;
        Ok(PackedViewMut {
            bytes,
            mapping,
            element: PhantomData,
        })
    }

    /// The same array, to be read.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// // 15 elements in 24 places of 4 bits: 12 bytes.
    /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
    /// let mut bytes = [0; 12];
    /// let mut view = layout.packed_view_mut::<i8>(&mut bytes)?;
    /// view.set([2, 3], -3);
    /// assert_eq!(view.as_view().iter().filter(|&element| element != 0).count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn as_view(&self) -> PackedView<'_, T, M::Borrowed<'_>> {
        PackedView {
            bytes: self.bytes,
            mapping: self.mapping.borrowed(),
            element: PhantomData,
        }
    }

    /// The bytes of the elements, padding included, without the metadata of
    /// `M(n)`.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// // 15 elements in 24 places of 4 bits: 12 bytes.
    /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
    /// let mut bytes = [0; 12];
    /// let mut view = layout.packed_view_mut::<i8>(&mut bytes)?;
    /// view.set([2, 3], -3);
    /// assert_eq!(view.as_bytes()[8], 0xD0); // places 16 and 17
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes
    }

    /// The bytes of the elements, padding included, without the metadata of
    /// `M(n)`.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// // 15 elements in 24 places of 4 bits: 12 bytes.
    /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
    /// let mut bytes = [0; 12];
    /// let mut view = layout.packed_view_mut::<i8>(&mut bytes)?;
    /// view.as_mut_bytes().fill(0x11); // padding too
    /// assert!(view.iter().all(|element| element == 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn as_mut_bytes(&mut self) -> &mut [u8] {
        self.bytes
    }
}

/// The element at a position.
#[inline]
fn take<T: PackedElement>(bytes: &[u8], packing: Packing, position: usize) -> T {
    let width = packing.element.bits() as u32;
    let bits = Place::new(position, packing).read(bytes);
    T::from_bits(bits & bit_place::ones(width), width)
}

/// What both views know of their layout and elements.
macro_rules! of_both {
    ($($view:ident)*) => {$(
        impl<T, M: Mapping> $view<'_, T, M> {
            /// The mapping from indices to positions.
            ///
            /// ```
            /// use tiled_layout::Layout;
            ///
            /// // 15 elements in 24 places of 4 bits: 12 bytes.
            /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
            /// let view = layout.packed_view::<i8>(&[0xF1; 12])?; // 1 in even places, else -1
            /// assert_eq!(view.mapping().offset(&[2, 3]), 17); // in elements, not bytes
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[inline]
            pub fn mapping(&self) -> &M {
                &self.mapping
            }

            /// The layout as a value.
            ///
            /// ```
            /// use tiled_layout::Layout;
            ///
            /// // 15 elements in 24 places of 4 bits: 12 bytes.
            /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
            /// let view = layout.packed_view::<i8>(&[0xF1; 12])?; // 1 in even places, else -1
            /// assert_eq!(view.layout().padded_len(), 24);
            /// assert_eq!(view.layout().padded_bytes(), 12);
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[inline]
            pub fn layout(&self) -> M::LayoutRef<'_> {
                self.mapping.layout()
            }

            /// The logical dimensions, in elements.
            ///
            /// ```
            /// use tiled_layout::Layout;
            ///
            /// // 15 elements in 24 places of 4 bits: 12 bytes.
            /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
            /// let view = layout.packed_view::<i8>(&[0xF1; 12])?; // 1 in even places, else -1
            /// assert_eq!(view.dims(), [3, 5]); // padding does not count
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[inline]
            pub fn dims(&self) -> &[usize] {
                self.mapping.dims()
            }
        }

        impl<T: PackedElement, M: Mapping> $view<'_, T, M> {
            /// The element at an index; `None` out of bounds.
            ///
            /// ```
            /// use tiled_layout::Layout;
            ///
            /// // 15 elements in 24 places of 4 bits: 12 bytes.
            /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
            /// let view = layout.packed_view::<i8>(&[0xF1; 12])?; // 1 in even places, else -1
            /// assert_eq!(view.get([2, 3]), Some(-1)); // place 17
            /// assert_eq!(view.get([2, 5]), None); // padding, not an element
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[inline]
            pub fn get(&self, index: impl NdIndex<M>) -> Option<T> {
                let position = index.position_in(&self.mapping)?;
                Some(take(self.bytes, Packing::of(&self.mapping), position))
            }

            /// The elements in logical, row-major order.
            ///
            /// ```
            /// use tiled_layout::Layout;
            ///
            /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
            /// let view = layout.packed_view::<i8>(&[0xF1; 12])?; // 1 in even places, else -1
            /// assert!(view.iter().take(5).eq([1, -1, 1, -1, 1]));
            /// assert_eq!(view.iter().len(), 15); // padding is no element
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[inline]
            pub fn iter(
                &self,
            ) -> impl DoubleEndedIterator<Item = T> + ExactSizeIterator + FusedIterator + Clone
            {
                self.indexed_iter().map(|(_, element)| element)
            }

            /// The elements in logical, row-major order, with their indices.
            ///
            /// ```
            /// use tiled_layout::Layout;
            ///
            /// // 15 elements in 24 places of 4 bits: 12 bytes.
            /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
            /// let view = layout.packed_view::<i8>(&[0xF1; 12])?; // 1 in even places, else -1
            /// let (index, element) = view.indexed_iter().next_back().unwrap();
            /// assert_eq!((&index[..], element), (&[2, 4][..], 1)); // past it is padding
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[inline]
            pub fn indexed_iter(
                &self,
            ) -> impl DoubleEndedIterator<Item = (M::Index, T)>
            + ExactSizeIterator
            + FusedIterator
            + Clone {
                let (bytes, packing) = (&*self.bytes, Packing::of(&self.mapping));
                let element = move |(index, position)| (index, take(bytes, packing, position));
                LogicalOrder::new(self.mapping.borrowed()).map(element)
            }

            /// The elements without padding, in row-major order.
            ///
            /// ```
            /// use tiled_layout::Layout;
            ///
            /// // 15 elements in 24 places of 4 bits: 12 bytes.
            /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
            /// let view = layout.packed_view::<i8>(&[0xF1; 12])?; // 1 in even places, else -1
            /// assert_eq!(view.to_row_major()[..5], [1, -1, 1, -1, 1]); // next to these is padding
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[cfg(feature = "alloc")]
            pub fn to_row_major(&self) -> alloc::vec::Vec<T> {
                self.iter().collect()
            }
        }
    )*};
}

of_both! { PackedView PackedViewMut }

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
