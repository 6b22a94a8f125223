//! `Sides`: where the elements of a copy are, on both sides.

use core::cmp::Reverse;

use layout_core::formula::{Evaluator, StrengthReduced};
use layout_core::spec::{Dims, MAX_RANK};

use crate::layout::Layout;
use crate::layout::compact_spec::CompactLayout;
use crate::layout::strides::LogicalStrides;

/// Both sides of a copy.
#[derive(Clone, Copy)]
pub(crate) struct Sides<'a> {
    pub(crate) src: Side<'a>,
    pub(crate) dst: Side<'a>,
    /// The bits of an element.
    pub(crate) bits: usize,
}

/// Where the elements of one side are: by a layout, or by strides.
#[derive(Clone, Copy)]
pub(crate) enum Side<'a> {
    Layout(&'a Layout),
    Affine(&'a Affine),
}

/// Positions that are a sum of index times stride.
#[derive(Clone, Copy)]
pub(crate) struct Affine {
    strides: LogicalStrides,
    /// The position of index 0.
    first: usize,
    formula: Evaluator,
}

impl Affine {
    /// Returns the positions of signed strides, in elements.
    pub(crate) fn new(strides: LogicalStrides, first: usize) -> Affine {
        let mut wrapping = [0; MAX_RANK];
        for (dim, &stride) in strides.iter().enumerate() {
            wrapping[dim] = stride as usize;
        }
        Affine {
            strides,
            first,
            formula: Evaluator::Reduced(StrengthReduced::of_strides(wrapping)),
        }
    }

    /// Returns the positions of an array without gaps, the dimensions in this order.
    #[cfg(feature = "alloc")]
    pub(crate) fn contiguous(dims: &Dims, minor_to_major: &Dims) -> Affine {
        let mut strides = LogicalStrides::filled(0, dims.len());
        let mut len = 1;
        for &dim in minor_to_major {
            strides.set(dim, len as isize);
            len *= dims[dim];
        }
        Affine::new(strides, 0)
    }

    /// Returns the dimensions, the one of the smallest stride first; of equal ones the last one.
    fn minor_to_major(&self) -> Dims {
        let mut order = Dims::EMPTY;
        for dim in 0..self.strides.len() {
            order.push(dim);
        }
        order
            .as_mut()
            .sort_unstable_by_key(|&dim| (self.strides[dim].unsigned_abs(), Reverse(dim)));
        order
    }
}

impl<'a> Side<'a> {
    /// Returns the formula; `None` if it has too many terms.
    pub(crate) const fn formula(self) -> Option<&'a Evaluator> {
        match self {
            Side::Layout(layout) => layout.evaluator(),
            Side::Affine(affine) => Some(&affine.formula),
        }
    }

    /// Returns the position of an element.
    pub(crate) const fn position(self, index: &Dims) -> usize {
        match self {
            Side::Layout(layout) => layout.offset_unspecified(index.as_slice()),
            Side::Affine(affine) => {
                let (mut position, mut dim) = (affine.first, 0);
                while dim < index.len() {
                    let along = affine.formula.along(index, dim, index.at(dim));
                    position = position.wrapping_add(along);
                    dim += 1;
                }
                position
            }
        }
    }

    /// Returns the position of the element at the index where a copy begins.
    pub(crate) const fn start(self, origin: &Dims) -> usize {
        let mut dim = 0;
        while dim < origin.len() && origin.items()[dim] == 0 {
            dim += 1;
        }
        match self {
            Side::Layout(_) if dim == origin.len() => 0, // without a formula
            _ => self.position(origin),
        }
    }

    /// Returns the dimensions, the one of the smallest stride first.
    pub(crate) fn minor_to_major(self) -> Dims {
        match self {
            Side::Layout(layout) => layout.minor_to_major(),
            Side::Affine(affine) => affine.minor_to_major(),
        }
    }
}

/// A side in few bytes.
#[derive(Clone, Copy)]
#[allow(
    clippy::large_enum_variant,
    reason = "a plan is made without allocation"
)]
pub(crate) enum CompactSide {
    Layout(CompactLayout),
    /// Strides, and the position of index 0.
    Affine(LogicalStrides, usize),
}

impl CompactSide {
    pub(crate) const fn of(side: Side<'_>) -> CompactSide {
        match side {
            Side::Layout(layout) => CompactSide::Layout(CompactLayout::new(layout)),
            Side::Affine(affine) => CompactSide::Affine(affine.strides, affine.first),
        }
    }

    /// Calls a function with the side.
    pub(crate) fn with<R>(&self, f: impl FnOnce(Side<'_>) -> R) -> R {
        match self {
            CompactSide::Layout(layout) => f(Side::Layout(&layout.unpack())),
            CompactSide::Affine(strides, first) => f(Side::Affine(&Affine::new(*strides, *first))),
        }
    }
}

impl<'a> Sides<'a> {
    /// Returns the sides of a copy between arrays of two layouts.
    pub(crate) const fn of_layouts(src: &'a Layout, dst: &'a Layout) -> Self {
        Sides {
            bits: src.element_bits(),
            src: Side::Layout(src),
            dst: Side::Layout(dst),
        }
    }

    /// Returns the formulas of both; `None` if one has too many terms.
    pub(crate) const fn formulas(self) -> Option<[&'a Evaluator; 2]> {
        match (self.src.formula(), self.dst.formula()) {
            (Some(src), Some(dst)) => Some([src, dst]),
            _ => None,
        }
    }

    /// Returns the bytes of a region, on both sides together.
    pub(crate) const fn copied_bytes(self, extents: &Dims) -> usize {
        const MAX_BYTES: u128 = usize::MAX as u128; // a product of two such numbers fits
        let mut bits = 2 * self.bits as u128;
        let mut dim = 0;
        while dim < extents.len() {
            bits *= extents.items()[dim] as u128;
            bits = if bits < MAX_BYTES { bits } else { MAX_BYTES };
            dim += 1;
        }
        bits.div_ceil(8) as usize
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
