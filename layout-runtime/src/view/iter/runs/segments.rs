//! `Segments`: an array split along one dimension at the edges of its tiles.

use core::ops::Range;

use layout_core::formula::run_pattern::RunPattern;
use layout_core::spec::MAX_RANK;
use layout_core::util::odometer;

use crate::view::mapping::PositionMap;
use crate::view::mapping::nd_index::OwnIndex;

/// Elements along one dimension whose positions have a constant stride.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Segment {
    /// The position of the first element.
    pub(crate) position: usize,
    pub(crate) len: usize,
}

impl Segment {
    pub(crate) const EMPTY: Segment = Segment {
        position: 0,
        len: 0,
    };
}

/// A dimension of the arrays of a mapping.
pub(crate) type AxisOf<M> = <<M as PositionMap>::Index as OwnIndex>::Axis;

/// Iterates over the segments of an array. The loop along dimension `dim` is the innermost
/// one; the other dimensions are in logical, row-major order.
#[derive(Clone, Debug)]
pub(crate) struct Segments<M: PositionMap> {
    mapping: M,
    /// The dimension of the segments; 0 for a scalar, which is one segment.
    dim: usize,
    /// `dim` as the index type's axis.
    axis: AxisOf<M>,
    steps: RunPattern,
    /// The numbers of the remaining segments.
    numbers: Range<usize>,
    /// The number of elements in them.
    left: usize,
    /// One past the last index of the previous segment: the index of its last element plus
    /// 1 in the dimension. All zeros before the first segment.
    end: M::Index,
    /// The position at `end` if the segment continued.
    position: usize,
}

impl<M: PositionMap> Segments<M> {
    /// Along the last dimension.
    #[inline]
    pub(crate) fn new(mapping: M) -> Self {
        let (dim, steps) = (last_dim(&mapping), mapping.run_pattern());
        Segments::along(mapping, dim, steps)
    }

    /// Along dimension `dim`, where positions go by `steps`.
    #[inline]
    pub(crate) fn along(mapping: M, dim: usize, steps: RunPattern) -> Self {
        let rank = mapping.extents().len();
        let Some(origin) = mapping.index_of(&[0; MAX_RANK][..rank]) else {
            unreachable!("an index has one number a dimension");
        };
        let mut segments = Segments {
            mapping,
            dim,
            axis: M::Index::axis(dim, rank),
            steps,
            numbers: 0..0,
            left: 0,
            end: origin,
            position: 0,
        };
        let dims = segments.mapping.extents();
        // The product can overflow when there are no elements.
        if !dims.contains(&0) {
            let dims = dims.iter().enumerate();
            let rows: usize = dims.map(|(d, n)| if d == dim { 1 } else { *n }).product();
            segments.numbers.end = rows * segments.a_row();
            segments.left = rows * segments.extent();
        }
        segments
    }

    #[inline]
    pub(crate) fn mapping(&self) -> &M {
        &self.mapping
    }

    #[inline]
    pub(crate) fn axis(&self) -> &AxisOf<M> {
        &self.axis
    }

    #[inline]
    pub(crate) fn steps(&self) -> RunPattern {
        self.steps
    }

    /// The number of remaining segments.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Splits the remaining segments into two parts of about equal size, in multiples of
    /// `unit`. `None` when there are too few.
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
            rest.mapping.extents(),
            rest.dim,
            start / a_row,
        );
        if let (Some(carry), 1..) = (rest.steps.carry, place) {
            let position = rest.mapping.position_unchecked(rest.end);
            rest.position = position.wrapping_sub(carry);
        }
        let left = rest.elements_before(start) - rest.elements_before(rest.numbers.start);
        rest.numbers.start = start;
        rest.left -= left;
        self.numbers.end = start;
        self.left = left;
        (self, Some(rest))
    }

    /// The number of elements in the remaining segments.
    #[inline]
    pub(crate) fn num_elements(&self) -> usize {
        self.left
    }

    /// The number of elements in the segments before number `number`.
    #[cfg(feature = "rayon")]
    fn elements_before(&self, number: usize) -> usize {
        let a_row = self.a_row();
        number / a_row * self.extent() + self.place(number % a_row)
    }

    /// The index that is `by` before the end of the segment taken at the front.
    #[inline]
    pub(crate) fn before_end(&self, by: usize) -> M::Index {
        self.end.before(&self.axis, by)
    }

    /// The end of the segment taken at the front.
    #[inline]
    pub(crate) fn end_mut(&mut self) -> &mut M::Index {
        &mut self.end
    }

    /// The size of the dimension, in elements.
    #[inline]
    fn extent(&self) -> usize {
        self.mapping
            .extents()
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

    /// The index along the dimension at which segment `number` starts.
    #[inline]
    fn place(&self, number: usize) -> usize {
        (number * self.steps.run).saturating_sub(self.steps.phase)
    }

    /// The number of elements of the segment that starts at index `place` of the dimension.
    #[inline]
    fn len_at(&self, place: usize) -> usize {
        let RunPattern { run, phase, .. } = self.steps;
        let to_edge = if place == 0 { run - phase } else { run };
        to_edge.min(self.extent() - place)
    }

    /// The index along the dimension at which the segment taken at the front ends; `None`
    /// for a scalar.
    #[inline]
    fn place_of_end(&self) -> Option<usize> {
        self.end.as_ref().get(self.dim).copied()
    }

    /// The next segment. If an addition gives the positions of the other segments of a row,
    /// only the first one evaluates the formula.
    #[inline(always)] // a call would keep the segments in memory
    pub(crate) fn next_front(&mut self) -> Option<Segment> {
        self.numbers.next()?;
        let mut place = self.place_of_end();
        if place == Some(self.extent()) {
            set_place(&mut self.end, self.dim, 0);
            odometer::advance(self.end.as_mut(), self.mapping.extents(), self.dim);
            place = Some(0);
        }
        let position = match (self.steps.carry, place) {
            (Some(carry), Some(1..)) => self.position.wrapping_add(carry),
            _ => self.mapping.position_unchecked(self.end),
        };
        let mut len = 1;
        if let Some(place) = place {
            len = self.len_at(place);
            set_place(&mut self.end, self.dim, place + len);
        }
        self.position = position.wrapping_add(len.wrapping_mul(self.steps.step));
        self.left -= len;
        Some(Segment { position, len })
    }

    /// The position of the next segment, when it continues the row.
    #[inline]
    pub(crate) fn next_in_row(&self) -> Option<usize> {
        let ended = self.place_of_end() == Some(self.extent());
        if self.len() == 0 || ended {
            return None;
        }
        Some(match self.steps.carry {
            Some(carry) => self.position.wrapping_add(carry),
            None => self.mapping.position_unchecked(self.end),
        })
    }

    /// The last segment, and its end.
    pub(crate) fn next_back(&mut self) -> Option<(M::Index, Segment)> {
        let (start, segment) = self.last()?;
        self.numbers.next_back();
        self.left -= segment.len;
        let mut end = start;
        let place = start.as_ref().get(self.dim).map_or(0, |place| *place);
        set_place(&mut end, self.dim, place + segment.len);
        Some((end, segment))
    }

    /// The last segment, if it is in the same row as the one taken at the back. It is not
    /// taken.
    pub(crate) fn last_in_row(&self) -> Option<Segment> {
        let begun = self.numbers.end.is_multiple_of(self.a_row());
        if begun {
            return None;
        }
        self.last().map(|(_, segment)| segment)
    }

    /// The last remaining segment, and the index of its first element.
    #[inline]
    fn last(&self) -> Option<(M::Index, Segment)> {
        let number = self.numbers.clone().next_back()?;
        let mut start = self.end;
        let place = self.place(number % self.a_row());
        set_place(&mut start, self.dim, place);
        let row = number / self.a_row();
        odometer::set(start.as_mut(), self.mapping.extents(), self.dim, row);
        let position = self.mapping.position_unchecked(start);
        let len = match self.place_of_end() {
            Some(_) => self.len_at(place),
            None => 1,
        };
        Some((start, Segment { position, len }))
    }

    /// The same segments along the last dimension. It reads the constants from the mapping
    /// again, because the compiler may no longer know that the fields are constant.
    #[inline]
    pub(crate) fn along_last(mut self) -> Self {
        self.dim = last_dim(&self.mapping);
        self.axis = M::Index::axis(self.dim, self.mapping.extents().len());
        self.steps = self.mapping.known_run_pattern(self.steps);
        self
    }

    /// Folds the remaining segments, each with its end and its length. Whole rows are a
    /// loop nest, in which all segments of a row except the last have the same length, a
    /// constant for a static layout.
    #[inline]
    pub(crate) fn fold<B, F>(mut self, init: B, mut f: F) -> B
    where
        F: FnMut(B, &M::Index, Segment) -> B,
    {
        let mut value = init;
        let a_row = self.a_row();
        loop {
            if self.steps.phase == 0 && matches!(self.place_of_end(), None | Some(0)) {
                while self.numbers.len() >= a_row && a_row > 0 {
                    self.numbers.start += a_row;
                    value = self.fold_row(value, &mut f);
                }
            }
            let Some(segment) = self.next_front() else {
                return value;
            };
            value = f(value, &self.end, segment);
            if self.place_of_end() == Some(self.extent()) {
                set_place(&mut self.end, self.dim, 0);
                odometer::advance(self.end.as_mut(), self.mapping.extents(), self.dim);
            }
        }
    }

    /// Folds the row of segments after the last one.
    #[inline]
    fn fold_row<B, F>(&mut self, init: B, f: &mut F) -> B
    where
        F: FnMut(B, &M::Index, Segment) -> B,
    {
        let (RunPattern { run, carry, .. }, extent) = (self.steps, self.extent());
        let to_next = carry.map(|carry| carry.wrapping_add(run.wrapping_mul(self.steps.step)));
        let mut end = self.end;
        let mut value = init;
        let mut position = self.mapping.position_unchecked(end);
        let mut place = 0;
        while place + run <= extent {
            set_place(&mut end, self.dim, place + run);
            value = f(value, &end, Segment { position, len: run });
            place += run;
            match to_next {
                Some(to_next) => position = position.wrapping_add(to_next),
                None if place < extent => position = self.mapping.position_unchecked(end),
                None => (),
            }
        }
        if place < extent {
            set_place(&mut end, self.dim, extent);
            let len = extent - place;
            value = f(value, &end, Segment { position, len });
        }
        odometer::advance(self.end.as_mut(), self.mapping.extents(), self.dim);
        value
    }
}

#[inline]
fn last_dim<M: PositionMap>(mapping: &M) -> usize {
    mapping.extents().len().saturating_sub(1)
}

/// Sets the index in a dimension; scalars have none.
#[inline]
fn set_place<I: AsMut<[usize]>>(index: &mut I, dim: usize, place: usize) {
    if let Some(at) = index.as_mut().get_mut(dim) {
        *at = place;
    }
}
