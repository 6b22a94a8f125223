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
    run_pattern: RunPattern,
    /// The numbers of the remaining segments.
    numbers: Range<usize>,
    /// The number of elements in them.
    left: usize,
    /// The index of the row, which has 0 in the dimension.
    row: M::Index,
    /// Where the segment before the next one ends in the row; 0 before the first. It is a
    /// number of its own because an `Index` is too large for registers.
    end: usize,
    /// The position of that end, were it in the segment.
    position: usize,
}

impl<M: PositionMap> Segments<M> {
    /// Along the last dimension.
    #[inline]
    pub(crate) fn new(mapping: M) -> Self {
        let (dim, run_pattern) = (last_dim(&mapping), mapping.run_pattern());
        Segments::along(mapping, dim, run_pattern)
    }

    /// Along dimension `dim`, where positions go by `run_pattern`.
    #[inline]
    pub(crate) fn along(mapping: M, dim: usize, run_pattern: RunPattern) -> Self {
        let rank = mapping.extents().len();
        let Some(origin) = mapping.index_of(&[0; MAX_RANK][..rank]) else {
            unreachable!("an index has one number a dimension");
        };
        let mut segments = Segments {
            mapping,
            dim,
            axis: M::Index::axis(dim, rank),
            run_pattern,
            numbers: 0..0,
            left: 0,
            row: origin,
            end: 0,
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
    pub(crate) fn run_pattern(&self) -> RunPattern {
        self.run_pattern
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
        rest.end = rest.place(start % a_row);
        odometer::set(
            rest.row.as_mut(),
            rest.mapping.extents(),
            rest.dim,
            start / a_row,
        );
        if let (Some(carry), 1..) = (rest.run_pattern.carry, rest.end) {
            let position = rest.position_at(&rest.row, rest.end);
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
        self.row.with_coordinate(&self.axis, self.end - by)
    }

    /// The row of the segment taken at the front: its index, which has 0 in the dimension.
    #[inline]
    pub(crate) fn row(&self) -> &M::Index {
        &self.row
    }

    /// Where the segment taken at the front ends in its row.
    #[inline]
    pub(crate) fn end(&self) -> usize {
        self.end
    }

    /// Sets the row and the end of the segment taken at the front.
    pub(crate) fn set_end(&mut self, row: M::Index, end: usize) {
        (self.row, self.end) = (row, end);
    }

    #[inline]
    fn position_at(&self, row: &M::Index, place: usize) -> usize {
        self.mapping
            .position_unchecked(row.with_coordinate(&self.axis, place))
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
            extent => (extent + self.run_pattern.phase).div_ceil(self.run_pattern.run),
        }
    }

    /// The index along the dimension at which segment `number` starts.
    #[inline]
    fn place(&self, number: usize) -> usize {
        (number * self.run_pattern.run).saturating_sub(self.run_pattern.phase)
    }

    /// The number of elements of the segment that starts at index `place` of the dimension.
    #[inline]
    fn len_at(&self, place: usize) -> usize {
        let RunPattern { run, phase, .. } = self.run_pattern;
        let to_edge = if place == 0 { run - phase } else { run };
        to_edge.min(self.extent() - place)
    }

    /// The next segment. Only the first one of a row takes the formula, where
    /// the others follow by an addition.
    #[inline(always)] // a call would keep the segments in memory
    pub(crate) fn next_front(&mut self) -> Option<Segment> {
        self.numbers.next()?;
        if self.end == self.extent() {
            self.end = 0;
            odometer::advance(self.row.as_mut(), self.mapping.extents(), self.dim);
        }
        let position = match (self.run_pattern.carry, self.end) {
            (Some(carry), 1..) => self.position.wrapping_add(carry),
            _ => self.position_at(&self.row, self.end),
        };
        let len = self.len_at(self.end);
        self.end += len;
        self.position = position.wrapping_add(len.wrapping_mul(self.run_pattern.step));
        self.left -= len;
        Some(Segment { position, len })
    }

    /// The position of the next segment, when it continues the row.
    #[inline]
    pub(crate) fn next_in_row(&self) -> Option<usize> {
        if self.len() == 0 || self.end == self.extent() {
            return None;
        }
        Some(match self.run_pattern.carry {
            Some(carry) => self.position.wrapping_add(carry),
            None => self.position_at(&self.row, self.end),
        })
    }

    /// The last segment: its row, where it ends there, and its elements.
    pub(crate) fn next_back(&mut self) -> Option<(M::Index, usize, Segment)> {
        let (row, start, segment) = self.last()?;
        self.numbers.next_back();
        self.left -= segment.len;
        Some((row, start + segment.len, segment))
    }

    /// The last segment, if it is in the same row as the one taken at the back. It is not
    /// taken.
    pub(crate) fn last_in_row(&self) -> Option<Segment> {
        let begun = self.numbers.end.is_multiple_of(self.a_row());
        if begun {
            return None;
        }
        self.last().map(|(_, _, segment)| segment)
    }

    /// The last segment that is left: its row, where it starts there, and its elements.
    #[inline]
    fn last(&self) -> Option<(M::Index, usize, Segment)> {
        let number = self.numbers.clone().next_back()?;
        let mut row = self.row;
        let place = self.place(number % self.a_row());
        odometer::set(
            row.as_mut(),
            self.mapping.extents(),
            self.dim,
            number / self.a_row(),
        );
        let position = self.position_at(&row, place);
        let len = self.len_at(place);
        Some((row, place, Segment { position, len }))
    }

    /// The same segments along the last dimension. It reads the constants from the mapping
    /// again, because the compiler may no longer know that the fields are constant.
    #[inline]
    pub(crate) fn along_last(mut self) -> Self {
        self.dim = last_dim(&self.mapping);
        self.axis = M::Index::axis(self.dim, self.mapping.extents().len());
        self.run_pattern = self.mapping.known_run_pattern(self.run_pattern);
        self
    }

    /// Folds the remaining segments, each with its row and its end there. Whole rows
    /// are a loop nest. In it, all segments of a row but the last have the same
    /// length, which is constant for a static layout.
    #[inline]
    pub(crate) fn fold<B, F>(mut self, init: B, mut f: F) -> B
    where
        F: FnMut(B, &M::Index, usize, Segment) -> B,
    {
        let mut value = init;
        let a_row = self.a_row();
        loop {
            if self.run_pattern.phase == 0 && self.end == 0 {
                while self.numbers.len() >= a_row && a_row > 0 {
                    self.numbers.start += a_row;
                    value = self.fold_row(value, &mut f);
                }
            }
            let Some(segment) = self.next_front() else {
                return value;
            };
            value = f(value, &self.row, self.end, segment);
            if self.end == self.extent() {
                self.end = 0;
                odometer::advance(self.row.as_mut(), self.mapping.extents(), self.dim);
            }
        }
    }

    /// Folds the row of segments after the last one.
    #[inline]
    fn fold_row<B, F>(&mut self, init: B, f: &mut F) -> B
    where
        F: FnMut(B, &M::Index, usize, Segment) -> B,
    {
        let (RunPattern { run, carry, .. }, extent) = (self.run_pattern, self.extent());
        let to_next =
            carry.map(|carry| carry.wrapping_add(run.wrapping_mul(self.run_pattern.step)));
        let mut value = init;
        let mut position = self.position_at(&self.row, 0);
        let mut place = 0;
        while place + run <= extent {
            place += run;
            value = f(value, &self.row, place, Segment { position, len: run });
            match to_next {
                Some(to_next) => position = position.wrapping_add(to_next),
                None if place < extent => position = self.position_at(&self.row, place),
                None => (),
            }
        }
        if place < extent {
            let len = extent - place;
            value = f(value, &self.row, extent, Segment { position, len });
        }
        odometer::advance(self.row.as_mut(), self.mapping.extents(), self.dim);
        value
    }
}

#[inline]
fn last_dim<M: PositionMap>(mapping: &M) -> usize {
    mapping.extents().len().saturating_sub(1)
}
