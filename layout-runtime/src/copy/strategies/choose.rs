//! How an array is copied to another, how a region of it is, and how row-major data is: the one place
//! that decides at run time.
//!
//! | strategy | when | cost | layouts that need it |
//! |---|---|---|---|
//! | by index | up to 64 elements, whose formulas take a few instructions | no plan | small static layouts |
//! | pieces | arrays of up to 16 KiB: 64 contiguous pieces, pieces of one row, or elements | no plan | a tile, a row, a small batch: all of `T(8,128)` |
//! | strided | tiles divide one another | about the speed of `memcpy` | rows, columns and every TPU tile, from and to each other; panels of matrix products |
//! | through rows | other tiles; with `alloc` | each element is copied twice, once within a cache | TPU tiles to panels of 6 or 24 rows; tiles to tiles from an index within a tile |
//! | parts | an index carries into another dimension's digit | a plan for each index | `T(*,4,2)` of a dimension that 4 does not divide |
//! | elements | all else: small pieces, formulas that are not flat | a table look-up for each element | `{1,0:T(3,3)(2,2)}` |
//!
//! Breakpoints partition each dimension into pieces; a combination of one piece of each
//! dimension is one strided copy. Parts, and blocks that go through rows, are regions for which
//! the decision is made again: a part does not carry, and rows have no tiles.

use layout_core::formula::Evaluator;
use layout_core::spec::Dims;
use layout_core::util::arithmetic::{least_common_multiple, product};

use super::breakpoints::Breakpoints;
use super::partition::Partition;
use super::sides::{Sides, fewer_terms_in_src};
use super::{Destination, Hints, Source, StridedCopy, StridedPlan};
use crate::iter::order::small::is_small;
use crate::map::{Mapping, lacks_dimensions, run_pattern};

/// The fewest elements of a strided copy that is planned only to run once.
const MIN_STRIDED_ELEMENTS: usize = if cfg!(small_limits) { 4 } else { 1 << 10 };

/// The most bytes and pieces of a copy between views that is not planned: planning it takes
/// longer.
const FEW_BYTES: usize = 1 << 14;
const FEW_PIECES: usize = 64;

/// The most elements that are copied one by one to or from row-major data: a plan takes longer.
const FEW_ELEMENTS: usize = 128;

/// The fewest bytes of a run for which copies of runs, one by one, take no longer than the kernels.
/// Without them, 1024 numbers would take twice as long.
const LONG_RUN_BYTES: usize = 64;

/// Returns true if this many elements of `size` bytes are so few that a plan may take longer than the
/// copy.
fn are_few_bytes(elements: usize, size: usize) -> bool {
    elements <= FEW_BYTES / size.max(1)
}

/// Returns true if an array whose pieces have about `run` elements has few pieces. Ends of rows make
/// the pieces twice as many at most. `is_plain`: pieces are contiguous on both sides, or the array is
/// one row, for which kernels have nothing better; otherwise each element counts.
pub(crate) fn has_few_pieces(elements: usize, run: usize, is_plain: bool) -> bool {
    elements <= FEW_PIECES * if is_plain { run } else { 1 }
}

/// How the elements of an array are copied to an array of the same dimensions, if that is not planned
/// at compile time.
pub(crate) enum ArrayCopy {
    /// By the formulas of positions: few elements.
    ByIndex,
    /// Piece by piece: arrays that lack dimensions of their layouts.
    Pieces,
    /// Piece by piece if the pieces are few, see [`has_few_pieces`], otherwise as a region.
    FewPieces,
    /// Packed elements one by one: arrays that lack dimensions of their layouts.
    Bits,
    /// As a region of both arrays.
    Region,
}

impl ArrayCopy {
    /// Chooses for arrays of the same dimensions, of units of `size` bytes.
    #[inline]
    pub(crate) fn choose(
        src: &impl Mapping,
        dst: &impl Mapping,
        size: usize,
        is_packed: bool,
    ) -> ArrayCopy {
        if !is_packed && is_small(src) && is_small(dst) {
            return ArrayCopy::ByIndex;
        }
        match (is_packed, is_region(src) && is_region(dst)) {
            (true, false) => ArrayCopy::Bits,
            (false, false) => ArrayCopy::Pieces,
            (false, true) if are_few_bytes(product(dst.dims()), size) => ArrayCopy::FewPieces,
            (_, true) => ArrayCopy::Region,
        }
    }
}

/// Returns true unless the planner lacks a dimension of the array's layout, which the array does not
/// have.
fn is_region(map: &impl Mapping) -> bool {
    !lacks_dimensions(map) || map.element().is_none() // without making a layout
}

/// How the elements of an array are copied to or from row-major data.
pub(crate) enum RowsCopy {
    /// Run by run: long runs of few bytes.
    Runs,
    /// One by one: few elements, or packed ones.
    Elements,
    /// As arrays.
    Arrays,
}

impl RowsCopy {
    /// Chooses for an array of this many elements, of `size` bytes.
    #[inline]
    pub(crate) fn choose(
        map: &impl Mapping,
        elements: usize,
        size: usize,
        is_packed: bool,
    ) -> RowsCopy {
        if !is_packed && are_few_bytes(elements, size) && has_long_runs(map, size) {
            RowsCopy::Runs
        } else if is_packed || elements <= FEW_ELEMENTS {
            RowsCopy::Elements
        } else {
            RowsCopy::Arrays
        }
    }
}

/// Returns true if runs in row-major order are long.
#[inline]
fn has_long_runs(map: &impl Mapping, size: usize) -> bool {
    let pattern = run_pattern(map);
    let row = map.dims().last().map_or(1, |extent| *extent);
    let run = pattern.edges().edge_to_edge().min(row);
    pattern.step() == 1 && run >= LONG_RUN_BYTES / size.max(1)
}

/// Moves an index within `extents` on by the steps of the first dimension in `order` that has more
/// indices; those before it begin again. False after the last index.
pub(crate) fn advance(
    at: &mut Dims,
    extents: &Dims,
    mut order: impl Iterator<Item = usize>,
    steps: impl Fn(usize) -> usize,
) -> bool {
    order.any(|dim| {
        let next = at[dim] + steps(dim);
        let goes_on = next < extents[dim];
        at.set(dim, if goes_on { next } else { 0 });
        goes_on
    })
}

/// A region of two arrays: where it begins in each, and its extents.
#[derive(Clone, Copy)]
pub(crate) struct CopyRegion {
    pub(crate) src_origin: Dims,
    pub(crate) dst_origin: Dims,
    pub(crate) extents: Dims,
}

impl CopyRegion {
    /// Returns the region of `len` indices of a dimension from `start` on.
    pub(crate) fn part(&self, dim: usize, start: usize, len: usize) -> CopyRegion {
        let mut part = *self;
        part.src_origin.set(dim, self.src_origin[dim] + start);
        part.dst_origin.set(dim, self.dst_origin[dim] + start);
        part.extents.set(dim, len);
        part
    }

    /// Moves `at` on, see [`advance`].
    pub(crate) fn advance(
        &self,
        at: &mut Dims,
        order: &[usize],
        steps: impl Fn(usize) -> usize,
    ) -> bool {
        advance(at, &self.extents, order.iter().copied(), steps)
    }

    /// Returns the positions of the first element.
    pub(crate) const fn start(&self, sides: Sides<'_>) -> (usize, usize) {
        (
            sides.src.start(&self.src_origin),
            sides.dst.start(&self.dst_origin),
        )
    }

    /// Returns the positions of the element at an index counted from the origins.
    pub(crate) const fn positions(&self, sides: Sides<'_>, at: &Dims) -> (usize, usize) {
        let (mut from, mut to) = (self.src_origin, self.dst_origin);
        let mut dim = 0;
        while dim < at.len() {
            from.set(dim, from.at(dim) + at.at(dim));
            to.set(dim, to.at(dim) + at.at(dim));
            dim += 1;
        }
        (sides.src.position(&from), sides.dst.position(&to))
    }

    /// Returns the number of indices of a dimension after which positions have grown by the same
    /// amount on each side, from any index.
    pub(crate) fn period(&self, [src, dst]: &[&Evaluator; 2], dim: usize) -> usize {
        least_common_multiple(
            src.period(dim, self.src_origin[dim] + self.extents[dim]),
            dst.period(dim, self.dst_origin[dim] + self.extents[dim]),
        )
    }

    /// Adds the pieces of all dimensions; `None` if they are too many, or tiles do not nest.
    pub(crate) const fn split(
        &self,
        &[src, dst]: &[&Evaluator; 2],
        partition: &mut Partition,
    ) -> Option<()> {
        let (src, dst) = ((src, &self.src_origin), (dst, &self.dst_origin));
        let mut dim = 0;
        while dim < self.extents.len() {
            let breakpoints = Breakpoints::new(src, dst, dim, self.extents.items()[dim]);
            if partition.push(&breakpoints).is_none() {
                return None;
            }
            dim += 1;
        }
        Some(())
    }
}

/// The copy of a region between two sides. The caller holds the sides.
#[derive(Clone, Copy)]
pub(crate) struct RegionCopy {
    pub(crate) region: CopyRegion,
    pub(crate) hints: Hints,
    pub(crate) how: Strategy,
}

/// How the elements are visited; see the table of this module.
#[derive(Clone, Copy)]
#[allow(
    clippy::large_enum_variant,
    reason = "a plan is made without allocation"
)]
pub(crate) enum Strategy {
    /// Strided copies: none without elements, one if all dimensions are divisible, and up to six if
    /// two are not, one of them by two tiles.
    Planned(StridedPlan),
    /// Strided copies that are too many to store.
    Strided,
    /// One index of a dimension after another, because it carries into another dimension.
    Parts { dim: usize },
    /// Blocks through rows.
    ThroughRows,
    /// Element by element. `is_sum`: the position is a sum of one function per index.
    Elements { is_sum: bool },
}

impl RegionCopy {
    /// Returns the copy of all elements of two arrays of these dimensions.
    pub(crate) const fn whole(sides: Sides<'_>, extents: Dims) -> RegionCopy {
        let zero = Dims::filled(0, extents.len());
        let region = CopyRegion {
            src_origin: zero,
            dst_origin: zero,
            extents,
        };
        RegionCopy::of(sides, region)
    }

    /// Returns the copy of a region, within both arrays.
    pub(crate) const fn of(sides: Sides<'_>, region: CopyRegion) -> RegionCopy {
        let formulas = sides.formulas();
        let hints = Hints {
            bytes: sides.copied_bytes(&region.extents),
            by_source: fewer_terms_in_src(&formulas, region.extents.len()),
        };
        let mut this = RegionCopy {
            region,
            hints,
            how: Strategy::Planned(StridedPlan::new(hints)),
        };
        this.choose(sides, &formulas);
        this
    }

    /// Adds the copies to the plan, if there are few; otherwise chooses another strategy. In place,
    /// because a plan is large.
    const fn choose(&mut self, sides: Sides<'_>, formulas: &Option<[&Evaluator; 2]>) {
        if self.hints.bytes == 0 {
            return;
        }
        let Some(formulas) = formulas else {
            self.how = Strategy::Elements { is_sum: false };
            return;
        };
        if let Some(dim) = self.carrying(formulas) {
            self.how = Strategy::Parts { dim };
            return;
        }
        let mut partition = Partition::new(sides.bits, self.region.start(sides));
        if self.region.split(formulas, &mut partition).is_none() {
            let is_flat = formulas[0].is_flat() && formulas[1].is_flat();
            self.how = if is_flat {
                Strategy::ThroughRows
            } else {
                Strategy::Elements { is_sum: true }
            };
            return;
        }
        if let Strategy::Planned(plan) = &mut self.how
            && partition.plan(plan, sides.bits).is_some()
        {
            return;
        }
        let elements = product(self.region.extents.as_slice());
        self.how = if elements / partition.num_copies() >= MIN_STRIDED_ELEMENTS {
            Strategy::Strided
        } else {
            Strategy::Elements { is_sum: true }
        };
    }

    /// Returns a dimension that carries into another one, the smaller of both.
    const fn carrying(&self, [src, dst]: &[&Evaluator; 2]) -> Option<usize> {
        match (
            src.carries(&self.region.extents),
            dst.carries(&self.region.extents),
        ) {
            (Some((smallest, _)), _) | (None, Some((smallest, _))) => Some(smallest),
            (None, None) => None,
        }
    }

    /// Returns the bytes of the elements that are copied, on both sides together.
    #[cfg(test)]
    pub(crate) const fn copied_bytes(&self) -> usize {
        self.hints.bytes
    }

    /// Returns the plan of the whole copy, if it does not need the sides.
    pub(crate) const fn planned(&self) -> Option<StridedPlan> {
        match self.how {
            Strategy::Planned(plan) => Some(plan),
            _ => None,
        }
    }

    /// Calls a function with the strided copies that together copy the region; with `None` if positions
    /// are not sums of one function per index, or there are too many pieces.
    pub(crate) fn each_copy(&self, sides: Sides<'_>, mut visit: impl FnMut(Option<StridedCopy>)) {
        match &self.how {
            Strategy::Planned(plan) => plan.copies(sides.bits).for_each(|copy| visit(Some(copy))),
            Strategy::Strided | Strategy::Elements { is_sum: true } => {
                self.each_combination(sides, visit)
            }
            _ => visit(None),
        }
    }

    /// Copies the elements. The caller has checked the lengths of the buffers.
    pub(crate) fn run(&self, sides: Sides<'_>, src: Source<'_>, mut dst: Destination<'_>) {
        match &self.how {
            Strategy::Planned(plan) => plan.execute(src, dst),
            Strategy::Strided => self.each_combination(sides, |copy| match copy {
                Some(copy) => copy.execute(self.hints, src, dst.reborrow()),
                None => self.run_elements(sides, true, src, dst.reborrow()),
            }),
            &Strategy::Parts { dim } => {
                for at in 0..self.region.extents[dim] {
                    let part = self.region.part(dim, at, 1);
                    RegionCopy::of(sides, part).run(sides, src, dst.reborrow());
                }
            }
            #[cfg(feature = "alloc")]
            Strategy::ThroughRows => self.run_through_rows(sides, src, dst),
            #[cfg(not(feature = "alloc"))]
            Strategy::ThroughRows => self.run_elements(sides, true, src, dst),
            &Strategy::Elements { is_sum } => self.run_elements(sides, is_sum, src, dst),
        }
    }

    /// [`run`](RegionCopy::run) by the threads of rayon's pool, if the copy is strided and large.
    #[cfg(feature = "rayon")]
    pub(crate) fn par_run(&self, sides: Sides<'_>, src: Source<'_>, mut dst: Destination<'_>) {
        match &self.how {
            Strategy::Planned(plan) => plan.par_execute(src, dst),
            Strategy::Strided => self.each_combination(sides, |copy| match copy {
                Some(copy) => copy.par_execute(self.hints, src, dst.reborrow()),
                None => self.run_elements(sides, true, src, dst.reborrow()),
            }),
            _ => self.run(sides, src, dst),
        }
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::layout::Layout;

    fn layout(text: &str) -> Layout {
        Layout::parse(text).unwrap()
    }

    /// An example of each strategy. Those that divide a copy have regions for which another is
    /// chosen.
    #[test]
    #[cfg(feature = "kernels")]
    fn each_strategy_is_chosen() {
        type Is = fn(&Strategy) -> bool;
        const PLANNED: Is = |how| matches!(how, Strategy::Planned(_));
        const STRIDED: Is = |how| matches!(how, Strategy::Strided);
        const PARTS: Is = |how| matches!(how, Strategy::Parts { dim: 0 });
        const THROUGH_ROWS: Is = |how| matches!(how, Strategy::ThroughRows);
        const ELEMENTS: Is = |how| matches!(how, Strategy::Elements { is_sum: true });
        for (src, dst, is_expected) in [
            (
                "bf16[1024,4096]{1,0}",
                "bf16[1024,4096]{1,0:T(8,128)(2,1)}",
                PLANNED,
            ),
            (
                "f32[1000,1000]{1,0:T(8,128)}",
                "f32[1000,1000]{0,1:T(8,128)}",
                PLANNED,
            ),
            (
                "f32[700,700]{1,0:T(7,1)}",
                "f32[700,700]{1,0:T(7,9)}",
                PLANNED,
            ),
            ("f32[5,6,4]{2,1,0}", "f32[5,6,4]{2,1,0:T(*,4,2)}", PARTS),
            (
                "f32[1000,1000]{1,0:T(8,128)}",
                "f32[1000,1000]{1,0:T(6,1)}",
                THROUGH_ROWS,
            ),
            ("f32[40,50]{1,0:T(3,3)(2,2)}", "f32[40,50]{1,0}", ELEMENTS),
            // Eight strided copies, which are worth a plan or not.
            (
                "f32[65,66,67]{2,1,0}",
                "f32[65,66,67]{2,1,0:T(2,4,8)}",
                STRIDED,
            ),
            ("f32[5,6,7]{2,1,0}", "f32[5,6,7]{2,1,0:T(2,4,4)}", ELEMENTS),
            ("f32[0,5]{1,0}", "f32[0,5]{0,1}", PLANNED),
        ] {
            let [src, dst] = [src, dst].map(layout);
            let sides = Sides::of_layouts(&src, &dst);
            let chosen = RegionCopy::whole(sides, *src.dims_list()).how;
            assert!(is_expected(&chosen), "{src} to {dst}");
        }
    }

    #[test]
    fn only_the_copied_bytes_count() {
        let src = layout("f32[8192,8192]{1,0}"); // 256 MiB
        let dst = layout("f32[8,128]{1,0:T(8,128)}");
        let sides = Sides::of_layouts(&src, &dst);
        let [src_origin, dst_origin, extents] =
            [[504, 512], [0, 0], [8, 128]].map(|list| Dims::from_slice(&list));
        let region = CopyRegion {
            src_origin,
            dst_origin,
            extents,
        };
        assert_eq!(RegionCopy::of(sides, region).copied_bytes(), 2 * 4096);
        let packed = layout("s4[3,5]{1,0:E(4)}"); // 60 bits on each side
        let sides = Sides::of_layouts(&packed, &packed);
        let copy = RegionCopy::whole(sides, *packed.dims_list());
        assert_eq!(copy.copied_bytes(), 15);
    }

    #[test]
    fn bounds_of_copies_without_a_plan() {
        assert!(are_few_bytes(4096, 4) && !are_few_bytes(4097, 4));
        assert!(are_few_bytes(FEW_BYTES, 0));
        assert!(has_few_pieces(64 * 128, 128, true) && !has_few_pieces(64 * 128 + 1, 128, true));
        assert!(has_few_pieces(64, 128, false) && !has_few_pieces(65, 128, false));
    }

    /// By steps of 2 columns, then of rows: a step that ends a row begins the next one.
    #[test]
    fn indices_advance_in_an_order() {
        let extents = Dims::from_slice(&[2, 3]);
        let mut at = Dims::from_slice(&[0, 0]);
        for expected in [[0, 2], [1, 0], [1, 2]] {
            assert!(advance(&mut at, &extents, [1, 0].into_iter(), |dim| dim + 1));
            assert_eq!(at.as_slice(), expected);
        }
        assert!(!advance(&mut at, &extents, [1, 0].into_iter(), |dim| dim + 1));
        assert_eq!(at.as_slice(), [0, 0]);
    }

    #[test]
    fn a_part_of_a_region() {
        let region = CopyRegion {
            src_origin: Dims::from_slice(&[1, 2]),
            dst_origin: Dims::from_slice(&[0, 5]),
            extents: Dims::from_slice(&[3, 4]),
        };
        let part = region.part(1, 2, 1);
        assert_eq!(part.src_origin.as_slice(), [1, 4]);
        assert_eq!(part.dst_origin.as_slice(), [0, 7]);
        assert_eq!(part.extents.as_slice(), [3, 1]);
    }
}
