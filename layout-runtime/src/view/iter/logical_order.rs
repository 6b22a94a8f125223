//! `LogicalOrder`: the elements of an array in logical order, with their positions.

use core::iter::FusedIterator;
use core::mem;

use crate::view::iter::runs::segments::{Segment, Segments};
use crate::view::mapping::Mapping;

/// The elements of an array in row-major order: index and position of each.
///
/// Within a segment the next position is an addition; only the first one
/// takes the formula.
#[derive(Clone)]
pub(crate) struct LogicalOrder<M: Mapping> {
    /// Those that neither end has begun.
    segments: Segments<M>,
    front: Segment<M::Index>,
    back: Segment<M::Index>,
}

impl<M: Mapping> LogicalOrder<M> {
    #[inline]
    pub(crate) fn new(mapping: M) -> Self {
        let segments = Segments::new(mapping);
        let none = segments.none();
        LogicalOrder {
            segments,
            front: none,
            back: none,
        }
    }

    #[inline]
    pub(crate) fn mapping(&self) -> &M {
        self.segments.mapping()
    }

    /// Takes the next segment at the front, or the remainder of the back's
    /// segment; false when there are no more elements.
    #[inline(always)] // a call would keep the walk in memory
    fn begin_front(&mut self) -> bool {
        self.front = match self.segments.next_front() {
            Some(segment) => segment,
            None => mem::replace(&mut self.back, self.segments.none()),
        };
        self.front.len > 0
    }

    /// Takes the next segment at the back, or the remainder of the front's
    /// segment; false when there are no more elements.
    fn begin_back(&mut self) -> bool {
        self.back = match self.segments.next_back() {
            Some(segment) => segment,
            None => mem::replace(&mut self.front, self.segments.none()),
        };
        self.back.len > 0
    }
}

impl<M: Mapping> Iterator for LogicalOrder<M> {
    type Item = (M::Index, usize);

    #[inline(always)] // a call would keep the walk in memory
    fn next(&mut self) -> Option<Self::Item> {
        if self.front.len == 0 && !self.begin_front() {
            return None;
        }
        let front = &mut self.front;
        let first = (front.index(self.segments.dim(), front.len), front.position);
        front.position += self.segments.mapping().steps().step;
        front.len -= 1;
        Some(first)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.front.len + self.segments.num_elements() + self.back.len;
        (len, Some(len))
    }

    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, mut f: F) -> B {
        let LogicalOrder {
            segments,
            front,
            back,
        } = self;
        let segments = segments.along_last();
        let (dim, step) = (segments.dim(), segments.step());
        let mut elements = |init, segment: &Segment<M::Index>, len| {
            (0..len).fold(init, |value, k| {
                let index = segment.index(dim, len - k);
                f(value, (index, segment.position + k * step))
            })
        };
        let value = elements(init, &front, front.len);
        let value = segments.fold(value, &mut elements);
        elements(value, &back, back.len)
    }
}

impl<M: Mapping> DoubleEndedIterator for LogicalOrder<M> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        if self.back.len == 0 && !self.begin_back() {
            return None;
        }
        let back = &mut self.back;
        back.len -= 1;
        back.end = back.index(self.segments.dim(), 1);
        Some((back.end, back.position + back.len * self.segments.step()))
    }
}

impl<M: Mapping> ExactSizeIterator for LogicalOrder<M> {}
impl<M: Mapping> FusedIterator for LogicalOrder<M> {}
