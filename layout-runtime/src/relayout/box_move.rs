//! `BoxMove`: the copy of a box of elements between two layouts, as a few
//! strided copies.
//!
//! Breakpoints partition each dimension into pieces; a combination of one piece
//! of each dimension is one strided copy.

use super::breakpoints::Breakpoints;
use super::partition::Partition;
use super::{CopyPlan, Hints, StridedCopy};
use crate::layout::Layout;
use crate::layout::formula::term::Columns;
use crate::spec::{Dims, MAX_RANK};
use crate::util::array_vec::ArrayVec;

/// The approximate size, in bytes, of a part whose pieces are all copied before
/// the next part.
const PART: usize = 1 << 19;

/// A box of elements of two layouts, and the plan of its copy. The layouts are
/// not part of it; the caller holds them.
#[derive(Clone, Copy)]
pub(super) struct BoxMove {
    src_origin: Dims,
    dst_origin: Dims,
    extents: Dims,
    hints: Hints,
    how: How,
    /// The copies of [`How::Planned`].
    plan: CopyPlan,
}

/// How the elements are visited.
#[derive(Clone, Copy)]
enum How {
    /// There are none.
    Nothing,
    /// By a few copies: one if all dimensions are divisible, and up to six if two
    /// are not, one of them by two tiles.
    Planned,
    /// By a copy for each combination of the dimensions' pieces, which are too
    /// many to keep.
    Pieces,
    /// In parts of so many steps along a dimension. A part stays in a cache
    /// while its pieces alternate.
    Parts { dim: usize, steps: usize },
    /// Element by element: a layout that does not flatten, or a copy of too many
    /// loops.
    Elements,
}

/// Two layouts.
#[derive(Clone, Copy)]
pub(super) struct Layouts<'a> {
    pub(super) src: &'a Layout,
    pub(super) dst: &'a Layout,
}

impl Layouts<'_> {
    /// The terms of both; `None` when one does not flatten. Layouts do not
    /// store them, so they are computed once per copy.
    const fn terms(self) -> Option<[Columns; 2]> {
        match (self.src.columns(), self.dst.columns()) {
            (Some(src), Some(dst)) => Some([src, dst]),
            _ => None,
        }
    }
}

impl BoxMove {
    /// The move of a box of `extents` elements that begins at these indices and
    /// is within both arrays.
    pub(super) const fn new(
        layouts: Layouts<'_>,
        src_origin: Dims,
        dst_origin: Dims,
        extents: Dims,
    ) -> BoxMove {
        let terms = layouts.terms();
        let hints = Hints {
            bytes: moved(layouts.src.element_bits(), &extents),
            by_source: src_has_fewer_terms(&terms),
        };
        let mut this = BoxMove {
            src_origin,
            dst_origin,
            extents,
            hints,
            how: How::Nothing,
            plan: CopyPlan::new(hints),
        };
        this.how = this.find_how(&terms, layouts.src.element_bits());
        this
    }

    /// The move of all elements of two arrays of the same dimensions.
    pub(super) const fn whole(layouts: Layouts<'_>) -> BoxMove {
        let zero = ArrayVec::filled(0, layouts.src.rank());
        let extents = ArrayVec::from_slice(layouts.src.dims());
        BoxMove::new(layouts, zero, zero, extents)
    }

    /// The plan of the whole move, where it needs no layouts to run.
    pub(super) const fn planned(&self) -> Option<CopyPlan> {
        match self.how {
            How::Nothing | How::Planned => Some(self.plan),
            _ => None,
        }
    }

    /// The bytes of the elements that are moved, on both sides together.
    #[cfg(test)]
    pub(super) const fn moved(&self) -> usize {
        self.hints.bytes
    }

    /// Finds how the elements are visited, and plans the copies if they are few.
    const fn find_how(&mut self, terms: &Option<[Columns; 2]>, bits: usize) -> How {
        let mut dim = 0;
        while dim < self.extents.len() {
            if self.extents.at(dim) == 0 {
                return How::Nothing;
            }
            dim += 1;
        }
        let Some(terms) = terms else {
            return How::Elements;
        };
        if let Some((dim, steps)) = self.parts(terms) {
            return How::Parts { dim, steps };
        }
        match self.make_plan(terms, bits) {
            Some(()) => How::Planned,
            None if self.combination(terms, bits, &[0; MAX_RANK]).is_some() => How::Pieces,
            None => How::Elements,
        }
    }

    /// Plans the copies; `None` when they are too many.
    const fn make_plan(&mut self, terms: &[Columns; 2], bits: usize) -> Option<()> {
        let mut partition = Partition::new(bits);
        let mut dim = 0;
        while dim < self.extents.len() {
            let Some(breakpoints) = self.breakpoints(terms, dim) else {
                return None;
            };
            if partition.push(&breakpoints, self.extents.at(dim)).is_none() {
                return None;
            }
            dim += 1;
        }
        partition.plan(&mut self.plan, bits)
    }

    /// The copy of the pieces that begin at `starts`, and where the next ones
    /// begin; `None` when it has too many loops.
    const fn combination(
        &self,
        terms: &[Columns; 2],
        bits: usize,
        starts: &[usize; MAX_RANK],
    ) -> Option<(StridedCopy, [usize; MAX_RANK])> {
        let mut copy = StridedCopy::new(bits);
        let mut next = [0; MAX_RANK];
        let mut dim = 0;
        while dim < self.extents.len() {
            let Some(breakpoints) = self.breakpoints(terms, dim) else {
                return None;
            };
            let start = breakpoints.start(starts[dim]);
            let Some(end) = breakpoints.piece(&start, &mut copy) else {
                return None;
            };
            next[dim] = end;
            copy.src += start.src;
            copy.dst += start.dst;
            dim += 1;
        }
        Some((copy, next))
    }

    const fn breakpoints<'a>(
        &self,
        [src, dst]: &'a [Columns; 2],
        dim: usize,
    ) -> Option<Breakpoints<'a>> {
        Breakpoints::new(
            (src, self.src_origin.at(dim)),
            (dst, self.dst_origin.at(dim)),
            dim,
            self.extents.at(dim),
        )
    }

    /// Advances `at` to the next position in row-major order, where `next`
    /// advances one dimension; false at the end.
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

    /// The dimension along which pieces alternate many times in a large copy,
    /// and how many of its steps are copied together.
    const fn parts(&self, terms: &[Columns; 2]) -> Option<(usize, usize)> {
        if self.hints.bytes <= 2 * PART {
            return None;
        }
        let mut dim = 0;
        while dim < self.extents.len() {
            if let Some(breakpoints) = self.breakpoints(terms, dim)
                && let Some(period) = breakpoints.alternating()
            {
                let extent = self.extents.at(dim);
                let bytes = self.hints.bytes / 2 / extent * period;
                let steps = match PART.checked_div(bytes) {
                    Some(periods) if periods > 1 => period * periods,
                    _ => period,
                };
                if steps < extent {
                    return Some((dim, steps));
                }
            }
            dim += 1;
        }
        None
    }

    /// Moves the elements. The buffers are as long as the layouts say.
    pub(super) fn run(&self, layouts: Layouts<'_>, src: &[u8], dst: &mut [u8]) {
        match self.how {
            How::Nothing => {}
            How::Planned => self.plan.run(src, dst),
            How::Pieces => self.run_pieces(layouts, src, dst),
            How::Parts { dim, steps } => {
                for part in self.each_part(layouts, dim, steps) {
                    part.run(layouts, src, dst);
                }
            }
            How::Elements => self.run_elements(layouts, src, dst),
        }
    }

    /// The same by several threads, where it is worth it.
    #[cfg(feature = "rayon")]
    pub(super) fn par_run(&self, layouts: Layouts<'_>, src: &[u8], dst: &mut [u8]) {
        match self.how {
            How::Planned => self.plan.par_run(src, dst),
            How::Pieces | How::Parts { .. } => self.each_combination(layouts, |copy| match copy {
                Some(copy) => copy.par_run(self.hints, src, dst),
                None => self.run_elements(layouts, src, dst),
            }),
            _ => self.run(layouts, src, dst),
        }
    }

    fn run_pieces(&self, layouts: Layouts<'_>, src: &[u8], dst: &mut [u8]) {
        self.each_combination(layouts, |copy| match copy {
            Some(copy) => copy.run(self.hints, src, dst),
            None => self.run_elements(layouts, src, dst),
        });
    }

    /// Each combination of one piece of each dimension; `None`, and no more,
    /// when one of them has too many loops.
    pub(super) fn each_combination(
        &self,
        layouts: Layouts<'_>,
        mut visit: impl FnMut(Option<StridedCopy>),
    ) {
        let mut starts = [0; MAX_RANK];
        let (terms, bits) = (layouts.terms(), layouts.src.element_bits());
        loop {
            let combination = terms
                .as_ref()
                .and_then(|terms| self.combination(terms, bits, &starts));
            let Some((copy, next)) = combination else {
                return visit(None);
            };
            visit(Some(copy));
            if !self.advance(&mut starts, &next) {
                return;
            }
        }
    }

    /// The moves of parts of `steps` steps along `dim`.
    fn each_part(
        &self,
        layouts: Layouts<'_>,
        dim: usize,
        steps: usize,
    ) -> impl Iterator<Item = BoxMove> {
        let extent = self.extents.at(dim);
        (0..extent).step_by(steps).map(move |start| {
            let (mut src, mut dst) = (self.src_origin, self.dst_origin);
            src.set(dim, src.at(dim) + start);
            dst.set(dim, dst.at(dim) + start);
            let mut extents = self.extents;
            extents.set(dim, steps.min(extent - start));
            BoxMove::new(layouts, src, dst, extents)
        })
    }

    /// How many parts there are.
    #[cfg(test)]
    pub(super) fn num_parts(&self, layouts: Layouts<'_>) -> usize {
        match self.how {
            How::Parts { dim, steps } => self.each_part(layouts, dim, steps).count(),
            _ => 1,
        }
    }

    /// Each element, in row-major order.
    fn run_elements(&self, layouts: Layouts<'_>, src: &[u8], dst: &mut [u8]) {
        let mut at = [0; MAX_RANK];
        let rank = self.extents.len();
        let (mut from, mut to) = (self.src_origin, self.dst_origin);
        loop {
            for (dim, at) in at.iter().enumerate().take(rank) {
                from.set(dim, self.src_origin.at(dim) + at);
                to.set(dim, self.dst_origin.at(dim) + at);
            }
            let mut copy = StridedCopy::new(layouts.src.element_bits());
            copy.src = layouts.src.offset_unchecked(&from);
            copy.dst = layouts.dst.offset_unchecked(&to);
            copy.run(self.hints, src, dst);
            let next = at.map(|at| at + 1);
            if !self.advance(&mut at, &next) {
                return;
            }
        }
    }

    #[cfg(test)]
    pub(super) const fn hints(&self) -> Hints {
        self.hints
    }
}

/// The bytes of a box of elements, twice.
const fn moved(element_bits: usize, extents: &Dims) -> usize {
    let mut bits = 2 * element_bits;
    let mut dim = 0;
    while dim < extents.len() {
        bits = bits.saturating_mul(extents.at(dim));
        dim += 1;
    }
    bits.div_ceil(8)
}

/// Whether the source is read in memory order: a side without tiles is visited
/// from start to end.
const fn src_has_fewer_terms(terms: &Option<[Columns; 2]>) -> bool {
    match terms {
        Some([src, dst]) => src.len <= dst.len,
        None => true,
    }
}
