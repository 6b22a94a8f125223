//! `AxisIter`: the parts of an array at each index of a dimension.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

#[cfg(feature = "rayon")]
use super::order::SplitParts;
use crate::array::Array;
use crate::layout::assert_dimension;
use crate::map::{Mapping, OwnIndex, Region, dim_of_whole};
use crate::storage::Parts;

/// The parts of an array at each index of a dimension, without it: [`axis_iter`](Array::axis_iter),
/// [`rows`](Array::rows), and their mutable forms. All items may be in use at the same time.
///
/// `M` is the mapping of the whole array, and `I` the type of the items' indices.
///
/// # Examples
///
/// ```
/// use tiled_layout::{Buffer, layout};
///
/// let mut batch = Buffer::<i32, layout!(S32[4,3,5]<2,1,0:T(2,2)>)>::from_fn(|[n, _, _]| n as i32);
/// for (n, item) in batch.axis_iter(0).enumerate() {
///     assert_eq!(item.iter().sum::<i32>(), 15 * n as i32); // 9 positions are padding
/// }
/// let mut columns: Vec<_> = batch.axis_iter_mut(2).collect(); // all in use
/// columns[4][[3, 2]] = 7;
/// columns[0].fill(1);
/// assert_eq!((batch[[0, 0, 0]], batch[[3, 2, 4]]), (1, 7));
/// ```
#[derive(Clone)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct AxisIter<S, M: Mapping, I> {
    /// The storage of the array. No other part of it that is in use has a position of the remaining
    /// items, if elements can be written.
    storage: S,
    /// The part at index 0, which it may not have.
    first: Region<M, I>,
    /// The dimension, of the whole array.
    dim: usize,
    /// The remaining indices.
    indices: Range<usize>,
}

impl<S: Parts, M: Mapping<WholeIndex = <M as Mapping>::Index>, I: OwnIndex> AxisIter<S, M, I> {
    #[inline]
    #[track_caller]
    pub(super) fn new<'m, N>(storage: S, map: &'m N, dim: usize) -> Self
    where
        N: Mapping<WholeIndex = M::Index, Whole<'m> = M>,
    {
        let dims = map.dims();
        assert_dimension(dim, dims.len());
        AxisIter {
            storage,
            first: Region::without_dim(map, dim, 0),
            dim: dim_of_whole(map, dim),
            indices: 0..dims[dim],
        }
    }

    /// Returns the part at an index.
    ///
    /// # Safety
    ///
    /// It is within the dimension. The iterator no longer has it, and passes it once.
    #[inline]
    unsafe fn part(&self, index: usize) -> Array<S, Region<M, I>> {
        // SAFETY: parts at two indices have no index in common, and so no position.
        let storage = unsafe { self.storage.part() };
        let mapping = self.first.moved(self.dim, index);
        // SAFETY: a region's storage is the storage of its array.
        unsafe { Array::new_unchecked(storage, mapping) }
    }
}

impl<S: Parts, M: Mapping<WholeIndex = <M as Mapping>::Index>, I: OwnIndex> Iterator
    for AxisIter<S, M, I>
{
    type Item = Array<S, Region<M, I>>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let index = self.indices.next()?;
        // SAFETY: the iterator no longer has it.
        Some(unsafe { self.part(index) })
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        let index = self.indices.nth(n)?;
        // SAFETY: the iterator no longer has it.
        Some(unsafe { self.part(index) })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.indices.size_hint()
    }
}

impl<S: Parts, M: Mapping<WholeIndex = <M as Mapping>::Index>, I: OwnIndex> DoubleEndedIterator
    for AxisIter<S, M, I>
{
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let index = self.indices.next_back()?;
        // SAFETY: the iterator no longer has it.
        Some(unsafe { self.part(index) })
    }
}

impl<S: Parts, M: Mapping<WholeIndex = <M as Mapping>::Index>, I: OwnIndex> ExactSizeIterator
    for AxisIter<S, M, I>
{
}

impl<S: Parts, M: Mapping<WholeIndex = <M as Mapping>::Index>, I: OwnIndex> FusedIterator
    for AxisIter<S, M, I>
{
}

#[cfg(feature = "rayon")]
impl<S: Parts, M: Mapping<WholeIndex = <M as Mapping>::Index>, I: OwnIndex> SplitParts
    for AxisIter<S, M, I>
{
    fn split_at(self, count: usize) -> (Self, Self) {
        let Range { start, end } = self.indices;
        let middle = start + count.min(end - start);
        let rest = AxisIter {
            // SAFETY: each index is in one of the two.
            storage: unsafe { self.storage.part() },
            first: self.first.clone(),
            dim: self.dim,
            indices: middle..end,
        };
        let first = AxisIter {
            indices: start..middle,
            ..self
        };
        (first, rest)
    }
}

impl<S, M: Mapping, I> fmt::Debug for AxisIter<S, M, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AxisIter")
            .field("dim", &self.dim)
            .field("indices", &self.indices)
            .finish_non_exhaustive()
    }
}
