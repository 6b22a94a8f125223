//! `Segments`: an array split along one dimension at the edges of its tiles.

use core::ops::Range;

use layout_core::formula::run_pattern::RunPattern;
use layout_core::spec::MAX_RANK;
use layout_core::util::odometer;

use crate::view::mapping::Mapping;

/// A range of one dimension in which positions have a constant stride.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Segment<I> {
    /// The index of the last element, with one more in the dimension.
    pub(crate) end: I,
    /// Of the first element.
    pub(crate) position: usize,
    pub(crate) len: usize,
}

impl<I: Copy + AsMut<[usize]>> Segment<I> {
    /// The index of the element that is `from_end` before the end along `dim`.
    #[inline]
    pub(crate) fn index(&self, dim: usize, from_end: usize) -> I {
        let mut index = self.end;
        if let Some(place) = index.as_mut().get_mut(dim) {
            *place -= from_end;
        }
        index
    }
}

/// The segments of an array: those along dimension `dim` follow one another,
/// the other dimensions go in logical, row-major order.
#[derive(Clone, Debug)]
pub(crate) struct Segments<M: Mapping> {
    mapping: M,
    /// 0 for a scalar, which is one segment.
    dim: usize,
    steps: RunPattern,
    /// The numbers of the segments that are left.
    numbers: Range<usize>,
    /// The end of the segment before the next one; all zeros before the first.
    end: M::Index,
}

impl<M: Mapping> Segments<M> {
    /// Along the last dimension.
    #[inline]
    pub(crate) fn new(mapping: M) -> Self {
        let (dim, steps) = (last_dim(&mapping), mapping.steps());
        Segments::along(mapping, dim, steps)
    }

    /// Along dimension `dim`, where positions go by `steps`.
    #[inline]
    pub(crate) fn along(mapping: M, dim: usize, steps: RunPattern) -> Self {
        let rank = mapping.dims().len();
        let Some(origin) = mapping.index_from_slice(&[0; MAX_RANK][..rank]) else {
            unreachable!("an index has one number a dimension");
        };
        let mut segments = Segments {
            mapping,
            dim,
            steps,
            numbers: 0..0,
            end: origin,
        };
        let dims = segments.mapping.dims();
        // The product can overflow when there are no elements.
        if !dims.contains(&0) {
            let dims = dims.iter().enumerate();
            let rows: usize = dims.map(|(d, n)| if d == dim { 1 } else { *n }).product();
            segments.numbers.end = rows * segments.a_row();
        }
        segments
    }

    /// A segment of no element.
    #[inline]
    pub(crate) fn none(&self) -> Segment<M::Index> {
        Segment {
            end: self.end,
            position: 0,
            len: 0,
        }
    }

    #[inline]
    pub(crate) fn mapping(&self) -> &M {
        &self.mapping
    }

    #[inline]
    pub(crate) fn dim(&self) -> usize {
        self.dim
    }

    #[inline]
    pub(crate) fn step(&self) -> usize {
        self.steps.step
    }

    /// The number of segments that are left.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The first segments that are left, and the others: about as many, and
    /// whole multiples of `unit`. `None` when there are too few.
    #[cfg(feature = "rayon")]
    pub(crate) fn split(mut self, unit: usize) -> (Self, Option<Self>) {
        let count = self.len() / 2 / unit * unit;
        if count == 0 {
            return (self, None);
        }
        let mut rest = self.clone();
        let (start, a_row) = (self.numbers.start + count, self.a_row());
        let place = rest.place(start % a_row);
        set_place(&mut rest.end, rest.dim, place);
        odometer::set(
            rest.end.as_mut(),
            rest.mapping.dims(),
            rest.dim,
            start / a_row,
        );
        rest.numbers.start = start;
        self.numbers.end = start;
        (self, Some(rest))
    }

    /// The number of elements in the segments that are left.
    pub(crate) fn num_elements(&self) -> usize {
        let before = |number| match self.a_row() {
            0 => 0,
            a_row => number / a_row * self.extent() + self.place(number % a_row),
        };
        before(self.numbers.end) - before(self.numbers.start)
    }

    /// The size of the dimension, in elements.
    #[inline]
    fn extent(&self) -> usize {
        self.mapping
            .dims()
            .get(self.dim)
            .map_or(1, |extent| *extent)
    }

    /// The number of segments along the dimension.
    #[inline]
    pub(crate) fn a_row(&self) -> usize {
        match self.extent() {
            0 => 0,
            extent => (extent + self.steps.phase).div_ceil(self.steps.run),
        }
    }

    /// Where segment `number` along the dimension starts.
    #[inline]
    fn place(&self, number: usize) -> usize {
        (number * self.steps.run).saturating_sub(self.steps.phase)
    }

    /// The segment that starts at an index.
    #[inline(always)] // a call would keep the segments in memory
    fn segment(&self, start: M::Index) -> Segment<M::Index> {
        let position = self.mapping.offset_unchecked(start);
        let (mut end, mut len) = (start, 1);
        if let Some(place) = end.as_mut().get_mut(self.dim) {
            let RunPattern { run, phase, .. } = self.steps;
            let to_edge = if *place == 0 { run - phase } else { run };
            len = to_edge.min(self.extent() - *place);
            *place += len;
        }
        Segment { end, position, len }
    }

    /// Where the next segment starts.
    #[inline(always)] // a call would keep the segments in memory
    fn start(&self) -> M::Index {
        let mut start = self.end;
        if self.place_of_end() == Some(self.extent()) {
            set_place(&mut start, self.dim, 0);
            odometer::advance(start.as_mut(), self.mapping.dims(), self.dim);
        }
        start
    }

    #[inline]
    fn place_of_end(&self) -> Option<usize> {
        self.end.as_ref().get(self.dim).copied()
    }

    #[inline(always)] // a call would keep the segments in memory
    pub(crate) fn next_front(&mut self) -> Option<Segment<M::Index>> {
        self.numbers.next()?;
        let segment = self.segment(self.start());
        self.end = segment.end;
        Some(segment)
    }

    /// The next segment, when it continues the row; it stays the next one.
    pub(crate) fn next_in_row(&self) -> Option<Segment<M::Index>> {
        let ended = self.place_of_end() == Some(self.extent());
        (self.len() > 0 && !ended).then(|| self.segment(self.end))
    }

    pub(crate) fn next_back(&mut self) -> Option<Segment<M::Index>> {
        let last = self.last();
        self.numbers.next_back();
        last
    }

    /// The last segment, when the one taken at the back continues its row; it
    /// stays the last one.
    pub(crate) fn last_in_row(&self) -> Option<Segment<M::Index>> {
        let begun = self.numbers.end.is_multiple_of(self.a_row());
        if begun { None } else { self.last() }
    }

    /// The last segment that is left.
    #[inline]
    fn last(&self) -> Option<Segment<M::Index>> {
        let number = self.numbers.clone().next_back()?;
        let mut start = self.end;
        set_place(&mut start, self.dim, self.place(number % self.a_row()));
        let row = number / self.a_row();
        odometer::set(start.as_mut(), self.mapping.dims(), self.dim, row);
        Some(self.segment(start))
    }

    /// The same segments along the last dimension, with constants read from the
    /// mapping again: the compiler may no longer know that the fields are
    /// constant.
    #[inline]
    pub(crate) fn along_last(mut self) -> Self {
        self.dim = last_dim(&self.mapping);
        self.steps = self.mapping.steps();
        self
    }

    /// Folds the remaining segments, each with its length. Whole rows are a
    /// loop nest. In it, all segments of a row but the last have the same
    /// length, which is constant for a static layout.
    #[inline]
    pub(crate) fn fold<B, F>(mut self, init: B, mut f: F) -> B
    where
        F: FnMut(B, &Segment<M::Index>, usize) -> B,
    {
        let mut value = init;
        loop {
            if self.steps.phase == 0 && matches!(self.place_of_end(), None | Some(0)) {
                while self.numbers.len() >= self.a_row() && self.a_row() > 0 {
                    self.numbers.start += self.a_row();
                    value = self.fold_row(value, &mut f);
                }
            }
            let Some(segment) = self.next_front() else {
                return value;
            };
            value = f(value, &segment, segment.len);
            if self.place_of_end() == Some(self.extent()) {
                self.end = self.start();
            }
        }
    }

    /// Folds the row of segments after the one that was the last.
    #[inline]
    fn fold_row<B, F>(&mut self, init: B, f: &mut F) -> B
    where
        F: FnMut(B, &Segment<M::Index>, usize) -> B,
    {
        let (run, extent) = (self.steps.run, self.extent());
        let mut start = self.end;
        let mut value = init;
        let mut place = 0;
        while place + run <= extent {
            set_place(&mut start, self.dim, place);
            value = f(value, &self.segment(start), run);
            place += run;
        }
        if place < extent {
            set_place(&mut start, self.dim, place);
            value = f(value, &self.segment(start), extent - place);
        }
        odometer::advance(self.end.as_mut(), self.mapping.dims(), self.dim);
        value
    }
}

#[inline]
fn last_dim<M: Mapping>(mapping: &M) -> usize {
    mapping.dims().len().saturating_sub(1)
}

/// Sets the index in a dimension; scalars have none.
#[inline]
fn set_place<I: AsMut<[usize]>>(index: &mut I, dim: usize, place: usize) {
    if let Some(at) = index.as_mut().get_mut(dim) {
        *at = place;
    }
}
