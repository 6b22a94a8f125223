//! Copies from and to row-major data.

use alloc::vec::Vec;

use layout_core::spec::{Dims, Spec};

use super::{NoUninit, RelayoutPlan};
use crate::layout::Layout;
use crate::view::ViewMut;
use crate::view::mapping::Mapping;

/// The row-major layout of an array of these dimensions and the elements of `layout`, without
/// tiles and padding. The array must have elements, and be no larger than that of `layout`: if
/// `*` merges large dimensions with one of size 0, strides can overflow `usize`.
pub(super) fn rows_of(layout: &Layout, dims: &[usize]) -> Layout {
    let mut spec = Spec::new(layout.element_type(), Dims::from_slice(dims));
    spec.bits = layout.spec().bits;
    Layout::from_spec(spec).expect("an array without padding is no larger than with it")
}

/// Copies `data`, the elements in row-major order, into an array.
pub(crate) fn from_row_major<T: NoUninit, M: Mapping>(data: &[T], mut to: ViewMut<'_, T, M>) {
    if data.is_empty() {
        return;
    }
    let plan = RelayoutPlan::new(&rows_of(&to.layout(), to.dims()), &to.layout());
    plan.and_then(|plan| plan.run(data, to.as_mut_slice()))
        .expect("the caller has checked the length");
}

/// The elements, in row-major order.
pub(crate) fn to_row_major<T: NoUninit>(from: &[T], layout: &Layout) -> Vec<T> {
    if layout.num_elements() == 0 {
        return Vec::new();
    }
    let mut data = alloc::vec![from[0]; layout.num_elements()];
    RelayoutPlan::new(layout, &rows_of(layout, layout.dims()))
        .and_then(|plan| plan.run(from, &mut data))
        .expect("the buffer has the length of its layout");
    data
}
