//! The methods of the feature `rayon` while it is off: compile errors that name the
//! feature.

use crate::view::{View, ViewMut};

/// No type implements this.
#[diagnostic::on_unimplemented(
    message = "this method needs the feature `rayon` of `tiled-layout`",
    label = "a method of the feature `rayon`",
    note = "write `features = [\"rayon\"]` beside the version of `tiled-layout` in `Cargo.toml`"
)]
pub trait FeatureRayon {}

macro_rules! methods {
    ($([$($generics:tt)*] $array:ty: $($name:ident($($argument:ident),*))*;)*) => {$(
        #[doc(hidden)]
        #[allow(missing_docs, reason = "none of them can be used")]
        impl<$($generics)*> $array
        where
            Self: FeatureRayon,
        {
            $(pub fn $name<$($argument),*>(&self $(, _: &$argument)*) {})*
        }
    )*};
}

methods! {
    ['a, T, M] View<'a, T, M>: par_runs() par_runs_along(D) par_tiles();
    ['a, T, M] ViewMut<'a, T, M>:
        par_runs_mut() par_runs_along_mut(D) par_tiles_mut() par_copy_from(S);
}

#[cfg(feature = "alloc")]
methods! {
    [T: Copy, M] crate::buffer::Buffer<T, M>:
        par_runs() par_runs_along(D) par_tiles()
        par_runs_mut() par_runs_along_mut(D) par_tiles_mut() par_copy_from(S);
}
