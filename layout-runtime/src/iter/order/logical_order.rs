//! `LogicalOrder` and `LogicalPositions`: the elements of an array in logical order.

use core::iter::FusedIterator;
use core::mem;

use crate::iter::order::line::Line;
use crate::iter::order::segment::{RowEnd, Segment};
use crate::iter::order::segments::Segments;
use crate::map::{Mapping, OwnIndex, Possible, known_run_pattern};

/// Iterates over the elements of an array in row-major order, with the index and the
/// position of each.
///
/// Within a segment an addition gives the next position; only the first position evaluates
/// the formula. In loops these fields are in registers, as long as no function that is called
/// has a reference to one of them.
#[derive(Clone)]
pub(crate) struct LogicalOrder<M: Mapping> {
    /// The segments that neither end has begun. Their end is the front's end.
    pub(crate) segments: Segments<M>,
    front: Segment,
    /// Whether all that remain follow one another in `front`. The compiler takes the test out
    /// of loops, and vectorises those over such arrays.
    contiguous: bool,
}

impl<M: Mapping> LogicalOrder<M> {
    #[inline]
    pub(crate) fn new(mapping: M) -> Self {
        let is_row = mapping.dims().len() == 1;
        LogicalOrder::contiguous_if(is_row, Segments::new(mapping).in_indexed_batches())
    }

    /// All elements as one segment, if `wanted` and they follow one another.
    #[inline]
    fn contiguous_if(wanted: bool, segments: Segments<M>) -> Self {
        let mut order = LogicalOrder::of(segments);
        if wanted && order.mapping().is_row_major() {
            let len = order.mapping().num_elements();
            order.contiguous = true;
            order.front = Segment { position: 0, len };
            order.segments.take_as_one_row(len);
        }
        order
    }

    /// Returns the elements of segments, which may be along any dimension.
    #[inline]
    pub(crate) fn of(segments: Segments<M>) -> Self {
        LogicalOrder {
            segments,
            front: Segment::EMPTY,
            contiguous: false,
        }
    }

    #[inline]
    pub(crate) fn mapping(&self) -> &M {
        self.segments.mapping()
    }

    /// Returns the stride. The compiler may no longer know that it is constant.
    #[inline]
    fn step(&self) -> usize {
        if self.contiguous {
            return 1;
        }
        known_run_pattern::<M>(self.segments.run_pattern()).step()
    }

    /// Returns the next element, where positions go by `step`: how many of its segment remain, from
    /// it on, and its position.
    #[inline(always)] // a call would keep the walk in memory
    pub(crate) fn next_by(&mut self, step: usize) -> Option<(usize, usize)> {
        if self.front.len == 0 {
            if self.contiguous {
                return None;
            }
            self.front = self.segments.next_front()?;
        }
        let front = &mut self.front;
        let first = (front.len, front.position);
        front.position = front.position.wrapping_add(step);
        front.len -= 1;
        Some(first)
    }

    /// Returns the last element, where positions go by `step`.
    #[inline]
    pub(crate) fn next_back_by(&mut self, step: usize) -> Option<(M::Index, usize)> {
        if self.contiguous {
            self.front.len = self.front.len.checked_sub(1)?;
            self.segments.end_before(1);
            let index = self.segments.index_before(0);
            return Some((index, self.front.position + self.front.len));
        }
        if self.segments.back().0.len == 0 && !self.begin_back() {
            return None;
        }
        let axis = *self.segments.axis();
        let (back, end) = self.segments.back();
        back.len -= 1;
        end.coordinate -= 1;
        Some((end.before(&axis, 0), back.at(back.len, step)))
    }

    /// [`fold`](Iterator::fold), of rows that are loop nests.
    #[inline]
    fn fold_rows<B, F>(self, init: B, mut f: F) -> B
    where
        F: FnMut(B, (M::Index, usize)) -> B,
    {
        let LogicalOrder {
            segments,
            front: mut segment,
            contiguous,
        } = self;
        let mut segments = segments.along_last();
        let (axis, mut step) = (*segments.axis(), segments.run_pattern().step());
        if contiguous {
            step = 1;
        }
        let mut elements = |init, row: &M::Index, end: usize, segment: Segment| {
            let start = end - segment.len;
            (0..segment.len).fold(init, |value, k| {
                let index = row.with_coordinate(&axis, start + k);
                f(value, (index, segment.at(k, step)))
            })
        };
        let mut value = init;
        loop {
            let RowEnd { row, coordinate } = segments.front_end();
            value = elements(value, &row, coordinate, segment);
            if contiguous {
                return value;
            }
            value = segments.fold_rows(value, &mut elements);
            let Some(next) = segments.next_front() else {
                return value;
            };
            segment = next;
        }
    }

    /// Skips the next `n` elements, by their number, not one by one.
    #[inline(always)] // as `next_by`
    fn skip_elements(&mut self, n: usize) {
        let mut by = n;
        if n >= self.front.len && !self.contiguous {
            by = self.skip_front(n);
        }
        let (step, front) = (self.step(), &mut self.front);
        by = by.min(front.len);
        front.position = front.position.wrapping_add(by.wrapping_mul(step));
        front.len -= by;
    }

    /// Takes the segment that has the element after `n` others, and returns how many of them it has.
    #[inline(never)] // as long as many elements
    fn skip_front(&mut self, n: usize) -> usize {
        let by = self.segments.skip(n - self.front.len);
        self.front = self.segments.next_front().unwrap_or(Segment::EMPTY);
        by
    }

    /// Takes the next segment at the back, or the remainder of the front's
    /// segment; false when there are no more elements.
    fn begin_back(&mut self) -> bool {
        let (end, segment) = match self.segments.next_back() {
            Some(last) => last,
            None => {
                let front = mem::replace(&mut self.front, Segment::EMPTY);
                (self.segments.front_end(), front)
            }
        };
        let (back, back_end) = self.segments.back();
        (*back, *back_end) = (segment, end);
        segment.len > 0
    }
}

impl<M: Mapping> Iterator for LogicalOrder<M> {
    type Item = (M::Index, usize);

    #[inline(always)] // a call would keep the walk in memory
    fn next(&mut self) -> Option<Self::Item> {
        let step = self.step();
        let (left, position) = self.next_by(step)?;
        Some((self.segments.index_before(left), position))
    }

    #[inline(always)] // as `next`
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.front.len + self.segments.num_elements();
        (len, Some(len))
    }

    #[inline(always)] // as `next`
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        self.skip_elements(n);
        self.next()
    }

    /// If an index is too large for registers, each usual rank has a separate innermost loop,
    /// in which an index is that many numbers.
    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, mut f: F) -> B {
        if const { Segments::<M>::HAS_SMALL_INDEX } {
            return self.fold_rows(init, f);
        }
        let rank = self.mapping().dims().len();
        let LogicalOrder {
            mut segments,
            front: mut segment,
            contiguous,
        } = self;
        let (axis, mut step) = (*segments.axis(), segments.run_pattern().step());
        if contiguous {
            step = 1;
        } else {
            segments = segments.in_batches();
        }
        let mut value = init;
        loop {
            let RowEnd { row, coordinate } = segments.front_end();
            let start = coordinate - segment.len;
            macro_rules! fold {
                ($index:expr) => {
                    (0..segment.len).fold(value, |value, k| {
                        let index = $index(row, &axis, start + k);
                        f(value, (index, segment.at(k, step)))
                    })
                };
            }
            value = match rank {
                1 => fold!(M::Index::with_last::<1>),
                2 => fold!(M::Index::with_last::<2>),
                3 => fold!(M::Index::with_last::<3>),
                4 => fold!(M::Index::with_last::<4>),
                _ => fold!(M::Index::with_coordinate),
            };
            if contiguous {
                return value;
            }
            let Some(next) = segments.next_front() else {
                return value;
            };
            segment = next;
        }
    }
}

impl<M: Mapping> DoubleEndedIterator for LogicalOrder<M> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let step = self.step();
        self.next_back_by(step)
    }

    /// As [`nth`](Iterator::nth).
    fn nth_back(&mut self, n: usize) -> Option<Self::Item> {
        if self.contiguous {
            let by = n.min(self.front.len);
            self.front.len -= by;
            self.segments.end_before(by);
            return self.next_back();
        }
        let mut by = n;
        if n >= self.segments.back().0.len {
            let (back, _) = self.segments.back();
            by -= back.len;
            *back = Segment::EMPTY;
            by = self.segments.skip_back(by);
            self.begin_back();
        }
        let (back, end) = self.segments.back();
        by = by.min(back.len);
        back.len -= by;
        end.coordinate -= by;
        self.next_back()
    }
}

impl<M: Mapping> ExactSizeIterator for LogicalOrder<M> {}
impl<M: Mapping> FusedIterator for LogicalOrder<M> {}

/// Iterates over the positions of the elements of an array in row-major order. Without indices,
/// short rows are batches.
#[derive(Clone)]
pub(crate) enum LogicalPositions<M: Mapping> {
    /// Of an array of one dimension.
    Line(Line<M>, M::One),
    Any(LogicalOrder<M>, M::Other),
}

impl<M: Mapping> LogicalPositions<M> {
    #[inline]
    pub(crate) fn new(mapping: M) -> Self {
        match mapping.one_dimension() {
            Ok(one) => LogicalPositions::Line(Line::new(mapping), one),
            Err(other) => {
                let segments = Segments::new(mapping).in_batches();
                LogicalPositions::Any(LogicalOrder::contiguous_if(true, segments), other)
            }
        }
    }

    #[inline]
    pub(crate) fn mapping(&self) -> &M {
        match self {
            LogicalPositions::Line(line, one) => {
                one.exists();
                line.mapping()
            }
            LogicalPositions::Any(order, other) => {
                other.exists();
                order.mapping()
            }
        }
    }
}

impl<M: Mapping> Iterator for LogicalPositions<M> {
    type Item = usize;

    #[inline(always)] // as `LogicalOrder::next`
    fn next(&mut self) -> Option<usize> {
        match self {
            LogicalPositions::Line(line, one) => {
                one.exists();
                line.next()
            }
            LogicalPositions::Any(order, other) => {
                other.exists();
                let step = order.step();
                Some(order.next_by(step)?.1)
            }
        }
    }

    #[inline(always)] // as `next`
    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            LogicalPositions::Line(line, one) => {
                one.exists();
                line.size_hint()
            }
            LogicalPositions::Any(order, other) => {
                other.exists();
                order.size_hint()
            }
        }
    }

    #[inline(always)] // as `next`
    fn nth(&mut self, n: usize) -> Option<usize> {
        match self {
            LogicalPositions::Line(line, one) => {
                one.exists();
                line.nth(n)
            }
            LogicalPositions::Any(order, other) => {
                other.exists();
                order.skip_elements(n);
                let step = order.step();
                Some(order.next_by(step)?.1)
            }
        }
    }

    #[inline(always)] // as of `Line`
    fn fold<B, F: FnMut(B, usize) -> B>(self, init: B, mut f: F) -> B {
        match self {
            LogicalPositions::Line(line, one) => {
                one.exists();
                line.fold(init, f)
            }
            LogicalPositions::Any(order, other) => {
                other.exists();
                order.fold_rows(init, |value, (_, position)| f(value, position))
            }
        }
    }
}

impl<M: Mapping> DoubleEndedIterator for LogicalPositions<M> {
    #[inline]
    fn next_back(&mut self) -> Option<usize> {
        match self {
            LogicalPositions::Line(line, one) => {
                one.exists();
                line.next_back()
            }
            LogicalPositions::Any(order, other) => {
                other.exists();
                Some(order.next_back()?.1)
            }
        }
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<usize> {
        match self {
            LogicalPositions::Line(line, one) => {
                one.exists();
                line.nth_back(n)
            }
            LogicalPositions::Any(order, other) => {
                other.exists();
                Some(order.nth_back(n)?.1)
            }
        }
    }
}

impl<M: Mapping> ExactSizeIterator for LogicalPositions<M> {}
