//! `Lent`: the elements of an array, each once, at the positions that a walk yields.

#[cfg(feature = "rayon")]
use super::order::SplitInTwo;
use super::order::stretches::Stretches;
use super::walk::Walk;
use crate::array::Array;
use crate::map::{Mapping, Positioned};
#[cfg(feature = "rayon")]
use crate::storage::Parts;
use crate::storage::Storage;

/// The elements of one array, each lent once: at the positions that a walk of its mapping yields.
#[derive(Clone)]
pub(crate) struct Lent<S, W> {
    storage: S,
    walk: W,
}

impl<S: Storage, W: Walk> Lent<S, W> {
    /// Returns the elements of an array that a walk of its mapping reaches.
    ///
    /// # Safety
    ///
    /// What `walk` returns is a walk of the mapping that it is given.
    #[inline]
    pub(crate) unsafe fn new<M: Mapping>(array: Array<S, M>, walk: impl FnOnce(M) -> W) -> Self {
        let (storage, mapping) = array.into_parts();
        let walk = walk(mapping);
        Lent { storage, walk }
    }

    /// Returns the elements that a walk reaches in the storage of an array.
    ///
    /// # Safety
    ///
    /// The walk is one of a mapping that an array of this storage has, and no other part that is in
    /// use has the positions.
    #[inline]
    pub(crate) unsafe fn of_storage(storage: S, walk: W) -> Self {
        Lent { storage, walk }
    }

    #[inline]
    pub(crate) fn walk(&self) -> &W {
        &self.walk
    }

    #[inline]
    pub(crate) fn mapping(&self) -> &W::Mapping {
        self.walk.mapping()
    }
}

impl<S: Storage, W: Walk + Iterator<Item: Positioned>> Iterator for Lent<S, W> {
    type Item = <W::Item as Positioned>::With<S::Item>;

    #[inline(always)] // a call would keep the walk in memory
    fn next(&mut self) -> Option<Self::Item> {
        let at = self.walk.next()?;
        let Lent { storage, walk } = self;
        // SAFETY: the walk has just yielded the position, which it yields once.
        Some(at.with(|position| unsafe { storage.item(walk.mapping(), position) }))
    }

    #[inline(always)] // as `next`
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.walk.size_hint()
    }

    #[inline(always)] // as `next`
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        let at = self.walk.nth(n)?;
        let Lent { storage, walk } = self;
        // SAFETY: as in `next`.
        Some(at.with(|position| unsafe { storage.item(walk.mapping(), position) }))
    }

    #[inline(always)] // as of `Line`
    fn fold<A, F: FnMut(A, Self::Item) -> A>(self, init: A, f: F) -> A {
        let Lent { storage, walk } = self;
        let mapping = walk.mapping().clone();
        // SAFETY: the walk yields each position once.
        unsafe { storage.fold(&mapping, walk, init, f) }
    }
}

impl<S: Storage, W: Walk + DoubleEndedIterator<Item: Positioned>> DoubleEndedIterator
    for Lent<S, W>
{
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let at = self.walk.next_back()?;
        let Lent { storage, walk } = self;
        // SAFETY: the walk has just yielded the position, which it yields once.
        Some(at.with(|position| unsafe { storage.item(walk.mapping(), position) }))
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<Self::Item> {
        let at = self.walk.nth_back(n)?;
        let Lent { storage, walk } = self;
        // SAFETY: as in `next_back`.
        Some(at.with(|position| unsafe { storage.item(walk.mapping(), position) }))
    }
}

impl<S: Storage, M: Mapping> Lent<S, Stretches<M>> {
    #[inline(always)] // a call would keep the walk in memory
    pub(crate) fn next_run(&mut self) -> Option<(M::Index, S::Run)> {
        let (index, position, len) = self.walk.next()?;
        // SAFETY: the walk has just yielded the positions, which it yields once.
        Some((index, unsafe { self.storage.run(position, len) }))
    }

    pub(crate) fn next_run_back(&mut self) -> Option<(M::Index, S::Run)> {
        let (index, position, len) = self.walk.next_back()?;
        // SAFETY: the walk has just yielded the positions, which it yields once.
        Some((index, unsafe { self.storage.run(position, len) }))
    }
}

/// The halves of what a walk reaches.
#[cfg(feature = "rayon")]
impl<S: Parts, W: Walk + SplitInTwo> SplitInTwo for Lent<S, W> {
    fn num_elements(&self) -> usize {
        self.walk.num_elements()
    }

    fn split(self) -> (Self, Option<Self>) {
        let Lent { storage, walk } = self;
        let (walk, rest) = walk.split();
        let rest = rest.map(|walk| Lent {
            // SAFETY: each position is in one of the two halves.
            storage: unsafe { storage.part() },
            walk,
        });
        (Lent { storage, walk }, rest)
    }
}
