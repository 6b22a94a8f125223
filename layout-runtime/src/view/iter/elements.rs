//! `iter`, `indexed_iter`: the iterators of views, and `for` loops over views.

use super::{IndexedIter, IndexedIterMut, Iter, IterMut};
use crate::view::mapping::PositionMap;
use crate::view::{View, ViewMut};

impl<'a, T, M: PositionMap> View<'a, T, M> {
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

impl<T, M: PositionMap> ViewMut<'_, T, M> {
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

/// The elements of both views in a `Vec`.
macro_rules! of_both {
    ($($view:ident)*) => {$(
        impl<T, M: PositionMap> $view<'_, T, M> {
            /// The elements without padding, in row-major order.
            ///
            /// ```
            /// use tiled_layout::Layout;
            ///
            /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
            /// let buffer: Vec<i32> = (0..24).collect();
            /// let view = layout.view(&buffer)?;
            /// assert_eq!(view.to_row_major()[..6], [0, 1, 4, 5, 8, 2]); // next to 8 is padding
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[cfg(feature = "alloc")]
            #[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
            #[must_use]
            pub fn to_row_major(&self) -> alloc::vec::Vec<T>
            where
                T: Clone,
            {
                let iter = self.iter();
                let mut elements = alloc::vec::Vec::with_capacity(iter.len());
                iter.for_each(|element| elements.push(element.clone()));
                elements
            }
        }
    )*};
}

of_both! { View ViewMut }

impl<'a, T, M: PositionMap> IntoIterator for View<'a, T, M> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T, M>;

    #[inline]
    fn into_iter(self) -> Iter<'a, T, M> {
        Iter::new(self)
    }
}

impl<'a, 'm, T, M: PositionMap> IntoIterator for &'m View<'a, T, M> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T, M::Borrowed<'m>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T, M: PositionMap> IntoIterator for ViewMut<'a, T, M> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T, M>;

    #[inline]
    fn into_iter(self) -> IterMut<'a, T, M> {
        IterMut::new(self)
    }
}

impl<'v, T, M: PositionMap> IntoIterator for &'v ViewMut<'_, T, M> {
    type Item = &'v T;
    type IntoIter = Iter<'v, T, M::Borrowed<'v>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'v, T, M: PositionMap> IntoIterator for &'v mut ViewMut<'_, T, M> {
    type Item = &'v mut T;
    type IntoIter = IterMut<'v, T, M::Borrowed<'v>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}
