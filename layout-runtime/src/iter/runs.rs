//! `Runs`: elements along one dimension that are contiguous in memory.

use core::fmt;
use core::iter::FusedIterator;

use super::lent::Lent;
#[cfg(feature = "rayon")]
use super::order::SplitInTwo;
use super::order::stretches::Stretches;
use crate::array::Array;
use crate::array::debug::Described;
use crate::layout::assert_dimension;
use crate::map::Mapping;
#[cfg(feature = "rayon")]
use crate::storage::Parts;
use crate::storage::Storage;

/// The runs of an array, each with its first index: [`runs`](Array::runs) and
/// [`runs_mut`](Array::runs_mut).
///
/// The number of runs is known in advance if each run ends at the edge of a tile. It is
/// unknown for layouts whose later tiles interleave several tiles, such as `T(2)(2,1)`,
/// and for layouts whose formula is not a flat sum.
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let buffer: Vec<i32> = (0..24).collect();
/// let view = layout.view(&buffer)?;
/// let mut runs = view.runs().map(|(_, run)| run);
/// assert_eq!(runs.size_hint(), (9, Some(9))); // three in each of three rows
/// assert_eq!(runs.next(), Some(&[0, 1][..]));
/// assert_eq!(runs.next_back(), Some(&[20][..])); // next to it is padding
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
#[derive(Clone)]
pub struct Runs<S, M: Mapping> {
    lent: Lent<S, Stretches<M>>,
}

impl<S: Storage, M: Mapping> Runs<S, M> {
    #[inline]
    pub(crate) fn new(array: Array<S, M>) -> Self {
        // SAFETY: the walk is of the mapping that it is given.
        let lent = unsafe { Lent::new(array, Stretches::new) };
        Runs { lent }
    }

    #[track_caller]
    pub(crate) fn along(array: Array<S, M>, dim: usize) -> Self {
        assert_dimension(dim, array.dims().len());
        // SAFETY: the walk is of the mapping that it is given.
        let lent = unsafe { Lent::new(array, |mapping| Stretches::along(mapping, dim)) };
        Runs { lent }
    }
}

impl<S: Storage, M: Mapping> Iterator for Runs<S, M> {
    type Item = (M::Index, S::Run);

    #[inline(always)] // a call would keep the walk in memory
    fn next(&mut self) -> Option<Self::Item> {
        self.lent.next_run()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.lent.walk().size_hint()
    }
}

impl<S: Storage, M: Mapping> DoubleEndedIterator for Runs<S, M> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.lent.next_run_back()
    }
}

impl<S: Storage, M: Mapping> FusedIterator for Runs<S, M> {}

#[cfg(feature = "rayon")]
impl<S: Parts, M: Mapping> SplitInTwo for Runs<S, M> {
    fn num_elements(&self) -> usize {
        self.lent.num_elements()
    }

    fn split(self) -> (Self, Option<Self>) {
        let (lent, rest) = self.lent.split();
        (Runs { lent }, rest.map(|lent| Runs { lent }))
    }
}

impl<S: Storage, M: Mapping> fmt::Debug for Runs<S, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runs")
            .field("mapping", &Described(self.lent.mapping()))
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use crate::layout::Layout;

    /// Iteration reaches every run exactly once, and no padding.
    #[test]
    fn all_runs_at_once() {
        for text in [
            "s32[3,5]{1,0:T(2,2)}",
            "s32[5,3]{1,0:T(3,4)(2,2)}",
            "s32[]{:T(2)}",
        ] {
            let layout = Layout::parse(text).unwrap();
            let mut memory = [0; 60];
            let buffer = &mut memory[..layout.padded_len()];
            let mut view = layout.view_mut(buffer).unwrap();
            let mut runs = view.runs_mut();
            let mut lent: [Option<&mut [i32]>; 15] = [const { None }; 15];
            for (place, (_, run)) in lent.iter_mut().zip(&mut runs) {
                *place = Some(run);
            }
            assert!(runs.next().is_none());
            for run in lent.iter_mut().flatten() {
                run.iter_mut().for_each(|element| *element += 1);
            }
            assert!(view.iter().all(|&element| element == 1));
            assert_eq!(memory.iter().sum::<i32>(), layout.num_elements() as i32);
        }
    }
}
