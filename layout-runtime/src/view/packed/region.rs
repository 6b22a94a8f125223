//! `PackedRegionView` and `PackedRegionViewMut`: a region of a packed array.

use core::fmt;

use super::{PackedElement, PackedIndexedIter, PackedIter, PackedView, PackedViewMut};
use crate::layout::index_ranges::IndexRanges;
use crate::layout::region::RegionError;
use crate::view::ViewError;
use crate::view::debug;
use crate::view::getters::getters;
use crate::view::mapping::Mapping;
use crate::view::mapping::nd_index::NdIndex;
use crate::view::part::region::window::Window;

/// A region of a packed array, to be read: [`PackedView::region`]. Indices
/// count from its low corner.
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
/// let mut bytes = [0; 12]; // 24 places, with padding
/// bytes[8] = 0xD0; // place 17, that of (2,3), is the high half of byte 8
/// let view = layout.packed_view::<i8>(&bytes)?;
/// let region = view.region((1.., 2..))?;
/// assert_eq!(region.dims(), [2, 3]);
/// assert_eq!(region.get([1, 1]), Some(-3)); // element (2,3)
/// assert_eq!(region.get([1, 3]), None); // padding
/// assert_eq!(region.to_row_major(), [0, 0, 0, 0, -3, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct PackedRegionView<'a, T, M: Mapping> {
    view: PackedView<'a, T, Window<M>>,
}

/// A region of a packed array, to be written: [`PackedViewMut::region_mut`].
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
/// let mut bytes = [0; 12]; // 24 places, with padding
/// let mut view = layout.packed_view_mut::<i8>(&mut bytes)?;
/// let mut region = view.region_mut((1.., 2..))?;
/// region.fill(1);
/// region.set([1, 1], -3); // element (2,3)
/// assert_eq!(view.get([2, 3]), Some(-3));
/// assert_eq!(view.iter().map(i32::from).sum::<i32>(), 5 - 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PackedRegionViewMut<'a, T, M: Mapping> {
    view: PackedViewMut<'a, T, Window<M>>,
}

getters! {
    @shape
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s4[6,9]{1,0:T(2,2)E(4)}")?;
    /// let bytes = [0; 30]; // 60 places of 4 bits
    /// let view = layout.packed_view::<i8>(&bytes)?;
    /// let array = view.region((1..4, 2..7))?;
    [T, M: Mapping] PackedRegionView<'_, T, M>: view.mapping;
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s4[6,9]{1,0:T(2,2)E(4)}")?;
    /// let mut bytes = [0; 30]; // 60 places of 4 bits
    /// let mut view = layout.packed_view_mut::<i8>(&mut bytes)?;
    /// let array = view.region_mut((1..4, 2..7))?;
    [T, M: Mapping] PackedRegionViewMut<'_, T, M>: view.mapping;
}

/// What both have in common.
macro_rules! of_both {
    ($($name:ident of $view:ident;)*) => {$(
        impl<'a, T, M: Mapping> $name<'a, T, M> {
            pub(crate) fn new(
                $view { bytes, mapping, .. }: $view<'a, T, M>,
                region: impl IndexRanges,
            ) -> Result<Self, RegionError> {
                let view = $view::from_checked(bytes, Window::new(mapping, region)?);
                Ok($name { view })
            }
        }

        impl<T: PackedElement, M: Mapping> $name<'_, T, M> {
            /// The element at an index, counted from the region's low corner;
            /// `None` outside of the region.
            ///
            /// ```
            /// use tiled_layout::Layout;
            ///
            /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
            /// let view = layout.packed_view::<i8>(&[0xF1; 12])?; // 1 in even places, else -1
            /// let region = view.region((1.., 3..))?;
            /// assert_eq!(region.get([1, 0]), Some(-1)); // element (2,3), at place 17
            /// assert_eq!(region.get([1, 2]), None); // padding
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[inline]
            #[must_use]
            pub fn get(&self, index: impl NdIndex<Window<M>>) -> Option<T> {
                self.view.get(index)
            }

            /// The elements in logical, row-major order; as
            /// [`PackedView::iter`].
            ///
            /// ```
            /// use tiled_layout::Layout;
            ///
            /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
            /// let view = layout.packed_view::<i8>(&[0xF1; 12])?; // 1 in even places, else -1
            /// assert!(view.region((1.., 3..))?.iter().eq([-1, 1, -1, 1]));
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[inline]
            pub fn iter(&self) -> PackedIter<'_, T, Window<M::Borrowed<'_>>> {
                self.view.iter()
            }

            /// The elements in logical, row-major order, each with its index
            /// in the region; as [`PackedView::indexed_iter`].
            ///
            /// ```
            /// use tiled_layout::Layout;
            ///
            /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
            /// let view = layout.packed_view::<i8>(&[0xF1; 12])?; // 1 in even places, else -1
            /// let region = view.region((1.., 3..))?;
            /// let (index, element) = region.indexed_iter().last().unwrap();
            /// assert_eq!((&index[..], element), (&[1, 1][..], 1)); // past it is padding
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[inline]
            pub fn indexed_iter(&self) -> PackedIndexedIter<'_, T, Window<M::Borrowed<'_>>> {
                self.view.indexed_iter()
            }

            /// The region's elements in row-major order.
            ///
            /// ```
            /// use tiled_layout::Layout;
            ///
            /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
            /// let view = layout.packed_view::<i8>(&[0xF1; 12])?; // 1 in even places, else -1
            /// assert_eq!(view.region((1.., 3..))?.to_row_major(), [-1, 1, -1, 1]);
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[cfg(feature = "alloc")]
            #[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
            #[must_use]
            pub fn to_row_major(&self) -> alloc::vec::Vec<T> {
                self.view.to_row_major()
            }
        }

        /// The region as nested lists, as for
        /// [`RegionView`](crate::RegionView).
        impl<T: PackedElement, M: Mapping> fmt::Debug for $name<'_, T, M> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                debug::lists(self.view.mapping(), |index| self.view.get(index), f)
            }
        }
    )*};
}

of_both! {
    PackedRegionView of PackedView;
    PackedRegionViewMut of PackedViewMut;
}

impl<T, M: Mapping> PackedRegionView<'_, T, M> {
    /// The region as a view with a mapping of its own.
    pub(super) fn window(&self) -> PackedView<'_, T, Window<M::Borrowed<'_>>> {
        self.view.by_ref()
    }
}

impl<T, M: Mapping> PackedRegionViewMut<'_, T, M> {
    /// The region as a view with a mapping of its own.
    pub(super) fn window(&self) -> PackedView<'_, T, Window<M::Borrowed<'_>>> {
        self.view.as_view()
    }

    /// The same, to be written.
    pub(crate) fn window_mut(&mut self) -> PackedViewMut<'_, T, Window<M::Borrowed<'_>>> {
        self.view.reborrow()
    }
}

impl<T: PackedElement, M: Mapping> PackedRegionViewMut<'_, T, M> {
    /// Writes an element; as [`PackedViewMut::set`].
    ///
    /// # Panics
    ///
    /// When the index is outside of the region, or the value is not one of the
    /// element type.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
    /// let mut bytes = [0; 12]; // 24 places, with padding
    /// let mut view = layout.packed_view_mut::<i8>(&mut bytes)?;
    /// view.region_mut((2.., 3..))?.set([0, 0], -3);
    /// assert_eq!(bytes[8], 0xD0); // place 17, of (2,3)
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn set(&mut self, index: impl NdIndex<Window<M>>, value: T) {
        self.view.set(index, value);
    }

    /// Writes an element, if its type has the value; as
    /// [`PackedViewMut::try_set`].
    ///
    /// # Errors
    ///
    /// When it does not.
    ///
    /// # Panics
    ///
    /// When the index is outside of the region.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
    /// let mut bytes = [0; 12]; // 24 places, with padding
    /// let mut view = layout.packed_view_mut::<i8>(&mut bytes)?;
    /// assert!(view.region_mut((2.., 3..))?.try_set([0, 0], -9).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn try_set(&mut self, index: impl NdIndex<Window<M>>, value: T) -> Result<(), ViewError> {
        self.view.try_set(index, value)
    }

    /// Writes one value to all elements of the region.
    ///
    /// # Panics
    ///
    /// When the value is not one of the element type.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("u4[3,5]{1,0:T(2,2)E(4)}")?;
    /// let mut bytes = [0; 12]; // 24 places, with padding
    /// let mut view = layout.packed_view_mut::<u8>(&mut bytes)?;
    /// view.region_mut((.., 4..))?.fill(1); // the last column
    /// assert_eq!(bytes[4..6], [0x01, 0x01]); // next to it is padding
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[track_caller]
    pub fn fill(&mut self, value: T) {
        self.view.fill(value);
    }

    /// Writes all elements of the region, in row-major order; as
    /// [`PackedViewMut::copy_from_row_major`].
    ///
    /// # Errors
    ///
    /// When `data` does not have exactly as many elements as the region, or one of
    /// them is not a value of the element type.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("u4[3,5]{1,0:T(2,2)E(4)}")?;
    /// let mut bytes = [0; 12]; // 24 places, with padding
    /// let mut view = layout.packed_view_mut::<u8>(&mut bytes)?;
    /// view.region_mut((1.., 3..))?.copy_from_row_major(&[1, 2, 3, 4])?;
    /// assert_eq!((view.get([2, 3]), view.get([2, 4])), (Some(3), Some(4)));
    /// assert!(view.region_mut((1.., 3..))?.copy_from_row_major(&[1; 15]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn copy_from_row_major(&mut self, data: &[T]) -> Result<(), ViewError> {
        self.view.copy_from_row_major(data)
    }
}

/// The same sizes and equal elements.
impl<T, U, M, N> PartialEq<PackedRegionView<'_, U, N>> for PackedRegionView<'_, T, M>
where
    T: PackedElement + PartialEq<U>,
    U: PackedElement,
    M: Mapping,
    N: Mapping,
{
    fn eq(&self, other: &PackedRegionView<'_, U, N>) -> bool {
        self.view == other.view
    }
}

impl<'a, T, M: Mapping> PackedView<'a, T, M> {
    /// A region, one range of indices a dimension, without copying; see
    /// [`IndexRanges`].
    ///
    /// # Errors
    ///
    /// When there is not one range a dimension, each within it.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
    /// let view = layout.packed_view::<i8>(&[0xF1; 12])?; // 1 in even places, else -1
    /// assert_eq!(view.region((.., 3..))?.to_row_major(), [-1, 1, -1, 1, -1, 1]);
    /// assert!(view.region((.., 3..6)).is_err()); // column 5 is padding
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn region(
        &self,
        region: impl IndexRanges,
    ) -> Result<PackedRegionView<'a, T, M::Borrowed<'_>>, RegionError> {
        PackedRegionView::new(self.by_ref(), region)
    }
}

impl<T, M: Mapping> PackedViewMut<'_, T, M> {
    /// A region to be read; as [`PackedView::region`].
    ///
    /// # Errors
    ///
    /// When there is not one range a dimension, each within it.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
    /// let mut bytes = [0xF1; 12]; // 24 places: 1 in even ones, else -1
    /// let view = layout.packed_view_mut::<i8>(&mut bytes)?;
    /// assert_eq!(view.region((1.., 3..))?.to_row_major(), [-1, 1, -1, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn region(
        &self,
        region: impl IndexRanges,
    ) -> Result<PackedRegionView<'_, T, M::Borrowed<'_>>, RegionError> {
        PackedRegionView::new(self.as_view(), region)
    }

    /// A region to be written; as [`PackedView::region`].
    ///
    /// # Errors
    ///
    /// When there is not one range a dimension, each within it.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
    /// let mut bytes = [0; 12]; // 24 places, with padding
    /// let mut view = layout.packed_view_mut::<i8>(&mut bytes)?;
    /// view.region_mut((1..=1, ..))?.fill(-1);
    /// assert_eq!(view.iter().map(i32::from).sum::<i32>(), -5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn region_mut(
        &mut self,
        region: impl IndexRanges,
    ) -> Result<PackedRegionViewMut<'_, T, M::Borrowed<'_>>, RegionError> {
        PackedRegionViewMut::new(self.reborrow(), region)
    }
}
