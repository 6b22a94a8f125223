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
    /// Returns the arrays at each index of the dimension, without it, or the arrays of `chunk`
    /// indices each.
    #[track_caller]
    fn new(mapping: M, dim: usize, chunk: Option<usize>) -> Result<Self, RegionError> {
        let dims = mapping.dims();
        assert_dimension(dim, dims.len());
        assert!(chunk != Some(0), "chunks have at least one index");
        let (extent, size) = (dims[dim], chunk.unwrap_or(1));
        let region = |number: usize| {
            let start = number * size;
            RegionBounds::of_range(dims, dim, start..extent.min(start.saturating_add(size)))
        };
        let array = |number| match chunk {
            None if extent > 0 => Subarray::at_index(mapping.clone(), dim, &[number]),
            _ => Subarray::new(mapping.clone(), &region(number)?),
        };
        let count = extent.div_ceil(size);
        let last = count.saturating_sub(1);
        // Contiguous tiles of the first array end at the edge of a tile, and so do the others.
        let grid = mapping.grid();
        if chunk.is_some() && last > 0 && grid.contiguous(&region(0)?).is_none() {
            part::check_chunks(&mapping.layout(), dim, size)?;
            array(last - 1)?;
        }
        let (first, last_array) = (array(0)?, array(last)?);
        if chunk.is_none() && last > 0 && grid.contiguous_at(dim, &[0]).is_none() {
            part::check_chunks(&mapping.layout(), dim, size)?;
        }
        let distance = last_array.positions().start - first.positions().start;
        Ok(AxisArrays {
            distance: distance / last.max(1),
            first,
            dim,
            size,
            last,
            last_array,
            numbers: 0..count,
        })
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

/// Returns positions of a buffer.
#[inline]
fn positions_of<'a, T>(buffer: &mut &'a [T], _: &mut usize, at: Range<usize>) -> &'a [T] {
    &buffer[at]
}

/// Splits positions, and what is before them, off the rest of a buffer, which begins at `start`.
#[inline]
fn split_front<'a, T>(rest: &mut &'a mut [T], start: &mut usize, at: Range<usize>) -> &'a mut [T] {
    let (before, after) = mem::take(rest).split_at_mut(at.end - *start);
    *rest = after;
    &mut before[at.start - mem::replace(start, at.end)..]
}

/// Splits positions, and what is after them, off the rest of a buffer, which begins at `start`.
fn split_back<'a, T>(rest: &mut &'a mut [T], start: &mut usize, at: Range<usize>) -> &'a mut [T] {
    let (before, after) = mem::take(rest).split_at_mut(at.start - *start);
    *rest = before;
    &mut after[..at.len()]
}

/// Iterators over arrays along a dimension; `$front` and `$back` take the positions of the first
/// and of the last array from the rest of the buffer.
macro_rules! axis_iters {
    ($($(#[$attribute:meta])* $name:ident of $view:ident<$buffer:ty>: $front:ident $back:ident;)*) => {$(
        $(#[$attribute])*
        #[must_use = "iterators are lazy and do nothing unless consumed"]
        pub struct $name<'a, T, M: WholeBuffer> {
            /// The part of the buffer that has not been lent yet.
            rest: $buffer,
            /// The position at which `rest` begins.
            start: usize,
            arrays: AxisArrays<M>,
        }

        impl<'a, T, M: WholeBuffer> $name<'a, T, M> {
            /// Returns the arrays at each index of a dimension, without it, or the arrays of `chunk`
            /// indices each.
            #[track_caller]
            pub(crate) fn new(
                view: $view<'a, T, M>,
                dim: usize,
                chunk: Option<usize>,
            ) -> Result<Self, RegionError> {
                let (rest, mapping) = view.into_parts();
                let arrays = AxisArrays::new(mapping, dim, chunk)?;
                Ok($name { rest, start: 0, arrays })
            }

            #[inline]
            fn front(&mut self, number: usize) -> $view<'a, T, Subarray<M>> {
                let array = self.arrays.array(number);
                let slice = $front(&mut self.rest, &mut self.start, array.positions());
                // SAFETY: the slice has the positions of the array: `padded_len` of it.
                unsafe { $view::new_unchecked(slice, array) }
            }
        }

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
                let array = self.arrays.array(number);
                let slice = $back(&mut self.rest, &mut self.start, array.positions());
                // SAFETY: the slice has the positions of the array: `padded_len` of it.
                Some(unsafe { $view::new_unchecked(slice, array) })
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
    AxisIter of View<&'a [T]>: positions_of positions_of;
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
    AxisIterMut of ViewMut<&'a mut [T]>: split_front split_back;
}
