//! Parts: regions that have their own layout, found by comparing terms.
//!
//! A region is a part if its own layout gives its elements the same positions, counted from
//! the first one; if that layout's padding is padding of the whole; and if it ends within
//! the whole. The check takes the same time for any number of elements.

mod along;

use core::ops::Range;

use layout_core::spec::{Dims, Spec};

use crate::layout::element_count::elements_before;
use crate::layout::error::RegionError;
use crate::layout::region::RegionBounds;
use crate::layout::{Index, Layout};
use along::{Along, DimPositions};

/// Returns the positions of a region in the whole buffer, if it has its own layout without the
/// dimensions of the mask `removed`.
pub(crate) fn positions(
    whole: &Layout,
    region: &RegionBounds,
    removed: u16,
) -> Result<Range<usize>, RegionError> {
    let past_end = RegionError::PastEnd {
        padded_len: whole.padded_len(),
    };
    let Ok(own) = Layout::checked(own_spec(&whole.spec(), region, removed)) else {
        return Err(past_end); // longer than any buffer
    };
    if region.is_empty() {
        return Ok(0..own.padded_len());
    }
    let (Some(whole_terms), Some(own_terms)) = (whole.terms(), own.terms()) else {
        return Err(RegionError::Uneven);
    };
    let kept = (0..whole.rank()).filter(|dim| removed & 1 << dim == 0);
    for (own_dim, dim) in kept.enumerate() {
        let along = Along {
            whole: DimPositions {
                terms: &whole_terms,
                dim,
            },
            own: DimPositions {
                terms: &own_terms,
                dim: own_dim,
            },
            range: region.range(dim),
        };
        along.check()?;
    }
    let start = whole.offset_unspecified(region.low());
    let positions = match start.checked_add(own.padded_len()) {
        Some(end) if end <= whole.padded_len() => start..end,
        _ => return Err(past_end),
    };
    match other_element(whole, &own, &positions) {
        None => Ok(positions),
        Some(index) => Err(RegionError::Occupied { index }),
    }
}

/// Returns the region's own layout.
pub(crate) fn own_layout(whole: &Layout, region: &RegionBounds, removed: u16) -> Layout {
    match Layout::checked(own_spec(&whole.spec(), region, removed)) {
        Ok(layout) => layout,
        Err(_) => unreachable!("a part's layout was checked when it was made"),
    }
}

/// Returns the first element of the whole within the positions of a part that is not in the
/// part. (The part's elements have the same positions in the whole.)
fn other_element(whole: &Layout, own: &Layout, positions: &Range<usize>) -> Option<Index> {
    let &Range { start, end } = positions;
    let has_others = |end| {
        let elements = elements_before(whole, end) - elements_before(whole, start);
        elements > elements_before(own, end - start)
    };
    if !has_others(end) {
        return None;
    }
    // The others are no fewer up to a later end.
    let (mut without, mut with) = (start, end);
    while with - without > 1 {
        let middle = without + (with - without) / 2;
        if has_others(middle) {
            with = middle;
        } else {
            without = middle;
        }
    }
    whole.index(without)
}

/// Returns the spec of the region's own layout, without the dimensions of `removed`. It has no
/// alignment, metadata and splits, which belong to the whole buffer.
#[inline]
fn own_spec(whole: &Spec, region: &RegionBounds, removed: u16) -> Spec {
    let plain = Spec::new(whole.element, whole.dims);
    let mut own = Spec {
        align: plain.align,
        prefix: plain.prefix,
        splits: plain.splits,
        ..*whole
    };
    for (dim, (&low, &high)) in region.low().iter().zip(region.high()).enumerate() {
        set_range(&mut own, dim, low..high);
    }
    for dim in (0..whole.dims.len()).rev() {
        if removed & 1 << dim != 0 {
            remove_dim(&mut own, dim);
        }
    }
    if region.is_empty() || own.dims.is_empty() {
        own.pad = None; // no memory, or no dimension
    }
    own
}

/// Leaves a range of dimension `dim`, with the padding that follows it.
#[inline]
fn set_range(spec: &mut Spec, dim: usize, range: Range<usize>) {
    let whole = spec.dims.at(dim);
    spec.dims.set(dim, range.len());
    if range.len() < whole {
        spec.dynamic &= !(1 << dim);
    }
    if let Some(pad) = &mut spec.pad {
        let past = pad.widths.at(dim) - whole;
        let padding = if range.end == whole { past } else { 0 };
        pad.widths.set(dim, range.len() + padding);
    }
}

#[inline]
fn remove_dim(spec: &mut Spec, dim: usize) {
    let low_bits = (1 << dim) - 1;
    spec.dynamic = spec.dynamic & low_bits | spec.dynamic >> 1 & !low_bits;
    spec.dims.remove(dim);
    if let Some(pad) = &mut spec.pad {
        pad.widths.remove(dim);
    }
    let mut order = Dims::new(0);
    for &other in spec.minor_to_major.iter().filter(|&&other| other != dim) {
        order.push(other - usize::from(other > dim));
    }
    spec.minor_to_major = order;
}
