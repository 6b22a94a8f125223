//! `Split`: iterators that can be split for several threads.

/// An iterator that can be split in two.
pub(crate) trait Split: Iterator + Sized {
    /// The two halves; `None` as the second when there are too few items to split.
    fn split(self) -> (Self, Option<Self>);
}
