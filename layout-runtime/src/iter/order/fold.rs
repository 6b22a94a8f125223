//! Folds of segments, in which whole rows are a loop nest.

use layout_core::util::odometer;

use super::segment::{RowEnd, Segment, SegmentDim};
use super::segments::Segments;
use crate::map::Mapping;

impl<M: Mapping> Segments<M> {
    /// Folds the remaining segments, each with its row and its end there. Whole rows
    /// are a loop nest. In it, all segments of a row but the last have the same
    /// length, which is constant for a static layout.
    #[inline]
    pub(crate) fn fold<B, F>(mut self, init: B, mut f: F) -> B
    where
        F: FnMut(B, &M::Index, usize, Segment) -> B,
    {
        let mut value = init;
        loop {
            value = self.fold_rows(value, &mut f);
            let Some(segment) = self.next_front() else {
                return value;
            };
            let RowEnd { row, coordinate } = self.front_end();
            value = f(value, &row, coordinate, segment);
        }
    }

    /// Folds the whole rows that follow, if the segments are at the edge of a row, and rows are
    /// no batches, which are as fast.
    #[inline]
    pub(crate) fn fold_rows<B, F>(&mut self, init: B, f: &mut F) -> B
    where
        F: FnMut(B, &M::Index, usize, Segment) -> B,
    {
        let (a_row, coordinate) = (self.a_row(), self.front_end().coordinate);
        let is_edge = coordinate == 0 || coordinate == self.along.extent;
        let is_batch = M::STATIC.is_none() && self.along.rows.is_some();
        let mut value = init;
        if !self.along.run_pattern.edges().begin_at_edge() || !is_edge || is_batch || a_row == 0 {
            return value;
        }
        self.leave_batch();
        if self.len() >= a_row && coordinate > 0 {
            self.advance_row();
        }
        while self.len() >= a_row {
            self.front.number += a_row;
            value = self.fold_row(value, f);
        }
        value
    }

    /// Goes to the start of the next row.
    #[inline]
    fn advance_row(&mut self) {
        self.front.coordinate = 0;
        odometer::advance(self.row.as_mut(), self.mapping.dims(), self.along.dim);
    }

    /// Folds the row of segments after the last one, where rows begin at an edge.
    #[inline]
    fn fold_row<B, F>(&mut self, init: B, f: &mut F) -> B
    where
        F: FnMut(B, &M::Index, usize, Segment) -> B,
    {
        let SegmentDim {
            extent,
            run_pattern,
            period,
            ..
        } = self.along;
        let (run, carry) = (run_pattern.edges().edge_to_edge(), run_pattern.carry());
        let mut value = init;
        let row = &self.row;
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
