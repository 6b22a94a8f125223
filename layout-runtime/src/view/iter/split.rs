//! `Split`: iterators that several threads share.

/// An iterator that can be split in two.
pub(crate) trait Split: Iterator + Sized {
    /// The first items and the others; `None` when there are too few to split.
    fn split(self) -> (Self, Option<Self>);
}
