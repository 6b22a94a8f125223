//! `NoUninit`: values that can be copied as bytes.

/// Types without uninitialised bytes, whose values the kernels copy as bytes.
///
/// All Rust types that hold elements have it, see [`Element`](crate::Element), and arrays of
/// numbers. It means what `bytemuck::NoUninit` means. With the feature `bytemuck`, every
/// `bytemuck::NoUninit` implements it: implement that trait instead.
///
/// # Safety
///
/// Each byte of each value of the type is initialised: it has no padding
/// bytes, no `MaybeUninit`. It holds no pointers and no cells.
///
/// ```
/// use tiled_layout::NoUninit;
///
/// #[derive(Clone, Copy)]
/// #[repr(transparent)]
/// struct Celsius(f32);
///
/// // SAFETY: it is an `f32`, which has no uninitialised bytes.
/// unsafe impl NoUninit for Celsius {}
/// ```
#[diagnostic::on_unimplemented(
    message = "values of `{Self}` cannot be moved as bytes",
    note = "implement the unsafe trait `NoUninit` for a type of your own that has no padding bytes",
    note = "elements of any other type are taken out by `iter().cloned().collect()`"
)]
pub unsafe trait NoUninit: Copy {}

/// Types that implement `NoUninit` here; with the feature `bytemuck`, they implement its trait.
macro_rules! no_uninit {
    ($($type:ty)*) => {$(
        // SAFETY: numbers, `bool`, and transparent wrappers or pairs of numbers have no
        // uninitialised bytes.
        #[cfg(not(feature = "bytemuck"))]
        unsafe impl $crate::storage::no_uninit::NoUninit for $type {}
        // SAFETY: an array is its values without anything between.
        #[cfg(not(feature = "bytemuck"))]
        unsafe impl<const N: usize> $crate::storage::no_uninit::NoUninit for [$type; N] {}
    )*};
}
#[cfg(any(feature = "half", feature = "microfloat", feature = "num-complex"))]
pub(crate) use no_uninit;

no_uninit! { bool u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 }

/// Returns the bytes of a slice.
#[inline]
pub(crate) fn bytes<T: NoUninit>(values: &[T]) -> &[u8] {
    // SAFETY:
    // - the bytes are those of the slice, with the same lifetime;
    // - `NoUninit` promises that all of them are initialised.
    unsafe { core::slice::from_raw_parts(values.as_ptr().cast(), size_of_val(values)) }
}

/// Returns the bytes of a slice, mutably. The caller replaces whole values by values of the
/// same type.
#[inline]
pub(crate) fn bytes_mut<T: NoUninit>(values: &mut [T]) -> &mut [u8] {
    // SAFETY:
    // - the bytes are those of the slice, with the same lifetime;
    // - `NoUninit` promises that all of them are initialised;
    // - a copy writes only whole elements that are values of `T` in the source, so that
    //   each stays a valid value.
    unsafe { core::slice::from_raw_parts_mut(values.as_mut_ptr().cast(), size_of_val(values)) }
}
