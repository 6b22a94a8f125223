//! `LayoutPair`: the layouts of a copy, their formulas, and what rows between them are.

use layout_core::formula::Evaluator;
use layout_core::spec::{Dims, Spec};

use crate::layout::Layout;

/// Two layouts.
#[derive(Clone, Copy)]
pub(crate) struct LayoutPair<'a> {
    pub(crate) src: &'a Layout,
    pub(crate) dst: &'a Layout,
}

impl<'a> LayoutPair<'a> {
    /// Returns the formulas of both; `None` when one has too many terms.
    pub(crate) const fn formulas(self) -> Option<[&'a Evaluator; 2]> {
        match (self.src.evaluator(), self.dst.evaluator()) {
            (Some(src), Some(dst)) => Some([src, dst]),
            _ => None,
        }
    }
}

/// Returns true if the copy visits the source in memory order, because it has fewer terms: a side
/// without tiles is visited from start to end.
pub(crate) const fn fewer_terms_in_src(formulas: &Option<[&Evaluator; 2]>, rank: usize) -> bool {
    match formulas {
        Some([src, dst]) => src.num_terms(rank) <= dst.num_terms(rank),
        None => true,
    }
}

/// Returns the position of the element at `index`.
pub(crate) const fn position(layout: &Layout, index: &Dims) -> usize {
    let mut dim = 0;
    while dim < index.len() && index.items()[dim] == 0 {
        dim += 1;
    }
    if dim == index.len() {
        return 0; // of the first element of an array, without a formula
    }
    layout.offset_unspecified(index.as_slice())
}

/// Returns an array of these dimensions and the elements of `layout`, row-major, without tiles
/// and padding.
pub(crate) fn unpadded(layout: &Layout, dims: Dims) -> Spec {
    let mut spec = Spec::new(layout.element_type(), dims);
    spec.bits = layout.spec().bits;
    spec
}

/// Returns the bytes of a region, on both sides together.
pub(crate) const fn copied_bytes(element_bits: usize, extents: &Dims) -> usize {
    const MAX_BYTES: u128 = usize::MAX as u128; // a product of two such numbers fits
    let mut bits = 2 * element_bits as u128;
    let mut dim = 0;
    while dim < extents.len() {
        bits *= extents.items()[dim] as u128;
        bits = if bits < MAX_BYTES { bits } else { MAX_BYTES };
        dim += 1;
    }
    bits.div_ceil(8) as usize
}
