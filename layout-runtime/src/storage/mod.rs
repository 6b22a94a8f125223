//! What holds the elements of an array: borrowed or owned, at addresses or packed in bytes.

#[cfg(feature = "alloc")]
mod aligned;
pub(crate) mod bytes;
mod containers;
mod exclusive;
mod into_storage;
pub(crate) mod no_uninit;
pub(crate) mod packed;
mod shared;

use core::ops::{Deref, Range};

use layout_core::spec::element_type::ElementType;
use layout_core::util::array_string::ArrayString;

use crate::map::{Mapping, Positioned};
#[cfg(feature = "alloc")]
pub use aligned::Aligned;
use bytes::Pod;
pub use exclusive::Mut;
pub use into_storage::IntoStorage;
pub use packed::Packed;
pub use shared::Ref;

/// What holds the elements of an [`Array`](crate::Array): [`Ref`] and [`Mut`] of a slice, an owned
/// container, or [`Packed`] bytes. It is sealed.
///
/// Programs seldom name it: functions take a [`View`](crate::View) or a
/// [`ViewMut`](crate::ViewMut), and `array.view()` makes one of any array.
///
/// # Safety
///
/// `units` returns the same memory each time, of as many initialised units, until the storage is
/// written or dropped.
///
/// # Examples
///
/// ```
/// use tiled_layout::{Array, Buffer, Mapping, Storage, layout};
///
/// fn largest_dimension<S: Storage, M: Mapping>(array: &Array<S, M>) -> usize {
///     array.dims().iter().copied().max().unwrap_or(1)
/// }
/// let buffer = Buffer::<f32, layout!(F32[3,5]<1,0:T(2,2)>)>::zeroed();
/// assert_eq!(largest_dimension(&buffer), 5);
/// assert_eq!(largest_dimension(&buffer.view()), 5);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not hold the elements of an array",
    label = "not a storage",
    note = "`View<'_, T, M>` is `Array<Ref<'_, T>, M>`, and `Buffer<T, M>` is `Array<Aligned<T>, M>`"
)]
pub unsafe trait Storage: Sized + sealed::Sealed {
    /// The Rust type of an element.
    type Elem;
    /// What an iterator over the storage yields: `&T`, `&mut T` or `T`.
    type Item;
    /// A unit of the memory: an element, or a byte of packed elements.
    #[doc(hidden)]
    type Unit;
    /// What an iterator over contiguous runs yields: `&[T]` or `&mut [T]`.
    #[doc(hidden)]
    type Run;
    /// The same elements, shared.
    #[doc(hidden)]
    type Shared<'s>: Storage<Elem = Self::Elem, Unit = Self::Unit> + Parts + Copy
    where
        Self: 's;

    /// Bytes of the memory: of a [`Ref<'a, T>`](Ref) for `'a`, otherwise for as long as the array is
    /// borrowed.
    #[doc(hidden)]
    type Bytes<'s>: Deref<Target = [u8]> + Copy
    where
        Self: 's;

    /// The storage of a copy.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    type Aligned;

    /// True if elements are packed in bytes.
    #[doc(hidden)]
    const PACKED: bool;

    /// Returns the number of units that the buffer of a mapping has.
    #[doc(hidden)]
    fn units_of(mapping: &impl Mapping) -> usize;

    #[doc(hidden)]
    fn shared(&self) -> Self::Shared<'_>;

    /// Returns the memory. Positions of other parts of the buffer may be written meanwhile.
    #[doc(hidden)]
    fn units(&self) -> Ref<'_, Self::Unit>;

    /// Returns a copy of all units.
    ///
    /// # Safety
    ///
    /// No position is written by another part of the buffer meanwhile.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    unsafe fn to_aligned(&self) -> Self::Aligned
    where
        Self::Unit: Copy;

    /// Returns the bytes of some units. The range is compared with the length of the memory.
    ///
    /// # Safety
    ///
    /// No position among them is written by another part of the buffer meanwhile.
    #[doc(hidden)]
    unsafe fn bytes(&self, units: Range<usize>) -> Self::Bytes<'_>
    where
        Self::Unit: Pod;

    /// Returns the element at a position.
    ///
    /// # Safety
    ///
    /// - The position is one of an element of an array of this storage and `mapping`;
    /// - if items are mutable references, no other reference to the element is in use.
    #[doc(hidden)]
    unsafe fn item(&mut self, mapping: &impl Mapping, position: usize) -> Self::Item;

    /// Returns the elements at `len` positions. The range is compared with the length of the memory,
    /// also in release.
    ///
    /// # Safety
    ///
    /// - They are the positions of elements of an array of this storage, or all positions of one of
    ///   its tiles;
    /// - if the run is mutable, no other reference to the elements is in use.
    #[doc(hidden)]
    unsafe fn run(&mut self, position: usize, len: usize) -> Self::Run;

    /// Calls a function with the element at a position.
    ///
    /// # Safety
    ///
    /// The position is one of an element of an array of this storage and `mapping`.
    #[doc(hidden)]
    unsafe fn with<R>(
        &self,
        mapping: &impl Mapping,
        position: usize,
        f: impl FnOnce(&Self::Elem) -> R,
    ) -> R;

    /// Calls a function with each element at some positions.
    ///
    /// # Safety
    ///
    /// As of [`with`](Self::with), for each position.
    #[doc(hidden)]
    #[inline]
    unsafe fn each(
        &self,
        mapping: &impl Mapping,
        positions: impl Iterator<Item = usize>,
        mut f: impl FnMut(&Self::Elem),
    ) {
        // SAFETY: the caller keeps the obligation of `with`.
        positions.for_each(|at| unsafe { self.with(mapping, at, &mut f) });
    }

    /// [`fold`](Iterator::fold) of the elements at positions.
    ///
    /// # Safety
    ///
    /// As of [`item`](Self::item), for each position.
    #[doc(hidden)]
    #[inline(always)] // a call of a few elements would take as long as the rest
    unsafe fn fold<P: Iterator<Item: Positioned>, A, F>(
        mut self,
        mapping: &impl Mapping,
        positions: P,
        init: A,
        mut f: F,
    ) -> A
    where
        F: FnMut(A, <P::Item as Positioned>::With<Self::Item>) -> A,
    {
        positions.fold(init, |value, at| {
            // SAFETY: the caller keeps the obligations of `item`.
            f(
                value,
                at.with(|position| unsafe { self.item(mapping, position) }),
            )
        })
    }

    /// Returns true if values of `Elem` are values of integers, not the bits of signed ones.
    #[doc(hidden)]
    fn holds_values(_is_signed: bool) -> bool {
        true
    }

    /// Writes what `convert` makes of packed elements, from a position of `bytes` on, to `to`.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn unpack<U>(
        _: &impl Mapping,
        (_bytes, _position): (&[u8], usize),
        _to: &mut [U],
        _convert: impl FnMut(Self::Elem) -> U,
    ) {
        unreachable!("the elements are not packed")
    }
}

/// A storage whose elements can be written. It is sealed.
///
/// # Safety
///
/// Nothing else reads or writes the positions of the elements of an array of this storage.
#[diagnostic::on_unimplemented(
    message = "the elements of `{Self}` cannot be written",
    label = "shared elements",
    note = "a `ViewMut` or a `Buffer` can be written: `buffer.view_mut()` instead of `buffer.view()`"
)]
pub unsafe trait StorageMut: Storage {
    /// The same elements, borrowed mutably.
    #[doc(hidden)]
    type Exclusive<'s>: StorageMut<Elem = Self::Elem, Unit = Self::Unit>
    where
        Self: 's;

    #[doc(hidden)]
    fn exclusive(&mut self) -> Self::Exclusive<'_>;

    /// Returns the memory. Positions of other parts of the buffer may not be read or written.
    #[doc(hidden)]
    fn units_mut(&mut self) -> Mut<'_, Self::Unit>;

    /// Returns a value as text, shortened if long, and the element type, if that does not have the
    /// value.
    #[doc(hidden)]
    #[inline]
    fn misfit(_: &impl Mapping, _: &Self::Elem) -> Option<(ArrayString<32>, ElementType)> {
        None
    }

    /// Writes the element at a position. The element type has the value: see
    /// [`misfit`](Self::misfit).
    ///
    /// # Safety
    ///
    /// The position is one of the buffer of `mapping`, and of an element or of padding of an array
    /// of this storage.
    #[doc(hidden)]
    unsafe fn write(&mut self, mapping: &impl Mapping, position: usize, value: Self::Elem);

    /// Writes what `convert` makes of `from` as packed elements, which begin with `bytes`.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn pack<U: Copy>(
        _: &impl Mapping,
        _from: &[U],
        _bytes: &mut [u8],
        _convert: impl FnMut(U) -> Self::Elem,
    ) {
        unreachable!("the elements are not packed")
    }
}

/// A storage whose elements have addresses. It is sealed.
///
/// # Safety
///
/// A unit is an element.
#[diagnostic::on_unimplemented(
    message = "the elements of `{Self}` have no addresses",
    label = "packed elements",
    note = "packed elements are values: `get` returns one, and `set` writes one"
)]
pub unsafe trait Slice: Storage<Unit = <Self as Storage>::Elem> {
    /// The elements of a whole buffer: `&'a [T]` of a [`Ref<'a, T>`](Ref), otherwise for as long as
    /// the array is borrowed.
    type Slice<'s>: Deref<Target = [Self::Elem]> + Copy
    where
        Self: 's;

    /// Returns all of the memory as a slice.
    ///
    /// # Safety
    ///
    /// No position is written by another part of the buffer meanwhile.
    #[doc(hidden)]
    unsafe fn slice(&self) -> Self::Slice<'_>;
}

/// Storages of which there may be several of one buffer.
///
/// # Safety
///
/// `part` returns a storage of the same memory.
#[doc(hidden)]
pub unsafe trait Parts: Storage {
    /// Returns a second storage of the same memory.
    ///
    /// # Safety
    ///
    /// If elements can be written, the elements of arrays of the two have no unit in common.
    unsafe fn part(&self) -> Self;

    /// Returns the storage of some of the memory.
    ///
    /// # Safety
    ///
    /// The range is within the memory.
    unsafe fn narrowed(self, units: Range<usize>) -> Self;
}

/// Storages that own their elements: `into_storage` returns them. A view may be one of several parts
/// of a buffer, and its storage is all of the buffer.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not own its elements",
    label = "borrowed elements",
    note = "`as_slice` returns the elements of a whole view"
)]
pub trait Owned: Storage {}

pub(crate) mod sealed {
    #[diagnostic::on_unimplemented(
        message = "other crates cannot implement this trait for `{Self}`",
        label = "a type of another crate",
        note = "functions take a `View<'_, T, M>` or a `ViewMut<'_, T, M>` of any array: `array.view()`",
        note = "`Array::new(layout, container)` makes an array of a slice, a `Vec` or an array"
    )]
    pub trait Sealed {}
}
