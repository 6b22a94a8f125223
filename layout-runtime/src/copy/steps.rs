//! `Steps`: the contents of a `CopyPlan`.

use layout_core::spec::Dims;

use super::copy_from::Executor;
use super::strategies::choose::RegionCopy;
use super::strategies::layout_pair::LayoutPair;
use super::strategies::{Destination, Source, StridedPlan};
use crate::layout::compact_spec::CompactLayout;

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
        src: CompactLayout,
        dst: CompactLayout,
        src_origin: Dims,
        dst_origin: Dims,
        extents: Dims,
    },
}

impl Steps {
    /// Returns the steps of a copy of `extents` elements from and to these indices. The region is
    /// within both arrays.
    pub(super) const fn new(
        layouts: LayoutPair<'_>,
        src_origin: Dims,
        dst_origin: Dims,
        extents: Dims,
    ) -> Steps {
        match RegionCopy::new(layouts, src_origin, dst_origin, extents).planned() {
            Some(plan) => Steps::Planned(plan),
            None => Steps::Region {
                src: CompactLayout::new(layouts.src),
                dst: CompactLayout::new(layouts.dst),
                src_origin,
                dst_origin,
                extents,
            },
        }
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
    fn run_region(&self, runs: &Executor, from: Source<'_>, to: Destination<'_>) {
        let Steps::Region {
            src,
            dst,
            src_origin,
            dst_origin,
            extents,
        } = self
        else {
            return;
        };
        let layouts = LayoutPair {
            src: &src.unpack(),
            dst: &dst.unpack(),
        };
        let elements = RegionCopy::new(layouts, *src_origin, *dst_origin, *extents);
        (runs.elements)(&elements, layouts, from, to);
    }
}
