//! The pieces that a plan walks through: a nest of loops for each combination.

use super::caches::Way;
use super::cuts::Cuts;
use super::loops::Loops;
use super::nest::{Inner, Nest};
use super::staged::Staged;
use super::{How, RelayoutPlan};
use crate::spec::{Dims, MAX_RANK};

/// About the bytes of a part of which all pieces are moved before the next one.
const PART: usize = 1 << 19;

impl RelayoutPlan {
    /// Finds how the elements are walked through, and the nests if they are few.
    pub(super) const fn find_how(&mut self) -> How {
        let mut dim = 0;
        while dim < self.extents.len() {
            if self.extents.at(dim) == 0 {
                return How::Nothing;
            }
            dim += 1;
        }
        let mut starts = [0; MAX_RANK];
        let Some((loops, mut next)) = self.combination(&starts) else {
            return How::Elements;
        };
        self.nests.push(self.nest(loops));
        while self.advance(&mut starts, &next) {
            let Some((loops, after)) = self.combination(&starts) else {
                return How::Pieces;
            };
            if self.nests.is_full() {
                return How::Pieces;
            }
            self.nests.push(self.nest(loops));
            next = after;
        }
        How::Nests
    }

    /// The loops over the pieces that begin at `starts`, and where the next
    /// ones begin.
    pub(super) const fn combination(
        &self,
        starts: &[usize; MAX_RANK],
    ) -> Option<(Loops, [usize; MAX_RANK])> {
        let mut loops = Loops::new(self.src.element_bits());
        let mut next = [0; MAX_RANK];
        let mut dim = 0;
        while dim < self.extents.len() {
            let Some(cuts) = self.cuts(dim) else {
                return None;
            };
            let Some(end) = cuts.piece(starts[dim], &mut loops.axes) else {
                return None;
            };
            next[dim] = end;
            let (src, dst) = cuts.positions(starts[dim]);
            loops.src += src;
            loops.dst += dst;
            dim += 1;
        }
        Some((loops, next))
    }

    const fn cuts(&self, dim: usize) -> Option<Cuts<'_>> {
        let (Some(src), Some(dst)) = (self.src.columns(), self.dst.columns()) else {
            return None;
        };
        Cuts::new(
            (src, self.src_origin.at(dim)),
            (dst, self.dst_origin.at(dim)),
            dim,
            self.extents.at(dim),
        )
    }

    /// The nest in the order of the layout which has fewer digits, so that a
    /// side without tiles is walked through from its start to its end.
    pub(super) const fn nest(&self, loops: Loops) -> Nest {
        loops.nest(self.src_has_fewer_digits())
    }

    const fn src_has_fewer_digits(&self) -> bool {
        match (self.src.columns(), self.dst.columns()) {
            (Some(src), Some(dst)) => src.len <= dst.len,
            _ => true,
        }
    }

    /// Each combination of one piece of each dimension; `None`, and no more,
    /// when one of them has too many loops.
    pub(super) fn each_combination(&self, mut visit: impl FnMut(Option<Loops>)) {
        let mut starts = [0; MAX_RANK];
        loop {
            let Some((loops, next)) = self.combination(&starts) else {
                return visit(None);
            };
            visit(Some(loops));
            if !self.advance(&mut starts, &next) {
                return;
            }
        }
    }

    /// Sets `at` to the place after it in row-major order, where `next` says
    /// how each dimension goes on; false when there is none.
    #[inline]
    const fn advance(&self, at: &mut [usize; MAX_RANK], next: &[usize; MAX_RANK]) -> bool {
        let mut dim = self.extents.len();
        while dim > 0 {
            dim -= 1;
            at[dim] = next[dim];
            if at[dim] < self.extents.at(dim) {
                return true;
            }
            at[dim] = 0;
        }
        false
    }

    /// Whether there is no more than one [part](Self::each_part), for sure.
    #[inline]
    pub(super) fn is_one_part(&self) -> bool {
        self.nests.len() == 1 || self.moved <= 2 * PART
    }

    /// The plans of parts that stay in a cache while their pieces take turns,
    /// where many pieces alternate along a dimension; else this plan.
    #[inline]
    pub(super) fn each_part(&self, mut visit: impl FnMut(&RelayoutPlan)) {
        let alternating = |dim| Some((dim, self.cuts(dim)?.alternating()?));
        let Some((dim, period)) = (0..self.extents.len()).find_map(alternating) else {
            return visit(self);
        };
        let extent = self.extents.at(dim);
        let bytes = self.moved / 2 / extent * period;
        let steps = period * (PART / bytes.max(1)).max(1);
        if steps >= extent {
            return visit(self);
        }
        for start in (0..extent).step_by(steps) {
            let mut extents = self.extents;
            extents.set(dim, steps.min(extent - start));
            let from = |origin: &Dims| {
                let mut origin = *origin;
                origin.set(dim, origin.at(dim) + start);
                origin
            };
            let (src, dst) = (from(&self.src_origin), from(&self.dst_origin));
            visit(&Self::of((&self.src, src), (&self.dst, dst), extents));
        }
    }

    /// One combination of pieces, or a part of it.
    #[inline]
    pub(super) fn run_loops(&self, loops: &Loops, way: Way, src: &[u8], dst: &mut [u8]) {
        if way == Way::InOrder {
            return self.nest(*loops).run(src, dst);
        }
        let merged = loops.merged();
        let mut nest = merged.nest(!self.src_has_fewer_digits());
        let lanes = matches!(nest.inner, Inner::Shuffle(_));
        if way == Way::ByTiles {
            let nest = if lanes { self.nest(merged) } else { nest };
            return nest.run(src, dst);
        }
        if lanes || !nest.streams(dst) {
            nest = merged.nest_of_lanes();
        } else if nest.scatters_reads() {
            nest = merged.nest(true);
        }
        nest = nest.by_pages();
        if !nest.scatters_reads() && nest.run_streaming(src, dst) {
            return;
        }
        if let Some(staged) = Staged::new(&merged, dst) {
            let size = loops.bits / 8;
            return staged.run(&src[loops.src * size..], &mut dst[loops.dst * size..]);
        }
        self.nest(merged).run(src, dst);
    }

    /// Each element, in row-major order.
    #[inline]
    pub(super) fn run_elements(&self, src: &[u8], dst: &mut [u8]) {
        let mut at = [0; MAX_RANK];
        let rank = self.extents.len();
        let (mut from, mut to) = (self.src_origin, self.dst_origin);
        loop {
            for (dim, at) in at.iter().enumerate().take(rank) {
                from.set(dim, self.src_origin.at(dim) + at);
                to.set(dim, self.dst_origin.at(dim) + at);
            }
            let mut loops = Loops::new(self.src.element_bits());
            loops.src = self.src.offset_unchecked(&from);
            loops.dst = self.dst.offset_unchecked(&to);
            loops.nest(true).run(src, dst);
            let next = at.map(|at| at + 1);
            if !self.advance(&mut at, &next) {
                return;
            }
        }
    }
}
