//! `AsView`, and views of one kind of layout as views of another kind.

use crate::layout::Layout;
use crate::layout::error::LayoutError;
use crate::layout::partial_layout::PartialLayout;
use crate::layout::static_layout::StaticLayout;
use crate::layout::static_layout::params::Params;
use crate::view::mapping::PositionMap;
use crate::view::mapping::storage_type::Element;
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
            type Error = LayoutError;

            fn try_from(view: $view<'a, R, $layout>) -> Result<Self, LayoutError> {
                let mapping = $kind::from_layout(view.layout())?;
                Ok(view.with_mapping(mapping))
            }
        }
    };
}

conversions! { View ViewMut }

/// What can be read as a [`View`]: views, regions, buffers, and references to them.
/// [`copy_from`](ViewMut::copy_from) copies from any of them.
///
/// ```
/// use tiled_layout::{AsView, Buffer, layout};
///
/// fn sum<V: AsView<Elem = f32>>(array: V) -> f32 {
///     array.as_view().iter().sum()
/// }
/// let buffer = Buffer::<f32, layout!(F32[3,5]<1,0:T(2,2)>)>::from_elem(1.0);
/// assert_eq!(sum(&buffer), 15.0); // 9 places are padding
/// assert_eq!(sum(buffer.view()), 15.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read as a view",
    label = "neither a view, a buffer nor a region",
    note = "a slice is seen through a layout: `Fig1::view(&slice)?`, `layout.view(&slice)?`",
    note = "packed elements are unpacked first: `Buffer::<i8, Fig1>::from_row_major(&packed.to_row_major())?`"
)]
pub trait AsView {
    /// The Rust type of an element.
    type Elem;
    /// The map of the view.
    type Mapping<'a>: PositionMap
    where
        Self: 'a;

    /// The array, to be read.
    ///
    /// ```
    /// use tiled_layout::{AsView, Buffer, layout};
    ///
    /// let buffer = Buffer::<f32, layout!(F32[3,5]<1,0:T(2,2)>)>::zeroed();
    /// assert_eq!(buffer.as_view().len(), 15); // of 24 positions, 9 are padding
    /// ```
    fn as_view(&self) -> View<'_, Self::Elem, Self::Mapping<'_>>;
}

impl<T, M: PositionMap> AsView for View<'_, T, M> {
    type Elem = T;
    type Mapping<'a>
        = M::Borrowed<'a>
    where
        Self: 'a;

    #[inline]
    fn as_view(&self) -> View<'_, T, M::Borrowed<'_>> {
        self.by_ref()
    }
}

impl<T, M: PositionMap> AsView for ViewMut<'_, T, M> {
    type Elem = T;
    type Mapping<'a>
        = M::Borrowed<'a>
    where
        Self: 'a;

    #[inline]
    fn as_view(&self) -> View<'_, T, M::Borrowed<'_>> {
        self.as_view()
    }
}

/// References are read as what they refer to.
macro_rules! references {
    ($($reference:ty)*) => {$(
        impl<V: AsView + ?Sized> AsView for $reference {
            type Elem = V::Elem;
            type Mapping<'a>
                = V::Mapping<'a>
            where
                Self: 'a;

            #[inline]
            fn as_view(&self) -> View<'_, V::Elem, V::Mapping<'_>> {
                (**self).as_view()
            }
        }
    )*};
}

references! { &V &mut V }
