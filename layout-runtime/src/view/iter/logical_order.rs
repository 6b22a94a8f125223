//! `LogicalOrder`: the elements of an array in logical order, with their positions.

use core::iter::FusedIterator;
use core::mem;

use crate::view::iter::runs::segment::{RowEnd, Segment};
use crate::view::iter::runs::segments::{AxisOf, Segments};
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
    back_end: RowEnd<M::Index>,
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
            back_end: *segments.front_end(),
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
        while self.front.len == 0 {
            match self.segments.next_front() {
                Some(segment) => self.front = segment,
                None => {
                    // What the back has left of its segment.
                    self.segments.set_front_end(self.back_end);
                    self.front = self.back;
                    self.back.len = 0;
                    if self.front.len == 0 {
                        return None;
                    }
                }
            }
        }
        let front = &mut self.front;
        let end = self.segments.front_end();
        let first = (end.before(self.segments.axis(), front.len), front.position);
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
        self.back_end.coordinate -= 1;
        let index = self.back_end.before(self.segments.axis(), 0);
        Some((index, back.position + back.len * step))
    }

    /// [`fold`](Iterator::fold) of a function that takes the index, along the last dimension.
    /// If an index is too large for registers, each usual rank has a loop of its own, in which
    /// an index is that many numbers.
    #[inline]
    pub(crate) fn fold_indexed<B, F>(self, init: B, f: F) -> B
    where
        F: FnMut(B, (M::Index, usize)) -> B,
    {
        if const { size_of::<M::Index>() <= MAX_IN_REGISTERS } {
            return self.fold(init, f);
        }
        match self.mapping().extents().len() {
            1 => self.fold_by(M::Index::with_last::<1>, init, f),
            2 => self.fold_by(M::Index::with_last::<2>, init, f),
            3 => self.fold_by(M::Index::with_last::<3>, init, f),
            4 => self.fold_by(M::Index::with_last::<4>, init, f),
            _ => self.fold_large(init, f),
        }
    }

    /// `f` is called in one place: the compiler then keeps at least what `f` borrows in
    /// registers.
    #[inline]
    fn fold_large<B, F>(self, init: B, mut f: F) -> B
    where
        F: FnMut(B, (M::Index, usize)) -> B,
    {
        let LogicalOrder {
            mut segments,
            front: mut segment,
            mut back,
            back_end,
        } = self;
        let (axis, step) = (*segments.axis(), segments.run_pattern().step);
        let (mut end, mut value) = (*segments.front_end(), init);
        loop {
            for k in 0..segment.len {
                let index = end.before(&axis, segment.len - k);
                value = f(value, (index, segment.position + k * step));
            }
            match segments.next_front() {
                Some(next) => {
                    segment = next;
                    let RowEnd { row, coordinate } = segments.front_end();
                    end.coordinate = *coordinate;
                    if *coordinate == segment.len {
                        end.row = *row; // once a row
                    }
                }
                None if back.len > 0 => {
                    (end, segment) = (back_end, mem::replace(&mut back, Segment::EMPTY));
                }
                None => return value,
            }
        }
    }

    /// [`fold`](Iterator::fold), where `index` gives the index at a coordinate of a row.
    #[inline]
    fn fold_by<B, I, F>(self, index: I, init: B, mut f: F) -> B
    where
        I: Fn(M::Index, &AxisOf<M>, usize) -> M::Index,
        F: FnMut(B, (M::Index, usize)) -> B,
    {
        let LogicalOrder {
            segments,
            front,
            back,
            back_end,
        } = self;
        let segments = segments.along_last();
        let (axis, step) = (*segments.axis(), segments.run_pattern().step);
        let mut elements = |init, row: &M::Index, end: usize, segment: Segment| {
            let start = end - segment.len;
            (0..segment.len).fold(init, |value, k| {
                let index = index(*row, &axis, start + k);
                f(value, (index, segment.position + k * step))
            })
        };
        let RowEnd { row, coordinate } = *segments.front_end();
        let value = elements(init, &row, coordinate, front);
        let value = segments.fold(value, &mut elements);
        elements(value, &back_end.row, back_end.coordinate, back)
    }

    /// Takes the next segment at the back, or the remainder of the front's
    /// segment; false when there are no more elements.
    fn begin_back(&mut self) -> bool {
        (self.back_end, self.back) = match self.segments.next_back() {
            Some(segment) => segment,
            None => {
                let front = mem::replace(&mut self.front, Segment::EMPTY);
                (*self.segments.front_end(), front)
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
    fn fold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, f: F) -> B {
        self.fold_by(M::Index::with_coordinate, init, f)
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
