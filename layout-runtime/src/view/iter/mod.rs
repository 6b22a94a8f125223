//! Iterators over the elements of an array.

// First, because rustdoc lists methods in this order.
mod view;

pub(crate) mod axes;
pub(crate) mod equality;
pub(crate) mod in_place;
pub(crate) mod order;
pub(crate) mod runs;
pub(crate) mod tiles;
pub(crate) mod zip;

use core::convert::identity;
use core::fmt;
use core::iter::FusedIterator;

use crate::map::{Mapping, WholeBuffer as _, whole};
use crate::view::disjoint_slice::{DisjointSlice, element};
use crate::view::iter::order::LogicalOrder;
use crate::view::{View, ViewMut};

/// The elements of an array in logical, row-major order: [`View::iter`].
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let buffer: Vec<i32> = (0..24).collect();
/// let view = layout.view(&buffer)?;
/// let iter = view.iter();
/// assert_eq!(iter.len(), 15); // of 24, 9 are padding
/// assert_eq!(iter.rev().take(2).collect::<Vec<_>>(), [&20, &17]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Iter<'a, T, M: Mapping> {
    buffer: &'a [T], // exactly `padded_len` elements
    walk: LogicalOrder<M>,
}

/// The elements of an array in logical, row-major order, with their indices:
/// [`View::indexed_iter`].
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let buffer: Vec<i32> = (0..24).collect();
/// let view = layout.view(&buffer)?;
/// let (index, element) = view.indexed_iter().next_back().unwrap();
/// assert_eq!((&index[..], element), (&[2, 4][..], &20)); // past it is padding
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct IndexedIter<'a, T, M: Mapping> {
    buffer: &'a [T], // exactly `padded_len` elements
    walk: LogicalOrder<M>,
}

/// Mutable references to the elements of an array in logical, row-major order:
/// [`ViewMut::iter_mut`].
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let mut buffer = [0; 24];
/// let mut view = layout.view_mut(&mut buffer)?;
/// for element in view.iter_mut().rev().take(2) {
///     *element = 1; // (2,4), then (2,3)
/// }
/// assert_eq!(buffer[16..22], [0, 1, 0, 0, 1, 0]); // the others there are padding, but for (2,2)
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct IterMut<'a, T, M: Mapping> {
    buffer: DisjointSlice<'a, T>, // exactly `padded_len` elements
    walk: LogicalOrder<M>,
}

/// Mutable references to the elements of an array in logical, row-major order, with their
/// indices: [`ViewMut::indexed_iter_mut`].
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let mut buffer = [0; 24];
/// let mut view = layout.view_mut(&mut buffer)?;
/// let (index, element) = view.indexed_iter_mut().next_back().unwrap();
/// *element = 1;
/// assert_eq!(index, [2, 4]);
/// assert_eq!(buffer[20..], [1, 0, 0, 0]); // its tile; the rest is padding
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct IndexedIterMut<'a, T, M: Mapping> {
    buffer: DisjointSlice<'a, T>, // exactly `padded_len` elements
    walk: LogicalOrder<M>,
}

/// The element at a position that an iterator yields; each position is requested once.
#[inline]
fn element_mut<'a, T>(buffer: &mut DisjointSlice<'a, T>, position: usize) -> &'a mut T {
    // SAFETY:
    // - as in `element`, the position is below `padded_len`, which is the
    //   buffer's length;
    // - an iterator yields each index once, and no two indices of a layout have
    //   the same position.
    unsafe { buffer.element(position) }
}

macro_rules! iterators {
    ($($name:ident of $view:ident, $buffer_of:expr, $order:ident, $next:ident, $fold:ident, $item:ty:
        ($buffer:ident, $index:pat, $position:ident) => $value:expr;)*) => {$(
        impl<'a, T, M: Mapping> $name<'a, T, M> {
            #[inline]
            pub(crate) fn new(view: $view<'a, T, M>) -> Self {
                let (buffer, mapping) = view.into_parts();
                $name {
                    buffer: $buffer_of(buffer),
                    walk: LogicalOrder::$order(mapping),
                }
            }
        }

        impl<'a, T, M: Mapping> Iterator for $name<'a, T, M> {
            type Item = $item;

            #[inline(always)] // a call would keep the walk in memory
            fn next(&mut self) -> Option<Self::Item> {
                let ($index, $position) = self.walk.$next()?;
                let $buffer = &mut self.buffer;
                Some($value)
            }

            #[inline(always)] // as `next`
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.walk.size_hint()
            }

            #[inline]
            fn fold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, mut f: F) -> B {
                let mut buffer = self.buffer;
                self.walk.$fold(init, |value, ($index, $position)| {
                    let $buffer = &mut buffer;
                    f(value, $value)
                })
            }
        }

        impl<T, M: Mapping> DoubleEndedIterator for $name<'_, T, M> {
            #[inline]
            fn next_back(&mut self) -> Option<Self::Item> {
                let ($index, $position) = self.walk.next_back()?;
                let $buffer = &mut self.buffer;
                Some($value)
            }
        }

        impl<T, M: Mapping> ExactSizeIterator for $name<'_, T, M> {}

        /// Prints the layout and the number of remaining elements, not the elements.
        impl<T, M: Mapping> fmt::Debug for $name<'_, T, M> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name))
                    .field("layout", &*whole(self.walk.mapping()).layout())
                    .field("len", &self.len())
                    .finish_non_exhaustive()
            }
        }

        impl<T, M: Mapping> FusedIterator for $name<'_, T, M> {}
    )*};
}

iterators! {
    Iter of View, identity, positions, next_position, fold, &'a T: (buffer, _, position) => element(buffer, position);
    IndexedIter of View, identity, new, next, fold_indexed, (M::Index, &'a T):
        (buffer, index, position) => (index, element(buffer, position));
    IterMut of ViewMut, DisjointSlice::new, positions, next_position, fold, &'a mut T: (buffer, _, position) => element_mut(buffer, position);
    IndexedIterMut of ViewMut, DisjointSlice::new, new, next, fold_indexed, (M::Index, &'a mut T):
        (buffer, index, position) => (index, element_mut(buffer, position));
}

impl<T, M: Mapping> Clone for Iter<'_, T, M> {
    fn clone(&self) -> Self {
        Iter {
            buffer: self.buffer,
            walk: self.walk.clone(),
        }
    }
}

impl<T, M: Mapping> Clone for IndexedIter<'_, T, M> {
    fn clone(&self) -> Self {
        IndexedIter {
            buffer: self.buffer,
            walk: self.walk.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::layout::Layout;

    /// Iteration from both ends reaches every element exactly once, and no padding.
    #[test]
    fn all_elements_at_once() {
        for text in [
            "s32[3,5]{1,0:T(2,2)}",
            "s32[5,3]{0,1:T(4)(3)}",
            "s32[]{:T(2)}",
        ] {
            let layout = Layout::parse(text).unwrap();
            let mut memory = [0; 60];
            let buffer = &mut memory[..layout.padded_len()];
            let mut view = layout.view_mut(buffer).unwrap();
            let mut iter = view.iter_mut();
            let mut lent: [Option<&mut i32>; 15] = [const { None }; 15];
            for (n, slot) in lent.iter_mut().enumerate() {
                *slot = if n % 3 == 2 {
                    iter.next_back()
                } else {
                    iter.next()
                };
            }
            for element in lent.iter_mut().flatten() {
                **element += 1;
            }
            for (_, element) in view.indexed_iter_mut() {
                *element += 1;
            }
            view.iter_mut().for_each(|element| *element += 1);
            assert!(view.iter().all(|&element| element == 3));
            assert_eq!(memory.iter().sum::<i32>(), 3 * layout.num_elements() as i32);
        }
    }
}
