//! `PackedIter` and `PackedIndexedIter`: packed elements in logical order.

use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

use super::bit_position::Packing;
use super::{PackedElement, PackedView, PackedViewMut, take};
use crate::map::{Mapping, WholeBuffer as _, whole};
use crate::view::iter::lend::{Lend, Lent, ReadAt};
use crate::view::iter::order::LogicalOrder;
use crate::view::iter::{cloned, iterators};

/// Packed elements, which are read as values.
pub(crate) struct PackedElements<'a, T> {
    bytes: &'a [u8],
    packing: Packing,
    element: PhantomData<T>,
}

impl<T> Clone for PackedElements<'_, T> {
    fn clone(&self) -> Self {
        PackedElements { ..*self }
    }
}

impl<T: PackedElement> ReadAt for PackedElements<'_, T> {
    type Item = T;

    #[inline]
    unsafe fn read_at(&mut self, position: usize) -> T {
        take(self.bytes, self.packing, position)
    }
}

impl<'a, T, M: Mapping> Lend for PackedView<'a, T, M> {
    type Buffer = PackedElements<'a, T>;
    type Mapping = M;

    #[inline]
    fn into_lent(self) -> (PackedElements<'a, T>, M) {
        let elements = PackedElements {
            bytes: self.bytes,
            packing: Packing::of(&self.mapping),
            element: self.element,
        };
        (elements, self.mapping)
    }
}

iterators! {
    /// The elements of a packed array in logical, row-major order, as values:
    /// [`PackedView::iter`].
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
    /// let view = layout.packed_view::<i8>(&[0xF1; 12])?; // 1 in even positions, else -1
    /// let iter = view.iter();
    /// assert_eq!(iter.len(), 15); // of 24 positions, 9 are padding
    /// assert_eq!(iter.rev().take(2).collect::<Vec<_>>(), [1, -1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    PackedIter of PackedView, PackedElements<'a, T>, [PackedElement], T:
        positions, next_element, fold, (_, element) => element;

    /// The elements of a packed array in logical, row-major order, as values, each
    /// with its index: [`PackedView::indexed_iter`].
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
    /// let view = layout.packed_view::<i8>(&[0xF1; 12])?; // 1 in even positions, else -1
    /// let (index, element) = view.indexed_iter().next_back().unwrap();
    /// assert_eq!((&index[..], element), (&[2, 4][..], 1)); // past it is padding
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    PackedIndexedIter of PackedView, PackedElements<'a, T>, [PackedElement], (M::Index, T):
        new, next, fold_indexed, (index, element) => (index, element);
}

cloned! { PackedIter PackedIndexedIter }

impl<'a, T: PackedElement, M: Mapping> IntoIterator for PackedView<'a, T, M> {
    type Item = T;
    type IntoIter = PackedIter<'a, T, M>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        PackedIter::new(self)
    }
}

impl<'a, 'm, T: PackedElement, M: Mapping> IntoIterator for &'m PackedView<'a, T, M> {
    type Item = T;
    type IntoIter = PackedIter<'a, T, M::Borrowed<'m>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'v, T: PackedElement, M: Mapping> IntoIterator for &'v PackedViewMut<'_, T, M> {
    type Item = T;
    type IntoIter = PackedIter<'v, T, M::Borrowed<'v>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
