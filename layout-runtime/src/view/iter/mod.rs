//! Iterators over the elements of an array.

// First, because rustdoc lists methods in this order.
mod view;

pub(crate) mod axes;
pub(crate) mod equality;
pub(crate) mod in_place;
pub(crate) mod lend;
pub(crate) mod order;
pub(crate) mod runs;
pub(crate) mod tiles;

use core::fmt;
use core::iter::FusedIterator;

use crate::map::{Mapping, layout_of};
use crate::view::iter::lend::DisjointSlice;
use crate::view::iter::order::{LogicalOrder, LogicalPositions};
use crate::view::{View, ViewMut};

/// The iterators over elements: what a walk reaches in a buffer.
macro_rules! iterators {
    ($($(#[$doc:meta])* $name:ident[$($param:tt)*] where [$($bound:tt)*] $([$($read:tt)*])?
        of $view:ty: $buffer:ty, $walk:ident => $item:ty;)*) => {$(
        $(#[$doc])*
        #[must_use = "iterators are lazy and do nothing unless consumed"]
        pub struct $name<$($param)*> where $($bound)* {
            lent: $crate::view::iter::lend::Lent<$buffer, $walk<M>>,
        }

        impl<$($param)*> $name<$($param)*> where $($bound)* {
            #[inline]
            pub(crate) fn new(view: $view) -> Self {
                // SAFETY: the walk is of the mapping that it is given.
                let lent = unsafe { $crate::view::iter::lend::Lent::new(view, $walk::new) };
                $name { lent }
            }
        }

        impl<$($param)*> Iterator for $name<$($param)*>
        where
            $($bound)* $(, $($read)*)?
        {
            type Item = $item;

            #[inline(always)] // a call would keep the walk in memory
            fn next(&mut self) -> Option<Self::Item> {
                self.lent.next()
            }

            #[inline(always)] // as `next`
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.lent.walk().size_hint()
            }

            #[inline]
            fn fold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, f: F) -> B {
                self.lent.fold(init, f)
            }
        }

        impl<$($param)*> DoubleEndedIterator for $name<$($param)*>
        where
            $($bound)* $(, $($read)*)?
        {
            #[inline]
            fn next_back(&mut self) -> Option<Self::Item> {
                self.lent.next_back()
            }
        }

        impl<$($param)*> ExactSizeIterator for $name<$($param)*> where $($bound)* $(, $($read)*)? {}

        impl<$($param)*> FusedIterator for $name<$($param)*> where $($bound)* $(, $($read)*)? {}

        /// Prints the layout and the number of remaining elements, not the elements.
        impl<$($param)*> fmt::Debug for $name<$($param)*> where $($bound)* {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let walk = self.lent.walk();
                f.debug_struct(stringify!($name))
                    .field("layout", &layout_of(walk.mapping()))
                    .field("len", &walk.len())
                    .finish_non_exhaustive()
            }
        }
    )*};
}
pub(crate) use iterators;

/// `Clone` of the iterators whose items are not mutable references.
macro_rules! cloned {
    ($($name:ident)*) => {$(
        impl<T, M: Mapping> Clone for $name<'_, T, M> {
            fn clone(&self) -> Self {
                $name {
                    lent: self.lent.clone(),
                }
            }
        }
    )*};
}
pub(crate) use cloned;

iterators! {
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
    Iter['a, T, M] where [M: Mapping] of View<'a, T, M>: &'a [T], LogicalPositions => &'a T;

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
    IndexedIter['a, T, M] where [M: Mapping]
        of View<'a, T, M>: &'a [T], LogicalOrder => (M::Index, &'a T);

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
    IterMut['a, T, M] where [M: Mapping]
        of ViewMut<'a, T, M>: DisjointSlice<'a, T>, LogicalPositions => &'a mut T;

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
    IndexedIterMut['a, T, M] where [M: Mapping]
        of ViewMut<'a, T, M>: DisjointSlice<'a, T>, LogicalOrder => (M::Index, &'a mut T);
}

cloned! { Iter IndexedIter }

#[cfg(test)]
mod tests {
    use crate::layout::Layout;

    /// Iteration from both ends reaches every element exactly once, and no padding.
    #[test]
    fn all_elements_at_once() {
        for text in [
            "s32[3,5]{1,0:T(2,2)}",
            "s32[5,3]{0,1:T(3,4)(2,2)}",
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
