//! `Partition`: the pieces of all dimensions, each computed once.

use layout_core::spec::MAX_RANK;

use super::breakpoints::Breakpoints;
use crate::copy::strategies::{StridedCopy, StridedPlan};

/// The most pieces of all dimensions together; a copy of more pieces is not planned.
const MAX_PIECES: usize = 24;

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
pub(crate) struct Partition {
    pieces: [DimPiece; MAX_PIECES],
    /// The first piece of each dimension, and the end of the last dimension's
    /// pieces.
    firsts: [usize; MAX_RANK + 1],
    rank: usize,
    /// Holds the loops of all pieces.
    axes: StridedCopy,
    /// The positions of the first element.
    start: (usize, usize),
}

impl Partition {
    /// Returns a partition without dimensions. `start` holds the positions of the first element.
    pub(crate) const fn new(element_bits: usize, start: (usize, usize)) -> Partition {
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
            axes: StridedCopy::new(element_bits),
            start,
        }
    }

    /// Adds the pieces of a dimension of at least one index. `None` when there are too many, or
    /// breakpoints do not nest.
    pub(crate) const fn push(&mut self, breakpoints: &Breakpoints<'_>) -> Option<()> {
        if !breakpoints.nest() {
            return None;
        }
        let mut piece = self.firsts[self.rank];
        let mut at = 0;
        // Ends: each piece has an element or more, and there are at most `MAX_PIECES`.
        while at < breakpoints.extent {
            if piece == MAX_PIECES {
                return None;
            }
            let (src, dst) = breakpoints.positions(at);
            let first_axis = self.axes.num_axes();
            at = match breakpoints.piece(at, &mut self.axes) {
                Some(next) => next,
                None => return None,
            };
            self.pieces[piece] = DimPiece {
                src,
                dst,
                first_axis: first_axis as u8,
                end_axis: self.axes.num_axes() as u8,
            };
            piece += 1;
        }
        self.rank += 1;
        self.firsts[self.rank] = piece;
        Some(())
    }

    /// Returns the number of combinations of one piece of each dimension.
    pub(crate) const fn num_copies(&self) -> usize {
        let (mut copies, mut dim) = (1, 0);
        while dim < self.rank {
            copies *= self.firsts[dim + 1] - self.firsts[dim];
            dim += 1;
        }
        copies
    }

    /// Returns the first combination of one piece of each dimension.
    pub(crate) const fn first(&self) -> [usize; MAX_RANK + 1] {
        self.firsts
    }

    /// Advances to the next combination; false after the last one.
    pub(crate) const fn advance(&self, at: &mut [usize; MAX_RANK + 1]) -> bool {
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
    pub(crate) const fn fill(
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
    pub(crate) const fn plan(&self, plan: &mut StridedPlan, element_bits: usize) -> Option<()> {
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

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use layout_core::spec::Dims;

    use super::*;
    use crate::copy::strategies::sides::Sides;
    use crate::layout::Layout;

    /// Returns the partition of all elements; `None` when there are too many pieces.
    fn partition(texts: [&str; 2]) -> Option<Partition> {
        let [src, dst] = texts.map(|text| Layout::parse(text).unwrap());
        let sides = Sides::of_layouts(&src, &dst);
        let [from, to] = sides.formulas().unwrap();
        let extents = src.dims_list();
        let zero = Dims::filled(0, extents.len());
        let mut partition = Partition::new(sides.bits, (0, 0));
        for (dim, &extent) in extents.iter().enumerate() {
            partition.push(&Breakpoints::new((from, &zero), (to, &zero), dim, extent))?;
        }
        Some(partition)
    }

    /// Rows to tiles of 2 x 2: whole tiles, the last column, the last row, and the corner.
    #[test]
    fn a_copy_for_each_combination_of_pieces() {
        let partition = partition(["f32[3,5]{1,0}", "f32[3,5]{1,0:T(2,2)}"]).unwrap();
        assert_eq!(partition.num_copies(), 4);
        let mut at = partition.first();
        for (start, elements) in [((0, 0), 8), ((4, 8), 2), ((10, 12), 4), ((14, 20), 1)] {
            let mut copy = StridedCopy::new(32);
            partition.fill(&at, &mut copy).unwrap();
            let steps: usize = copy.axes().iter().map(|axis| axis.extent).product();
            assert_eq!(((copy.src, copy.dst), steps), (start, elements));
            assert_eq!(partition.advance(&mut at), start != (14, 20));
        }
        // After the last combination comes the first.
        assert_eq!(at, partition.first());
    }

    /// An array without dimensions is one combination of no pieces.
    #[test]
    fn a_scalar_is_one_copy() {
        let partition = partition(["f32[]", "f32[]{:T(128)}"]).unwrap();
        assert_eq!(partition.num_copies(), 1);
        assert!(!partition.advance(&mut partition.first()));
    }

    #[test]
    fn tiles_that_do_not_nest() {
        let texts = ["f32[12,4]{1,0:T(2,2)}", "f32[12,4]{1,0:T(3,2)}"];
        assert!(partition(texts).is_none());
    }

    /// Eight combinations are more than a plan holds.
    #[test]
    #[cfg(feature = "kernels")]
    fn more_copies_than_a_plan_holds() {
        let hints = crate::copy::strategies::Hints {
            bytes: 0,
            by_source: true,
        };
        for (dims, copies) in [("[3,5,8]", 4), ("[3,5,7]", 8)] {
            let [src, dst] =
                ["", "{2,1,0:T(2,2,4)}"].map(|layout| alloc::format!("u8{dims}{layout}"));
            let partition = partition([&src, &dst]).unwrap();
            assert_eq!(partition.num_copies(), copies);
            let fits = partition.plan(&mut StridedPlan::new(hints), 8).is_some();
            assert_eq!(fits, copies < 8);
        }
    }
}
