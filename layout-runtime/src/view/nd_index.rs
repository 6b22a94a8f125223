//! `NdIndex`: what can stand in the brackets of a view.

use core::convert::identity;

use crate::layout::position::out_of_bounds;
use crate::layout::static_layout::{Offset, StaticLayout};
use crate::layout::{Index, Layout};
use crate::view::mapping::Mapping;

/// What can index an array of mapping `M`: `[usize; RANK]`, the proven
/// [`Offset`] of a static layout, and for run-time layouts also slices. It is
/// sealed: views rely on positions being below `padded_len`.
///
/// ```compile_fail,E0277
/// use layout_runtime::{NdIndex, Layout};
///
/// #[derive(Clone, Copy)]
/// struct Past;
///
/// impl NdIndex<Layout> for Past {
///     fn position_in(self, layout: &Layout) -> Option<usize> {
///         Some(layout.padded_len())
///     }
///     fn position_in_unchecked(self, layout: &Layout) -> usize {
///         layout.padded_len()
///     }
///     fn fail_in(self, _: &Layout) -> ! {
///         panic!()
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not index an array of this layout",
    label = "not an index of this layout",
    note = "an index is an array with one `usize` a dimension: `view[[2, 3]]`"
)]
pub trait NdIndex<M>: Copy + sealed::Sealed {
    /// The position, below `padded_len`; `None` out of bounds.
    fn position_in(self, mapping: &M) -> Option<usize>;

    /// The position when the index is in bounds, else any number.
    fn position_in_unchecked(self, mapping: &M) -> usize;

    /// Says which index was out of bounds.
    fn fail_in(self, mapping: &M) -> !;
}

mod sealed {
    pub trait Sealed {}
    impl<const N: usize> Sealed for [usize; N] {}
    impl Sealed for &[usize] {}
    impl Sealed for super::Index {}
    impl<M> Sealed for super::Offset<M> {}
}

#[diagnostic::do_not_recommend]
impl<E, const RANK: usize, D, O, T, A> NdIndex<StaticLayout<E, RANK, D, O, T, A>> for [usize; RANK]
where
    StaticLayout<E, RANK, D, O, T, A>: Mapping<Index = [usize; RANK]>,
{
    #[inline]
    fn position_in(self, mapping: &StaticLayout<E, RANK, D, O, T, A>) -> Option<usize> {
        mapping.checked_offset(self)
    }

    #[inline]
    fn position_in_unchecked(self, mapping: &StaticLayout<E, RANK, D, O, T, A>) -> usize {
        mapping.offset_unchecked(self)
    }

    #[inline(always)] // as a call it would take the index by reference
    #[track_caller]
    fn fail_in(self, mapping: &StaticLayout<E, RANK, D, O, T, A>) -> ! {
        out_of_bounds(&copy(self), mapping.layout())
    }
}

#[diagnostic::do_not_recommend]
impl<E, const RANK: usize, D, O, T, A> NdIndex<StaticLayout<E, RANK, D, O, T, A>>
    for Offset<StaticLayout<E, RANK, D, O, T, A>>
where
    StaticLayout<E, RANK, D, O, T, A>: Mapping,
{
    #[inline]
    fn position_in(self, _: &StaticLayout<E, RANK, D, O, T, A>) -> Option<usize> {
        Some(self.position()) // proven by `at`
    }

    #[inline]
    fn position_in_unchecked(self, _: &StaticLayout<E, RANK, D, O, T, A>) -> usize {
        self.position()
    }

    fn fail_in(self, _: &StaticLayout<E, RANK, D, O, T, A>) -> ! {
        unreachable!("a proven position is never out of bounds")
    }
}

#[diagnostic::do_not_recommend]
impl NdIndex<Layout> for &[usize] {
    #[inline]
    fn position_in(self, mapping: &Layout) -> Option<usize> {
        mapping.checked_offset(self)
    }

    #[inline]
    fn position_in_unchecked(self, mapping: &Layout) -> usize {
        Layout::offset_unchecked(mapping, self)
    }

    #[track_caller]
    fn fail_in(self, mapping: &Layout) -> ! {
        out_of_bounds(self, mapping)
    }
}

/// Types that are slices of numbers index as those slices do.
macro_rules! index_as_slice {
    ($([$($generics:tt)*] $index:ty, $copy:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> NdIndex<Layout> for $index {
            #[inline]
            fn position_in(self, mapping: &Layout) -> Option<usize> {
                mapping.checked_offset(&self)
            }

            #[inline]
            fn position_in_unchecked(self, mapping: &Layout) -> usize {
                Layout::offset_unchecked(mapping, &self)
            }

            #[inline(always)] // as in a static layout
            #[track_caller]
            fn fail_in(self, mapping: &Layout) -> ! {
                out_of_bounds(&$copy(self), mapping)
            }
        }
    )*};
}

index_as_slice! {
    [const N: usize] [usize; N], copy;
    [] Index, identity;
}

/// A copy of an index that is made only where it is out of bounds: a reference
/// to the index would keep it in memory, where every access would pay for it.
#[inline(always)]
fn copy<const N: usize>(index: [usize; N]) -> [usize; N] {
    index.map(identity)
}

#[diagnostic::do_not_recommend]
impl<I, M: Mapping> NdIndex<&M> for I
where
    I: NdIndex<M>,
{
    #[inline]
    fn position_in(self, mapping: &&M) -> Option<usize> {
        self.position_in(*mapping)
    }

    #[inline]
    fn position_in_unchecked(self, mapping: &&M) -> usize {
        self.position_in_unchecked(*mapping)
    }

    #[inline(always)] // as in the mapping itself
    #[track_caller]
    fn fail_in(self, mapping: &&M) -> ! {
        self.fail_in(*mapping)
    }
}
