//! Runs: elements along one dimension that are contiguous in memory.

use core::fmt;
use core::iter::FusedIterator;

use crate::layout::assert_dimension;
use crate::map::{Mapping, layout_of};
use crate::view::iter::lend::{DisjointSlice, Lent};
use crate::view::iter::order::stretches::Stretches;
use crate::view::{View, ViewMut};

macro_rules! runs {
    ($($(#[$doc:meta])* $name:ident of $view:ident, $buffer:ty, $slice:ty;)*) => {$(
        $(#[$doc])*
        #[must_use = "iterators are lazy and do nothing unless consumed"]
        pub struct $name<'a, T, M: Mapping> {
            lent: Lent<$buffer, Stretches<M>>,
        }

        impl<'a, T, M: Mapping> $name<'a, T, M> {
            #[inline]
            pub(crate) fn new(view: $view<'a, T, M>) -> Self {
                // SAFETY: the walk is of the mapping that it is given.
                let lent = unsafe { Lent::new(view, Stretches::new) };
                $name { lent }
            }

            #[track_caller]
            pub(crate) fn along(view: $view<'a, T, M>, dim: usize) -> Self {
                assert_dimension(dim, view.mapping().dims().len());
                // SAFETY: the walk is of the mapping that it is given.
                let lent = unsafe { Lent::new(view, |mapping| Stretches::along(mapping, dim)) };
                $name { lent }
            }
        }

        impl<'a, T, M: Mapping> Iterator for $name<'a, T, M> {
            type Item = (M::Index, $slice);

            #[inline(always)] // a call would keep the walk in memory
            fn next(&mut self) -> Option<Self::Item> {
                self.lent.next()
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.lent.walk().size_hint()
            }
        }

        impl<T, M: Mapping> DoubleEndedIterator for $name<'_, T, M> {
            fn next_back(&mut self) -> Option<Self::Item> {
                self.lent.next_back()
            }
        }

        impl<T, M: Mapping> FusedIterator for $name<'_, T, M> {}

        #[cfg(feature = "rayon")]
        impl<T, M: Mapping> crate::view::iter::order::SplitInTwo for $name<'_, T, M> {
            fn num_elements(&self) -> usize {
                self.lent.num_elements()
            }

            fn split(self) -> (Self, Option<Self>) {
                let (lent, rest) = self.lent.split();
                ($name { lent }, rest.map(|lent| $name { lent }))
            }
        }

        impl<T, M: Mapping> fmt::Debug for $name<'_, T, M> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name))
                    .field("layout", &layout_of(self.lent.walk().segments().mapping()))
                    .finish_non_exhaustive()
            }
        }
    )*};
}

runs! {
    /// The runs of an array, each with its first index: [`View::runs`].
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
    Runs of View, &'a [T], &'a [T];

    /// The runs of an array as mutable slices, each with its first index:
    /// [`ViewMut::runs_mut`].
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let mut buffer = [0; 24];
    /// for (_, run) in layout.view_mut(&mut buffer)?.runs_mut().rev().take(2) {
    ///     run.fill(1);
    /// }
    /// assert_eq!(buffer[16..22], [1, 1, 0, 0, 1, 0]); // the others there are padding
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    RunsMut of ViewMut, DisjointSlice<'a, T>, &'a mut [T];
}

impl<T, M: Mapping> Clone for Runs<'_, T, M> {
    fn clone(&self) -> Self {
        Runs {
            lent: self.lent.clone(),
        }
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
