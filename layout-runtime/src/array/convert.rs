//! Arrays of one kind of layout as arrays of another kind, and references to arrays as views.

use super::Array;
use crate::layout::Layout;
use crate::layout::error::LayoutError;
use crate::layout::partial_layout::PartialLayout;
use crate::layout::static_layout::StaticLayout;
use crate::layout::static_layout::params::Params;
use crate::map::{Element, Mapping, OwnIndex};
use crate::storage::{Storage, StorageMut};

/// From a run-time layout to a static or partial layout: an error unless the layouts are equal.
macro_rules! from_run_time {
    ($([$($generics:tt)*] $layout:ty => $kind:ident;)*) => {$(
        impl<$($generics)* S: Storage<Elem: Element<E>>, E, const RANK: usize, D, O, T, A>
            TryFrom<Array<S, $layout>> for Array<S, $kind<E, RANK, D, O, T, A>>
        where
            (E, D, O, T, A): Params<RANK>,
            [usize; RANK]: OwnIndex,
        {
            type Error = LayoutError;

            fn try_from(array: Array<S, $layout>) -> Result<Self, LayoutError> {
                let mapping = $kind::from_layout(&array.layout())?;
                Ok(array.with_mapping(mapping))
            }
        }
    )*};
}

from_run_time! {
    [] Layout => StaticLayout;
    ['l,] &'l Layout => StaticLayout;
    [] Layout => PartialLayout;
    ['l,] &'l Layout => PartialLayout;
}

/// From a static layout to a partial one: a compile error unless the static one fits.
impl<S: Storage, E, const RANK: usize, D, O, T, A, D2, A2>
    From<Array<S, StaticLayout<E, RANK, D2, O, T, A2>>>
    for Array<S, PartialLayout<E, RANK, D, O, T, A>>
where
    (E, D, O, T, A): Params<RANK>,
    (E, D2, O, T, A2): Params<RANK>,
    [usize; RANK]: OwnIndex,
{
    fn from(array: Array<S, StaticLayout<E, RANK, D2, O, T, A2>>) -> Self {
        let layout = StaticLayout::<E, RANK, D2, O, T, A2>::new();
        array.with_mapping(PartialLayout::from(layout))
    }
}

impl<'a, S: Storage, M: Mapping> From<&'a Array<S, M>> for Array<S::Shared<'a>, M::Borrowed<'a>> {
    #[inline]
    fn from(array: &'a Array<S, M>) -> Self {
        array.view()
    }
}

impl<'a, S: StorageMut, M: Mapping> From<&'a mut Array<S, M>>
    for Array<S::Exclusive<'a>, M::Borrowed<'a>>
{
    #[inline]
    fn from(array: &'a mut Array<S, M>) -> Self {
        array.view_mut()
    }
}
