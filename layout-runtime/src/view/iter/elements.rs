//! `iter`, `indexed_iter`: the iterators of views, and `for` loops over views.

use super::{IndexedIter, IndexedIterMut, Iter, IterMut};
use crate::map::Mapping;
use crate::view::{View, ViewMut};

impl<'a, T, M: Mapping> View<'a, T, M> {
    /// The elements in logical, row-major order.
    #[inline]
    pub fn iter(&self) -> Iter<'a, T, M::Borrowed<'_>> {
        Iter::new(self.by_ref())
    }

    /// The elements in logical, row-major order, each with its index.
    #[inline]
    pub fn indexed_iter(&self) -> IndexedIter<'a, T, M::Borrowed<'_>> {
        IndexedIter::new(self.by_ref())
    }
}

impl<T, M: Mapping> ViewMut<'_, T, M> {
    /// The elements in logical, row-major order.
    #[inline]
    pub fn iter(&self) -> Iter<'_, T, M::Borrowed<'_>> {
        Iter::new(self.as_view())
    }

    /// The elements in logical, row-major order, each with its index.
    #[inline]
    pub fn indexed_iter(&self) -> IndexedIter<'_, T, M::Borrowed<'_>> {
        IndexedIter::new(self.as_view())
    }

    /// Mutable references to the elements, in logical, row-major order.
    #[inline]
    pub fn iter_mut(&mut self) -> IterMut<'_, T, M::Borrowed<'_>> {
        IterMut::new(self.reborrow())
    }

    /// Mutable references to the elements, in logical, row-major order, each with its
    /// index.
    #[inline]
    pub fn indexed_iter_mut(&mut self) -> IndexedIterMut<'_, T, M::Borrowed<'_>> {
        IndexedIterMut::new(self.reborrow())
    }
}

impl<'a, T, M: Mapping> IntoIterator for View<'a, T, M> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T, M>;

    #[inline]
    fn into_iter(self) -> Iter<'a, T, M> {
        Iter::new(self)
    }
}

impl<'a, 'm, T, M: Mapping> IntoIterator for &'m View<'a, T, M> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T, M::Borrowed<'m>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T, M: Mapping> IntoIterator for ViewMut<'a, T, M> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T, M>;

    #[inline]
    fn into_iter(self) -> IterMut<'a, T, M> {
        IterMut::new(self)
    }
}

impl<'v, T, M: Mapping> IntoIterator for &'v ViewMut<'_, T, M> {
    type Item = &'v T;
    type IntoIter = Iter<'v, T, M::Borrowed<'v>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'v, T, M: Mapping> IntoIterator for &'v mut ViewMut<'_, T, M> {
    type Item = &'v mut T;
    type IntoIter = IterMut<'v, T, M::Borrowed<'v>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}
