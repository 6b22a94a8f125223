//! `Debug` of views and buffers: the logical array as nested lists.

use core::fmt;

use layout_core::spec::Dims;

use crate::map::{Mapping, corner, layout_of};
use crate::view::{View, ViewMut};

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

/// Writes the part of an array whose first numbers are `index`; `get` gives its
/// elements. Of an `elided` array, only the ends of dimensions.
fn nested<M: Mapping, E: fmt::Debug>(
    mapping: &M,
    get: &impl Fn(M::Index) -> Option<E>,
    index: &mut Dims,
    elided: bool,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let dims = mapping.dims();
    let depth = index.len();
    if depth == dims.len() {
        return match mapping.index_from_slice(index).and_then(get) {
            Some(element) => element.fmt(f),
            None => Ok(()),
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
        nested(mapping, get, index, elided, f)?;
        index.remove(index.len() - 1);
        at += 1;
    }
    f.write_str("]")
}

/// Writes the logical array as nested lists, then its layout; `get` gives its
/// elements.
pub(crate) fn array<M: Mapping, E: fmt::Debug>(
    mapping: &M,
    get: impl Fn(M::Index) -> Option<E>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let elided = is_elided(mapping.dims(), f);
    nested(mapping, &get, &mut Dims::new(0), elided, f)?;
    f.write_str(", ")?;
    source(mapping, f)
}

/// What `Debug` prints after the elements: the layout, and the ranges of a region.
fn source<M: Mapping>(mapping: &M, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let layout = layout_of(mapping);
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

/// The logical array as nested lists, then the layout; for a region also where it begins.
/// `{:?}` abbreviates an array of more than 500 elements, `{:#?}` does not. Both abbreviate
/// an array of more than 500 empty lists.
impl<T: fmt::Debug, M: Mapping> fmt::Debug for View<'_, T, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        array(self.mapping(), |index| self.get(index), f)
    }
}

/// Prints as [`View`] does.
impl<T: fmt::Debug, M: Mapping> fmt::Debug for ViewMut<'_, T, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_view().fmt(f)
    }
}
