//! `View` and `ViewMut`: a slice indexed through a layout.

// First, because rustdoc lists methods in this order.
#[expect(clippy::module_inception, reason = "one type, one file")]
mod view;
mod view_mut;

pub(crate) mod iter;

pub(crate) mod bitcast;
pub(crate) mod bytes;
pub(crate) mod convert;
pub(crate) mod debug;
mod error;
pub(crate) mod getters;
pub(crate) mod layout;
pub(crate) mod packed;
pub(crate) mod part;
pub(crate) mod stores;

use core::ops;

use crate::map::{Mapping, NdIndex, WholeBuffer};
use crate::view::getters::getters;

pub(crate) use error::write_bytes;
pub use error::{InvalidStrides, LengthError, ViewError};
pub use view::View;
pub use view_mut::ViewMut;

getters! {
    [T, M] View<'_, T, M>;
    [T, M] ViewMut<'_, T, M>;
}

/// The reading methods that `View` and `ViewMut` share.
macro_rules! of_both {
    ($($view:ident)*) => {$(
        /// The whole buffer, padding included.
        impl<T, M: WholeBuffer> AsRef<[T]> for $view<'_, T, M> {
            fn as_ref(&self) -> &[T] {
                self.as_slice()
            }
        }

        impl<T, M: Mapping, I: NdIndex<M>> ops::Index<I> for $view<'_, T, M> {
            type Output = T;

            #[inline]
            #[track_caller]
            fn index(&self, index: I) -> &T {
                match index.position_in(&self.mapping) {
                    // SAFETY: as in `View::get`:
                    // - `position` is that of an index in bounds, below `buffer_len`;
                    // - `buffer` has exactly `buffer_len` elements.
                    Some(position) => unsafe { self.buffer.get_unchecked(position) },
                    None => index.fail_in(&self.mapping),
                }
            }
        }
    )*};
}

of_both! { View ViewMut }
