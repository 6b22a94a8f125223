//! `PackedIter` and `PackedIndexedIter`: packed elements in logical order.

use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

use super::bit_position::{self, Packing, by_width};
use super::{PackedElement, PackedView, PackedViewMut, take, take_any};
use crate::map::{Mapping, WholeBuffer as _, whole};
use crate::view::iter::order::LogicalOrder;

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
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct PackedIter<'a, T, M: Mapping> {
    bytes: &'a [u8], // exactly `padded_bytes`
    packing: Packing,
    walk: LogicalOrder<M>,
    element: PhantomData<T>,
}

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
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct PackedIndexedIter<'a, T, M: Mapping> {
    bytes: &'a [u8], // exactly `padded_bytes`
    packing: Packing,
    walk: LogicalOrder<M>,
    element: PhantomData<T>,
}

macro_rules! iterators {
    ($($name:ident: $order:ident, $next:ident, $fold:ident, $item:ty:
        ($index:pat, $element:ident) => $value:expr;)*) => {$(
        impl<'a, T, M: Mapping> $name<'a, T, M> {
            #[inline]
            pub(crate) fn new(view: PackedView<'a, T, M>) -> Self {
                $name {
                    bytes: view.bytes,
                    packing: Packing::of(&view.mapping),
                    walk: LogicalOrder::$order(view.mapping),
                    element: PhantomData,
                }
            }
        }

        impl<T: PackedElement, M: Mapping> Iterator for $name<'_, T, M> {
            type Item = $item;

            #[inline(always)] // a call would keep the walk in memory
            fn next(&mut self) -> Option<Self::Item> {
                let ($index, position) = self.walk.$next()?;
                let $element = take(self.bytes, self.packing, position);
                Some($value)
            }

            #[inline(always)] // as `next`
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.walk.size_hint()
            }

            #[inline]
            fn fold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, mut f: F) -> B {
                let (bytes, packing, walk) = (self.bytes, self.packing, self.walk);
                by_width!(packing, |read| walk.$fold(init, |value, ($index, position)| {
                    let $element = read(bytes, position);
                    f(value, $value)
                }))
            }
        }

        impl<T: PackedElement, M: Mapping> DoubleEndedIterator for $name<'_, T, M> {
            #[inline]
            fn next_back(&mut self) -> Option<Self::Item> {
                let ($index, position) = self.walk.next_back()?;
                let $element = take(self.bytes, self.packing, position);
                Some($value)
            }
        }

        impl<T: PackedElement, M: Mapping> ExactSizeIterator for $name<'_, T, M> {}
        impl<T: PackedElement, M: Mapping> FusedIterator for $name<'_, T, M> {}

        impl<T, M: Mapping> Clone for $name<'_, T, M> {
            fn clone(&self) -> Self {
                $name { walk: self.walk.clone(), ..*self }
            }
        }

        impl<T, M: Mapping> fmt::Debug for $name<'_, T, M> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name))
                    .field("layout", &*whole(self.walk.mapping()).layout())
                    .field("len", &self.walk.len())
                    .finish_non_exhaustive()
            }
        }
    )*};
}

iterators! {
    PackedIter: positions, next_position, fold, T: (_, element) => element;
    PackedIndexedIter: new, next, fold_indexed, (M::Index, T): (index, element) => (index, element);
}

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
