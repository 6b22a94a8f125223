//! `copy_from_map`: copies that convert elements, through small buffers that stay in a cache.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::array;
use core::ops::Range;

use layout_core::spec::{Dims, MAX_RANK};
use layout_core::util::arithmetic::product;

use crate::copy::error::{self, CopyError};
use crate::copy::no_uninit::NoUninit;
use crate::copy::row_major::rows_of;
use crate::map::{Mapping, WholeBuffer, corner, whole};
use crate::view::{View, ViewMut};

/// The most bytes of a band.
#[cfg(feature = "alloc")]
const BAND_BYTES: usize = 1 << 17;

/// The most elements of a band: buffers of this length are on the stack.
#[cfg(not(feature = "alloc"))]
const BAND_ELEMENTS: usize = 1 << 10;

/// Returns the most elements of a band whose elements have `size` bytes.
#[cfg(feature = "alloc")]
const fn most_elements(size: usize) -> usize {
    match BAND_BYTES / size {
        0 => 1,
        most => most,
    }
}

#[cfg(not(feature = "alloc"))]
const fn most_elements(_: usize) -> usize {
    BAND_ELEMENTS
}

/// Copies of a value: at least `len`.
#[cfg(feature = "alloc")]
fn scratch<T: Copy>(value: T, len: usize) -> Vec<T> {
    alloc::vec![value; len]
}

#[cfg(not(feature = "alloc"))]
fn scratch<T: Copy>(value: T, _: usize) -> [T; BAND_ELEMENTS] {
    [value; BAND_ELEMENTS]
}

/// Copies band by band, each as large as the scratch buffers.
pub(super) fn copy_bands<F: NoUninit, S: Mapping, T: NoUninit, D: Mapping>(
    to: &mut ViewMut<'_, T, D>,
    src: View<'_, F, S>,
    mut f: impl FnMut(F) -> T,
) -> Result<(), CopyError> {
    let dims = Dims::from_slice(src.mapping().dims());
    error::check_dims(&dims, to.mapping().dims())?;
    let elements = product(&dims);
    if elements == 0 {
        return Ok(());
    }
    let most = most_elements(size_of::<F>().max(size_of::<T>()));
    let origin = corner(src.mapping()).map(|corner| {
        let mut origin = Dims::new(0);
        corner
            .kept()
            .for_each(|dim| origin.push(corner.low.as_ref()[dim]));
        origin
    });
    let bands = Bands::new(&dims, most, origin.as_deref());
    let len = elements.min(most);
    let [from_rows, to_rows] = [src.mapping().is_row_major(), to.mapping().is_row_major()];
    let mut taken = scratch(src.buffer()[0], if from_rows { 0 } else { len });
    let mut made = scratch(to.parts().0[0], if to_rows { 0 } else { len });
    let mut at = 0;
    let mut layouts = None;
    bands.try_each(|band| {
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
                let from = rows_of(&whole(src.mapping()).layout(), &extents);
                let to = rows_of(&whole(to.mapping()).layout(), &extents);
                &mut other.insert((extents, [from, to])).1
            }
        };
        let from = if from_rows {
            &src.buffer()[in_rows.clone()]
        } else {
            let taken = &mut taken[..len];
            let part = src.region(band).expect("a band is within the array");
            ViewMut::from_checked(&mut *taken, &*from_layout).copy_from(part)?;
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
        part.copy_from(View::from_checked(made, &*to_layout))
    })
}

/// The bands of an array: parts of at most some elements, which follow one another in
/// row-major order.
struct Bands<'a> {
    dims: &'a [usize],
    /// Bands divide this dimension, and have all of each later dimension and one index of
    /// each earlier one. Without it, there is one band.
    divided: Option<usize>,
    /// The indices that a band has of the divided dimension: a power of 2, so that bands end
    /// with tiles.
    step: usize,
    /// The first index of the divided dimension in the source's array.
    origin: usize,
}

impl<'a> Bands<'a> {
    fn new(dims: &'a [usize], most: usize, origin: Option<&[usize]>) -> Self {
        let (mut dim, mut inner) = (dims.len(), 1);
        while dim > 0 && inner * dims[dim - 1] <= most {
            dim -= 1;
            inner *= dims[dim];
        }
        let divided = dim.checked_sub(1);
        Bands {
            dims,
            divided,
            step: 1 << (most / inner).ilog2(),
            origin: match (origin, divided) {
                (Some(origin), Some(dim)) => origin[dim],
                _ => 0,
            },
        }
    }

    /// Calls `f` with the ranges of each band, in row-major order, until it fails.
    fn try_each<E>(&self, mut f: impl FnMut(&[Range<usize>]) -> Result<(), E>) -> Result<(), E> {
        let rank = self.dims.len();
        let mut ranges: [Range<usize>; MAX_RANK] =
            array::from_fn(|dim| 0..self.dims.get(dim).map_or(0, |extent| *extent));
        let Some(divided) = self.divided else {
            return f(&ranges[..rank]);
        };
        ranges[..divided].fill(0..1);
        loop {
            let extent = self.dims[divided];
            let mut at = 0;
            while at < extent {
                let len = self.step - (self.origin + at) % self.step;
                ranges[divided] = at..extent.min(at + len);
                at += len;
                f(&ranges[..rank])?;
            }
            let mut outer = (0..divided).rev();
            let goes_on = outer.any(|dim| {
                let next = ranges[dim].end;
                let goes_on = next < self.dims[dim];
                ranges[dim] = if goes_on { next..next + 1 } else { 0..1 };
                goes_on
            });
            if !goes_on {
                return Ok(());
            }
        }
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use alloc::vec::Vec;

    use super::Bands;

    /// Bands follow one another in row-major order, and end where tiles end.
    #[test]
    fn all_elements_once() {
        for (dims, most, origin) in [
            (&[][..], 1, &[][..]),
            (&[7], 1, &[5]),
            (&[100], 16, &[3]),
            (&[5, 9, 4], 20, &[1, 6, 0]),
            (&[5, 9, 4], 3, &[0, 0, 1]),
            (&[5, 9, 4], 1000, &[0, 0, 1]),
        ] {
            let mut numbers = Vec::new();
            let bands = Bands::new(dims, most, Some(origin));
            let each: Result<(), ()> = bands.try_each(|band| {
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
                assert!(numbers.len() - before <= most.max(1));
                Ok(())
            });
            assert_eq!(each, Ok(()));
            let all = dims.iter().product();
            assert!(numbers.into_iter().eq(0..all), "{dims:?} by {most}");
        }
    }
}
