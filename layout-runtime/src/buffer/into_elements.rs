//! `IntoElements`: a buffer's elements by value; loops over buffers.

use core::fmt;
use core::iter::FusedIterator;

use super::Buffer;
use super::aligned::AlignedSlice;
use crate::map::{WholeBuffer, layout_of};
use crate::view::iter::lend::{Lend, ReadAt};
use crate::view::iter::order::LogicalPositions;
use crate::view::iter::{Iter, IterMut, iterators};

impl<T: Copy> ReadAt for AlignedSlice<T> {
    type Item = T;

    #[inline]
    unsafe fn read_at(&mut self, position: usize) -> T {
        self.as_slice()[position]
    }
}

impl<T: Copy, M: WholeBuffer> Lend for Buffer<T, M> {
    type Buffer = AlignedSlice<T>;
    type Mapping = M;

    #[inline]
    fn into_lent(self) -> (AlignedSlice<T>, M) {
        (self.memory, self.mapping)
    }
}

iterators! {
    /// The elements of a buffer by value, in logical, row-major order: the iterator of a
    /// [`Buffer`]'s `into_iter`.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// let buffer = Buffer::<f32, layout!(F32[3,5]<1,0:T(2,2)>)>::from_elem(1.0);
    /// let elements: Vec<f32> = buffer.into_iter().collect();
    /// assert_eq!(elements, [1.0; 15]); // 9 positions are padding
    /// ```
    IntoElements[T, M] where [T: Copy, M: WholeBuffer]
        of Buffer<T, M>: AlignedSlice<T>, LogicalPositions => T;
}

impl<T: Copy, M: WholeBuffer> IntoIterator for Buffer<T, M> {
    type Item = T;
    type IntoIter = IntoElements<T, M>;

    #[inline]
    fn into_iter(self) -> IntoElements<T, M> {
        IntoElements::new(self)
    }
}

impl<'a, T: Copy, M: WholeBuffer> IntoIterator for &'a Buffer<T, M> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T, M::Borrowed<'a>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.view().into_iter()
    }
}

impl<'a, T: Copy, M: WholeBuffer> IntoIterator for &'a mut Buffer<T, M> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T, M::Borrowed<'a>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.view_mut().into_iter()
    }
}
