//! `IndexedIter`: the elements of an array with their indices.

use core::fmt;
use core::iter::FusedIterator;

use super::lent::Lent;
use super::order::LogicalOrder;
use crate::array::Array;
use crate::array::debug::Described;
use crate::map::Mapping;
use crate::storage::Storage;

/// The elements of an array in logical, row-major order, with their indices:
/// [`indexed_iter`](Array::indexed_iter) and [`indexed_iter_mut`](Array::indexed_iter_mut).
///
/// # Examples
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let mut buffer: Vec<i32> = (0..24).collect();
/// let mut view = layout.view_mut(&mut buffer)?;
/// let (index, element) = view.indexed_iter_mut().next_back().unwrap();
/// assert_eq!((&index[..], &element), (&[2, 4][..], &&mut 20)); // past it is padding
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
#[derive(Clone)]
pub struct IndexedIter<S, M: Mapping> {
    lent: Lent<S, LogicalOrder<M>>,
}

impl<S: Storage, M: Mapping> IndexedIter<S, M> {
    #[inline]
    pub(super) fn new(array: Array<S, M>) -> Self {
        // SAFETY: the walk is of the mapping that it is given.
        let lent = unsafe { Lent::new(array, LogicalOrder::new) };
        IndexedIter { lent }
    }
}

impl<S: Storage, M: Mapping> Iterator for IndexedIter<S, M> {
    type Item = (M::Index, S::Item);

    #[inline(always)] // a call would keep the walk in memory
    fn next(&mut self) -> Option<Self::Item> {
        self.lent.next()
    }

    #[inline(always)] // as `next`
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.lent.size_hint()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        self.lent.nth(n)
    }

    #[inline]
    fn last(mut self) -> Option<Self::Item> {
        self.next_back()
    }

    #[inline]
    fn fold<A, F: FnMut(A, Self::Item) -> A>(self, init: A, f: F) -> A {
        self.lent.fold(init, f)
    }
}

impl<S: Storage, M: Mapping> DoubleEndedIterator for IndexedIter<S, M> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        self.lent.next_back()
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<Self::Item> {
        self.lent.nth_back(n)
    }
}

impl<S: Storage, M: Mapping> ExactSizeIterator for IndexedIter<S, M> {}

impl<S: Storage, M: Mapping> FusedIterator for IndexedIter<S, M> {}

/// Prints the mapping and the number of remaining elements, not the elements.
impl<S: Storage, M: Mapping> fmt::Debug for IndexedIter<S, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IndexedIter")
            .field("mapping", &Described(self.lent.mapping()))
            .field("len", &self.len())
            .finish_non_exhaustive()
    }
}
