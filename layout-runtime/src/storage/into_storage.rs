//! `IntoStorage`: the containers that `Array::new` takes.

#[cfg(feature = "alloc")]
use alloc::boxed::Box;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use super::{Mut, Ref, Slice, sealed};

/// What [`Array::new`](crate::Array::new) makes an array of: slices, `Vec`s, boxed slices and arrays,
/// and references to them. It is sealed.
///
/// # Examples
///
/// ```
/// use tiled_layout::{Array, Layout};
///
/// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
/// let elements = vec![1.0f32; 24]; // 15 elements, and padding
/// assert_eq!(Array::new(layout, &elements)?[[2, 4]], 1.0); // a `View`
/// let mut owned = Array::new(layout, elements)?;
/// owned[[2, 4]] = 2.0;
/// assert_eq!(owned.into_storage()[20], 2.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a container of elements",
    label = "not a slice, a `Vec`, an array or a reference to one",
    note = "a slice, a `Vec`, a boxed slice or an array is, and a reference to one: `&elements`, `&mut elements[..]`"
)]
pub trait IntoStorage: sealed::Sealed {
    /// What holds the elements of the array.
    type Storage: Slice;

    #[doc(hidden)]
    fn into_storage(self) -> Self::Storage;
}

macro_rules! into_storage {
    ($($(#[$attribute:meta])* [$($generics:tt)*] $container:ty => $storage:ty, $new:expr;)*) => {$(
        $(#[$attribute])*
        impl<$($generics)*> IntoStorage for $container {
            type Storage = $storage;

            #[inline]
            fn into_storage(self) -> $storage {
                $new(self)
            }
        }
    )*};
}

impl<T> sealed::Sealed for &[T] {}
impl<T> sealed::Sealed for &mut [T] {}
impl<T, const N: usize> sealed::Sealed for &[T; N] {}
impl<T, const N: usize> sealed::Sealed for &mut [T; N] {}
#[cfg(feature = "alloc")]
impl<T> sealed::Sealed for &Vec<T> {}
#[cfg(feature = "alloc")]
impl<T> sealed::Sealed for &mut Vec<T> {}

into_storage! {
    ['a, T] &'a [T] => Ref<'a, T>, Ref::new;
    ['a, T, const N: usize] &'a [T; N] => Ref<'a, T>, Ref::new;
    ['a, T] &'a mut [T] => Mut<'a, T>, Mut::new;
    ['a, T, const N: usize] &'a mut [T; N] => Mut<'a, T>, Mut::new;
    #[cfg(feature = "alloc")]
    ['a, T] &'a Vec<T> => Ref<'a, T>, Ref::new;
    #[cfg(feature = "alloc")]
    ['a, T] &'a mut Vec<T> => Mut<'a, T>, Mut::new;
    #[cfg(feature = "alloc")]
    [T: Copy] Vec<T> => Vec<T>, core::convert::identity;
    #[cfg(feature = "alloc")]
    [T: Copy] Box<[T]> => Box<[T]>, core::convert::identity;
    [T: Copy, const N: usize] [T; N] => [T; N], core::convert::identity;
}
