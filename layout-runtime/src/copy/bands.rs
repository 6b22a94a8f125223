//! `copy_from_map`: copies that convert elements, of runs that both arrays have, or through small
//! buffers that stay in a cache.

use alloc::vec;
use core::ops::Range;
use core::{array, slice};

use layout_core::spec::{Dims, MAX_RANK};
use layout_core::util::arithmetic::product;

use crate::array::Array;
use crate::copy::copy_from::{SERIAL, copy_with};
use crate::copy::error::CopyError;
use crate::copy::row_major::first_value;
use crate::copy::strategies::choose::advance;
use crate::iter::order::pieces::{Lane, Lanes};
use crate::map::{Mapping, Strides};
use crate::storage::no_uninit::NoUninit;
use crate::storage::{Mut, Ref, Storage, StorageMut};

/// The most bytes of a band.
const BAND_BYTES: usize = 1 << 17;

/// The fewest elements of a run that both arrays have for which runs are converted one by one, without
/// scratch buffers.
const LONG_RUN: usize = 64;

/// Copies arrays of the same dimensions, whose elements have addresses: run by run, if these are long,
/// or band by band, each as large as the scratch buffers.
pub(super) fn copy_bands<R, N, S, M>(
    to: &mut Array<S, M>,
    src: &Array<R, N>,
    mut f: impl FnMut(R::Elem) -> S::Elem,
) -> Result<(), CopyError>
where
    R: Storage<Elem: Copy, Unit: NoUninit>,
    N: Mapping,
    S: StorageMut<Elem: Copy, Unit: NoUninit>,
    M: Mapping,
{
    let dims = Dims::from_slice(src.dims());
    let elements = product(&dims);
    if convert_long_runs(to, src, &mut f) {
        return Ok(());
    }
    let (Some(first), Some(first_to)) = (first_value(src), first_value(to)) else {
        return Ok(());
    };
    let size = size_of::<R::Elem>().max(size_of::<S::Elem>()).max(1);
    let most = (BAND_BYTES / size).max(1);
    let len = elements.min(most);
    let mut taken = vec![first; len];
    let mut made = vec![first_to; len];
    each_band(&dims, most, |band| {
        let mut extents = Dims::filled(0, dims.len());
        for (extent, range) in extents.as_mut().iter_mut().zip(band) {
            *extent = range.len();
        }
        let rows = Strides::row_major(&extents);
        let len = product(&extents);
        let (taken, made) = (&mut taken[..len], &mut made[..len]);
        let part = src.region(band).expect("a band is within the array");
        let mut to_rows = Array::rows_of(Mut::new(taken), rows);
        // SAFETY: elements that are not packed are units, which are `NoUninit`.
        unsafe { copy_with(&SERIAL, &part, &mut to_rows) }?;
        for (to, from) in made.iter_mut().zip(&*taken) {
            *to = f(*from);
        }
        let mut part = to.region_mut(band).expect("a band is within the array");
        let made = Array::rows_of(Ref::new(made), rows);
        // SAFETY: elements that are not packed are units, which are `NoUninit`.
        unsafe { copy_with(&SERIAL, &made, &mut part) }
    })
}

/// Copies arrays of the same dimensions, whose elements have addresses, run by run. Does nothing and
/// returns false unless both have long runs, of the same elements.
fn convert_long_runs<R, N, S, M>(
    to: &mut Array<S, M>,
    src: &Array<R, N>,
    f: &mut impl FnMut(R::Elem) -> S::Elem,
) -> bool
where
    R: Storage<Elem: Copy>,
    N: Mapping,
    S: StorageMut<Elem: Copy>,
    M: Mapping,
{
    let from = src.elements();
    let (storage, mapping) = to.parts_mut();
    let to = storage.units_mut().as_mut_ptr().cast::<S::Elem>();
    let lanes = [Lane::of(src.mapping()), Lane::of(mapping)];
    let lanes = Lanes::<2>::new(lanes, mapping.dims());
    let are_long = lanes.contiguous() && lanes.shared_run() >= LONG_RUN;
    are_long
        && lanes.all(|piece| {
            let &[i, j] = piece.positions();
            // SAFETY: the position is in the memory.
            let from = unsafe { from.add(i) };
            // SAFETY: the position is in the memory.
            let to = unsafe { to.add(j) };
            // SAFETY: elements of a contiguous piece follow one another, and are shared.
            let from = unsafe { slice::from_raw_parts(from, piece.len()) };
            // SAFETY: they are the elements of the same piece, of an array that is borrowed mutably.
            let to = unsafe { slice::from_raw_parts_mut(to, piece.len()) };
            for (to, from) in to.iter_mut().zip(from) {
                *to = f(*from);
            }
            true
        })
}

/// Calls `f` with the ranges of each band of an array that has elements, until it fails. Bands have
/// at most `most` elements, at least 1, and follow one another in row-major order: they have all of
/// the last dimensions, some indices of the one before, and one of each of the others.
fn each_band<E>(
    dims: &Dims,
    most: usize,
    mut f: impl FnMut(&[Range<usize>]) -> Result<(), E>,
) -> Result<(), E> {
    let mut shape = Dims::filled(1, dims.len());
    let mut len = 1;
    for dim in (0..dims.len()).rev() {
        if dims[dim] > most / len {
            shape.set(dim, 1 << (most / len).ilog2()); // so that bands end with tiles
            break;
        }
        shape.set(dim, dims[dim]);
        len *= dims[dim];
    }
    let mut at = Dims::filled(0, dims.len());
    loop {
        let ranges: [_; MAX_RANK] = array::from_fn(|dim| {
            if dim < dims.len() {
                at[dim]..dims[dim].min(at[dim] + shape[dim])
            } else {
                0..0
            }
        });
        f(&ranges[..dims.len()])?;
        if !advance(&mut at, dims, (0..dims.len()).rev(), |dim| shape[dim]) {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::layout::Layout;

    /// Runs that both arrays have are converted where they are; padding and elements beside a region
    /// stay.
    #[test]
    fn long_runs_where_they_are() {
        let tiled = Layout::parse("u16[20,300]{1,0:T(8,128)}").unwrap();
        let rows = Layout::parse("s32[20,300]").unwrap();
        let from: Vec<u16> = (0..).take(tiled.padded_len()).collect();
        let from = tiled.view(&from).unwrap();
        for region in [(0..20, 0..300), (3..17, 100..299)] {
            let from = from.region(region.clone()).unwrap();
            let mut to = vec![-1; rows.padded_len()];
            let mut view = rows.view_mut(&mut to).unwrap();
            let mut part = view.region_mut(region.clone()).unwrap();
            assert!(convert_long_runs(&mut part, &from, &mut |x| i32::from(x) + 1));
            for (number, value) in to.into_iter().enumerate() {
                let index = [number / 300, number % 300];
                let is_within = region.0.contains(&index[0]) && region.1.contains(&index[1]);
                let expected = if is_within {
                    tiled.offset(&index) as i32 + 1
                } else {
                    -1
                };
                assert_eq!(value, expected, "{index:?}");
            }
        }
        let columns = Layout::parse("u16[20,300]{0,1}").unwrap();
        let mut to = vec![0; columns.padded_len()];
        let mut to = columns.view_mut(&mut to).unwrap();
        assert!(!convert_long_runs(&mut to, &from, &mut |x| x));
    }

    /// Bands follow one another in row-major order.
    #[test]
    fn all_elements_once() {
        for (dims, most) in [
            (&[][..], 1),
            (&[7], 1),
            (&[100], 16),
            (&[5, 9, 4], 20),
            (&[5, 9, 4], 3),
            (&[5, 9, 4], 1000),
        ] {
            let mut numbers = Vec::new();
            let each: Result<(), ()> = each_band(&Dims::from_slice(dims), most, |band| {
                let before = numbers.len();
                for k in 0..band.iter().map(ExactSizeIterator::len).product() {
                    let (mut number, mut rest, mut stride) = (0, k, 1);
                    for (range, extent) in band.iter().zip(dims).rev() {
                        number += (range.start + rest % range.len()) * stride;
                        rest /= range.len();
                        stride *= extent;
                    }
                    numbers.push(number);
                }
                assert!(numbers.len() - before <= most);
                Ok(())
            });
            assert_eq!(each, Ok(()));
            let all = dims.iter().product();
            assert!(numbers.into_iter().eq(0..all), "{dims:?} by {most}");
        }
    }
}
