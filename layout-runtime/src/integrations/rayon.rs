//! Feature `rayon`: the parts of an array in parallel.

use rayon::iter::plumbing::{
    Consumer, Folder, Producer, ProducerCallback, UnindexedConsumer, UnindexedProducer, bridge,
    bridge_unindexed,
};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

use crate::array::Array;
use crate::iter::order::{MIN_PART, SplitInTwo, SplitParts};
use crate::iter::{AxisIter, Blocks, Runs, TileView, TileViewMut, Tiles};
use crate::map::{Mapping, OwnIndex, Region, WholeBuffer};
use crate::storage::{Parts, Slice, StorageMut};

/// The items of an iterator, in parallel.
struct Parallel<I>(I);

impl<I: SplitInTwo + Iterator + Send> UnindexedProducer for Parallel<I> {
    type Item = I::Item;

    fn split(self) -> (Self, Option<Self>) {
        if self.0.num_elements() < 2 * MIN_PART {
            return (self, None);
        }
        let (first, rest) = self.0.split();
        (Parallel(first), rest.map(Parallel))
    }

    fn fold_with<F: Folder<I::Item>>(self, folder: F) -> F {
        folder.consume_iter(self.0)
    }
}

impl<I> ParallelIterator for Parallel<I>
where
    I: SplitInTwo + Iterator<Item: Send> + Send,
{
    type Item = I::Item;

    fn drive_unindexed<C: UnindexedConsumer<I::Item>>(self, consumer: C) -> C::Result {
        bridge_unindexed(self, consumer)
    }
}

#[cfg_attr(docsrs, doc(cfg(feature = "rayon")))]
impl<S: Slice<Elem: Sync>, M: Mapping> Array<S, M> {
    /// Returns the runs of [`runs`](Self::runs), in parallel.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    /// use rayon::iter::ParallelIterator;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let buffer = [1; 24]; // 15 elements and 9 positions of padding
    /// let view = layout.view(&buffer)?;
    /// let sum: i32 = view.par_runs().map(|(_, run)| run.iter().sum::<i32>()).sum();
    /// assert_eq!(sum, 15);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn par_runs(&self) -> impl ParallelIterator<Item = (M::Index, &[S::Elem])> {
        Parallel(Runs::new(self.units_view()))
    }

    /// Returns the runs of [`runs_along`](Self::runs_along), in parallel.
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    #[must_use]
    #[track_caller]
    pub fn par_runs_along(
        &self,
        dim: usize,
    ) -> impl ParallelIterator<Item = (M::Index, &[S::Elem])> {
        Parallel(Runs::along(self.units_view(), dim))
    }
}

#[cfg_attr(docsrs, doc(cfg(feature = "rayon")))]
impl<S: Slice<Elem: Sync>, M: WholeBuffer> Array<S, M> {
    /// Returns the tiles of [`tiles`](Self::tiles), in parallel.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    /// use rayon::iter::ParallelIterator;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let buffer: Vec<i32> = (0..24).collect();
    /// let view = layout.view(&buffer)?;
    /// // The largest element of each tile; padding is no element.
    /// let largest = |tile: tiled_layout::iter::TileView<'_, _, _>| {
    ///     tile.indexed_iter().map(|(_, &element)| element).max()
    /// };
    /// let largest: Vec<Option<i32>> = view.par_tiles().map(largest).collect();
    /// assert_eq!(largest, [3, 7, 10, 13, 17, 20].map(Some));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn par_tiles(
        &self,
    ) -> impl ParallelIterator<Item = TileView<'_, S::Elem, M::Borrowed<'_>>> {
        Parallel(Tiles::new(self.units_view()))
    }
}

#[cfg_attr(docsrs, doc(cfg(feature = "rayon")))]
impl<S: Slice<Elem: Send> + StorageMut, M: Mapping> Array<S, M> {
    /// Returns the runs of [`runs_mut`](Self::runs_mut), in parallel.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    /// use rayon::iter::ParallelIterator;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
    /// let mut buffer = [0.0f32; 24];
    /// let mut view = layout.view_mut(&mut buffer)?;
    /// view.par_runs_mut().for_each(|(index, run)| run.fill(index[0] as f32));
    /// assert_eq!(buffer[..8], [0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0]);
    /// assert_eq!(buffer[9], 0.0); // padding
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn par_runs_mut(&mut self) -> impl ParallelIterator<Item = (M::Index, &mut [S::Elem])> {
        Parallel(self.runs_mut())
    }

    /// Returns the runs of [`runs_along_mut`](Self::runs_along_mut), in parallel.
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    #[must_use]
    #[track_caller]
    pub fn par_runs_along_mut(
        &mut self,
        dim: usize,
    ) -> impl ParallelIterator<Item = (M::Index, &mut [S::Elem])> {
        Parallel(self.runs_along_mut(dim))
    }
}

#[cfg_attr(docsrs, doc(cfg(feature = "rayon")))]
impl<S: Slice<Elem: Send> + StorageMut, M: WholeBuffer> Array<S, M> {
    /// Returns the tiles of [`tiles_mut`](Self::tiles_mut), in parallel.
    #[must_use]
    pub fn par_tiles_mut(
        &mut self,
    ) -> impl ParallelIterator<Item = TileViewMut<'_, S::Elem, M::Borrowed<'_>>> {
        Parallel(self.tiles_mut())
    }
}

/// The parts that [`AxisIter`] and [`Blocks`] yield, in parallel and with their numbers.
#[derive(Debug)]
pub struct ParallelParts<I>(I);

impl<I: SplitParts<Item: Send> + Send> ParallelIterator for ParallelParts<I> {
    type Item = I::Item;

    fn drive_unindexed<C: UnindexedConsumer<I::Item>>(self, consumer: C) -> C::Result {
        bridge(self, consumer)
    }

    fn opt_len(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

impl<I: SplitParts<Item: Send> + Send> IndexedParallelIterator for ParallelParts<I> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn drive<C: Consumer<I::Item>>(self, consumer: C) -> C::Result {
        bridge(self, consumer)
    }

    fn with_producer<C: ProducerCallback<I::Item>>(self, callback: C) -> C::Output {
        callback.callback(self)
    }
}

impl<I: SplitParts<Item: Send> + Send> Producer for ParallelParts<I> {
    type Item = I::Item;
    type IntoIter = I;

    fn into_iter(self) -> I {
        self.0
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        let (first, rest) = self.0.split_at(index);
        (ParallelParts(first), ParallelParts(rest))
    }
}

macro_rules! into_parallel {
    ($($iterator:ident)*) => {$(
        #[cfg_attr(docsrs, doc(cfg(feature = "rayon")))]
        impl<S, M, I> IntoParallelIterator for $iterator<S, M, I>
        where
            S: Parts + Send,
            M: Mapping<WholeIndex = <M as Mapping>::Index>,
            I: OwnIndex,
        {
            type Item = Array<S, Region<M, I>>;
            type Iter = ParallelParts<Self>;

            fn into_par_iter(self) -> ParallelParts<Self> {
                ParallelParts(self)
            }
        }
    )*};
}

into_parallel! { AxisIter Blocks }

#[cfg(test)]
mod tests {
    use std::vec;
    use std::vec::Vec;

    use crate::iter::order::SplitInTwo;
    use crate::layout::Layout;

    /// All items of an iterator, split as often as possible.
    fn pieces<I: SplitInTwo + Iterator>(iterator: I, items: &mut Vec<I::Item>, count: &mut usize) {
        match iterator.split() {
            (whole, None) => {
                *count += 1;
                items.extend(whole);
            }
            (first, Some(rest)) => {
                pieces(first, items, count);
                pieces(rest, items, count);
            }
        }
    }

    #[test]
    fn pieces_are_the_whole() {
        for text in [
            "s32[]",
            "s32[0,5]{1,0:T(2,2)}",
            "s32[3,5]{1,0:T(2,2)}",
            "s32[13,9]{0,1:T(4,8)(2,1)}",
            "s32[3,4,5]{2,1,0:T(*,2,3)}",
            "s32[7,9]{1,0:T(4,8)(3,2)}", // does not flatten
            "s32[2,3,70]{2,0,1:T(2,32)(7)}",
        ] {
            let layout = Layout::parse(text).unwrap();
            let mut buffer: Vec<i32> = (0..layout.padded_len() as i32).collect();
            let view = layout.view(&buffer).unwrap();
            for dim in 0..layout.rank() {
                let mut items = vec![];
                pieces(view.runs_along(dim), &mut items, &mut 0);
                assert!(items.iter().copied().eq(view.runs_along(dim)), "{text}");
            }
            let tile = |tile: crate::iter::TileView<'_, i32, &Layout>| {
                let elements: Vec<_> = tile.indexed_iter().map(|(i, &e)| (i, e)).collect();
                (tile.index().to_vec(), elements)
            };
            let (mut items, mut count) = (vec![], 0);
            pieces(view.tiles(), &mut items, &mut count);
            assert!(
                items.into_iter().map(tile).eq(view.tiles().map(tile)),
                "{text}"
            );
            assert_eq!(count, view.tiles().len().max(1), "{text}");
            let expected: Vec<(_, Vec<i32>)> =
                view.runs().map(|(i, run)| (i, run.to_vec())).collect();
            let mut view = layout.view_mut(&mut buffer).unwrap();
            let (mut items, mut count) = (vec![], 0);
            pieces(view.runs_mut(), &mut items, &mut count);
            let found: Vec<(_, Vec<i32>)> = items
                .into_iter()
                .map(|(i, run)| (i, run.to_vec()))
                .collect();
            assert_eq!(found, expected, "{text}");
            assert!(
                count
                    >= layout
                        .dims()
                        .split_last()
                        .map_or(1, |(_, outer)| outer.iter().product())
            );
        }
    }
}
