//! Views of one kind of layout as views of another kind.

use crate::layout::Layout;
use crate::layout::partial_layout::PartialLayout;
use crate::layout::static_layout::StaticLayout;
use crate::layout::static_layout::conversions::LayoutMismatch;
use crate::layout::static_layout::params::Params;
use crate::view::storage_type::Element;
use crate::view::{View, ViewMut};

/// A view of a run-time layout becomes one of a static or partial layout, where
/// the layout is that one; a view of a static layout always becomes one of a
/// partial layout, where that compiles.
macro_rules! conversions {
    ($($view:ident)*) => {$(
        conversions! { $view [] Layout => StaticLayout }
        conversions! { $view ['l] &'l Layout => StaticLayout }
        conversions! { $view [] Layout => PartialLayout }
        conversions! { $view ['l] &'l Layout => PartialLayout }

        impl<'a, R, E, const RANK: usize, D, O, T, A, D2, A2>
            From<$view<'a, R, StaticLayout<E, RANK, D2, O, T, A2>>>
            for $view<'a, R, PartialLayout<E, RANK, D, O, T, A>>
        where
            (E, D, O, T, A): Params<RANK>,
            (E, D2, O, T, A2): Params<RANK>,
        {
            fn from(view: $view<'a, R, StaticLayout<E, RANK, D2, O, T, A2>>) -> Self {
                view.with_mapping(PartialLayout::from(StaticLayout::<E, RANK, D2, O, T, A2>::new()))
            }
        }
    )*};
    ($view:ident [$($l:lifetime)?] $layout:ty => $kind:ident) => {
        impl<'a, $($l,)? R, E, const RANK: usize, D, O, T, A> TryFrom<$view<'a, R, $layout>>
            for $view<'a, R, $kind<E, RANK, D, O, T, A>>
        where
            R: Element<E>,
            (E, D, O, T, A): Params<RANK>,
        {
            type Error = LayoutMismatch;

            fn try_from(view: $view<'a, R, $layout>) -> Result<Self, LayoutMismatch> {
                let mapping = $kind::from_layout(view.layout())?;
                Ok(view.with_mapping(mapping))
            }
        }
    };
}

conversions! { View ViewMut }
