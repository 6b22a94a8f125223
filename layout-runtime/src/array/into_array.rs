//! `IntoArray`: what copies read, and what a `Zip` takes.

use super::Array;
use crate::map::Mapping;
use crate::storage::{Storage, StorageMut, sealed};

/// Arrays and references to them: what [`copy_from`](Array::copy_from) and
/// [`copy_from_map`](Array::copy_from_map) read. [`Zip`](crate::Zip) takes those whose elements have
/// addresses, owned ones by reference. It is sealed.
///
/// A shared reference to an array is a view of it, an exclusive one a mutable view. It is not `Into`
/// an array: a view of a static layout is also `Into` one of a layout with `?`, so that the compiler
/// could not tell which array is meant.
///
/// # Examples
///
/// ```
/// use tiled_layout::{Buffer, CopyError, IntoArray, Storage, layout};
///
/// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
///
/// fn load<A: IntoArray<Storage: Storage<Elem = f32>>>(from: A) -> Result<Buffer<f32, Fig1>, CopyError> {
///     let mut buffer = Buffer::zeroed();
///     buffer.copy_from(from)?;
///     Ok(buffer)
/// }
/// let rows = Buffer::<f32, layout!(F32[3,7])>::from_fn(|[i, j]| (10 * i + j) as f32);
/// let left = load(rows.region((.., ..5))?)?;
/// assert_eq!(left[[2, 4]], 24.0);
/// assert_eq!(load(&left)?, left);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an array",
    label = "neither an array nor a reference to one",
    note = "a slice is seen through a layout: `Fig1::view(&slice)?`, `layout.view(&slice)?`",
    note = "several arrays of a `Zip` are added one by one: `Zip::from(&mut a).and(&b).and(&c)`"
)]
#[cfg_attr(
    feature = "ndarray",
    diagnostic::on_unimplemented(
        note = "of an `ndarray` whose rank is known at run time, `View::try_from(&array)?` is one"
    )
)]
pub trait IntoArray: sealed::Sealed {
    /// What holds the elements.
    type Storage: Storage;
    /// Where they are.
    type Mapping: Mapping;

    #[doc(hidden)]
    fn into_array(self) -> Array<Self::Storage, Self::Mapping>;
}

impl<S, M> sealed::Sealed for Array<S, M> {}
impl<S, M> sealed::Sealed for &Array<S, M> {}
impl<S, M> sealed::Sealed for &mut Array<S, M> {}

#[diagnostic::do_not_recommend]
impl<S: Storage, M: Mapping> IntoArray for Array<S, M> {
    type Storage = S;
    type Mapping = M;

    #[inline]
    fn into_array(self) -> Array<S, M> {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<'a, S: Storage, M: Mapping> IntoArray for &'a Array<S, M> {
    type Storage = S::Shared<'a>;
    type Mapping = M::Borrowed<'a>;

    #[inline]
    fn into_array(self) -> Array<Self::Storage, Self::Mapping> {
        self.view()
    }
}

#[diagnostic::do_not_recommend]
impl<'a, S: StorageMut, M: Mapping> IntoArray for &'a mut Array<S, M> {
    type Storage = S::Exclusive<'a>;
    type Mapping = M::Borrowed<'a>;

    #[inline]
    fn into_array(self) -> Array<Self::Storage, Self::Mapping> {
        self.view_mut()
    }
}
