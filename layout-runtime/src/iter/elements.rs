//! `Iter`: the elements of an array.

use core::fmt;
use core::iter::FusedIterator;

use super::lent::Lent;
use super::order::LogicalPositions;
use crate::array::Array;
use crate::array::debug::Described;
use crate::map::Mapping;
use crate::storage::Storage;

/// The elements of an array in logical, row-major order: [`iter`](Array::iter),
/// [`iter_mut`](Array::iter_mut), and `into_iter`. Of a view it yields `&T`, of a mutable one `&mut T`,
/// of a buffer by value and of packed elements `T`.
///
/// # Examples
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
///
/// let packed = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
/// let view = packed.packed_view::<i8>(&[0xF1; 12])?; // 1 in even positions, else -1
/// assert_eq!(view.iter().rev().take(2).collect::<Vec<_>>(), [1, -1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
#[derive(Clone)]
pub struct Iter<S, M: Mapping> {
    lent: Lent<S, LogicalPositions<M>>,
}

impl<S: Storage, M: Mapping> Iter<S, M> {
    #[inline]
    pub(super) fn new(array: Array<S, M>) -> Self {
        // SAFETY: the walk is of the mapping that it is given.
        let lent = unsafe { Lent::new(array, LogicalPositions::new) };
        Iter { lent }
    }
}

impl<S: Storage, M: Mapping> Iterator for Iter<S, M> {
    type Item = S::Item;

    #[inline(always)] // a call would keep the walk in memory
    fn next(&mut self) -> Option<Self::Item> {
        self.lent.next()
    }

    #[inline(always)] // as `next`
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.lent.size_hint()
    }

    #[inline(always)] // as `next`
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        self.lent.nth(n)
    }

    #[inline]
    fn last(mut self) -> Option<Self::Item> {
        self.next_back()
    }

    #[inline(always)] // as of `Line`
    fn fold<A, F: FnMut(A, Self::Item) -> A>(self, init: A, f: F) -> A {
        self.lent.fold(init, f)
    }
}

impl<S: Storage, M: Mapping> DoubleEndedIterator for Iter<S, M> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        self.lent.next_back()
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<Self::Item> {
        self.lent.nth_back(n)
    }
}

impl<S: Storage, M: Mapping> ExactSizeIterator for Iter<S, M> {}

impl<S: Storage, M: Mapping> FusedIterator for Iter<S, M> {}

/// Prints the mapping and the number of remaining elements, not the elements.
impl<S: Storage, M: Mapping> fmt::Debug for Iter<S, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Iter")
            .field("mapping", &Described(self.lent.mapping()))
            .field("len", &self.len())
            .finish_non_exhaustive()
    }
}
