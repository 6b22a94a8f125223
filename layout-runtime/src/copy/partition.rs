//! `Partition`: the pieces of all dimensions, each computed once.

use layout_core::spec::MAX_RANK;

use super::breakpoints::Breakpoints;
use super::{StridedCopy, StridedPlan};

/// The most pieces of all dimensions together; a copy of more pieces is not planned.
const MAX_PIECES: usize = 24;

/// Combinations of pieces [share cache lines](Partition::shares_lines) if at least this many
/// have at most `MAX_SHARED_ELEMENTS` elements of a block each.
const MIN_SHARED_COMBINATIONS: usize = 4;
const MAX_SHARED_ELEMENTS: usize = 13;

/// The most combinations of alternating pieces that are fast as strided copies: of two
/// dimensions; of the innermost of more, or of elements of 8 bytes.
const MAX_COMBINATIONS_OF_MATRIX: usize = 10;
const MAX_COMBINATIONS_OF_ROWS: usize = 5;

/// A piece of one dimension.
#[derive(Clone, Copy)]
struct DimPiece {
    /// The distance of its start from the first element, in elements.
    src: usize,
    dst: usize,
    /// The range of its loops in the list of all loops.
    first_axis: u8,
    end_axis: u8,
}

/// The pieces of all dimensions.
pub(super) struct Partition {
    pieces: [DimPiece; MAX_PIECES],
    /// The first piece of each dimension, and the end of the last dimension's
    /// pieces.
    firsts: [usize; MAX_RANK + 1],
    rank: usize,
    /// True if the pieces of a dimension alternate.
    alternates: bool,
    /// The combinations of one piece of each dimension whose breakpoints do not nest, and the
    /// elements after which all breakpoints repeat.
    combinations: usize,
    in_blocks: usize,
    /// A bit for each dimension whose breakpoints do not nest.
    uneven: u32,
    /// Holds the loops of all pieces.
    axes: StridedCopy,
    /// The positions of the first element.
    start: (usize, usize),
}

impl Partition {
    /// A partition without dimensions. `start` holds the positions of the first element.
    pub(super) const fn new(element_bits: usize, start: (usize, usize)) -> Partition {
        let none = DimPiece {
            src: 0,
            dst: 0,
            first_axis: 0,
            end_axis: 0,
        };
        Partition {
            pieces: [none; MAX_PIECES],
            firsts: [0; MAX_RANK + 1],
            rank: 0,
            alternates: false,
            combinations: 1,
            in_blocks: 1,
            uneven: 0,
            axes: StridedCopy::new(element_bits),
            start,
        }
    }

    /// Adds the pieces of a dimension of `extent` elements, at least 1. `None` when there
    /// are too many pieces.
    pub(super) const fn push(
        &mut self,
        breakpoints: &Breakpoints<'_>,
        extent: usize,
    ) -> Option<()> {
        self.alternates |= breakpoints.alternating().is_some();
        let mut piece = self.firsts[self.rank];
        let mut at = 0;
        // Ends: each piece has an element or more, and there are at most `MAX_PIECES`.
        while at < extent {
            if piece == MAX_PIECES {
                return None;
            }
            let start = breakpoints.start(at);
            let first_axis = self.axes.num_axes();
            at = match breakpoints.piece(&start, &mut self.axes) {
                Some(next) => next,
                None => return None,
            };
            self.pieces[piece] = DimPiece {
                src: start.src,
                dst: start.dst,
                first_axis: first_axis as u8,
                end_axis: self.axes.num_axes() as u8,
            };
            piece += 1;
        }
        if !breakpoints.nest() {
            self.uneven |= 1 << self.rank;
            self.combinations *= piece - self.firsts[self.rank];
        }
        self.in_blocks = self.in_blocks.saturating_mul(breakpoints.block());
        self.rank += 1;
        self.firsts[self.rank] = piece;
        Some(())
    }

    /// Returns true if the pieces of some dimension alternate.
    pub(super) const fn alternates(&self) -> bool {
        self.alternates
    }

    /// Returns true if the pieces of three or more dimensions alternate so often that the
    /// combinations of pieces share most cache lines.
    pub(super) const fn shares_lines(&self) -> bool {
        self.rank >= 3
            && self.combinations >= MIN_SHARED_COMBINATIONS
            && self.in_blocks / self.combinations <= MAX_SHARED_ELEMENTS
    }

    /// Returns true if the breakpoints of some dimension do not nest.
    pub(super) const fn is_uneven(&self) -> bool {
        self.uneven > 0
    }

    /// Returns true if there are so few combinations of dimensions whose breakpoints do not nest
    /// that each is fast as a strided copy of elements of `bits` bits. `minors` are the innermost
    /// dimensions of both sides.
    pub(super) const fn has_few_uneven(&self, minors: [usize; 2], bits: usize) -> bool {
        if self.rank <= 2 {
            return self.combinations <= MAX_COMBINATIONS_OF_MATRIX;
        }
        if minors[0] != minors[1] {
            return bits >= 64 && self.combinations <= MAX_COMBINATIONS_OF_ROWS;
        }
        self.uneven == 1 << minors[0] && self.combinations <= MAX_COMBINATIONS_OF_ROWS
    }

    /// The first combination of one piece of each dimension.
    pub(super) const fn first(&self) -> [usize; MAX_RANK + 1] {
        self.firsts
    }

    /// Advances to the next combination; false after the last one.
    pub(super) const fn advance(&self, at: &mut [usize; MAX_RANK + 1]) -> bool {
        let mut dim = self.rank;
        while dim > 0 {
            dim -= 1;
            at[dim] += 1;
            if at[dim] < self.firsts[dim + 1] {
                return true;
            }
            at[dim] = self.firsts[dim];
        }
        false
    }

    /// Adds the loops of a combination to an empty copy; `None` when there are too many.
    pub(super) const fn fill(
        &self,
        at: &[usize; MAX_RANK + 1],
        copy: &mut StridedCopy,
    ) -> Option<()> {
        (copy.src, copy.dst) = self.start;
        let mut dim = 0;
        while dim < self.rank {
            let piece = self.pieces[at[dim]];
            // It wraps if the piece is before the first element.
            copy.src = copy.src.wrapping_add(piece.src);
            copy.dst = copy.dst.wrapping_add(piece.dst);
            let (first, end) = (piece.first_axis as usize, piece.end_axis as usize);
            if !copy.push_from(&self.axes, first, end) {
                return None;
            }
            dim += 1;
        }
        Some(())
    }

    /// Adds the copies of all combinations to a plan; `None` when there are too many.
    pub(super) const fn plan(&self, plan: &mut StridedPlan, element_bits: usize) -> Option<()> {
        let mut at = self.first();
        let mut copy = StridedCopy::new(element_bits);
        loop {
            if self.fill(&at, &mut copy).is_none() || !plan.push(&mut copy) {
                return None;
            }
            if !self.advance(&mut at) {
                return Some(());
            }
        }
    }
}
