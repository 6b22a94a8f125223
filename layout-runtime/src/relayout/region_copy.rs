//! `RegionCopy`: the copy of a region of elements between two layouts.

use layout_core::spec::Dims;
use layout_core::util::array_vec::ArrayVec;

use super::CopyPlan;
#[cfg(feature = "kernels")]
use super::Hints;
use super::layout_pair::{LayoutPair, position};
#[cfg(feature = "kernels")]
use super::layout_pair::{bytes_on_both_sides, fewer_terms_in_src};
#[cfg(feature = "kernels")]
use super::strategy::Strategy;

/// A region of elements of two layouts, and how it is copied. The layouts are
/// not part of it; the caller holds them.
#[derive(Clone, Copy)]
pub(super) struct RegionCopy {
    pub(super) src_origin: Dims,
    pub(super) dst_origin: Dims,
    pub(super) extents: Dims,
    #[cfg(feature = "kernels")]
    pub(super) strategy: Strategy,
    #[cfg(feature = "kernels")]
    pub(super) hints: Hints,
    /// The copies of [`Strategy::Planned`].
    #[cfg(feature = "kernels")]
    pub(super) plan: CopyPlan,
}

impl RegionCopy {
    /// The copy of a region of `extents` elements that begins at these indices and
    /// is within both arrays.
    pub(super) const fn new(
        layouts: LayoutPair<'_>,
        src_origin: Dims,
        dst_origin: Dims,
        extents: Dims,
    ) -> RegionCopy {
        #[cfg(not(feature = "kernels"))]
        {
            let _ = layouts;
            RegionCopy {
                src_origin,
                dst_origin,
                extents,
            }
        }
        #[cfg(feature = "kernels")]
        {
            let formulas = layouts.formulas();
            let hints = Hints {
                bytes: bytes_on_both_sides(layouts.src.element_bits(), &extents),
                by_source: fewer_terms_in_src(&formulas, extents.len),
            };
            let mut this = RegionCopy {
                src_origin,
                dst_origin,
                extents,
                hints,
                strategy: Strategy::Nothing,
                plan: CopyPlan::new(hints),
            };
            this.strategy = this.find_strategy(layouts, &formulas);
            this
        }
    }

    /// The copy of all elements of two arrays of the same dimensions.
    pub(super) const fn whole(layouts: LayoutPair<'_>) -> RegionCopy {
        let extents = *layouts.src.dims_list();
        let zero = ArrayVec::filled(0, extents.len);
        RegionCopy::new(layouts, zero, zero, extents)
    }

    /// The plan of the whole copy, where it needs no layouts to run.
    pub(super) const fn planned(&self) -> Option<CopyPlan> {
        #[cfg(feature = "kernels")]
        if matches!(self.strategy, Strategy::Nothing | Strategy::Planned) {
            return Some(self.plan);
        }
        None
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

    /// Copies the elements one by one. The buffers are as long as the layouts say.
    #[cfg(not(feature = "kernels"))]
    pub(super) fn run(&self, layouts: LayoutPair<'_>, src: &[u8], dst: &mut [u8]) {
        let is_empty = self.extents.iter().any(|&extent| extent == 0);
        if !is_empty {
            self.run_elements(layouts, self.is_sum(layouts), src, dst);
        }
    }

    /// The same: tables of positions are for one thread.
    #[cfg(all(feature = "rayon", not(feature = "kernels")))]
    pub(super) fn par_run(&self, layouts: LayoutPair<'_>, src: &[u8], dst: &mut [u8]) {
        self.run(layouts, src, dst);
    }

    /// Whether both positions are sums of a function of each index.
    #[cfg(not(feature = "kernels"))]
    fn is_sum(&self, layouts: LayoutPair<'_>) -> bool {
        let formulas = layouts.formulas();
        formulas.is_some_and(|both| {
            both.iter()
                .all(|formula| formula.carries(&self.extents).is_none())
        })
    }
}
