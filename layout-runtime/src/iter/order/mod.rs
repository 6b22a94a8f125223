//! The elements of an array in logical order: by element, and by segments of constant stride.

mod fold;
mod line;
mod logical_order;
pub(crate) mod pieces;
pub(crate) mod segment;
pub(crate) mod segments;
pub(crate) mod small;
pub(crate) mod stretches;
pub(crate) mod tile;
mod tile_rows;

pub(crate) use line::Line;
pub(crate) use logical_order::{LogicalOrder, LogicalPositions};
pub(crate) use tile_rows::{ElementPositions, Elements};

/// The fewest elements of a part of a parallel loop. A smaller array is one part, which the
/// calling thread takes: to wake another one takes longer than the part.
#[cfg(feature = "rayon")]
pub(crate) const MIN_PART: usize = 1 << 14;

/// A walk, or an iterator, that can be split in two.
#[cfg(feature = "rayon")]
pub(crate) trait SplitInTwo: Sized {
    /// Returns the number of elements in the remaining items, and maybe of padding.
    fn num_elements(&self) -> usize;

    /// Returns two halves that have no item in common; `None` as the second when there are too few
    /// items to split.
    fn split(self) -> (Self, Option<Self>);
}

/// An iterator of parts of an array that can be split at any of them.
#[cfg(feature = "rayon")]
pub(crate) trait SplitParts: ExactSizeIterator + DoubleEndedIterator {
    /// Returns the first `count` of the remaining parts, and the others.
    fn split_at(self, count: usize) -> (Self, Self)
    where
        Self: Sized;
}
