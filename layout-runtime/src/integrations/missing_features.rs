//! The methods of features that are off: a call is a compile error that names the feature.

use super::missing_methods::missing;

/// No type implements this.
#[cfg(not(feature = "alloc"))]
#[diagnostic::on_unimplemented(
    message = "this method needs the feature `alloc` of `tiled-layout`",
    label = "a method of the feature `alloc`",
    note = "write `features = [\"alloc\"]` beside the version of `tiled-layout` in `Cargo.toml`"
)]
pub trait FeatureAlloc {}

/// No type implements this.
#[cfg(not(feature = "ndarray"))]
#[diagnostic::on_unimplemented(
    message = "this method needs the feature `ndarray` of `tiled-layout`",
    label = "a method of the feature `ndarray`",
    note = "write `features = [\"ndarray\"]` beside the version of `tiled-layout` in `Cargo.toml`"
)]
pub trait FeatureNdarray {}

/// No type implements this.
#[cfg(not(feature = "rayon"))]
#[diagnostic::on_unimplemented(
    message = "this method needs the feature `rayon` of `tiled-layout`",
    label = "a method of the feature `rayon`",
    note = "write `features = [\"rayon\"]` beside the version of `tiled-layout` in `Cargo.toml`"
)]
pub trait FeatureRayon {}

#[cfg(not(feature = "alloc"))]
missing! { &Self, FeatureAlloc:
    ['a, T, M] crate::view::View<'a, T, M>:
        to_layout() to_layout_with(L) to_owned() to_row_major() to_row_major_copied();
    ['a, T, M] crate::view::ViewMut<'a, T, M>:
        to_layout() to_layout_with(L) to_owned() to_row_major() to_row_major_copied();
    ['a, T, M] crate::view::packed::PackedView<'a, T, M>: to_row_major();
    ['a, T, M] crate::view::packed::PackedViewMut<'a, T, M>: to_row_major();
}

#[cfg(not(feature = "ndarray"))]
missing! { &Self, FeatureNdarray:
    ['a, T, M] crate::view::View<'a, T, M>:
        as_ndarray() as_physical_ndarray() copy_to_ndarray(A) to_ndarray();
    ['a, T, M] crate::view::ViewMut<'a, T, M>:
        as_ndarray_mut() as_physical_ndarray_mut() copy_from_ndarray(A);
}

#[cfg(not(feature = "rayon"))]
missing! { &Self, FeatureRayon:
    ['a, T, M] crate::view::View<'a, T, M>: par_runs() par_runs_along(D) par_tiles();
    ['a, T, M] crate::view::ViewMut<'a, T, M>:
        par_runs_mut() par_runs_along_mut(D) par_tiles_mut() par_copy_from(S);
    [P] crate::Zip<P>: par_for_each(F);
    [] crate::copy::CopyPlan: par_run(S, D) par_run_bytes(S, D);
}

#[cfg(all(feature = "alloc", not(feature = "ndarray")))]
#[doc(hidden)]
#[allow(missing_docs, reason = "none of them can be used")]
impl<T: Copy, M> crate::buffer::Buffer<T, M> {
    pub fn from_ndarray<A, Output>(_: A) -> Output
    where
        Self: FeatureNdarray,
    {
        unreachable!()
    }

    pub fn from_ndarray_with<A, Output>(_: M, _: A) -> Output
    where
        Self: FeatureNdarray,
    {
        unreachable!()
    }
}

#[cfg(all(feature = "alloc", not(feature = "rayon")))]
missing! { &Self, FeatureRayon:
    [T: Copy, M] crate::buffer::Buffer<T, M>:
        par_runs() par_runs_along(D) par_tiles()
        par_runs_mut() par_runs_along_mut(D) par_tiles_mut() par_copy_from(S);
}
