//! `copy_from_map`: copies that convert elements, through small buffers that stay in a cache.

use alloc::vec;
use core::array;
use core::ops::Range;

use layout_core::spec::{Dims, MAX_RANK};
use layout_core::util::arithmetic::product;

use crate::copy::error::CopyError;
use crate::copy::row_major::rows_of;
use crate::copy::strategies::choose::advance;
use crate::map::{Mapping, layout_of};
use crate::view::no_uninit::NoUninit;
use crate::view::{View, ViewMut};

/// The most bytes of a band.
const BAND_BYTES: usize = 1 << 17;

/// Copies arrays of the same dimensions band by band, each as large as the scratch buffers.
pub(super) fn copy_bands<F: NoUninit, S: Mapping, T: NoUninit, D: Mapping>(
    to: &mut ViewMut<'_, T, D>,
    src: View<'_, F, S>,
    mut f: impl FnMut(F) -> T,
) -> Result<(), CopyError> {
    let dims = Dims::from_slice(src.mapping().dims());
    let elements = product(&dims);
    if elements == 0 {
        return Ok(());
    }
    let most = (BAND_BYTES / size_of::<F>().max(size_of::<T>()).max(1)).max(1);
    let len = elements.min(most);
    let [from_rows, to_rows] = [src.mapping().is_row_major(), to.mapping().is_row_major()];
    let mut taken = vec![src.buffer()[0]; if from_rows { 0 } else { len }];
    let mut made = vec![to.parts().0[0]; if to_rows { 0 } else { len }];
    let mut at = 0;
    let mut layouts = None;
    each_band(&dims, most, |band| {
        let mut extents = Dims::filled(0, dims.len());
        for (extent, range) in extents.as_mut().iter_mut().zip(band) {
            *extent = range.len();
        }
        let len = product(&extents);
        let in_rows = at..at + len;
        at += len;
        let [from_layout, to_layout] = match &mut layouts {
            Some((of, layouts)) if *of == extents => layouts,
            other => {
                let from = rows_of(&layout_of(src.mapping()), &extents);
                let to = rows_of(&layout_of(to.mapping()), &extents);
                &mut other.insert((extents, [from, to])).1
            }
        };
        let from = if from_rows {
            &src.buffer()[in_rows.clone()]
        } else {
            let taken = &mut taken[..len];
            let part = src.region(band).expect("a band is within the array");
            ViewMut::try_new(&mut *taken, &*from_layout)
                .expect("the band is of the layout's length")
                .copy_from(part)?;
            taken
        };
        let mut convert = |to: &mut [T]| {
            for (to, from) in to.iter_mut().zip(from) {
                *to = f(*from);
            }
        };
        if to_rows {
            convert(&mut to.parts().0[in_rows]);
            return Ok(());
        }
        let made = &mut made[..len];
        convert(made);
        let mut part = to.region_mut(band).expect("a band is within the array");
        let made = View::try_new(&*made, &*to_layout).expect("the band is of the layout's length");
        part.copy_from(made)
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
