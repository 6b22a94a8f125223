//! `Packed`: bytes as a storage of elements of at most 8 bits.

mod bit_position;
mod codec;
mod element;

use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;

use layout_core::spec::element_type::ElementType;
use layout_core::util::array_string::ArrayString;

use super::{Mut, Owned, Parts, Ref, Storage, StorageMut, sealed};
use crate::map::{Mapping, Positioned, with_layout};
pub(crate) use codec::Codec;
use codec::read_full;
pub use element::PackedElement;

/// The storage of a [`PackedView`](crate::PackedView): bytes, in a storage `B` of their own, that
/// hold packed elements of at most 8 bits as values of `T`.
///
/// Packed elements have no addresses. Several may share a byte, so that one mutable part of an
/// array borrows all of its bytes.
pub struct Packed<B, T> {
    bytes: B,
    element: PhantomData<T>,
}

impl<B, T> Packed<B, T> {
    #[inline]
    pub(crate) const fn new(bytes: B) -> Self {
        Packed {
            bytes,
            element: PhantomData,
        }
    }
}

impl<B: Clone, T> Clone for Packed<B, T> {
    fn clone(&self) -> Self {
        Packed::new(self.bytes.clone())
    }
}

impl<B: Copy, T> Copy for Packed<B, T> {}

impl<B: fmt::Debug, T> fmt::Debug for Packed<B, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Packed").field(&self.bytes).finish()
    }
}

impl<B, T> sealed::Sealed for Packed<B, T> {}

// SAFETY: the bytes are those of `B`.
unsafe impl<B: Storage<Elem = u8, Unit = u8>, T: PackedElement> Storage for Packed<B, T> {
    type Elem = T;
    type Item = T;
    type Unit = u8;
    type Run = ();
    type Shared<'s>
        = Packed<B::Shared<'s>, T>
    where
        Self: 's;
    type Bytes<'s>
        = B::Bytes<'s>
    where
        Self: 's;
    #[cfg(feature = "alloc")]
    type Aligned = Packed<super::Aligned<u8>, T>;

    const PACKED: bool = true;

    fn units_of(mapping: &impl Mapping) -> usize {
        with_layout(mapping, |layout| layout.padded_bytes())
    }

    #[inline]
    fn shared(&self) -> Self::Shared<'_> {
        Packed::new(self.bytes.shared())
    }

    #[inline]
    fn units(&self) -> Ref<'_, u8> {
        self.bytes.units()
    }

    #[cfg(feature = "alloc")]
    unsafe fn to_aligned(&self) -> Self::Aligned {
        // SAFETY: the caller keeps others from writing.
        Packed::new(super::Aligned::from_slice(unsafe {
            self.units().into_slice()
        }))
    }

    #[inline]
    unsafe fn bytes(&self, units: Range<usize>) -> B::Bytes<'_> {
        // SAFETY: the caller keeps others from writing.
        unsafe { self.bytes.bytes(units) }
    }

    #[inline(always)] // a call would keep the codec in memory
    unsafe fn item(&mut self, mapping: &impl Mapping, position: usize) -> T {
        // SAFETY: a mutable part of a packed array borrows all of its bytes, so that no other one is
        // written meanwhile.
        let bytes = unsafe { self.bytes.units().into_slice() };
        Codec::of(mapping).get(bytes, position)
    }

    unsafe fn run(&mut self, _: usize, _: usize) {}

    #[inline(always)] // as `item`
    unsafe fn with<R>(
        &self,
        mapping: &impl Mapping,
        position: usize,
        f: impl FnOnce(&T) -> R,
    ) -> R {
        // SAFETY: as in `item`.
        let bytes = unsafe { self.bytes.units().into_slice() };
        f(&Codec::of(mapping).get(bytes, position))
    }

    #[inline]
    unsafe fn each(
        &self,
        mapping: &impl Mapping,
        positions: impl Iterator<Item = usize>,
        mut f: impl FnMut(&T),
    ) {
        // SAFETY: the caller keeps the obligations, which are the same.
        unsafe {
            self.shared()
                .fold(mapping, positions, (), |(), value| f(&value))
        }
    }

    /// Each usual width has a separate loop, in which shifts are by constants.
    #[inline]
    unsafe fn fold<P: Iterator<Item: Positioned>, A, F>(
        self,
        mapping: &impl Mapping,
        positions: P,
        init: A,
        mut f: F,
    ) -> A
    where
        F: FnMut(A, <P::Item as Positioned>::With<T>) -> A,
    {
        // SAFETY: as in `item`.
        let bytes = unsafe { self.bytes.units().into_slice() };
        let codec = Codec::of(mapping);
        macro_rules! fold {
            ($read:expr) => {
                positions.fold(init, |value, at| f(value, at.with($read)))
            };
        }
        match codec.full_width() {
            1 => fold!(|at| read_full::<1, T>(bytes, at)),
            2 => fold!(|at| read_full::<2, T>(bytes, at)),
            4 => fold!(|at| read_full::<4, T>(bytes, at)),
            _ => fold!(|at| codec.get(bytes, at)),
        }
    }

    /// `u8` has the bits of signed elements.
    fn holds_values(is_signed: bool) -> bool {
        !is_signed || T::from_bits(0b11, 2).to_bits() > 0b11
    }

    #[cfg(feature = "alloc")]
    fn unpack<U>(
        mapping: &impl Mapping,
        (bytes, position): (&[u8], usize),
        to: &mut [U],
        mut convert: impl FnMut(T) -> U,
    ) {
        let codec = Codec::of(mapping);
        match codec.byte_at(position) {
            Some(start) => codec.unpack(&bytes[start..], to, convert),
            None => {
                for (to, position) in to.iter_mut().zip(position..) {
                    *to = convert(codec.get(bytes, position));
                }
            }
        }
    }
}

// SAFETY: a mutable array of packed elements borrows or owns all of its bytes.
unsafe impl<B: StorageMut<Elem = u8, Unit = u8>, T: PackedElement> StorageMut for Packed<B, T> {
    type Exclusive<'s>
        = Packed<B::Exclusive<'s>, T>
    where
        Self: 's;

    #[inline]
    fn exclusive(&mut self) -> Self::Exclusive<'_> {
        Packed::new(self.bytes.exclusive())
    }

    #[inline]
    fn units_mut(&mut self) -> Mut<'_, u8> {
        self.bytes.units_mut()
    }

    #[inline]
    fn misfit(mapping: &impl Mapping, value: &T) -> Option<(ArrayString<32>, ElementType)> {
        Codec::of(mapping).misfit(*value)
    }

    #[inline]
    unsafe fn write(&mut self, mapping: &impl Mapping, position: usize, value: T) {
        // SAFETY: this storage borrows or owns all of the bytes.
        let bytes = unsafe { self.bytes.units_mut().into_slice() };
        Codec::of(mapping).set(bytes, position, value);
    }

    #[cfg(feature = "alloc")]
    fn pack<U: Copy>(
        mapping: &impl Mapping,
        from: &[U],
        bytes: &mut [u8],
        convert: impl FnMut(U) -> T,
    ) {
        Codec::of(mapping).pack(from, bytes, convert);
    }
}

// SAFETY: the bytes are part of the memory of `B`.
unsafe impl<B: Parts<Elem = u8, Unit = u8>, T: PackedElement> Parts for Packed<B, T> {
    #[inline]
    unsafe fn part(&self) -> Self {
        // SAFETY: the caller's arrays have no byte in common.
        Packed::new(unsafe { self.bytes.part() })
    }

    #[inline]
    unsafe fn narrowed(self, units: Range<usize>) -> Self {
        // SAFETY: the caller passes a range within the bytes.
        Packed::new(unsafe { self.bytes.narrowed(units) })
    }
}

impl<B: Owned + Storage<Elem = u8, Unit = u8>, T: PackedElement> Owned for Packed<B, T> {}
