//! `Segments`: an array split along one dimension at the edges of its tiles.

use core::ops::Range;

use layout_core::formula::edges::Edges;
use layout_core::formula::run_pattern::RunPattern;
use layout_core::spec::MAX_RANK;
use layout_core::util::odometer;

use super::segment::{Back, Front, RowEnd, Segment, SegmentDim};
use crate::map::{Mapping, OwnIndex, known_run_pattern, pattern_of_rows, run_pattern};

/// The fewest elements of a batch that begins by a call, and of a row without a batch.
const MIN_ROW: usize = 16;

/// The fewest rows for which batches of rows are looked for.
const MIN_ROWS: usize = 16;

/// The largest index, in bytes, that is taken for one that the compiler keeps in registers.
const MAX_IN_REGISTERS: usize = 64;

/// The largest mapping, in bytes, that is copied once per row.
const MAX_COPIED: usize = 256;

/// A dimension of the arrays of a mapping.
pub(crate) type AxisOf<M> = <<M as Mapping>::Index as OwnIndex>::Axis;

/// Iterates over the segments of an array. The loop along dimension `dim` is the innermost
/// one; the other dimensions are in logical, row-major order.
#[derive(Clone, Debug)]
pub(crate) struct Segments<M: Mapping> {
    pub(super) mapping: M,
    /// The dimension as the index type's axis.
    axis: AxisOf<M>,
    pub(super) along: SegmentDim,
    pub(super) front: Front,
    /// The row in which the batch at the front ends.
    pub(super) row: M::Index,
    back: Back<M::Index>,
}

impl<M: Mapping> Segments<M> {
    /// Returns the segments along the last dimension.
    #[inline]
    pub(crate) fn new(mapping: M) -> Self {
        let (dim, run_pattern) = (last_dim(&mapping), run_pattern(&mapping));
        // SAFETY: it is the mapping's pattern along its last dimension.
        unsafe { Segments::along(mapping, dim, run_pattern) }
    }

    /// Returns the segments along dimension `dim`, whose positions follow `run_pattern`.
    ///
    /// # Safety
    ///
    /// Positions of the mapping change along `dim` as `run_pattern` says: it is the mapping's
    /// [`pattern`](Mapping::pattern), or [`RunPattern::SINGLE`].
    #[inline]
    pub(crate) unsafe fn along(mapping: M, dim: usize, run_pattern: RunPattern) -> Self {
        let rank = mapping.dims().len();
        let Some(origin) = mapping.index_from_slice(&[0; MAX_RANK][..rank]) else {
            unreachable!("an index has one number per dimension");
        };
        let mut segments = Segments {
            axis: M::Index::axis(dim, rank),
            along: SegmentDim::new(&mapping, dim, run_pattern),
            mapping,
            front: Front {
                number: 0,
                stop: 0,
                batch: 0,
                position: 0,
                coordinate: 0,
            },
            row: origin,
            back: Back {
                segment: Segment::EMPTY,
                end: RowEnd {
                    row: origin,
                    coordinate: 0,
                },
            },
        };
        let dims = segments.mapping.dims();
        // The product can overflow when there are no elements.
        if !dims.contains(&0) {
            let dims = dims.iter().enumerate();
            let rows: usize = dims.map(|(d, n)| if d == dim { 1 } else { *n }).product();
            segments.front.stop = rows * segments.a_row();
        }
        segments
    }

    /// Returns the same segments along the last dimension, in batches if they are short rows.
    #[inline]
    pub(crate) fn in_batches(mut self) -> Self {
        let is_row = self.a_row() == 1 && self.mapping.dims().len() > 1;
        if is_row && self.along.extent < MIN_ROW && self.front.stop >= MIN_ROWS {
            let pattern = pattern_of_rows(&self.mapping);
            self.along = self
                .along
                .in_batches_of_rows(pattern.edges(), pattern.step());
        }
        self
    }

    /// Returns the same where the indices are wanted: an index that is large has no number of rows
    /// taken from it.
    #[inline]
    pub(crate) fn in_indexed_batches(self) -> Self {
        if const { Self::HAS_SMALL_INDEX } {
            self.in_batches()
        } else {
            self
        }
    }

    /// Whether the compiler keeps an index in registers.
    pub(crate) const HAS_SMALL_INDEX: bool = size_of::<M::Index>() <= MAX_IN_REGISTERS;

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

    /// Returns the number of remaining segments.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.front.stop - (self.front.number - self.front.batch)
    }

    /// Takes all segments as a row of so many elements.
    #[inline]
    pub(crate) fn take_as_one_row(&mut self, len: usize) {
        self.front.stop = 0;
        self.front.coordinate = len;
    }

    /// Takes the last elements from that row.
    #[inline]
    pub(crate) fn end_before(&mut self, by: usize) {
        self.front.coordinate -= by;
    }

    /// Counts the segments of `batch` among those that [`Front::begin`] begins.
    #[inline]
    pub(super) fn leave_batch(&mut self) {
        RowEnd {
            row: self.row,
            coordinate: self.front.coordinate,
        } = self.front_end();
        self.front.number -= self.front.batch;
        self.front.batch = 0;
    }

    /// Goes to a segment, which exists: it is the next one.
    #[inline]
    fn go_to(&mut self, number: usize) {
        let a_row = self.a_row();
        self.front.number = number;
        self.front.coordinate = self.start(number % a_row);
        let (row, dims) = (self.row.as_mut(), self.mapping.dims());
        odometer::set(row, dims, self.along.dim, number / a_row);
        self.front.position = self.position_at(&self.row, self.front.coordinate);
    }

    /// Returns the number of elements before a segment, in all of the array.
    #[inline]
    fn elements_before(&self, number: usize) -> usize {
        elements_before(number, self.along.extent, self.along.run_pattern.edges())
    }

    /// Returns the numbers of the elements in the remaining segments, in all of the array. The segments
    /// are not in a batch.
    #[inline]
    fn elements(&self) -> Range<usize> {
        let Front { number, stop, .. } = self.front;
        if number == stop {
            return 0..0;
        }
        self.elements_before(number)..self.elements_before(stop)
    }

    /// Returns the number of the segment that has an element, and the element's place in it.
    #[inline]
    fn segment_of(&self, element: usize) -> (usize, usize) {
        let (a_row, extent) = (self.a_row(), self.along.extent);
        let in_row = self.along.run_pattern.edges().runs_in(element % extent + 1) - 1;
        let number = element / extent * a_row + in_row;
        (number, element - self.elements_before(number))
    }

    /// Skips the segments that are within the next `n` elements. Returns how many elements of the next
    /// segment remain to be skipped, or of the back's one if there is none.
    #[inline]
    pub(crate) fn skip(&mut self, n: usize) -> usize {
        self.leave_batch();
        let Range { start, end } = self.elements();
        if n >= end - start {
            self.front.number = self.front.stop;
            return n - (end - start);
        }
        let (number, place) = self.segment_of(start + n);
        self.go_to(number);
        place
    }

    /// Skips the segments that are within the last `n` elements. Returns how many elements of the last
    /// segment remain to be skipped, or of the front's one if there is none.
    #[inline(never)] // as `skip`
    pub(crate) fn skip_back(&mut self, n: usize) -> usize {
        self.leave_batch();
        let Range { start, end } = self.elements();
        if n >= end - start {
            self.front.stop = self.front.number;
            return n - (end - start);
        }
        let (number, _) = self.segment_of(end - n - 1);
        self.front.stop = number + 1;
        self.elements_before(number + 1) - (end - n)
    }

    /// Splits the remaining segments into two parts of about equal size, in multiples of
    /// `unit`. `None` when there are too few.
    #[cfg(feature = "rayon")]
    pub(crate) fn split(mut self, unit: usize) -> (Self, Option<Self>) {
        self.leave_batch();
        let count = self.len() / 2 / unit * unit;
        if count == 0 {
            return (self, None);
        }
        let mut rest = self.clone();
        let start = self.front.number + count;
        rest.go_to(start);
        self.front.stop = start;
        (self, Some(rest))
    }

    /// Returns the number of elements in the remaining segments, and in the one at the back.
    #[inline(always)] // a reference would keep the segments in memory
    pub(crate) fn num_elements(&self) -> usize {
        let (extent, edges) = (self.along.extent, self.along.run_pattern.edges());
        num_elements(self.len(), self.front.stop, extent, edges) + self.back.segment.len
    }

    /// Where the segment taken at the front ends: before those of the batch.
    #[inline]
    pub(crate) fn front_end(&self) -> RowEnd<M::Index> {
        let mut end = self.batch_end();
        let batch = self.front.batch;
        if self.along.rows.is_some() {
            end.row = end.row.rows_before(&self.axis, batch);
        } else {
            end.coordinate -= batch * self.along.run_pattern.edges().edge_to_edge();
        }
        end
    }

    /// Where the batch at the front ends.
    #[inline(always)] // as `next_front`
    fn batch_end(&self) -> RowEnd<M::Index> {
        RowEnd {
            row: self.row,
            coordinate: self.front.coordinate,
        }
    }

    /// Returns the index of the element that is `by` before the end of the segment taken at the
    /// front.
    #[inline(always)] // as `next_front`
    pub(crate) fn index_before(&self, by: usize) -> M::Index {
        let (end, batch) = (self.batch_end(), self.front.batch);
        if const { Self::HAS_SMALL_INDEX } && self.along.rows.is_some() {
            return end.before(&self.axis, by).rows_before(&self.axis, batch);
        }
        end.before(
            &self.axis,
            by + batch * self.along.run_pattern.edges().edge_to_edge(),
        )
    }

    /// Returns the segment at the back, and where it ends.
    #[inline]
    pub(crate) fn back(&mut self) -> (&mut Segment, &mut RowEnd<M::Index>) {
        (&mut self.back.segment, &mut self.back.end)
    }

    #[inline]
    pub(super) fn position_at(&self, row: &M::Index, coordinate: usize) -> usize {
        self.mapping
            .offset_unspecified(row.with_coordinate(&self.axis, coordinate))
    }

    /// Returns the number of segments along the dimension.
    #[inline]
    pub(crate) fn a_row(&self) -> usize {
        self.along.run_pattern.edges().runs_in(self.along.extent)
    }

    /// Returns the index along the dimension at which segment `number` starts.
    #[inline]
    fn start(&self, number: usize) -> usize {
        self.along.run_pattern.edges().start_of(number)
    }

    /// Returns the next segment. Only the first one of a row takes the formula, where the others
    /// follow by an addition.
    #[inline(always)] // a call would keep the segments in memory
    pub(crate) fn next_front(&mut self) -> Option<Segment> {
        let segment = if self.front.batch > 0 {
            let position = self.front.position;
            self.front.batch -= 1;
            self.front.position = position.wrapping_add(self.along.period);
            let len = self.along.batch_len;
            Segment { position, len }
        } else {
            // Copies: addresses of fields would keep the segments in memory. Of a large
            // mapping, a copy would take longer.
            let (along, mut front, mut row) = (self.along, self.front, self.row);
            let mut back = self.back;
            let segment = if const { has_short_rows::<M>() } {
                front.begin_here(&mut row, &mut back, &self.mapping, &along)
            } else if const { size_of::<M>() > MAX_COPIED } {
                front.begin(&mut row, &mut back, &self.mapping, &along)
            } else {
                front.begin(&mut row, &mut back, &self.mapping.clone(), &along)
            };
            (self.front, self.row, self.back.segment) = (front, row, back.segment);
            segment
        };
        (segment.len > 0).then_some(segment)
    }

    /// Returns the position of the next segment, when it continues the row.
    #[inline]
    pub(crate) fn next_in_row(&self) -> Option<usize> {
        let Front {
            coordinate,
            position,
            batch,
            ..
        } = self.front;
        if batch > 0 && self.along.rows.is_none() {
            return Some(position);
        }
        if self.len() == 0 || coordinate == self.along.extent {
            return None;
        }
        Some(match self.along.run_pattern.carry() {
            Some(_) => position,
            None => self.position_at(&self.row, coordinate),
        })
    }

    /// Returns the last segment, and where it ends.
    pub(crate) fn next_back(&mut self) -> Option<(RowEnd<M::Index>, Segment)> {
        self.leave_batch();
        let last = self.last()?;
        self.front.stop -= 1;
        Some(last)
    }

    /// Returns the last segment, if it is in the same row as the one taken at the back. It is not
    /// taken.
    pub(crate) fn last_in_row(&self) -> Option<Segment> {
        let begun = self.front.stop.is_multiple_of(self.a_row());
        if begun {
            return None;
        }
        self.last().map(|(_, segment)| segment)
    }

    /// Returns the last segment that is left, and where it ends.
    #[inline]
    fn last(&self) -> Option<(RowEnd<M::Index>, Segment)> {
        if self.len() == 0 {
            return None;
        }
        let (number, a_row) = (self.front.stop - 1, self.a_row());
        let (coordinate, mut row) = (self.start(number % a_row), self.row);
        let dims = self.mapping.dims();
        odometer::set(row.as_mut(), dims, self.along.dim, number / a_row);
        let position = self.position_at(&row, coordinate);
        let len = self.along.len_at(coordinate);
        let coordinate = coordinate + len;
        Some((RowEnd { row, coordinate }, Segment { position, len }))
    }

    /// Returns the same segments along the last dimension. It reads the constants from the mapping
    /// again, because the compiler may no longer know that the fields are constant.
    #[inline]
    pub(crate) fn along_last(mut self) -> Self {
        let dim = last_dim(&self.mapping);
        self.axis = M::Index::axis(dim, self.mapping.dims().len());
        let run_pattern = known_run_pattern::<M>(self.along.run_pattern);
        let held = self.along;
        self.along = SegmentDim::new(&self.mapping, dim, run_pattern);
        if let Some(edges) = held.rows {
            self.along = self.along.in_batches_of_rows(edges, held.period);
        }
        self
    }
}

/// Whether a call for each row would take as long as its elements: of static layouts whose last
/// dimension is below `MIN_ROW`.
const fn has_short_rows<M: Mapping>() -> bool {
    let Some(layout) = M::STATIC else {
        return false;
    };
    match layout.dims() {
        [.., rows, row] if *row < MIN_ROW => {
            let run = layout.run_pattern().edges().edge_to_edge();
            let before = layout.run_pattern_along(layout.rank() - 2);
            let of_rows = before.edges().edge_to_edge();
            run < *row || *rows < MIN_ROWS || of_rows * *row < MIN_ROW
        }
        [row] => *row < MIN_ROW,
        _ => false,
    }
}

/// Returns the number of elements of the last `left` of `stop` segments.
#[inline(never)] // once for all elements
fn num_elements(left: usize, stop: usize, extent: usize, edges: Edges) -> usize {
    if left == 0 {
        return 0;
    }
    elements_before(stop, extent, edges) - elements_before(stop - left, extent, edges)
}

/// Returns the number of elements before segment `number`, where each row has elements.
#[inline]
fn elements_before(number: usize, extent: usize, edges: Edges) -> usize {
    let a_row = edges.runs_in(extent);
    number / a_row * extent + edges.start_of(number % a_row)
}

#[inline]
fn last_dim<M: Mapping>(mapping: &M) -> usize {
    mapping.dims().len().saturating_sub(1)
}
