//! Copies from and to row-major data.

use layout_core::spec::Dims;

use super::strategies::layout_pair::unpadded;
use crate::layout::Layout;
use crate::map::{Mapping, layout_of};
use crate::view::no_uninit::NoUninit;
use crate::view::{View, ViewMut};

/// So few elements are copied one by one in less time than a plan takes.
const FEW: usize = 128;

/// Returns the row-major layout of an array of these dimensions and the elements of `layout`,
/// without tiles and padding. The array must have elements, and be no larger than that of
/// `layout`: if `*` merges large dimensions with one of size 0, strides can overflow `usize`.
pub(super) fn rows_of(layout: &Layout, dims: &[usize]) -> Layout {
    Layout::from_spec(unpadded(layout, Dims::from_slice(dims)))
        .expect("an array without padding is no larger than with it")
}

/// Returns the row-major layout of the array of a mapping, which has elements.
fn rows_of_array(mapping: &impl Mapping) -> Layout {
    rows_of(&layout_of(mapping), mapping.dims())
}

/// Copies the elements to `data`, which has their number.
pub(super) fn write_rows<T: NoUninit, M: Mapping>(from: &View<'_, T, M>, data: &mut [T]) {
    if data.len() <= FEW {
        return copy_elements(from, data);
    }
    let rows = rows_of_array(from.mapping());
    ViewMut::try_new(data, &rows)
        .expect("the data is of the layout's length")
        .copy_from(from)
        .expect("the layout is of the same array");
}

/// Copies the elements one by one to `data`, which has their number.
fn copy_elements<T: Copy, M: Mapping>(from: &View<'_, T, M>, data: &mut [T]) {
    let mut elements = data.iter_mut();
    from.iter().for_each(|value| {
        if let Some(element) = elements.next() {
            *element = *value;
        }
    });
}

/// Writes all elements from `data`, which has their number.
pub(super) fn read_rows<T: NoUninit, M: Mapping>(to: &mut ViewMut<'_, T, M>, data: &[T]) {
    if data.len() <= FEW {
        to.iter_mut().zip(data).for_each(|(to, from)| *to = *from);
        return;
    }
    let rows = rows_of_array(to.mapping());
    let from = View::try_new(data, &rows).expect("the data is of the layout's length");
    to.copy_from(from).expect("the layout is of the same array");
}

/// Returns the elements in row-major order.
#[cfg(feature = "alloc")]
pub(super) fn to_rows<T: NoUninit, M: Mapping>(from: &View<'_, T, M>) -> alloc::vec::Vec<T> {
    let mut data = rows_to_write(from);
    write_rows(from, &mut data);
    data
}

/// Returns the elements in row-major order, copied as values.
#[cfg(feature = "alloc")]
pub(super) fn to_rows_copied<T: Copy, M: Mapping>(from: &View<'_, T, M>) -> alloc::vec::Vec<T> {
    let mut data = rows_to_write(from);
    copy_elements(from, &mut data);
    data
}

/// Returns a vector of the length of the row-major data, to be overwritten.
#[cfg(feature = "alloc")]
fn rows_to_write<T: Copy, M: Mapping>(from: &View<'_, T, M>) -> alloc::vec::Vec<T> {
    match from.mapping().num_elements() {
        0 => alloc::vec::Vec::new(),
        count => alloc::vec![from.buffer()[0]; count],
    }
}
