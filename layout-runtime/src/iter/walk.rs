//! `Walk`: what yields the positions of a mapping.

use crate::map::{Mapping, WholeBuffer};

use super::order::segments::Segments;
use super::order::stretches::Stretches;
use super::order::{ElementPositions, Elements, LogicalOrder, LogicalPositions};

/// What yields the positions of a mapping: one by one, or as runs or segments.
///
/// # Safety
///
/// Every position that it yields is the position of an element of [`mapping`](Self::mapping), and it
/// yields no position twice; nor do the halves that it is split into.
pub(crate) unsafe trait Walk {
    type Mapping: Mapping;

    fn mapping(&self) -> &Self::Mapping;
}

// SAFETY: it yields the elements along one dimension at each index of the others, which are in bounds,
// from either end; no two elements have the same position.
unsafe impl<M: Mapping> Walk for Segments<M> {
    type Mapping = M;

    #[inline]
    fn mapping(&self) -> &M {
        self.mapping()
    }
}

// SAFETY: it yields the elements of `Segments`, one by one.
unsafe impl<M: Mapping> Walk for LogicalOrder<M> {
    type Mapping = M;

    #[inline]
    fn mapping(&self) -> &M {
        self.mapping()
    }
}

// SAFETY: it joins elements of a `LogicalOrder` whose positions follow one another.
unsafe impl<M: Mapping> Walk for Stretches<M> {
    type Mapping = M;

    #[inline]
    fn mapping(&self) -> &M {
        self.mapping()
    }
}

// SAFETY: it yields the positions of a `LogicalOrder`.
unsafe impl<M: Mapping> Walk for LogicalPositions<M> {
    type Mapping = M;

    #[inline]
    fn mapping(&self) -> &M {
        self.mapping()
    }
}

// SAFETY: it splits the tile's elements in rows, which `TileRows` yields once.
unsafe impl<M: WholeBuffer> Walk for ElementPositions<M> {
    type Mapping = M;

    #[inline]
    fn mapping(&self) -> &M {
        self.mapping()
    }
}

// SAFETY: it yields the rows of `TileRows`, with their indices.
unsafe impl<M: WholeBuffer> Walk for Elements<M> {
    type Mapping = M;

    #[inline]
    fn mapping(&self) -> &M {
        self.mapping()
    }
}
