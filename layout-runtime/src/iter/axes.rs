//! `AxisIter`: the arrays along a dimension, or chunks of them.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

use crate::array::{Array, part_of};
use crate::layout::assert_dimension;
use crate::layout::error::RegionError;
use crate::layout::part;
use crate::layout::region::RegionBounds;
use crate::map::{Subarray, WholeBuffer};
use crate::storage::Parts;

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

/// The arrays along a dimension: [`axis_iter`](Array::axis_iter),
/// [`axis_chunks_iter`](Array::axis_chunks_iter), and their mutable forms.
///
/// # Examples
///
/// ```
/// use tiled_layout::{Buffer, layout};
///
/// // A batch of four: each is one stretch of memory.
/// let mut batch = Buffer::<i32, layout!(S32[4,3,5]<2,1,0:T(2,2)>)>::from_fn(|[n, _, _]| n as i32);
/// for (n, item) in batch.axis_iter(0)?.enumerate() {
///     assert_eq!(item.layout().to_string(), "s32[3,5]{1,0:T(2,2)}");
///     assert_eq!(item.iter().sum::<i32>(), 15 * n as i32); // 9 positions are padding
/// }
/// let mut items: Vec<_> = batch.axis_iter_mut(0)?.collect(); // all at once
/// items[3][[2, 4]] = 7;
/// items[0].fill(1);
/// assert_eq!((batch[[0, 0, 0]], batch[[3, 2, 4]]), (1, 7));
/// # Ok::<(), tiled_layout::RegionError>(())
/// ```
#[derive(Clone)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct AxisIter<S, M: WholeBuffer> {
    storage: S,
    arrays: AxisArrays<M>,
}

impl<S: Parts, M: WholeBuffer> AxisIter<S, M> {
    /// Returns the arrays at each index of a dimension, without it, or the arrays of `chunk` indices
    /// each.
    #[track_caller]
    pub(super) fn new(
        array: Array<S, M>,
        dim: usize,
        chunk: Option<usize>,
    ) -> Result<Self, RegionError> {
        let (storage, mapping) = array.into_parts();
        let arrays = AxisArrays::new(mapping, dim, chunk)?;
        Ok(AxisIter { storage, arrays })
    }

    #[inline]
    fn array(&self, number: usize) -> Array<S, Subarray<M>> {
        // SAFETY: each number is passed once, and the positions of two arrays are disjoint: no element
        // of one lies within the other.
        unsafe { part_of(&self.storage, self.arrays.array(number)) }
    }
}

impl<S: Parts, M: WholeBuffer> Iterator for AxisIter<S, M> {
    type Item = Array<S, Subarray<M>>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let number = self.arrays.numbers.next()?;
        Some(self.array(number))
    }

    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        let number = self.arrays.numbers.nth(n)?;
        Some(self.array(number))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.arrays.numbers.size_hint()
    }
}

impl<S: Parts, M: WholeBuffer> DoubleEndedIterator for AxisIter<S, M> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let number = self.arrays.numbers.next_back()?;
        Some(self.array(number))
    }
}

impl<S: Parts, M: WholeBuffer> ExactSizeIterator for AxisIter<S, M> {}

impl<S: Parts, M: WholeBuffer> FusedIterator for AxisIter<S, M> {}

impl<S, M: WholeBuffer> fmt::Debug for AxisIter<S, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AxisIter")
            .field("layout", &*self.arrays.first.whole_layout())
            .field("dim", &self.arrays.dim)
            .field("size", &self.arrays.size)
            .field("numbers", &self.arrays.numbers)
            .finish_non_exhaustive()
    }
}
