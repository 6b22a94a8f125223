//! Owned containers as storages.

#[cfg(feature = "alloc")]
use alloc::boxed::Box;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::ops::Range;

#[cfg(feature = "alloc")]
use super::Aligned;
use super::bytes::{Pod, bytes_of};
use super::{Mut, Owned, Ref, Slice, Storage, StorageMut, sealed};
use crate::map::Mapping;

/// Containers whose elements are a slice: one implementation each, because a blanket one would
/// admit types of other crates.
macro_rules! containers {
    ($($(#[$attribute:meta])* [$($generics:tt)*] $container:ty;)*) => {$(
        $(#[$attribute])*
        impl<$($generics)*> sealed::Sealed for $container {}

        $(#[$attribute])*
        // SAFETY: the slice is the container's own, which does not move its memory while it is
        // borrowed.
        unsafe impl<$($generics)*> Storage for $container {
            type Elem = T;
            type Item = T;
            type Unit = T;
            type Run = ();
            type Shared<'s>
                = Ref<'s, T>
            where
                Self: 's;
            type Bytes<'s>
                = &'s [u8]
            where
                Self: 's;
            #[cfg(feature = "alloc")]
            type Aligned = Aligned<T>;

            const PACKED: bool = false;

            #[inline]
            fn units_of(mapping: &impl Mapping) -> usize {
                mapping.buffer_len()
            }

            #[inline]
            fn shared(&self) -> Ref<'_, T> {
                self.units()
            }

            #[inline]
            fn units(&self) -> Ref<'_, T> {
                let slice: &[T] = self;
                Ref::new(slice)
            }

            #[cfg(feature = "alloc")]
            unsafe fn to_aligned(&self) -> Aligned<T> {
                Aligned::from_slice(self)
            }

            #[inline]
            unsafe fn bytes(&self, units: Range<usize>) -> &[u8]
            where
                T: Pod,
            {
                bytes_of(&self[units])
            }

            #[inline(always)] // in the innermost loops
            unsafe fn item(&mut self, mapping: &impl Mapping, position: usize) -> T {
                // SAFETY: the caller keeps the obligations, of a shared reference.
                unsafe { *self.units().item(mapping, position) }
            }

            unsafe fn run(&mut self, _: usize, _: usize) {}

            #[inline(always)] // in the innermost loops
            unsafe fn with<R>(
                &self,
                mapping: &impl Mapping,
                position: usize,
                f: impl FnOnce(&T) -> R,
            ) -> R {
                // SAFETY: the caller keeps the obligation.
                unsafe { self.units().with(mapping, position, f) }
            }
        }

        $(#[$attribute])*
        // SAFETY: the container owns the elements.
        unsafe impl<$($generics)*> StorageMut for $container {
            type Exclusive<'s>
                = Mut<'s, T>
            where
                Self: 's;

            #[inline]
            fn exclusive(&mut self) -> Mut<'_, T> {
                self.units_mut()
            }

            #[inline]
            fn units_mut(&mut self) -> Mut<'_, T> {
                let slice: &mut [T] = self;
                Mut::new(slice)
            }

            #[inline(always)] // in the innermost loops
            unsafe fn write(&mut self, mapping: &impl Mapping, position: usize, value: T) {
                // SAFETY: the caller keeps the obligation.
                unsafe { self.units_mut().write(mapping, position, value) }
            }
        }

        $(#[$attribute])*
        // SAFETY: a unit is a `T`.
        unsafe impl<$($generics)*> Slice for $container {
            type Slice<'s>
                = &'s [T]
            where
                Self: 's;

            #[inline]
            unsafe fn slice(&self) -> &[T] {
                self
            }
        }

        $(#[$attribute])*
        impl<$($generics)*> Owned for $container {}
    )*};
}

containers! {
    #[cfg(feature = "alloc")]
    [T: Copy] Aligned<T>;
    #[cfg(feature = "alloc")]
    [T: Copy] Vec<T>;
    #[cfg(feature = "alloc")]
    [T: Copy] Box<[T]>;
    [T: Copy, const N: usize] [T; N];
}
