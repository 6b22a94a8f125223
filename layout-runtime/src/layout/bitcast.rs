//! `is_bitcast_of`: whether two layouts describe one buffer.
//!
//! A layout is a function from the row-major number of an element to its position, so that
//! arrays of different shapes compare too. Flat formulas compare by their normal form in
//! that number ([`normal_form`]), others element by element.

use layout_core::spec::{COMBINE, Dims, Spec};

use crate::layout::Layout;
use crate::layout::error::LayoutDifference;
use crate::layout::normal_form::NormalForm;
use crate::layout::strides::split;

/// The most elements that are compared one by one.
const MAX_COMPARED: usize = 1 << 12;

/// What differs, so that a buffer of layout `this` is not one of layout `other`, or is not known to
/// be; `None` if it is one.
pub(crate) const fn difference(this: &Layout, other: &Layout) -> Option<LayoutDifference> {
    let (a, b) = (&this.spec(), &other.spec());
    if a.element as u8 != b.element as u8 || a.element_bits() != b.element_bits() {
        return Some(LayoutDifference::Element);
    }
    let (a_len, b_len) = (this.num_elements(), other.num_elements());
    if a_len != b_len {
        return Some(LayoutDifference::NumElements(a_len, b_len));
    }
    let (a_padded, b_padded) = (this.padded_len(), other.padded_len());
    if a_padded != b_padded {
        return Some(LayoutDifference::PaddedLen(a_padded, b_padded));
    }
    if a.prefix != b.prefix {
        return Some(LayoutDifference::Prefix(a.prefix, b.prefix));
    }
    if a_len == 0 || same_formula(a, b) {
        return None;
    }
    let (a, b) = (&collapsed(this), &collapsed(other));
    let same = match (NormalForm::new(a), NormalForm::new(b)) {
        (Some(a), Some(b)) => Some(a.same(&b)),
        _ => same_positions(a, b),
    };
    match same {
        Some(true) => None,
        Some(false) => Some(LayoutDifference::Positions),
        None => Some(LayoutDifference::Unknown(MAX_COMPARED)),
    }
}

/// Returns true if elements of the same row-major number have the same positions, in two arrays
/// with the same number of elements. `None` if there are too many elements.
const fn same_positions(a: &Layout, b: &Layout) -> Option<bool> {
    let mut number = 0;
    while number < a.num_elements() {
        if number == MAX_COMPARED {
            return None;
        }
        let (in_a, in_b) = (split(number, a.dims_list()), split(number, b.dims_list()));
        if a.offset_unspecified(in_a.as_slice()) != b.offset_unspecified(in_b.as_slice()) {
            return Some(false);
        }
        number += 1;
    }
    Some(true)
}

/// Returns true if two specs give the same positions.
const fn same_formula(a: &Spec, b: &Spec) -> bool {
    if !a.dims.same(&b.dims)
        || !a.minor_to_major.same(&b.minor_to_major)
        || a.tiles.len() != b.tiles.len()
        || !a.untiled_dims().same(&b.untiled_dims())
    {
        return false;
    }
    let mut t = 0;
    while t < a.tiles.len() {
        if !a.tiles.at(t).same(&b.tiles.at(t)) {
            return false;
        }
        t += 1;
    }
    true
}

/// Fuses the dimensions that the first tile merges, if they are also adjacent in the array:
/// `[7,3]` with `T(*,2)` becomes `[21]` with `T(2)`.
const fn collapsed(layout: &Layout) -> Layout {
    let mut spec = layout.spec();
    let mut axis = 0;
    while !spec.tiles.is_empty() && axis + 1 < spec.dims.len() {
        if merges(&spec, axis) {
            spec = merged(&spec, axis);
            axis = 0;
        } else {
            axis += 1;
        }
    }
    Layout::from_checked(spec, layout.sizes())
}

/// Returns the logical dimension of a physical dimension, 0 the most major one.
const fn dim_at(spec: &Spec, axis: usize) -> usize {
    spec.minor_to_major.at(spec.dims.len() - 1 - axis)
}

/// Returns the entry of the first tile for a physical dimension; `None` where the tile is too
/// short to have one.
const fn entry_at(spec: &Spec, axis: usize) -> Option<usize> {
    (spec.tiles.at(0).len() + axis).checked_sub(spec.dims.len())
}

/// Returns true if the first tile merges a physical dimension into the next.
const fn merges(spec: &Spec, axis: usize) -> bool {
    let (dim, next) = (dim_at(spec, axis), dim_at(spec, axis + 1));
    let whole = match spec.pad {
        Some(pad) => pad.widths.at(next) == spec.dims.at(next),
        None => true,
    };
    match entry_at(spec, axis) {
        Some(entry) => spec.tiles.at(0).at(entry) == COMBINE && dim + 1 == next && whole,
        None => false,
    }
}

/// Returns the spec with a physical dimension merged into the next.
const fn merged(spec: &Spec, axis: usize) -> Spec {
    let dim = dim_at(spec, axis);
    let mut next = *spec;
    next.dims = fused(&spec.dims, dim);
    if let (Some(pad), Some(of)) = (&mut next.pad, &spec.pad) {
        pad.widths = fused(&of.widths, dim);
    }
    next.minor_to_major = Dims::EMPTY;
    let mut i = 0;
    while i < spec.minor_to_major.len() {
        let old = spec.minor_to_major.at(i);
        if old != dim {
            next.minor_to_major.push(old - (old > dim) as usize);
        }
        i += 1;
    }
    if let Some(entry) = entry_at(spec, axis) {
        let mut tile = spec.tiles.at(0);
        tile.remove(entry);
        next.tiles.set(0, tile);
    }
    next
}

/// Returns the list with the entries `dim` and `dim + 1` replaced by their product.
const fn fused(numbers: &Dims, dim: usize) -> Dims {
    let mut fused = *numbers;
    fused.set(dim + 1, numbers.at(dim) * numbers.at(dim + 1));
    fused.remove(dim);
    fused
}
