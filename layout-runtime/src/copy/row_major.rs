//! Copies from and to row-major data.

use core::{mem, slice};

#[cfg(any(feature = "alloc", feature = "serde"))]
use layout_core::spec::{Dims, Spec};

use super::copy_from::{SERIAL, copy_with};
use super::strategies::choose::RowsCopy;
use crate::array::{Array, ViewError};
use crate::iter::order::LogicalPositions;
use crate::iter::order::stretches::Stretches;
#[cfg(any(feature = "alloc", feature = "serde"))]
use crate::layout::Layout;
#[cfg(any(feature = "alloc", feature = "serde"))]
use crate::layout::error::LayoutError;
#[cfg(feature = "alloc")]
use crate::map::first_position;
use crate::map::{Mapping, Strides};
use crate::storage::no_uninit::NoUninit;
use crate::storage::{Mut, Ref, Storage, StorageMut};

/// Calls a function with the position and the length of each run in row-major order, of contiguous
/// elements.
#[inline]
fn each_run(map: &impl Mapping, mut f: impl FnMut(usize, usize)) {
    Stretches::new(map.borrowed()).for_each(|(_, position, len)| f(position, len));
}

/// Returns the row-major layout of the array of a mapping, of the same element type, without tiles and
/// padding; `None` without a layout. An empty array may have an error: if `*` merges large dimensions
/// with one of size 0, strides can overflow `usize`.
#[cfg(any(feature = "alloc", feature = "serde"))]
pub(crate) fn checked_rows_of_array(map: &impl Mapping) -> Option<Result<Layout, LayoutError>> {
    map.with_layout(|layout| {
        let mut spec = Spec::new(layout.element_type(), Dims::from_slice(map.dims()));
        spec.bits = layout.spec().bits;
        Layout::checked(spec)
    })
}

/// [`checked_rows_of_array`] of an array that has elements.
#[cfg(feature = "alloc")]
pub(super) fn rows_of_array(map: &impl Mapping) -> Option<Layout> {
    let rows = checked_rows_of_array(map)?;
    Some(rows.expect("an array without padding is no larger than with it"))
}

/// Copies the elements to `data`, which has their number.
pub(super) fn write_rows<S, M>(from: &Array<S, M>, data: &mut [S::Elem])
where
    S: Storage<Elem: Copy, Unit: NoUninit>,
    M: Mapping,
{
    match RowsCopy::choose(from.mapping(), data.len(), size_of::<S::Elem>(), S::PACKED) {
        RowsCopy::Runs => {
            let (elements, mut left) = (from.elements(), data);
            each_run(from.mapping(), |position, len| {
                let (to, rest) = mem::take(&mut left).split_at_mut(len);
                // SAFETY: it is the position of an element.
                let run = unsafe { elements.add(position) };
                // SAFETY: they are elements, which are shared.
                to.copy_from_slice(unsafe { slice::from_raw_parts(run, len) });
                left = rest;
            });
        }
        RowsCopy::Elements => copy_elements(from, data),
        RowsCopy::Arrays => {
            let mut rows = Array::rows_of(Mut::new(data), Strides::row_major(from.dims()));
            // SAFETY: elements that are not packed are units, which are `NoUninit`.
            unsafe { copy_with(&SERIAL, from, &mut rows) }
                .expect("rows have the dimensions of the array");
        }
    }
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
    match RowsCopy::choose(to.mapping(), data.len(), size_of::<S::Elem>(), S::PACKED) {
        RowsCopy::Runs => {
            let (storage, mapping) = to.parts_mut();
            let (elements, mut left) = (storage.units_mut().as_mut_ptr().cast::<S::Elem>(), data);
            each_run(mapping, |position, len| {
                let (from, rest) = left.split_at(len);
                // SAFETY: it is the position of an element.
                let run = unsafe { elements.add(position) };
                // SAFETY: they are elements of an array that is borrowed mutably.
                let to = unsafe { slice::from_raw_parts_mut(run, len) };
                to.copy_from_slice(from);
                left = rest;
            });
        }
        RowsCopy::Elements => {
            let (storage, mapping) = to.parts_mut();
            let positions = LogicalPositions::new(mapping.borrowed());
            positions.zip(data).for_each(|(at, &value)| {
                // SAFETY: it is the position of an element, whose type has the value.
                unsafe { storage.write(mapping, at, value) };
            });
        }
        RowsCopy::Arrays => {
            let from = Array::rows_of(Ref::new(data), Strides::row_major(to.dims()));
            // SAFETY: elements that are not packed are units, which are `NoUninit`.
            unsafe { copy_with(&SERIAL, &from, to) }
                .expect("rows have the dimensions of the array");
        }
    }
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
