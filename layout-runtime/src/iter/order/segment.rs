//! `Segment`: elements along one dimension whose positions have a constant stride.

use core::mem;

use layout_core::formula::edges::Edges;
use layout_core::formula::run_pattern::RunPattern;
use layout_core::util::odometer;

use crate::map::{Mapping, OwnIndex};

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

    /// Returns the position of element `k`, where positions go by `step`, which wraps if they go backward.
    #[inline(always)] // in the innermost loops
    pub(crate) fn at(&self, k: usize, step: usize) -> usize {
        self.position.wrapping_add(k.wrapping_mul(step))
    }
}

/// The dimension of the segments.
#[derive(Clone, Copy, Debug)]
pub(super) struct SegmentDim {
    /// Its number; 0 for a scalar, which is one segment.
    pub(super) dim: usize,
    /// Its size, in elements; 1 for a scalar.
    pub(super) extent: usize,
    pub(super) run_pattern: RunPattern,
    /// The distance between the first elements of the segments of a batch: those of `run`
    /// elements of a row, where the pattern has a carry; or rows, where each is one segment.
    /// It wraps.
    pub(super) period: usize,
    /// The number of elements of each segment of a batch.
    pub(super) batch_len: usize,
    /// The edges of the dimension before, if a batch is of rows.
    pub(super) rows: Option<Edges>,
}

/// What is left of the segments, and where the batch that is taken at the front ends. The row
/// where it ends is held apart: a copy of both would be a call, if the row is an `Index`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Front {
    /// The number of the next segment, after those of `batch`.
    pub(super) number: usize,
    /// The number of the segment after the last one that remains.
    pub(super) stop: usize,
    /// The number of segments that follow at a distance of `period`.
    pub(super) batch: usize,
    /// The position of the next segment of the batch; and of the one after it, if that is in
    /// the row and the pattern has a carry.
    pub(super) position: usize,
    /// The index in the dimension at which the batch ends.
    pub(super) coordinate: usize,
}

/// What remains of the segment that is taken at the back, and where it ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Back<X> {
    pub(super) segment: Segment,
    pub(super) end: RowEnd<X>,
}

/// Where a segment ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowEnd<X> {
    /// The index of the segment's row, which has 0 in the dimension.
    pub(crate) row: X,
    /// The index in the dimension; 0 before the first segment. It is a number of its own
    /// because an `Index` is too large for registers.
    pub(crate) coordinate: usize,
}

impl<X: OwnIndex> RowEnd<X> {
    /// Returns the index that is `by` before the end.
    #[inline]
    pub(crate) fn before(&self, axis: &X::Axis, by: usize) -> X {
        self.row.with_coordinate(axis, self.coordinate - by)
    }
}

impl SegmentDim {
    #[inline]
    pub(super) fn new<M: Mapping>(mapping: &M, dim: usize, run_pattern: RunPattern) -> SegmentDim {
        let run = run_pattern.edges().edge_to_edge();
        let carry = run_pattern.carry().unwrap_or(0);
        SegmentDim {
            dim,
            extent: mapping.dims().get(dim).map_or(1, |extent| *extent),
            run_pattern,
            period: run.wrapping_mul(run_pattern.step()).wrapping_add(carry),
            batch_len: run,
            rows: None,
        }
    }

    /// Segments that are rows, of which those up to an edge of the dimension before are a batch.
    #[inline]
    pub(super) fn in_batches_of_rows(mut self, edges: Edges, step: usize) -> SegmentDim {
        self.rows = Some(edges);
        self.period = step;
        self.batch_len = self.extent;
        self
    }

    /// Returns the number of elements of the segment that starts at index `coordinate` of the
    /// dimension, which is 0 or at an edge.
    #[inline]
    pub(super) fn len_at(&self, coordinate: usize) -> usize {
        let edges = self.run_pattern.edges();
        let to_edge = match coordinate {
            0 => edges.first_run(),
            _ => edges.edge_to_edge(),
        };
        to_edge.min(self.extent - coordinate)
    }
}

impl Front {
    /// [`begin_here`](Self::begin_here), by a call.
    #[cold] // so that registers are saved here, not in loops
    #[inline(never)]
    pub(super) fn begin<M: Mapping>(
        &mut self,
        row: &mut M::Index,
        back: &mut Back<M::Index>,
        mapping: &M,
        along: &SegmentDim,
    ) -> Segment {
        self.begin_here(row, back, mapping, along)
    }

    /// Begins the next segment, and finds the batch that follows, which ends in `row`. After the
    /// last segment it is what the back has left of its own, or an empty one.
    #[inline(always)]
    pub(super) fn begin_here<M: Mapping>(
        &mut self,
        row: &mut M::Index,
        back: &mut Back<M::Index>,
        mapping: &M,
        along: &SegmentDim,
    ) -> Segment {
        if self.number == self.stop {
            (*row, self.coordinate) = (back.end.row, back.end.coordinate);
            return mem::replace(&mut back.segment, Segment::EMPTY);
        }
        let SegmentDim { dim, extent, .. } = *along;
        let (steps, carry) = (&along.run_pattern, along.run_pattern.carry());
        let end = &mut self.coordinate;
        if *end == extent {
            *end = 0;
            odometer::advance(row.as_mut(), mapping.dims(), dim);
        }
        let coordinate = *end;
        let position = match carry {
            Some(_) if coordinate > 0 => self.position,
            _ => {
                let mut index = *row;
                if coordinate > 0 {
                    index.as_mut()[dim] = coordinate;
                }
                mapping.offset_unspecified(index)
            }
        };
        let len = along.len_at(coordinate);
        *end += len;
        self.number += 1;
        if let Some(edges) = along.rows {
            self.position = position.wrapping_add(along.period);
            let before = dim - 1;
            let (at, extent) = (row.as_mut()[before], mapping.dims()[before]);
            let rows_after = edges.until_edge(at).min(extent - at) - 1;
            self.batch = rows_after.min(self.stop - self.number);
            self.number += self.batch;
            row.as_mut()[before] += self.batch;
        } else if let Some(carry) = carry {
            self.position =
                position.wrapping_add(carry.wrapping_add(len.wrapping_mul(steps.step())));
            let run = steps.edges().edge_to_edge(); // `end` is at an edge
            if extent - *end >= run {
                self.batch = ((extent - *end) / run).min(self.stop - self.number);
                self.number += self.batch;
                *end += self.batch * run;
            }
        }
        Segment { position, len }
    }
}
