//! How partial layouts are copied, compared and printed.

use core::fmt;
use core::hash::{Hash, Hasher};

use super::PartialLayout;
use crate::layout::static_layout::params::Params;

impl<E, const RANK: usize, D, O, T, A> Clone for PartialLayout<E, RANK, D, O, T, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E, const RANK: usize, D, O, T, A> Copy for PartialLayout<E, RANK, D, O, T, A> {}

/// Two values of one type are equal when their dimensions are.
impl<E, const RANK: usize, D, O, T, A> PartialEq for PartialLayout<E, RANK, D, O, T, A> {
    fn eq(&self, other: &Self) -> bool {
        self.dims == other.dims
    }
}

impl<E, const RANK: usize, D, O, T, A> Eq for PartialLayout<E, RANK, D, O, T, A> {}

impl<E, const RANK: usize, D, O, T, A> Hash for PartialLayout<E, RANK, D, O, T, A> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.dims.hash(state);
    }
}

/// The text of the layout with all its extents, as XLA prints it.
impl<E, const RANK: usize, D, O, T, A> fmt::Display for PartialLayout<E, RANK, D, O, T, A>
where
    (E, D, O, T, A): Params<RANK>,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_layout().fmt(f)
    }
}

impl<E, const RANK: usize, D, O, T, A> fmt::Debug for PartialLayout<E, RANK, D, O, T, A>
where
    (E, D, O, T, A): Params<RANK>,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PartialLayout({self} of {})", Self::TEXT)
    }
}
