//! Traits that add methods to arrays: the names that other libraries use are free.

#![allow(
    clippy::wrong_self_convention,
    clippy::should_implement_trait,
    reason = "the names are not ours"
)]

use tiled_layout::{Buffer, PackedBuffer, PackedView, PackedViewMut, View, ViewMut, layout};

type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
type Nibbles = layout!(U4[3,5]<1,0:T(2,2)E(4)>);

/// A trait whose methods return their names, for some types of arrays. The function calls each of
/// them twice: on a variable, and through a `&mut` reference.
macro_rules! extension {
    ($trait:ident $calls:ident: $([$($generics:tt)*] $array:ty),+ => $($name:ident)+) => {
        trait $trait {
            $(fn $name(&mut self) -> &'static str {
                concat!("own ", stringify!($name))
            })+
        }

        $(
            impl<$($generics)*> $trait for $array {}
        )+

        macro_rules! $calls {
            ($value:expr) => {
                let mut array = $value;
                $(assert_eq!(array.$name(), concat!("own ", stringify!($name)));)+
                let through = &mut array;
                $(assert_eq!(through.$name(), concat!("own ", stringify!($name)));)+
            };
        }
    };
}

extension! {
    Everywhere everywhere: [T, M] View<'_, T, M>, [T, M] ViewMut<'_, T, M>, [T: Copy, M] Buffer<T, M> =>
        shape nrows ncols ndim push extend resize slice slice_mut t transpose
        permuted_axes reversed_axes swap_axes reshape to_shape into_shape_with_order assign
        outer_iter outer_iter_mut columns lanes first last to_vec par_iter par_iter_mut
        into_par_iter dot sum_axis mean_axis
}

extension! {
    Shared shared: [T, M] View<'_, T, M> =>
        get_mut as_mut_slice iter_mut indexed_iter_mut runs_mut tiles_mut map_inplace fill
        copy_from copy_from_row_major region_mut row_mut index_axis_mut split_at_mut axis_iter_mut
        axis_chunks_mut blocks_mut rows_mut
}

extension! {
    Owned owned: [T: Copy, M] Buffer<T, M> => as_ndarray
}

extension! {
    Packed packed:
        [T, M] PackedView<'_, T, M>, [T, M] PackedViewMut<'_, T, M>, [T, M] PackedBuffer<T, M> =>
        get_mut iter_mut as_slice runs as_mut_slice runs_mut split_at_mut axis_iter_mut blocks_mut
}

extension! {
    SharedPacked shared_packed: [T, M] PackedView<'_, T, M> => fill copy_from
}

#[cfg(not(feature = "ndarray"))]
extension! {
    WithoutNdarray without_ndarray: [T, M] View<'_, T, M>, [T, M] ViewMut<'_, T, M> =>
        as_ndarray as_physical_ndarray to_ndarray as_ndarray_mut as_physical_ndarray_mut
}

#[cfg(not(feature = "rayon"))]
extension! {
    WithoutRayon without_rayon:
        [T, M] View<'_, T, M>, [T, M] ViewMut<'_, T, M>, [T: Copy, M] Buffer<T, M> =>
        par_runs par_runs_along par_tiles par_runs_mut par_runs_along_mut par_tiles_mut
        par_copy_from
}

#[test]
fn methods_of_an_extension_trait_are_called() {
    let mut buffer = Buffer::<f32, Fig1>::zeroed();
    everywhere!(buffer.view());
    shared!(buffer.view());
    everywhere!(buffer.view_mut());
    everywhere!(buffer.clone());
    owned!(buffer.clone());
    #[cfg(not(feature = "ndarray"))]
    {
        without_ndarray!(buffer.view());
        without_ndarray!(buffer.view_mut());
    }
    #[cfg(not(feature = "rayon"))]
    {
        without_rayon!(buffer.view());
        without_rayon!(buffer.view_mut());
        without_rayon!(buffer.clone());
    }

    let mut nibbles = PackedBuffer::<u8, Nibbles>::zeroed();
    packed!(nibbles.view());
    shared_packed!(nibbles.view());
    packed!(nibbles.view_mut());
    packed!(nibbles);
}

mod with_an_argument {
    use super::Fig1;
    use tiled_layout::{Buffer, Mapping, ViewMut};

    trait Assign {
        fn assign(&mut self, value: f32);
    }

    impl<M: Mapping> Assign for ViewMut<'_, f32, M> {
        fn assign(&mut self, value: f32) {
            self.fill(value);
        }
    }

    #[test]
    fn assign_fills_a_view() {
        let mut buffer = Buffer::<f32, Fig1>::zeroed();
        buffer.view_mut().assign(1.0);
        assert_eq!(buffer.to_row_major(), [1.0; 15]);
    }
}
