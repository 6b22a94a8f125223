//! Copies from and to row-major data.

use layout_core::spec::Dims;

use super::copy_from::{SERIAL, copy_with};
use super::strategies::layout_pair::unpadded;
use crate::array::{Array, ViewError};
use crate::iter::order::LogicalPositions;
use crate::layout::Layout;
use crate::layout::error::LayoutError;
#[cfg(feature = "alloc")]
use crate::map::first_position;
use crate::map::{Mapping, with_layout};
use crate::storage::no_uninit::NoUninit;
use crate::storage::{Mut, Ref, Storage, StorageMut};

/// So few elements are copied one by one in less time than a plan takes.
const FEW: usize = 128;

/// Returns the row-major layout of an array of these dimensions and the elements of `layout`,
/// without tiles and padding. The array must have elements, and be no larger than that of
/// `layout`: if `*` merges large dimensions with one of size 0, strides can overflow `usize`.
pub(super) fn rows_of(layout: &Layout, dims: &[usize]) -> Layout {
    checked_rows_of(layout, dims).expect("an array without padding is no larger than with it")
}

/// [`rows_of`] of any array.
fn checked_rows_of(layout: &Layout, dims: &[usize]) -> Result<Layout, LayoutError> {
    Layout::checked(unpadded(layout, Dims::from_slice(dims)))
}

/// Returns the row-major layout of the array of a mapping. An empty array may have none.
#[cfg(feature = "serde")]
pub(crate) fn checked_rows_of_array(mapping: &impl Mapping) -> Result<Layout, LayoutError> {
    with_layout(mapping, |layout| checked_rows_of(layout, mapping.dims()))
}

/// Returns the row-major layout of the array of a mapping, which has elements.
pub(super) fn rows_of_array(mapping: &impl Mapping) -> Layout {
    with_layout(mapping, |layout| rows_of(layout, mapping.dims()))
}

/// Copies the elements to `data`, which has their number.
pub(super) fn write_rows<S, M>(from: &Array<S, M>, data: &mut [S::Elem])
where
    S: Storage<Elem: Copy, Unit: NoUninit>,
    M: Mapping,
{
    if S::PACKED || data.len() <= FEW {
        return copy_elements(from, data);
    }
    let rows = rows_of_array(from.mapping());
    let mut rows =
        Array::try_new(Mut::new(data), &rows).expect("the data is of the layout's length");
    // SAFETY: elements that are not packed are units, which are `NoUninit`.
    unsafe { copy_with(&SERIAL, from, &mut rows) }.expect("the layout is of the same array");
}

/// Copies the elements one by one to `data`, which has their number.
fn copy_elements<S: Storage<Elem: Copy>, M: Mapping>(from: &Array<S, M>, data: &mut [S::Elem]) {
    let mut elements = data.iter_mut();
    each_value(from, |value| {
        if let Some(element) = elements.next() {
            *element = value;
        }
    });
}

/// Calls a function with the value of each element in row-major order.
pub(super) fn each_value<S: Storage<Elem: Copy>, M: Mapping>(
    from: &Array<S, M>,
    mut f: impl FnMut(S::Elem),
) {
    let positions = LogicalPositions::new(from.mapping().borrowed());
    // SAFETY: they are the positions of elements.
    unsafe {
        from.storage_ref()
            .each(from.mapping(), positions, |value| f(*value));
    }
}

/// Returns the value of the first element, if there is one.
#[cfg(feature = "alloc")]
pub(super) fn first_value<S: Storage<Elem: Copy>, M: Mapping>(
    from: &Array<S, M>,
) -> Option<S::Elem> {
    // SAFETY: an array with elements has a first one, at this position.
    let value = |at| unsafe { from.storage_ref().with(from.mapping(), at, |value| *value) };
    (!from.is_empty()).then(|| value(first_position(from.mapping())))
}

/// Writes all elements from `data`, which has their number.
pub(super) fn read_rows<S, M>(to: &mut Array<S, M>, data: &[S::Elem]) -> Result<(), ViewError>
where
    S: StorageMut<Elem: Copy, Unit: NoUninit>,
    M: Mapping,
{
    for (number, value) in data.iter().enumerate().filter(|_| S::PACKED) {
        to.check_fits(value).map_err(|error| error.at(number))?;
    }
    write_elements(to, data);
    Ok(())
}

/// Writes all elements from `data`, which has their number. The element type has the values.
pub(super) fn write_elements<S, M>(to: &mut Array<S, M>, data: &[S::Elem])
where
    S: StorageMut<Elem: Copy, Unit: NoUninit>,
    M: Mapping,
{
    if S::PACKED || data.len() <= FEW {
        let (storage, mapping) = to.parts_mut();
        let positions = LogicalPositions::new(mapping.borrowed());
        positions.zip(data).for_each(|(at, &value)| {
            // SAFETY: it is the position of an element, whose type has the value.
            unsafe { storage.write(mapping, at, value) };
        });
        return;
    }
    let rows = rows_of_array(to.mapping());
    let from = Array::try_new(Ref::new(data), &rows).expect("the data is of the layout's length");
    // SAFETY: elements that are not packed are units, which are `NoUninit`.
    unsafe { copy_with(&SERIAL, &from, to) }.expect("the layout is of the same array");
}

/// Returns the elements in row-major order.
#[cfg(feature = "alloc")]
pub(super) fn to_rows<S, M>(from: &Array<S, M>) -> alloc::vec::Vec<S::Elem>
where
    S: Storage<Elem: Copy, Unit: NoUninit>,
    M: Mapping,
{
    let Some(first) = first_value(from) else {
        return alloc::vec::Vec::new();
    };
    let mut data = alloc::vec![first; from.len()]; // to be overwritten
    write_rows(from, &mut data);
    data
}
