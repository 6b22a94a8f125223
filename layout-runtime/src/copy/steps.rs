//! `Steps`: the contents of a `CopyPlan`.

use super::copy_from::Executor;
use super::strategies::choose::{CopyRegion, RegionCopy};
use super::strategies::sides::{CompactSide, Sides};
use super::strategies::{Destination, Source, StridedCopy, StridedPlan};

/// The steps of a copy; without the layouts, if they are not needed.
#[derive(Clone, Copy)]
#[allow(
    clippy::large_enum_variant,
    reason = "a plan is made without allocation"
)]
pub(super) enum Steps {
    /// A few strided copies.
    Planned(StridedPlan),
    /// Any other copy, which is planned in each run.
    Region {
        src: CompactSide,
        dst: CompactSide,
        bits: usize,
        region: CopyRegion,
    },
}

impl Steps {
    /// Returns the steps of a copy of a region, which is within both arrays.
    pub(super) const fn new(sides: Sides<'_>, region: CopyRegion) -> Steps {
        match RegionCopy::of(sides, region).planned() {
            Some(plan) => Steps::Planned(plan),
            None => Steps::Region {
                src: CompactSide::of(sides.src),
                dst: CompactSide::of(sides.dst),
                bits: sides.bits,
                region,
            },
        }
    }

    /// Calls a function with each strided copy of elements of `bits` bits; with `None` if a dimension
    /// has too many pieces.
    pub(super) fn each_copy(&self, bits: usize, mut visit: impl FnMut(Option<StridedCopy>)) {
        let (src, dst, region) = match self {
            Steps::Planned(plan) => return plan.copies(bits).for_each(|copy| visit(Some(copy))),
            Steps::Region {
                src, dst, region, ..
            } => (src, dst, *region),
        };
        src.with(|src| {
            dst.with(|dst| {
                let sides = Sides { src, dst, bits };
                RegionCopy::of(sides, region).each_copy(sides, &mut visit);
            });
        });
    }

    /// Copies the elements. The caller has checked the lengths of the buffers.
    #[inline]
    pub(super) fn run(&self, runs: &Executor, from: Source<'_>, to: Destination<'_>) {
        match self {
            Steps::Planned(plan) => (runs.plan)(plan, from, to),
            Steps::Region { .. } => self.run_region(runs, from, to),
        }
    }

    #[inline(never)] // because of its layouts on the stack
    fn run_region(&self, runs: &Executor, from: Source<'_>, mut to: Destination<'_>) {
        let Steps::Region {
            src,
            dst,
            bits,
            region,
        } = self
        else {
            return;
        };
        src.with(|src| {
            dst.with(|dst| {
                let bits = *bits;
                let sides = Sides { src, dst, bits };
                let elements = RegionCopy::of(sides, *region);
                (runs.elements)(&elements, sides, from, to.reborrow());
            });
        });
    }
}
