//! `AxisIter` and `AxisIterMut`: the arrays along a dimension, or chunks of them.

use core::fmt;
use core::iter::FusedIterator;
use core::mem;
use core::ops::Range;

use crate::layout::assert_dimension;
use crate::layout::error::RegionError;
use crate::layout::part;
use crate::layout::region::RegionBounds;
use crate::map::{Subarray, WholeBuffer};
use crate::view::{View, ViewMut};

/// The arrays along a dimension. They are equally far apart in memory, and no element of
/// one lies within another, so that their positions are disjoint.
#[derive(Clone)]
struct AxisArrays<M: WholeBuffer> {
    first: Subarray<M>,
    dim: usize,
    /// The indices of the dimension that each array has.
    size: usize,
    /// The distance between the positions of two successive arrays.
    distance: usize,
    /// The number of the last array, and that array, which may have fewer indices.
    last: usize,
    last_array: Subarray<M>,
    numbers: Range<usize>,
}

impl<M: WholeBuffer> AxisArrays<M> {
    #[track_caller]
    fn new(mapping: M, dim: usize) -> Result<Self, RegionError> {
        let dims = mapping.dims();
        assert_dimension(dim, dims.len());
        let Some(last) = dims[dim].checked_sub(1) else {
            return Self::none(mapping, dim);
        };
        let at = |index| Subarray::at_index(mapping.clone(), dim, &[index]);
        let arrays = AxisArrays::of(at(0)?, at(last)?, dim, 1, last);
        if mapping.grid().contiguous_at(dim, &[0]).is_none() {
            part::check_axis(&mapping.layout(), dim)?;
        }
        Ok(arrays)
    }

    /// Returns the arrays of `size` indices of the dimension each.
    #[track_caller]
    fn chunks(mapping: M, dim: usize, size: usize) -> Result<Self, RegionError> {
        let dims = mapping.dims();
        assert_dimension(dim, dims.len());
        assert!(size > 0, "chunks have at least one index");
        let extent = dims[dim];
        let region = |number: usize| {
            let start = number * size;
            RegionBounds::of_range(dims, dim, start..extent.min(start.saturating_add(size)))
        };
        let Some(last) = extent.div_ceil(size).checked_sub(1) else {
            return Self::none(mapping, dim);
        };
        let (first, at_end, grid) = (region(0)?, region(last)?, mapping.grid().made());
        let chunk = |region: &RegionBounds| Subarray::new(mapping.clone(), region);
        let follow = [&first, &at_end].map(|region| grid.contiguous(region).is_some());
        if last > 0 && follow != [true; 2] {
            part::check_chunks(&mapping.layout(), dim, size)?;
            chunk(&region(last - 1)?)?;
        }
        let arrays = AxisArrays::of(chunk(&first)?, chunk(&at_end)?, dim, size, last);
        Ok(arrays)
    }

    /// No arrays: the dimension has size 0.
    fn none(mapping: M, dim: usize) -> Result<Self, RegionError> {
        let region = RegionBounds::whole(mapping.dims());
        let whole = Subarray::new(mapping, &region)?;
        let mut arrays = AxisArrays::of(whole.clone(), whole, dim, 1, 0);
        arrays.numbers = 0..0;
        Ok(arrays)
    }

    fn of(
        first: Subarray<M>,
        last_array: Subarray<M>,
        dim: usize,
        size: usize,
        last: usize,
    ) -> Self {
        let distance = last_array.positions().start - first.positions().start;
        AxisArrays {
            distance: distance.checked_div(last).unwrap_or(0),
            first,
            dim,
            size,
            last,
            last_array,
            numbers: 0..last + 1,
        }
    }

    #[inline]
    fn array(&self, number: usize) -> Subarray<M> {
        if number == self.last {
            return self.last_array.clone();
        }
        let start = self.first.positions().start + number * self.distance;
        self.first.moved(self.dim, number * self.size, start)
    }
}

/// The arrays along a dimension: [`View::axis_iter`], and
/// [`View::axis_chunks_iter`].
///
/// # Examples
///
/// ```
/// use tiled_layout::{Buffer, layout};
///
/// // A batch of four: each is one stretch of memory.
/// let batch = Buffer::<i32, layout!(S32[4,3,5]<2,1,0:T(2,2)>)>::from_fn(|[n, _, _]| n as i32);
/// for (n, item) in batch.axis_iter(0)?.enumerate() {
///     assert_eq!(item.layout().to_string(), "s32[3,5]{1,0:T(2,2)}");
///     assert_eq!(item.iter().sum::<i32>(), 15 * n as i32); // 9 positions are padding
/// }
/// # Ok::<(), tiled_layout::RegionError>(())
/// ```
#[derive(Clone)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct AxisIter<'a, T, M: WholeBuffer> {
    buffer: &'a [T],
    arrays: AxisArrays<M>,
}

/// The arrays along a dimension, mutably: [`ViewMut::axis_iter_mut`], and
/// [`ViewMut::axis_chunks_iter_mut`].
///
/// # Examples
///
/// ```
/// use tiled_layout::{Buffer, layout};
///
/// let mut batch = Buffer::<i32, layout!(S32[4,3,5]<2,1,0:T(2,2)>)>::zeroed();
/// let mut items: Vec<_> = batch.axis_iter_mut(0)?.collect(); // all at once
/// items[3][[2, 4]] = 7;
/// items[0].fill(1);
/// assert_eq!((batch[[0, 0, 0]], batch[[3, 2, 4]]), (1, 7));
/// assert_eq!(batch.as_slice().iter().sum::<i32>(), 15 + 7); // padding stays zero
/// # Ok::<(), tiled_layout::RegionError>(())
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct AxisIterMut<'a, T, M: WholeBuffer> {
    /// The part of the buffer that has not been lent yet.
    rest: &'a mut [T],
    /// The position at which `rest` begins.
    start: usize,
    arrays: AxisArrays<M>,
}

impl<'a, T, M: WholeBuffer> AxisIter<'a, T, M> {
    #[track_caller]
    pub(crate) fn new(view: View<'a, T, M>, dim: usize) -> Result<Self, RegionError> {
        let (buffer, mapping) = view.into_parts();
        let arrays = AxisArrays::new(mapping, dim)?;
        Ok(AxisIter { buffer, arrays })
    }

    #[track_caller]
    pub(crate) fn chunks(
        view: View<'a, T, M>,
        dim: usize,
        size: usize,
    ) -> Result<Self, RegionError> {
        let (buffer, mapping) = view.into_parts();
        let arrays = AxisArrays::chunks(mapping, dim, size)?;
        Ok(AxisIter { buffer, arrays })
    }

    #[inline]
    fn front(&mut self, number: usize) -> View<'a, T, Subarray<M>> {
        let array = self.arrays.array(number);
        View::from_checked(&self.buffer[array.positions()], array)
    }

    #[inline]
    fn back(&mut self, number: usize) -> View<'a, T, Subarray<M>> {
        self.front(number)
    }
}

impl<'a, T, M: WholeBuffer> AxisIterMut<'a, T, M> {
    #[track_caller]
    pub(crate) fn new(view: ViewMut<'a, T, M>, dim: usize) -> Result<Self, RegionError> {
        let (rest, mapping) = view.into_parts();
        let arrays = AxisArrays::new(mapping, dim)?;
        Ok(Self::of(rest, arrays))
    }

    #[track_caller]
    pub(crate) fn chunks(
        view: ViewMut<'a, T, M>,
        dim: usize,
        size: usize,
    ) -> Result<Self, RegionError> {
        let (rest, mapping) = view.into_parts();
        let arrays = AxisArrays::chunks(mapping, dim, size)?;
        Ok(Self::of(rest, arrays))
    }

    fn of(rest: &'a mut [T], arrays: AxisArrays<M>) -> Self {
        AxisIterMut {
            rest,
            start: 0,
            arrays,
        }
    }

    /// Splits the first array off `rest`.
    #[inline]
    fn front(&mut self, number: usize) -> ViewMut<'a, T, Subarray<M>> {
        let array = self.arrays.array(number);
        let Range { start, end } = array.positions();
        let (before, after) = mem::take(&mut self.rest).split_at_mut(end - self.start);
        let positions = &mut before[start - self.start..];
        self.rest = after;
        self.start = end;
        ViewMut::from_checked(positions, array)
    }

    /// Splits the last array off `rest`.
    fn back(&mut self, number: usize) -> ViewMut<'a, T, Subarray<M>> {
        let array = self.arrays.array(number);
        let Range { start, end } = array.positions();
        let (before, after) = mem::take(&mut self.rest).split_at_mut(start - self.start);
        self.rest = before;
        ViewMut::from_checked(&mut after[..end - start], array)
    }
}

macro_rules! axis_iters {
    ($($name:ident of $view:ident;)*) => {$(
        impl<'a, T, M: WholeBuffer> Iterator for $name<'a, T, M> {
            type Item = $view<'a, T, Subarray<M>>;

            #[inline]
            fn next(&mut self) -> Option<Self::Item> {
                let number = self.arrays.numbers.next()?;
                Some(self.front(number))
            }

            fn nth(&mut self, n: usize) -> Option<Self::Item> {
                let number = self.arrays.numbers.nth(n)?;
                Some(self.front(number))
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                self.arrays.numbers.size_hint()
            }
        }

        impl<T, M: WholeBuffer> DoubleEndedIterator for $name<'_, T, M> {
            fn next_back(&mut self) -> Option<Self::Item> {
                let number = self.arrays.numbers.next_back()?;
                Some(self.back(number))
            }
        }

        impl<T, M: WholeBuffer> ExactSizeIterator for $name<'_, T, M> {}
        impl<T, M: WholeBuffer> FusedIterator for $name<'_, T, M> {}

        impl<T, M: WholeBuffer> fmt::Debug for $name<'_, T, M> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name))
                    .field("layout", &*self.arrays.first.whole_layout())
                    .field("dim", &self.arrays.dim)
                    .field("size", &self.arrays.size)
                    .field("numbers", &self.arrays.numbers)
                    .finish_non_exhaustive()
            }
        }
    )*};
}

axis_iters! {
    AxisIter of View;
    AxisIterMut of ViewMut;
}
