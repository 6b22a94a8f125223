//! `Lanes`: arrays of one shape, cut into pieces in which each array has a constant stride.

use core::ops::Range;

use layout_core::formula::run_pattern::RunPattern;
use layout_core::spec::Dims;
use layout_core::util::odometer;

use crate::map::{Mapping, OwnIndex, run_pattern};

/// The length of runs that have a loop of their own: the lanes of a vector register.
pub(crate) const LONG_RUN: usize = 16;

/// The fewest contiguous elements for which no other dimension has a lower [`cost`](Lanes::cost),
/// because elements are contiguous in one dimension only.
const ENOUGH: usize = 8;

/// The fewest rows for which the stride from row to row is worth a query.
const MIN_ROWS: usize = 8;

/// The most rows whose pieces are visited before the next pieces of the same rows: they stay in
/// the first-level cache.
const MAX_GROUP: usize = 128;

/// The queries that cutting needs of a mapping. The trait is object-safe, so that the code
/// is compiled once.
pub(crate) trait Positions: Sync {
    /// How positions change along a dimension.
    fn along(&self, dim: usize) -> RunPattern;

    /// Returns the position of an element whose index is in bounds.
    fn position(&self, index: &[usize]) -> usize;
}

impl<M: Mapping> Positions for M {
    fn along(&self, dim: usize) -> RunPattern {
        if dim + 1 < self.rank() {
            self.pattern(dim)
        } else {
            run_pattern(self)
        }
    }

    fn position(&self, index: &[usize]) -> usize {
        self.slice_offset_unspecified(index)
    }
}

/// An array that is cut.
#[derive(Clone, Copy)]
#[allow(missing_debug_implementations, reason = "hidden")]
pub struct Lane<'a> {
    positions: &'a dyn Positions,
}

impl<'a> Lane<'a> {
    /// Returns an array of these positions.
    #[inline]
    pub(crate) fn new(positions: &'a dyn Positions) -> Self {
        Lane { positions }
    }

    /// Returns the same of a mapping. The queries of a static layout are those of its value, so
    /// that they are not compiled for its type.
    #[inline]
    pub(crate) fn of<M: Mapping>(mapping: &'a M) -> Self {
        Lane::new(match M::STATIC {
            Some(layout) => layout,
            None => mapping,
        })
    }
}

/// Elements along one dimension, for which the stride of each array is constant. Only
/// [`Lanes`] makes one: its positions are those of elements.
#[derive(Debug)]
pub struct StridedPiece<'p, const N: usize> {
    len: usize,
    /// True if the elements of each array are contiguous.
    contiguous: bool,
    /// The dimension, and the index of the first element, but that `row` is to be added in
    /// dimension `row_dim`.
    dim: usize,
    index: &'p Dims,
    row: usize,
    row_dim: usize,
    /// The number of rows that have such a piece, and how positions change from row to row.
    rows: usize,
    to_next: &'p [usize; N],
    /// The position of the first element in each array, and the stride.
    positions: &'p [usize; N],
    steps: &'p [usize; N],
}

impl<const N: usize> StridedPiece<'_, N> {
    /// Calls `f` with the piece of each row, until it returns false. Returns the last result.
    #[inline(always)] // in the function that is called with each group
    fn each_row(&self, mut f: impl FnMut(&StridedPiece<'_, N>) -> bool) -> bool {
        let mut next = *self.positions;
        for row in self.row..self.row + self.rows {
            let positions = &next;
            if !f(&StridedPiece {
                row,
                positions,
                ..*self
            }) {
                return false;
            }
            for (position, step) in next.iter_mut().zip(self.to_next) {
                *position = position.wrapping_add(*step);
            }
        }
        true
    }

    /// Returns the number of elements.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Returns true if the elements of each array are contiguous.
    #[inline]
    pub(crate) fn is_contiguous(&self) -> bool {
        self.contiguous
    }

    /// Returns the position of the first element in each array.
    #[inline]
    pub(crate) fn positions(&self) -> &[usize; N] {
        self.positions
    }

    /// Returns the stride in each array.
    #[inline]
    pub(crate) fn steps(&self) -> &[usize; N] {
        self.steps
    }

    /// Returns the dimension, and the index of the first element.
    #[inline]
    pub(crate) fn index<I: OwnIndex + AsMut<[usize]>>(&self) -> (usize, I) {
        let mut index = I::from_dims(self.index);
        if let Some(number) = index.as_mut().get_mut(self.row_dim) {
            *number += self.row;
        }
        (self.dim, index)
    }
}

/// An operand that is not in memory: it needs no cuts.
pub(crate) struct NoPositions;

impl Positions for NoPositions {
    fn along(&self, _: usize) -> RunPattern {
        RunPattern::WITHOUT_EDGES
    }

    fn position(&self, _: &[usize]) -> usize {
        0
    }
}

/// Where a row is in each array: the positions of an element, and the elements from there to
/// the next edge.
pub(crate) struct RowCursor<const N: usize> {
    pub(crate) positions: [usize; N],
    left: [usize; N],
}

impl<const N: usize> RowCursor<N> {
    /// At these positions of the first elements of `steps`.
    #[inline(always)] // in the innermost loops but one, as `len` and `advance`
    pub(crate) fn new(positions: [usize; N], steps: &[RunPattern; N]) -> Self {
        let left = steps.map(|steps| steps.edges().first_run());
        RowCursor { positions, left }
    }

    /// Returns the length of the next piece, at most `most`.
    #[inline(always)]
    pub(crate) fn len(&self, most: usize) -> usize {
        self.left.into_iter().fold(most, usize::min)
    }

    /// Returns the positions after a piece. Those past an edge are right only where the pattern has
    /// the distance across it.
    #[inline(always)]
    fn after(&self, len: usize, steps: &[RunPattern; N]) -> [usize; N] {
        let mut after = self.positions;
        for (k, after) in after.iter_mut().enumerate() {
            *after = after.wrapping_add(len.wrapping_mul(steps[k].step()));
            if self.left[k] == len {
                *after = after.wrapping_add(steps[k].carry().unwrap_or(0));
            }
        }
        after
    }

    /// Goes on by a piece. `position` computes the next position of array `k`, if no pattern
    /// tells.
    #[inline(always)]
    pub(crate) fn advance(
        &mut self,
        len: usize,
        steps: &[RunPattern; N],
        position: impl Fn(usize) -> usize,
    ) {
        self.positions = self.after(len, steps);
        for (k, steps) in steps.iter().enumerate() {
            self.left[k] -= len;
            if self.left[k] == 0 {
                self.left[k] = steps.edges().edge_to_edge();
                if steps.carry().is_none() {
                    self.positions[k] = position(k);
                }
            }
        }
    }
}

/// Arrays of the same dimensions, and the dimension along which they are cut.
pub(crate) struct Lanes<'a, const N: usize> {
    lanes: [Lane<'a>; N],
    dims: &'a [usize],
    dim: usize,
    steps: [RunPattern; N],
}

/// How positions change from row to row.
struct NextRows<const N: usize> {
    dim: usize,
    extent: usize,
    steps: [RunPattern; N],
}

impl<const N: usize> NextRows<N> {
    /// Returns the number of rows from index `at` on for which the stride of each array is
    /// constant.
    #[inline]
    fn group(&self, at: usize) -> usize {
        let most = MAX_GROUP.min(self.extent - at);
        let to_edge = self.steps.iter().map(|steps| steps.until_edge(at));
        to_edge.fold(most, usize::min)
    }
}

impl<'a, const N: usize> Lanes<'a, N> {
    /// Cuts along the dimension in which the arrays share the longest contiguous runs.
    #[inline(always)] // in `new`
    fn along_longest(lanes: [Lane<'a>; N], dims: &'a [usize]) -> Self {
        let dim = dims.len().saturating_sub(1);
        let last = Lanes {
            dim,
            steps: lanes.map(|lane| lane.positions.along(dim)),
            lanes,
            dims,
        };
        if last.contiguous() && last.shared_run() >= ENOUGH {
            last
        } else {
            last.or_other_dim()
        }
    }

    /// Returns the same, or along a dimension before this one in which that costs less.
    #[inline(never)]
    fn or_other_dim(self) -> Self {
        let mut best = self;
        for dim in (0..best.dim).rev().filter(|&dim| best.dims[dim] > 1) {
            let steps = best.lanes.map(|lane| lane.positions.along(dim));
            let other = Lanes { dim, steps, ..best };
            if other.cost() < best.cost() {
                best = other;
            }
        }
        best
    }

    pub(crate) fn contiguous(&self) -> bool {
        self.steps.iter().all(|steps| steps.step() == 1)
    }

    /// Returns the most elements of a piece, an estimate of all: those between edges of the array
    /// that has the most edges.
    pub(crate) fn shared_run(&self) -> usize {
        let runs = self.steps.iter().map(|steps| steps.edges().edge_to_edge());
        runs.fold(self.extent(), usize::min).max(1)
    }

    /// Returns an estimate of the cost of an element: its share of the cost of a piece, and one
    /// access per array, which is cheaper if vectorised.
    fn cost(&self) -> usize {
        let accesses: usize = if self.contiguous() {
            N
        } else {
            self.steps
                .iter()
                .map(|steps| if steps.step() == 1 { 4 } else { 8 })
                .sum()
        };
        32 * accesses + 1024 / self.shared_run()
    }

    /// Returns the size of the dimension.
    pub(crate) fn extent(&self) -> usize {
        self.dims.get(self.dim).map_or(1, |extent| *extent)
    }

    /// Returns the number of rows along the dimension; 0 if they have no elements.
    pub(crate) fn rows(&self) -> usize {
        if self.dims.contains(&0) {
            return 0;
        }
        let others = self.dims.iter().enumerate();
        others
            .map(|(dim, extent)| if dim == self.dim { 1 } else { *extent })
            .product()
    }

    /// Calls `f` with the pieces of some rows, within a range of the dimension, until it
    /// returns false. Returns the last result. A piece is the first one of a group of rows.
    #[inline(always)] // in `each_piece`
    fn each_group(
        &self,
        rows: Range<usize>,
        along: Range<usize>,
        f: &mut dyn FnMut(&StridedPiece<'_, N>) -> bool,
    ) -> bool {
        let mut index = Dims::filled(0, self.dims.len());
        if rows.start > 0 && !rows.is_empty() {
            odometer::set(index.as_mut(), self.dims, self.dim, rows.start);
        }
        let from = self.steps.map(|steps| steps.from_index(along.start));
        let steps = self.steps.map(|steps| steps.step());
        let contiguous = self.contiguous();
        let mut rows = rows.len();
        let next = if rows >= MIN_ROWS {
            self.next_rows()
        } else {
            None
        };
        let row_dim = next.as_ref().map_or(0, |next| next.dim);
        while rows > 0 {
            let (mut group, mut to_next) = (1, [0; N]);
            if let Some(next) = &next {
                group = next.group(index.at(next.dim)).min(rows);
                to_next = next.steps.map(|steps| steps.step());
            }
            let mut place = along.start;
            self.set_place(&mut index, place);
            let mut cursor = RowCursor::new(
                self.lanes.map(|lane| lane.positions.position(&index)),
                &from,
            );
            while place < along.end {
                let len = cursor.len(along.end - place);
                let piece = StridedPiece {
                    len,
                    contiguous,
                    dim: self.dim,
                    index: &index,
                    row: 0,
                    row_dim,
                    rows: group,
                    to_next: &to_next,
                    positions: &cursor.positions,
                    steps: &steps,
                };
                if !f(&piece) {
                    return false;
                }
                place += len;
                if place == along.end {
                    break;
                }
                self.set_place(&mut index, place);
                cursor.advance(len, &self.steps, |k| {
                    self.lanes[k].positions.position(&index)
                });
            }
            if group > 1 {
                index.as_mut()[row_dim] += group - 1;
            }
            odometer::advance(index.as_mut(), self.dims, self.dim);
            rows -= group;
        }
        true
    }

    /// Returns the dimension from row to row; `None` if there is one row, or if its positions have
    /// no constant stride.
    #[inline(never)]
    fn next_rows(&self) -> Option<NextRows<N>> {
        let mut dims = (0..self.dims.len()).rev();
        let dim = dims.find(|&dim| dim != self.dim && self.dims[dim] > 1)?;
        let steps = self.lanes.map(|lane| lane.positions.along(dim));
        let extent = self.dims[dim];
        let next = NextRows { dim, extent, steps };
        let are_runs = steps.iter().all(|steps| steps.edges().edge_to_edge() > 1);
        are_runs.then_some(next)
    }

    /// Scalars have no dimension.
    fn set_place(&self, index: &mut Dims, place: usize) {
        if let Some(at) = index.as_mut().get_mut(self.dim) {
            *at = place;
        }
    }
}

/// What loops call. Each is compiled once, in this crate.
macro_rules! compiled_once {
    ($($N:literal)*) => {$(
        impl<'a> Lanes<'a, $N> {
            /// Cuts along the dimension in which the arrays share the longest contiguous runs.
            pub(crate) fn new(lanes: [Lane<'a>; $N], dims: &'a [usize]) -> Self {
                Self::along_longest(lanes, dims)
            }

            fn groups(
                &self,
                rows: Range<usize>,
                along: Range<usize>,
                f: &mut dyn FnMut(&StridedPiece<'_, $N>) -> bool,
            ) -> bool {
                self.each_group(rows, along, f)
            }

            /// Calls `f` with the pieces of some rows, within a range of the dimension, until it
            /// returns false. Returns the last result.
            #[inline]
            pub(crate) fn each_piece(
                &self,
                rows: Range<usize>,
                along: Range<usize>,
                mut f: impl FnMut(&StridedPiece<'_, $N>) -> bool,
            ) -> bool {
                self.groups(rows, along, &mut |group| group.each_row(&mut f))
            }

            /// All pieces.
            #[inline]
            pub(crate) fn all(&self, f: impl FnMut(&StridedPiece<'_, $N>) -> bool) -> bool {
                self.each_piece(0..self.rows(), 0..self.extent(), f)
            }
        }
    )*};
}

compiled_once! { 1 2 3 4 5 6 7 }
