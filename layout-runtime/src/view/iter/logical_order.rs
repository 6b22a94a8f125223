//! `LogicalOrder`: the elements of an array in logical order, with their positions.

use core::iter::FusedIterator;
use core::mem;

use crate::view::iter::runs::segments::{Segment, Segments};
use crate::view::mapping::PositionMap;
use crate::view::mapping::nd_index::OwnIndex;

/// The largest index, in bytes, that is taken for one that the compiler keeps in registers.
const MAX_IN_REGISTERS: usize = 64;

/// Iterates over the elements of an array in row-major order, with the index and the
/// position of each.
///
/// Within a segment an addition gives the next position; only the first position evaluates
/// the formula.
#[derive(Clone)]
pub(crate) struct LogicalOrder<M: PositionMap> {
    /// The segments that neither end has begun. Their end is the front's end.
    pub(crate) segments: Segments<M>,
    front: Segment,
    back: Segment,
    /// The row of the back's segment, and where the segment ends in it.
    back_row: M::Index,
    back_end: usize,
}

impl<M: PositionMap> LogicalOrder<M> {
    #[inline]
    pub(crate) fn new(mapping: M) -> Self {
        LogicalOrder::of(Segments::new(mapping))
    }

    /// The elements of segments, which may be along any dimension.
    #[inline]
    pub(crate) fn of(segments: Segments<M>) -> Self {
        LogicalOrder {
            back_row: *segments.row(),
            back_end: 0,
            segments,
            front: Segment::EMPTY,
            back: Segment::EMPTY,
        }
    }

    #[inline]
    pub(crate) fn mapping(&self) -> &M {
        self.segments.mapping()
    }

    /// The stride. The compiler may no longer know that it is constant.
    #[inline]
    fn step(&self) -> usize {
        self.mapping()
            .known_run_pattern(self.segments.run_pattern())
            .step
    }

    /// The next element, where positions go by `step`.
    #[inline(always)] // a call would keep the walk in memory
    pub(crate) fn next_by(&mut self, step: usize) -> Option<(M::Index, usize)> {
        if self.front.len == 0 && !self.begin_front() {
            return None;
        }
        let front = &mut self.front;
        let first = (self.segments.before_end(front.len), front.position);
        front.position = front.position.wrapping_add(step);
        front.len -= 1;
        Some(first)
    }

    /// The last element, where positions go by `step`.
    #[inline]
    pub(crate) fn next_back_by(&mut self, step: usize) -> Option<(M::Index, usize)> {
        if self.back.len == 0 && !self.begin_back() {
            return None;
        }
        let back = &mut self.back;
        back.len -= 1;
        self.back_end -= 1;
        let index = self
            .back_row
            .with_coordinate(self.segments.axis(), self.back_end);
        Some((index, back.position + back.len * step))
    }

    /// [`fold`](Iterator::fold) of a function that takes the index. If an index is too large for
    /// registers, `f` is called in one place: the compiler then keeps at least what `f` borrows
    /// in registers.
    #[inline]
    pub(crate) fn fold_indexed<B, F>(self, init: B, mut f: F) -> B
    where
        F: FnMut(B, (M::Index, usize)) -> B,
    {
        if const { size_of::<M::Index>() <= MAX_IN_REGISTERS } {
            return self.fold(init, f);
        }
        let LogicalOrder {
            mut segments,
            front: mut segment,
            mut back,
            back_row,
            back_end,
        } = self;
        let (axis, step) = (*segments.axis(), segments.run_pattern().step);
        let (mut row, mut end, mut value) = (*segments.row(), segments.end(), init);
        loop {
            let start = end - segment.len;
            for k in 0..segment.len {
                let index = row.with_coordinate(&axis, start + k);
                value = f(value, (index, segment.position + k * step));
            }
            match segments.next_front() {
                Some(next) => {
                    (end, segment) = (segments.end(), next);
                    if end == segment.len {
                        row = *segments.row(); // once a row
                    }
                }
                None if back.len > 0 => {
                    (end, segment) = (back_end, mem::replace(&mut back, Segment::EMPTY));
                    row = back_row;
                }
                None => return value,
            }
        }
    }

    /// Takes the next segment at the front, or the remainder of the back's
    /// segment; false when there are no more elements.
    #[inline(always)] // a call would keep the walk in memory
    fn begin_front(&mut self) -> bool {
        self.front = match self.segments.next_front() {
            Some(segment) => segment,
            None => {
                self.segments.set_end(self.back_row, self.back_end);
                mem::replace(&mut self.back, Segment::EMPTY)
            }
        };
        self.front.len > 0
    }

    /// Takes the next segment at the back, or the remainder of the front's
    /// segment; false when there are no more elements.
    fn begin_back(&mut self) -> bool {
        (self.back_row, self.back_end, self.back) = match self.segments.next_back() {
            Some(segment) => segment,
            None => {
                let front = mem::replace(&mut self.front, Segment::EMPTY);
                (*self.segments.row(), self.segments.end(), front)
            }
        };
        self.back.len > 0
    }
}

impl<M: PositionMap> Iterator for LogicalOrder<M> {
    type Item = (M::Index, usize);

    #[inline(always)] // a call would keep the walk in memory
    fn next(&mut self) -> Option<Self::Item> {
        let step = self.step();
        self.next_by(step)
    }

    #[inline]
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
            back_row,
            back_end,
        } = self;
        let segments = segments.along_last();
        let (axis, step) = (*segments.axis(), segments.run_pattern().step);
        let mut elements = |init, row: &M::Index, end: usize, segment: Segment| {
            let start = end - segment.len;
            (0..segment.len).fold(init, |value, k| {
                let index = row.with_coordinate(&axis, start + k);
                f(value, (index, segment.position + k * step))
            })
        };
        let value = elements(init, segments.row(), segments.end(), front);
        let value = segments.fold(value, &mut elements);
        elements(value, &back_row, back_end, back)
    }
}

impl<M: PositionMap> DoubleEndedIterator for LogicalOrder<M> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let step = self.step();
        self.next_back_by(step)
    }
}

impl<M: PositionMap> ExactSizeIterator for LogicalOrder<M> {}
impl<M: PositionMap> FusedIterator for LogicalOrder<M> {}
