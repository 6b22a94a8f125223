//! Conversions of buffers to slices and bytes, comparisons with views, and bitcasts.

use crate::buffer::Buffer;
use crate::layout::error::LayoutError;
use crate::map::{Mapping, StaticMapping, WholeBuffer};
use crate::view::bitcast::{assert_bitcast, bitcasts};
use crate::view::convert::{AsView, read_as_views};
use crate::view::iter::equality::{equal, equalities};
use crate::view::{View, ViewMut};

read_as_views! {
    AsView::as_view -> View;
    [T: Copy, M: WholeBuffer] Buffer<T, M>: view;
}

impl<'a, T: Copy, M: WholeBuffer> From<&'a Buffer<T, M>> for View<'a, T, M::Borrowed<'a>> {
    fn from(buffer: &'a Buffer<T, M>) -> Self {
        buffer.view()
    }
}

impl<'a, T: Copy, M: WholeBuffer> From<&'a mut Buffer<T, M>> for ViewMut<'a, T, M::Borrowed<'a>> {
    fn from(buffer: &'a mut Buffer<T, M>) -> Self {
        buffer.view_mut()
    }
}

equalities! { equal:
    [Copy +] Buffer<T, M>: WholeBuffer, view => {
        Buffer<U, N>: WholeBuffer, view;
        View<'_, U, N>: Mapping, by_ref;
        ViewMut<'_, U, N>: Mapping, as_view;
    }
    [Copy +] View<'_, T, M>: Mapping, by_ref => { Buffer<U, N>: WholeBuffer, view; }
    [Copy +] ViewMut<'_, T, M>: Mapping, as_view => { Buffer<U, N>: WholeBuffer, view; }
}

impl<T: Copy + Eq, M: WholeBuffer> Eq for Buffer<T, M> {}

bitcasts! {
    Buffer[T] where T: Copy, "tiled_layout::Buffer::<f32, Tiles>::from_vec(buffer)";
}
