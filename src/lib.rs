//! XLA tiled layouts as Rust types.

#![no_std]

pub use layout_runtime::*;

/// A layout as a type and as a value.
#[macro_export]
macro_rules! layout {
    ($($tokens:tt)*) => {
        $crate::__private::layout!([$crate] $($tokens)*)
    };
}

/// What `layout!` expands to; not for use by hand.
#[doc(hidden)]
pub mod __private {
    pub use core::compile_error;
    pub use layout_macros::layout;
    pub use layout_runtime::__private::*;
    pub use layout_runtime::COMBINE;
}
