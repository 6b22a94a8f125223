//! `Stores`: which Rust types hold the elements of a mapping.

use core::error::Error;

use layout_core::spec::PaddingValue;

use super::aliases::{View, ViewMut};
use super::{Array, LengthError, ViewError};
use crate::layout::partial_layout::PartialLayout;
use crate::layout::static_layout::StaticLayout;
use crate::layout::static_layout::params::{Addressable, Params};
use crate::layout::{Index, Layout};
use crate::map::{Element, OwnIndex, Ranked, WholeBuffer};
use crate::storage::{Mut, Ref};

/// A mapping whose elements are values of `T`.
///
/// Static and partial layouts check this at compile time, a [`Layout`] at run
/// time. Generic code covers all of them:
///
/// ```
/// use tiled_layout::{Layout, Stores};
///
/// fn sum<M: Stores<f32>>(mapping: &M, buffer: &[f32]) -> Result<f32, M::Error> {
///     Ok(mapping.view(buffer)?.iter().sum())
/// }
/// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
/// assert_eq!(sum(&layout, &[1.0; 24])?, 15.0); // of 24, 9 are padding
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not known to be a layout of elements of type `{T}`",
    label = "not a layout of `{T}`",
    note = "generic code asks for `M: Stores<{T}>`",
    note = "the elements' type comes first, then the layout: `Buffer<f32, Fig1>`"
)]
pub trait Stores<T>: WholeBuffer {
    /// Why a buffer does not fit: for a static or partial layout its length, for a run-time
    /// layout also its type.
    type Error: Error + From<LengthError> + Into<ViewError> + 'static;

    /// Checks that an element is one value of `T`. Constructors of arrays then compare the sizes, and
    /// panic if these differ.
    ///
    /// # Errors
    ///
    /// When it is not; the error names the element type and the Rust type.
    fn check_held(&self) -> Result<(), Self::Error>;

    /// Returns the value of padding by the layout's `PAD(...=value)`; `None` if the layout gives
    /// none, or if `T` does not have it.
    fn padding_value(&self) -> Option<T>;

    /// Returns a view of a buffer that has this layout.
    ///
    /// # Errors
    ///
    /// When the buffer does not have exactly `padded_len` elements, or, at run time,
    /// when `T` does not hold the layout's elements.
    #[inline]
    fn view<'a>(&self, buffer: &'a [T]) -> Result<View<'a, T, Self::Borrowed<'_>>, Self::Error> {
        check_held::<T, _>(self)?;
        Ok(Array::try_new(Ref::new(buffer), self.borrowed())?)
    }

    /// Returns a mutable view of a buffer that has this layout.
    ///
    /// # Errors
    ///
    /// As for [`view`](Stores::view).
    #[inline]
    fn view_mut<'a>(
        &self,
        buffer: &'a mut [T],
    ) -> Result<ViewMut<'a, T, Self::Borrowed<'_>>, Self::Error> {
        check_held::<T, _>(self)?;
        Ok(Array::try_new(Mut::new(buffer), self.borrowed())?)
    }
}

impl<R, E, const RANK: usize, D, O, T, A> Stores<R> for StaticLayout<E, RANK, D, O, T, A>
where
    R: Element<E>,
    (E, D, O, T, A): Params<RANK, Width: Addressable>,
    [usize; RANK]: OwnIndex,
{
    type Error = LengthError;

    #[inline]
    fn check_held(&self) -> Result<(), LengthError> {
        const { Self::assert_holds::<R>() };
        Ok(())
    }

    fn padding_value(&self) -> Option<R> {
        R::padding(Self::LAYOUT_REF.element_type(), pad_value(Self::LAYOUT_REF))
    }
}

impl<R, E, const RANK: usize, D, O, T, A> Stores<R> for PartialLayout<E, RANK, D, O, T, A>
where
    R: Element<E>,
    (E, D, O, T, A): Params<RANK, Width: Addressable>,
    [usize; RANK]: OwnIndex,
{
    type Error = LengthError;

    #[inline]
    fn check_held(&self) -> Result<(), LengthError> {
        const { Self::assert_holds::<R>() };
        Ok(())
    }

    fn padding_value(&self) -> Option<R> {
        R::padding(self.element_type(), Self::PAD_VALUE)
    }
}

impl<T: Element> Stores<T> for Layout {
    type Error = ViewError;

    fn check_held(&self) -> Result<(), ViewError> {
        self.check_holds::<T>()
    }

    fn padding_value(&self) -> Option<T> {
        T::padding(self.element_type(), pad_value(self))
    }
}

impl<T, M: Stores<T>> Stores<T> for &M {
    type Error = M::Error;

    #[inline]
    fn check_held(&self) -> Result<(), M::Error> {
        (**self).check_held()
    }

    fn padding_value(&self) -> Option<T> {
        (**self).padding_value()
    }
}

impl<T, L: Stores<T, Index = Index>, const RANK: usize> Stores<T> for Ranked<L, RANK>
where
    [usize; RANK]: OwnIndex,
{
    type Error = L::Error;

    #[inline]
    fn check_held(&self) -> Result<(), L::Error> {
        self.layout.check_held()
    }

    fn padding_value(&self) -> Option<T> {
        self.layout.padding_value()
    }
}

/// Checks that an element is one value of `T`, and compares the sizes: copies of bytes rely on them, and
/// other crates can implement [`Stores`].
#[inline]
#[track_caller]
pub(crate) fn check_held<T, M: Stores<T>>(mapping: &M) -> Result<(), M::Error> {
    mapping.check_held()?;
    let bits = mapping.element().map(|(_, bits)| bits);
    assert!(
        bits == Some(size_of::<T>() * 8),
        "`check_held` is right: an element of the layout has the size of a value"
    );
    Ok(())
}

fn pad_value(layout: &Layout) -> PaddingValue {
    layout.pad().map_or(PaddingValue::Unknown, |pad| pad.value)
}
