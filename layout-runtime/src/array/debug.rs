//! `Debug` of arrays: the logical array as nested lists.

use core::fmt;

use layout_core::spec::Dims;

use crate::layout::Layout;
use crate::layout::strides::LogicalStrides;
use crate::map::{Mapping, affine_strides, corner, first_position};
use crate::storage::Storage;

use super::Array;

/// The most elements, or empty lists, that are printed in full. Larger arrays print only
/// the ends of each dimension.
const MAX_PRINTED: usize = 500;
/// How many elements of a dimension are printed at each end.
const ENDS: usize = 3;

/// Returns true if only the ends of the dimensions are printed. `{:#?}` prints all
/// elements, but never millions of empty lists.
fn is_elided(dims: &[usize], f: &fmt::Formatter<'_>) -> bool {
    let filled = dims.iter().take_while(|&&extent| extent > 0);
    let printed = filled.fold(1, |product: usize, &extent| product.saturating_mul(extent));
    printed > MAX_PRINTED && (!f.alternate() || dims.contains(&0))
}

/// Writes the part of an array whose first numbers are `index`. Of an `elided` array, only the ends
/// of dimensions.
fn nested<S: Storage<Elem: fmt::Debug>, M: Mapping>(
    array: &Array<S, M>,
    index: &mut Dims,
    elided: bool,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let dims = array.dims();
    let depth = index.len();
    if depth == dims.len() {
        let position = array.mapping.slice_offset_unspecified(index);
        // SAFETY: each number of the index is below its dimension.
        return unsafe {
            array.storage.with(&array.mapping, position, |element| {
                fmt::Debug::fmt(element, f)
            })
        };
    }
    let extent = dims[depth];
    f.write_str("[")?;
    let mut at = 0;
    while at < extent {
        if at > 0 && depth + 1 == dims.len() {
            f.write_str(", ")?;
        } else if at > 0 {
            write!(f, ",\n{:1$}", "", depth + 1)?;
        }
        if elided && extent > 2 * ENDS && at == ENDS {
            f.write_str("...")?;
            at = extent - ENDS;
            continue;
        }
        index.push(at);
        nested(array, index, elided, f)?;
        index.remove(index.len() - 1);
        at += 1;
    }
    f.write_str("]")
}

/// What `Debug` prints after the elements: the layout, and the ranges of a region; or the strides.
fn source<M: Mapping>(mapping: &M, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let written = mapping.with_layout(|layout| of_layout(mapping, layout, f));
    written.unwrap_or_else(|| of_strides(mapping, f))
}

fn of_strides<M: Mapping>(mapping: &M, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let strides = affine_strides(mapping).unwrap_or(LogicalStrides::EMPTY);
    write!(f, "strides={strides:?}, first={}", first_position(mapping))
}

fn of_layout<M: Mapping>(mapping: &M, layout: &Layout, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Some(corner) = corner(mapping) else {
        return write!(f, "layout={layout}");
    };
    f.write_str("region=[")?;
    let extents = corner.extents_in_whole(mapping.dims());
    for (dim, (&low, extent)) in corner.low.as_ref().iter().zip(&extents).enumerate() {
        f.write_str(if dim > 0 { ", " } else { "" })?;
        if corner.keeps(dim) {
            write!(f, "{:?}", low..low + extent)?
        } else {
            write!(f, "{low}")?
        }
    }
    write!(f, "] of {layout}")
}

/// A mapping, for `Debug` of what holds one: its layout, or its strides.
pub(crate) struct Described<'a, M>(pub(crate) &'a M);

impl<M: Mapping> fmt::Debug for Described<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let written = self.0.with_layout(|layout| fmt::Debug::fmt(layout, f));
        written.unwrap_or_else(|| of_strides(self.0, f))
    }
}

/// The logical array as nested lists, then the layout; for a region also where it begins.
/// `{:?}` abbreviates an array of more than 500 elements, `{:#?}` does not. Both abbreviate
/// an array of more than 500 empty lists.
impl<S: Storage<Elem: fmt::Debug>, M: Mapping> fmt::Debug for Array<S, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let elided = is_elided(self.dims(), f);
        nested(self, &mut Dims::new(0), elided, f)?;
        f.write_str(", ")?;
        source(&self.mapping, f)
    }
}
