//! `Segments`: an array split along one dimension at the edges of its tiles.

use layout_core::formula::run_pattern::RunPattern;
use layout_core::spec::MAX_RANK;
use layout_core::util::odometer;

use super::segment::{Front, RowEnd, Segment, SegmentDim};
use crate::view::mapping::PositionMap;
use crate::view::mapping::nd_index::OwnIndex;

/// The fewest elements of a row that begins by a call.
const MIN_ROW: usize = 16;

/// The largest mapping, in bytes, that is copied once per row.
const MAX_COPIED: usize = 256;

/// A dimension of the arrays of a mapping.
pub(crate) type AxisOf<M> = <<M as PositionMap>::Index as OwnIndex>::Axis;

/// Iterates over the segments of an array. The loop along dimension `dim` is the innermost
/// one; the other dimensions are in logical, row-major order.
#[derive(Clone, Debug)]
pub(crate) struct Segments<M: PositionMap> {
    mapping: M,
    /// The dimension as the index type's axis.
    axis: AxisOf<M>,
    along: SegmentDim,
    front: Front<M::Index>,
}

impl<M: PositionMap> Segments<M> {
    /// SegmentDim the last dimension.
    #[inline]
    pub(crate) fn new(mapping: M) -> Self {
        let (dim, run_pattern) = (last_dim(&mapping), mapping.run_pattern());
        Segments::along(mapping, dim, run_pattern)
    }

    /// SegmentDim dimension `dim`, where positions go by `run_pattern`.
    #[inline]
    pub(crate) fn along(mapping: M, dim: usize, run_pattern: RunPattern) -> Self {
        let rank = mapping.extents().len();
        let Some(origin) = mapping.index_of(&[0; MAX_RANK][..rank]) else {
            unreachable!("an index has one number a dimension");
        };
        let mut segments = Segments {
            axis: M::Index::axis(dim, rank),
            along: SegmentDim::new(&mapping, dim, run_pattern),
            mapping,
            front: Front {
                number: 0,
                stop: 0,
                in_row: 0,
                position: 0,
                end: RowEnd {
                    row: origin,
                    coordinate: 0,
                },
            },
        };
        let dims = segments.mapping.extents();
        // The product can overflow when there are no elements.
        if !dims.contains(&0) {
            let dims = dims.iter().enumerate();
            let rows: usize = dims.map(|(d, n)| if d == dim { 1 } else { *n }).product();
            segments.front.stop = rows * segments.a_row();
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
        self.along.run_pattern
    }

    /// The number of remaining segments.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.front.stop - (self.front.number - self.front.in_row)
    }

    /// Counts the segments of `in_row` among those that [`Front::begin`] begins.
    #[inline]
    fn leave_row(&mut self) {
        self.front.number -= self.front.in_row;
        self.front.in_row = 0;
    }

    /// Splits the remaining segments into two parts of about equal size, in multiples of
    /// `unit`. `None` when there are too few.
    #[cfg(feature = "rayon")]
    pub(crate) fn split(mut self, unit: usize) -> (Self, Option<Self>) {
        self.leave_row();
        let count = self.len() / 2 / unit * unit;
        if count == 0 {
            return (self, None);
        }
        let mut rest = self.clone();
        let (start, a_row) = (self.front.number + count, self.a_row());
        rest.front.number = start;
        rest.front.end.coordinate = rest.start(start % a_row);
        odometer::set(
            rest.front.end.row.as_mut(),
            rest.mapping.extents(),
            rest.along.dim,
            start / a_row,
        );
        rest.front.position = rest.position_at(&rest.front.end.row, rest.front.end.coordinate);
        self.front.stop = start;
        (self, Some(rest))
    }

    /// The number of elements in the remaining segments.
    #[inline(never)] // once for all elements
    pub(crate) fn num_elements(&self) -> usize {
        match self.a_row() {
            0 => 0,
            a_row => {
                let extent = self.along.extent;
                let before = |number| number / a_row * extent + self.start(number % a_row);
                before(self.front.stop) - before(self.front.stop - self.len())
            }
        }
    }

    /// Where the segment taken at the front ends.
    #[inline]
    pub(crate) fn front_end(&self) -> &RowEnd<M::Index> {
        &self.front.end
    }

    #[inline]
    pub(crate) fn set_front_end(&mut self, end: RowEnd<M::Index>) {
        self.front.end = end;
    }

    #[inline]
    fn position_at(&self, row: &M::Index, coordinate: usize) -> usize {
        self.mapping
            .position_unchecked(row.with_coordinate(&self.axis, coordinate))
    }

    /// The number of segments along the dimension.
    #[inline]
    pub(crate) fn a_row(&self) -> usize {
        let RunPattern { run, phase, .. } = self.along.run_pattern;
        match self.along.extent {
            0 => 0,
            extent => (extent + phase).div_ceil(run),
        }
    }

    /// The index along the dimension at which segment `number` starts.
    #[inline]
    fn start(&self, number: usize) -> usize {
        let RunPattern { run, phase, .. } = self.along.run_pattern;
        (number * run).saturating_sub(phase)
    }

    /// The next segment. Only the first one of a row takes the formula, where
    /// the others follow by an addition.
    #[inline(always)] // a call would keep the segments in memory
    pub(crate) fn next_front(&mut self) -> Option<Segment> {
        let segment = if self.front.in_row > 0 {
            let (position, len) = (self.front.position, self.along.run_pattern.run);
            self.front.in_row -= 1;
            self.front.end.coordinate += len;
            self.front.position = position.wrapping_add(self.along.period);
            Segment { position, len }
        } else {
            // Copies: addresses of fields would keep the segments in memory. Of a large
            // mapping, a copy would take longer.
            let (along, mut front) = (self.along, self.front);
            let segment = if const { has_short_rows::<M>() } {
                front.begin_here(&self.mapping, &along)
            } else if const { size_of::<M>() > MAX_COPIED } {
                front.begin(&self.mapping, &along)
            } else {
                front.begin(&self.mapping.clone(), &along)
            };
            self.front = front;
            segment
        };
        (segment.len > 0).then_some(segment)
    }

    /// The position of the next segment, when it continues the row.
    #[inline]
    pub(crate) fn next_in_row(&self) -> Option<usize> {
        let Front { end, position, .. } = &self.front;
        if self.len() == 0 || end.coordinate == self.along.extent {
            return None;
        }
        Some(match self.along.run_pattern.carry {
            Some(_) => *position,
            None => self.position_at(&end.row, end.coordinate),
        })
    }

    /// The last segment, and where it ends.
    pub(crate) fn next_back(&mut self) -> Option<(RowEnd<M::Index>, Segment)> {
        self.leave_row();
        let last = self.last()?;
        self.front.stop -= 1;
        Some(last)
    }

    /// The last segment, if it is in the same row as the one taken at the back. It is not
    /// taken.
    pub(crate) fn last_in_row(&self) -> Option<Segment> {
        let begun = self.front.stop.is_multiple_of(self.a_row());
        if begun {
            return None;
        }
        self.last().map(|(_, segment)| segment)
    }

    /// The last segment that is left, and where it ends.
    #[inline]
    fn last(&self) -> Option<(RowEnd<M::Index>, Segment)> {
        if self.len() == 0 {
            return None;
        }
        let (number, a_row) = (self.front.stop - 1, self.a_row());
        let (coordinate, mut row) = (self.start(number % a_row), self.front.end.row);
        let dims = self.mapping.extents();
        odometer::set(row.as_mut(), dims, self.along.dim, number / a_row);
        let position = self.position_at(&row, coordinate);
        let len = self.along.len_at(coordinate);
        let coordinate = coordinate + len;
        Some((RowEnd { row, coordinate }, Segment { position, len }))
    }

    /// The same segments along the last dimension. It reads the constants from the mapping
    /// again, because the compiler may no longer know that the fields are constant.
    #[inline]
    pub(crate) fn along_last(mut self) -> Self {
        let dim = last_dim(&self.mapping);
        self.axis = M::Index::axis(dim, self.mapping.extents().len());
        let run_pattern = self.mapping.known_run_pattern(self.along.run_pattern);
        self.along = SegmentDim::new(&self.mapping, dim, run_pattern);
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
        let (a_row, extent) = (self.a_row(), self.along.extent);
        loop {
            self.leave_row();
            if self.along.run_pattern.phase == 0 && self.front.end.coordinate == 0 {
                while self.len() >= a_row && a_row > 0 {
                    self.front.number += a_row;
                    value = self.fold_row(value, &mut f);
                }
            }
            let Some(segment) = self.next_front() else {
                return value;
            };
            let RowEnd { row, coordinate } = &self.front.end;
            value = f(value, row, *coordinate, segment);
            if self.front.end.coordinate == extent {
                self.advance_row();
            }
        }
    }

    /// Goes to the start of the next row.
    #[inline]
    fn advance_row(&mut self) {
        let RowEnd { row, coordinate } = &mut self.front.end;
        *coordinate = 0;
        odometer::advance(row.as_mut(), self.mapping.extents(), self.along.dim);
    }

    /// Folds the row of segments after the last one.
    #[inline]
    fn fold_row<B, F>(&mut self, init: B, f: &mut F) -> B
    where
        F: FnMut(B, &M::Index, usize, Segment) -> B,
    {
        let SegmentDim {
            extent,
            run_pattern: RunPattern { run, carry, .. },
            period,
            ..
        } = self.along;
        let mut value = init;
        let row = &self.front.end.row;
        let mut position = self.position_at(row, 0);
        let mut coordinate = 0;
        while coordinate + run <= extent {
            coordinate += run;
            value = f(value, row, coordinate, Segment { position, len: run });
            match carry {
                Some(_) => position = position.wrapping_add(period),
                None if coordinate < extent => position = self.position_at(row, coordinate),
                None => (),
            }
        }
        if coordinate < extent {
            let len = extent - coordinate;
            value = f(value, row, extent, Segment { position, len });
        }
        self.advance_row();
        value
    }
}

/// Whether a call for each row would take as long as its elements: of static layouts whose last
/// dimension is below `MIN_ROW`.
const fn has_short_rows<M: PositionMap>() -> bool {
    match M::STATIC {
        Some(layout) => matches!(layout.dims(), [.., row] if *row < MIN_ROW),
        None => false,
    }
}

#[inline]
fn last_dim<M: PositionMap>(mapping: &M) -> usize {
    mapping.extents().len().saturating_sub(1)
}
