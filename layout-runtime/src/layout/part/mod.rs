//! `Part`: a region of a layout as a layout of its own, found by comparing
//! terms.
//!
//! A region is a part where the positions of its elements are those of its own
//! layout, counted from the first one; where that layout's padding is padding
//! of the whole; and where it ends within the whole. The time does not depend
//! on the number of elements.

mod along;

use core::ops::Range;

use layout_core::formula::term::Term;
use layout_core::spec::{Dims, Spec};

use crate::layout::assert_dimension::assert_dimension;
use crate::layout::element_count::elements_before;
use crate::layout::error::RegionError;
use crate::layout::index_ranges::IndexRanges;
use crate::layout::region::RegionBounds;
use crate::layout::{Index, Layout};
use along::Along;

/// A region as a layout of its own, and its positions in the whole's buffer.
pub(crate) struct Part {
    pub(crate) layout: Layout,
    pub(crate) positions: Range<usize>,
}

impl Part {
    /// The region of one range of indices a dimension.
    #[inline]
    pub(crate) fn of_region(whole: &Layout, region: impl IndexRanges) -> Result<Part, RegionError> {
        let region = region.within(whole.dims())?;
        Part::new(whole, &region, None)
    }

    /// All of index `index` of dimension `dim`, without that dimension.
    #[track_caller]
    #[inline]
    pub(crate) fn of_index(whole: &Layout, dim: usize, index: usize) -> Result<Part, RegionError> {
        assert_dimension(dim, whole.rank());
        let extent = whole.dims()[dim];
        if index >= extent {
            return Err(RegionError::IndexOutOfBounds { dim, index, extent });
        }
        let region = RegionBounds::whole(whole.dims()).with(dim, index..index + 1, whole.dims())?;
        Part::new(whole, &region, Some(dim)).map_err(|error| match error {
            RegionError::Uneven => error,
            _ => RegionError::Axis { dim, index },
        })
    }

    /// The layout of the arrays at all indices of dimension `dim`, without that
    /// dimension. They lie equally far apart, so that what the first and the last
    /// one show is true of all: another element within one of them is of a later
    /// index in the first, or of an earlier index in the last.
    #[inline]
    pub(crate) fn layout_along(whole: &Layout, dim: usize) -> Result<Layout, RegionError> {
        let Some(last) = whole.dims()[dim].checked_sub(1) else {
            return Ok(*whole); // of no array
        };
        let layout = Part::of_index(whole, dim, 0)?.layout;
        Part::of_index(whole, dim, last)?;
        let terms = whole.terms();
        let of_dim = terms.iter().flat_map(|terms| terms.iter());
        let of_dim = of_dim.filter(|term| term.dim == dim).count();
        if whole.num_elements() > 0 && of_dim > 1 {
            return Err(RegionError::Axis { dim, index: 1 });
        }
        Ok(layout)
    }

    /// The layout of the arrays of `size` indices of dimension `dim` each, and that
    /// of the last one, which may have fewer.
    ///
    /// Where `size` is a multiple of the tiles, positions repeat from one array
    /// to the next, so that what the first and the last two show is true of all:
    /// another element within one of them is of a later index in the first, or of
    /// an earlier index in the last two.
    #[inline]
    pub(crate) fn layouts_of_chunks(
        whole: &Layout,
        dim: usize,
        size: usize,
    ) -> Result<[Layout; 2], RegionError> {
        let extent = whole.dims()[dim];
        let chunk = |number: usize| {
            let start = number * size;
            let range = start..extent.min(start.saturating_add(size));
            let region = RegionBounds::whole(whole.dims()).with(dim, range, whole.dims())?;
            Part::new(whole, &region, None).map(|part| part.layout)
        };
        let Some(last) = extent.div_ceil(size).checked_sub(1) else {
            return Ok([*whole; 2]); // of no array
        };
        if last == 0 {
            return Ok([chunk(0)?; 2]);
        }
        let terms = whole.terms();
        let mut terms = terms.iter().flat_map(|terms| terms.iter());
        let cut = |term: &Term| term.dim == dim && !size.is_multiple_of(term.period());
        if whole.num_elements() > 0 && terms.any(cut) {
            return Err(RegionError::WithinTile { dim, index: size });
        }
        let first = chunk(0)?;
        chunk(last - 1)?;
        Ok([first, chunk(last)?])
    }

    /// The indices of dimension `dim` before `index`, and those from it on.
    #[inline]
    #[track_caller]
    pub(crate) fn of_sides(
        whole: &Layout,
        dim: usize,
        index: usize,
    ) -> Result<[Part; 2], RegionError> {
        assert_dimension(dim, whole.rank());
        let side = |range| {
            let region = RegionBounds::whole(whole.dims()).with(dim, range, whole.dims())?;
            Part::new(whole, &region, None)
        };
        let high = side(index..whole.dims()[dim].max(index))?;
        Ok([side(0..index)?, high])
    }

    #[inline]
    fn new(
        whole: &Layout,
        region: &RegionBounds,
        removed: Option<usize>,
    ) -> Result<Part, RegionError> {
        let past_end = RegionError::PastEnd {
            padded_len: whole.padded_len(),
        };
        let Ok(layout) = Layout::checked(own_spec(&whole.spec(), region, removed)) else {
            return Err(past_end); // longer than any buffer
        };
        if region.is_empty() {
            let positions = 0..layout.padded_len();
            return Ok(Part { layout, positions });
        }
        let (Some(whole_terms), Some(own_terms)) = (whole.terms(), layout.terms()) else {
            return Err(RegionError::Uneven);
        };
        let mut dims = 0..layout.rank();
        for dim in (0..whole.rank()).filter(|&dim| Some(dim) != removed) {
            let own = dims.next().unwrap_or(dim);
            let along = Along::new((&whole_terms, dim), (&own_terms, own), region.range(dim));
            if let Some(at) = along.difference() {
                return Err(along.error(dim, at));
            }
        }
        let start = whole.offset_unchecked(region.low());
        let positions = match start.checked_add(layout.padded_len()) {
            Some(end) if end <= whole.padded_len() => start..end,
            _ => return Err(past_end),
        };
        let part = Part { layout, positions };
        match part.other_element(whole) {
            None => Ok(part),
            Some(index) => Err(RegionError::Occupied { index }),
        }
    }

    /// The first element of the whole within the part's positions that is not
    /// in the part. (The part's elements have the same positions in the whole.)
    #[inline]
    fn other_element(&self, whole: &Layout) -> Option<Index> {
        let Range { start, end } = self.positions;
        let has_others = |end| {
            let elements = elements_before(whole, end) - elements_before(whole, start);
            elements > elements_before(&self.layout, end - start)
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
}

/// The region as an array of its own, without dimension `removed`. Alignment,
/// metadata and splits are those of the whole buffer only.
#[inline]
fn own_spec(whole: &Spec, region: &RegionBounds, removed: Option<usize>) -> Spec {
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
    if let Some(dim) = removed {
        remove_dim(&mut own, dim);
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
