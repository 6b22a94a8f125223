//! `IntoElements`: a buffer's elements by value; loops over buffers.

use core::fmt;
use core::iter::FusedIterator;

use super::Buffer;
use super::aligned::AlignedSlice;
use crate::map::WholeBuffer;
use crate::view::iter::order::LogicalOrder;
use crate::view::iter::{Iter, IterMut};

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
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct IntoElements<T: Copy, M: WholeBuffer> {
    memory: AlignedSlice<T>, // exactly `padded_len` elements
    walk: LogicalOrder<M>,
}

impl<T: Copy, M: WholeBuffer> Iterator for IntoElements<T, M> {
    type Item = T;

    #[inline(always)] // a call would keep the walk in memory
    fn next(&mut self) -> Option<T> {
        let (_, position) = self.walk.next_position()?;
        Some(self.memory.as_slice()[position])
    }

    #[inline(always)] // as `next`
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.walk.size_hint()
    }

    #[inline]
    fn fold<B, F: FnMut(B, T) -> B>(self, init: B, mut f: F) -> B {
        let memory = self.memory.as_slice();
        self.walk
            .fold(init, |value, (_, position)| f(value, memory[position]))
    }
}

impl<T: Copy, M: WholeBuffer> DoubleEndedIterator for IntoElements<T, M> {
    #[inline]
    fn next_back(&mut self) -> Option<T> {
        let (_, position) = self.walk.next_back()?;
        Some(self.memory.as_slice()[position])
    }
}

impl<T: Copy, M: WholeBuffer> ExactSizeIterator for IntoElements<T, M> {}
impl<T: Copy, M: WholeBuffer> FusedIterator for IntoElements<T, M> {}

impl<T: Copy, M: WholeBuffer> fmt::Debug for IntoElements<T, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IntoElements")
            .field("layout", &*self.walk.mapping().layout())
            .field("len", &self.len())
            .finish_non_exhaustive()
    }
}

impl<T: Copy, M: WholeBuffer> IntoIterator for Buffer<T, M> {
    type Item = T;
    type IntoIter = IntoElements<T, M>;

    #[inline]
    fn into_iter(self) -> IntoElements<T, M> {
        IntoElements {
            memory: self.memory,
            walk: LogicalOrder::positions(self.mapping),
        }
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
