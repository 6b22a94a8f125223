//! `AsView`: what can be read as a view.

use crate::view::mapping::Mapping;
use crate::view::{View, ViewMut};

/// What can be read as a [`View`]: views, buffers, and references to them. So
/// [`copy_from`](ViewMut::copy_from) takes any of them.
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
    label = "neither a view nor a buffer",
    note = "a slice is seen through a layout: `Fig1::view(&slice)?`, `layout.view(&slice)?`"
)]
pub trait AsView {
    /// The Rust type of an element.
    type Elem;
    /// The mapping of the view.
    type Mapping<'a>: Mapping
    where
        Self: 'a;

    /// The array, to be read.
    ///
    /// ```
    /// use tiled_layout::{AsView, Buffer, layout};
    ///
    /// let buffer = Buffer::<f32, layout!(F32[3,5]<1,0:T(2,2)>)>::zeroed();
    /// assert_eq!(buffer.as_view().as_slice().len(), 24); // 15 elements, and padding
    /// ```
    fn as_view(&self) -> View<'_, Self::Elem, Self::Mapping<'_>>;
}

impl<T, M: Mapping> AsView for View<'_, T, M> {
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

impl<T, M: Mapping> AsView for ViewMut<'_, T, M> {
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
