//! `RegionCopy`: the copy of a region between two layouts, as a few strided copies.
//!
//! Breakpoints partition each dimension into pieces; a combination of one piece
//! of each dimension is one strided copy.

use layout_core::formula::formula_ref::FormulaRef;
use layout_core::spec::Dims;
use layout_core::util::arithmetic::product;

use super::breakpoints::Breakpoints;
use super::layout_pair::{LayoutPair, copied_bytes, fewer_terms_in_src, position};
use super::partition::Partition;
#[cfg(feature = "alloc")]
use super::value_copy::copy_values;
use super::{Hints, StridedCopy, StridedPlan};

/// The approximate size in bytes of a part whose pieces are all copied before the next part.
const PART_BYTES: usize = 1 << 19;

/// The fewest elements per combination of pieces that are not copied one by one.
const MIN_JOINT_ELEMENTS: usize = 1 << 10;

/// The most pieces of a dimension that are counted; the rest is estimated.
const MAX_EXAMINED: usize = 1 << 7;

/// Elements are copied one by one if at least this many combinations have fewer
/// than `MAX_SHARED_ELEMENTS` elements of a block each: the combinations then share cache lines.
const MIN_SHARED_COMBINATIONS: usize = 32;
const MAX_SHARED_ELEMENTS: usize = 32;

/// The most bits of an element that is copied in dense blocks.
const MAX_BLOCK_ELEMENT_BITS: usize = 128;

/// The copy of a region between two layouts, with its plan. The caller holds the layouts.
#[derive(Clone, Copy)]
pub(super) struct RegionCopy {
    pub(super) src_origin: Dims,
    pub(super) dst_origin: Dims,
    pub(super) extents: Dims,
    pub(super) hints: Hints,
    how: Strategy,
    /// The copies of [`Strategy::Planned`].
    plan: StridedPlan,
}

/// How the elements are visited.
#[derive(Clone, Copy)]
enum Strategy {
    /// There are no elements.
    Nothing,
    /// A few copies: one if all dimensions are divisible, and up to six if two
    /// are not, one of them by two tiles.
    Planned,
    /// One copy for each combination of the dimensions' pieces. The pieces are long, but
    /// there are too many copies to store.
    Pieces,
    /// Parts of some steps along a dimension. A part stays in a cache while its pieces
    /// alternate, or does not carry into another dimension.
    Parts {
        dim: usize,
        steps: usize,
        #[cfg_attr(not(feature = "rayon"), expect(dead_code, reason = "one thread"))]
        carries: bool,
    },
    /// Element by element: pieces are short, a copy has too many loops, or a formula has
    /// too many terms. `is_sum`: the position is a sum of one function per index.
    Elements { is_sum: bool },
    /// Block by block, through dense blocks: a large copy of short pieces, whose positions
    /// are sums of one function per index.
    Blocks,
}

impl RegionCopy {
    /// The copy of a region of `extents` elements from and to these indices, within both arrays.
    pub(super) const fn new(
        layouts: LayoutPair<'_>,
        src_origin: Dims,
        dst_origin: Dims,
        extents: Dims,
    ) -> RegionCopy {
        let formulas = layouts.formulas();
        let bits = layouts.src.element_bits();
        let hints = Hints {
            bytes: copied_bytes(bits, &extents),
            by_source: fewer_terms_in_src(&formulas, extents.len),
        };
        let mut this = RegionCopy {
            src_origin,
            dst_origin,
            extents,
            hints,
            how: Strategy::Nothing,
            plan: StridedPlan::new(hints),
        };
        this.how = this.find_how(layouts, &formulas, bits);
        this
    }

    /// The copy of all elements of two arrays of the same dimensions.
    pub(super) const fn whole(layouts: LayoutPair<'_>) -> RegionCopy {
        let extents = *layouts.src.dims_list();
        let zero = Dims::filled(0, extents.len);
        RegionCopy::new(layouts, zero, zero, extents)
    }

    /// The plan of the whole copy, if it does not need the layouts.
    pub(super) const fn planned(&self) -> Option<StridedPlan> {
        match self.how {
            Strategy::Nothing | Strategy::Planned => Some(self.plan),
            _ => None,
        }
    }

    /// The bytes of the elements that are copied, on both sides together.
    #[cfg(test)]
    pub(super) const fn copied_bytes(&self) -> usize {
        self.hints.bytes
    }

    /// Chooses the strategy, and plans the copies if there are few.
    const fn find_how(
        &mut self,
        layouts: LayoutPair<'_>,
        formulas: &Option<[FormulaRef<'_>; 2]>,
        bits: usize,
    ) -> Strategy {
        let in_blocks = cfg!(all(feature = "alloc", feature = "kernels"))
            && bits.is_multiple_of(8)
            && bits <= MAX_BLOCK_ELEMENT_BITS
            && self.extents.len() > 1
            && self.hints.bytes > 2 * PART_BYTES;
        let elements = if in_blocks {
            Strategy::Blocks
        } else {
            Strategy::Elements { is_sum: true }
        };
        if self.hints.bytes == 0 {
            return Strategy::Nothing;
        }
        let Some(formulas) = formulas else {
            return Strategy::Elements { is_sum: false };
        };
        if let Some((dim, steps)) = self.carrying(formulas) {
            let carries = true;
            return Strategy::Parts {
                dim,
                steps,
                carries,
            };
        }
        let mut partition = Partition::new(bits, self.start(layouts));
        let is_split = self.split(formulas, &mut partition).is_some();
        if !is_split && !self.has_long_pieces(formulas, bits) {
            return elements;
        }
        // With the same minor dimension on both sides, pieces may be contiguous on both.
        if is_split
            && self.hints.bytes > 2 * PART_BYTES
            && partition.shares_lines()
            && layouts.src.minor_to_major().at(0) != layouts.dst.minor_to_major().at(0)
        {
            return elements;
        }
        // Blocks have two dimensions or more.
        let few = in_blocks && is_split && {
            let [src, dst] = [layouts.src.minor_to_major(), layouts.dst.minor_to_major()];
            partition.has_few_uneven([src.at(0), dst.at(0)], bits)
        };
        if (!is_split || partition.alternates())
            && let Some((dim, steps)) = self.alternating(formulas)
        {
            if in_blocks && !few {
                return Strategy::Blocks;
            }
            let carries = false;
            return Strategy::Parts {
                dim,
                steps,
                carries,
            };
        }
        let pieces = if in_blocks && !few && (!is_split || partition.is_uneven()) {
            Strategy::Blocks
        } else {
            Strategy::Pieces
        };
        if !is_split {
            pieces
        } else if partition.plan(&mut self.plan, bits).is_some() {
            Strategy::Planned
        } else if self.has_long_pieces(formulas, bits) {
            pieces
        } else {
            elements
        }
    }

    /// Returns true if planning and copying a combination of pieces takes less time than copying
    /// its elements one by one.
    const fn has_long_pieces(&self, formulas: &[FormulaRef<'_>; 2], bits: usize) -> bool {
        let mut elements = product(self.extents.as_slice());
        let (mut combinations, mut in_blocks) = (1, 1usize);
        let mut dim = 0;
        while dim < self.extents.len() {
            let extent = self.extents.at(dim);
            let breakpoints = self.breakpoints(formulas, dim);
            let (mut pieces, mut at) = (0, 0);
            while at < extent && pieces < MAX_EXAMINED {
                let mut copy = StridedCopy::new(bits);
                at = match breakpoints.piece(&breakpoints.start(at), &mut copy) {
                    Some(next) => next,
                    None => return false,
                };
                pieces += 1;
                if elements / pieces < MIN_JOINT_ELEMENTS {
                    return false;
                }
            }
            if at < extent {
                // Estimates the remaining pieces, up to where they repeat, by these.
                let estimate = breakpoints.block() / (at / pieces);
                pieces = if estimate > pieces { estimate } else { pieces };
                if elements / pieces < MIN_JOINT_ELEMENTS {
                    return false;
                }
            }
            elements /= pieces;
            combinations *= if breakpoints.nest() { 1 } else { pieces };
            in_blocks = in_blocks.saturating_mul(breakpoints.block());
            dim += 1;
        }
        combinations < MIN_SHARED_COMBINATIONS || in_blocks / combinations >= MAX_SHARED_ELEMENTS
    }

    /// The positions of the element at an index counted from the origins.
    pub(super) const fn positions(&self, layouts: LayoutPair<'_>, at: &Dims) -> (usize, usize) {
        let (mut from, mut to) = (self.src_origin, self.dst_origin);
        let mut dim = 0;
        while dim < at.len() {
            from.set(dim, from.at(dim) + at.at(dim));
            to.set(dim, to.at(dim) + at.at(dim));
            dim += 1;
        }
        (
            layouts.src.offset_unchecked(from.as_slice()),
            layouts.dst.offset_unchecked(to.as_slice()),
        )
    }

    /// The positions of the first element.
    pub(super) const fn start(&self, layouts: LayoutPair<'_>) -> (usize, usize) {
        (
            position(layouts.src, &self.src_origin),
            position(layouts.dst, &self.dst_origin),
        )
    }

    /// Adds the pieces of all dimensions; `None` when there are too many.
    pub(super) const fn split(
        &self,
        formulas: &[FormulaRef<'_>; 2],
        partition: &mut Partition,
    ) -> Option<()> {
        let mut dim = 0;
        while dim < self.extents.len {
            let breakpoints = self.breakpoints(formulas, dim);
            if partition
                .push(&breakpoints, self.extents.items[dim])
                .is_none()
            {
                return None;
            }
            dim += 1;
        }
        Some(())
    }

    pub(super) const fn breakpoints<'a>(
        &'a self,
        &[src, dst]: &[FormulaRef<'a>; 2],
        dim: usize,
    ) -> Breakpoints<'a> {
        Breakpoints::new(
            (src, &self.src_origin),
            (dst, &self.dst_origin),
            dim,
            self.extents.items[dim],
        )
    }

    /// A dimension that carries into another one, and how many of its steps are copied
    /// together: as many as a cache holds, or one step, within which it does not carry.
    const fn carrying(&self, formulas: &[FormulaRef<'_>; 2]) -> Option<(usize, usize)> {
        let dims = match formulas[0].carries(&self.extents) {
            Some(dims) => dims,
            None => match formulas[1].carries(&self.extents) {
                Some(dims) => dims,
                None => return None,
            },
        };
        let (fewest, most) = dims;
        let steps = self.extents.at(most) / (self.hints.bytes / (2 * PART_BYTES) + 1);
        if steps > 0 && steps < self.extents.at(most) {
            Some((most, steps))
        } else {
            Some((fewest, 1))
        }
    }

    /// The dimension along which pieces alternate many times in a large copy,
    /// and how many of its steps are copied together.
    const fn alternating(&self, formulas: &[FormulaRef<'_>; 2]) -> Option<(usize, usize)> {
        if self.hints.bytes <= 2 * PART_BYTES {
            return None;
        }
        let mut dim = 0;
        while dim < self.extents.len() {
            if let Some(period) = self.breakpoints(formulas, dim).alternating() {
                let extent = self.extents.at(dim);
                let bytes = self.hints.bytes / 2 / extent * period;
                let steps = match PART_BYTES.checked_div(bytes) {
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

    /// Copies the elements. The caller has checked the lengths of the buffers.
    pub(super) fn run(&self, layouts: LayoutPair<'_>, src: &[u8], dst: &mut [u8]) {
        match self.how {
            Strategy::Nothing => {}
            Strategy::Planned => self.plan.run(src, dst),
            Strategy::Pieces => self.each_combination(layouts, |copy| match copy {
                Some(copy) => copy.run(self.hints, src, dst),
                None => self.run_elements(layouts, true, src, dst),
            }),
            Strategy::Parts { dim, steps, .. } => {
                for part in self.each_part(layouts, dim, steps) {
                    part.run(layouts, src, dst);
                }
            }
            #[cfg(feature = "kernels")]
            Strategy::Elements { is_sum: true } => self.run_blocks(layouts, src, dst),
            #[cfg(all(feature = "alloc", feature = "kernels"))]
            Strategy::Blocks => self.run_dense_blocks(layouts, src, dst, 0),
            #[cfg(not(all(feature = "alloc", feature = "kernels")))]
            Strategy::Blocks => {}
            Strategy::Elements { is_sum } => self.run_elements(layouts, is_sum, src, dst),
        }
    }

    /// Copies the elements as values of a type that may have uninitialised bytes. Returns false
    /// if the copy visits single elements; it can have copied some then.
    #[cfg(feature = "alloc")]
    pub(super) fn run_values<T: Copy>(
        &self,
        layouts: LayoutPair<'_>,
        src: &[T],
        dst: &mut [T],
    ) -> bool {
        match self.how {
            Strategy::Nothing => true,
            Strategy::Planned | Strategy::Pieces => {
                let mut fits = true;
                self.each_combination(layouts, |copy| match copy {
                    Some(copy) => copy_values(&copy, src, dst),
                    None => fits = false,
                });
                fits
            }
            Strategy::Parts { dim, steps, .. } => {
                let mut parts = self.each_part(layouts, dim, steps);
                parts.all(|part| part.run_values(layouts, src, dst))
            }
            Strategy::Elements { .. } | Strategy::Blocks => false,
        }
    }

    /// [`run`](Self::run) with several threads, if the copy is large enough.
    #[cfg(feature = "rayon")]
    pub(super) fn par_run(&self, layouts: LayoutPair<'_>, src: &[u8], dst: &mut [u8]) {
        match self.how {
            Strategy::Planned => self.plan.par_run(src, dst),
            Strategy::Parts {
                dim,
                steps,
                carries: true,
            } => {
                for part in self.each_part(layouts, dim, steps) {
                    part.par_run(layouts, src, dst);
                }
            }
            Strategy::Pieces | Strategy::Parts { .. } => {
                self.each_combination(layouts, |copy| match copy {
                    Some(copy) => copy.par_run(self.hints, src, dst),
                    None => self.run_elements(layouts, true, src, dst),
                })
            }
            #[cfg(feature = "kernels")]
            Strategy::Blocks => self.par_run_dense_blocks(layouts, src, dst, 0),
            _ => self.run(layouts, src, dst),
        }
    }

    /// The number of parts.
    #[cfg(test)]
    pub(super) fn num_parts(&self, layouts: LayoutPair<'_>) -> usize {
        match self.how {
            Strategy::Parts { dim, steps, .. } => self.each_part(layouts, dim, steps).count(),
            _ => 1,
        }
    }
}
