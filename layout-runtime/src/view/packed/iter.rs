//! `PackedIter` and `PackedIndexedIter`: packed elements in logical order.

use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

use super::codec::read_full;
use super::{Codec, PackedElement, PackedView};
use crate::map::{Mapping, layout_of};
use crate::view::iter::lend::{Lend, Lent, Positioned, ReadAt, Walk};
use crate::view::iter::order::{LogicalOrder, LogicalPositions};
use crate::view::iter::{cloned, iterators};

/// The bytes of packed elements, which are read as values.
pub(crate) struct PackedBytes<'a, T> {
    bytes: &'a [u8], // exactly `padded_bytes`
    codec: Codec,
    element: PhantomData<T>,
}

impl<T> Clone for PackedBytes<'_, T> {
    fn clone(&self) -> Self {
        PackedBytes { ..*self }
    }
}

impl<T: PackedElement> ReadAt for PackedBytes<'_, T> {
    type Item = T;

    #[inline(always)] // a call would keep the codec in memory
    unsafe fn read_at(&mut self, position: usize) -> T {
        self.codec.get(self.bytes, position)
    }

    /// Each usual width has a separate loop, in which shifts are by constants.
    #[inline]
    fn fold<W: Walk + Iterator<Item: Positioned>, A, F>(lent: Lent<Self, W>, init: A, f: F) -> A
    where
        F: FnMut(A, <W::Item as Positioned>::With<T>) -> A,
    {
        match lent.buffer().codec.full_width() {
            1 => lent.fold_with(init, f, |from, at| read_full::<1, T>(from.bytes, at)),
            2 => lent.fold_with(init, f, |from, at| read_full::<2, T>(from.bytes, at)),
            4 => lent.fold_with(init, f, |from, at| read_full::<4, T>(from.bytes, at)),
            _ => lent.fold_with(init, f, |from, at| from.codec.get(from.bytes, at)),
        }
    }
}

impl<'a, T, M: Mapping> Lend for PackedView<'a, T, M> {
    type Buffer = PackedBytes<'a, T>;
    type Mapping = M;

    #[inline]
    fn into_lent(self) -> (PackedBytes<'a, T>, M) {
        let bytes = PackedBytes {
            bytes: self.bytes,
            codec: Codec::of(&self.mapping),
            element: PhantomData,
        };
        (bytes, self.mapping)
    }
}

iterators! {
    /// The elements of a packed array in logical, row-major order, as values:
    /// [`PackedView::iter`].
    ///
    /// # Examples
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
    PackedIter['a, T, M] where [M: Mapping] [T: PackedElement]
        of PackedView<'a, T, M>: PackedBytes<'a, T>, LogicalPositions => T;

    /// The elements of a packed array in logical, row-major order, as values, each
    /// with its index: [`PackedView::indexed_iter`].
    ///
    /// # Examples
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
    PackedIndexedIter['a, T, M] where [M: Mapping] [T: PackedElement]
        of PackedView<'a, T, M>: PackedBytes<'a, T>, LogicalOrder => (M::Index, T);
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
