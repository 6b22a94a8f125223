//! `Walk`: the elements of an array in logical order, with their positions.

use core::iter::FusedIterator;
use core::mem;
use core::ops::Range;

use crate::indices;
use crate::mapping::Mapping;
use crate::spec::MAX_RANK;
use crate::steps::Steps;

/// The elements of an array in row-major order: index and position of each.
///
/// The last dimension is cut at the edges of tiles into *segments*, along
/// which positions go by a constant step. Within a segment the next position
/// is an addition; only the first one takes the formula.
#[derive(Clone, Debug)]
pub(crate) struct Walk<M: Mapping> {
    mapping: M,
    /// The numbers of the segments that neither end has begun.
    segments: Range<usize>,
    front: Segment<M::Index>,
    back: Segment<M::Index>,
}

/// What is left of a segment.
#[derive(Clone, Copy, Debug)]
struct Segment<I> {
    /// The index of the last element, with one more in the last dimension.
    end: I,
    /// Of the first element.
    position: usize,
    len: usize,
}

impl<I: Copy + AsMut<[usize]>> Segment<I> {
    const fn empty(end: I) -> Self {
        Segment {
            end,
            position: 0,
            len: 0,
        }
    }

    /// The index of the element that is `from_end` before the end.
    #[inline]
    fn index(&self, from_end: usize) -> I {
        let mut index = self.end;
        if let Some(last) = index.as_mut().last_mut() {
            *last -= from_end;
        }
        index
    }

    /// Folds the segment, which has `len` elements.
    #[inline]
    fn fold<B, F: FnMut(B, (I, usize)) -> B>(
        &self,
        len: usize,
        step: usize,
        init: B,
        f: &mut F,
    ) -> B {
        (0..len).fold(init, |value, k| {
            f(value, (self.index(len - k), self.position + k * step))
        })
    }

    #[inline]
    fn pop_front(&mut self, step: usize) -> (I, usize) {
        let first = (self.index(self.len), self.position);
        self.position += step;
        self.len -= 1;
        first
    }

    #[inline]
    fn pop_back(&mut self, step: usize) -> (I, usize) {
        let index = self.index(1);
        self.len -= 1;
        self.end = index;
        (index, self.position + self.len * step)
    }
}

impl<M: Mapping> Walk<M> {
    #[inline]
    pub(crate) fn new(mapping: M) -> Self {
        let dims = mapping.dims();
        let Some(origin) = mapping.index_from_slice(&[0; MAX_RANK][..dims.len()]) else {
            unreachable!("the index has one number a dimension");
        };
        let segments = match dims.split_last() {
            Some((_, outer)) => outer.iter().product::<usize>() * segments_a_row(&mapping),
            None => 1,
        };
        Walk {
            mapping,
            segments: 0..segments,
            front: Segment::empty(origin),
            back: Segment::empty(origin),
        }
    }

    /// Begins the next segment at the front; false when there are no more
    /// elements.
    #[inline]
    fn begin_front(&mut self) -> bool {
        if self.segments.is_empty() {
            let none = Segment::empty(self.back.end);
            self.front = mem::replace(&mut self.back, none);
            return self.front.len > 0;
        }
        self.segments.start += 1;
        self.front = self.segment(self.next_start());
        true
    }

    /// Begins the next segment at the back; false when there are no more
    /// elements.
    fn begin_back(&mut self) -> bool {
        if self.segments.is_empty() {
            let none = Segment::empty(self.front.end);
            self.back = mem::replace(&mut self.front, none);
            return self.back.len > 0;
        }
        self.segments.end -= 1;
        let mut start = self.front.end;
        if let (Some((last, outer)), Some((_, dims))) = (
            start.as_mut().split_last_mut(),
            self.mapping.dims().split_last(),
        ) {
            let a_row = segments_a_row(&self.mapping);
            *last = start_in_row(&self.mapping, self.segments.end % a_row);
            indices::set(outer, dims, self.segments.end / a_row);
        }
        self.back = self.segment(start);
        true
    }

    /// The whole segment that starts at an index.
    #[inline]
    fn segment(&self, start: M::Index) -> Segment<M::Index> {
        let Steps { run, phase, .. } = self.mapping.steps();
        let position = self.mapping.offset_unchecked(start);
        let mut end = start;
        let mut len = 1;
        if let (Some(last), Some(extent)) = (end.as_mut().last_mut(), self.mapping.dims().last()) {
            let to_edge = if *last == 0 { run - phase } else { run };
            len = to_edge.min(extent - *last);
            *last += len;
        }
        Segment { end, position, len }
    }

    /// The elements that segments before segment `number` have.
    fn elements_before(&self, number: usize) -> usize {
        match self.mapping.dims().last() {
            Some(extent) => {
                let a_row = segments_a_row(&self.mapping).max(1);
                number / a_row * extent + start_in_row(&self.mapping, number % a_row)
            }
            None => number,
        }
    }
}

/// The number of segments in the last dimension.
#[inline]
fn segments_a_row<M: Mapping>(mapping: &M) -> usize {
    let Steps { run, phase, .. } = mapping.steps();
    match mapping.dims().last() {
        Some(0) => 0,
        Some(extent) => (extent + phase).div_ceil(run),
        None => 1,
    }
}

/// Where segment `number` of the last dimension starts.
#[inline]
fn start_in_row<M: Mapping>(mapping: &M, number: usize) -> usize {
    let Steps { run, phase, .. } = mapping.steps();
    (number * run).saturating_sub(phase)
}

impl<M: Mapping> Iterator for Walk<M> {
    type Item = (M::Index, usize);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.front.len == 0 && !self.begin_front() {
            return None;
        }
        Some(self.front.pop_front(self.mapping.steps().step))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let untouched =
            self.elements_before(self.segments.end) - self.elements_before(self.segments.start);
        let len = self.front.len + untouched + self.back.len;
        (len, Some(len))
    }

    /// Whole rows are nests of loops, in which all but the row's number is
    /// constant for a static layout.
    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(mut self, init: B, mut f: F) -> B {
        let Steps { step, phase, .. } = self.mapping.steps();
        let a_row = segments_a_row(&self.mapping);
        let mut value = init;
        loop {
            let segment = self.front;
            value = segment.fold(segment.len, step, value, &mut f);
            self.front.len = 0;
            if phase == 0 && self.at_end_of_row() {
                while self.segments.len() >= a_row && a_row > 0 {
                    self.segments.start += a_row;
                    value = self.fold_row(value, &mut f);
                }
            }
            if !self.begin_front() {
                return value;
            }
        }
    }
}

impl<M: Mapping> Walk<M> {
    /// Whether the next segment at the front begins a row.
    #[inline]
    fn at_end_of_row(&self) -> bool {
        let last = self.front.end.as_ref().last();
        last == Some(&0) || last == self.mapping.dims().last()
    }

    /// Folds the row after the front, of a mapping without phase.
    #[inline]
    fn fold_row<B, F: FnMut(B, (M::Index, usize)) -> B>(&mut self, init: B, f: &mut F) -> B {
        let Steps { run, step, .. } = self.mapping.steps();
        let extent = self.mapping.dims().last().map_or(1, |&extent| extent);
        let mut start = self.next_start();
        let mut value = init;
        let mut place = 0;
        while place + run <= extent {
            set_last(&mut start, place);
            value = self.segment(start).fold(run, step, value, f);
            place += run;
        }
        if place < extent {
            set_last(&mut start, place);
            value = self.segment(start).fold(extent - place, step, value, f);
        }
        set_last(&mut start, extent);
        self.front = Segment::empty(start);
        value
    }

    /// The index at which the next segment at the front starts.
    #[inline]
    fn next_start(&self) -> M::Index {
        let mut start = self.front.end;
        if let (Some((last, outer)), Some((extent, dims))) = (
            start.as_mut().split_last_mut(),
            self.mapping.dims().split_last(),
        ) && last == extent
        {
            *last = 0;
            indices::advance(outer, dims);
        }
        start
    }
}

/// Sets the index in the last dimension.
#[inline]
fn set_last<I: AsMut<[usize]>>(index: &mut I, place: usize) {
    if let Some(last) = index.as_mut().last_mut() {
        *last = place;
    }
}

impl<M: Mapping> DoubleEndedIterator for Walk<M> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        if self.back.len == 0 && !self.begin_back() {
            return None;
        }
        Some(self.back.pop_back(self.mapping.steps().step))
    }
}

impl<M: Mapping> ExactSizeIterator for Walk<M> {}
impl<M: Mapping> FusedIterator for Walk<M> {}
