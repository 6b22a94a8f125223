//! Copies from and to row-major data.

use core::{mem, slice};

use layout_core::formula::run_pattern::RunPattern;
use layout_core::spec::Dims;
use layout_core::util::arithmetic::product;

use super::copy_from::{SERIAL, copy_with, destination, source};
use super::strategies::choose::may_have_few_runs;
use super::strategies::few_runs::copy_few_runs;
use super::strategies::layout_pair::unpadded;
use super::strategies::{Destination, Source};
use crate::array::{Array, ViewError};
use crate::iter::order::LogicalPositions;
use crate::iter::order::pieces::Positions;
use crate::iter::order::stretches::Stretches;
use crate::layout::Layout;
use crate::layout::error::LayoutError;
#[cfg(feature = "alloc")]
use crate::map::first_position;
use crate::map::{Mapping, run_pattern, with_layout};
use crate::storage::no_uninit::NoUninit;
use crate::storage::{Mut, Ref, Storage, StorageMut};

/// So few elements are copied one by one in less time than a plan takes.
const FEW: usize = 128;

/// The fewest bytes of a run for which copies of runs, one by one, take no longer than the kernels.
/// Without them, 1024 numbers would take twice as long.
const LONG_RUN_BYTES: usize = 64;

/// Calls a function with the position and the length of each run in row-major order. Does nothing and
/// returns false unless they are long.
#[inline]
fn each_long_run<T, M: Mapping>(map: &M, mut f: impl FnMut(usize, usize)) -> bool {
    let pattern = run_pattern(map);
    let row = map.dims().last().map_or(1, |extent| *extent);
    let run = pattern.edges().edge_to_edge().min(row);
    if pattern.step() != 1 || run < LONG_RUN_BYTES / size_of::<T>().max(1) {
        return false;
    }
    Stretches::new(map.borrowed()).for_each(|(_, position, len)| f(position, len));
    true
}

/// The positions of row-major data of these dimensions. To make a layout of it takes longer than to copy
/// a few runs: a region of 16x16 in tiles of 8x8 would take five times as long.
struct RowPositions<'a>(&'a [usize]);

impl Positions for RowPositions<'_> {
    fn along(&self, dim: usize) -> RunPattern {
        let minor = self.0.get(dim + 1..).unwrap_or_default();
        RunPattern::of_stride(product(minor))
    }

    fn position(&self, index: &[usize]) -> usize {
        let pairs = index.iter().zip(self.0);
        pairs.fold(0, |position, (at, extent)| position * extent + at)
    }
}

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
    if !S::PACKED && may_have_few_runs(data.len(), size_of::<S::Elem>()) {
        let (elements, mut left) = (from.elements(), &mut *data);
        let are_long = each_long_run::<S::Elem, _>(from.mapping(), |position, len| {
            let (to, rest) = mem::take(&mut left).split_at_mut(len);
            // SAFETY: it is the position of an element.
            let run = unsafe { elements.add(position) };
            // SAFETY: they are elements, which are shared.
            to.copy_from_slice(unsafe { slice::from_raw_parts(run, len) });
            left = rest;
        });
        if are_long {
            return;
        }
    }
    if S::PACKED || data.len() <= FEW {
        return copy_elements(from, data);
    }
    let (map, size) = (from.mapping(), size_of::<S::Elem>());
    let sides: [&dyn Positions; 2] = [map, &RowPositions(map.dims())];
    // SAFETY: elements that are not packed are units, which are `NoUninit`.
    let source = unsafe { source(from) };
    let len = size_of_val(data);
    // SAFETY: it is the memory of a slice, whose elements are such units too.
    let to = unsafe { Destination::from_raw_parts(data.as_mut_ptr().cast(), len) };
    if copy_few_runs(size, sides, [map.dims(); 2], source, to) {
        return;
    }
    let rows = rows_of_array(map);
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
    if !S::PACKED && may_have_few_runs(data.len(), size_of::<S::Elem>()) {
        let (storage, mapping) = to.parts_mut();
        let (elements, mut left) = (storage.units_mut().as_mut_ptr().cast::<S::Elem>(), data);
        let are_long = each_long_run::<S::Elem, _>(mapping, |position, len| {
            let (from, rest) = left.split_at(len);
            // SAFETY: it is the position of an element.
            let run = unsafe { elements.add(position) };
            // SAFETY: they are elements of an array that is borrowed mutably.
            let to = unsafe { slice::from_raw_parts_mut(run, len) };
            to.copy_from_slice(from);
            left = rest;
        });
        if are_long {
            return;
        }
    }
    if S::PACKED || data.len() <= FEW {
        let (storage, mapping) = to.parts_mut();
        let positions = LogicalPositions::new(mapping.borrowed());
        positions.zip(data).for_each(|(at, &value)| {
            // SAFETY: it is the position of an element, whose type has the value.
            unsafe { storage.write(mapping, at, value) };
        });
        return;
    }
    // SAFETY: elements that are not packed are units, which are `NoUninit`.
    let (destination, map) = unsafe { destination(to) };
    let sides: [&dyn Positions; 2] = [&RowPositions(map.dims()), map];
    // SAFETY: it is the memory of a slice, whose elements are such units too.
    let source = unsafe { Source::from_raw_parts(data.as_ptr().cast(), size_of_val(data)) };
    if copy_few_runs(
        size_of::<S::Elem>(),
        sides,
        [map.dims(); 2],
        source,
        destination,
    ) {
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
