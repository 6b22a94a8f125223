//! `AsView`, and views of one kind of layout as views of another kind.

use crate::layout::Layout;
use crate::layout::error::LayoutError;
use crate::layout::partial_layout::PartialLayout;
use crate::layout::static_layout::StaticLayout;
use crate::layout::static_layout::params::Params;
use crate::map::{Element, Mapping, OwnIndex, Subarray, WholeBuffer};
use crate::view::{View, ViewMut};

/// Conversions of views. From a run-time layout to a static or partial layout: an error
/// unless the layouts are equal. From a static layout to a partial one: a compile error
/// unless the static one fits.
macro_rules! conversions {
    ($($view:ident)*) => {$(
        conversions! { $view [] Layout => StaticLayout }
        conversions! { $view ['l,] &'l Layout => StaticLayout }
        conversions! { $view [] Layout => PartialLayout }
        conversions! { $view ['l,] &'l Layout => PartialLayout }
        conversions! { $view [M: WholeBuffer,] Subarray<M> => StaticLayout }
        conversions! { $view [M: WholeBuffer,] Subarray<M> => PartialLayout }

        impl<'a, R, E, const RANK: usize, D, O, T, A, D2, A2>
            From<$view<'a, R, StaticLayout<E, RANK, D2, O, T, A2>>>
            for $view<'a, R, PartialLayout<E, RANK, D, O, T, A>>
        where
            (E, D, O, T, A): Params<RANK>,
            (E, D2, O, T, A2): Params<RANK>,
            [usize; RANK]: OwnIndex,
        {
            fn from(view: $view<'a, R, StaticLayout<E, RANK, D2, O, T, A2>>) -> Self {
                view.with_mapping(PartialLayout::from(StaticLayout::<E, RANK, D2, O, T, A2>::new()))
            }
        }
    )*};
    ($view:ident [$($generics:tt)*] $layout:ty => $kind:ident) => {
        impl<'a, $($generics)* R, E, const RANK: usize, D, O, T, A> TryFrom<$view<'a, R, $layout>>
            for $view<'a, R, $kind<E, RANK, D, O, T, A>>
        where
            R: Element<E>,
            (E, D, O, T, A): Params<RANK>,
            [usize; RANK]: OwnIndex,
        {
            type Error = LayoutError;

            fn try_from(view: $view<'a, R, $layout>) -> Result<Self, LayoutError> {
                let mapping = $kind::from_layout(&view.layout())?;
                Ok(view.with_mapping(mapping))
            }
        }
    };
}

conversions! { View ViewMut }

/// Types that can be read as a [`View`]: views, regions, buffers, and references to them.
/// [`copy_from`](ViewMut::copy_from) copies from any of them.
///
/// ```
/// use tiled_layout::{AsView, Buffer, layout};
///
/// fn sum<V: AsView<Elem = f32>>(array: V) -> f32 {
///     array.as_view().iter().sum()
/// }
/// let buffer = Buffer::<f32, layout!(F32[3,5]<1,0:T(2,2)>)>::from_elem(1.0);
/// assert_eq!(sum(&buffer), 15.0); // 9 positions are padding
/// assert_eq!(sum(buffer.view()), 15.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read as a view",
    label = "neither a view, a buffer nor a region",
    note = "a slice is seen through a layout: `Fig1::view(&slice)?`, `layout.view(&slice)?`",
    note = "packed elements are copied by `buffer.copy_from_packed(&packed)`"
)]
pub trait AsView {
    /// The Rust type of an element.
    type Elem;
    /// The view's map from indices to positions.
    type Mapping<'a>: Mapping
    where
        Self: 'a;

    /// Returns a view of the array.
    fn as_view(&self) -> View<'_, Self::Elem, Self::Mapping<'_>>;
}

/// What can be read as a view by a method of its own, and references to what can be.
macro_rules! read_as_views {
    ($as_view:ident::$method:ident -> $view:ident;
        $([$($generics:tt)*] $source:ty: $own_method:ident;)* $(for $($reference:ty),*)?) =>
    {
        $(impl<$($generics)*> $as_view for $source {
            type Elem = T;
            type Mapping<'a>
                = M::Borrowed<'a>
            where
                Self: 'a;

            #[inline]
            fn $method(&self) -> $view<'_, T, M::Borrowed<'_>> {
                self.$own_method()
            }
        })*
        $($(impl<V: $as_view + ?Sized> $as_view for $reference {
            type Elem = V::Elem;
            type Mapping<'a>
                = V::Mapping<'a>
            where
                Self: 'a;

            #[inline]
            fn $method(&self) -> $view<'_, V::Elem, V::Mapping<'_>> {
                (**self).$method()
            }
        })*)?
    };
}
pub(crate) use read_as_views;

read_as_views! {
    AsView::as_view -> View;
    [T, M: Mapping] View<'_, T, M>: by_ref;
    [T, M: Mapping] ViewMut<'_, T, M>: as_view;
    for &V, &mut V
}
