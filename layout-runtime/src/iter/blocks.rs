//! `Blocks`: the blocks of an array.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

use layout_core::spec::Dims;

#[cfg(feature = "rayon")]
use super::order::SplitParts;
use crate::array::Array;
use crate::layout::assert_dimension;
use crate::map::{Mapping, OwnIndex, Region};
use crate::storage::Parts;

/// The blocks of an array, in row-major order: [`blocks`](Array::blocks),
/// [`axis_chunks`](Array::axis_chunks), and their mutable forms. Blocks at the ends of dimensions have
/// fewer elements. All items may be in use at the same time.
///
/// `M` is the mapping of the whole array, and `I` the type of the indices.
///
/// # Examples
///
/// ```
/// use tiled_layout::{Buffer, layout};
///
/// let mut buffer = Buffer::<f32, layout!(F32[20,300]<1,0:T(8,128)>)>::zeroed();
/// let mut blocks: Vec<_> = buffer.blocks_mut([8, 128]).collect(); // 3x3, all in use
/// let last = blocks.pop().unwrap();
/// assert_eq!(last.dims(), [4, 44]);
/// for (number, mut block) in blocks.into_iter().enumerate() {
///     block.fill(number as f32);
/// }
/// assert_eq!(buffer[[15, 255]], 4.0);
/// assert_eq!(buffer[[19, 299]], 0.0);
/// ```
#[derive(Clone)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Blocks<S, M: Mapping, I> {
    /// The storage of the array. No other part of it that is in use has a position of the remaining
    /// blocks, if elements can be written.
    storage: S,
    all: Region<M, I>,
    /// The extents of a block that does not lie at an end.
    size: I,
    /// The number of blocks along each dimension.
    counts: I,
    /// The numbers of the remaining blocks.
    numbers: Range<usize>,
}

impl<S: Parts, M: Mapping<WholeIndex = <M as Mapping>::Index>, I: OwnIndex> Blocks<S, M, I> {
    #[track_caller]
    pub(super) fn new<'m, N>(storage: S, map: &'m N, size: I) -> Self
    where
        N: Mapping<Index = I, WholeIndex = M::Index, Whole<'m> = M>,
    {
        let (dims, given) = (map.dims(), size.as_ref());
        assert!(
            given.len() == dims.len(),
            "the blocks have {} dimensions, but the array has {}",
            given.len(),
            dims.len()
        );
        assert!(
            !given.contains(&0),
            "the size of a block contains 0: {given:?}"
        );
        let mut counts = I::from_dims(&Dims::from_slice(dims));
        for (count, &size) in counts.as_mut().iter_mut().zip(given) {
            *count = count.div_ceil(size);
        }
        Blocks::of(storage, map, size, counts)
    }

    /// Returns the blocks of `len` indices of dimension `dim`, and all indices of the others.
    #[track_caller]
    pub(super) fn chunks<'m, N>(storage: S, map: &'m N, dim: usize, len: usize) -> Self
    where
        N: Mapping<Index = I, WholeIndex = M::Index, Whole<'m> = M>,
    {
        let dims = map.dims();
        assert_dimension(dim, dims.len());
        assert!(len > 0, "the size of a chunk is 0");
        let mut size = I::from_dims(&Dims::from_slice(dims));
        let mut counts = I::from_dims(&Dims::filled(1, dims.len()));
        counts.as_mut()[dim] = dims[dim].div_ceil(len);
        size.as_mut()[dim] = len;
        Blocks::of(storage, map, size, counts)
    }

    fn of<'m, N>(storage: S, map: &'m N, size: I, counts: I) -> Self
    where
        N: Mapping<Index = I, WholeIndex = M::Index, Whole<'m> = M>,
    {
        Blocks {
            storage,
            all: Region::all(map),
            size,
            numbers: 0..counts.as_ref().iter().product(),
            counts,
        }
    }

    /// Returns a block.
    ///
    /// # Safety
    ///
    /// The iterator no longer has it, and passes it once.
    #[inline]
    unsafe fn block(&self, number: usize) -> Array<S, Region<M, I>> {
        // SAFETY: two blocks have no index in common, and so no position.
        let storage = unsafe { self.storage.part() };
        let (dims, mut left) = (self.all.dims(), number);
        let (mut low, mut extents) = (self.size, self.size);
        for dim in (0..dims.len()).rev() {
            let (count, size) = (self.counts.as_ref()[dim], self.size.as_ref()[dim]);
            let mut at = 0;
            if count != 1 {
                (at, left) = (left % count, left / count); // a division takes longer than the test
            }
            low.as_mut()[dim] = at * size;
            extents.as_mut()[dim] = size.min(dims[dim] - at * size);
        }
        let mapping = self.all.narrowed(low, extents);
        // SAFETY: a region's storage is the storage of its array.
        unsafe { Array::new_unchecked(storage, mapping) }
    }
}

impl<S: Parts, M: Mapping<WholeIndex = <M as Mapping>::Index>, I: OwnIndex> Iterator
    for Blocks<S, M, I>
{
    type Item = Array<S, Region<M, I>>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let number = self.numbers.next()?;
        // SAFETY: the iterator no longer has it.
        Some(unsafe { self.block(number) })
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        let number = self.numbers.nth(n)?;
        // SAFETY: the iterator no longer has it.
        Some(unsafe { self.block(number) })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.numbers.size_hint()
    }
}

impl<S: Parts, M: Mapping<WholeIndex = <M as Mapping>::Index>, I: OwnIndex> DoubleEndedIterator
    for Blocks<S, M, I>
{
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let number = self.numbers.next_back()?;
        // SAFETY: the iterator no longer has it.
        Some(unsafe { self.block(number) })
    }
}

impl<S: Parts, M: Mapping<WholeIndex = <M as Mapping>::Index>, I: OwnIndex> ExactSizeIterator
    for Blocks<S, M, I>
{
}

impl<S: Parts, M: Mapping<WholeIndex = <M as Mapping>::Index>, I: OwnIndex> FusedIterator
    for Blocks<S, M, I>
{
}

#[cfg(feature = "rayon")]
impl<S: Parts, M: Mapping<WholeIndex = <M as Mapping>::Index>, I: OwnIndex> SplitParts
    for Blocks<S, M, I>
{
    fn split_at(self, count: usize) -> (Self, Self) {
        let Range { start, end } = self.numbers;
        let middle = start + count.min(end - start);
        let rest = Blocks {
            // SAFETY: each block is in one of the two.
            storage: unsafe { self.storage.part() },
            all: self.all.clone(),
            size: self.size,
            counts: self.counts,
            numbers: middle..end,
        };
        let first = Blocks {
            numbers: start..middle,
            ..self
        };
        (first, rest)
    }
}

impl<S, M: Mapping, I: OwnIndex> fmt::Debug for Blocks<S, M, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Blocks")
            .field("size", &self.size)
            .field("numbers", &self.numbers)
            .finish_non_exhaustive()
    }
}
