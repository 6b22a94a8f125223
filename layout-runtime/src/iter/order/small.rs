//! Loops over few elements, by the formula alone.

use layout_core::spec::Dims;
use layout_core::util::arithmetic::product;
use layout_core::util::odometer;

use crate::map::{Mapping, OwnIndex};

/// The most elements of arrays that are walked by the formula, where that takes a few instructions: to
/// make a walk would take longer. An array of 4x4 is compared with another one in an eighth of the time.
pub(crate) const SMALL: usize = if cfg!(small_limits) { 4 } else { 64 };

/// Returns true if the positions of an array of few elements take a few instructions each.
#[inline]
pub(crate) fn is_small<M: Mapping>(map: &M) -> bool {
    M::IS_CHEAP && map.num_elements() <= SMALL
}

/// Calls a function with each index of an array of these dimensions in logical order, until it returns
/// false. Returns the last result.
#[inline]
pub(crate) fn all_indices<I: OwnIndex>(dims: &[usize], mut f: impl FnMut(I) -> bool) -> bool {
    let mut index = I::from_dims(&Dims::filled(0, dims.len()));
    let Some((&row, outer)) = dims.split_last() else {
        return f(index);
    };
    if dims.contains(&0) {
        return true;
    }
    for _ in 0..product(outer) {
        for at in 0..row {
            index.as_mut()[outer.len()] = at;
            if !f(index) {
                return false;
            }
        }
        odometer::advance(index.as_mut(), dims, outer.len());
    }
    true
}
