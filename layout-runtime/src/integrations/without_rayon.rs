//! The methods of the feature `rayon` while it is off: compile errors that
//! name the feature.
//!
//! The bounds are those of a method, since rustc shows the message of a bound of an `impl` for
//! types without lifetimes only. A method's result is of any type, so that a method of the result
//! is not a second error.

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
        impl<$($generics)*> $array {$(
            pub fn $name<$($argument,)* Output>(&self $(, _: &$argument)*) -> Output
            where
                Self: FeatureRayon,
            {
                unreachable!()
            }
        )*}
    )*};
}

methods! {
    ['a, T, M] crate::view::View<'a, T, M>: par_runs() par_runs_along(D) par_tiles();
    ['a, T, M] crate::view::ViewMut<'a, T, M>:
        par_runs_mut() par_runs_along_mut(D) par_tiles_mut() par_copy_from(S);
}

#[cfg(feature = "alloc")]
methods! {
    [T: Copy, M] crate::buffer::Buffer<T, M>:
        par_runs() par_runs_along(D) par_tiles()
        par_runs_mut() par_runs_along_mut(D) par_tiles_mut() par_copy_from(S);
}
